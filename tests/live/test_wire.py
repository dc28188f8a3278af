"""Statements that the event loop itself sends to PostgreSQL: on a server of their own, whatever the others run on."""

import asyncio
from urllib.parse import urlsplit

import pytest
from django.db import DataError, OperationalError
from django.db.utils import ConnectionHandler

from forsale_site import environment
from games.live import wire
from games.live.wire import Wire
from tests.private_servers import postgresql_server

MINE = "SELECT pg_backend_pid()::text"


@pytest.fixture(scope="module")
def server():
    with postgresql_server() as found:
        yield found.address


@pytest.fixture
def line(server, monkeypatch):
    """A wire to that server."""
    handler = ConnectionHandler({"default": environment.postgresql(urlsplit(server))})
    monkeypatch.setattr(wire, "connections", handler)
    made = Wire()
    yield made
    made.drop()


async def ended_by_the_server(line, server, process):
    """An operator, or an update of the server, ends a connection."""
    other = Wire()
    await other.run("SELECT pg_terminate_backend($1::integer)::text", process)
    other.drop()


async def test_rows_come_as_text_in_their_order(line):
    rows = await line.run("SELECT value FROM json_array_elements_text($1::json) AS value", '["1", "Grüße", "\\u20ac"]')

    assert rows == ["1", "Grüße", "€"]


async def test_a_statement_without_rows_gives_none(line):
    assert await line.run("CREATE TEMPORARY TABLE here (number integer)") == []


async def test_a_statement_is_prepared_once(line):
    for number in range(3):
        assert await line.run("SELECT ($1::integer + 1)::text", str(number)) == [str(number + 1)]

    assert await line.run("SELECT count(*)::text FROM pg_prepared_statements") == ["2"]


async def test_what_does_not_fit_into_the_socket_at_once_is_sent_and_heard_piece_by_piece(line):
    text = "x" * 5_000_000

    assert await line.run("SELECT $1::text", text) == [text]


async def test_a_statement_that_fails_raises_as_django_does_and_the_next_one_works(line):
    with pytest.raises(DataError):
        await line.run("SELECT ($1::integer)::text", "a house")

    assert await line.run("SELECT ($1::integer)::text", "7") == ["7"]


async def test_a_connection_that_ended_meanwhile_is_opened_anew(line, server):
    (process,) = await line.run(MINE)
    await ended_by_the_server(line, server, process)
    for _turn in range(100):
        await asyncio.sleep(0.02)
        if line._connection is None:
            break

    (now,) = await line.run(MINE)

    assert now != process


async def test_who_waits_when_the_connection_ends_is_told(line, server):
    (process,) = await line.run(MINE)
    waiting = asyncio.ensure_future(line.run("SELECT pg_sleep(60)::text"))
    await asyncio.sleep(0.1)

    await ended_by_the_server(line, server, process)

    with pytest.raises(OperationalError):
        await asyncio.wait_for(waiting, 20)
    assert await line.run("SELECT 'there'") == ["there"]


async def test_one_who_stops_waiting_leaves_no_answer_for_the_next(line):
    waiting = asyncio.ensure_future(line.run("SELECT pg_sleep(0.3)::text"))
    await asyncio.sleep(0.1)
    waiting.cancel()
    await asyncio.wait([waiting])

    assert await line.run("SELECT 'mine'") == ["mine"]


async def test_a_server_that_is_not_there_is_told(line, monkeypatch):
    database = environment.postgresql(urlsplit("postgresql://nobody@127.0.0.1:1/nothing"))
    monkeypatch.setattr(wire, "connections", ConnectionHandler({"default": database}))

    with pytest.raises(OperationalError):
        await line.run("SELECT 'there'")
