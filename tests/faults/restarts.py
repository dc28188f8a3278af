"""Processes that die while people play: killed without warning or asked to stop, and started again."""

from __future__ import annotations

import asyncio
import math
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from random import Random
from time import perf_counter

from tests.load.crowd import Crowd
from tests.load.figures import percentiles
from tests.load.ledger import Ledger, read_ledger
from tests.load.processes import Site
from tests.load.tables import Room, open_rooms

END_SECONDS = 90.0
RECOVER_SECONDS = 60.0
HASTY_SHARE = 0.2
"""Of the faults: they come while people are still coming back from the one before."""
EDITION = "1997"  # five rounds of buying and of selling: a short game


@dataclass(frozen=True)
class Survived:
    """What was left after the faults."""

    crowd: Crowd
    ledger: Ledger
    behind: list[str]
    """People whose screen is not at their room's last version."""
    log: str
    between: list[int] = field(default_factory=list)
    """Moves acknowledged before each fault since the one before."""

    @property
    def waits(self) -> list[float]:
        """For every loss of a socket: seconds until that screen had all that its room had been shown by then."""
        return [wait for room in self.crowd.rooms for wait in waits_until_current(room)]

    def figures(self, what: str) -> str:
        """One line for the reader."""
        made, told = len(self.crowd.made), len(self.crowd.acknowledged)
        again = sum(made.tries > 1 for made in self.crowd.made)
        return (
            f"{what}: {self.ledger.games} games, {self.ledger.moves} moves stored, {told} of {made} acknowledged "
            f"({again} sent again{self.pauses()}), {len(self.waits)} sockets lost, current again after "
            f"{percentiles(self.waits)}; screens behind the first of their room by "
            f"{percentiles(self.crowd.staleness)}; {len(self.crowd.asked_again)} asked to try again, "
            f"{len(self.crowd.refusals)} refused"
        )

    def pauses(self) -> str:
        """How much was played between the faults, where there were many."""
        return f", {min(self.between)} to {max(self.between)} moves between two faults" if self.between else ""

    def check(self) -> None:
        """Every acknowledged move once and in order, no game stuck, everybody current, nothing corrupt."""
        wrong = {what: found for what, found in self.findings().items() if found}
        assert not wrong, "; ".join(f"{what}: {str(found)[:1500]}" for what, found in wrong.items())
        assert self.crowd.acknowledged, "nothing was played"

    def findings(self) -> dict[str, object]:
        """What must not be there, by what it would be."""
        codes = {room.code for room in self.crowd.rooms}
        return {
            "games that are not what their moves make": self.ledger.faults,
            "acknowledged moves that are not there": self.ledger.missing(self.crowd.acknowledged),
            "moves that are there twice": self.ledger.doubled(),
            "moves in another order": self.ledger.out_of_order(self.crowd.acknowledged),
            "games that stand still": sorted(codes & set(self.ledger.unfinished)),
            "old screens": self.behind,
            "screens that never became current": sum(not math.isfinite(wait) for wait in self.waits),
            "errors": self.crowd.errors,
            "refusals": self.crowd.refusals,
            "tracebacks": self.log[self.log.find("Traceback") :][:3000] if "Traceback" in self.log else "",
        }


def waits_until_current(room: Room) -> list[float]:
    """A screen that comes back counts as current when it has all that anybody in its room was shown by then."""
    shown = sorted((at, version) for phone in room.phones for version, at in phone.arrivals.items())
    waits = []
    for phone in room.phones:
        for lost, back in phone.returns:
            newest = max(version for at, version in shown if at <= back)
            arrived = min((at for version, at in phone.arrivals.items() if version >= newest), default=math.inf)
            waits.append(max(arrived, back) - lost)
    return waits


async def until_all_are_back(crowd: Crowd) -> None:
    """Everybody has a socket and a screen again; RuntimeError if somebody never does."""
    deadline = perf_counter() + RECOVER_SECONDS
    while away := [phone for phone in crowd.phones if phone.socket is None or phone.lost_at is not None]:
        if perf_counter() > deadline:
            raise RuntimeError(f"{len(away)} people are not back after {RECOVER_SECONDS:.0f} s")
        await asyncio.sleep(0.05)


Fault = Callable[[Crowd], Awaitable[None]]


async def survive(site: Site, rooms: int, fault: Fault, *, people: int = 2, bots: int = 2) -> Survived:
    """Let rooms play, do `fault` meanwhile, let them finish, and take stock."""
    logged = site.log_sizes()
    async with open_rooms(site.ports, rooms, people=people, bots=bots, edition=EDITION) as opened:
        crowd = Crowd(opened)
        playing = asyncio.create_task(crowd.play())
        await asyncio.sleep(0.5)
        await fault(crowd)
        ending = asyncio.create_task(crowd.end(END_SECONDS))
        done, _ = await asyncio.wait({playing, ending}, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            await task
        playing.cancel()
        ledger = await asyncio.to_thread(read_ledger, site)
        behind = [
            f"{phone.name} in {phone.code} at {phone.screen.version} of {ledger.versions[phone.code]}"
            for phone in crowd.phones
            if phone.screen.version < ledger.versions[phone.code]
        ]
    return Survived(crowd, ledger, behind, site.logged(since=logged))


async def restart_often(site: Site, rooms: int, times: int, how: signal.Signals, every: float = 1.0) -> Survived:
    """End a random process so often at any moment of play, each time starting it again on its port."""
    rng, between = Random(7), []

    async def fault(crowd: Crowd) -> None:
        told = 0
        for _time in range(times):
            between.append(len(crowd.acknowledged) - told)
            told += between[-1]
            await asyncio.to_thread(rng.choice(site.processes).restart, how)
            if rng.random() >= HASTY_SHARE:
                await asyncio.sleep(0.1)  # who has lost a socket knows it by then
                await until_all_are_back(crowd)
            await asyncio.sleep(every * rng.random() * 2)

    return replace(await survive(site, rooms, fault), between=between)
