"""Incidents: time-outs, takeovers, claims; refusals of finished games only, because they tell what somebody holds."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.admin.access import ReviewAdmin
from games.models import Game, Incident


class WhatFilter(admin.SimpleListFilter):
    """What happened."""

    title = _("what")
    parameter_name = "what"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        """Every sort."""
        return list(Incident.What.choices)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        """Of the chosen sort."""
        return queryset.filter(what=self.value()) if self.value() in Incident.What.values else queryset


@admin.register(Incident)
class IncidentAdmin(ReviewAdmin):
    """What happened around games, the newest first."""

    filterable: ClassVar = frozenset({"game__exact", "game__id__exact", "game", "room__exact"})
    list_display = ("at", "room", "game", "seat", "what", "facts")
    list_display_links = None
    list_select_related = ("room", "game__room")
    list_filter = (WhatFilter,)
    search_fields = ("room__code__iexact",)
    search_help_text = _("The code of a room")
    ordering = ("-pk",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Incident]:
        """All but what only its own seat knows while the game runs."""
        secret = Q(what=Incident.What.REFUSAL, game__status=Game.Status.RUNNING)
        return super().get_queryset(request).exclude(secret)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Lists only."""
        return obj is None and super().has_view_permission(request, obj)
