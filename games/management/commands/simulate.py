"""Games between bots as records, one per line on standard output (JSON Lines). Needs no database."""

from __future__ import annotations

import json
import os
import sys
import time
from argparse import ArgumentTypeError
from collections.abc import Iterator, Sequence
from typing import Any, TextIO

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.bots.roster import BOTS
from games.bots.simulation import simulate
from games.engine import KINDS, BadRuleset, Edition, Json, Options

WRONG_CALL = 2
"""The exit code for an unknown kind, edition, variant, bot or number of players."""


class Command(BaseCommand):
    """Play games between bots and print their records."""

    help = "Play games between bots and print one record per line."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """The options, as the format of the record describes them."""
        parser.add_argument("--kind", default=next(iter(KINDS)), help="which game")
        parser.add_argument("--edition", help="which box; the kind's first without it")
        parser.add_argument("--variant", action="append", default=[], help="may be given more than once")
        parser.add_argument("--players", help="how many seats; without it as many as bots, or the edition's fewest")
        parser.add_argument("--bots", help="one per seat, with commas; without it every seat plays steady")
        parser.add_argument("--games", type=_count, default=1, help="how many games")
        parser.add_argument("--seed", type=int, help="makes a run repeatable; otherwise chance is the system's")

    def handle(self, *args: Any, **options: Any) -> None:
        """Stream the records; a reader that goes away ends the run quietly."""
        records = _records(options)
        try:
            for record in _with_progress(records, options["games"], sys.stderr):
                self.stdout.write(json.dumps(record, separators=(",", ":"), ensure_ascii=False))
            self.stdout.flush()
        except BrokenPipeError:
            # Python would complain once more when it flushes at its end.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit()):
        raise ArgumentTypeError(f"{text!r} is not a number of games")
    return int(text)


def _records(options: dict[str, Any]) -> Iterator[Json]:
    slug = _one_of("kind", options["kind"], list(KINDS))
    kind, roster = KINDS[slug], BOTS[slug]
    editions = kind.info.editions
    edition = editions[_one_of("edition", options["edition"] or next(iter(editions)), list(editions))]
    for variant in options["variant"]:
        _one_of("variant", variant, list(edition.variants))
    names = options["bots"].split(",") if options["bots"] else []
    for name in names:
        _one_of("bot", name, list(roster))
    players = _players(options["players"], names, edition)
    try:
        rules = kind.ruleset(edition.slug, frozenset(options["variant"]), Options(), players)
    except BadRuleset as fault:
        raise CommandError(f"no such rules: {fault}", returncode=WRONG_CALL) from fault
    return simulate(
        kind, rules, names=names or ["steady"] * players, roster=roster, games=options["games"], seed=options["seed"]
    )


def _players(given: object, names: Sequence[str], edition: Edition) -> int:
    allowed = [str(seats) for seats in edition.seats]
    players = _one_of("number of players", str(given or len(names) or allowed[0]), allowed)
    if names and len(names) != int(players):
        raise CommandError(f"{len(names)} bots for {players} players: name one per seat", returncode=WRONG_CALL)
    return int(players)


def _one_of(what: str, word: str, allowed: Sequence[str]) -> str:
    if word not in allowed:
        known = ", ".join(allowed) or "none"
        raise CommandError(f"unknown {what} {word!r}; allowed: {known}", returncode=WRONG_CALL)
    return word


def _with_progress(records: Iterator[Json], games: int, shown_on: TextIO) -> Iterator[Json]:
    """The records as they are, with a bar for whoever waits at a terminal."""
    if not shown_on.isatty():
        yield from records
        return
    shown_at = 0.0
    for done, record in enumerate(records, 1):
        yield record
        if done == games or time.monotonic() - shown_at > 0.1:
            shown_at = time.monotonic()
            filled = 40 * done // games
            shown_on.write(f"\r[{'#' * filled}{'.' * (40 - filled)}] {done}/{games}")
            shown_on.flush()
    shown_on.write("\n")
