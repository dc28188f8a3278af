"""Looks after games while nobody is connected: bots, ceilings and clocks that are due, and old rooms to be purged."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from django.utils import timezone

from games.models import Game
from games.services.playing import attend
from games.services.purging import purge_expired

DAY_SECONDS = 24 * 3600


class Command(BaseCommand):
    """Do what is due in all rooms, again and again."""

    help = "Make the moves that are due in all rooms (bots, ceilings, clocks) while no browser is connected."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How often to look; once for cron."""
        parser.add_argument("--every", type=float, default=1.0, help="seconds between two looks")
        parser.add_argument("--once", action="store_true", help="look once and end")

    def handle(self, *args: Any, **options: Any) -> None:
        """Look until stopped; once a day delete what the retention setting does not keep."""
        purge_at = 0.0
        while True:
            tend_once()
            if time.monotonic() >= purge_at:
                purge_expired()
                purge_at = time.monotonic() + DAY_SECONDS
            if options["once"]:
                return
            time.sleep(options["every"])


def tend_once() -> int:
    """Attend every room where something is due; gives how many moves were made."""
    due = Game.objects.filter(status=Game.Status.RUNNING, due_at__lte=timezone.now())
    codes = list(due.values_list("room__code", flat=True)[:500])
    return sum(attend(code) for code in codes)
