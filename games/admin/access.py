"""Who may see and do what in the admin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib import admin
from django.http import HttpRequest

if TYPE_CHECKING:
    PlainAdmin = admin.ModelAdmin[Any]
else:
    PlainAdmin = admin.ModelAdmin

REVIEW = "games.view_game"
"""The one permission that is enough to review."""


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows that are looked at and never touched."""

    filterable: ClassVar[frozenset[str]] = frozenset()
    """Lookups that an address may filter by, beyond the filters shown; Django would allow every column."""

    list_per_page = 50
    show_full_result_count = False
    sortable_by: ClassVar[tuple[str, ...]] = ()

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Nothing is made here."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing is changed here."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Nothing is deleted here: rooms are purged as a whole."""
        return False

    def lookup_allowed(self, lookup: str, value: Any, request: HttpRequest | None = None) -> bool:
        """Only what is listed: an address that filters by a hidden column would tell what is in it."""
        return lookup in self.filterable or lookup in self._filters_shown

    @property
    def _filters_shown(self) -> frozenset[str]:
        """Parameters that the list's own filters read and take out of the address."""
        return frozenset(str(getattr(each, "parameter_name", "")) for each in self.list_filter)


class ReviewAdmin(ReadOnlyAdmin):
    """What belongs to games: seen by everybody who may review."""

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """One permission for the whole of a review."""
        return bool(request.user.has_perm(REVIEW))

    def has_module_permission(self, request: HttpRequest) -> bool:
        """Reviewers see these lists on the first page."""
        return bool(request.user.has_perm(REVIEW))
