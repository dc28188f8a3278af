"""What a request says of its host and its sender, and what every template may use."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.exceptions import DisallowedHost
from django.http import HttpRequest
from django.utils.translation import get_language, get_language_info

from games.services.addresses import client_address, public_origin


def host_of(request: HttpRequest) -> str:
    """The host that was asked for; nothing if it is none of ours, which a page may have to say."""
    try:
        return request.get_host()
    except DisallowedHost:
        return ""


def address_of(request: HttpRequest) -> str:
    """Where the request comes from."""
    return client_address(request.META.get("REMOTE_ADDR", ""), request.headers.get("X-Forwarded-For", ""))


def visitor_of(request: HttpRequest) -> str:
    """The browser that asks."""
    return str(request.visitor)  # type: ignore[attr-defined]


def page(request: HttpRequest) -> dict[str, Any]:
    """Languages to choose from, and the address to share."""
    return {
        "languages": [(code, get_language_info(code)["name_local"].capitalize()) for code, _ in settings.LANGUAGES],
        "current_language": get_language() or settings.LANGUAGE_CODE,
        "origin": public_origin(request.scheme or "http", host_of(request)),
    }
