"""Floods are stopped where they arrive, before they cost much. Under another server nothing is done.

What Daphne reads from a socket waits in a queue without an end, pings and pieces of messages are answered and kept
without anybody else hearing of them, and a socket costs some milliseconds even if it is refused. So here every frame of
a socket is counted, one who sends too many is no longer read from, and one who was just thrown out gets no socket.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

from django.conf import settings

from games.live.consumers import POLICY_VIOLATION
from games.live.door import is_turned_away, who_knocks
from games.services.limits import Limit, refilled, throw_out

FRAMES = Limit(240, 10)
"""Of one socket, of whatever kind; four times what a visitor may say."""
TOO_MANY_REQUESTS = 429

Method = Callable[..., Any]


def guard() -> None:
    """Let Daphne, where it serves this process, count frames and turn outcasts away."""
    http, sockets = sys.modules.get("daphne.http_protocol"), sys.modules.get("daphne.ws_protocol")
    if http is None or sockets is None:
        return
    request, socket = http.WebRequest, sockets.WebSocketProtocol
    request.process = turning_away(request.process)
    socket.onFrameBegin = counting(socket.onFrameBegin)
    socket.may_say_more = may_say_more
    socket.serverClose = deaf_after(socket.serverClose)
    # For a log that nobody keeps, the library writes all options of every new socket in pretty lines.
    sys.modules["autobahn.websocket.protocol"].pformat = str  # type: ignore[attr-defined]


def turning_away(process: Method) -> Method:
    """Refuse a socket to one who was just thrown out while it is only a request."""

    def guarded(request: Any) -> Any:
        if request.requestHeaders.hasHeader(b"upgrade") and is_turned_away(scope_of(request)):
            request.setResponseCode(TOO_MANY_REQUESTS)
            request.setHeader(b"content-length", b"0")
            return request.finish()
        return process(request)

    return guarded


def scope_of(request: Any) -> dict[str, Any]:
    """As much of a scope as says who it is."""
    raw = request.requestHeaders.getAllRawHeaders()
    headers = [(name.lower(), value) for name, values in raw for value in values]
    return {"headers": headers, "client": (getattr(request.client, "host", ""),)}


def counting(begin: Method) -> Method:
    """Count a frame before anything is done with it."""

    def guarded(socket: Any) -> Any:
        may_say_more(socket)
        return begin(socket)

    return guarded


def may_say_more(socket: Any) -> bool:
    """One frame more, if the socket has one left; otherwise who sent it is thrown out."""
    if not settings.RATE_LIMITS or socket.state != socket.STATE_OPEN:
        return True
    now = time.monotonic()
    left, since = getattr(socket, "frames_left", (float(FRAMES.most), now))
    left = refilled(left, since, now, FRAMES) - 1
    socket.frames_left = (left, now)
    if left >= 0:
        return True
    throw_out(who_knocks({"headers": socket.clean_headers, "client": socket.client_addr}))
    socket.serverClose(POLICY_VIOLATION)
    return False


def deaf_after(close: Method) -> Method:
    """Read nothing more from one who broke the rules; the library drops the connection a second later."""

    def guarded(socket: Any, code: int | None = None) -> None:
        close(socket, code)
        if code == POLICY_VIOLATION:
            socket.data = b""
            socket.transport.pauseProducing()

    return guarded
