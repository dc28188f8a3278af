"""Database work of sockets, on threads of its own that keep their connections.

Channels would run the work of all consumers on one thread; each of these keeps its connection between calls. Moves go
through `write`: on SQLite, which lets one write at a time, those that wait for the disk share a commit.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from django.conf import settings
from django.db import InterfaceError, OperationalError, connection, connections, transaction

from games.engine import EngineFault
from games.services.faults import ServiceFault

T = TypeVar("T")

THREADS = ThreadPoolExecutor(max_workers=settings.WORK_THREADS, thread_name_prefix="work")
WRITING = ThreadPoolExecutor(max_workers=1, thread_name_prefix="write")
MOST_AT_ONCE = 64


async def in_thread(work: Callable[[], T]) -> T:
    """Run database work off the event loop."""
    return await asyncio.get_running_loop().run_in_executor(THREADS, with_connection, work)


async def write(room: str, work: Callable[[], T]) -> T:
    """Run a change of a room off the event loop; it is committed when this returns."""
    if connection.vendor != "sqlite":
        return await in_thread(work)
    loop = asyncio.get_running_loop()
    writer = WRITERS.get(loop)
    if writer is None:
        writer = WRITERS[loop] = Writer(loop)
    answer: T = await writer.write(room, work)
    return answer


def with_connection(work: Callable[[], T]) -> T:
    """Run work with this thread's connection; a broken one is dropped so that the next call gets a new one."""
    try:
        return work()
    except (OperationalError, InterfaceError):
        for each in connections.all(initialized_only=True):
            if not each.in_atomic_block:
                each.close()
        raise


@dataclass(eq=False, slots=True)
class Job:
    """A change that waits to be made."""

    room: str
    work: Callable[[], Any]
    answer: asyncio.Future[Any]


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came of a job."""

    answer: Any = None
    refusal: ServiceFault | EngineFault | None = None


class Writer:
    """The changes of one event loop: while one commit waits for the disk, the next ones gather and share another."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: deque[Job] = deque()
        self._alone: deque[Job] = deque()
        """Those whose common commit failed."""
        self._is_busy = False

    async def write(self, room: str, work: Callable[[], Any]) -> Any:
        """Make a change with the next commit."""
        job = Job(room, work, self._loop.create_future())
        self._waiting.append(job)
        if not self._is_busy:
            self._is_busy = True
            self._begin(self._next_jobs())
        return await job.answer

    def _next_jobs(self) -> list[Job]:
        """Those that waited longest, one of a room: the next of the same room builds on what this one commits."""
        jobs: list[Job] = []
        rooms: set[str] = set()
        later: list[Job] = []
        while self._waiting and len(jobs) < MOST_AT_ONCE:
            job = self._waiting.popleft()
            (later if job.room in rooms else jobs).append(job)
            rooms.add(job.room)
        self._waiting.extendleft(reversed(later))
        return jobs

    def _begin(self, jobs: list[Job]) -> None:
        done = self._loop.run_in_executor(WRITING, with_connection, lambda: commit_together(jobs))
        done.add_done_callback(lambda outcomes: self._finish(jobs, outcomes))

    def _finish(self, jobs: list[Job], done: asyncio.Future[list[Outcome]]) -> None:
        """Answer all, and begin with those that came meanwhile; where a commit failed, each is tried by itself."""
        fault = done.exception()
        if fault is not None and len(jobs) > 1:
            self._alone.extend(jobs)
        else:
            for number, job in enumerate(jobs):
                settle(job, fault or done.result()[number])
        self._go_on()

    def _go_on(self) -> None:
        if self._alone:
            self._begin([self._alone.popleft()])
        elif self._waiting:
            self._begin(self._next_jobs())
        else:
            self._is_busy = False


WRITERS: WeakKeyDictionary[asyncio.AbstractEventLoop, Writer] = WeakKeyDictionary()


def commit_together(jobs: Sequence[Job]) -> list[Outcome]:
    """Make the changes in one transaction, each in a savepoint of its own: one that is refused leaves no trace."""
    if len(jobs) == 1:
        return [outcome_of(jobs[0])]
    with transaction.atomic():
        return [outcome_of(job) for job in jobs]


def outcome_of(job: Job) -> Outcome:
    """A refusal concerns one job; anything else that is raised undoes the whole transaction."""
    try:
        return Outcome(answer=job.work())
    except (ServiceFault, EngineFault) as refusal:
        return Outcome(refusal=refusal)


def settle(job: Job, outcome: Outcome | BaseException) -> None:
    """Tell the one who waits, if somebody still does."""
    if job.answer.done():
        return
    if isinstance(outcome, Outcome) and outcome.refusal is None:
        job.answer.set_result(outcome.answer)
    else:
        job.answer.set_exception(outcome.refusal if isinstance(outcome, Outcome) else outcome)  # type: ignore[arg-type]
