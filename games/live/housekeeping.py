"""What a process with sockets does by itself: hears other processes, compares versions, beats, notes who is there."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable

from django.conf import settings

from games.announce import LISTENERS, Nudge, hear_other_processes
from games.live.hub import HUBS
from games.live.work import in_thread, spawn
from games.services import presence, troubles
from games.services.faults import ServiceFault
from games.services.queries import versions

logger = logging.getLogger(__name__)

COMPARE_SECONDS = 5.0
BEAT_SECONDS = 10.0
BETWEEN_ROOMS_SECONDS = 0.004
"""Every beat is answered: those of a thousand sockets at once would hold up the moves that come meanwhile."""


class Housekeeping:
    """Runs while this process has an event loop with sockets."""

    def __init__(self) -> None:
        self._loop: asyncio.AbstractEventLoop | None = None

    def start(self) -> None:
        """Begin once per event loop; every connect calls this."""
        loop = asyncio.get_running_loop()
        if self._loop is not loop:
            self._loop = loop
            spawn(every(COMPARE_SECONDS, compare_versions))
            spawn(every(BEAT_SECONDS, beat))
            if settings.CHANNEL_LAYERS:
                spawn(hear_other_processes())


async def every(seconds: float, chore: Callable[[], Awaitable[None]]) -> None:
    """Do a chore for as long as the process lives; a database that is away is tried again."""
    while True:
        await asyncio.sleep(seconds)
        with troubles.attempt(logger, "a chore waits"):
            await chore()


async def compare_versions() -> None:
    """A lost nudge heals here: every room's revision is compared with the database at once; some may be gone."""
    rooms = LISTENERS.rooms()
    if rooms:
        found = await in_thread(lambda: versions(rooms))
        for room_id, (version, revision) in found.items():
            LISTENERS.hear(Nudge(room_id, version, revision))
        for hub in HUBS.all():
            if hub.room_id in rooms and hub.room_id not in found:
                hub.dissolve()


async def beat() -> None:
    """Tell every socket which version is current, and the database who is there."""
    present: set[int] = set()
    for hub in HUBS.all():
        for member in tuple(hub.members):
            member.beat()
            if member.person_id is not None:
                present.add(member.person_id)
        await asyncio.sleep(BETWEEN_ROOMS_SECONDS)
    codes = [hub.table.code for hub in HUBS.all() if hub.table is not None]
    await in_thread(lambda: note_presence(present, codes))


def note_presence(present: set[int], codes: list[str]) -> None:
    """Who is there now, and whom that makes absent."""
    if present:
        presence.mark_seen(present)
    for code in presence.stirred(codes):
        try:
            presence.sweep(code)
        except ServiceFault as fault:  # closed or purged since this process heard of it
            logger.warning("room %s is not swept: %s", code, fault.code)


HOUSEKEEPING = Housekeeping()
