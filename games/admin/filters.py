"""Filters over finished games. Their choices are known without asking the database, which may hold a great many."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date
from typing import Any

from django.contrib import admin
from django.contrib.admin.views.main import ChangeList
from django.db.models import Count, Exists, OuterRef, QuerySet
from django.http import HttpRequest
from django.utils.dates import MONTHS
from django.utils.translation import gettext_lazy as _

from games.engine import KINDS
from games.models import Game, ReviewNote
from games.screens.catalogue import SCREENS

Choices = list[tuple[str, Any]]


class KindFilter(admin.SimpleListFilter):
    """Which game."""

    title = _("game")
    parameter_name = "kind"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        """Every kind there is."""
        return [(slug, SCREENS[slug].name()) for slug in KINDS]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Games of the chosen kind."""
        return queryset.filter(kind=self.value()) if self.value() in KINDS else queryset


class EditionFilter(admin.SimpleListFilter):
    """Which box."""

    title = _("edition")
    parameter_name = "edition"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        """Every edition of every kind."""
        return [
            (f"{slug}.{edition}", f"{SCREENS[slug].name()}: {SCREENS[slug].edition_name(edition)}")
            for slug, kind in KINDS.items()
            for edition in kind.info.editions
        ]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Games of the chosen edition."""
        kind, _dot, edition = (self.value() or "").partition(".")
        return queryset.filter(kind=kind, edition=edition) if edition else queryset


class VariantFilter(admin.SimpleListFilter):
    """With which variant."""

    title = _("variant")
    parameter_name = "variant"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        """Every variant by its first name, and none."""
        names: dict[str, str] = {}
        for slug, kind in KINDS.items():
            for edition in kind.info.editions.values():
                for variant in edition.variants:
                    names.setdefault(variant, SCREENS[slug].variant_name(edition.slug, variant))
        return [("none", _("without")), *names.items()]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Games with the chosen variant alone."""
        chosen = self.value()
        if not chosen:
            return queryset
        return queryset.filter(variants=[] if chosen == "none" else [chosen])


class PlayersFilter(admin.SimpleListFilter):
    """How many played."""

    title = _("players")
    parameter_name = "players"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        """Every number that some edition allows."""
        editions = (edition for kind in KINDS.values() for edition in kind.info.editions.values())
        counts = sorted({seats for edition in editions for seats in edition.seats})
        return [(str(count), str(count)) for count in counts]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Games of so many."""
        value = self.value() or ""
        return queryset.filter(players=int(value)) if value.isascii() and value.isdigit() else queryset


class YesNoFilter(admin.SimpleListFilter):
    """A yes-or-no question; subclasses say which column answers it."""

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        """Yes or no."""
        return [("yes", _("Yes")), ("no", _("No"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Games with the chosen answer."""
        if self.value() not in ("yes", "no"):
            return queryset
        return self.answered(queryset, is_so=self.value() == "yes")

    def answered(self, queryset: QuerySet[Any], *, is_so: bool) -> QuerySet[Any]:
        """Games of which it is so, or not so."""
        return queryset.filter(**{str(self.parameter_name): is_so})


class BotsFilter(YesNoFilter):
    """Whether bots took part."""

    title = _("with bots")
    parameter_name = "with_bots"


class ReplacedFilter(YesNoFilter):
    """Whether a bot had to play for somebody."""

    title = _("replaced seats")
    parameter_name = "was_replaced"


class UnusualFilter(YesNoFilter):
    """Whether something about it is unusual."""

    title = _("unusual")
    parameter_name = "is_unusual"


class AbandonedFilter(YesNoFilter):
    """Whether the table ended it early."""

    title = _("abandoned")
    parameter_name = "abandoned"

    def answered(self, queryset: QuerySet[Any], *, is_so: bool) -> QuerySet[Any]:
        """By the status."""
        return queryset.filter(status=Game.Status.ABANDONED if is_so else Game.Status.OVER)


class FlaggedFilter(YesNoFilter):
    """Whether a reviewer flagged it."""

    title = _("flagged")
    parameter_name = "flagged"

    def answered(self, queryset: QuerySet[Any], *, is_so: bool) -> QuerySet[Any]:
        """By its notes."""
        flags = ReviewNote.objects.filter(is_flagged=True)
        if is_so:
            return queryset.filter(pk__in=flags.values("game"))
        return queryset.filter(~Exists(flags.filter(game=OuterRef("pk"))))


class DayFilter(admin.SimpleListFilter):
    """Year, then month, then day; counted from a small index, because rows of games are large."""

    title = _("date")
    parameter_name = "when"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Choices:
        """The days there are; what is shown of them is made in `choices`."""
        games = Game.objects.exclude(status=Game.Status.RUNNING).exclude(ended_on=None).order_by()
        self._days: dict[date, int] = dict(games.values_list("ended_on").annotate(Count("pk")))
        return [(str(day), day) for day in self._days]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Games that ended then."""
        days = [day for day in self._days if str(day).startswith(self._chosen)]
        return queryset.filter(ended_on__range=(min(days), max(days))) if self._chosen and days else queryset

    @property
    def _chosen(self) -> str:
        return self.value() or ""

    def choices(self, changelist: ChangeList) -> Iterator[Any]:
        """All dates, the way back, and the next finer places with how many games each holds."""
        yield self._choice(changelist, "", _("All dates"), is_selected=not self._chosen)
        parts = self._chosen.split("-") if self._chosen else []
        for depth in range(1, len(parts) + 1):
            value = "-".join(parts[:depth])
            yield self._choice(changelist, value, _label(value), is_selected=depth == len(parts))
        for value, count in self._finer(len(parts)):
            yield self._choice(changelist, value, f"{_label(value)} ({count})", is_selected=False)

    def _finer(self, depth: int) -> Iterable[tuple[str, int]]:
        if depth > 2:
            return ()
        counts: dict[str, int] = {}
        for day, count in self._days.items():
            if str(day).startswith(self._chosen):
                value = str(day)[: (4, 7, 10)[depth]]
                counts[value] = counts.get(value, 0) + count
        return sorted(counts.items(), reverse=True)

    def _choice(self, changelist: ChangeList, value: str, label: Any, *, is_selected: bool) -> dict[str, Any]:
        address = (
            changelist.get_query_string({str(self.parameter_name): value})
            if value
            else changelist.get_query_string(remove=[str(self.parameter_name)])
        )
        return {"selected": is_selected, "query_string": address, "display": label}


def _label(value: str) -> str:
    """ "2026", "March 2026", "14"."""
    parts = value.split("-")
    if len(parts) == 1:
        return parts[0]
    if len(parts) == 2:
        return f"{MONTHS.get(int(parts[1]), parts[1])} {parts[0]}"
    return str(int(parts[2]))


GAME_FILTERS = (
    DayFilter,
    KindFilter,
    EditionFilter,
    VariantFilter,
    PlayersFilter,
    BotsFilter,
    ReplacedFilter,
    AbandonedFilter,
    UnusualFilter,
    FlaggedFilter,
)
