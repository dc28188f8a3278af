"""Rooms that other processes have changed, read for one event loop: those that are wanted together share a read."""

from __future__ import annotations

import asyncio
from weakref import WeakKeyDictionary

from games.live.work import in_thread, of_this_loop, spawn
from games.services.faults import Missing
from games.services.queries import tables_by_id
from games.services.tables import Table


class Reader:
    """While one read is under way, the next rooms gather and share another."""

    def __init__(self) -> None:
        self._wanted: dict[int, asyncio.Future[Table]] = {}
        self._is_reading = False

    async def read(self, room_id: int) -> Table:
        """The room as it is now; raises `Missing` if it is gone."""
        answer = self._wanted.get(room_id)
        if answer is None:
            loop = asyncio.get_running_loop()
            answer = self._wanted[room_id] = loop.create_future()
            if not self._is_reading:
                self._is_reading = True
                loop.call_soon(self._begin)  # after all that came with the same message
        return await asyncio.shield(answer)

    def _begin(self) -> None:
        answers, self._wanted = self._wanted, {}
        reading = spawn(in_thread(lambda: tables_by_id(answers.keys())))
        reading.add_done_callback(lambda done: self._finish(answers, done))

    def _finish(self, answers: dict[int, asyncio.Future[Table]], done: asyncio.Future[dict[int, Table | None]]) -> None:
        fault = done.exception()
        for room_id, answer in answers.items():
            table = None if fault else done.result()[room_id]
            if table is None:
                answer.set_exception(fault or Missing("NO_SUCH_ROOM"))
            else:
                answer.set_result(table)
        self._is_reading = bool(self._wanted)
        if self._is_reading:
            self._begin()


READERS: WeakKeyDictionary[asyncio.AbstractEventLoop, Reader] = WeakKeyDictionary()


def reader() -> Reader:
    """The reader of the running event loop."""
    return of_this_loop(READERS, Reader)
