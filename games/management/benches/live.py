"""What the site costs under load: full games of For Sale with 4 seats over real sockets, next to bare broadcasts.

Server processes run apart from the scripted players; their processor time is read from `/proc`. Needs the tests'
folder and the development tools.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from dataclasses import dataclass
from time import perf_counter

from tests.load.baselines import Broadcasts, broadcast_for
from tests.load.processes import Site, running_program, running_site
from tests.load.tables import Room, open_rooms

Say = Callable[[str], object]

BAR, AIM = 0.07, 0.20
"""Of the bare `websockets` broadcast, in moves per processor second of the server."""


@dataclass(frozen=True)
class Load:
    """How the site runs and how much is asked of it."""

    label: str
    rooms: int
    seconds: float
    processes: int = 1
    is_scaled: bool = False
    """On PostgreSQL and Redis instead of SQLite."""
    every: float = 0.0
    """Seconds between two moves of a room; 0 for as fast as it goes."""


@dataclass(frozen=True)
class Figures:
    """What one load gave."""

    load: Load
    moves: int
    games: int
    pushes: int
    push_bytes: int
    seconds: float
    cpu: float
    delays: list[float]

    @property
    def cpu_ms(self) -> float:
        """Milliseconds of the server's processor time per move."""
        return self.cpu / max(1, self.moves) * 1000


def percentile(values: Iterable[float], share: float) -> float:
    """The value that so large a share is not above."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))] if ranked else 0.0


async def put_load(site: Site, load: Load) -> Figures:
    """Open the rooms, let them warm up, and measure."""
    async with open_rooms(site.ports, load.rooms) as rooms:
        await play_all(rooms, 1.0, load.every)
        for room in rooms:
            room.moves = room.games = 0
            room.delays.clear()
            for phone in room.phones:
                phone.pushes = phone.push_bytes = 0
        cpu, began = site.cpu(), perf_counter()
        await play_all(rooms, load.seconds, load.every)
        spent, took = site.cpu() - cpu, perf_counter() - began
        phones = [phone for room in rooms for phone in room.phones]
        return Figures(
            load,
            moves=sum(room.moves for room in rooms),
            games=sum(room.games for room in rooms),
            pushes=sum(phone.pushes for phone in phones),
            push_bytes=sum(phone.push_bytes for phone in phones),
            seconds=took,
            cpu=spent,
            delays=[delay for room in rooms for delay in room.delays],
        )


async def play_all(rooms: list[Room], seconds: float, every: float) -> None:
    """All rooms at once."""
    end = perf_counter() + seconds
    await asyncio.gather(*(room.play_until(end, every) for room in rooms))


def measured(load: Load) -> Figures:
    """A site of its own for one load."""
    with ExitStack() as stack:
        site = stack.enter_context(running_site(load.processes))
        return asyncio.run(put_load(site, load))


def bare_websockets(rooms: int, seconds: float) -> Broadcasts:
    """`websockets` without anything else."""
    with running_program("tests.load.bare_websockets") as process:
        return asyncio.run(broadcast_for(process, rooms, seconds))


def bare_channels(rooms: int, seconds: float) -> Broadcasts:
    """Channels on Daphne without anything else."""
    with running_program("tests.load.bare_channels", daphne_application=True) as process:
        return asyncio.run(broadcast_for(process, rooms, seconds))


HEAD = (
    f"{'':34}{'moves/s':>9}{'pushes/s':>10}{'CPU ms/move':>13}{'bytes/push':>12}"
    f"{'p50 ms':>9}{'p95 ms':>9}{'p99 ms':>9}{'ratio':>8}"
)


def row(figures: Figures, bare: Broadcasts) -> str:
    """One load as a line."""
    p50, p95, p99 = (percentile(figures.delays, share) * 1000 for share in (0.5, 0.95, 0.99))
    return (
        f"{figures.load.label:34}{figures.moves / figures.seconds:>9.0f}{figures.pushes / figures.seconds:>10.0f}"
        f"{figures.cpu_ms:>13.2f}{figures.push_bytes / max(1, figures.pushes):>12.0f}"
        f"{p50:>9.1f}{p95:>9.1f}{p99:>9.1f}{bare.cpu_ms / figures.cpu_ms:>8.3f}"
    )


def bare_row(label: str, found: Broadcasts, bare: Broadcasts) -> str:
    """A bare broadcast as a line of the same table."""
    p50, p95, p99 = (percentile(found.delays, share) * 1000 for share in (0.5, 0.95, 0.99))
    return (
        f"{label:34}{found.count / found.seconds:>9.0f}{found.count * 4 / found.seconds:>10.0f}"
        f"{found.cpu_ms:>13.3f}{8192:>12}{p50:>9.1f}{p95:>9.1f}{p99:>9.1f}{bare.cpu_ms / found.cpu_ms:>8.3f}"
    )


def verdict(say: Say, ratio: float) -> bool:
    """Whether the bar is met."""
    met = ratio >= BAR
    word = "met" if met else "MISSED"
    say(f"bar: at least {BAR} of the bare websockets broadcast per CPU second (aim {AIM}): {ratio:.3f}, {word}")
    return met


def run_quick(say: Say) -> bool:
    """SQLite, one process, eight rooms, next to the bare broadcast; for work on the hot path."""
    bare = bare_websockets(8, 3.0)
    figures = measured(Load("SQLite, 1 process, 8 rooms", 8, 6.0))
    say(HEAD)
    say(bare_row("bare websockets, 8 rooms", bare, bare))
    say(row(figures, bare))
    per_move = figures.push_bytes / max(1, figures.moves)
    say(f"{figures.moves} moves, {figures.games} games finished, {per_move:,.0f} bytes pushed per move")
    return verdict(say, bare.cpu_ms / figures.cpu_ms)


def run(say: Say) -> bool:
    """Everything."""
    return run_quick(say)
