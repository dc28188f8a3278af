"""Deletes old rooms with all that belongs to them."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.services.faults import Malformed
from games.services.purging import parse_age, purge_expired, purge_older_than


class Command(BaseCommand):
    """Delete rooms in which nothing has happened for long."""

    help = "Delete rooms untouched for the given time; without it, for the days that RETENTION_DAYS sets."

    def add_arguments(self, parser: CommandParser) -> None:
        """How old."""
        parser.add_argument("--older-than", help="90d, 12w or 36h")

    def handle(self, *args: Any, **options: Any) -> None:
        """Say what was deleted."""
        try:
            age = parse_age(options["older_than"]) if options["older_than"] else None
        except Malformed:
            raise CommandError("an age is a number with h, d or w: 36h, 90d, 12w", returncode=2) from None
        purged = purge_expired() if age is None else purge_older_than(age)
        self.stdout.write(f"purged {purged.rooms} rooms with {purged.games} games")
