"""Sums all stored games anew for the dashboard."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from games.services.figures import rebuild


class Command(BaseCommand):
    """Rebuild the totals."""

    help = "Rebuild the dashboard's totals from the games still stored (purged ones are then no longer counted)."

    def handle(self, *args: Any, **options: Any) -> None:
        """Say how many games were summed."""
        with transaction.atomic():
            games = rebuild()
        self.stdout.write(f"summed {games} games")
