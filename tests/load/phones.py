"""A scripted person with a browser: one cookie, plain HTTP for forms, one socket for pushes and moves."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from time import perf_counter
from typing import Any
from urllib.parse import urlencode

from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from tests.load.pages import MoveForm, ShownScreen

HOST = "127.0.0.1"
TOKEN = "a" * 32  # any value will do: the form must only repeat what the cookie says
HTTP_SECONDS = 20.0
RETRY_SECONDS = (0.05, 0.1, 0.2, 0.4, 0.8)
"""A phone's script waits longer; here the server's own part is measured."""
LOST = (ConnectionClosed, InvalidHandshake, OSError, TimeoutError, EOFError)


@dataclass(frozen=True)
class Answer:
    """What a server answered."""

    status: int
    headers: dict[str, str]
    body: str


async def request(
    port: int, method: str, path: str, *, cookies: Mapping[str, str], fields: Mapping[str, Any] | None = None
) -> tuple[Answer, dict[str, str]]:
    """One HTTP request on a connection of its own; gives the answer and the cookies it set."""
    body = urlencode(fields or {}, doseq=True).encode()
    lines = [
        f"{method} {path} HTTP/1.0",
        f"Host: {HOST}:{port}",
        "Accept-Language: en",
        "Cookie: " + "; ".join(f"{name}={value}" for name, value in cookies.items()),
    ]
    if fields is not None:
        lines += ["Content-Type: application/x-www-form-urlencoded", f"Content-Length: {len(body)}"]
    async with asyncio.timeout(HTTP_SECONDS):
        reader, writer = await asyncio.open_connection(HOST, port)
        try:
            writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)
            answered = await reader.read()
        finally:
            writer.close()
    return parsed(answered)


def parsed(answered: bytes) -> tuple[Answer, dict[str, str]]:
    """Status, headers, body and the cookies set."""
    head, _, body = answered.partition(b"\r\n\r\n")
    if not head:
        raise EOFError("no answer")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers, jar = {}, SimpleCookie()
    for line in lines:
        name, _, value = line.partition(": ")
        if name.lower() == "set-cookie":
            jar.load(value)
        headers[name.lower()] = value
    answer = Answer(int(first.split()[1]), headers, body.decode("utf-8", "replace"))
    return answer, {name: morsel.value for name, morsel in jar.items()}


@dataclass(eq=False)
class Phone:
    """One person's browser at one of the site's processes."""

    ports: Sequence[int]
    """Where the site listens; the first answers, and another one once that one does not, as a proxy would have it."""
    name: str = ""
    turned: int = 0
    cookies: dict[str, str] = field(default_factory=lambda: {"csrftoken": TOKEN})
    screen: ShownScreen = field(default_factory=ShownScreen)
    arrivals: dict[int, float] = field(default_factory=dict)
    """When each version was first shown here."""
    pushes: int = 0
    push_bytes: int = 0
    largest_push: int = 0
    acknowledged: list[str] = field(default_factory=list)
    """Keys of the moves that the server said are stored."""
    refused: list[dict[str, Any]] = field(default_factory=list)
    recoveries: list[float] = field(default_factory=list)
    """How long each loss of the socket lasted until a screen was here again."""
    returns: list[tuple[float, float]] = field(default_factory=list)
    """When each of them began and ended."""
    socket: ClientConnection | None = None
    news: asyncio.Event = field(default_factory=asyncio.Event)
    code: str = ""
    is_listening: bool = False
    lost_at: float | None = None
    answers: dict[str, asyncio.Future[dict[str, Any]]] = field(default_factory=dict)

    @property
    def port(self) -> int:
        """The process this phone talks to."""
        return self.ports[self.turned % len(self.ports)]

    # Plain HTTP

    async def get(self, path: str) -> Answer:
        """Load a page."""
        answer, fresh = await request(self.port, "GET", path, cookies=self.cookies)
        self.cookies.update(fresh)
        return answer

    async def post(self, path: str, **fields: Any) -> Answer:
        """Send a form."""
        fields = {"csrfmiddlewaretoken": self.cookies["csrftoken"], **fields}
        answer, fresh = await request(self.port, "POST", path, cookies=self.cookies, fields=fields)
        self.cookies.update(fresh)
        return answer

    async def post_to_room(self, what: str, **fields: Any) -> Answer:
        """Send a form of the room."""
        return await self.post(f"/r/{self.code}/{what}", **fields)

    # The socket

    async def open(self) -> None:
        """Open the socket; the first frame is the whole screen."""
        cookie = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        self.socket = await connect(
            f"ws://{HOST}:{self.port}/r/{self.code}/live",
            origin=f"http://{HOST}:{self.port}",  # type: ignore[arg-type]
            additional_headers={"Cookie": cookie, "Accept-Language": "en"},
            compression=None,
            proxy=None,
            ping_interval=None,
            max_queue=None,
            open_timeout=HTTP_SECONDS,
            close_timeout=1,
        )

    async def listen(self) -> None:
        """Take frames until closed; a lost socket is opened again, like the site's script does."""
        self.is_listening, attempts = True, 0
        while self.is_listening:
            try:
                if self.socket is None:
                    await self.open()
                attempts = 0
                await self.hear()
            except LOST:
                self.lost_at = self.lost_at or perf_counter()
                self.socket = None
                for waiting in self.answers.values():
                    if not waiting.done():
                        waiting.set_result({"type": "lost"})
                if self.is_listening:
                    self.turned += 1
                    await asyncio.sleep(RETRY_SECONDS[min(attempts, len(RETRY_SECONDS) - 1)])
                    attempts += 1

    async def hear(self) -> None:
        """Take frames for as long as the socket lives."""
        if self.socket is None:
            raise EOFError
        async for frame in self.socket:
            message = self.screen.take(str(frame))
            await self.heard(message, len(frame))
        raise EOFError  # closed in good order

    async def heard(self, message: dict[str, Any], size: int) -> None:
        """Note a frame and answer it where it asks."""
        kind = message["type"]
        if kind in {"screen", "parts"}:
            self.pushes += 1
            self.push_bytes += size
            self.largest_push = max(self.largest_push, size)
            if self.screen.has_gap:
                await self.say({"type": "beat", "version": self.screen.version})
            else:
                self.note_arrival()
        elif kind == "beat":
            await self.say({"type": "beat", "version": self.screen.version})
        elif message.get("key") in self.answers and not self.answers[message["key"]].done():
            self.answers[message["key"]].set_result(message)
        elif kind == "refused":
            self.refused.append(message)

    def note_arrival(self) -> None:
        """This version is on the screen now."""
        now = perf_counter()
        self.arrivals.setdefault(self.screen.version, now)
        if self.lost_at is not None:
            self.recoveries.append(now - self.lost_at)
            self.returns.append((self.lost_at, now))
            self.lost_at = None
        self.news.set()

    async def say(self, message: Mapping[str, Any]) -> None:
        """Send a frame."""
        if self.socket is None:
            raise EOFError
        await self.socket.send(json.dumps(message))

    async def close(self) -> None:
        """Leave."""
        self.is_listening = False
        if self.socket is not None:
            await self.socket.close()

    async def until_version(self, version: int, seconds: float = 30.0) -> float:
        """When this version or a later one came to the screen."""
        async with asyncio.timeout(seconds):
            while self.screen.version < version:
                self.news.clear()
                await self.news.wait()
        return min(at for shown, at in self.arrivals.items() if shown >= version)

    # Moves

    async def send_move(self, fields: Mapping[str, str], seconds: float = 20.0) -> dict[str, Any]:
        """Send a move over the socket; gives the answer: ack, refused or lost."""
        key = fields["key"]
        self.answers[key] = asyncio.get_running_loop().create_future()
        try:
            await self.say({"type": "move", **fields})
            async with asyncio.timeout(seconds):
                answer = await self.answers[key]
        except LOST:
            answer = {"type": "lost"}
        finally:
            del self.answers[key]
        if answer["type"] == "ack":
            self.acknowledged.append(key)
        return answer

    async def tap(self, form: MoveForm, chosen: Mapping[str, str]) -> dict[str, Any]:
        """Make a move with a new key, as the site's script does."""
        return await self.send_move({**form.fields, **chosen, "key": secrets.token_hex(16)})
