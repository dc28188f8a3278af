"""How much is asked of the site in one measurement, how it runs meanwhile, and what that gave."""

from __future__ import annotations

import asyncio
import contextlib
import sys
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from random import Random
from statistics import median
from time import perf_counter

from tests.load.baselines import Broadcasts, broadcast_for
from tests.load.phones import LOST, Phone
from tests.load.processes import Process, Site, daphne, fresh_database, running_program, running_site, tree_cpu
from tests.load.tables import Room, begun_room, open_rooms
from tests.private_servers import free_port, postgresql_server, redis_server

WARM_SECONDS = 1.5


@dataclass(frozen=True)
class Load:
    """How the site runs and how much is asked of it."""

    label: str
    rooms: int
    seconds: float
    processes: int = 1
    has_postgresql: bool = False
    has_redis: bool = False
    every: float = 0.0
    """Seconds between two moves of a room; 0 for as fast as it goes."""
    times: int = 1
    """How often it is measured, of which the middle counts."""


@dataclass(frozen=True)
class Figures:
    """What one load gave."""

    label: str
    moves: int
    games: int
    pushes: int
    push_bytes: int
    seconds: float
    cpu: float
    """Seconds of processor time of the site's own processes."""
    database_cpu: float
    """Seconds of processor time of PostgreSQL and Redis."""
    delays: list[float]

    @property
    def cpu_ms(self) -> float:
        """Milliseconds of the server's processor time per move."""
        return self.cpu / max(1, self.moves) * 1000


@dataclass
class Stage:
    """A running site with the servers behind it."""

    site: Site
    behind: list[int]
    """Processes of PostgreSQL and Redis."""

    def database_cpu(self) -> float:
        """Their processor time so far."""
        return sum(map(tree_cpu, self.behind))


@contextlib.contextmanager
def staged(load: Load) -> Iterator[Stage]:
    """The site that a load asks for."""
    with ExitStack() as stack:
        environment, behind = {}, []
        if load.has_postgresql:
            database = stack.enter_context(postgresql_server())
            environment["DATABASE_URL"] = fresh_database(database.address)
            behind.append(database)
        if load.has_redis:
            nudges = stack.enter_context(redis_server())
            environment["REDIS_URL"] = nudges.address
            behind.append(nudges)
        site = stack.enter_context(running_site(load.processes, **environment))
        yield Stage(site, [server.process.pid for server in behind if server.process is not None])


def measured(load: Load) -> Figures:
    """A site of its own for one load."""
    with staged(load) as stage:
        return asyncio.run(put_load(stage, load))


async def put_load(stage: Stage, load: Load) -> Figures:
    """Open the rooms, let them warm up, and measure."""
    site = stage.site
    async with open_rooms(site.ports, load.rooms) as rooms:
        await play_all(rooms, WARM_SECONDS, load.every)
        for room in rooms:
            room.moves = room.games = 0
            room.delays.clear()
            for phone in room.phones:
                phone.pushes = phone.push_bytes = 0
        cpu, database_cpu, began = site.cpu(), stage.database_cpu(), perf_counter()
        await play_all(rooms, load.seconds, load.every)
        spent, database_spent, took = site.cpu() - cpu, stage.database_cpu() - database_cpu, perf_counter() - began
        phones = [phone for room in rooms for phone in room.phones]
        return Figures(
            load.label,
            moves=sum(room.moves for room in rooms),
            games=sum(room.games for room in rooms),
            pushes=sum(phone.pushes for phone in phones),
            push_bytes=sum(phone.push_bytes for phone in phones),
            seconds=took,
            cpu=spent,
            database_cpu=database_spent,
            delays=[delay for room in rooms for delay in room.delays],
        )


async def play_all(rooms: list[Room], seconds: float, every: float) -> None:
    """All rooms at once."""
    end = perf_counter() + seconds
    await asyncio.gather(*(room.play_until(end, every) for room in rooms))


# Bare broadcasts


def bare_websockets(rooms: int, seconds: float) -> Broadcasts:
    """`websockets` without anything else."""
    with running_program("tests.load.bare_websockets") as process:
        return asyncio.run(broadcast_for(process, rooms, seconds))


def bare_channels(rooms: int, seconds: float) -> Broadcasts:
    """Channels on Daphne without anything else."""
    with running_program("tests.load.bare_channels", daphne_application=True) as process:
        return asyncio.run(broadcast_for(process, rooms, seconds))


# Memory and start


def memory_per_socket(rooms: int) -> float:
    """Bytes that the server holds more for each idle socket of a seat."""
    with running_site() as site:
        return asyncio.run(idle_sockets(site, rooms))


SHARES = 6
"""In so many steps sockets are opened: what is left of opening the rooms may be given back during the first."""


async def idle_sockets(site: Site, rooms: int) -> float:
    """Rooms whose games have begun, then their sockets, some rooms at a time: the middle of what each time took."""
    process, size = site.processes[0], rooms // SHARES
    begun = [await begun_room(site.ports, Random(number)) for number in range(size * SHARES)]
    taken, before = [], process.memory()
    for start in range(0, len(begun), size):
        share = begun[start : start + size]
        for room in share:
            await room.open_sockets()
        await asyncio.sleep(0.3)
        now = process.memory()
        taken.append((now - before) / sum(len(room.phones) for room in share))
        before = now
    await asyncio.gather(*(room.close() for room in begun))
    return median(taken)


@dataclass(frozen=True)
class Start:
    """How long it took from starting a process to its first page."""

    seconds: float
    cpu: float


def first_page(starts: int = 3) -> Start:
    """Start a process on a database that is there, and ask for the home page until it comes: the middle of some."""
    with running_site() as site:
        found = sorted((one_start(site) for _ in range(starts)), key=lambda start: start.seconds)
    return found[starts // 2]


def one_start(site: Site) -> Start:
    """One more process of this site, until it answers."""
    port = free_port()
    process = Process(daphne(port), port, site.environment, site.folder / "first.log")
    began = perf_counter()
    try:
        process.start()
        asyncio.run(load_home(port))
        return Start(perf_counter() - began, process.cpu())
    finally:
        process.stop()


async def load_home(port: int) -> None:
    """The home page, as soon as somebody answers."""
    phone = Phone([port])
    for _try in range(200):
        with contextlib.suppress(*LOST):
            if (await phone.get("/")).status == 200:
                return
        await asyncio.sleep(0.02)
    sys.exit("the home page does not come")
