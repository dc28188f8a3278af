"""Readers that never read: what the site keeps for them is bounded, and the others do not notice."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass

from tests.faults.abuse import MEGABYTE, Disturbed, handshake, play_for, watch
from tests.load.phones import Phone
from tests.load.processes import Site
from tests.load.tables import Room, open_rooms

ENOUGH_SECONDS = 300.0
UNANSWERED_BYTES = 256 * 1024
"""What the site may have sent to one that has not answered (docs/security.md)."""
SEGMENT_BYTES, WINDOW_BYTES = 1400, 4096
"""As over a radio, to a phone that reads nothing. On one machine the system alone would hold megabytes for a socket."""
DRAINED_SECONDS = 1.0
OWN_GROWTH = 32 * MEGABYTE
"""What a process may grow by in some hundred moves, whoever reads."""


@dataclass(eq=False)
class SlowReader:
    """A socket that opens a room and then reads nothing at all, until it is asked what there was."""

    connection: socket.socket

    @classmethod
    async def at(cls, port: int, code: str) -> SlowReader:
        """One more onlooker."""
        connection = socket.socket()
        connection.setblocking(False)
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, WINDOW_BYTES)
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_MAXSEG, SEGMENT_BYTES)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(connection, ("127.0.0.1", port))
        await loop.sock_sendall(connection, handshake(port, code))
        return cls(connection)

    async def drain(self) -> int:
        """Read all there is: how many bytes the site has sent in all."""
        loop, received = asyncio.get_running_loop(), 0
        with contextlib.suppress(TimeoutError):
            while True:
                async with asyncio.timeout(DRAINED_SECONDS):
                    read = await loop.sock_recv(self.connection, 65536)
                if not read:
                    break
                received += len(read)
        return received


@contextlib.asynccontextmanager
async def slow_readers(port: int, code: str, count: int) -> AsyncIterator[list[SlowReader]]:
    """Some of them in one room."""
    readers: list[SlowReader] = []
    try:
        for _number in range(count):
            readers.append(await SlowReader.at(port, code))
        yield readers
    finally:
        for reader in readers:
            reader.connection.close()


@dataclass(frozen=True)
class SlowlyRead:
    """What readers that never read cost, and what they were sent."""

    disturbed: Disturbed
    offered: list[int]
    """Bytes that one who reads and answers was sent meanwhile, in each room."""
    screens: list[int]
    """Bytes of the largest frame there was, in each room."""
    sent: list[int]
    """Bytes that each of the readers was sent, in all."""

    def figures(self, what: str) -> str:
        """One line for the reader."""
        return (
            f"{self.disturbed.figures(what)}; one who reads got {min(self.offered) / 1024:.0f} kB or more, "
            f"one who does not {min(self.sent) / 1024:.0f} to {max(self.sent) / 1024:.0f} kB, "
            f"the largest screen {max(self.screens) / 1024:.0f} kB"
        )

    @property
    def most(self) -> int:
        """What one may be sent: the bound, the frame that passes it, and small things (headers, beats)."""
        return UNANSWERED_BYTES + max(self.screens) + 4096

    def check(self) -> None:
        """Far more was there to be read than anybody was sent, and the process kept no more than that for each."""
        assert min(self.offered) > 4 * self.most, "too little was played to show anything"
        assert min(self.sent) > UNANSWERED_BYTES // 2, "readers that were not even sent what they may be"
        assert max(self.sent) <= self.most, f"sent {max(self.sent)} bytes to one who reads nothing"
        assert self.disturbed.grown < len(self.sent) * self.most + OWN_GROWTH, "memory"
        assert "Traceback" not in self.disturbed.log


async def with_slow_readers(site: Site, count: int, enough: int) -> SlowlyRead:
    """Onlookers who never read, in every room that plays, until one who reads was sent `enough` bytes."""
    process, logged = site.processes[0], site.log_sizes()
    async with open_rooms(site.ports, 2) as rooms, contextlib.AsyncExitStack() as stack:
        watching = [await stack.enter_async_context(onlooker(room)) for room in rooms]
        quiet = await play_until_sent(rooms, watching, enough)  # as long: the process's own caches have filled by then
        before = process.memory()
        readers: list[SlowReader] = []
        for room in rooms:
            readers += await stack.enter_async_context(slow_readers(process.port, room.code, count // len(rooms)))
        disturbed = await play_until_sent(rooms, watching, enough)
        grown, offered = process.memory() - before, [phone.push_bytes for phone in watching]
        sent = await asyncio.gather(*(reader.drain() for reader in readers))
        screens = [phone.largest_push for phone in watching]
    cost = Disturbed(quiet, disturbed, grown, 0, site.logged(since=logged))
    return SlowlyRead(cost, offered, screens, sent)


async def play_until_sent(rooms: Sequence[Room], watching: Sequence[Phone], enough: int) -> list[float]:
    """Play as fast as it goes until everybody who watches was sent so many bytes; gives the waits."""
    for phone in watching:
        phone.push_bytes = 0
    waits: list[float] = []
    async with asyncio.timeout(ENOUGH_SECONDS):
        while min(phone.push_bytes for phone in watching) < enough:
            waits += await play_for(rooms, 1.0, 0)
    return waits


@contextlib.asynccontextmanager
async def onlooker(room: Room) -> AsyncIterator[Phone]:
    """One more who looks at a room, reads and answers."""
    phone, listening = await watch(room, 0)
    try:
        yield phone
    finally:
        await phone.close()
        listening.cancel()
