"""The moves of one event loop: while one commit waits for the disk, the next moves gather and share another.

A move that is all there is to store, which is nearly every one, is thought out from this process's copy of the room and
stored together with those of other rooms (`games.services.commits`). All others, and those whose room has moved on
meanwhile, go the slow way: alone, on a thread, in a transaction that holds the room.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from time import perf_counter
from typing import NamedTuple, Protocol
from weakref import WeakKeyDictionary

from django.db import Error as DatabaseError
from django.db import connection

from games.announce import LISTENERS, Nudge
from games.live.work import WRITING, in_thread, of_this_loop, spawn
from games.services import metrics, troubles
from games.services.commits import SqliteCommits, store_on_postgresql
from games.services.playing import quick_turn, submit_move
from games.services.tables import TABLES
from games.services.turns import Turn, Wish

logger = logging.getLogger(__name__)

MOST_AT_ONCE = 64


class WishedMove(NamedTuple):
    """A person's move in a room."""

    room_id: int
    code: str
    visitor: str
    wish: Wish

    def turn(self) -> Turn | None:
        """The move thought out, if it can go the quick way."""
        return quick_turn(TABLES.get(self.room_id), self.visitor, self.wish)

    def make_slowly(self) -> None:
        """In a transaction of its own; raises what the services and the engine refuse."""
        submit_move(code=self.code, visitor=self.visitor, wish=self.wish)


@dataclass(eq=False, slots=True)
class Job:
    """A move that waits to be made, and somebody who waits for that."""

    move: WishedMove
    answer: asyncio.Future[None]

    def settle(self, fault: BaseException | None = None) -> None:
        """Tell the one who waits, if somebody still does."""
        if self.answer.done():
            return
        if fault is None:
            self.answer.set_result(None)
        else:
            self.answer.set_exception(fault)


class Storing(Protocol):
    """How turns are stored on one database."""

    async def __call__(self, turns: Sequence[Turn]) -> Sequence[bool]:
        """Store the turns whose rooms have not moved on, in one commit; says which."""

    def drop(self) -> None:
        """Something failed: begin anew with the next call."""


QUICK_DISK = 0.010
"""Seconds that a commit may take on the event loop's own thread, which everybody waits for meanwhile."""
WARY_SECONDS = 60.0
"""So long after a slower one, commits wait on another thread."""


class OnSqlite:
    """Statements on this thread, which has thought out the turns and holds the interpreter.

    Commits too where the disk is quick: to wake another thread, and to get the interpreter back from it, takes more of
    the processor than the commit. After one that was slow only another thread waits for the disk.
    """

    def __init__(self) -> None:
        self._commits: SqliteCommits | None = None
        self._wary_until = 0.0

    async def __call__(self, turns: Sequence[Turn]) -> Sequence[bool]:
        commits = self._commits
        if commits is None:
            commits = self._commits = await in_thread(SqliteCommits, WRITING)
        if not commits.begin():
            await in_thread(commits.begin_patiently, WRITING)
        stored = [commits.put(turn) for turn in turns]
        if perf_counter() < self._wary_until:
            await in_thread(lambda: self._commit(commits), WRITING)
        else:
            self._commit(commits)
        return stored

    def _commit(self, commits: SqliteCommits) -> None:
        began = perf_counter()
        commits.commit()
        if perf_counter() - began > QUICK_DISK:
            self._wary_until = perf_counter() + WARY_SECONDS

    def drop(self) -> None:
        if self._commits is not None:
            self._commits.close()
            self._commits = None


class OnPostgresql:
    """One statement on a thread."""

    async def __call__(self, turns: Sequence[Turn]) -> Sequence[bool]:
        return await in_thread(lambda: store_on_postgresql(turns), WRITING)

    def drop(self) -> None:
        """The thread's connection is dropped there."""


STORING: dict[str, Callable[[], Storing]] = {"sqlite": OnSqlite, "postgresql": OnPostgresql}


class Writer:
    """Makes moves in the order they come, one of a room at a time: the next builds on what the last one committed."""

    def __init__(self) -> None:
        self._store = STORING[connection.vendor]()
        self._waiting: deque[Job] = deque()
        self._busy_rooms: set[int] = set()
        self._is_committing = False
        self._is_woken = False

    async def make(self, move: WishedMove) -> None:
        """Make a move; it is committed when this returns."""
        job = Job(move, asyncio.get_running_loop().create_future())
        self._waiting.append(job)
        self._wake()
        await job.answer

    def close(self) -> None:
        """Let go of the database."""
        self._store.drop()

    def _wake(self) -> None:
        """Go on in the next turn of the event loop: moves that came in this one go together, and whatever goes wrong
        with one of them is nobody else's fault."""
        if not self._is_woken:
            self._is_woken = True
            asyncio.get_running_loop().call_soon(self._go_on)

    def _go_on(self) -> None:
        """Begin with what waits, unless a commit is under way."""
        self._is_woken = False
        if self._is_committing:
            return
        quick: list[tuple[Job, Turn]] = []
        is_through = False
        try:
            while len(quick) < MOST_AT_ONCE and (job := self._next_job()):
                turn = self._thought_out(job)
                if turn is not None:
                    quick.append((job, turn))
            is_through = True
        finally:
            if quick:
                self._is_committing = True
                storing = spawn(self._store([turn for _, turn in quick]))
                storing.add_done_callback(lambda done: self._finish(quick, done))
            elif not is_through:  # the mistake was with one of those that wait, not with the others
                self._wake()

    def _thought_out(self, job: Job) -> Turn | None:
        """The move, if it can go the quick way; if not, whatever the reason, it is made slowly and answered there."""
        self._busy_rooms.add(job.move.room_id)
        turn = None
        try:
            turn = job.move.turn()
        finally:
            if turn is None:
                self._make_slowly(job)
        return turn

    def _next_job(self) -> Job | None:
        """The one that waited longest and whose room is free."""
        for place, job in enumerate(self._waiting):
            if job.move.room_id not in self._busy_rooms:
                del self._waiting[place]
                return job
        return None

    def _finish(self, quick: Sequence[tuple[Job, Turn]], done: asyncio.Future[Sequence[bool]]) -> None:
        """Those that were left out, or all if the commit failed, are tried by themselves; the others are shown."""
        self._is_committing = False
        fault = done.exception()
        stored = [False] * len(quick) if fault else done.result()
        if fault:
            self._note(fault)
            self._store.drop()
        made = [pair for pair, is_stored in zip(quick, stored, strict=True) if is_stored]
        for job, turn in made:
            TABLES.put(turn.after)
            self._busy_rooms.discard(job.move.room_id)
        for (job, _), is_stored in zip(quick, stored, strict=True):
            if not is_stored:
                self._make_slowly(job)
        self._wake()  # the disk works on the next ones while these are shown
        metrics.MOVES.add(len(made))
        for job, _ in made:
            job.settle()
        LISTENERS.hear_committed([nudge_of(turn) for _, turn in made])

    def _note(self, fault: BaseException) -> None:
        """Why a commit failed."""
        what = "a commit failed, its moves are tried one by one"
        if isinstance(fault, DatabaseError):
            troubles.note(logger, what, fault)
        else:
            logger.error(what, exc_info=fault)

    def _make_slowly(self, job: Job) -> None:
        """Alone, on a thread, while its room waits."""
        making = spawn(in_thread(job.move.make_slowly))
        making.add_done_callback(lambda done: self._finish_slowly(job, done))

    def _finish_slowly(self, job: Job, done: asyncio.Future[None]) -> None:
        self._busy_rooms.discard(job.move.room_id)
        job.settle(done.exception())
        self._wake()


def nudge_of(turn: Turn) -> Nudge:
    """What others are told of a turn."""
    return Nudge(turn.after.room_id, turn.after.version, turn.after.revision)


WRITERS: WeakKeyDictionary[asyncio.AbstractEventLoop, Writer] = WeakKeyDictionary()


def writer() -> Writer:
    """The writer of the running event loop."""
    return of_this_loop(WRITERS, Writer)
