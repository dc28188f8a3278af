"""Where a request comes from and which address it should be answered with, behind proxies or not."""

from __future__ import annotations

from urllib.parse import urlsplit

from django.conf import settings


def client_address(remote: str, forwarded_for: str) -> str:
    """The visitor's address; what proxies say counts only as far as they are trusted."""
    trusted: int = settings.TRUSTED_PROXIES
    hops = [hop.strip() for hop in forwarded_for.split(",") if hop.strip()]
    if not trusted or not hops:
        return remote
    return hops[max(0, len(hops) - trusted)]


def public_origin(scheme: str, host: str) -> str:
    """Scheme and host for links and QR codes: the public address where one is set."""
    return settings.PUBLIC_URL or f"{scheme}://{host}"


def is_own_origin(origin: str, scheme: str, host: str) -> bool:
    """Whether a page of this very site opens the socket: scheme, host and port must agree."""
    return normal(origin) in {normal(allowed) for allowed in own_origins(scheme, host)}


def own_origins(scheme: str, host: str) -> list[str]:
    """Origins whose pages are ours: the one asked for, the public one, and further ones that are configured."""
    configured = [settings.PUBLIC_URL] if settings.PUBLIC_URL else []
    return [f"{scheme}://{host}", *configured, *settings.ALLOWED_ORIGINS]


def normal(origin: str) -> tuple[str, str, int | None]:
    """Scheme, host and port of an origin, with the scheme's own port filled in."""
    try:
        parts = urlsplit(origin)
        port = parts.port or {"http": 80, "https": 443}.get(parts.scheme)
    except ValueError:
        return ("", "", None)
    return (parts.scheme, (parts.hostname or "").lower(), port)
