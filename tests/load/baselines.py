"""What a bare broadcast costs on this machine, measured like the site's moves: a tap, then all sockets have it."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from dataclasses import dataclass
from time import perf_counter

from websockets.asyncio.client import ClientConnection, connect

from tests.load.processes import Process

SOCKETS = 4


@dataclass(frozen=True)
class Broadcasts:
    """What was measured."""

    count: int
    cpu_ms: float
    """Milliseconds of server processor time per broadcast."""
    seconds: float
    delays: list[float]


async def bare_socket(url: str) -> ClientConnection:
    """One socket without compression or pings."""
    return await connect(url, compression=None, proxy=None, ping_interval=None, max_queue=None)


@contextlib.asynccontextmanager
async def bare_rooms(port: int, count: int) -> AsyncIterator[list[list[ClientConnection]]]:
    """Rooms of bare sockets."""
    rooms: list[list[ClientConnection]] = []
    try:
        for number in range(count):
            url = f"ws://127.0.0.1:{port}/{number}"
            rooms.append([await bare_socket(url) for _socket in range(SOCKETS)])
        yield rooms
    finally:
        await asyncio.gather(*(socket.close() for room in rooms for socket in room))


async def broadcast_for(process: Process, rooms: int, seconds: float) -> Broadcasts:
    """Taps in each room one after another, all rooms at once, for so long."""
    delays: list[float] = []
    count = 0

    async def tap_on(room: list[ClientConnection], end: float) -> None:
        nonlocal count
        while perf_counter() < end:
            began = perf_counter()
            await room[0].send("tap")
            for socket in room:
                await socket.recv()
                delays.append(perf_counter() - began)
            count += 1

    async with bare_rooms(process.port, rooms) as opened:
        await asyncio.gather(*(tap_on(room, perf_counter() + 0.3) for room in opened))
        count = 0
        delays.clear()
        cpu, began = process.cpu(), perf_counter()
        await asyncio.gather(*(tap_on(room, perf_counter() + seconds) for room in opened))
        spent, took = process.cpu() - cpu, perf_counter() - began
    return Broadcasts(count, spent / count * 1000, took, delays)
