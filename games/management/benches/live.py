"""What the site costs under load: full games of For Sale with 4 seats over real sockets, next to bare broadcasts.

Server processes run apart from the scripted players; their processor time is read from `/proc`. Needs the tests'
folder and the development tools.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from games.management.benches import live_loads
from games.management.benches.live_loads import Figures, Load
from tests.load.baselines import SOCKETS, Broadcasts
from tests.load.figures import percentile

Say = Callable[[str], object]

BAR, AIM = 0.07, 0.20
"""Of the bare `websockets` broadcast, in moves per processor second of the server."""
SCALED_BAR = BAR / 2
"""On PostgreSQL and Redis."""
SLOWER_BAR = 2.0
"""The 95th percentile with ten times the rooms, to that with a tenth."""
SOCKET_BAR = 40_000
FIRST_PAGE_BAR = 1.0

ROOMS, BARE_SECONDS = 10, 3.0
"""Of bare broadcasts."""
JUDGED = 3
"""Times that a load is measured for which there is a bar."""

AS_FAST_AS_IT_GOES = (
    Load("SQLite, 1 process, 10 rooms", 10, 6.0, times=JUDGED),
    Load("SQLite, 1 process, 100 rooms", 100, 8.0),
    Load("SQLite + Redis, 2 proc., 10 rooms", 10, 8.0, processes=2, has_redis=True),
    Load("PostgreSQL, 1 process, 10 rooms", 10, 8.0, has_postgresql=True),
    Load("PostgreSQL + Redis, 1 proc., 10 r.", 10, 6.0, has_postgresql=True, has_redis=True, times=JUDGED),
    Load("PostgreSQL + Redis, 2 proc., 10 r.", 10, 6.0, processes=2, has_postgresql=True, has_redis=True, times=JUDGED),
    Load("PostgreSQL + Redis, 2 proc., 100 r.", 100, 8.0, processes=2, has_postgresql=True, has_redis=True),
)
PACED = (
    Load("SQLite, 10 rooms, a move per 2 s", 10, 10.0, every=2.0),
    Load("SQLite, 25 rooms, a move per 2 s", 25, 10.0, every=2.0),
    Load("SQLite, 100 rooms, a move per 2 s", 100, 10.0, every=2.0),
    Load("SQLite, 250 rooms, a move per 2 s", 250, 10.0, every=2.0),
)

HEAD = (
    f"{'':36}{'moves/s':>9}{'pushes/s':>10}{'CPU ms/move':>13}{'+ servers':>11}{'moves/CPU s':>13}{'bytes/push':>12}"
    f"{'p50 ms':>9}{'p95 ms':>9}{'p99 ms':>9}{'bare ms':>9}{'ratio':>8}"
)


def delays(found: list[float]) -> str:
    """Three percentiles in milliseconds."""
    return "".join(f"{percentile(found, share) * 1000:>9.1f}" for share in (0.5, 0.95, 0.99))


@dataclass(frozen=True)
class Beside:
    """A load, with what a bare broadcast cost right before and right after it: machines have quicker and slower
    minutes, and only neighbours can be compared."""

    figures: Figures
    bare_ms: float

    @property
    def ratio(self) -> float:
        """The price of a bare broadcast to that of a move."""
        return self.bare_ms / self.figures.cpu_ms


def beside(loads: Sequence[Load], before: Broadcasts) -> Iterator[Beside]:
    """Measure loads one after the other, with a bare broadcast between them."""
    for load in loads:
        found = []
        for _time in range(load.times):
            figures = live_loads.measured(load)
            after = live_loads.bare_websockets(ROOMS, BARE_SECONDS)
            found.append(Beside(figures, (before.cpu_ms + after.cpu_ms) / 2))
            before = after
        yield sorted(found, key=lambda each: each.ratio)[load.times // 2]


def row(found: Beside) -> str:
    """One load as a line."""
    figures = found.figures
    servers = figures.database_cpu / max(1, figures.moves) * 1000
    return (
        f"{figures.label:36}{figures.moves / figures.seconds:>9.0f}{figures.pushes / figures.seconds:>10.0f}"
        f"{figures.cpu_ms:>13.2f}{servers:>11.2f}{1000 / figures.cpu_ms:>13.0f}"
        f"{figures.push_bytes / max(1, figures.pushes):>12.0f}"
        f"{delays(figures.delays)}{found.bare_ms:>9.3f}{found.ratio:>8.3f}"
    )


def bare_row(label: str, found: Broadcasts, bare: Broadcasts) -> str:
    """A bare broadcast as a line of the same table."""
    return (
        f"{label:36}{found.count / found.seconds:>9.0f}{found.count * SOCKETS / found.seconds:>10.0f}"
        f"{found.cpu_ms:>13.3f}{'':>11}{1000 / found.cpu_ms:>13.0f}{8192:>12}"
        f"{delays(found.delays)}{bare.cpu_ms:>9.3f}{bare.cpu_ms / found.cpu_ms:>8.3f}"
    )


def verdict(say: Say, what: str, *, met: bool) -> bool:
    """One bar."""
    say(f"bar: {what}: {'met' if met else 'MISSED'}")
    return met


def cost_verdict(say: Say, where: str, found: Beside, bar: float) -> bool:
    """The price of a move next to the bare broadcast."""
    ratio = found.ratio
    what = f"{where}, moves per CPU second at least {bar:g} of the bare websockets broadcast (aim {AIM}): {ratio:.3f}"
    return verdict(say, what, met=ratio >= bar)


def run_quick(say: Say) -> bool:
    """SQLite, one process, eight rooms, next to the bare broadcast; for work on the hot path."""
    bare = live_loads.bare_websockets(ROOMS, BARE_SECONDS)
    (found,) = beside([Load("SQLite, 1 process, 8 rooms", 8, 5.0, times=JUDGED)], bare)
    figures = found.figures
    say(HEAD)
    say(bare_row("bare websockets, 8 kB to 4 sockets", bare, bare))
    say(row(found))
    per_move = figures.push_bytes / max(1, figures.moves)
    say(f"{figures.moves} moves, {figures.games} games finished, {per_move:,.0f} bytes pushed per move")
    return cost_verdict(say, "SQLite", found, BAR)


def run(say: Say) -> bool:
    """Both databases, one and two processes, few and many rooms, memory and start."""
    say("full games of For Sale, 4 seats, over real sockets; bare: CPU of a bare websockets broadcast beside it")
    say(HEAD)
    channels = live_loads.bare_channels(ROOMS, 4.0)
    bare = live_loads.bare_websockets(ROOMS, BARE_SECONDS)
    say(bare_row("bare websockets, 8 kB to 4 sockets", bare, bare))
    say(bare_row("bare Channels, 8 kB to 4 sockets", channels, bare))
    found = []
    for each in beside([*AS_FAST_AS_IT_GOES, *PACED], bare):
        say(row(each))
        found.append(each)
    return bars(say, found)


def bars(say: Say, found: Sequence[Beside]) -> bool:
    """Every bar, met or not."""
    small, alone, spread = (found[place] for place in (0, 4, 5))
    paced = found[len(AS_FAST_AS_IT_GOES) :]
    few, many = (percentile(each.figures.delays, 0.95) for each in (paced[1], paced[3]))
    socket, start = live_loads.memory_per_socket(60), live_loads.first_page()
    met = [
        cost_verdict(say, "SQLite", small, BAR),
        cost_verdict(say, "PostgreSQL + Redis, 1 process", alone, SCALED_BAR),
        cost_verdict(say, "PostgreSQL + Redis, 2 processes", spread, SCALED_BAR),
        verdict(
            say,
            f"p95 from tap to screen with 250 rooms at most {SLOWER_BAR:g} times that with 25 rooms: "
            f"{many * 1000:.1f} ms to {few * 1000:.1f} ms, {many / few:.2f} times",
            met=many <= SLOWER_BAR * few,
        ),
        verdict(say, f"at most 40 kB per idle socket: {socket / 1000:.1f} kB", met=socket <= SOCKET_BAR),
        verdict(
            say,
            f"first page within 1.0 s of starting: {start.seconds:.2f} s ({start.cpu:.2f} s of CPU)",
            met=start.seconds <= FIRST_PAGE_BAR,
        ),
    ]
    return all(met)
