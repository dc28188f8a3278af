"""Works out where a strong bot would have decided otherwise, for one game or for those that still miss it."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.models import Game
from games.services.analysis import store_advice


class Command(BaseCommand):
    """Fill in the advice of finished games."""

    help = "Work out the costliest decisions of finished games and keep them."

    def add_arguments(self, parser: CommandParser) -> None:
        """Which games."""
        parser.add_argument("game", nargs="?", type=int, help="the id of a game; without it the newest that miss it")
        parser.add_argument("--most", type=int, default=20, help="how many games at most")

    def handle(self, *args: Any, **options: Any) -> None:
        """One line per game."""
        games = Game.objects.filter(status=Game.Status.OVER).select_related("room")
        if options["game"] is not None:
            games = games.filter(pk=options["game"])
        else:
            games = games.filter(advice__isnull=True).order_by("-ended_at")
        for game in games[: options["most"]]:
            self.stdout.write(f"{game}: {store_advice(game)} decisions")
