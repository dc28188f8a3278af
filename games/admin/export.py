"""Downloads from the admin: one game or a selection, as JSON Lines or CSV. Running games pass through none of them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.core.handlers.asgi import ASGIRequest
from django.db.models import QuerySet
from django.http import HttpRequest, StreamingHttpResponse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.models import Game
from games.services import exporting


@dataclass(frozen=True, slots=True)
class Format:
    """One kind of file."""

    label: str | Promise
    ending: str
    content_type: str
    lines: Callable[[QuerySet[Game]], Iterator[str]]


FORMATS: Mapping[str, Format] = {
    "records": Format(_("Records (JSON Lines)"), "jsonl", "application/jsonl", exporting.json_lines),
    "bids": Format(_("Bids (CSV)"), "bids.csv", "text/csv; charset=utf-8", exporting.bids_csv),
    "sales": Format(_("Bought and sold (CSV)"), "sales.csv", "text/csv; charset=utf-8", exporting.trades_csv),
    "choices": Format(_("Sale choices (CSV)"), "choices.csv", "text/csv; charset=utf-8", exporting.choices_csv),
}


def download(request: HttpRequest, games: QuerySet[Game], what: str, name: str) -> StreamingHttpResponse:
    """The file, sent while it is being made."""
    chosen = FORMATS[what]
    lines = exporting.streamed(chosen.lines(games), is_async=isinstance(request, ASGIRequest))
    response = StreamingHttpResponse(lines, content_type=chosen.content_type)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.{chosen.ending}"'
    response.headers["Cache-Control"] = "no-store"
    return response


def export_action(what: str) -> Callable[[Any, HttpRequest, QuerySet[Game]], StreamingHttpResponse]:
    """The action of a list that exports what is ticked."""

    def action(model_admin: Any, request: HttpRequest, queryset: QuerySet[Game]) -> StreamingHttpResponse:
        return download(request, queryset, what, "games")

    action.__name__ = f"export_{what}"
    action.short_description = _("Export: %(what)s") % {"what": FORMATS[what].label}  # type: ignore[attr-defined]
    action.allowed_permissions = ("view",)  # type: ignore[attr-defined]
    return action


EXPORT_ACTIONS = tuple(export_action(what) for what in FORMATS)
