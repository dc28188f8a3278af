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
from time import perf_counter
from typing import NamedTuple, Protocol
from weakref import WeakKeyDictionary

from django.db import Error as DatabaseError
from django.db import connection

from games.announce import LISTENERS, Nudge
from games.live.work import WRITING, in_thread, of_this_loop, spawn
from games.services import metrics, troubles
from games.services.commits import STORE_TURNS, SqliteCommits, turns_text
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


Answer = Callable[[BaseException | None], None]
"""Told on the event loop when a move is committed, or why it is not."""


class Job(NamedTuple):
    """A move that waits to be made, and who is told of it."""

    move: WishedMove
    answer: Answer


class Storing(Protocol):
    """How turns are stored on one database: those whose rooms have not moved on, in one commit; says which."""

    crowd: int
    """Behind so many moves in one of the last two commits"""
    gathering: float
    """the next one comes so many seconds later, with all that have come by then. What is done for many at once costs
    less for each of them. Nobody sees so few milliseconds, and a move that comes alone never waits."""

    def at_once(self, turns: Sequence[Turn]) -> Sequence[bool] | None:
        """None, and nothing done, where that would keep the event loop waiting."""

    async def patiently(self, turns: Sequence[Turn]) -> Sequence[bool]:
        """However long it takes."""

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

    crowd, gathering = 3, 0.008

    def __init__(self) -> None:
        self._commits: SqliteCommits | None = None
        self._wary_until = 0.0

    def at_once(self, turns: Sequence[Turn]) -> Sequence[bool] | None:
        commits = self._commits
        if commits is None or self._is_wary or not commits.begin():
            return None
        stored = [commits.put(turn) for turn in turns]
        self._commit(commits)
        return stored

    async def patiently(self, turns: Sequence[Turn]) -> Sequence[bool]:
        commits = self._commits
        if commits is None:
            commits = self._commits = await in_thread(SqliteCommits, WRITING)
        if not commits.begin():
            await in_thread(commits.begin_patiently, WRITING)
        stored = [commits.put(turn) for turn in turns]
        await in_thread(lambda: self._commit(commits), WRITING)
        return stored

    @property
    def _is_wary(self) -> bool:
        """Whether the disk was slow a while ago."""
        return perf_counter() < self._wary_until

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
    """One statement that the event loop sends and hears of; work for the server, for Redis and for every other process
    too."""

    crowd, gathering = 1, 0.012

    def __init__(self) -> None:
        from games.live.wire import Wire  # noqa: PLC0415  (a home installation need not load it)

        self._wire = Wire()

    def at_once(self, turns: Sequence[Turn]) -> None:
        """Nothing is stored without waiting for the server."""

    async def patiently(self, turns: Sequence[Turn]) -> Sequence[bool]:
        stored = set(map(int, await self._wire.run(STORE_TURNS, turns_text(turns))))
        return [turn.after.room_id in stored for turn in turns]

    def drop(self) -> None:
        self._wire.drop()


STORING: dict[str, Callable[[], Storing]] = {"sqlite": OnSqlite, "postgresql": OnPostgresql}


class Writer:
    """Makes moves in the order they come, one of a room at a time: the next builds on what the last one committed."""

    def __init__(self) -> None:
        self._store = STORING[connection.vendor]()
        self._waiting: deque[Job] = deque()
        self._busy_rooms: set[int] = set()
        self._is_committing = False
        self._is_woken = False
        self._last_two = (0, 0)
        """How many moves the last commits had. A crowd that is still being shown what it did lets a few go first, and
        those alone would make it fall apart."""
        self._not_before = 0.0
        """When the next commit may begin, on the event loop's clock."""

    def make(self, move: WishedMove, answer: Answer) -> None:
        """Make a move; `answer` is told when it is committed."""
        self._waiting.append(Job(move, answer))
        self._wake()

    def close(self) -> None:
        """Let go of the database."""
        self._store.drop()

    def _wake(self) -> None:
        """Go on in the next turn of the event loop, or a little later where many come: moves that have come by then go
        together, and whatever goes wrong with one of them is nobody else's fault."""
        if not self._is_woken:
            self._is_woken = True
            loop = asyncio.get_running_loop()
            if loop.time() < self._not_before:
                loop.call_at(self._not_before, self._go_on)
            else:
                loop.call_soon(self._go_on)

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
                self._store_all(quick)
            elif not is_through:  # the mistake was with one of those that wait, not with the others
                self._wake()

    def _store_all(self, quick: Sequence[tuple[Job, Turn]]) -> None:
        """In one commit."""
        turns, is_through = [turn for _, turn in quick], False
        self._last_two = (len(quick), self._last_two[0])
        if max(self._last_two) >= self._store.crowd:
            self._not_before = asyncio.get_running_loop().time() + self._store.gathering
        try:
            stored = self._store.at_once(turns)
            is_through = True
        except DatabaseError as fault:
            self._note(fault)
        finally:
            if not is_through:
                self._give_up(quick)
        if is_through and stored is not None:
            self._finish(quick, stored)
        elif is_through:
            storing = spawn(self._store.patiently(turns))
            storing.add_done_callback(lambda done: self._finish_later(quick, done))

    def _finish_later(self, quick: Sequence[tuple[Job, Turn]], done: asyncio.Future[Sequence[bool]]) -> None:
        fault = done.exception()
        if fault is None:
            self._finish(quick, done.result())
        else:
            self._note(fault)
            self._give_up(quick)

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

    def _finish(self, quick: Sequence[tuple[Job, Turn]], stored: Sequence[bool]) -> None:
        """Those that were left out are tried by themselves; the others are shown, and who made them is told."""
        self._is_committing = False
        made = []
        for (job, turn), is_stored in zip(quick, stored, strict=True):
            if is_stored:
                TABLES.put(turn.after)
                self._busy_rooms.discard(job.move.room_id)
                made.append((job, turn))
            else:
                self._make_slowly(job)
        metrics.MOVES.add(len(made))
        LISTENERS.hear_committed([nudge_of(turn) for _, turn in made])
        for job, _ in made:
            job.answer(None)
        if self._waiting:
            self._wake()

    def _give_up(self, quick: Sequence[tuple[Job, Turn]]) -> None:
        """The commit failed: each of its moves is tried by itself."""
        self._is_committing = False
        self._store.drop()
        for job, _ in quick:
            self._make_slowly(job)
        self._wake()

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
        self._wake()
        job.answer(done.exception())


def nudge_of(turn: Turn) -> Nudge:
    """What others are told of a turn."""
    return Nudge(turn.after.room_id, turn.after.version, turn.after.revision)


WRITERS: WeakKeyDictionary[asyncio.AbstractEventLoop, Writer] = WeakKeyDictionary()


def writer() -> Writer:
    """The writer of the running event loop."""
    return of_this_loop(WRITERS, Writer)
