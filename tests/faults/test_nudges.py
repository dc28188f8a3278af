"""Nudges inside a process: whoever read a change first, everybody gets it."""

import asyncio
from types import SimpleNamespace

import pytest

from games import announce
from games.announce import Nudge
from games.live import hub
from games.live.hub import Hub
from games.services.tables import TABLES


class Member:
    """A socket that notes what it was shown."""

    def __init__(self):
        self.person_id = None
        self.shown = []

    async def beat(self):
        """Nothing to note."""

    def look_at(self, table):
        return table

    async def show(self, screen, frames):
        self.shown.append(screen.revision)


@pytest.fixture(autouse=True)
def a_screen_is_its_table(monkeypatch):
    """What a screen looks like is of no interest here."""
    monkeypatch.setattr(hub, "render_screens", list)


def a_hub(*members):
    found = Hub(1)
    found.members = set(members)
    return found


def a_table(revision):
    TABLES.put(SimpleNamespace(room_id=1, revision=revision, version=revision, play=None, is_closed=False))


async def settled():
    for _turn in range(5):
        await asyncio.sleep(0)


async def test_a_change_that_one_socket_read_by_itself_still_reaches_the_others():
    other = Member()
    room = a_hub(other)
    a_table(2)

    await room.current()
    room.nudge(Nudge(1, 2, 2))
    await settled()

    assert other.shown == [2]


async def test_doubled_and_late_nudges_show_nothing_twice():
    member = Member()
    room = a_hub(member)
    a_table(3)

    for revision in (3, 2, 3, 1):
        room.nudge(Nudge(1, revision, revision))
        await settled()

    assert member.shown == [3]


async def test_a_nudge_during_a_refresh_is_not_lost():
    member = Member()
    room = a_hub(member)
    a_table(2)
    room.nudge(Nudge(1, 2, 2))
    a_table(3)
    room.nudge(Nudge(1, 3, 3))

    await settled()

    assert member.shown[-1] == 3


def test_a_commit_of_a_process_that_is_stopping_raises_nothing(settings, monkeypatch):
    def stopped(_work):
        raise RuntimeError("cannot schedule new futures after interpreter shutdown")

    settings.CHANNEL_LAYERS = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
    monkeypatch.setattr(announce, "LISTENERS", announce.Listeners())
    monkeypatch.setattr(announce, "async_to_sync", stopped)

    announce.spread(Nudge(1, 2, 2))
