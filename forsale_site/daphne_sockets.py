"""What Daphne's websocket library raises for and the protocol allows, and what it spends on every frame for nothing.

Under another server nothing is done.

A server may close with 1008 (the client breaks the rules) and 1013 (try again later), not only with 1000 and 3000–4999.
And a browser that goes while it is being answered is everyday life: what is sent to it then is dropped.
"""

from __future__ import annotations

import struct
import sys
from typing import Any


def make_tolerant() -> None:
    """Let Daphne, where it serves this process, close with any code and forget frames for a browser that is gone."""
    protocol = sys.modules.get("daphne.ws_protocol")
    if protocol is not None:
        protocol.WebSocketProtocol.serverClose = close
        protocol.WebSocketProtocol.serverSend = send
        protocol.WebSocketProtocol.dataReceived = receive


def receive(protocol: Any, data: bytes) -> None:
    """What came, read at once: the library first paints a line for a log that nobody keeps, in colours."""
    protocol._dataReceived(data)


def close(protocol: Any, code: int | None = None) -> None:
    """Begin the closing handshake, as Daphne itself does for its own 1011."""
    if protocol.state == protocol.STATE_OPEN:
        protocol.sendCloseFrame(code=1000 if code is None else code, isReply=False)


def send(protocol: Any, content: str | bytes, binary: bool = False) -> None:
    """One frame, if anybody is there to read it: straight to the socket where nothing else waits to be sent.

    The usual way through the library, a waiting list and the next turn of the event loop costs more than all else
    that a push needs; it is taken where the socket is not a plain one or does not take everything at once.
    """
    if protocol.state != protocol.STATE_OPEN:
        return
    payload = content.encode() if isinstance(content, str) else content
    transport = protocol.transport
    if protocol.websocket_extensions_in_use or type(transport).__name__ != "Server":
        protocol.sendMessage(payload, binary)
        return
    data = framed(payload, BINARY if binary else TEXT)
    sent = 0
    if not (transport.dataBuffer or transport._tempDataBuffer):
        sent = transport.writeSomeData(data)
    if isinstance(sent, int) and sent < len(data):  # not a number: the connection is lost, as the reader will notice
        transport.write(data[sent:])


TEXT, BINARY = 0x81, 0x82
"""First byte of a whole message (RFC 6455, section 5.2)."""


def framed(payload: bytes, first: int) -> bytes:
    """A message of a server as one frame: kind, length, payload."""
    length = len(payload)
    if length < 126:
        return struct.pack("!BB", first, length) + payload
    if length < 1 << 16:
        return struct.pack("!BBH", first, 126, length) + payload
    return struct.pack("!BBQ", first, 127, length) + payload
