"""Processes that die while people play: killed without warning or asked to stop, and started again."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from random import Random

from tests.load.crowd import Crowd
from tests.load.figures import percentiles
from tests.load.ledger import Ledger, read_ledger
from tests.load.processes import Site
from tests.load.tables import open_rooms

END_SECONDS = 90.0
EDITION = "1997"  # five rounds of buying and of selling: a short game


@dataclass(frozen=True)
class Survived:
    """What was left after the faults."""

    crowd: Crowd
    ledger: Ledger
    behind: list[str]
    """People whose screen is not at their room's last version."""
    log: str

    def figures(self, what: str) -> str:
        """One line for the reader."""
        made, told = len(self.crowd.made), len(self.crowd.acknowledged)
        again = sum(made.tries > 1 for made in self.crowd.made)
        return (
            f"{what}: {self.ledger.games} games, {self.ledger.moves} moves stored, {told} of {made} acknowledged "
            f"({again} sent again), {len(self.crowd.recoveries)} sockets lost, current again after "
            f"{percentiles(self.crowd.recoveries)}; screens behind the first of their room by "
            f"{percentiles(self.crowd.staleness)}; {len(self.crowd.asked_again)} asked to try again, "
            f"{len(self.crowd.refusals)} refused"
        )

    def check(self) -> None:
        """Every acknowledged move once and in order, no game stuck, everybody current, nothing corrupt."""
        assert self.ledger.faults == []
        assert self.ledger.missing(self.crowd.acknowledged) == []
        assert self.ledger.doubled() == []
        assert self.ledger.out_of_order(self.crowd.acknowledged) == []
        assert not {room.code for room in self.crowd.rooms} & set(self.ledger.unfinished)
        assert self.behind == []
        assert self.crowd.errors == []
        assert self.crowd.refusals == []
        assert "Traceback" not in self.log, self.log[self.log.index("Traceback") :][:3000]
        assert self.crowd.acknowledged


Fault = Callable[[Crowd], Awaitable[None]]


async def survive(site: Site, rooms: int, fault: Fault, *, people: int = 2, bots: int = 2) -> Survived:
    """Let rooms play, do `fault` meanwhile, let them finish, and take stock."""
    logged = len(site.logged())
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
    return Survived(crowd, ledger, behind, site.logged()[logged:])


async def restart_often(site: Site, rooms: int, times: int, how: signal.Signals, every: float = 1.0) -> Survived:
    """End a random process so often, each time starting it again on its port."""
    rng = Random(7)

    async def fault(_crowd: Crowd) -> None:
        for _time in range(times):
            process = rng.choice(site.processes)
            await asyncio.to_thread(process.restart, how)
            await asyncio.sleep(every * rng.random() * 2)

    return await survive(site, rooms, fault)
