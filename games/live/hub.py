"""All sockets of one room in this process: one read per change, each distinct screen rendered once, one frame per view.

A nudge says only that there is something new. What is sent comes from the snapshot of that revision, and a member that
cannot be reached in time gets the whole screen when it answers again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from time import perf_counter
from typing import Protocol
from weakref import WeakKeyDictionary

from django.db import Error as DatabaseError
from django.utils import timezone

from games.announce import LISTENERS, Nudge
from games.live.reader import reader
from games.live.work import in_thread, of_this_loop, spawn
from games.screens.base import Look, Screen, changed_parts, quoted
from games.screens.render import render_rooms
from games.services import metrics, troubles
from games.services.faults import Missing
from games.services.playing import attend
from games.services.tables import TABLES, Table

logger = logging.getLogger(__name__)

UNANSWERED_BYTES = 256 * 1024
SOON = 0.02
RETRY_SECONDS = 2.0


class Member(Protocol):
    """One socket of a room."""

    person_id: int | None

    def beat(self) -> None:
        """Say which version is current."""

    def look_at(self, table: Table) -> Look:
        """Who this socket is in that snapshot."""

    def show(self, screen: Screen, frames: Frames) -> None:
        """Bring this socket up to date."""

    def turn_away(self) -> None:
        """Close the socket: its room is gone."""


class Frames:
    """The frames of one round of pushes; sockets that show the same share them."""

    def __init__(self) -> None:
        self._made: dict[tuple[int, int], str] = {}
        self.sent = 0
        """How many sockets were sent one."""

    def between(self, old: Screen | None, new: Screen) -> str:
        """What a socket showing `old` needs to show `new`; empty if nothing."""
        key = (id(old), id(new))
        text = self._made.get(key)
        if text is None:
            text = self._made[key] = frame(old, new)
        return text


def frame(old: Screen | None, new: Screen) -> str:
    """The changed parts if the page is made of the same parts, else the whole screen; empty if nothing changed."""
    changed = changed_parts(old.parts, new.parts) if old is not None else None
    if old is None or changed is None:
        return f'{{"type": "screen", "version": {new.version}, "html": {quoted(new.html)}}}'
    if not changed and old[:-1] == new[:-1]:
        return ""
    parts = ", ".join([part.known_entry or part.entry for part in changed])
    return (
        f'{{"type": "parts", "base": {old.version}, "version": {new.version}, "parts": {{{parts}}}, '
        f'"screen": {new.attributes_text}}}'
    )


class Hub:
    """One room's sockets in this process."""

    def __init__(self, room_id: int) -> None:
        self.room_id = room_id
        self._rounds = of_this_loop(ROUNDS, Rounds)
        self.members: set[Member] = set()
        self.table: Table | None = None
        self._wanted = 0
        """The newest revision this hub knows of."""
        self._shown = 0
        """The revision that every member was brought to. Reading a newer one for one member does not change it."""
        self._is_seen_to = False
        """Whether something is under way that brings every member to the newest snapshot."""
        self._heard_at = 0.0
        self._alarm: asyncio.TimerHandle | None = None
        self._attending: asyncio.Task[None] | None = None

    def nudge(self, nudge: Nudge) -> None:
        """Something changed: everybody sees it with the next round."""
        self._wanted = max(self._wanted, nudge.revision)
        if self._shown < self._wanted and not self._is_seen_to:
            self._is_seen_to = True
            self._heard_at = perf_counter()
            self._rounds.join(self)

    def due(self) -> Table | None:
        """The snapshot to show now; None if it must be read first, and then this hub joins another round."""
        table = self.newest()
        if table is None:
            spawn(self._read())
        else:
            self._is_seen_to = False
        return table

    def newest(self) -> Table | None:
        """The newest snapshot; None if it must be read first."""
        for known in (TABLES.get(self.room_id), self.table):
            if known is not None and known.revision >= self._wanted:
                return self._taken(known)
        return None

    def latest(self) -> Table | None:
        """The newest snapshot that this process has; a newer one is being read, and all will see it."""
        return self.newest() or self.table

    async def current(self) -> Table:
        """The newest snapshot, read if this process has none as new as wanted."""
        known = self.newest()
        if known is not None:
            return known
        wanted = self._wanted
        read = await reader().read(self.room_id)
        if wanted == self._wanted:  # what the database says counts, also if it was set back from a backup
            self._wanted = read.revision
        return self._taken(read)

    def _taken(self, known: Table) -> Table:
        """The newer one of this snapshot and the one this hub has."""
        if self.table is None or known.revision >= self.table.revision:
            self.table = known
            self._wanted = max(self._wanted, known.revision)
            self.set_alarm()
        return self.table

    async def _read(self) -> None:
        """Read what is new, however long that takes; every member sees it with the next round."""
        is_read = False
        try:
            while not is_read:
                try:
                    await self.current()
                    is_read = True
                except Missing:
                    self.dissolve()
                    return
                except DatabaseError as fault:
                    troubles.note(logger, "a room could not be read", fault)
                    await asyncio.sleep(RETRY_SECONDS)
        finally:
            self._is_seen_to = is_read
        self._rounds.join(self)

    def has_shown(self, table: Table) -> None:
        """Every member was brought to this snapshot."""
        self._shown = table.revision
        now = perf_counter()
        metrics.PUSH_SECONDS.note(now - self._heard_at)
        self._heard_at = now

    def show(self, table: Table, members: Sequence[Member]) -> None:
        """Bring some members to this snapshot."""
        show([(table, members)])

    def dissolve(self) -> None:
        """The room was purged: nobody has anything to wait for here."""
        TABLES.forget(self.room_id)
        for member in tuple(self.members):
            member.turn_away()

    def set_alarm(self) -> None:
        """Wake when a bot, a ceiling or a clock is due."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        play = self.table.play if self.table else None
        if play is not None and play.is_running and play.due_at is not None:
            delay = max(SOON, (play.due_at - timezone.now()).total_seconds())
            self._alarm = asyncio.get_running_loop().call_later(delay, self.attend)

    def attend(self) -> None:
        """See to what is due, one at a time."""
        if self._attending is None or self._attending.done():
            self._attending = spawn(self._attend())

    async def _attend(self) -> None:
        table = self.table
        if table is None:
            return
        has_moved = False
        with troubles.attempt(logger, "a due move waits"):
            has_moved = await in_thread(lambda: attend(table.code))
        if not has_moved:
            await asyncio.sleep(0.2)
        self.set_alarm()

    def close(self) -> None:
        """Nobody is left, and nobody needs what was drawn."""
        if self._alarm is not None:
            self._alarm.cancel()
        known = TABLES.get(self.room_id)
        if known is not None:
            known.drawn.clear()


def show(rooms: Sequence[tuple[Table, Sequence[Member]]]) -> None:
    """Draw the screens of these members of some rooms, then send to each what is new."""
    there = []
    for table, members in rooms:
        if table.is_closed:
            for member in members:
                member.turn_away()
        else:
            there.append((members, [member.look_at(table) for member in members]))
    for (members, _), screens in zip(there, render_rooms([looks for _, looks in there]), strict=True):
        frames = Frames()
        for member, screen in zip(members, screens, strict=True):
            member.show(screen, frames)
        metrics.PUSHES.add(frames.sent)


class Rounds:
    """Pushes to the rooms of one event loop: those in which something changed are shown it together, in the next turn
    of the loop, for what is done for many in a row costs less for each of them."""

    def __init__(self) -> None:
        self._waiting: list[Hub] = []

    def join(self, hub: Hub) -> None:
        """Be in the next round."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._push)
        self._waiting.append(hub)

    def _push(self) -> None:
        hubs, self._waiting = self._waiting, []
        is_through = False
        try:
            push(hubs)
            is_through = True
        finally:
            if not is_through:  # a mistake with one room is nobody else's
                for hub in hubs:
                    asyncio.get_running_loop().call_soon(push, (hub,))


def push(hubs: Sequence[Hub]) -> None:
    """Bring every member of these rooms to the newest snapshot; rooms that must be read first come again."""
    ready = [(hub, table) for hub in hubs if (table := hub.due()) is not None]
    show([(table, tuple(hub.members)) for hub, table in ready])
    for hub, table in ready:
        hub.has_shown(table)


ROUNDS: WeakKeyDictionary[asyncio.AbstractEventLoop, Rounds] = WeakKeyDictionary()


class Hubs:
    """The rooms with sockets in this process."""

    def __init__(self) -> None:
        self._hubs: dict[int, Hub] = {}

    def join(self, room_id: int, member: Member) -> Hub:
        """Add a socket; from now on it hears of every change."""
        hub = self._hubs.get(room_id)
        if hub is None:
            hub = self._hubs[room_id] = Hub(room_id)
            metrics.ROOMS.add()
            LISTENERS.add(room_id, hub.nudge)
        hub.members.add(member)
        return hub

    def leave(self, hub: Hub, member: Member) -> None:
        """Remove a socket, and the hub with the last one."""
        hub.members.discard(member)
        if not hub.members and self._hubs.get(hub.room_id) is hub:
            del self._hubs[hub.room_id]
            metrics.ROOMS.add(-1)
            LISTENERS.remove(hub.room_id, hub.nudge)
            hub.close()

    def all(self) -> list[Hub]:
        """Every hub now."""
        return list(self._hubs.values())


HUBS = Hubs()
