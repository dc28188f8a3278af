"""Django behind ASGI with one thread for a whole page, and threads that stay.

Django itself begins a thread for every request and ends it afterwards, and with it the thread's connection to the
database, which the next one opens anew; and it goes back to the event loop between the middleware and the view. That
took two thirds of the processor time of a page.
"""

from __future__ import annotations

from collections import deque
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any

from asgiref.sync import SyncToAsync, ThreadSensitiveContext, sync_to_async
from django.core.handlers.asgi import ASGIHandler

THREADS_KEPT = 8
"""Threads that wait for the next page; more of them come and go with a rush."""


IDLE: deque[ThreadPoolExecutor] = deque()


@asynccontextmanager
async def one_thread() -> AsyncIterator[None]:
    """All work off the event loop that is done meanwhile is done on one thread, which nobody else has."""
    context, thread = ThreadSensitiveContext(), IDLE.pop() if IDLE else ThreadPoolExecutor(1, "page")
    token = SyncToAsync.thread_sensitive_context.set(context)
    SyncToAsync.context_to_thread_executor[context] = thread
    try:
        yield
    finally:
        SyncToAsync.thread_sensitive_context.reset(token)
        thread.submit(put_back, thread)  # by itself: for one who has gone meanwhile it may still be at work


def put_back(thread: ThreadPoolExecutor) -> None:
    """A thread that has nothing more to do waits for the next page, or ends."""
    if len(IDLE) < THREADS_KEPT:
        IDLE.append(thread)
    else:
        thread.shutdown(wait=False)


class PageHandler(ASGIHandler):
    """Pages, and nothing else of ASGI."""

    _middleware_chain: Any

    def load_middleware(self, is_async: bool = False) -> None:
        """The whole chain as if there were no event loop, handed to the request's thread at once."""
        super().load_middleware(is_async=False)
        self._middleware_chain = sync_to_async(self._middleware_chain, thread_sensitive=True)

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """One request."""
        if scope["type"] != "http":
            raise ValueError(f"no page is asked for by {scope['type']}")
        async with one_thread():
            await self.handle(scope, receive, send)
