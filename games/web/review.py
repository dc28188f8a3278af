"""Pages of finished games: the game, its replay, its files, and a room's evening. Whoever has the link may look."""

from __future__ import annotations

from collections.abc import Iterator

from django.core.handlers.asgi import ASGIRequest
from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.models import Game
from games.screens.advice import advice_html
from games.screens.catalogue import SCREENS
from games.screens.evening import evening_html
from games.screens.finished import finished_page
from games.screens.preview import preview_of
from games.screens.replay import replay_page
from games.services import analysis, exporting
from games.services.review import evening_games, finished_game
from games.services.tables import room_by_code
from games.web.views import private


@require_safe
def game_page(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """A finished game: result, story, the deal proven, and its files."""
    game = finished_game(code, number)
    context = {
        **about(game),
        "page": finished_page(game),
        "advice": advice_html(game, analysis.advice_for(game)),
        "has_record": game.status == Game.Status.OVER,
    }
    return private(render(request, "games/game.html", context))


@require_safe
def game_replay(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """One step of the replay, told without what comes after it."""
    game = finished_game(code, number)
    base = reverse("game_replay", args=[game.room.code, game.number])
    page = replay_page(game, step=request.GET.get("step", ""), view=request.GET.get("view", ""), base=base)
    return private(render(request, "games/replay.html", {**about(game), "replay": page}))


@require_safe
def game_bids(request: HttpRequest, code: str, number: int) -> HttpResponseBase:
    """Every bid and pass as CSV."""
    game = finished_game(code, number)
    lines = exporting.bids_csv(Game.objects.filter(pk=game.pk))
    return csv_file(request, lines, f"{game.room.code}-{game.number}-bids.csv")


@require_safe
def game_sales(request: HttpRequest, code: str, number: int) -> HttpResponseBase:
    """What was bought and sold as CSV."""
    game = finished_game(code, number)
    lines = exporting.trades_csv(Game.objects.filter(pk=game.pk))
    return csv_file(request, lines, f"{game.room.code}-{game.number}-sales.csv")


def csv_file(request: HttpRequest, lines: Iterator[str], name: str) -> HttpResponseBase:
    """A download."""
    streamed = exporting.streamed(lines, is_async=isinstance(request, ASGIRequest))
    response = StreamingHttpResponse(streamed, content_type="text/csv; charset=utf-8")
    response.headers["Content-Disposition"] = f'attachment; filename="{name}"'
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response


@require_safe
def game_text(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The game as plain text."""
    page = finished_page(finished_game(code, number))
    return private(HttpResponse(page.text, content_type="text/plain; charset=utf-8"))


@require_safe
def game_card(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """The picture for link previews; it never changes."""
    response = HttpResponse(preview_of(finished_game(code, number)), content_type="image/png")
    response.headers["Cache-Control"] = "public, max-age=86400"
    return response


@require_safe
def room_games(request: HttpRequest, code: str) -> HttpResponse:
    """The evening so far."""
    room = room_by_code(code)
    context = {"code": room.code, "evening": evening_html(evening_games(room))}
    return private(render(request, "games/evening.html", context))


def about(game: Game) -> dict[str, object]:
    """What every page of a game says."""
    screen = SCREENS[game.kind]
    return {
        "code": game.room.code,
        "number": game.number,
        "kind_name": screen.name(),
        "stylesheets": [screen.stylesheet],
        "base": reverse("game_page", args=[game.room.code, game.number]),
        "invitation": gettext("Watch this game step by step, without knowing how it ends."),
    }
