"""Database work of sockets, on threads of its own that keep their connections.

Channels would run the work of all consumers on one thread; each of these keeps its connection between calls.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from django.conf import settings
from django.db import InterfaceError, OperationalError, connections

T = TypeVar("T")

THREADS = ThreadPoolExecutor(max_workers=settings.WORK_THREADS, thread_name_prefix="work")
WRITING = ThreadPoolExecutor(max_workers=1, thread_name_prefix="write")
"""For the commits of moves (`games.live.writer`): one at a time."""


async def in_thread(work: Callable[[], T], threads: ThreadPoolExecutor = THREADS) -> T:
    """Run database work off the event loop."""
    return await asyncio.get_running_loop().run_in_executor(threads, with_connection, work)


def with_connection(work: Callable[[], T]) -> T:
    """Run work with this thread's connection; a broken one is dropped so that the next call gets a new one."""
    try:
        return work()
    except (OperationalError, InterfaceError):
        for each in connections.all(initialized_only=True):
            if not each.in_atomic_block:
                each.close()
        raise


TASKS: set[asyncio.Task[Any]] = set()


def spawn(work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
    """Start a task and keep it until it is done."""
    task = asyncio.get_running_loop().create_task(work)
    TASKS.add(task)
    task.add_done_callback(TASKS.discard)
    return task


def of_this_loop(made: WeakKeyDictionary[asyncio.AbstractEventLoop, T], make: Callable[[], T]) -> T:
    """The one of the running event loop, made when it is first asked for."""
    loop = asyncio.get_running_loop()
    found = made.get(loop)
    if found is None:
        found = made[loop] = make()
    return found
