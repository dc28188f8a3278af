"""Beats, presence and the comparison of versions go on for as long as the process lives, whatever one of them meets."""

import asyncio
import logging

import pytest
from django.db import IntegrityError, OperationalError

from games.live import housekeeping
from games.models import Player, Room
from games.services import moderating, presence, purging, queries
from games.services.faults import Missing
from games.services.queries import consistent_table, tables_by_id
from tests.builders import a_room

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize(
    ("fault", "level"),
    [
        (OperationalError("the server is starting up"), logging.WARNING),
        (Missing("NO_SUCH_ROOM"), logging.WARNING),
        (IntegrityError("a mistake of ours"), logging.ERROR),
        (Room.DoesNotExist("no such row"), logging.ERROR),
        (KeyError("a mistake of ours"), logging.ERROR),
    ],
    ids=repr,
)
async def test_a_chore_that_fails_is_done_again(caplog, fault, level):
    done = []

    async def chore():
        done.append(1)
        if len(done) == 1:
            raise fault

    going_on = asyncio.create_task(housekeeping.every(0.0, chore))
    for _turn in range(20):
        await asyncio.sleep(0)

    assert len(done) > 1
    assert not going_on.done()
    going_on.cancel()
    (record,) = caplog.records
    assert record.levelno == level
    assert (record.exc_info is not None) == (level == logging.ERROR)


def purged_while_it_is_read(monkeypatch, code):
    """The room goes between reading it and reading whether it has changed meanwhile."""
    read = queries.read_table

    def read_and_purge(room, known):
        table = read(room, known)
        if room.code == code:
            purging.purge_rooms([room.pk])
        return table

    monkeypatch.setattr(queries, "read_table", read_and_purge)


def test_a_room_that_is_purged_while_it_is_read_is_missing(monkeypatch):
    evening = a_room(3)
    purged_while_it_is_read(monkeypatch, evening.code)
    room = evening.room

    with pytest.raises(Missing) as fault:
        consistent_table(room)

    assert fault.value.code == "NO_SUCH_ROOM"


def test_a_room_that_is_purged_while_many_are_read_hides_none_of_the_others(monkeypatch):
    gone, there = a_room(3), a_room(3)
    ids = [gone.room.pk, there.room.pk]
    purged_while_it_is_read(monkeypatch, gone.code)

    found = tables_by_id(ids)

    assert found[ids[0]] is None
    assert found[ids[1]].code == there.code


def test_a_room_that_is_closed_or_gone_keeps_nobody_else_from_being_noted_as_away(monkeypatch):
    """Codes come from what this process last knew of its rooms."""
    closed, gone, other = a_room(3), a_room(3), a_room(3)
    for evening in (closed, gone, other):
        evening.unseen("Bob", presence.AWAY_AFTER * 2)
    moderating.close_room(code=closed.code)
    codes = [closed.code, gone.code, other.code]
    monkeypatch.setattr(presence, "stirred", lambda _codes: codes)
    purging.purge_rooms([gone.room.pk])

    housekeeping.note_presence(set(), codes)

    assert Player.objects.get(room__code=other.code, name="Bob").is_away
