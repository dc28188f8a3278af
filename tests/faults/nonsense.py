"""Frames, forms and bytes that no browser sends: all are refused in words, and nothing is raised."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed

from tests.faults.abuse import MEGABYTE, handshake
from tests.load import noise
from tests.load.phones import HTTP_SECONDS, LOST, Phone
from tests.load.processes import Site
from tests.load.tables import must, opened_room


@dataclass(frozen=True)
class Nonsense:
    """What was sent and how it was answered."""

    frames: int
    forms: int
    answers: Counter[str]
    answered: Counter[tuple[str, int]]
    """How many forms to which address had which status."""
    raw: Counter[str]
    """What came of connections that do not even speak the protocol."""
    grown: int
    """Bytes that the server holds more than before."""
    log: str

    @property
    def statuses(self) -> Counter[int]:
        """How many forms had which status."""
        found: Counter[int] = Counter()
        for (_address, status), count in self.answered.items():
            found[status] += count
        return found

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
        """Everything was sent and answered, in words, and nothing was raised or went as far as the database."""
        assert self.statuses.total() == self.forms, "forms without an answer"
        assert {address for address, _status in self.answered} == set(noise.ADDRESSES), "addresses left out"
        assert not any(status >= 500 for status in self.statuses), f"errors of the server: {self.answered}"
        assert self.raw.total() == self.raw["closed"] + self.raw["answered"], "broken connections that were kept"
        for sign in SIGNS:
            assert sign not in self.log, self.log[self.log.find(sign) :][:3000]
        assert self.grown < 100 * MEGABYTE, "memory"


SIGNS = ("Traceback", "ERROR", "could not be stored", "could not be read", "a commit failed", "a due move waits")
"""In the log, that nonsense was not refused where it came in."""


async def talk_nonsense(site: Site, frames: int, forms: int) -> Nonsense:
    """Malformed frames from a seat and from outside, malformed forms from a lobby too; then a room still plays."""
    logged, before = site.log_sizes(), memory(site)
    room = await opened_room(site.ports, Random(1))
    seat, leaver, stranger = room.phones[0], room.phones[1], Phone(site.ports, code=room.code)
    host, guest = await a_lobby(site.ports)
    answers: Counter[str] = Counter()
    answered: Counter[tuple[str, int]] = Counter()
    raw: Counter[str] = Counter()
    share = forms // 5
    await asyncio.gather(
        send_frames(seat, frames // 2, Random(2), answers),
        send_frames(stranger, frames - frames // 2, Random(3), answers),
        send_forms(seat, share, Random(4), answered, noise.STAYING),
        send_forms(host, share, Random(5), answered, noise.STAYING),
        send_forms(leaver, share, Random(8), answered),
        send_forms(guest, share, Random(9), answered),
        send_forms(stranger, forms - 4 * share, Random(10), answered),
        send_bytes(site.ports[0], room.code, max(100, forms // 10), raw),
    )
    grown = memory(site) - before
    await room.close()
    fresh = await opened_room(site.ports, Random(6))
    async with asyncio.timeout(60):
        await fresh.play_one_move()
    await fresh.close()
    return Nonsense(frames, forms, answers, answered, raw, grown, site.logged(since=logged))


def memory(site: Site) -> int:
    """Bytes that all processes hold."""
    return sum(process.memory() for process in site.processes)


async def a_lobby(ports: Sequence[int]) -> tuple[Phone, Phone]:
    """A host and a guest who have not begun."""
    host, guest = Phone(ports, "Ada"), Phone(ports, "Ben")
    answer = must(await host.post("/r/", kind="for_sale", edition="2015", name=host.name), 303)
    host.code = guest.code = answer.headers["location"].split("/")[2]
    must(await guest.post_to_room("join", name=guest.name), 303)
    return host, guest


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


async def send_forms(
    phone: Phone,
    count: int,
    rng: Random,
    answered: Counter[tuple[str, int]],
    addresses: Sequence[str] = noise.ADDRESSES,
) -> None:
    """Forms by this visitor."""
    for _form in range(count):
        address = rng.choice(addresses)
        with contextlib.suppress(*LOST):
            answer = await phone.post(address.format(code=phone.code), **noise.form(rng))
            answered[address, answer.status] += 1
