"""Finished games for reviewers, and running ones as an onlooker sees them."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.contrib.admin.utils import unquote
from django.core.exceptions import PermissionDenied
from django.db.models import Exists, OuterRef, Prefetch, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin import dashboard
from games.admin.access import ReviewAdmin
from games.admin.export import EXPORT_ACTIONS, FORMATS, download
from games.admin.filters import GAME_FILTERS, EditionFilter, KindFilter, PlayersFilter
from games.models import Game, Incident, PlayedMove, ReviewNote, Room, RunningGame, Seat
from games.screens.catalogue import SCREENS
from games.screens.replay import replay_page
from games.services.review import seats_of

ODDITIES = {
    "shared": _("shared victory"),
    "refusals": _("many refused moves"),
    "timeouts": _("many time-outs"),
    "fast": _("faster than people read"),
}

MOST_FOUND = 1000
"""Seats that a search by name looks at; the rest is older."""

FRAMED = "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'self'"
"""The one page that may stand in a frame of our own."""


class GameDescription:
    """Columns that finished and running games share."""

    @admin.display(description=_("game"), ordering="kind")
    def kind_name(self, game: Game) -> str:
        """What was played."""
        return SCREENS[game.kind].name()

    @admin.display(description=_("edition"))
    def edition_name(self, game: Game) -> str:
        """Which box."""
        return SCREENS[game.kind].edition_name(game.edition)

    @admin.display(description=_("variant"))
    def variant_names(self, game: Game) -> str:
        """With which variants."""
        return ", ".join(SCREENS[game.kind].variant_name(game.edition, variant) for variant in game.variants) or "–"

    @admin.display(description=_("seats"))
    def seat_names(self, game: Game) -> str:
        """Who sits where; bots by their slug."""
        return ", ".join(f"{seat.name} ({seat.bot})" if seat.bot else seat.name for seat in seats_of(game))


@admin.register(Game)
class GameAdmin(GameDescription, ReviewAdmin):
    """Finished games, the newest first."""

    list_display = (
        "__str__",
        "kind_name",
        "edition_name",
        "variant_names",
        "players",
        "winner",
        "length",
        "duration",
        "ended_at",
        "remarks",
    )
    list_filter = GAME_FILTERS
    search_fields = ("room__code",)
    search_help_text = _("The code of a room, or part of a player's name")
    ordering = ("-ended_at",)
    sortable_by = ("ended_at",)
    actions = EXPORT_ACTIONS
    change_form_template = "admin/games/game/change_form.html"
    change_list_template = "admin/games/game/change_list.html"
    fields = (
        ("room", "number", "status"),
        ("kind_name", "edition_name", "variant_names"),
        ("started_at", "ended_at", "duration"),
        ("players", "winner", "length"),
        ("with_bots", "was_replaced", "is_imported"),
        "remarks",
        "options",
        "commitment",
    )
    readonly_fields: ClassVar = (
        *("room", "number", "status", "kind_name", "edition_name", "variant_names", "started_at", "ended_at"),
        *("duration", "players", "winner", "length", "with_bots", "was_replaced", "is_imported", "remarks"),
        *("options", "commitment"),
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[Game]:
        """Finished games alone, without their states, with what the list shows."""
        flagged = ReviewNote.objects.filter(game=OuterRef("pk"), is_flagged=True)
        games: QuerySet[Game] = super().get_queryset(request)
        return (
            games.exclude(status=Game.Status.RUNNING)
            .defer("opening", "state", "trades", "advice")
            .select_related("room")
            .prefetch_related("seats")
            .annotate(is_flagged=Exists(flagged))
        )

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Game], search_term: str
    ) -> tuple[QuerySet[Game], bool]:
        """By the room's code, else by part of a name at the table: the newest such games."""
        term = search_term.strip()
        if not term:
            return queryset, False
        room = Room.objects.filter(code=term.upper()).first()
        if room is not None:
            return queryset.filter(room=room), False
        named = Seat.objects.filter(name__icontains=term).order_by("-game_id").values_list("game_id", flat=True)
        return queryset.filter(pk__in=set(named[:MOST_FOUND])), False

    @admin.display(description=_("winner"))
    def winner(self, game: Game) -> str:
        """Or winners."""
        return ", ".join(seat.name for seat in seats_of(game) if seat.rank == 1) or "–"

    @admin.display(description=_("duration"))
    def duration(self, game: Game) -> str:
        """In minutes."""
        if game.ended_at is None:
            return "–"
        return f"{max(1, round((game.ended_at - game.started_at).total_seconds() / 60))} min"

    @admin.display(description=_("remarks"))
    def remarks(self, game: Any) -> str:
        """What a reviewer should see at once."""
        words = [str(ODDITIES.get(word, word)) for word in game.oddities]
        if game.status == Game.Status.ABANDONED:
            words.append(str(Game.Status.ABANDONED.label))
        if game.was_replaced:
            words.append(str(_("replaced seats")))
        if getattr(game, "is_flagged", False):
            words.append(f"⚑ {_('flagged')}")
        return ", ".join(words)

    # The pages beside the list

    def get_urls(self) -> list[URLPattern]:
        """The dashboard, and for each game its replay in a frame and its files."""
        wrap = self.admin_site.admin_view
        return [
            path("dashboard/", wrap(self.dashboard_view), name="games_dashboard"),
            path("<path:object_id>/replay/", wrap(self.replay_view), name="games_game_replay"),
            path("<path:object_id>/export/<str:what>/", wrap(self.export_view), name="games_game_export"),
            *super().get_urls(),
        ]

    def dashboard_view(self, request: HttpRequest) -> HttpResponse:
        """All games in figures."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        context = {**self.admin_site.each_context(request), **dashboard.context()}
        return render(request, "admin/games/dashboard.html", context)

    def replay_view(self, request: HttpRequest, object_id: str) -> HttpResponse:
        """The replay for the frame of the game's page."""
        game = self._game(request, object_id)
        base = reverse("admin:games_game_replay", args=[game.pk])
        page = replay_page(game, step=request.GET.get("step", ""), view=request.GET.get("view", "all"), base=base)
        context = {"replay": page, "stylesheets": [SCREENS[game.kind].stylesheet]}
        response = render(request, "admin/games/game/replay.html", context)
        response.headers["Content-Security-Policy"] = FRAMED
        response.headers["X-Frame-Options"] = "SAMEORIGIN"
        response.headers["Cache-Control"] = "no-store"
        return response

    def export_view(self, request: HttpRequest, object_id: str, what: str) -> HttpResponseBase:
        """One game as a file."""
        game = self._game(request, object_id)
        if what not in FORMATS:
            raise Http404
        return download(request, Game.objects.filter(pk=game.pk), what, f"{game.room.code}-{game.number}")

    def _game(self, request: HttpRequest, object_id: str) -> Game:
        if not self.has_view_permission(request):
            raise PermissionDenied
        game = self.get_object(request, unquote(object_id))
        if game is None:
            raise Http404
        return game

    def get_object(self, request: HttpRequest, object_id: str, from_field: str | None = None) -> Game | None:
        """Read once per request, by its id alone."""
        known: dict[str, Game | None] = request.__dict__.setdefault("_reviewed_games", {})
        if object_id not in known:
            is_id = object_id.isascii() and object_id.isdigit() and len(object_id) < 19
            games = self.get_queryset(request).defer(None)
            known[object_id] = games.filter(pk=int(object_id)).first() if is_id else None
        return known[object_id]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """The page of a game: seats, bids, sale choices, other moves, incidents, notes, and its replay."""
        game = self._game(request, object_id)
        moves = list(PlayedMove.objects.filter(game=game).defer("events", "fields", "key").order_by("number"))
        names = {seat.number: seat.name for seat in seats_of(game)}
        for move in moves:
            move.seat_name = names.get(move.seat, "")  # type: ignore[attr-defined]
        context = {
            "seats": seats_of(game),
            "bids": [move for move in moves if move.move in ("bid", "pass")],
            "choices": [move for move in moves if move.move == "seal"],
            "other_moves": [move for move in moves if move.move not in ("bid", "pass", "seal")],
            "incidents": Incident.objects.filter(game=game).order_by("pk"),
            "notes": ReviewNote.objects.filter(game=game).select_related("author").order_by("pk"),
            "formats": [(what, each.label) for what, each in FORMATS.items()],
            "may_note": request.user.has_perm("games.add_reviewnote"),
            "page": f"/r/{game.room.code}/games/{game.number}/",
            "title": str(game),
        }
        return super().change_view(request, object_id, form_url, {**(extra_context or {}), **context})


@admin.register(RunningGame)
class RunningGameAdmin(GameDescription, ReviewAdmin):
    """Games under way: what an onlooker may know, read without any other column."""

    list_display = ("__str__", "kind_name", "edition_name", "variant_names", "seat_names", "started_at", "watch")
    list_filter = (KindFilter, EditionFilter, PlayersFilter)
    search_fields = ("room__code",)
    search_help_text = _("The code of a room")
    ordering = ("-pk",)
    fields = ("room", "number", "kind_name", "edition_name", "variant_names", "seat_names", "started_at", "commitment")
    readonly_fields = fields
    public = (
        "pk",
        "room__code",
        "number",
        "kind",
        "edition",
        "variants",
        "players",
        "status",
        "started_at",
        "commitment",
    )

    def get_queryset(self, request: HttpRequest) -> QuerySet[RunningGame]:
        """The public columns of running games."""
        seats = Seat.objects.only("game_id", "number", "name", "bot")
        running = super().get_queryset(request).filter(status=Game.Status.RUNNING)
        return running.only(*self.public).select_related("room").prefetch_related(Prefetch("seats", seats))

    @admin.display(description=_("seats"))
    def seat_names(self, game: Game) -> str:
        """Who sits where."""
        return super().seat_names(game)

    @admin.display(description=_("watch"))
    def watch(self, game: Game) -> SafeString:
        """The table screen, as everybody may open it."""
        return format_html('<a href="/r/{}/table/">{}</a>', game.room.code, _("table screen"))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[RunningGame], search_term: str
    ) -> tuple[QuerySet[RunningGame], bool]:
        """By the room's code."""
        term = search_term.strip()
        return (queryset.filter(room__code=term.upper()) if term else queryset), False
