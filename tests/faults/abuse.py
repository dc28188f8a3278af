"""Clients that misbehave: floods, storms of reconnects, nonsense. The others must not notice."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from time import perf_counter

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

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


# Nonsense


@dataclass(frozen=True)
class Nonsense:
    """What was sent and how it was answered."""

    frames: int
    forms: int
    answers: Counter[str]
    statuses: Counter[int]
    raw: Counter[str]
    """What came of connections that do not even speak the protocol."""
    grown: int
    """Bytes that the server holds more than before."""
    log: str

    def figures(self) -> str:
        """One line for the reader."""
        answers = ", ".join(f"{count} × {answer}" for answer, count in self.answers.most_common(12))
        statuses = ", ".join(f"{count} × {status}" for status, count in sorted(self.statuses.items()))
        raw = ", ".join(f"{count} × {end}" for end, count in self.raw.most_common())
        return (
            f"{self.frames} malformed frames: {answers}; {self.forms} malformed forms: {statuses}; {self.raw.total()} "
            f"broken connections: {raw}; the server grew by {self.grown / MEGABYTE:.1f} MB"
        )

    def check(self) -> None:
        """Everything was sent and answered, in words, and nothing was raised."""
        assert sum(self.statuses.values()) == self.forms, "forms without an answer"
        assert not any(status >= 500 for status in self.statuses), "errors of the server"
        assert self.raw.total() == self.raw["closed"] + self.raw["answered"], "broken connections that were kept"
        assert "Traceback" not in self.log, self.log[self.log.find("Traceback") :][:3000]
        assert "ERROR" not in self.log, self.log[self.log.find("ERROR") :][:3000]
        assert self.grown < 100 * MEGABYTE, "memory"


async def talk_nonsense(site: Site, frames: int, forms: int) -> Nonsense:
    """Malformed frames from a seat and from outside, malformed forms from both; then a room still plays."""
    logged, before = site.log_sizes(), site.processes[0].memory()
    room = await opened_room(site.ports, Random(1))
    seat, stranger = room.phones[0], Phone(site.ports, code=room.code)
    answers: Counter[str] = Counter()
    statuses: Counter[int] = Counter()
    raw: Counter[str] = Counter()
    await asyncio.gather(
        send_frames(seat, frames // 2, Random(2), answers),
        send_frames(stranger, frames - frames // 2, Random(3), answers),
        send_forms(seat, forms // 2, Random(4), statuses),
        send_forms(stranger, forms - forms // 2, Random(5), statuses),
        send_bytes(site.ports[0], room.code, max(100, forms // 10), raw),
    )
    grown = site.processes[0].memory() - before
    await room.close()
    fresh = await opened_room(site.ports, Random(6))
    async with asyncio.timeout(60):
        await fresh.play_one_move()
    await fresh.close()
    return Nonsense(frames, forms, answers, statuses, raw, grown, site.logged(since=logged))


async def send_frames(phone: Phone, count: int, rng: Random, answers: Counter[str]) -> None:
    """Frames over sockets of this visitor's own, a new one for every hundred or when the server has closed it."""
    while count > 0:
        speaker = Phone(phone.ports, code=phone.code, cookies=dict(phone.cookies))
        await speaker.open()
        if speaker.socket is not None:
            count -= await talk(speaker.socket, min(100, count), rng, answers)
            answers[f"closed with {speaker.socket.close_code}"] += 1


async def talk(socket: ClientConnection, count: int, rng: Random, answers: Counter[str]) -> int:
    """Send, then read until the last frame, which must be refused like the others, is answered; gives how many went."""
    reading = asyncio.create_task(count_answers(socket, answers))
    sent = 0
    with contextlib.suppress(ConnectionClosed):
        for _frame in range(count):
            await socket.send(noise.frame(rng).encode("utf-8", "replace").decode())
            sent += 1
        await socket.send(json.dumps({"type": "move", "key": LAST}))
    async with asyncio.timeout(HTTP_SECONDS):
        await reading
    await socket.close()
    if sent == 0:
        raise RuntimeError("a socket was closed before anything was said")
    return sent


LAST = "the-last-frame"


async def count_answers(socket: ClientConnection, answers: Counter[str]) -> None:
    """What the server says to nonsense, up to the answer to the last frame."""
    with contextlib.suppress(ConnectionClosed):
        async for frame in socket:
            message = json.loads(frame)
            answers[message["type"]] += 1
            if message.get("key") == LAST:
                return


async def send_bytes(port: int, code: str, count: int, ends: Counter[str]) -> None:
    """Connections that break the protocol itself: sockets are closed, anything else is answered or closed."""
    rng = Random(7)
    for _connection in range(count):
        opening = handshake(port, code)
        is_socket = rng.random() < 0.6
        data = rng.choice(BROKEN_FRAMES) if is_socket else broken_request(opening, rng)
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        try:
            async with asyncio.timeout(KEPT_SECONDS):
                if is_socket:
                    writer.write(opening)
                    await reader.readuntil(b"\r\n\r\n")
                writer.write(data)
                answered = await reader.read(65536)
                while is_socket and await reader.read(65536):
                    pass
            ends["answered" if answered and not is_socket else "closed"] += 1
        except ConnectionResetError:
            ends["closed"] += 1
        except TimeoutError:
            ends[f"kept after {data[-60:]!r}"] += 1
        finally:
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


KEPT_SECONDS = 5.0
"""A close that is not answered takes one of them."""


def masked(first: int, payload: bytes) -> bytes:
    """A frame of a browser with a mask of zeros."""
    return bytes([first, 0x80 | len(payload)]) + bytes(4) + payload


BROKEN_FRAMES = (
    masked(0xF1, b"reserved bits"),
    masked(0x83, b"no such kind"),
    b"\x81\x05bare!",  # not masked
    b"\x81\xff\x7f" + b"\xff" * 7 + bytes(4),  # longer than anything
    b"\x81\xff" + bytes(7) + b"\x05" + bytes(4) + b"small",  # a short length in long
    masked(0x09, b"half a ping"),
    b"\x89\xfe\x01\x00" + bytes(4) + b"x" * 256,  # a ping that is too long
    masked(0x80, b"goes on with nothing"),
    masked(0x81, b"\xc3\x28"),
    masked(0x81, b"\xed\xa0\x80"),
    masked(0x88, b"\x03"),
    masked(0x88, b"\x03\xed"),
    masked(0x88, b"\x03\xe8\xff\xfe"),
    masked(0x01, b"begins ") + masked(0x81, b"and begins again"),
)


def broken_request(opening: bytes, rng: Random) -> bytes:
    """An opening that no browser sends."""
    return rng.choice(
        (
            rng.randbytes(200) + b"\r\n\r\n",
            opening.replace(b"Version: 13", b"Version: 7"),
            opening.replace(b"Sec-WebSocket-Key: ", b"Sec-WebSocket-Key: \xff\xfe"),
            opening.replace(b"dGhlIHNhbXBsZSBub25jZQ==", b"short"),
            opening.replace(b"/live", b"/live?\xff\x00"),
            opening.replace(b"/live", b"/%ff%00/live"),
            opening.replace(b"Host: ", b"Host: \x00"),
            opening.replace(b"Origin: http", b"Origin: \xf0\x9f\x92\xb0"),
            opening.replace(b"\r\n\r\n", b"\r\nCookie: visitor=" + b"x" * 9000 + b"\r\n\r\n"),
            opening.replace(b"GET", b"POST").replace(b"\r\n\r\n", b"\r\nContent-Length: -5\r\n\r\n"),
            b"POST /join HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
            b"GET " + b"/" * 20000 + b" HTTP/1.1\r\n\r\n",
        )
    )


async def send_forms(phone: Phone, count: int, rng: Random, statuses: Counter[int]) -> None:
    """Forms by this visitor."""
    for _form in range(count):
        what, fields = noise.form(rng)
        with contextlib.suppress(*LOST):
            statuses[(await phone.post_to_room(what, **fields)).status] += 1
