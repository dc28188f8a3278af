"""Pages that say in words what went wrong and what to do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render

from games.screens import words


def is_script(request: HttpRequest) -> bool:
    """Whether our own script asks, which shows the sentence on the page it is on."""
    return request.headers.get("X-Requested-With") == "live"


def fault_page(
    request: HttpRequest, status: int, code: str, facts: Mapping[str, Any], kind: str | None = None
) -> HttpResponse:
    """One refusal as a page, or as JSON for our script."""
    text = words.fault_sentence(code, facts, kind)
    if is_script(request):
        return JsonResponse({"code": code, "text": text}, status=status)
    parts = request.path.split("/")
    has_way_back = status != 404 and code != "ROOM_CLOSED"
    room = parts[2].upper() if len(parts) > 3 and parts[1] == "r" and has_way_back else ""
    context = {"status": status, "code": code, "sentence": text, "room": room}
    response = render(request, "games/error.html", context, status=status)
    response.headers["Cache-Control"] = "no-store"
    return response


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form from another site, or cookies switched off."""
    return fault_page(request, 403, "CSRF", {})


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    """No such page."""
    return fault_page(request, 404, "NO_SUCH_PAGE", {})


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Not for this visitor."""
    return fault_page(request, 403, "FORBIDDEN", {})


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Nothing anybody could mean."""
    return fault_page(request, 400, "BAD_REQUEST", {})


def server_error(request: HttpRequest) -> HttpResponse:
    """Our own fault."""
    return fault_page(request, 500, "SERVER_ERROR", {})
