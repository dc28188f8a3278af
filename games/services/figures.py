"""What is written once when a game ends: the columns reviewers filter by, and the running totals of the dashboard.

Totals hold no names. They survive the purge of old rooms; `manage.py summarise` rebuilds them from the games still
stored. Imported games are listed but not summed: they were not played here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from statistics import median

from django.db import connection
from django.db.models import Count

from games.engine import AnyKind, Json, SeatNo, Trade, codec, kind_of
from games.models import Figure, Game, Incident, PlayedMove, Seat
from games.services.tables import Play

VICTORY = 60
"""One victory in the totals; shared by up to six it stays whole."""

PERSON = "person"
"""The key of seats that no bot played."""

MANY_REFUSALS = 10
MANY_TIMEOUTS = 3
FAST_MS = 400
FAST_MOVES = 20

TradeRow = Sequence[int | str | None]
Key = tuple[str, str, str, str, int, str]
"""Topic, kind, edition, variants, players, key."""


@dataclass(frozen=True, slots=True)
class Sitting:
    """How one seat of a finished game came out; `driver` is a bot's slug, `PERSON`, or nothing where both played."""

    number: int
    score: int
    rank: int
    driver: str


@dataclass(frozen=True, slots=True)
class Summary:
    """All that the totals need to know of a finished game."""

    kind: str
    edition: str
    variants: Sequence[str]
    players: int
    first: int
    ended_on: date
    trades: Sequence[TradeRow]
    sittings: Sequence[Sitting]


class Amounts:
    """Sums to be added to the stored totals."""

    def __init__(self) -> None:
        self._rows: dict[Key, list[int]] = defaultdict(lambda: [0, 0, 0])

    def note(self, topic: str, summary: Summary, key: str, value: int) -> None:
        """One more observation."""
        row = self._rows[(topic, summary.kind, summary.edition, "+".join(summary.variants), summary.players, key[:40])]
        row[0] += 1
        row[1] += value
        row[2] += value * value

    def note_game(self, summary: Summary) -> None:
        """Everything that is summed over a game."""
        self._rows[Figure.Topic.GAMES.value, summary.kind, "", "", 0, ""][0] += 1
        self._rows[Figure.Topic.DAY.value, summary.kind, "", "", 0, summary.ended_on.isoformat()][0] += 1
        winners = sum(sitting.rank == 1 for sitting in summary.sittings)
        for sitting in summary.sittings:
            share = VICTORY // winners if sitting.rank == 1 else 0
            after_first = (sitting.number - summary.first) % summary.players
            self.note(Figure.Topic.SEAT, summary, str(sitting.number), share)
            self.note(Figure.Topic.TURN, summary, str(after_first), share)
            if sitting.driver:
                self.note(Figure.Topic.DRIVER, summary, sitting.driver, share)
                self.note(Figure.Topic.SCORE, summary, sitting.driver, sitting.score)
        for _, item, paid, _, earned, _ in summary.trades:
            self.note(Figure.Topic.PAID, summary, str(item), int(paid or 0))
            if earned is not None:
                self.note(Figure.Topic.EARNED, summary, str(item), int(earned))

    def store(self) -> None:
        """Add to the stored totals: one statement, in one order, so that two games ending together never deadlock."""
        rows: list[list[int | str]] = [[*key, *self._rows[key]] for key in sorted(self._rows)]
        columns = ("topic", "kind", "edition", "variants", "players", "key", "count", "total", "squares")
        table = connection.ops.quote_name(Figure._meta.db_table)
        quoted = [connection.ops.quote_name(column) for column in columns]
        added = ", ".join(f"{name} = {table}.{name} + excluded.{name}" for name in quoted[6:])
        for start in range(0, len(rows), 500):
            chunk = rows[start : start + 500]
            places = ", ".join([f"({', '.join(['%s'] * len(columns))})"] * len(chunk))
            # Names come from the model, values are parameters.
            sql = (
                f"INSERT INTO {table} ({', '.join(quoted)}) VALUES {places} "
                f"ON CONFLICT ({', '.join(quoted[:6])}) DO UPDATE SET {added}"
            )
            with connection.cursor() as cursor:
                cursor.execute(sql, [value for row in chunk for value in row])


def game_ended(play: Play, status: Game.Status, now: datetime) -> None:
    """Write that a game is over or was ended early, and what reviewers list and sum of it."""
    outcome = play.kind.outcome(play.state)
    first = Game.objects.values_list("first_seat", flat=True).get(pk=play.id)
    if first is None:
        first = _filled_in(play.id)
    trades = trade_rows(play.kind.trades(play.events))
    odd = oddities(play.id, shared=outcome is not None and len(outcome.winners) > 1)
    Game.objects.filter(pk=play.id).update(
        status=status,
        ended_at=now,
        due_at=None,
        ended_on=now.date(),
        was_replaced=any(chair.was_replaced for chair in play.chairs),
        oddities=odd,
        is_unusual=bool(odd),
        trades=trades,
    )
    if outcome is None:
        return
    sittings = [
        Sitting(chair.number, score, rank, driver_of(chair.bot, was_replaced=chair.was_replaced))
        for chair, score, rank in zip(play.chairs, outcome.scores, outcome.ranks, strict=True)
    ]
    amounts = Amounts()
    amounts.note_game(
        Summary(
            kind=play.kind.info.slug,
            edition=play.edition,
            variants=play.variants,
            players=len(play.chairs),
            first=first,
            ended_on=now.date(),
            trades=trades,
            sittings=sittings,
        )
    )
    amounts.store()


def driver_of(bot: str, *, was_replaced: bool) -> str:
    """Who played a seat from beginning to end."""
    return bot or ("" if was_replaced else PERSON)


def first_seat(kind: AnyKind, opening: Json) -> int:
    """Who began."""
    return int(kind.record_setup(codec.state_from_json(kind, opening))["first"])


def trade_rows(trades: Iterable[Trade]) -> list[list[int | str | None]]:
    """Trades as they are stored."""
    return [[trade.seat, trade.item, trade.paid, trade.bought, trade.earned, trade.sold] for trade in trades]


def trades_from(rows: Iterable[TradeRow]) -> tuple[Trade, ...]:
    """Stored trades."""
    return tuple(
        Trade(SeatNo(int(seat or 0)), str(item), int(paid or 0), int(bought or 0), _number(earned), _number(sold))
        for seat, item, paid, bought, earned, sold in rows
    )


def _number(value: int | str | None) -> int | None:
    return None if value is None else int(value)


# What is unusual


def oddities(game_id: int, *, shared: bool) -> list[str]:
    """Words for what a reviewer may want to look at first."""
    incidents = Incident.objects.filter(game=game_id).values_list("what").annotate(Count("pk"))
    counts: Mapping[str, int] = dict(incidents)
    found = {
        "shared": shared,
        "refusals": counts.get(Incident.What.REFUSAL, 0) >= MANY_REFUSALS,
        "timeouts": counts.get(Incident.What.TIMEOUT, 0) >= MANY_TIMEOUTS,
        "fast": has_fast_hands(game_id),
    }
    return [word for word, is_so in found.items() if is_so]


def has_fast_hands(game_id: int) -> bool:
    """Whether a person's moves came faster than anybody reads a table."""
    times: dict[int, list[int]] = defaultdict(list)
    for seat, thought in PlayedMove.objects.filter(game=game_id, by="").values_list("seat", "thought_ms"):
        times[seat].append(thought)
    return any(len(each) >= FAST_MOVES and median(each) < FAST_MS for each in times.values())


# All again


def rebuild(chunk: int = 2000) -> int:
    """Sum all stored games anew; gives how many. Call it inside a transaction."""
    Figure.objects.all().delete()
    amounts, done, after = Amounts(), 0, 0
    games = Game.objects.filter(status=Game.Status.OVER, is_imported=False)
    columns = ("pk", "kind", "edition", "variants", "players", "first_seat", "ended_at", "trades")
    while rows := list(games.filter(pk__gt=after).order_by("pk").values_list(*columns)[:chunk]):
        sittings = _sittings(row[0] for row in rows)
        for pk, kind, edition, variants, players, first, ended, trades in rows:
            began = first if first is not None else _filled_in(pk)
            day = ended.date() if ended else date.min
            amounts.note_game(Summary(kind, edition, variants, players, began, day, trades, sittings[pk]))
        done, after = done + len(rows), rows[-1][0]
    amounts.store()
    return done


def _filled_in(game_id: int) -> int:
    """A game that began or ended before these columns were there."""
    game = Game.objects.get(pk=game_id)
    first = first_seat(kind_of(game.kind), game.opening)
    Game.objects.filter(pk=game_id).update(first_seat=first, ended_on=game.ended_at and game.ended_at.date())
    return first


def _sittings(game_ids: Iterable[int]) -> Mapping[int, list[Sitting]]:
    found: dict[int, list[Sitting]] = defaultdict(list)
    seats = Seat.objects.filter(game__in=list(game_ids), rank__isnull=False)
    for game, number, score, rank, bot, was_replaced in seats.values_list(
        "game_id", "number", "score", "rank", "bot", "was_replaced"
    ):
        found[game].append(Sitting(number, score or 0, rank or 0, driver_of(bot, was_replaced=was_replaced)))
    return found
