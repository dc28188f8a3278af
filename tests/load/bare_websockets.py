"""The least that a broadcast can cost in Python: `websockets`, no framework, no database; 8 kB to all of a path.

    python -m tests.load.bare_websockets PORT

A tap (any text frame) is answered by one message to every socket with the same path, the tapper's included.
"""

from __future__ import annotations

import asyncio
import sys
from collections import defaultdict

from websockets.asyncio.server import ServerConnection, broadcast, serve

MESSAGE = "x" * 8192
ROOMS: defaultdict[str, set[ServerConnection]] = defaultdict(set)


async def handle(socket: ServerConnection) -> None:
    """One socket of one room."""
    members = ROOMS[socket.request.path if socket.request else ""]
    members.add(socket)
    try:
        async for _tap in socket:
            broadcast(members, MESSAGE)
    finally:
        members.discard(socket)


async def main(port: int) -> None:
    """Serve until killed."""
    async with serve(handle, "127.0.0.1", port, compression=None, ping_interval=None):
        await asyncio.get_running_loop().create_future()


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
