"""Rooms and players for those who run the site: close, reopen, hide a name, purge."""

from __future__ import annotations

from datetime import timedelta
from typing import Any, ClassVar

from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from games.admin.access import ReadOnlyAdmin
from games.models import Game, Player, Room
from games.screens.catalogue import SCREENS
from games.services import moderating, purging
from games.services.faults import NotAllowedNow


def running_games() -> QuerySet[Game]:
    """Games under way in the room of an outer query."""
    return Game.objects.filter(room=OuterRef("pk"), status=Game.Status.RUNNING)


class ClosedFilter(admin.SimpleListFilter):
    """Whether a room was closed."""

    title = _("closed")
    parameter_name = "closed"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Yes or no."""
        return [("yes", _("Yes")), ("no", _("No"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Rooms so."""
        return queryset.filter(is_closed=self.value() == "yes") if self.value() in ("yes", "no") else queryset


class UntouchedFilter(admin.SimpleListFilter):
    """For how long nothing has happened; rooms in play are left out, since a secret order also counts as a change."""

    title = _("untouched for")
    parameter_name = "untouched"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """A month, a season, a year."""
        return [("30", _("30 days")), ("90", _("90 days")), ("365", _("365 days"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Rooms as quiet as that."""
        if self.value() not in ("30", "90", "365"):
            return queryset
        before = timezone.now() - timedelta(days=int(str(self.value())))
        return queryset.filter(~Exists(running_games()), active_at__lt=before)


@admin.register(Room)
class RoomAdmin(ReadOnlyAdmin):
    """Rooms, the newest first."""

    list_display = ("code", "game_name", "created_at", "last_active", "games_played", "is_closed")
    list_filter = (ClosedFilter, UntouchedFilter)
    search_fields = ("code",)
    search_help_text = _("The code of a room, or part of a player's name")
    ordering = ("-pk",)
    fields = ("code", "game_name", "created_at", "last_active", "is_closed", "people", "games_listed")
    readonly_fields = fields
    actions = ("close_rooms", "reopen_rooms", "purge_rooms")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Room]:
        """With how many games were finished, and whether one runs."""
        finished = Game.objects.filter(room=OuterRef("pk")).exclude(status=Game.Status.RUNNING).order_by()
        counted = finished.values("room").annotate(count=Count("pk")).values("count")
        rooms: QuerySet[Room] = super().get_queryset(request)
        return rooms.annotate(finished=Coalesce(Subquery(counted), 0), is_playing=Exists(running_games()))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Room], search_term: str
    ) -> tuple[QuerySet[Room], bool]:
        """By code, or by a name in the room."""
        term = search_term.strip()
        if not term:
            return queryset, False
        named = Player.objects.filter(name__icontains=term).values("room")
        return queryset.filter(code=term.upper()) | queryset.filter(pk__in=named), False

    @admin.display(description=_("game"))
    def game_name(self, room: Room) -> str:
        """What it is set to play."""
        return SCREENS[room.kind].name()

    @admin.display(description=_("last active"))
    def last_active(self, room: Any) -> str:
        """The day; while a game runs nothing, since secret orders count too."""
        return gettext("playing now") if room.is_playing else room.active_at.date().isoformat()

    @admin.display(description=_("finished games"))
    def games_played(self, room: Any) -> int:
        """How many."""
        return int(room.finished)

    @admin.display(description=_("people"))
    def people(self, room: Room) -> SafeString:
        """Names, with the way to hide them."""
        players = room.players.order_by("order", "pk")
        return format_html_join(
            ", ",
            '<a href="{}">{}</a>{}',
            (
                (
                    f"{reverse('admin:games_player_changelist')}?q={room.code}",
                    player.name or "–",
                    f" ({player.bot})" if player.bot else "",
                )
                for player in players
            ),
        )

    @admin.display(description=_("games"))
    def games_listed(self, room: Room) -> SafeString:
        """Finished games lead to their pages; a running one is only named."""
        games = room.games.order_by("number").values_list("pk", "number", "status", "kind")[:200]
        return format_html_join(
            "",
            "<div>{}</div>",
            ((self._game_line(*game),) for game in games),
        )

    def _game_line(self, pk: int, number: int, status: str, kind: str) -> SafeString:
        name = SCREENS[kind].name()
        if status == Game.Status.RUNNING:
            return format_html("{} · {} · {}", number, name, Game.Status.RUNNING.label)
        address = reverse("admin:games_game_change", args=[pk])
        return format_html('<a href="{}">{} · {} · {}</a>', address, number, name, Game.Status(status).label)

    # What may be done

    def has_moderate_permission(self, request: HttpRequest) -> bool:
        """Closing and reopening."""
        return bool(request.user.has_perm("games.change_room"))

    def has_purge_permission(self, request: HttpRequest) -> bool:
        """Deleting for good."""
        return bool(request.user.has_perm("games.delete_room"))

    @admin.action(description=_("Close"), permissions=["moderate"])
    def close_rooms(self, request: HttpRequest, queryset: QuerySet[Room]) -> None:
        """Nobody can do anything there any more."""
        for room in queryset:
            moderating.close_room(code=room.code)
            self.log_change(request, room, "closed")

    @admin.action(description=_("Reopen"), permissions=["moderate"])
    def reopen_rooms(self, request: HttpRequest, queryset: QuerySet[Room]) -> None:
        """Let people go on."""
        for room in queryset:
            moderating.reopen_room(code=room.code)
            self.log_change(request, room, "reopened")

    @admin.action(description=_("Purge: delete with all games"), permissions=["purge"])
    def purge_rooms(self, request: HttpRequest, queryset: QuerySet[Room]) -> HttpResponse | None:
        """Ask once, then delete; the page names codes and numbers only."""
        if "confirmed" not in request.POST:
            return self._ask(request, queryset)
        rooms = list(queryset)
        try:
            purged = purging.purge_by_hand([room.pk for room in rooms])
        except NotAllowedNow:
            words = gettext("A game is running in one of these rooms: close the room first. Nothing was purged.")
            self.message_user(request, words, messages.ERROR)
            return None
        self.log_deletions(request, rooms)  # type: ignore[arg-type]  # a list does
        words = ngettext("%(count)s room was purged.", "%(count)s rooms were purged.", purged.rooms)
        self.message_user(request, words % {"count": purged.rooms}, messages.SUCCESS)
        return None

    def _ask(self, request: HttpRequest, queryset: QuerySet[Room]) -> HttpResponse:
        rooms = list(queryset[:500])
        context = {
            **self.admin_site.each_context(request),
            "title": gettext("Purge these rooms?"),
            "opts": self.model._meta,
            "rooms": [(room.pk, room.code, room.finished) for room in rooms],  # type: ignore[attr-defined]
            "chosen": request.POST.getlist(ACTION_CHECKBOX_NAME),
            "is_across": request.POST.get("select_across", "0"),
        }
        return TemplateResponse(request, "admin/games/room/purge.html", context)


@admin.register(Player)
class PlayerAdmin(ReadOnlyAdmin):
    """People in rooms: what everybody there sees of them, and no more."""

    filterable: ClassVar = frozenset({"room__exact", "room__id__exact"})
    list_display = ("name_shown", "room", "bot")
    list_display_links = None
    list_select_related = ("room",)
    search_fields = ("name",)
    search_help_text = _("Part of a name, or the code of a room")
    ordering = ("-pk",)
    actions = ("hide_names",)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Lists only: a player's row holds what nobody else may know."""
        return obj is None and super().has_view_permission(request, obj)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Player]:
        """Without anything that could be used in somebody's name."""
        return super().get_queryset(request).only("pk", "name", "bot", "room__code").select_related("room")

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Player], search_term: str
    ) -> tuple[QuerySet[Player], bool]:
        """By name, or everybody of a room."""
        term = search_term.strip()
        if not term:
            return queryset, False
        in_room = Room.objects.filter(code=term.upper()).values("pk")
        return queryset.filter(name__icontains=term) | queryset.filter(room__in=in_room), False

    @admin.display(description=_("name"))
    def name_shown(self, player: Player) -> str:
        """A device without a seat has none."""
        return player.name or "–"

    def has_hide_permission(self, request: HttpRequest) -> bool:
        """Hiding names."""
        return bool(request.user.has_perm("games.change_player"))

    @admin.action(description=_("Hide the name everywhere"), permissions=["hide"])
    def hide_names(self, request: HttpRequest, queryset: QuerySet[Player]) -> None:
        """Also in finished games and in what was told around them."""
        for player in queryset:
            moderating.hide_name(player_id=player.pk)
            player.name = moderating.HIDDEN_NAME
            self.log_change(request, player, "name hidden")
