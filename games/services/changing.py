"""The one way to write: a transaction that holds the room, checks this process's snapshot, and announces on commit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property

from django.db import transaction
from django.utils import timezone

from games import announce
from games.models import Room
from games.services import journal
from games.services.faults import Missing, NotAllowedNow
from games.services.following import followed
from games.services.journal import HeldRow
from games.services.tables import TABLES, Table, read_table

CHANGEABLE = ("kind", "edition", "variants", "options", "host", "is_closed")


@dataclass
class Change:
    """A room held by the present transaction."""

    row: HeldRow
    table: Table
    """The room as it was when the transaction began."""
    is_visible: bool = True
    """Whether anybody but the one who made it may see the change."""
    after: Table | None = None
    """The room after the change, where the writer knows it; otherwise it is read again."""
    is_more_than_a_move: bool = False
    """Whether a move is not all that changed: then other processes cannot follow by reading it alone."""
    is_made: bool = True
    """False where it turned out that nothing is to be changed."""

    @cached_property
    def room(self) -> Room:
        """The row as a model; what a writer changes in it is saved at the end. Moves never need it."""
        return Room.objects.get(pk=self.row.id)

    @property
    def version(self) -> int:
        """The room's version when this change is committed."""
        return self.row.version + (self.is_made and self.is_visible)

    @property
    def steps(self) -> int:
        """How far this change moves the room's revision."""
        return 2 if self.is_more_than_a_move else 1


@contextmanager
def changing(code: str, *, even_closed: bool = False) -> Iterator[Change]:
    """Hold the room with this code, and announce its new version when the change is committed."""
    with transaction.atomic():
        row = journal.hold_room(code.strip().upper())
        if row is None:
            raise Missing("NO_SUCH_ROOM")
        if row.is_closed and not even_closed:
            raise NotAllowedNow("ROOM_CLOSED")
        change = Change(row, held_table(row))
        yield change
        if change.is_made:
            store(change)


def held_table(row: HeldRow) -> Table:
    """The snapshot of a room that is held: this process's own if no other has written since."""
    known = TABLES.get(row.id)
    newest = followed(known) if known is not None and known.revision != row.revision else known
    if newest is not None and newest.revision == row.revision:
        return newest
    return read_table(Room.objects.get(pk=row.id), known)


def store(change: Change) -> None:
    """Count the change and tell of it after the commit."""
    if "room" in change.__dict__:
        change.room.save(update_fields=CHANGEABLE)
    visible = int(change.is_visible)
    journal.count_change(change.row.id, visible=visible, steps=change.steps, now=timezone.now())
    after = change.after
    if after is not None:
        transaction.on_commit(lambda: TABLES.put(after))
    announce.room_changed(change.row.id, change.version, change.row.revision + change.steps)
