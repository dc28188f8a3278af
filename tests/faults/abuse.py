"""Clients that misbehave: slow readers, floods, storms of reconnects, nonsense. The others must not notice."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter

from websockets.asyncio.client import ClientConnection

from tests.load import noise
from tests.load.figures import percentile, percentiles
from tests.load.phones import HTTP_SECONDS, LOST, Phone
from tests.load.processes import ROOT, Site
from tests.load.tables import Room, open_rooms, opened_room

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


# Slow readers


@contextlib.asynccontextmanager
async def slow_readers(port: int, code: str, count: int) -> AsyncIterator[list[asyncio.StreamWriter]]:
    """Sockets that open a room and then read nothing at all."""
    writers: list[asyncio.StreamWriter] = []
    try:
        for _number in range(count):
            _, writer = await asyncio.open_connection("127.0.0.1", port, limit=1)
            writer.transport.pause_reading()  # type: ignore[attr-defined]
            writer.write(handshake(port, code))
            writers.append(writer)
        yield writers
    finally:
        for writer in writers:
            writer.transport.abort()


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


async def with_slow_readers(site: Site, count: int, seconds: float) -> Disturbed:
    """Onlookers who never read, in every room that plays."""
    process = site.processes[0]
    logged = len(site.logged())
    async with open_rooms(site.ports, 2) as rooms:
        quiet = await play_for(rooms, seconds, 0.05)
        before = process.memory()
        async with contextlib.AsyncExitStack() as stack:
            for room in rooms:
                await stack.enter_async_context(slow_readers(process.port, room.code, count // len(rooms)))
            disturbed = await play_for(rooms, seconds, 0.05)
            grown = process.memory() - before
    return Disturbed(quiet, disturbed, grown, 0, site.logged()[logged:])


# Floods


async def with_floods(site: Site, clients: int, seconds: float) -> Disturbed:
    """Somebody sends frames without pause while two rooms play. Needs a site with rate limits."""
    process = site.processes[0]
    logged = len(site.logged())
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
    return Disturbed(quiet, disturbed, grown, int(said.split()[1]), site.logged()[logged:])


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
    logged = len(site.logged())
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
    return Storm(len(phones), waits, seconds, behind, site.logged()[logged:])


async def watch(room: Room, number: int) -> tuple[Phone, asyncio.Task[None]]:
    """One more onlooker of a room."""
    phone = Phone(room.phones[0].ports, turned=number, code=room.code)
    await phone.open()
    task = asyncio.create_task(phone.listen())
    await phone.until_version(1)
    return phone, task


# Nonsense


@dataclass(frozen=True)
class Nonsense:
    """What was sent and how it was answered."""

    frames: int
    forms: int
    answers: Counter[str]
    statuses: Counter[int]
    log: str

    def figures(self) -> str:
        """One line for the reader."""
        answers = ", ".join(f"{count} × {answer}" for answer, count in self.answers.most_common(12))
        statuses = ", ".join(f"{count} × {status}" for status, count in sorted(self.statuses.items()))
        return f"{self.frames} malformed frames: {answers}; {self.forms} malformed forms: {statuses}"


async def talk_nonsense(site: Site, frames: int, forms: int) -> Nonsense:
    """Malformed frames from a seat and from outside, malformed forms from both; then a room still plays."""
    logged = len(site.logged())
    room = await opened_room(site.ports, Random(1))
    seat, stranger = room.phones[0], Phone(site.ports, code=room.code)
    answers: Counter[str] = Counter()
    statuses: Counter[int] = Counter()
    await asyncio.gather(
        send_frames(seat, frames // 2, Random(2), answers),
        send_frames(stranger, frames - frames // 2, Random(3), answers),
        send_forms(seat, forms // 2, Random(4), statuses),
        send_forms(stranger, forms - forms // 2, Random(5), statuses),
    )
    await room.close()
    fresh = await opened_room(site.ports, Random(6))
    async with asyncio.timeout(60):
        await fresh.play_one_move()
    await fresh.close()
    return Nonsense(frames, forms, answers, statuses, site.logged()[logged:])


async def send_frames(phone: Phone, count: int, rng: Random, answers: Counter[str]) -> None:
    """Frames over sockets of this visitor's own, a new one for every hundred or when the server has closed it."""
    for start in range(0, count, 100):
        speaker = Phone(phone.ports, code=phone.code, cookies=dict(phone.cookies))
        with contextlib.suppress(*LOST):
            await speaker.open()
            if speaker.socket is not None:
                await talk(speaker.socket, min(100, count - start), rng, answers)
        answers[f"closed with {speaker.socket.close_code if speaker.socket else None}"] += 1


async def talk(socket: ClientConnection, count: int, rng: Random, answers: Counter[str]) -> None:
    """Send, then read until the last frame, which must be refused like the others, is answered."""
    reading = asyncio.create_task(count_answers(socket, answers))
    for _frame in range(count):
        await socket.send(noise.frame(rng).encode("utf-8", "replace").decode())
    await socket.send(json.dumps({"type": "move", "key": LAST}))
    async with asyncio.timeout(HTTP_SECONDS):
        await reading
    await socket.close()


LAST = "the-last-frame"


async def count_answers(socket: ClientConnection, answers: Counter[str]) -> None:
    """What the server says to nonsense, up to the answer to the last frame."""
    async for frame in socket:
        message = json.loads(frame)
        answers[message["type"]] += 1
        if message.get("key") == LAST:
            return


async def send_forms(phone: Phone, count: int, rng: Random, statuses: Counter[int]) -> None:
    """Forms by this visitor."""
    for _form in range(count):
        what, fields = noise.form(rng)
        with contextlib.suppress(*LOST):
            statuses[(await phone.post_to_room(what, **fields)).status] += 1
