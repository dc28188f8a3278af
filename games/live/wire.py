"""Statements that the event loop itself sends to PostgreSQL, and hears the answers of.

A thread that waits for the server, and then for the interpreter behind the event loop, costs several times what the
statement costs. The two that every move needs go this way: to store it (`writer`), and to read it elsewhere (`reader`).
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import psycopg
from django.db import connections
from psycopg import pq
from psycopg.errors import error_from_result

from games.live.work import in_thread


class Wire:
    """A connection of its own with one statement at a time; opened when it is first needed, and anew after a fault."""

    def __init__(self) -> None:
        self._connection: psycopg.Connection[Any] | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        self._faults: Any = None
        """Raises the driver's faults as Django's own; to ask Django for it costs as much as a statement."""
        self._socket = -1
        """What the event loop listens to; a connection that has failed no longer knows it."""
        self._names: dict[str, bytes] = {}
        """The statements that the server has prepared."""
        self._answer: asyncio.Future[pq.abc.PGresult] | None = None
        self._result: pq.abc.PGresult | None = None

    async def run(self, sql: str, *values: str) -> list[str]:
        """Run a statement with `$1`, `$2` … for its values, in a transaction of its own; gives its only column."""
        is_through = False
        if self._faults is None:
            self._faults = connections["default"].wrap_database_errors
        try:
            with self._faults:
                found = await self._run(sql, *values)
                is_through = True
                return found
        finally:
            if not is_through:
                self.drop()

    async def _run(self, sql: str, *values: str) -> list[str]:
        if self._connection is None:
            await self._open()
        name = self._names.get(sql)
        if name is None:
            name = f"statement_{len(self._names)}".encode()
            await self._asked(lambda line: line.send_prepare(name, sql.encode()))
            self._names[sql] = name
        parameters = [value.encode() for value in values]
        result = await self._asked(lambda line: line.send_query_prepared(name, parameters))
        return [(result.get_value(row, 0) or b"").decode() for row in range(result.ntuples)]

    def drop(self) -> None:
        """Let go of the connection; what was under way fails."""
        connection, self._connection = self._connection, None
        self._names.clear()
        if connection is not None:
            if self._loop is not None and not self._loop.is_closed():
                self._loop.remove_reader(self._socket)
                self._loop.remove_writer(self._socket)
            connection.close()
        self._fail(psycopg.OperationalError("the connection was dropped"))

    async def _open(self) -> None:
        self._connection = await in_thread(connect)
        self._connection.pgconn.nonblocking = 1
        self._loop, self._socket = asyncio.get_running_loop(), self._connection.pgconn.socket
        self._loop.add_reader(self._socket, self._hear)

    async def _asked(self, ask: Callable[[pq.abc.PGconn], None]) -> pq.abc.PGresult:
        """Send something and wait for the answer."""
        if self._connection is None or self._loop is None:
            raise psycopg.OperationalError("the connection was dropped")
        self._answer, self._result = self._loop.create_future(), None
        ask(self._connection.pgconn)
        self._flush()
        result = await self._answer
        if result.status not in (pq.ExecStatus.COMMAND_OK, pq.ExecStatus.TUPLES_OK):
            raise error_from_result(result)
        return result

    def _flush(self) -> None:
        """Send what the socket takes, and the rest when it takes more."""
        if self._connection is None or self._loop is None:
            return
        line = self._connection.pgconn
        try:
            is_more = line.flush()
        except psycopg.OperationalError as fault:
            self._break(fault)
            return
        if is_more:
            self._loop.add_writer(self._socket, self._flush)
        else:
            self._loop.remove_writer(self._socket)

    def _hear(self) -> None:
        """Something came: a part of an answer, all of it, or the end of the connection."""
        if self._connection is None:
            return
        line = self._connection.pgconn
        try:
            line.consume_input()
        except psycopg.OperationalError as fault:
            self._break(fault)
            return
        while self._answer is not None and not line.is_busy():
            result = line.get_result()
            if result is not None:
                self._result = result
                continue
            if self._result is None:
                self._fail(psycopg.OperationalError("the server answered nothing"))
                return
            answer, self._answer = self._answer, None
            if not answer.done():
                answer.set_result(self._result)

    def _break(self, fault: psycopg.Error) -> None:
        self._fail(fault)
        self.drop()

    def _fail(self, fault: psycopg.Error) -> None:
        answer, self._answer = self._answer, None
        if answer is not None and not answer.done():
            answer.set_exception(fault)


def connect() -> psycopg.Connection[Any]:
    """Beside Django's connections: those belong to threads. Times are told in UTC, as on all of ours."""
    database: Any = connections["default"]
    connection = psycopg.connect(autocommit=True, **database.get_connection_params())
    connection.execute("SET TIME ZONE 'UTC'")
    return connection
