"""Two things that Daphne's websocket library raises for and the protocol allows. Under another server nothing is done.

A server may close with 1008 (the client breaks the rules) and 1013 (try again later), not only with 1000 and 3000–4999.
And a browser that goes while it is being answered is everyday life: what is sent to it then is dropped.
"""

from __future__ import annotations

import sys
from typing import Any


def make_tolerant() -> None:
    """Let Daphne, where it serves this process, close with any code and forget frames for a browser that is gone."""
    protocol = sys.modules.get("daphne.ws_protocol")
    if protocol is not None:
        protocol.WebSocketProtocol.serverClose = close
        protocol.WebSocketProtocol.serverSend = send


def close(protocol: Any, code: int | None = None) -> None:
    """Begin the closing handshake, as Daphne itself does for its own 1011."""
    if protocol.state == protocol.STATE_OPEN:
        protocol.sendCloseFrame(code=1000 if code is None else code, isReply=False)


def send(protocol: Any, content: str | bytes, binary: bool = False) -> None:
    """One frame, if anybody is there to read it."""
    if protocol.state == protocol.STATE_OPEN:
        protocol.sendMessage(content.encode() if isinstance(content, str) else content, binary)
