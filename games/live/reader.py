"""Rooms that other processes have changed, read for one event loop: those that are wanted together share a read."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Protocol
from weakref import WeakKeyDictionary

from django.db import connection

from games.live.work import in_thread, of_this_loop, spawn
from games.services import journal
from games.services.faults import Missing
from games.services.following import follow, follows_by_moves_alone
from games.services.journal import Known, as_arrays, news_of
from games.services.queries import tables_by_id, tables_read_anew
from games.services.tables import TABLES, Table

READ_NEWS = journal.as_server_reads(journal.READ_NEWS["postgresql"])


class Reading(Protocol):
    """How rooms are read from one database."""

    async def __call__(self, room_ids: Collection[int]) -> Mapping[int, Table | None]:
        """These rooms as they are now; None for one that is gone."""

    def drop(self) -> None:
        """Let go of the database."""


class OnThreads:
    """However many statements it takes, on a thread."""

    async def __call__(self, room_ids: Collection[int]) -> Mapping[int, Table | None]:
        return await in_thread(lambda: tables_by_id(room_ids))

    def drop(self) -> None:
        """The threads keep their connections."""


class OnPostgresql:
    """The moves since those known, which is nearly always all there is to read, by one statement of the event loop; all
    else on a thread."""

    def __init__(self) -> None:
        from games.live.wire import Wire  # noqa: PLC0415  (a home installation need not load it)

        self._wire = Wire()

    async def __call__(self, room_ids: Collection[int]) -> Mapping[int, Table | None]:
        known = [table for table in map(TABLES.get, room_ids) if table is not None]
        alike = [table for table in known if follows_by_moves_alone(table)]
        found: dict[int, Table | None] = {}
        for table in await self._followed(alike) if alike else ():
            TABLES.put(table)
            found[table.room_id] = table
        timed = [table.room_id for table in known if not follows_by_moves_alone(table)]
        if timed:
            found |= await in_thread(lambda: tables_by_id(timed))
        others = [room_id for room_id in room_ids if room_id not in found]
        if others:
            found |= await in_thread(lambda: tables_read_anew(others))
        return found

    async def _followed(self, tables: Sequence[Table]) -> list[Table]:
        """Those of these rooms that only moves have changed."""
        plays = [(table, table.play) for table in tables if table.play is not None]
        known = [Known(table.room_id, play.id, play.length) for table, play in plays]
        rows = await self._wire.run(READ_NEWS, *as_arrays(known))
        news = news_of(map(json.loads, rows))
        after = [follow(table, play, news.get(table.room_id)) for table, play in plays]
        return [table for table in after if table is not None]

    def drop(self) -> None:
        self._wire.drop()


READING: dict[str, Callable[[], Reading]] = {"sqlite": OnThreads, "postgresql": OnPostgresql}


class Reader:
    """While one read is under way, the next rooms gather and share another."""

    def __init__(self) -> None:
        self._read = READING[connection.vendor]()
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

    def close(self) -> None:
        """Let go of the database."""
        self._read.drop()

    def _begin(self) -> None:
        answers, self._wanted = self._wanted, {}
        reading = spawn(self._read(answers.keys()))
        reading.add_done_callback(lambda done: self._finish(answers, done))

    def _finish(
        self, answers: dict[int, asyncio.Future[Table]], done: asyncio.Future[Mapping[int, Table | None]]
    ) -> None:
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
