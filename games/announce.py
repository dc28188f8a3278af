"""Telling every process and every listener that a room has changed, and nothing else.

An announcement is a nudge: ids and numbers, no content. Inside a process it goes straight to the listeners; between
processes it goes through the channel layer, which delivers at most once. So a lost nudge must cost a refresh and
never a fact: listeners also compare versions by themselves (`games.live.hub`). A dead Redis never fails a move.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, NamedTuple

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer
from django.conf import settings
from django.db import transaction

logger = logging.getLogger(__name__)

GROUP = "nudges"
PUBLISH_SECONDS = 2.0
RETRY_SECONDS = 2.0
THIS_PROCESS = secrets.token_hex(8)


class Nudge(NamedTuple):
    """Room so-and-so is at this version."""

    room_id: int
    version: int
    revision: int


Listener = Callable[[Nudge], None]


class Listeners:
    """Who in this process wants to know of which room; called on the event loop they registered from."""

    def __init__(self) -> None:
        self._by_room: dict[int, set[Listener]] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._heard: deque[Nudge] = deque()
        self._is_called = False
        self._unsent: list[Nudge] = []
        self._sending: asyncio.Task[None] | None = None

    def add(self, room_id: int, listener: Listener) -> None:
        """Listen to a room; call from the event loop."""
        loop = asyncio.get_running_loop()
        if loop is not self._loop:
            self._loop, self._is_called = loop, False
        self._by_room.setdefault(room_id, set()).add(listener)

    def remove(self, room_id: int, listener: Listener) -> None:
        """Stop listening."""
        listeners = self._by_room.get(room_id, set())
        listeners.discard(listener)
        if not listeners:
            self._by_room.pop(room_id, None)

    def rooms(self) -> list[int]:
        """Rooms somebody here listens to."""
        return list(self._by_room)

    def hear(self, nudge: Nudge) -> None:
        """Pass a nudge on; call from the event loop."""
        for listener in tuple(self._by_room.get(nudge.room_id, ())):
            listener(nudge)

    def hear_from_any_thread(self, nudge: Nudge) -> None:
        """Pass a nudge on from a thread that has just committed; those of one commit wake the loop once."""
        loop = self._loop
        if loop is None:
            return
        self._heard.append(nudge)
        if not self._is_called:
            self._is_called = True
            try:
                loop.call_soon_threadsafe(self._hear_all)
            except RuntimeError:  # the loop is gone: the process is stopping
                self._is_called = False

    def hear_committed(self, nudges: Sequence[Nudge]) -> None:
        """Pass on what was just committed; call from the event loop."""
        self._heard.extend(nudges)
        self._hear_all()

    def _hear_all(self) -> None:
        """On the loop: tell those who listen here, and the other processes."""
        self._is_called = False  # before looking: what is added from now on calls again
        while self._heard:
            nudge = self._heard.popleft()
            self.hear(nudge)
            self._unsent.append(nudge)
        if not settings.CHANNEL_LAYERS:
            self._unsent.clear()
        elif self._sending is None or self._sending.done():
            self._sending = asyncio.get_running_loop().create_task(self._send())

    async def _send(self) -> None:
        """What gathers while one message is on its way goes with the next."""
        while self._unsent:
            nudges = tuple(self._unsent)
            self._unsent.clear()
            await publish(nudges)

    @property
    def loop(self) -> asyncio.AbstractEventLoop | None:
        """The loop of this process's sockets, if it has any."""
        loop = self._loop
        return loop if loop is not None and loop.is_running() else None


LISTENERS = Listeners()


def room_changed(room_id: int, version: int, revision: int) -> None:
    """Announce a change once the present transaction has committed."""
    nudge = Nudge(room_id, version, revision)
    transaction.on_commit(lambda: spread(nudge))


def spread(nudge: Nudge) -> None:
    """Nudge this process's listeners and the other processes."""
    if LISTENERS.loop is not None:
        LISTENERS.hear_from_any_thread(nudge)
    elif settings.CHANNEL_LAYERS:
        try:
            async_to_sync(publish)((nudge,))
        except RuntimeError:
            if not is_stopping():  # else the others find out by themselves
                logger.exception("nudges were not sent")  # what was committed does not fail by this


def is_stopping() -> bool:
    """Whether Python is ending: it begins no work on threads any more."""
    with ThreadPoolExecutor(max_workers=1) as probe:
        try:
            probe.submit(int)
        except RuntimeError:
            return True
    return False


def unreachable() -> tuple[type[Exception], ...]:
    """What is raised where Redis cannot be reached; a home installation has none and need not load it."""
    from redis.exceptions import RedisError  # noqa: PLC0415

    return RedisError, OSError, asyncio.TimeoutError


async def publish(nudges: Sequence[Nudge]) -> None:
    """Send nudges to the other processes; they find out by themselves, later, where it cannot be done."""
    rooms = [[nudge.room_id, nudge.version, nudge.revision] for nudge in nudges]
    message = {"type": "nudge", "from": THIS_PROCESS, "rooms": rooms}
    try:
        async with asyncio.timeout(PUBLISH_SECONDS):
            await get_channel_layer().group_send(GROUP, message)
    except unreachable() as fault:
        logger.warning("nudges were not sent: %s", type(fault).__name__)


async def hear_other_processes() -> None:
    """Pass on what the other processes announce, for as long as this process has sockets."""
    channel = ""
    while True:
        try:
            channel = channel or await get_channel_layer().new_channel()  # one: those that nobody reads fill up
            await receive_nudges(channel)
        except unreachable() as fault:
            logger.warning("nudges of other processes are not heard: %s", type(fault).__name__)
        except Exception:  # nobody would begin to hear again: this process's screens would be late until it ends
            logger.exception("nudges of other processes are not heard")
        await asyncio.sleep(RETRY_SECONDS)


async def receive_nudges(channel: str) -> None:
    """Receive until the layer fails."""
    layer = get_channel_layer()
    await layer.group_add(GROUP, channel)
    while True:
        for nudge in nudges_of(await layer.receive(channel)):
            LISTENERS.hear(nudge)


def nudges_of(message: Any) -> list[Nudge]:
    """What another process announces; nothing where it speaks otherwise, as one of another version may."""
    try:
        if message["from"] == THIS_PROCESS:
            return []
        return [Nudge(int(room), int(version), int(revision)) for room, version, revision in message["rooms"]]
    except (KeyError, TypeError, ValueError) as fault:
        logger.warning("a nudge has another shape: %s", type(fault).__name__)
        return []
