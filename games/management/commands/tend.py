"""Looks after games while nobody is connected: bots, ceilings and clocks that are due, and old rooms to be purged.

One process does this for all rooms, so it goes on whatever happens: what goes wrong in a room is logged, and stops
neither the other rooms nor the loop.
"""

from __future__ import annotations

import logging
import time
from argparse import ArgumentParser
from collections.abc import Callable
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connections
from django.utils import timezone

from games.models import Game
from games.services import troubles
from games.services.playing import attend
from games.services.purging import purge_expired

logger = logging.getLogger(__name__)

DAY_SECONDS = 24 * 3600
REST_SECONDS = 60.0
"""What failed by a bug is left alone for so long: its traceback need not be written every second."""
ROOMS_AT_ONCE = 500


class Command(BaseCommand):
    """Do what is due in all rooms, again and again."""

    help = "Make the moves that are due in all rooms (bots, ceilings, clocks) while no browser is connected."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How often to look; once for cron."""
        parser.add_argument("--every", type=float, default=1.0, help="seconds between two looks")
        parser.add_argument("--once", action="store_true", help="look once and end")

    def handle(self, *args: Any, **options: Any) -> None:
        """Look until stopped; once a day delete what the retention setting does not keep."""
        if options["once"]:
            tend_once()
            purge_expired()
            return
        tender, purge_at = Tender(), 0.0
        while True:
            is_done("a look at all rooms", tender.look)
            if time.monotonic() >= purge_at:
                rest = DAY_SECONDS if is_done("purging", purge_expired) else REST_SECONDS
                purge_at = time.monotonic() + rest
            time.sleep(options["every"])


def is_done(what: str, chore: Callable[[], object]) -> bool:
    """Do something without ending because of it; whether it was done."""
    with troubles.attempt(logger, f"{what} failed") as made:
        chore()
    drop_broken_connections()
    return made.is_done


def drop_broken_connections() -> None:
    """Those that a restart of the database has broken: where there are no requests, nobody else drops them."""
    for connection in connections.all(initialized_only=True):
        if not connection.in_atomic_block:
            connection.close_if_unusable_or_obsolete()


class Tender:
    """Attends room after room, and leaves those alone for a while in which it met a bug."""

    def __init__(self) -> None:
        self._rests: dict[str, float] = {}

    def look(self) -> int:
        """Attend every room where something is due; gives how many moves were made."""
        now = time.monotonic()
        self._rests = {code: until for code, until in self._rests.items() if until > now}
        return sum(self._is_moved(code) for code in due_rooms() if code not in self._rests)

    def _is_moved(self, code: str) -> bool:
        with troubles.attempt(logger, f"room {code} waits") as made:
            return attend(code)
        drop_broken_connections()
        if made.is_bug:
            self._rests[code] = time.monotonic() + REST_SECONDS
        return False


def tend_once() -> int:
    """Attend every room where something is due; gives how many moves were made."""
    return Tender().look()


def due_rooms() -> list[str]:
    """Codes of open rooms where something is due, the longest due first."""
    due = Game.objects.filter(status=Game.Status.RUNNING, due_at__lte=timezone.now(), room__is_closed=False)
    return list(due.order_by("due_at").values_list("room__code", flat=True)[:ROOMS_AT_ONCE])
