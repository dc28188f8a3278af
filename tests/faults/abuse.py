"""Clients that misbehave: floods and storms of reconnects. The others must not notice."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from time import perf_counter

from tests.load.figures import percentile, percentiles
from tests.load.phones import Phone
from tests.load.processes import ROOT, Site
from tests.load.tables import Room, open_rooms

MEGABYTE = 1 << 20


@dataclass(frozen=True)
class Disturbed:
    """How long people waited without and with somebody who misbehaves, and what the server held."""

    quiet: list[float]
    disturbed: list[float]
    grown: int
    """Bytes that the server holds more than before."""
    closed: int
    """Sockets that the server closed on the one who misbehaves."""
    log: str

    def figures(self, what: str) -> str:
        """One line for the reader."""
        return (
            f"{what}: tap to the others' screens {percentiles(self.quiet)} before, {percentiles(self.disturbed)} "
            f"meanwhile; the server grew by {self.grown / MEGABYTE:.1f} MB and closed {self.closed} sockets"
        )

    @property
    def slowdown(self) -> float:
        """How many times longer the median wait was."""
        return percentile(self.disturbed, 0.5) / percentile(self.quiet, 0.5)


async def play_for(rooms: Sequence[Room], seconds: float, every: float) -> list[float]:
    """Let rooms play at a human pace; gives the waits."""
    for room in rooms:
        room.delays.clear()
    end = perf_counter() + seconds
    await asyncio.gather(*(room.play_until(end, every) for room in rooms))
    return [delay for room in rooms for delay in room.delays]


def handshake(port: int, code: str) -> bytes:
    """The opening of a socket, by hand."""
    lines = (
        f"GET /r/{code}/live HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        f"Origin: http://127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        "Sec-WebSocket-Version: 13",
    )
    return "\r\n".join(lines).encode() + b"\r\n\r\n"


# Floods


async def with_floods(site: Site, clients: int, seconds: float) -> Disturbed:
    """Somebody sends frames without pause while two rooms play. Needs a site with rate limits."""
    process = site.processes[0]
    logged = site.log_sizes()
    async with open_rooms(site.ports, 2) as rooms:
        quiet = await play_for(rooms, seconds, 0.5)
        before = process.memory()
        arguments = [str(process.port), rooms[0].code, str(clients), str(seconds)]
        flooder = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "tests.load.flooder", *arguments, cwd=ROOT, stdout=asyncio.subprocess.PIPE
        )
        disturbed = await play_for(rooms, seconds + 1, 0.5)
        said, _ = await flooder.communicate()
        grown = process.memory() - before
    return Disturbed(quiet, disturbed, grown, int(said.split()[1]), site.logged(since=logged))


# A storm of reconnects


@dataclass(frozen=True)
class Storm:
    """Everybody at once."""

    sockets: int
    waits: list[float]
    seconds: float
    behind: int
    log: str

    def figures(self) -> str:
        """One line for the reader."""
        return (
            f"{self.sockets} sockets reconnecting at once: all current again after {self.seconds:.1f} s "
            f"({percentiles(self.waits)}), {self.behind} behind"
        )


async def reconnect_all(site: Site, rooms: int, onlookers: int) -> Storm:
    """Drop every socket of many rooms at the same moment, and let all come back."""
    logged = site.log_sizes()
    async with open_rooms(site.ports, rooms) as opened:
        watching = [await watch(room, number) for room in opened for number in range(onlookers)]
        for room in opened:
            await room.play_one_move()
        phones = [phone for room in opened for phone in room.phones] + [phone for phone, _task in watching]
        sockets = [phone.socket for phone in phones]
        for phone in phones:
            phone.recoveries.clear()
        began = perf_counter()
        for socket in sockets:
            if socket is not None:
                socket.transport.abort()
        while any(not phone.recoveries for phone in phones) and perf_counter() - began < 60:
            await asyncio.sleep(0.05)
        seconds = perf_counter() - began
        newest = {room.code: max(phone.screen.version for phone in room.phones) for room in opened}
        behind = sum(phone.screen.version < newest[phone.code] or not phone.recoveries for phone in phones)
        waits = [wait for phone in phones for wait in phone.recoveries]
        for phone, task in watching:
            await phone.close()
            task.cancel()
    return Storm(len(phones), waits, seconds, behind, site.logged(since=logged))


async def watch(room: Room, number: int) -> tuple[Phone, asyncio.Task[None]]:
    """One more onlooker of a room."""
    phone = Phone(room.phones[0].ports, turned=number, code=room.code)
    await phone.open()
    task = asyncio.create_task(phone.listen())
    await phone.until_version(1)
    return phone, task
