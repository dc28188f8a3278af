"""Sockets as phones and table screens hold them, against the site's own ASGI application."""

import asyncio
import json
from html.parser import HTMLParser
from typing import Any

from channels.testing import WebsocketCommunicator

from forsale_site.asgi import application
from games.services.visitors import signed

HOST = "testserver"
PATIENCE = 20.0
MOST_BESIDE = 50
VOID = {"area", "base", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"}


class Phone:
    """One socket and everything it was sent."""

    def __init__(
        self, code: str, visitor: str = "", *, is_table: bool = False, language: str = "en", **headers: str
    ) -> None:
        named = {"host": HOST, "origin": f"http://{HOST}", "accept-language": language, **headers}
        if visitor:
            named["cookie"] = f"visitor={signed(visitor)}"
        path = f"/r/{code}/table/live" if is_table else f"/r/{code}/live"
        pairs = [(name.encode(), value.encode()) for name, value in named.items() if value]
        self.socket = WebsocketCommunicator(application, path, headers=pairs)
        self.frames: list[str] = []
        self.close_code: int | None = None

    async def connect(self) -> bool:
        """Open the socket; False if it was refused."""
        is_open, code = await self.socket.connect(timeout=PATIENCE)
        if not is_open:
            self.close_code = code
        return is_open

    async def open(self) -> "Phone":
        """Open it and take the first screen."""
        assert await self.connect()
        self.first = await self.frame()
        assert self.first["type"] == "screen"
        return self

    async def frame(self) -> dict[str, Any]:
        """The next frame."""
        message = await self.socket.receive_output(PATIENCE)
        if message["type"] == "websocket.close":
            self.close_code = message.get("code")
            return {"type": "closed", "code": self.close_code}
        self.frames.append(message["text"])
        frame: dict[str, Any] = json.loads(message["text"])
        return frame

    async def heard(self, *types: str) -> dict[str, Any]:
        """The next frame of one of these types; others are let pass."""
        for _ in range(MOST_BESIDE):
            frame = await self.frame()
            if frame["type"] in types or frame["type"] == "closed":
                return frame
        raise AssertionError(f"none of {types} came")

    async def is_quiet(self, seconds: float = 0.15) -> bool:
        """Whether nothing comes for a while."""
        return bool(await self.socket.receive_nothing(timeout=seconds, interval=0.02))

    async def catch_up(self, seconds: float = 0.15) -> list[dict[str, Any]]:
        """Everything that has come, until it is quiet."""
        caught = []
        while not await self.is_quiet(seconds):
            caught.append(await self.frame())
        return caught

    async def until_version(self, version: int) -> dict[str, Any]:
        """The frame that brings this version or a later one."""
        while True:
            frame = await self.heard("screen", "parts")
            if frame["type"] == "closed" or frame["version"] >= version:
                return frame
            await self.say({"type": "beat", "version": frame["version"]})

    async def say(self, message: Any) -> None:
        """Send a frame: an object as JSON, text as it stands, or bytes."""
        if isinstance(message, bytes):
            await self.socket.send_to(bytes_data=message)
        else:
            text = message if isinstance(message, str) else json.dumps(message)
            await self.socket.send_input({"type": "websocket.receive", "text": text})

    async def hang_up(self) -> None:
        """Close the socket from this end."""
        if self.close_code is None:
            await self.socket.disconnect(timeout=PATIENCE)
        else:  # a server tells the application that a socket it closed is gone
            await self.socket.send_input({"type": "websocket.disconnect", "code": self.close_code})
            await self.socket.wait(timeout=PATIENCE)


async def settle() -> None:
    """Let other tasks of the loop go on."""
    await asyncio.sleep(0.05)


class Elements(HTMLParser):
    """Where each element with an id begins and ends."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.spans: dict[str, tuple[int, int]] = {}
        self._open: list[tuple[str, int]] = []
        self._lines = [0]
        for line in html.split("\n"):
            self._lines.append(self._lines[-1] + len(line) + 1)
        self.feed(html)
        self.close()
        assert not self._open, "an element is not closed"

    def _at(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in VOID:
            self._open.append((dict(attrs).get("id") or "", self._at()))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """`<path/>` has no end to wait for."""

    def handle_endtag(self, tag: str) -> None:
        name, start = self._open.pop()
        if name:
            self.spans[name] = (start, self._at() + len(tag) + 3)


def shown_after(html: str, frame: dict[str, Any]) -> str:
    """The inside of the main element after a frame, as a browser would have it."""
    if frame["type"] == "screen":
        return str(frame["html"]).partition(">")[2].removesuffix("</main>")
    for name, part in frame["parts"].items():
        start, end = Elements(html).spans[name]
        html = html[:start] + part + html[end:]
    return html
