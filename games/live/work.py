"""Database work of sockets, on threads of its own that keep their connections.

Channels would run the work of all consumers on one thread; each of these keeps its connection between calls.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from django.conf import settings
from django.db import InterfaceError, OperationalError, close_old_connections, connections

T = TypeVar("T")

THREADS = ThreadPoolExecutor(max_workers=settings.WORK_THREADS, thread_name_prefix="work")


async def in_thread(work: Callable[[], T]) -> T:
    """Run database work off the event loop."""
    return await asyncio.get_running_loop().run_in_executor(THREADS, with_connection, work)


def with_connection(work: Callable[[], T]) -> T:
    """Run work with a usable connection; a broken one is dropped so that the next call gets a new one."""
    try:
        return work()
    except (OperationalError, InterfaceError):
        for connection in connections.all(initialized_only=True):
            if not connection.in_atomic_block:
                connection.close()
        raise
    finally:
        if settings.DATABASES["default"].get("CONN_MAX_AGE", 0) is not None:
            close_old_connections()
