"""Rooms that others have changed: those that are wanted together share a read, and one that is gone harms none."""

import asyncio

import pytest
from django.db import OperationalError

from games.live import reader, work
from games.live.reader import Reader
from games.services.faults import Missing
from games.services.tables import TABLES
from tests.builders import a_game

pytestmark = pytest.mark.django_db(transaction=True)


def games(count):
    return [a_game(3).room.pk for _ in range(count)]


@pytest.fixture
def reads(monkeypatch):
    """How many rooms each read brought."""
    sizes, read = [], reader.tables_by_id

    def counted(room_ids):
        sizes.append(len(room_ids))
        return read(room_ids)

    monkeypatch.setattr(reader, "tables_by_id", counted)
    return sizes


async def read_all(rooms):
    one = Reader()
    return await asyncio.gather(*map(one.read, rooms), return_exceptions=True)


async def test_rooms_wanted_together_share_a_read(reads):
    rooms = await work.in_thread(lambda: games(3))

    tables = await read_all([*rooms, rooms[0]])

    assert [table.room_id for table in tables] == [*rooms, rooms[0]]
    assert reads == [3]


async def test_a_room_that_is_gone_is_missing_and_harms_no_other(reads):
    (room,) = await work.in_thread(lambda: games(1))

    found, gone = await read_all([room, room + 1000])

    assert found.room_id == room
    assert isinstance(gone, Missing)


async def test_a_read_that_fails_is_told_to_all_and_the_next_one_works(monkeypatch, reads):
    rooms = await work.in_thread(lambda: games(2))
    one = Reader()

    def away(_rooms):
        raise OperationalError("the database is away")

    with monkeypatch.context() as patched:
        patched.setattr(reader, "tables_by_id", away)
        answers = await asyncio.gather(*map(one.read, rooms), return_exceptions=True)

    assert [type(answer) for answer in answers] == [OperationalError, OperationalError]
    assert (await one.read(rooms[0])).room_id == rooms[0]


async def test_what_was_read_is_kept_for_this_process(reads):
    rooms = await work.in_thread(lambda: games(2))
    TABLES.clear()

    tables = await read_all(rooms)

    assert [TABLES.get(room) for room in rooms] == tables
