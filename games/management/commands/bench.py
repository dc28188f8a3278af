"""Measure this machine against the bars that the project set itself. Needs no database unless a bench says so."""

from __future__ import annotations

import sys
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.management.benches import BENCHES, QUICK


class Command(BaseCommand):
    """Run one bench, or all of them."""

    help = "Print measurements as tables; exit code 1 if a bar is missed."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Which ones."""
        parser.add_argument("names", nargs="*", help=f"of {', '.join(BENCHES)}; all of them without")
        parser.add_argument("--quick", action="store_true", help="in seconds, less exact")

    def handle(self, *args: Any, **options: Any) -> None:
        """One table after another."""
        for name in options["names"]:
            if name not in BENCHES:
                raise CommandError(f"unknown bench {name!r}; allowed: {', '.join(BENCHES)}", returncode=2)
        benches = QUICK if options["quick"] else BENCHES
        met = [benches[name](self.stdout.write) for name in options["names"] or BENCHES]
        if not all(met):
            sys.exit(1)
