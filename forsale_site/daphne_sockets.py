"""What Daphne's websocket library raises for and the protocol allows, and what it spends on every frame for nothing.

Under another server nothing is done.

A server may close with 1008 (the client breaks the rules) and 1013 (try again later), not only with 1000 and 3000–4999.
And a browser that goes while it is being answered is everyday life: what is sent to it then is dropped.
"""

from __future__ import annotations

import asyncio
import errno
import struct
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any

from games.live.line import EXTENSION, Hear


def make_tolerant() -> None:
    """Let Daphne, where it serves this process, close with any code, and offer lines straight to its sockets."""
    sockets, server = sys.modules.get("daphne.ws_protocol"), sys.modules.get("daphne.server")
    if sockets is not None and server is not None:
        protocol = sockets.WebSocketProtocol
        protocol.serverClose = close
        protocol.dataReceived = receive
        protocol.hear = None
        protocol.onOpen = listening_directly(protocol.onOpen)
        protocol.may_say_more = anybody_may
        # As the library's own do, without a call of Python each of the several times that a frame needs them.
        protocol.__hash__, protocol.__eq__ = object.__hash__, object.__eq__
        server.Server.create_application = offering_lines(server.Server.create_application)


class DirectLine:
    """A line (`games.live.line`) that hears from the socket at once, and writes to it when all that is to be sent in
    this turn of the event loop is known: one piece for each socket, one after the other, costs the system less."""

    def __init__(self, protocol: Any) -> None:
        self._protocol = protocol
        self._texts: list[str] = []

    def send(self, text: str) -> None:
        if not self._texts:
            if not FULL_LINES:
                asyncio.get_running_loop().call_soon(empty_lines)
            FULL_LINES.append(self)
        self._texts.append(text)

    def close(self, code: int) -> None:
        self.empty()
        self._protocol.serverClose(code)

    def listen(self, hear: Hear | None) -> None:
        self._protocol.hear = hear

    def empty(self) -> None:
        """Write what was to be sent."""
        texts, self._texts = self._texts, []
        if texts:
            send(self._protocol, texts)


FULL_LINES: deque[DirectLine] = deque()
"""Those with something to write."""


def empty_lines() -> None:
    """Write what was to be sent to all; a mistake with one of them is nobody else's."""
    try:
        while FULL_LINES:
            FULL_LINES.popleft().empty()
    finally:
        if FULL_LINES:
            asyncio.get_running_loop().call_soon(empty_lines)


def offering_lines(create: Callable[..., Any]) -> Callable[..., Any]:
    """Let the application of a socket find its line in the scope."""

    def guarded(server: Any, protocol: Any, scope: dict[str, Any]) -> Any:
        if scope["type"] == "websocket":
            scope.setdefault("extensions", {})[EXTENSION] = DirectLine(protocol)
        return create(server, protocol, scope)

    return guarded


def listening_directly(opened: Callable[[Any], None]) -> Callable[[Any], None]:
    """Once a plain socket is open, hear of what comes from the event loop itself: on its way through Twisted a frame
    passes five functions that keep a context for a log which has no use for it. Who stops reading and begins again, as
    Twisted does under pressure, goes the usual way from then on."""

    def guarded(protocol: Any) -> None:
        opened(protocol)
        transport = protocol.transport
        reactor: Any = getattr(transport, "reactor", None)
        if type(transport).__name__ == "Server" and transport in getattr(reactor, "_readers", ()):
            reactor._asyncioEventloop.add_reader(transport.fileno(), read, transport)

    return guarded


def read(transport: Any) -> None:
    """What has come is the protocol's to read; the end of a connection is Twisted's to see."""
    try:
        data = transport.socket.recv(transport.bufferSize)
    except BlockingIOError:
        return
    except OSError:
        data = b""
    if data:
        transport.protocol.dataReceived(data)
    else:
        transport.reactor._readOrWrite(transport, True)


def anybody_may(protocol: Any) -> bool:
    """Whether one more frame is heard; `daphne_floods` knows better."""
    return True


def receive(protocol: Any, data: bytes) -> None:
    """What came: a whole text, which nearly every frame of a browser is, at once; anything else is the library's to
    read. It takes ten times as long, and first paints a line for a log that nobody keeps, in colours."""
    text = whole_text(data, protocol.maxMessagePayloadSize or len(data)) if is_between_frames(protocol) else None
    if text is None:
        protocol._dataReceived(data)
    elif protocol.may_say_more() and not protocol.muted:
        protocol.last_ping = time.time()
        if protocol.hear is not None and protocol.application_queue.empty():  # nothing is overtaken
            protocol.hear(text)
        else:
            protocol.application_queue.put_nowait({"type": "websocket.receive", "text": text})


def is_between_frames(protocol: Any) -> bool:
    """Whether what comes now begins a new message, with nothing agreed on that would change its form."""
    return (
        protocol.state == protocol.STATE_OPEN
        and not protocol.data
        and protocol.current_frame is None
        and not protocol.inside_message
        and not protocol.websocket_extensions_in_use
    )


def whole_text(data: bytes, most: int) -> str | None:
    """The text, if this is exactly one masked frame with a whole text of usual length (RFC 6455, section 5.2)."""
    if len(data) < 6 or data[0] != TEXT or data[1] < MASKED:
        return None
    length, start = data[1] - MASKED, 6
    if length == LONGER:
        length, start = int.from_bytes(data[2:4], "big"), 8
        if length < LONGER:
            return None
    elif length == LONGEST:
        return None
    if len(data) != start + length or length > most:
        return None
    try:
        return unmasked(data[start - 4 : start], data[start:]).decode()
    except UnicodeDecodeError:
        return None


def unmasked(mask: bytes, payload: bytes) -> bytes:
    """The payload without its mask, all bytes at a time."""
    length = len(payload)
    key = (mask * (length // 4 + 1))[:length]
    return (int.from_bytes(payload, "little") ^ int.from_bytes(key, "little")).to_bytes(length, "little")


def close(protocol: Any, code: int | None = None) -> None:
    """Begin the closing handshake, as Daphne itself does for its own 1011."""
    if protocol.state == protocol.STATE_OPEN:
        protocol.sendCloseFrame(code=1000 if code is None else code, isReply=False)


def send(protocol: Any, texts: Sequence[str]) -> None:
    """Frames, if anybody is there to read them: straight to the socket where nothing else waits to be sent.

    The usual way through the library, a waiting list and the next turn of the event loop costs more than all else
    that a push needs; it is taken where the socket is not a plain one or does not take everything at once.
    """
    if protocol.state != protocol.STATE_OPEN:
        return
    transport = protocol.transport
    if protocol.websocket_extensions_in_use or type(transport).__name__ != "Server":
        for text in texts:
            protocol.sendMessage(text.encode(), False)
        return
    data = b"".join([framed(text.encode()) for text in texts])
    sent = 0
    if not (transport.dataBuffer or transport._tempDataBuffer):
        try:
            sent = transport.socket.send(data)
        except OSError as fault:
            if fault.errno not in FULL:  # the connection is lost, as the reader will notice
                return
    if sent < len(data):
        transport.write(data[sent:])
        if len(transport.dataBuffer) + transport._tempDataLen > MOST_WAITING:
            transport.abortConnection()


MOST_WAITING = 1 << 20
"""Bytes that wait for a browser which does not read. One that is honest is sent less by far (`UNANSWERED_BYTES`); one
that says it has read what it has not is let go here."""


FULL = frozenset({errno.EAGAIN, errno.EWOULDBLOCK, errno.ENOBUFS})
"""A socket that takes nothing now, and will later."""
TEXT = 0x81
"""First byte of a whole text (RFC 6455, section 5.2)."""
MASKED = 0x80
"""In the second byte: the payload is masked. The rest of it is its length,"""
LONGER, LONGEST = 126, 127
"""or one of these, if two or eight more bytes say it."""


def framed(payload: bytes) -> bytes:
    """A text of a server as one frame: kind, length, payload."""
    length = len(payload)
    if length < 126:
        return struct.pack("!BB", TEXT, length) + payload
    if length < 1 << 16:
        return struct.pack("!BBH", TEXT, 126, length) + payload
    return struct.pack("!BBQ", TEXT, 127, length) + payload
