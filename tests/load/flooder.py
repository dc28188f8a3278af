"""Floods a room with frames from a process of its own, so that it does not slow those who measure.

    python -m tests.load.flooder PORT CODE CLIENTS SECONDS

prints how many frames were sent and how many sockets the server closed.
"""

from __future__ import annotations

import asyncio
import contextlib
import sys
from time import perf_counter

from tests.load.phones import LOST, Phone

FRAMES_PER_SECOND = 1000


async def flood(port: int, code: str, seconds: float) -> tuple[int, int]:
    """Send as if there were no limits, and begin again when thrown out."""
    frames = closed = 0
    end = perf_counter() + seconds
    phone = Phone([port], code=code)
    await phone.get("/")
    while perf_counter() < end:
        with contextlib.suppress(*LOST):
            await phone.open()
            while perf_counter() < end:
                await phone.say({"type": "beat", "version": -1})
                frames += 1
                await asyncio.sleep(1 / FRAMES_PER_SECOND)
        closed += phone.socket is None or phone.socket.close_code is not None
        phone.socket = None
        await asyncio.sleep(0.01)
    return frames, closed


async def main(port: int, code: str, clients: int, seconds: float) -> None:
    """All clients at once."""
    results = await asyncio.gather(*(flood(port, code, seconds) for _client in range(clients)))
    sys.stdout.write(f"{sum(frames for frames, _ in results)} {sum(closed for _, closed in results)}\n")


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1]), sys.argv[2], int(sys.argv[3]), float(sys.argv[4])))
