"""The long run: everything that the fault tests do, with the numbers of a bad day.

    python -m tests.faults.chaos [PART …] [--scale 1.0]

Prints one line per fault with its figures; exit code 1 if anything was lost, stuck, stale or raised.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import signal
import sys
import time
import traceback
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass

from tests.faults import abuse, outages
from tests.faults.nonsense import talk_nonsense
from tests.faults.restarts import Survived, restart_often
from tests.faults.slow_readers import with_slow_readers
from tests.load.processes import Site, fresh_database, running_site
from tests.private_servers import Server, postgresql_server, redis_server


@dataclass
class Stage:
    """A site with the servers behind it."""

    site: Site
    database: Server | None = None
    nudges: Server | None = None


@contextlib.contextmanager
def small() -> Iterator[Stage]:
    """One process on SQLite."""
    with running_site() as site:
        yield Stage(site)


@contextlib.contextmanager
def limited() -> Iterator[Stage]:
    """One process on SQLite with rate limits."""
    with running_site(RATE_LIMITS="1") as site:
        yield Stage(site)


@contextlib.contextmanager
def large() -> Iterator[Stage]:
    """Two processes on PostgreSQL and Redis."""
    with ExitStack() as stack:
        database, nudges = stack.enter_context(postgresql_server()), stack.enter_context(redis_server())
        address = fresh_database(database.address)
        site = stack.enter_context(running_site(2, DATABASE_URL=address, REDIS_URL=nudges.address))
        yield Stage(site, database, nudges)


def survived(what: str, result: Survived, *, stale: bool = True) -> str:
    """Check what is left; the figures are worth reading in either case."""
    figures = result.figures(what)
    try:
        result.check()
        if not stale:
            assert max(result.crowd.staleness) < outages.STALE_SECONDS, "old screens"
            assert result.crowd.asked_again == [], "moves that failed"
            assert max(made.seconds for made in result.crowd.made) < outages.STALE_SECONDS, "slow moves"
    except AssertionError as wrong:
        raise AssertionError(f"{figures}; {wrong}") from None
    return figures


def audited(stage: Stage, scale: float) -> str:
    """Every stored game replayed by the operator's command."""
    result = stage.site.manage("audit", seconds=600)
    assert result.returncode == 0, result.stdout[-2000:] + result.stderr[-2000:]
    return result.stdout.strip().splitlines()[-1]


def kills(stage: Stage, scale: float) -> str:
    """kill -9 of a random process, 100 times, 50 rooms."""
    times, rooms = max(2, round(100 * scale)), max(2, round(50 * scale))
    result = asyncio.run(restart_often(stage.site, rooms, times, signal.SIGKILL, every=0.7))
    assert sum(moves == 0 for moves in result.between) <= times // 4, "most kills must hit rooms that play"
    return survived(f"kill -9 {times} times, {len(stage.site.processes)} processes, {rooms} rooms", result)


def stops(stage: Stage, scale: float) -> str:
    """SIGTERM, as systemd does it."""
    times = max(2, round(10 * scale))
    result = asyncio.run(restart_often(stage.site, 10, times, signal.SIGTERM))
    return survived(f"SIGTERM {times} times, 10 rooms", result)


def without_redis(stage: Stage, scale: float) -> str:
    """Redis away for 30 s."""
    assert stage.nudges is not None
    seconds = max(5.0, 30.0 * scale)
    result = asyncio.run(outages.without_server(stage.site, stage.nudges, 10, seconds))
    return survived(f"Redis away for {seconds:.0f} s, 10 rooms", result, stale=False)


def frozen_redis(stage: Stage, scale: float) -> str:
    """Redis takes connections and does not answer, which is worse than being away."""
    assert stage.nudges is not None
    seconds = max(5.0, 20.0 * scale)
    result = asyncio.run(outages.frozen_server(stage.site, stage.nudges, 10, seconds))
    return survived(f"Redis frozen for {seconds:.0f} s, 10 rooms", result, stale=False)


def without_postgresql(stage: Stage, scale: float) -> str:
    """PostgreSQL restarted."""
    assert stage.database is not None
    result = asyncio.run(outages.without_server(stage.site, stage.database, 10, 2.0))
    return survived("PostgreSQL away for 2 s, 10 rooms", result)


def nudges(stage: Stage, scale: float) -> str:
    """Nudges lost, doubled, late, reordered."""
    seconds = max(8.0, 30.0 * scale)
    unruly = asyncio.run(outages.unruly_nudges(stage.site, 10, seconds))
    figures = survived(f"unruly nudges for {seconds:.0f} s, 10 rooms", unruly.survived, stale=False)
    unruly.check()
    return f"{figures}; {unruly.fates_met()}"


def locked(stage: Stage, scale: float) -> str:
    """SQLite locked by another process."""
    return survived("SQLite locked for 3 s, 20 rooms", asyncio.run(outages.locked_database(stage.site, 20, 3.0)))


def full(stage: Stage, scale: float) -> str:
    """A full database."""
    result = asyncio.run(outages.full_database(stage.site, 10, 10.0))
    assert result.crowd.asked_again
    assert all("try again" in sentence.lower() for sentence in result.crowd.asked_again)
    assert outages.integrity(stage.site.folder / "forsale.sqlite3") == "ok"
    return survived("database full for 10 s, 10 rooms", result)


def disturbed(what: str, result: abuse.Disturbed) -> str:
    """Bounded, silent, and nobody slowed much."""
    assert "Traceback" not in result.log
    assert result.grown < 100 * abuse.MEGABYTE
    assert result.slowdown < 5
    return result.figures(what)


def slow_readers(stage: Stage, scale: float) -> str:
    """Readers that never read."""
    count = max(60, round(200 * scale))
    result = asyncio.run(with_slow_readers(stage.site, count, max(3 * abuse.MEGABYTE // 2, round(8e6 * scale))))
    figures = result.figures(f"{count} slow readers")
    try:
        result.check()
        assert result.disturbed.slowdown < 5, "others were slowed"
    except AssertionError as wrong:
        raise AssertionError(f"{figures}; {wrong}") from None
    return figures


def floods(stage: Stage, scale: float) -> str:
    """Clients that send without pause."""
    return disturbed("10 floods", asyncio.run(abuse.with_floods(stage.site, 10, 15.0)))


def storm(stage: Stage, scale: float) -> str:
    """1,000 sockets at once."""
    result = asyncio.run(abuse.reconnect_all(stage.site, max(5, round(100 * scale)), 6))
    assert result.behind == 0
    assert "Traceback" not in result.log
    return result.figures()


def nonsense(stage: Stage, scale: float) -> str:
    """100,000 malformed frames and forms."""
    frames, forms = max(1000, round(90_000 * scale)), max(200, round(10_000 * scale))
    result = asyncio.run(talk_nonsense(stage.site, frames, forms))
    result.check()
    return result.figures()


Part = tuple[Callable[[], contextlib.AbstractContextManager[Stage]], tuple[Callable[[Stage, float], str], ...]]
PARTS: Mapping[str, Part] = {
    "kills-sqlite": (small, (kills,)),
    "kills-postgresql": (large, (kills, stops)),
    "outages-postgresql": (large, (without_redis, frozen_redis, without_postgresql, nudges)),
    "outages-sqlite": (small, (locked, full)),
    "abuse": (small, (slow_readers, storm, nonsense)),
    "nonsense-postgresql": (large, (nonsense,)),
    "floods": (limited, (floods,)),
}


def run_part(name: str, scale: float) -> bool:
    """All faults of one part on one site, then the audit."""
    stage_of, faults = PARTS[name]
    is_well = True
    with stage_of() as stage:
        for fault in (*faults, audited):
            began = time.monotonic()
            try:
                said = fault(stage, scale)
            except (AssertionError, TimeoutError, RuntimeError) as wrong:
                is_well, said = False, f"FAILED {fault.__name__}: {wrong}\n{traceback.format_exc(limit=-2)}"
            sys.stdout.write(f"[{name}, {time.monotonic() - began:.0f} s] {said}\n")
            sys.stdout.flush()
    return is_well


def main() -> int:
    """The parts named, or all."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}")
    parser.add_argument("--scale", type=float, default=1.0, help="of the full numbers; 0.05 takes a few minutes")
    options = parser.parse_args()
    unknown = set(options.parts) - set(PARTS)
    if unknown:
        parser.error(f"unknown: {', '.join(sorted(unknown))}; allowed: {', '.join(PARTS)}")
    wells = [run_part(name, options.scale) for name in options.parts or PARTS]
    return 0 if all(wells) else 1


if __name__ == "__main__":
    sys.exit(main())
