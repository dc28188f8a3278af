"""What every page goes through: headers, language, visitor, and faults turned into pages in words."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping

from django.conf import settings
from django.db import Error as DatabaseError
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import patch_vary_headers

from games.engine import EngineFault, MalformedMove
from games.services import faults, troubles
from games.services.guessing import is_guess_within, refuse_guessers
from games.services.languages import choose_language
from games.services.visitors import new_visitor, read_visitor, signed
from games.web.context import address_of, host_of, visitor_of
from games.web.errors import fault_page, server_error

logger = logging.getLogger(__name__)

GetResponse = Callable[[HttpRequest], HttpResponse]

POLICY = "; ".join(
    (
        "default-src 'self'",
        "img-src 'self' data:",
        "connect-src 'self' {sockets}",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    )
)
PERMISSIONS = "camera=(), microphone=(), geolocation=(), payment=(), usb=()"


def security_headers(get_response: GetResponse) -> GetResponse:
    """A strict content policy: no inline script or style, nothing from other hosts."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        scheme = "wss" if request.is_secure() else "ws"
        response.headers.setdefault("Content-Security-Policy", POLICY.format(sockets=f"{scheme}://{host_of(request)}"))
        response.headers.setdefault("Permissions-Policy", PERMISSIONS)
        return response

    return middleware


def language(get_response: GetResponse) -> GetResponse:
    """The page's language: the cookie's, else the best the browser asks for."""

    def middleware(request: HttpRequest) -> HttpResponse:
        chosen = choose_language(
            request.COOKIES.get(settings.LANGUAGE_COOKIE_NAME, ""), request.headers.get("Accept-Language", "")
        )
        with translation.override(chosen):
            request.LANGUAGE_CODE = chosen
            response = get_response(request)
        response.headers.setdefault("Content-Language", chosen)
        patch_vary_headers(response, ("Accept-Language", "Cookie"))
        return response

    return middleware


def visitor(get_response: GetResponse) -> GetResponse:
    """Every browser that loads a page of ours is known by one signed cookie."""

    def middleware(request: HttpRequest) -> HttpResponse:
        known = read_visitor(request.COOKIES)
        request.visitor = known or new_visitor()  # type: ignore[attr-defined]
        response = get_response(request)
        if not known and response.status_code < 500 and not request.path.startswith(VISITORLESS):
            response.set_cookie(
                settings.VISITOR_COOKIE_NAME,
                signed(request.visitor),  # type: ignore[attr-defined]
                max_age=settings.VISITOR_COOKIE_AGE,
                httponly=True,
                samesite="Lax",
                secure=settings.UNDER_TLS,
            )
        return response

    return middleware


VISITORLESS = ("/static/", "/healthz", "/metrics", "/admin/", "/sw.js", "/manifest.webmanifest")

STATUS: tuple[tuple[type[Exception], int], ...] = (
    (MalformedMove, 400),
    (faults.Malformed, 400),
    (faults.Forbidden, 403),
    (faults.Missing, 404),
    (faults.Conflict, 409),
    (faults.TooMany, 429),
    (faults.ServiceFault, 422),
    (EngineFault, 422),
)


class FaultsInWords:
    """A refusal becomes a page with its status and a sentence; it is never a 500."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Nothing to do on the way."""
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, named: Mapping[str, str]
    ) -> HttpResponse | None:
        """Who has guessed too many codes is told nothing of rooms that are not theirs."""
        if "code" in named:
            try:
                refuse_guessers(address=address_of(request), visitor=visitor_of(request), code=named["code"])
            except faults.TooMany as fault:
                return fault_page(request, 429, fault.code, fault.facts)
        return None

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        """The page for a fault; None leaves what is no fault of the visitor to Django."""
        if isinstance(fault, DatabaseError):
            is_passing = troubles.note(logger, "the database did not do what a page asked", fault)
            return fault_page(request, 503, "TRY_AGAIN", {}) if is_passing else server_error(request)
        if is_guess(fault) and not is_guess_within(address_of(request)):
            fault = faults.TooMany("TOO_MANY")
        status = next((status for kind, status in STATUS if isinstance(fault, kind)), None)
        if status is None or not isinstance(fault, faults.ServiceFault | EngineFault):
            return None
        return fault_page(request, status, str(fault.code), fault.facts)


def is_guess(fault: Exception) -> bool:
    """Whether somebody asked for a room that does not exist, at whatever address: that is how codes are guessed."""
    return isinstance(fault, faults.Missing) and fault.code == "NO_SUCH_ROOM"
