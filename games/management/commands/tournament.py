"""Bots against each other with seats rotated, and a table of who did how well and how fast. Needs no database."""

from __future__ import annotations

import importlib.util
import sys
from argparse import ArgumentTypeError
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.bots.base import Bot
from games.bots.roster import BOTS
from games.bots.tournament import Entrant, Interval, PlayerFault, tournament
from games.engine import KINDS, BadRuleset, Options

WRONG_CALL = 2
"""The exit code for anything wrong with the call or with an outside player."""

HELP = """Play bots against each other with seats rotated and print how they did.

The first bot named sits at the table once; the others share the remaining seats in turn. So
"--bots sharp,steady --players 4" is one sharp against three steady. Every deal is played from every seat.
A bot is a slug of the roster or an outside player, path/to/file.py:ClassName, whose class has
choose(observation, legal_moves, rng); docs/bots.md describes it.
Win share counts shared victories as fractions and is per seat, so par is 1 / players."""


class Command(BaseCommand):
    """Measure bots."""

    help = HELP
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """The same words as `simulate`."""
        parser.add_argument("--kind", default=next(iter(KINDS)), help="which game")
        parser.add_argument("--edition", help="which box; the kind's first without it")
        parser.add_argument("--variant", action="append", default=[], help="may be given more than once")
        parser.add_argument("--players", help="how many seats; without it as many as bots, or the edition's fewest")
        parser.add_argument("--bots", default="sharp,steady", help="the first once, the others on the seats left")
        parser.add_argument("--games", type=_count, default=400, help="how many games")
        parser.add_argument("--seed", type=int, help="makes a run repeatable; otherwise chance is the system's")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play, then print the table."""
        slug = _one_of("kind", options["kind"], list(KINDS))
        kind = KINDS[slug]
        edition = kind.info.editions[
            _one_of("edition", options["edition"] or next(iter(kind.info.editions)), list(kind.info.editions))
        ]
        for variant in options["variant"]:
            _one_of("variant", variant, list(edition.variants))
        names = options["bots"].split(",")
        fewest = max(min(edition.seats), len(names))
        allowed = [str(seats) for seats in edition.seats]
        seats = int(_one_of("number of players", str(options["players"] or fewest), allowed))
        if len(names) > seats:
            raise CommandError(f"{len(names)} bots for {seats} players: name one per seat at most", returncode=2)
        entrants = _entrants(names, BOTS[slug])
        try:
            rules = kind.ruleset(edition.slug, frozenset(options["variant"]), Options(), seats)
            for done in tournament(kind, rules, entrants, seats=seats, games=options["games"], seed=options["seed"]):
                self._show_progress(done, options["games"])
        except (BadRuleset, PlayerFault) as fault:
            raise CommandError(str(fault), returncode=WRONG_CALL) from fault
        variants = "".join(f" {variant}" for variant in options["variant"])
        self.stdout.write(
            f"{slug} {edition.slug}{variants}, {seats} players, {options['games']} games, par {1 / seats:.1%}"
        )
        self.stdout.write("\n".join(table(entrants)))

    def _show_progress(self, done: int, games: int) -> None:
        if sys.stderr.isatty():
            sys.stderr.write(f"\r{done}/{games}" + ("\n" if done == games else ""))
            sys.stderr.flush()


def table(entrants: Sequence[Entrant]) -> list[str]:
    """One line per bot under a line of headings, in columns."""
    head = ("bot", "games", "win share", "(95 %)", "mean rank", "mean score", "ms p50", "ms p99")
    rows = [head, *(_row(entrant) for entrant in entrants)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(head))]
    return [
        "  ".join(cell.rjust(width) if column else cell.ljust(width) for column, (cell, width) in enumerate(cells))
        for cells in (list(zip(row, widths, strict=True)) for row in rows)
    ]


def _row(entrant: Entrant) -> tuple[str, ...]:
    share = entrant.win_share
    return (
        entrant.name,
        str(entrant.games),
        f"{share.mean:.1%}",
        f"{share.low:.1%} to {share.high:.1%}",
        _spread(entrant.rank),
        _spread(entrant.score),
        f"{entrant.milliseconds(50):.2f}",
        f"{entrant.milliseconds(99):.2f}",
    )


def _spread(value: Interval) -> str:
    return f"{value.mean:.2f} ± {value.high - value.mean:.2f}"


def _entrants(names: Sequence[str], roster: Mapping[str, Bot]) -> list[Entrant]:
    bots = [_outside_player(name) if ":" in name else roster[_one_of("bot", name, list(roster))] for name in names]
    return [Entrant(name.rpartition(":")[2], bot) for name, bot in zip(names, bots, strict=True)]


def _outside_player(name: str) -> Bot:
    """The class of that name in that file, made without arguments."""
    file, _, wanted = name.rpartition(":")
    path = Path(file)
    if not path.is_file():
        raise CommandError(f"no such file: {file}", returncode=WRONG_CALL)
    spec = importlib.util.spec_from_file_location(f"outside_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise CommandError(f"{file} is not a Python file", returncode=WRONG_CALL)
    module = importlib.util.module_from_spec(spec)
    # Dataclasses look their module up by name.
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
        player: Bot = getattr(module, wanted)()
    except (ImportError, SyntaxError, AttributeError, TypeError, NameError, ValueError) as fault:
        said = " ".join(str(fault).split())
        raise CommandError(f"cannot make {wanted} of {file}: {type(fault).__name__}: {said}", returncode=2) from fault
    if not callable(getattr(player, "choose", None)):
        raise CommandError(f"{wanted} of {file} has no method choose", returncode=WRONG_CALL)
    return player


def _count(text: str) -> int:
    if not (text.isascii() and text.isdigit() and int(text)):
        raise ArgumentTypeError(f"{text!r} is not a number of games")
    return int(text)


def _one_of(what: str, word: str, allowed: Sequence[str]) -> str:
    if word not in allowed:
        known = ", ".join(allowed) or "none"
        raise CommandError(f"unknown {what} {word!r}; allowed: {known}", returncode=WRONG_CALL)
    return word
