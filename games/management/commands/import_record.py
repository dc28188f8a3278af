"""Takes in records of games that were played elsewhere, each checked by playing it again."""

from __future__ import annotations

import json
import sys
from contextlib import closing
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.engine import BadRecord
from games.management.commands.verify import opened, texts
from games.services.importing import import_record


class Command(BaseCommand):
    """Store the records of a file as finished games."""

    help = "Import records (one JSON object, or one per line) as finished games; refuses a broken one with its place."

    def add_arguments(self, parser: CommandParser) -> None:
        """One file."""
        parser.add_argument("file", help="a file of records, or - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        """One line per record; the exit code is 0 only if all were taken in."""
        with closing(opened(options["file"])) as source:
            verdicts = [self._take_in(number, text) for number, text in enumerate(texts(source), 1)]
        if not verdicts or not all(verdicts):
            sys.exit(1)

    def _take_in(self, number: int, text: bytes) -> bool:
        try:
            record = json.loads(text)
        except (ValueError, RecursionError) as fault:
            self.stdout.write(f"record {number}: refused, not JSON ({str(fault)[:100]})")
            return False
        try:
            game = import_record(record)
        except BadRecord as fault:
            facts = ", ".join(f"{name} {value!r}" for name, value in fault.facts.items() if name != "path")
            place = fault.facts.get("path", "") or "the record"
            self.stdout.write(f"record {number}: refused at {place}: {fault.code} ({facts})")
            return False
        self.stdout.write(f"record {number}: /r/{game.room.code}/games/{game.number}/")
        return True
