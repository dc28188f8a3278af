"""Plays every stored game again and compares it with what is stored."""

from __future__ import annotations

import sys
import time
from collections import Counter
from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from games.engine import opens
from games.models import Game
from games.services.review import agrees_with_snapshot, finished_games, make_replay


class Command(BaseCommand):
    """Prove that moves, events, snapshots and commitments of all finished games belong together."""

    help = "Replay every finished game; exit code 1 if one differs from its events, its snapshot or its commitment."

    def add_arguments(self, parser: CommandParser) -> None:
        """How many."""
        parser.add_argument("--newest", type=int, default=0, help="only so many of the newest games")

    def handle(self, *args: Any, **options: Any) -> None:
        """One line per difference, then the figures."""
        games = finished_games().select_related("room").order_by("-pk")
        counts: Counter[str] = Counter()
        began = time.perf_counter()
        for game in (games[: options["newest"]] if options["newest"] else games).iterator(chunk_size=200):
            replay = make_replay(game)
            counts["games"] += 1
            counts["moves"] += replay.length
            if fault := _fault(game, replay):
                counts["differences"] += 1
                self.stdout.write(f"{game.room.code} {game.number}: {fault}")
        seconds = time.perf_counter() - began
        self.stdout.write(
            f"{counts['games']} games with {counts['moves']} moves replayed in {seconds:.1f} s, "
            f"{counts['differences']} differ"
        )
        if counts["differences"]:
            sys.exit(1)


def _fault(game: Game, replay: Any) -> str:
    if replay.difference is not None:
        return f"move {replay.difference.move}: {replay.difference.reason}"
    if not agrees_with_snapshot(game, replay):
        return "another final state"
    deck = replay.kind.deck(replay.stages[0].state)
    return "" if opens(game.commitment, bytes.fromhex(game.salt), deck) else "the commitment does not open"
