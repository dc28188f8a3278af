"""The way to one browser: frames leave in the order they are sent, and nobody waits for a browser that is slow."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol

from games.live.work import spawn

logger = logging.getLogger(__name__)

EXTENSION = "forsale.line"
"""Where a server that can reach its sockets at once offers a line of its own, among a scope's extensions."""

Hear = Callable[[str], None]
Send = Callable[[dict[str, Any]], Awaitable[None]]


class Line(Protocol):
    """An open socket."""

    def send(self, text: str) -> None:
        """Put a frame on its way; one for a browser that is gone is dropped."""

    def close(self, code: int) -> None:
        """Hang up, after what was sent before."""

    def listen(self, hear: Hear | None) -> None:
        """Who hears texts at once; a server may give them to the application as messages instead, as ASGI has it."""


class AsgiLine:
    """A socket of any server. How much may wait here is bounded by those who send (`hub.UNANSWERED_BYTES`)."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self._waiting: deque[dict[str, Any]] = deque()
        self._is_sending = self._is_closed = False

    def send(self, text: str) -> None:
        self._put({"type": "websocket.send", "text": text})

    def close(self, code: int) -> None:
        self._put({"type": "websocket.close", "code": code})
        self._is_closed = True

    def listen(self, hear: Hear | None) -> None:
        """They come as messages."""

    def _put(self, message: dict[str, Any]) -> None:
        if self._is_closed:
            return
        self._waiting.append(message)
        if not self._is_sending:
            self._is_sending = True
            spawn(self._send_all())

    async def _send_all(self) -> None:
        try:
            while self._waiting:
                await self._send(self._waiting.popleft())
        except OSError:
            self._waiting.clear()
            logger.debug("a socket has gone")
        finally:
            self._is_sending = False


def line_of(scope: Mapping[str, Any], send: Send) -> Line:
    """The server's own line where it has one."""
    offered: Line | None = (scope.get("extensions") or {}).get(EXTENSION)
    return AsgiLine(send) if offered is None else offered
