"""Nudges inside a process and between processes: whoever read a change first, everybody gets it."""

import asyncio
import subprocess
import sys
from types import SimpleNamespace

import pytest

from games import announce
from games.announce import Nudge
from games.live import hub
from games.live.hub import Hub
from games.services.tables import TABLES
from tests.load.processes import ROOT


class Member:
    """A socket that notes what it was shown."""

    def __init__(self):
        self.person_id = None
        self.shown = []

    def beat(self):
        """Nothing to note."""

    def look_at(self, table):
        return table

    def show(self, screen, frames):
        self.shown.append(screen.revision)


@pytest.fixture(autouse=True)
def a_screen_is_its_table(monkeypatch):
    """What a screen looks like is of no interest here."""
    monkeypatch.setattr(hub, "render_rooms", list)


def a_hub(*members, room=1):
    found = Hub(room)
    found.members = set(members)
    return found


def a_table(revision, room=1, **changes):
    facts = {"room_id": room, "revision": revision, "version": revision, "play": None, "is_closed": False, **changes}
    TABLES.put(SimpleNamespace(**facts))


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


async def test_a_mistake_with_one_room_is_nobody_elses(monkeypatch):
    """Rooms are shown together; where one of them cannot be drawn, the others are drawn without it."""
    raised = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: raised.append(context["exception"]))

    def drawn(rooms):
        if any(table.version == 13 for looks in rooms for table in looks):
            raise KeyError("a mistake of ours")
        return rooms

    monkeypatch.setattr(hub, "render_rooms", drawn)
    members = [Member(), Member(), Member()]
    for room, member in enumerate(members, 1):
        a_table(2, room, version=13 if room == 2 else 2)
        a_hub(member, room=room).nudge(Nudge(room, 2, 2))
    await settled()

    assert [member.shown for member in members] == [[2], [], [2]]
    assert {str(fault) for fault in raised} == {"'a mistake of ours'"}


async def test_a_room_that_could_not_be_shown_is_shown_with_its_next_change(monkeypatch):
    asyncio.get_running_loop().set_exception_handler(lambda _loop, _context: None)
    member = Member()
    room = a_hub(member)
    with monkeypatch.context() as broken:
        broken.setattr(hub, "render_rooms", None)
        a_table(2)
        room.nudge(Nudge(1, 2, 2))
        await settled()
    a_table(3)
    room.nudge(Nudge(1, 3, 3))
    await settled()

    assert member.shown == [3]


async def test_what_must_be_read_first_is_shown_when_it_is_there(monkeypatch):
    """The room next door does not wait for it, and what no cache keeps is not read again and again."""
    reads = []

    class Reader:
        async def read(self, room_id):
            reads.append(room_id)
            await asyncio.sleep(0)
            return SimpleNamespace(room_id=room_id, revision=4, version=4, play=None, is_closed=False)

    monkeypatch.setattr(hub, "reader", Reader)
    late, neighbour = Member(), Member()
    a_table(4, room=2)
    for room, member in ((1, late), (2, neighbour)):
        a_hub(member, room=room).nudge(Nudge(room, 4, 4))
    await asyncio.sleep(0)
    shown_first = (late.shown[:], neighbour.shown[:])
    await settled()

    assert shown_first == ([], [4])
    assert late.shown == [4]
    assert reads == [1]


# Between processes


IN_MEMORY = {"default": {"BACKEND": "channels.layers.InMemoryChannelLayer"}}
FROM_ELSEWHERE = {"type": "nudge", "from": "another process", "rooms": [[7, 2, 3]]}


@pytest.fixture
async def heard(settings, monkeypatch):
    """What this process hears of the others, while it listens."""
    settings.CHANNEL_LAYERS = IN_MEMORY
    monkeypatch.setattr(announce, "RETRY_SECONDS", 0.0)
    monkeypatch.setattr(announce, "LISTENERS", announce.Listeners())
    nudges = []
    announce.LISTENERS.add(7, nudges.append)
    listening = asyncio.create_task(announce.hear_other_processes())
    await settled()
    yield nudges
    assert not listening.done(), listening
    listening.cancel()


@pytest.mark.parametrize(
    "message",
    [
        {"type": "nudge"},
        {"type": "nudge", "from": "another process"},
        {"type": "nudge", "from": "another process", "rooms": None},
        {"type": "nudge", "from": "another process", "rooms": [[7, 2]]},
        {"type": "nudge", "from": "another process", "rooms": [[7, 2, 3, 4]]},
        {"type": "nudge", "from": "another process", "rooms": [[7, "new", None]]},
        {"type": "nudge", "from": "another process", "rooms": [7]},
        {"type": "nudge", "from": "another process", "rooms": {"7": 3}},
        ["nudge"],
    ],
    ids=repr,
)
async def test_a_message_of_another_shape_does_not_end_the_hearing(heard, caplog, message):
    """During an update, processes of two versions talk to each other."""
    layer = announce.get_channel_layer()

    (channel,) = layer.groups[announce.GROUP]
    await layer.channels[channel].put((1e12, message))
    await layer.group_send(announce.GROUP, FROM_ELSEWHERE)
    await settled()

    assert heard == [Nudge(7, 2, 3)]
    (record,) = caplog.records
    assert "another shape" in record.getMessage()


async def test_a_message_that_cannot_be_read_at_all_is_logged_and_does_not_end_the_hearing(heard, monkeypatch, caplog):
    layer = announce.get_channel_layer()
    receive, faults = layer.receive, [ValueError("unpack(b) received extra data")]

    async def unreadable_once(channel):
        message = await receive(channel)
        if faults:
            raise faults.pop()
        return message

    monkeypatch.setattr(layer, "receive", unreadable_once)
    for _turn in range(3):  # the first is taken by the receive that was under way
        await layer.group_send(announce.GROUP, FROM_ELSEWHERE)
    await settled()
    await settled()

    assert heard == [Nudge(7, 2, 3)] * 2
    (record,) = caplog.records
    assert record.exc_info is not None
    assert len(layer.groups[announce.GROUP]) == 1, "a channel that nobody reads fills up"


async def test_a_listener_with_a_bug_does_not_end_the_hearing(heard, caplog):
    layer, faults = announce.get_channel_layer(), [KeyError("a mistake of ours")]

    def listener(_nudge):
        if faults:
            raise faults.pop()

    announce.LISTENERS.add(8, listener)
    for room in (8, 7):
        await layer.group_send(announce.GROUP, {**FROM_ELSEWHERE, "rooms": [[room, 2, 3]]})
    await settled()
    await settled()

    assert heard == [Nudge(7, 2, 3)]
    assert [record.exc_info is not None for record in caplog.records] == [True]


# A process that is stopping


@pytest.fixture
def spread_fails(settings, monkeypatch):
    """Announcing raises, with no sockets in this process."""

    def failing(_work):
        raise RuntimeError("cannot schedule new futures after interpreter shutdown")

    settings.CHANNEL_LAYERS = IN_MEMORY
    monkeypatch.setattr(announce, "LISTENERS", announce.Listeners())
    monkeypatch.setattr(announce, "async_to_sync", failing)


def test_a_commit_of_a_process_that_is_stopping_raises_nothing(spread_fails, monkeypatch, caplog):
    monkeypatch.setattr(announce, "is_stopping", lambda: True)

    announce.spread(Nudge(1, 2, 2))

    assert caplog.records == []


def test_a_mistake_in_announcing_is_logged_and_does_not_fail_what_was_committed(spread_fails, caplog):
    announce.spread(Nudge(1, 2, 2))

    (record,) = caplog.records
    assert record.exc_info is not None


def test_a_process_is_stopping_when_it_starts_no_work_on_threads_any_more():
    """Python joins the threads of pools at its end, and refuses new work from then on."""
    lines = (
        "import os, time",
        "from concurrent.futures import ThreadPoolExecutor",
        "os.environ['DJANGO_SETTINGS_MODULE'] = 'forsale_site.settings'",
        "from games.announce import is_stopping",
        "before = is_stopping()",
        "ThreadPoolExecutor(1).submit(lambda: (time.sleep(0.5), print(before, is_stopping(), flush=True)))",
    )

    command = [sys.executable, "-c", "\n".join(lines)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)

    assert done.stdout.split() == ["False", "True"], done.stderr
