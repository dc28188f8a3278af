"""Bids and sale choices of finished games as lists of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar, cast

from django.contrib import admin
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import cached_property
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from games.admin.access import ReviewAdmin
from games.models import Bid, Game, PlayedMove, SaleChoice, Seat

MOST_PAGES = 200

if TYPE_CHECKING:
    AnyPaginator = Paginator[Any]
else:
    AnyPaginator = Paginator


class UncountedPaginator(AnyPaginator):
    """Millions of moves are not counted: a list ends after a fixed number of pages."""

    @cached_property
    def count(self) -> int:
        """As many as there are, up to the last page that is offered."""
        most = self.per_page * MOST_PAGES
        moves = cast("QuerySet[PlayedMove]", self.object_list)
        return len(moves.order_by().values_list("pk", flat=True)[:most])


class MoveAdmin(ReviewAdmin):
    """Moves of finished games, the newest first."""

    filterable: ClassVar = frozenset({"game__exact", "game__id__exact", "game", "seat__exact", "round__exact", "seat"})
    list_select_related = ("game__room",)
    list_display_links = None
    ordering = ("-pk",)
    paginator = UncountedPaginator
    search_help_text = _("The code of a room")
    search_fields = ("game__room__code__iexact",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[PlayedMove]:
        """No move of a running game is in any list."""
        return super().get_queryset(request).exclude(game__status=Game.Status.RUNNING)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Lists only: a single move has no page."""
        return obj is None and super().has_view_permission(request, obj)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[PlayedMove], search_term: str
    ) -> tuple[QuerySet[PlayedMove], bool]:
        """By the games of a room, found first: they are few."""
        if not search_term.strip():
            return queryset, False
        games = Game.objects.filter(room__code=search_term.strip().upper()).values_list("pk", flat=True)
        return queryset.filter(game__in=list(games)), False

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:
        """The names of a page's seats are read with one query."""
        response = super().changelist_view(request, extra_context)
        listed = getattr(response, "context_data", {}).get("cl")
        if listed is not None:
            games = {move.game_id for move in listed.result_list}
            seats = Seat.objects.filter(game__in=games).values_list("game_id", "number", "name")
            names = {(game, number): name for game, number, name in seats}
            for move in listed.result_list:
                move.seat_name = names.get((move.game_id, move.seat), "")
        return response

    @admin.display(description=_("game"))
    def game_link(self, move: Any) -> SafeString:
        """To the page of the game."""
        return format_html('<a href="{}">{}</a>', reverse("admin:games_game_change", args=[move.game_id]), move.game)

    @admin.display(description=_("seat"))
    def seat_shown(self, move: Any) -> str:
        """Number and name."""
        return f"{move.seat} {getattr(move, 'seat_name', '')}"

    @admin.display(description=_("thinking time"))
    def thought(self, move: Any) -> str:
        """In seconds."""
        return f"{move.thought_ms / 1000:.1f} s"


@admin.register(Bid)
class BidAdmin(MoveAdmin):
    """Every bid and pass."""

    list_display = ("game_link", "round", "seat_shown", "move", "amount", "house", "space", "by", "thought", "made_at")


@admin.register(SaleChoice)
class SaleChoiceAdmin(MoveAdmin):
    """Every house that was sealed."""

    list_display = ("game_link", "round", "seat_shown", "house", "cheque", "by", "thought", "made_at")
