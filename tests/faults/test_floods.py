"""Floods of every kind of frame over real sockets: who floods is thrown out and stays out, and nobody else is."""

import asyncio
import struct
from itertools import pairwise

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from games.services.limits import FRAMES
from tests.faults.abuse import MEGABYTE, handshake
from tests.load.phones import Phone
from tests.load.processes import running_site
from tests.load.tables import open_rooms

POLICY_VIOLATION = 1008


@pytest.fixture(scope="module")
def limited_site():
    """One process on SQLite with rate limits, as at home."""
    with running_site(RATE_LIMITS="1") as site:
        yield site


async def a_visitor(site, code):
    """Somebody with a cookie of their own who looks at the room."""
    phone = Phone(site.ports, code=code)
    await phone.get("/")
    return phone


async def closed_after(phone, flood):
    """How the server closes on one who does this."""
    await phone.open()
    try:
        await flood(phone.socket)
        async with asyncio.timeout(10):
            async for _frame in phone.socket:
                pass
    except ConnectionClosed:
        pass
    return phone.socket.close_code


async def status_of_next(phone):
    """How the next socket is answered."""
    try:
        await phone.open()
    except InvalidStatus as refusal:
        return refusal.response.status_code
    await phone.close()
    return 101


async def say_much(socket):
    for _frame in range(FRAMES.most * 2):
        await socket.send('{"type":"beat","version":-1}')


async def ping_without_end(socket):
    for _ping in range(1000):
        await socket.ping()


async def begin_without_end(socket):
    async def pieces():
        for _piece in range(1000):
            yield ""

    await socket.send(pieces(), text=True)


async def a_thousand_in_one_breath(socket):
    masked = b"\x81\x81" + struct.pack("!I", 0) + b"x"
    socket.transport.write(masked * 9000)


@pytest.mark.parametrize("flood", [say_much, ping_without_end, begin_without_end, a_thousand_in_one_breath])
def test_who_floods_is_thrown_out_and_gets_no_next_socket(limited_site, flood):
    async def answers():
        async with open_rooms(limited_site.ports, 1) as (room,):
            flooder, other = await a_visitor(limited_site, room.code), await a_visitor(limited_site, room.code)
            closed = await closed_after(flooder, flood)
            return closed, await status_of_next(flooder), await status_of_next(other)

    assert asyncio.run(answers()) == (POLICY_VIOLATION, 429, 101)


def test_who_knocks_again_and_again_costs_no_memory(limited_site):
    process = limited_site.processes[0]

    async def status(code):
        reader, writer = await asyncio.open_connection("127.0.0.1", process.port)
        writer.write(handshake(process.port, code))
        head = await reader.readuntil(b"\r\n\r\n")
        writer.transport.abort()
        return int(head.split()[1])

    async def most_memory(code, knocks):
        """What is refused lies about until the collector comes by, every four thousand knocks or so: the most."""
        most = 0
        for _hundred in range(knocks // 100):
            assert {await status(code) for _knock in range(100)} == {429}
            most = max(most, process.memory())
        return most

    async def knocked():
        async with open_rooms(limited_site.ports, 1) as (room,):
            first = [await status(room.code) for _knock in range(70)]
            _warm, *most = [await most_memory(room.code, 5000) for _time in range(4)]
            return first, [after - before for before, after in pairwise(most)]

    first, grown = asyncio.run(knocked())

    assert set(first[:50]) == {101}
    # What knocks leave behind would be there again each time; what a busy machine collects late is not.
    assert min(grown) < 5 * MEGABYTE
