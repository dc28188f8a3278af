"""Fills a database with finished games, to see how the site behaves with a great many of them.

Some hundreds of games are really played, by bots, on every kind of table; all others are copies of these in other
rooms, with other names and at other times. So every one of them can be replayed, but results repeat.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from itertools import cycle, islice
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.core.management.color import no_style
from django.db import connection, models, transaction
from django.utils import timezone

from games.bots.roster import BOTS
from games.bots.simulation import play_out, seeded_chance
from games.engine import KINDS, AnyKind, Options, SeatName, commit
from games.models import CODE_LETTERS, Game, PlayedMove, Player, Room, Seat
from games.services import figures
from games.services.importing import Opened, Span, store_game
from games.services.naming import new_code

GAMES_PER_ROOM = 4
ROOMS_AT_ONCE = 500
DAYS = 3 * 365
NAMES = (
    *("Mia", "Jonas", "Lena", "Noah", "Amara", "Théo", "Marianne", "Guilaine", "Otto", "Ines", "Paul", "Zoë", "Kofi"),
    *("Aylin", "Björn", "Chloé", "Dario", "Elif", "Femi", "Greta", "Hugo", "Ida", "Jun", "Klara", "Luis", "Maja"),
)
QUICK = ("steady", "random")
"""Bots that play hundreds of games in seconds."""


@dataclass(frozen=True, slots=True)
class Template:
    """A game that was really played, to be copied."""

    game: int
    room: int
    seats: tuple[tuple[int, str, int | None, int | None], ...]
    """Number, bot, score, rank."""


class Command(BaseCommand):
    """Make many finished games."""

    help = "Fill the database with finished games between bots: some hundreds played, the rest copies of them."

    def add_arguments(self, parser: CommandParser) -> None:
        """How many."""
        parser.add_argument("--games", type=int, default=100_000)
        parser.add_argument("--played", type=int, default=300, help="how many of them are really played")
        parser.add_argument("--seed", type=int, default=1)

    def handle(self, *args: Any, **options: Any) -> None:
        """Play, copy, sum."""
        began = time.perf_counter()
        rng = Random(options["seed"])
        games = options["games"]
        templates = list(self._play(min(games, options["played"]), options["seed"]))
        copied = Copies(templates, rng).make(max(0, games - len(templates)))
        with transaction.atomic():
            figures.rebuild()
        seconds = time.perf_counter() - began
        self.stdout.write(f"{len(templates)} games played, {copied} copied, all summed in {seconds:.0f} s")

    def _play(self, games: int, seed: int) -> Iterator[Template]:
        for number, (kind, rules) in enumerate(islice(cycle(list(every_table())), games)):
            chance = seeded_chance(seed, number)
            roster = BOTS[kind.info.slug]
            slugs = [QUICK[(number + seat) % 7 == 0] for seat in range(rules.seats)]
            opening = kind.deal(rules, chance.deal)
            played = play_out(kind, opening, [roster[slug] for slug in slugs], chance.bots)
            span = Span(timezone.now() - timedelta(minutes=12), timezone.now())
            with transaction.atomic():
                room = Room.objects.create(code=new_code(), kind=kind.info.slug, edition=rules.edition)
                game = store_game(
                    room=room,
                    kind=kind,
                    opening=opening,
                    moves=played.moves,
                    seats=[SeatName(name, slug) for name, slug in zip(NAMES, slugs, strict=False)],
                    opened=Opened(commit(chance.salt, kind.deck(opening)), chance.salt.hex()),
                    span=span,
                    options={},
                )
                Game.objects.filter(pk=game.pk).update(is_imported=False)
            seats = Seat.objects.filter(game=game).order_by("number").values_list("number", "bot", "score", "rank")
            yield Template(game.pk, room.pk, tuple(seats))


def every_table() -> Iterator[tuple[AnyKind, Any]]:
    """Every kind, edition, variant and number of seats."""
    for kind in KINDS.values():
        for edition in kind.info.editions.values():
            for variants in ((), *((variant,) for variant in edition.variants)):
                for seats in edition.seats:
                    yield kind, kind.ruleset(edition.slug, frozenset(variants), Options(), seats)


class Copies:
    """Rows of played games again, by the database itself."""

    def __init__(self, templates: Sequence[Template], rng: Random) -> None:
        self._templates = templates
        self._rng = rng
        self._next_game = _last_id(Game) + 1
        self._next_room = _last_id(Room) + 1
        self._now = timezone.now()

    def make(self, games: int) -> int:
        """So many copies, the oldest first; gives how many."""
        rooms = -(-games // GAMES_PER_ROOM)
        codes = self._codes(rooms)
        left = games
        for start in range(0, rooms, ROOMS_AT_ONCE):
            count = min(ROOMS_AT_ONCE, rooms - start)
            with transaction.atomic():
                for place in range(start, start + count):
                    ended = self._now - timedelta(days=DAYS) * (1 - place / rooms)
                    left -= self._room(next(codes), ended, min(GAMES_PER_ROOM, left))
        self._reset_sequences()
        return games - left

    def _codes(self, count: int) -> Iterator[str]:
        taken = set(Room.objects.values_list("code", flat=True))
        made: set[str] = set()
        while len(made) < count:
            code = "".join(self._rng.choices(CODE_LETTERS, k=5))
            if code not in taken and code not in made:
                made.add(code)
        return iter(made)

    def _room(self, code: str, ended: datetime, games: int) -> int:
        template = self._rng.choice(self._templates)
        room, names = self._next_room, self._rng.sample(NAMES, len(template.seats))
        self._next_room += 1
        _copy(Room, template.room, id=room, code=code, created_at=ended, active_at=ended, is_closed=True)
        players = [
            Player(room_id=room, name=name, bot=bot, look=number % 6, order=number, joined_at=ended, seen_at=ended)
            for (number, bot, _, _), name in zip(template.seats, names, strict=True)
        ]
        Player.objects.bulk_create(players)
        for number in range(1, games + 1):
            self._game(template, room, number, ended + timedelta(minutes=15 * number), players)
        return games

    def _game(self, template: Template, room: int, number: int, ended: datetime, players: Sequence[Player]) -> None:
        game = self._next_game
        self._next_game += 1
        day: date = ended.date()
        started = ended - timedelta(minutes=12)
        _copy(
            Game,
            template.game,
            id=game,
            room_id=room,
            number=number,
            started_at=started,
            asked_at=ended,
            ended_at=ended,
            ended_on=day,
        )
        Seat.objects.bulk_create(
            Seat(
                game_id=game,
                number=at,
                player=players[at],
                name=players[at].name,
                look=at % 6,
                bot=bot,
                score=score,
                rank=rank,
            )
            for at, bot, score, rank in template.seats
        )
        _copy(PlayedMove, template.game, by="game_id", keep_id=False, game_id=game, made_at=ended)

    def _reset_sequences(self) -> None:
        statements = connection.ops.sequence_reset_sql(no_style(), [Game, Room])
        with connection.cursor() as cursor:
            for statement in statements:
                cursor.execute(statement)


def _last_id(model: type[models.Model]) -> int:
    last = model._default_manager.aggregate(last=models.Max("pk"))["last"]
    return int(last or 0)


_statements: dict[tuple[type[models.Model], tuple[str, ...]], str] = {}


def _copy(model: type[models.Model], source: int, *, by: str = "id", keep_id: bool = True, **changed: Any) -> None:
    """Insert the rows of a source again with some columns changed."""
    key = (model, tuple(changed))
    if key not in _statements:
        columns = [field.column for field in model._meta.concrete_fields if keep_id or not field.primary_key]
        taken = ", ".join("%s" if column in changed else f'"{column}"' for column in columns)
        listed = ", ".join(f'"{column}"' for column in columns)
        table = model._meta.db_table
        # Names come from the models, values are parameters.
        _statements[key] = f'INSERT INTO "{table}" ({listed}) SELECT {taken} FROM "{table}" WHERE "{by}" = %s'
    columns = [field.column for field in model._meta.concrete_fields]
    values = [_adapted(changed[column]) for column in columns if column in changed]
    with connection.cursor() as cursor:
        cursor.execute(_statements[key], [*values, source])


def _adapted(value: Any) -> Any:
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return connection.ops.adapt_datefield_value(value) if isinstance(value, date) else value
