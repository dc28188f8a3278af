"""Reads for pages, sockets and the admin; nothing here writes."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from contextlib import suppress

from games.models import Game, Player, Room
from games.services.faults import Missing
from games.services.following import all_followed, followed
from games.services.tables import TABLES, Table, read_table, room_by_code


def current_table(code: str) -> Table:
    """The room with this code as it is now."""
    return table_of(room_by_code(code))


def table_of(room: Room) -> Table:
    """The snapshot of this row's revision, from this process's copy or read anew."""
    known = TABLES.get(room.pk)
    if known is not None and known.revision == room.revision:
        return known
    return newer_table(known) or consistent_table(room)


def newer_table(known: Table | None) -> Table | None:
    """This process's copy after the moves of others since, if moves are all that happened."""
    table = followed(known) if known is not None else None
    if table is not None:
        TABLES.put(table)
    return table


def consistent_table(room: Room) -> Table:
    """Read until nothing changed meanwhile; cheaper than a transaction, which would hold up writers on SQLite."""
    while True:
        table = read_table(room, TABLES.get(room.pk))
        try:
            room.refresh_from_db()
        except Room.DoesNotExist:  # purged meanwhile
            raise Missing("NO_SUCH_ROOM") from None
        if table.revision == room.revision:
            TABLES.put(table)
            return table


def table_by_id(room_id: int) -> Table:
    """The room with this id as it is now."""
    table = tables_by_id([room_id])[room_id]
    if table is None:
        raise Missing("NO_SUCH_ROOM")
    return table


def tables_by_id(room_ids: Collection[int]) -> dict[int, Table | None]:
    """These rooms as they are now; None for one that is gone. Those that only moves have changed are read together."""
    known = [table for table in map(TABLES.get, room_ids) if table is not None]
    found = {table.room_id: table for table in all_followed(known) if table is not None}
    for table in found.values():
        TABLES.put(table)
    others = [room_id for room_id in room_ids if room_id not in found]
    return {**found, **tables_read_anew(others)} if others else {**found}


def tables_read_anew(room_ids: Collection[int]) -> dict[int, Table | None]:
    """The same for rooms of which it is known, or most likely, that more than moves has changed them."""
    found: dict[int, Table | None] = dict.fromkeys(room_ids)
    for room in Room.objects.filter(pk__in=room_ids):
        known = TABLES.get(room.pk)
        with suppress(Missing):  # purged since the line above: gone like those that it did not find
            is_current = known is not None and known.revision == room.revision
            found[room.pk] = known if is_current else consistent_table(room)
    return found


def versions(room_ids: Collection[int]) -> Mapping[int, tuple[int, int]]:
    """Version and revision of each of these rooms."""
    rows = Room.objects.filter(pk__in=room_ids).values_list("pk", "version", "revision")
    return {pk: (version, revision) for pk, version, revision in rows}


def finished_game(code: str, number: int) -> Game:
    """A finished or abandoned game; a running one is nobody's business here."""
    game = Game.objects.filter(room=room_by_code(code), number=number).exclude(status=Game.Status.RUNNING).first()
    if game is None:
        raise Missing("NO_SUCH_GAME")
    return game


def my_rooms(visitor: str, most: int = 5) -> list[Player]:
    """The rooms this browser is in, the latest first."""
    if not visitor:
        return []
    mine = Player.objects.filter(visitor=visitor, has_left=False, room__is_closed=False).select_related("room")
    return list(mine.order_by("-room__active_at")[:most])
