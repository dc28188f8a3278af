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

from games.engine import AnyKind, Json, SeatNo, Trade, codec, kind_of
from games.models import Figure, Game, Incident, Seat
from games.services import journal
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
Group = tuple[str, str, str, int]
"""Kind, edition, variants, players: games that may be compared."""
Key = tuple[str, str, str, str, int, str]
"""Topic, a group, key."""

GAMES, DAY, SEAT, TURN, DRIVER, SCORE, PAID, EARNED = Figure.Topic.values
"""As plain text: Python asks a choice for its name each time that it is looked up."""


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

    def note(self, topic: str, group: Group, key: str, value: int) -> None:
        """One more observation."""
        row = self._rows[(topic, *group, key[:40])]
        row[0] += 1
        row[1] += value
        row[2] += value * value

    def note_game(self, summary: Summary) -> None:
        """Everything that is summed over a game."""
        self._rows[GAMES, summary.kind, "", "", 0, ""][0] += 1
        self._rows[DAY, summary.kind, "", "", 0, summary.ended_on.isoformat()][0] += 1
        group = (summary.kind, summary.edition, "+".join(summary.variants), summary.players)
        winners = sum(sitting.rank == 1 for sitting in summary.sittings)
        for sitting in summary.sittings:
            share = VICTORY // winners if sitting.rank == 1 else 0
            after_first = (sitting.number - summary.first) % summary.players
            self.note(SEAT, group, str(sitting.number), share)
            self.note(TURN, group, str(after_first), share)
            if sitting.driver:
                self.note(DRIVER, group, sitting.driver, share)
                self.note(SCORE, group, sitting.driver, sitting.score)
        for _, item, paid, _, earned, _ in summary.trades:
            self.note(PAID, group, str(item), int(paid or 0))
            if earned is not None:
                self.note(EARNED, group, str(item), int(earned))

    def store(self) -> None:
        """Add to the stored totals: one statement, in one order, so that two games ending together never deadlock."""
        journal.add_figures([(*key, *self._rows[key]) for key in sorted(self._rows)])


def game_ended(play: Play, status: Game.Status, now: datetime) -> None:
    """Write that a game is over or was ended early, and what reviewers list and sum of it."""
    outcome = play.kind.outcome(play.state)
    first = journal.read_first_seat(play.id)
    if first is None:
        first = _filled_in(play.id)
    trades = trade_rows(play.kind.trades(play.events))
    ending = journal.Ending(
        status=status.value,
        at=now,
        was_replaced=any(chair.was_replaced for chair in play.chairs),
        oddities=oddities(play, shared=outcome is not None and len(outcome.winners) > 1),
        trades=trades,
    )
    journal.end_game(play.id, ending)
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


def oddities(play: Play, *, shared: bool) -> list[str]:
    """Words for what a reviewer may want to look at first."""
    counts = journal.count_incidents(play.id)
    found = {
        "shared": shared,
        "refusals": counts.get(Incident.What.REFUSAL, 0) >= MANY_REFUSALS,
        "timeouts": counts.get(Incident.What.TIMEOUT, 0) >= MANY_TIMEOUTS,
        "fast": has_fast_hands(play),
    }
    return [word for word, is_so in found.items() if is_so]


def has_fast_hands(play: Play) -> bool:
    """Whether a person's moves came faster than anybody reads a table."""
    if max(play.moves_by_seat, default=0) < FAST_MOVES:
        return False
    times: dict[int, list[int]] = defaultdict(list)
    for seat, thought in journal.read_thoughts(play.id):
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
