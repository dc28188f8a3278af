"""Rooms that others have changed: those that are wanted together share a read, and one that is gone harms none."""

import asyncio
from functools import partial

import pytest
from django.db import OperationalError

from games.live import reader, work
from games.live.reader import Reader
from games.services import lobby
from games.services.faults import Missing
from games.services.queries import table_by_id
from games.services.tables import TABLES, read_table
from tests.builders import a_game

pytestmark = pytest.mark.django_db(transaction=True)


def games(count):
    """Rooms that this process knows nothing of."""
    rooms = [a_game(3).room.pk for _ in range(count)]
    TABLES.clear()
    return rooms


WAYS = ("tables_by_id", "tables_read_anew")
"""To read rooms on a thread: each database has its own."""


@pytest.fixture
def reads(monkeypatch):
    """How many rooms each read brought."""
    sizes = []

    def counted(read, room_ids):
        sizes.append(len(room_ids))
        return read(room_ids)

    for way in WAYS:
        monkeypatch.setattr(reader, way, partial(counted, getattr(reader, way)))
    return sizes


@pytest.fixture
def one():
    """A reader, which lets go of the database at the end."""
    made = Reader()
    yield made
    made.close()


async def read_all(one, rooms):
    return await asyncio.gather(*map(one.read, rooms), return_exceptions=True)


async def test_rooms_wanted_together_share_a_read(one, reads):
    rooms = await work.in_thread(lambda: games(3))

    tables = await read_all(one, [*rooms, rooms[0]])

    assert [table.room_id for table in tables] == [*rooms, rooms[0]]
    assert reads == [3]


async def test_a_room_that_is_gone_is_missing_and_harms_no_other(one, reads):
    (room,) = await work.in_thread(lambda: games(1))

    found, gone = await read_all(one, [room, room + 1000])

    assert found.room_id == room
    assert isinstance(gone, Missing)


async def test_a_read_that_fails_is_told_to_all_and_the_next_one_works(one, monkeypatch, reads):
    rooms = await work.in_thread(lambda: games(2))

    def away(_rooms):
        raise OperationalError("the database is away")

    with monkeypatch.context() as patched:
        for way in WAYS:
            patched.setattr(reader, way, away)
        answers = await asyncio.gather(*map(one.read, rooms), return_exceptions=True)

    assert [type(answer) for answer in answers] == [OperationalError, OperationalError]
    assert (await one.read(rooms[0])).room_id == rooms[0]


async def test_what_was_read_is_kept_for_this_process(one, reads):
    rooms = await work.in_thread(lambda: games(2))

    tables = await read_all(one, rooms)

    assert [TABLES.get(room) for room in rooms] == tables


def moved_elsewhere(evening, moves, *, change=None):
    """Another process makes moves, and what `change` does; this one keeps the copy that it has."""
    old = table_by_id(evening.room.pk)
    for number in range(moves):
        seat = evening.on_turn()
        evening.move(seat, evening.legal(seat)[0], key=f"elsewhere{number}")
    if change is not None:
        change(evening)
    TABLES.forget(old.room_id)
    TABLES.put(old)


def hand_over(evening):
    lobby.hand_over(code=evening.code, visitor=evening.host, player=evening.player("Bob").pk)


@pytest.mark.parametrize("moves", [0, 1, 3])
@pytest.mark.parametrize("change", [None, hand_over])
@pytest.mark.parametrize("options", [{}, {"clock": 30}])
async def test_what_others_did_is_read_whatever_it_was(one, moves, change, options):
    evening = await work.in_thread(lambda: a_game(3, **options))
    await work.in_thread(lambda: moved_elsewhere(evening, moves, change=change))

    read = await one.read(await work.in_thread(lambda: evening.room.pk))

    assert read == await work.in_thread(lambda: read_table(evening.room))
    assert read.play.length == moves


async def test_rooms_that_moved_and_rooms_that_changed_are_read_together(one):
    evenings = await work.in_thread(lambda: [a_game(3) for _ in range(3)])
    for evening, change in zip(evenings, (None, hand_over, None), strict=True):
        await work.in_thread(lambda evening=evening, change=change: moved_elsewhere(evening, 2, change=change))
    rooms = await work.in_thread(lambda: [evening.room.pk for evening in evenings])

    read = await read_all(one, [*rooms, rooms[-1] + 1000])

    assert read[:3] == await work.in_thread(lambda: [read_table(evening.room) for evening in evenings])
    assert isinstance(read[3], Missing)
