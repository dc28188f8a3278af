"""Only pages of this site may open sockets: our own check of scheme, host and port of the Origin header."""

from __future__ import annotations

from typing import Any

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

from games.services.addresses import is_own_origin


def header(scope: dict[str, Any], name: str) -> str:
    """One header of the handshake."""
    wanted = name.lower().encode()
    return next((value.decode("latin-1") for key, value in scope["headers"] if key == wanted), "")


def scheme_of(scope: dict[str, Any]) -> str:
    """http or https, as the visitor's browser sees it."""
    if settings.TRUSTED_PROXIES and header(scope, "x-forwarded-proto"):
        return header(scope, "x-forwarded-proto")
    return "https" if scope.get("scheme") == "wss" else "http"


def is_allowed(scope: dict[str, Any]) -> bool:
    """A known host, and an Origin that is our own."""
    host = header(scope, "host")
    domain, _ = split_domain_port(host)
    is_known_host = bool(domain) and validate_host(domain, settings.ALLOWED_HOSTS)
    return is_known_host and is_own_origin(header(scope, "origin"), scheme_of(scope), host)


class OwnOriginOnly:
    """Refuses handshakes from pages of other sites."""

    def __init__(self, application: Any) -> None:
        self.application = application

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> Any:
        """Pass on or deny."""
        application = self.application if is_allowed(scope) else WebsocketDenier()
        return await application(scope, receive, send)
