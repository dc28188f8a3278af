"""The one way to write: a transaction that holds the room, checks this process's snapshot, and announces on commit."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import transaction
from django.utils import timezone

from games import announce
from games.models import Room
from games.services.faults import Missing, NotAllowedNow
from games.services.tables import TABLES, Table, read_table


@dataclass
class Change:
    """A room held by the present transaction."""

    room: Room
    table: Table
    """The room as it was when the transaction began."""
    is_visible: bool = True
    """Whether anybody but the one who made it may see the change."""
    after: Table | None = None
    """The room after the change, where the writer knows it; otherwise it is read again."""
    is_made: bool = True
    """False where it turned out that nothing is to be changed."""


@contextmanager
def changing(code: str, *, even_closed: bool = False) -> Iterator[Change]:
    """Hold the room with this code, and announce its new version when the change is committed."""
    with transaction.atomic():
        room = Room.objects.select_for_update().filter(code=code.strip().upper()).first()
        if room is None:
            raise Missing("NO_SUCH_ROOM")
        if room.is_closed and not even_closed:
            raise NotAllowedNow("ROOM_CLOSED")
        change = Change(room, held_table(room))
        yield change
        if change.is_made:
            store(change)


def held_table(room: Room) -> Table:
    """The snapshot of a room that is held: this process's own if no other has written since."""
    known = TABLES.get(room.pk)
    return known if known is not None and known.revision == room.revision else read_table(room)


def store(change: Change) -> None:
    """Count the change and tell of it after the commit."""
    room = change.room
    room.version += change.is_visible
    room.revision += 1
    room.active_at = timezone.now()
    room.save(update_fields=[*CHANGEABLE, "version", "revision", "active_at"])
    after = change.after
    if after is not None:
        transaction.on_commit(lambda: TABLES.put(after))
    announce.room_changed(room.pk, room.version, room.revision)


CHANGEABLE = ("kind", "edition", "variants", "options", "host", "is_closed")
