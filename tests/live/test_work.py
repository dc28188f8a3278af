"""Changes of sockets on SQLite: those that wait together share a commit, and none of them can spoil another."""

import asyncio
from threading import Event

import pytest
from django.db import OperationalError, transaction

from games.live import work
from games.models import Room
from games.services.faults import NotAllowedNow

pytestmark = pytest.mark.django_db(transaction=True)


def opening(code, then=None):
    """A change: a room with this code; `then` may raise."""

    def change():
        with transaction.atomic():
            Room.objects.create(code=code, kind="for_sale", edition="2015")
            if then is not None:
                raise then
        return code

    return change


def stored():
    return set(Room.objects.values_list("code", flat=True))


class Held:
    """Keeps the writer busy until all others wait, so that they share the next commit."""

    def __init__(self, monkeypatch):
        self.sizes = []
        self.go = Event()
        commit = work.commit_together

        def counted(jobs):
            self.sizes.append(len(jobs))
            if len(self.sizes) == 1:
                assert self.go.wait(10)
            return commit(jobs)

        monkeypatch.setattr(work, "commit_together", counted)
        self.writer = work.Writer(asyncio.get_running_loop())

    async def write(self, *changes):
        """The first alone, all the others together; gives what came of each."""
        waiting = [asyncio.ensure_future(self.writer.write(room, change)) for room, change in changes]
        await asyncio.sleep(0)
        self.go.set()
        return await asyncio.gather(*waiting, return_exceptions=True)


async def in_database(function):
    return await work.in_thread(function)


@pytest.mark.asyncio
async def test_changes_that_wait_together_share_a_commit(monkeypatch):
    held = Held(monkeypatch)

    answers = await held.write(*((code, opening(code)) for code in ("AAAAA", "BBBBB", "CCCCC", "DDDDD")))

    assert answers == ["AAAAA", "BBBBB", "CCCCC", "DDDDD"]
    assert held.sizes == [1, 3]
    assert await in_database(stored) == {"AAAAA", "BBBBB", "CCCCC", "DDDDD"}


@pytest.mark.asyncio
async def test_one_that_is_refused_leaves_the_others_alone(monkeypatch):
    held = Held(monkeypatch)

    first, good, refused, last = await held.write(
        ("AAAAA", opening("AAAAA")),
        ("BBBBB", opening("BBBBB")),
        ("CCCCC", opening("CCCCC", NotAllowedNow("GAME_OVER"))),
        ("DDDDD", opening("DDDDD")),
    )

    assert (first, good, last) == ("AAAAA", "BBBBB", "DDDDD")
    assert isinstance(refused, NotAllowedNow)
    assert held.sizes == [1, 3]
    assert await in_database(stored) == {"AAAAA", "BBBBB", "DDDDD"}


@pytest.mark.asyncio
@pytest.mark.parametrize("fault", [OperationalError("disk I/O error"), KeyError("a mistake of ours")])
async def test_where_a_commit_fails_each_is_tried_by_itself(monkeypatch, fault):
    held = Held(monkeypatch)

    first, good, broken, last = await held.write(
        ("AAAAA", opening("AAAAA")),
        ("BBBBB", opening("BBBBB")),
        ("CCCCC", opening("CCCCC", fault)),
        ("DDDDD", opening("DDDDD")),
    )

    assert (first, good, last) == ("AAAAA", "BBBBB", "DDDDD")
    assert isinstance(broken, type(fault))
    assert held.sizes == [1, 3, 1, 1, 1]
    assert await in_database(stored) == {"AAAAA", "BBBBB", "DDDDD"}
    assert await held.writer.write("EEEEE", opening("EEEEE")) == "EEEEE", "the writer goes on"


@pytest.mark.asyncio
async def test_changes_of_one_room_are_made_in_order_and_never_together(monkeypatch):
    held = Held(monkeypatch)
    order = []

    def noted(number):
        return lambda: order.append(number)

    await held.write(("AAAAA", noted(0)), ("BBBBB", noted(1)), ("BBBBB", noted(2)), ("CCCCC", noted(3)))

    assert held.sizes == [1, 2, 1]
    assert order.index(1) < order.index(2)
    assert sorted(order) == [0, 1, 2, 3]


@pytest.mark.asyncio
async def test_one_who_has_gone_meanwhile_does_not_stop_the_others(monkeypatch):
    held = Held(monkeypatch)
    first = asyncio.ensure_future(held.writer.write("AAAAA", opening("AAAAA")))
    gone = asyncio.ensure_future(held.writer.write("BBBBB", opening("BBBBB")))
    await asyncio.sleep(0)
    gone.cancel()
    held.go.set()

    assert await first == "AAAAA"
    assert await held.writer.write("CCCCC", opening("CCCCC")) == "CCCCC"
    assert await in_database(stored) == {"AAAAA", "BBBBB", "CCCCC"}, "what was begun is made"
