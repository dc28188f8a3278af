"""Notes and flags of reviewers; the only thing of a review that is written."""

from __future__ import annotations

from typing import Any, ClassVar

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from games.models import Game, ReviewNote


@admin.register(ReviewNote)
class ReviewNoteAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Notes on finished games."""

    fields = ("game", "text", "is_flagged")
    autocomplete_fields = ("game",)
    list_display = ("game", "short_text", "is_flagged", "author", "at")
    list_select_related = ("game__room", "author")
    list_filter = ("is_flagged",)
    search_fields = ("text", "game__room__code__iexact")
    ordering = ("-pk",)
    list_per_page = 50
    allowed: ClassVar = frozenset({"is_flagged__exact", "game__exact", "game__id__exact"})

    def get_queryset(self, request: HttpRequest) -> QuerySet[ReviewNote]:
        """Notes are on finished games alone."""
        return super().get_queryset(request).exclude(game__status=Game.Status.RUNNING)

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Only what is listed."""
        return lookup in self.allowed

    def get_readonly_fields(self, request: HttpRequest, obj: ReviewNote | None = None) -> tuple[str, ...]:
        """A note stays with its game."""
        return ("game",) if obj else ()

    def formfield_for_foreignkey(self, db_field: Any, request: HttpRequest, **kwargs: Any) -> Any:
        """No note on a game that still runs."""
        if db_field.name == "game":
            kwargs["queryset"] = Game.objects.exclude(status=Game.Status.RUNNING).defer("opening", "state")
        return super().formfield_for_foreignkey(db_field, request, **kwargs)

    def save_model(self, request: HttpRequest, obj: ReviewNote, form: Any, change: bool) -> None:
        """Whoever writes it is its author."""
        if not change:
            obj.author_id = request.user.pk
        super().save_model(request, obj, form, change)

    @admin.display(description=_("note"))
    def short_text(self, note: ReviewNote) -> str:
        """The beginning."""
        return note.text[:80]
