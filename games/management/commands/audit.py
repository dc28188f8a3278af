"""Plays every stored game again and compares it with what is stored."""

from __future__ import annotations

import sys
import time
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.services.auditing import audit_games


class Command(BaseCommand):
    """Prove that moves, events, snapshots and commitments of all games belong together."""

    help = "Replay every stored game; exit code 1 if one differs from its events, its snapshot or its commitment."

    def add_arguments(self, parser: CommandParser) -> None:
        """How many."""
        parser.add_argument("--newest", type=int, default=0, help="only so many of the newest games")

    def handle(self, *args: Any, **options: Any) -> None:
        """One line per difference, then the figures."""
        games = moves = differences = 0
        began = time.perf_counter()
        for audit in audit_games(options["newest"] or None):
            games, moves = games + 1, moves + audit.moves
            if audit.fault:
                differences += 1
                self.stdout.write(f"{audit.code} {audit.number}: {audit.fault}")
        seconds = time.perf_counter() - began
        self.stdout.write(f"{games} games with {moves} moves replayed in {seconds:.1f} s, {differences} differ")
        if differences:
            sys.exit(1)
