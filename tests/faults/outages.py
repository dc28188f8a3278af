"""Servers behind the site that go away for a while, and nudges that get lost: people play on."""

from __future__ import annotations

import asyncio
import os
import re
import signal
import sqlite3
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from tests.faults.restarts import Survived, survive
from tests.load.crowd import Crowd
from tests.load.processes import Process, Site, daphne
from tests.private_servers import Server

STALE_SECONDS = 15.0
"""A screen may be this much behind while nudges are lost."""


async def without_server(site: Site, server: Server, rooms: int, seconds: float) -> Survived:
    """A server stops, stays away, and comes back."""

    async def fault(_crowd: Crowd) -> None:
        await asyncio.to_thread(server.stop)
        await asyncio.sleep(seconds)
        await asyncio.to_thread(server.start)
        await asyncio.sleep(1.0)

    # All seats are people's: no bot's connection notices for them, and each room is spread over all processes.
    return await survive(site, rooms, fault, people=4, bots=0)


async def frozen_server(site: Site, server: Server, rooms: int, seconds: float) -> Survived:
    """A server keeps its connections and takes new ones, but answers nothing for a while."""

    async def fault(_crowd: Crowd) -> None:
        if server.process is None:
            raise RuntimeError("the server does not run")
        os.killpg(server.process.pid, signal.SIGSTOP)
        try:
            await asyncio.sleep(seconds)
        finally:
            os.killpg(server.process.pid, signal.SIGCONT)
        await asyncio.sleep(1.0)

    return await survive(site, rooms, fault, people=4, bots=0)


async def locked_database(site: Site, rooms: int, seconds: float) -> Survived:
    """Another process holds SQLite's write lock."""

    async def fault(_crowd: Crowd) -> None:
        with sqlite3.connect(site.folder / "forsale.sqlite3", isolation_level=None) as other:
            other.execute("BEGIN IMMEDIATE")
            await asyncio.sleep(seconds)
            other.execute("ROLLBACK")

    return await survive(site, rooms, fault)


def pages_of(database: Path) -> int:
    """How many pages a database has."""
    with sqlite3.connect(database) as connection:
        return int(connection.execute("PRAGMA page_count").fetchone()[0])


async def full_database(site: Site, rooms: int, seconds: float) -> Survived:
    """The database may not grow any more (`PRAGMA max_page_count`); then it may again."""
    process = site.processes[0]

    async def fault(crowd: Crowd) -> None:
        limit = str(pages_of(site.folder / "forsale.sqlite3") + 8)
        full = {**site.environment, "DJANGO_SETTINGS_MODULE": "tests.faults.full_settings", "MAX_PAGES": limit}
        await asyncio.to_thread(run_with, process, full)
        await asyncio.sleep(seconds)
        await asyncio.to_thread(run_with, process, dict(site.environment))

    return await survive(site, rooms, fault, people=4, bots=0)


def run_with(process: Process, environment: dict[str, str]) -> None:
    """Start a process again in another environment."""
    process.stop()
    process.environment = environment
    process.start()


async def unruly_nudges(site: Site, rooms: int, seconds: float) -> Unruly:
    """Nudges are dropped, doubled, delayed and so overtake each other, inside and between processes."""
    logged, moves = site.log_sizes(), 0
    for process in site.processes:
        process.command = daphne(process.port, "tests.faults.unruly_asgi:application")
        process.restart()

    async def fault(crowd: Crowd) -> None:
        nonlocal moves
        await asyncio.sleep(seconds)
        moves = len(crowd.acknowledged)
        for process in site.processes:
            process.command = daphne(process.port)
            await asyncio.to_thread(process.restart)

    survived = await survive(site, rooms, fault, people=4, bots=0)
    told = re.findall(r"a nudge (\w+): ([\w ]+)$", site.logged(since=logged), re.MULTILINE)
    return Unruly(survived, Counter(told), moves)


@dataclass(frozen=True)
class Unruly:
    """What was left after nudges had misbehaved, and how they did."""

    survived: Survived
    fates: Counter[tuple[str, str]]
    """How many nudges inside processes and between them met which fate."""
    moves: int
    """Acknowledged while nudges misbehaved."""

    def fates_met(self) -> str:
        """How many of what, for the reader."""
        fates = ", ".join(f"{count} {fate} {where}" for (where, fate), count in sorted(self.fates.items()))
        return f"nudges of {self.moves} moves: {fates}"

    def check(self) -> None:
        """Every nudge was in the hands of chance, and each fate was met inside processes and between them."""
        for where in ("inside", "between"):
            kinds = {fate: self.fates[where, fate] for fate in ("dropped", "doubled", "late", "overtaken", "on time")}
            assert all(kinds.values()), f"nudges {where} processes: {kinds}"
            assert sum(kinds.values()) - kinds["overtaken"] >= self.moves, f"nudges that went another way {where}"


def integrity(database: Path) -> str:
    """What SQLite says about the file."""
    with sqlite3.connect(database) as connection:
        return str(connection.execute("PRAGMA integrity_check").fetchone()[0])
