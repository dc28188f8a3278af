"""The statements of a move, and of a game's beginning and end, in SQL: these are the hottest writes, and the ORM costs
several times as much here (measured).

Everything else is written with the ORM. The columns are those of the models; tests compare.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache, lru_cache
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection, connections, models

from games.engine import codec
from games.models import Figure, Game, Incident, PlayedMove, Room, Seat

ROOM, GAME, SEAT, MOVE, INCIDENT, FIGURE = (
    model._meta.db_table for model in (Room, Game, Seat, PlayedMove, Incident, Figure)
)


@dataclass(frozen=True, slots=True)
class HeldRow:
    """A room's row, held until the transaction ends."""

    id: int
    version: int
    revision: int
    is_closed: bool


def run(sql: str, *values: Any) -> Any:
    """Run a statement on the driver itself: Django's cursor rewrites the text of every statement every time.

    The database is asked for once: `connection` would look up this thread's for every attribute.
    """
    database = connections[DEFAULT_DB_ALIAS]
    if database.connection is None:
        database.ensure_connection()
    with database.wrap_database_errors:
        return database.connection.execute(as_driver_reads(sql, database.vendor), values)


def run_often(sql: str, *texts: str) -> Any:
    """The same for a statement that all moves need, whose values are texts.

    PostgreSQL reads and plans it once for a connection. Django's own cursors write the values into the statement, which
    is then another one every time.
    """
    database = connections[DEFAULT_DB_ALIAS]
    database.ensure_connection()
    line = database.connection
    with database.wrap_database_errors:
        if database.vendor == "postgresql":
            line = database.Database.Cursor(line)  # type: ignore[attr-defined]
        return line.execute(as_driver_reads(sql, database.vendor), texts)


@lru_cache(maxsize=512)
def as_driver_reads(sql: str, vendor: str) -> str:
    """The same statement with the driver's own signs for values."""
    return sql.replace("%s", "?") if vendor == "sqlite" else sql


def as_server_reads(sql: str) -> str:
    """The same statement as PostgreSQL itself reads it, where no driver puts the values in."""
    first, *others = sql.split("%s")
    return first + "".join([f"${number}{text}" for number, text in enumerate(others, 1)])


def hold_room(code: str) -> HeldRow | None:
    """Lock the room with this code (on SQLite the transaction itself is the lock)."""
    lock = " FOR UPDATE" if connection.features.has_select_for_update else ""
    row = run(f"SELECT id, version, revision, is_closed FROM {ROOM} WHERE code = %s{lock}", code).fetchone()
    return HeldRow(row[0], row[1], row[2], bool(row[3])) if row else None


COUNT_CHANGE = f"UPDATE {ROOM} SET version = version + %s, revision = revision + %s, active_at = %s WHERE id = %s"


def count_change(room_id: int, *, visible: int, steps: int, now: datetime) -> None:
    """A room's numbers after one change."""
    run(COUNT_CHANGE, visible, steps, moment(now), room_id)


MOVE_COLUMNS = (
    "game_id",
    "number",
    "seat",
    "decision",
    "key",
    "move",
    "round",
    "amount",
    "house",
    "cheque",
    "space",
    "fields",
    "events",
    "by",
    "thought_ms",
    "made_at",
)
INSERT_MOVE = "INSERT INTO {} ({}) VALUES ({})".format(
    MOVE,
    ", ".join(f'"{column}"' for column in MOVE_COLUMNS),
    ", ".join(["%s"] * len(MOVE_COLUMNS)),
)


def append_move(row: tuple[Any, ...], made_at: datetime) -> None:
    """One more move of a game; `row` has a value for each of `MOVE_COLUMNS` but the last, which is when it was made."""
    run(INSERT_MOVE, *row, moment(made_at))


FILL_CHEQUE = (
    f"UPDATE {MOVE} SET cheque = %s WHERE game_id = %s AND number ="
    f" (SELECT MAX(number) FROM {MOVE} WHERE game_id = %s AND seat = %s AND round = %s AND move = 'seal')"
)


def fill_cheque(game_id: int, round_number: int, seat: int, cheque: int) -> None:
    """The seat's last choice of the round is the one that stood at the reveal."""
    run(FILL_CHEQUE, cheque, game_id, game_id, seat, round_number)


SAVE_SNAPSHOT = f"UPDATE {GAME} SET state = %s, length = %s, decision = %s, asked_at = %s, due_at = %s WHERE id = %s"


def save_snapshot(game_id: int, *, state: str, length: int, decision: int, asked_at: datetime, due_at: Any) -> None:
    """The game's state after a move."""
    run(SAVE_SNAPSHOT, state, length, decision, moment(asked_at), moment(due_at) if due_at else None, game_id)


def save_scores(game_id: int, scores: Sequence[int], ranks: Sequence[int]) -> None:
    """How the seats came out of a game that is over, from seat 0 on."""
    rows = zip(range(len(scores)), scores, ranks, strict=True)
    run(saving_of_scores(len(scores)), *[value for row in rows for value in row], game_id)


@cache
def saving_of_scores(seats: int) -> str:
    """The statement for so many seats; both databases name the columns of values alike."""
    return (
        f'UPDATE {SEAT} SET score = seat.column2, "rank" = seat.column3 FROM (VALUES {places(seats, 3)}) AS seat'
        f" WHERE game_id = %s AND number = seat.column1"
    )


# The beginning of a game


def begin_game(game: Game, seats: Sequence[Seat]) -> None:
    """Store a new game and its seats; afterwards the game knows its id."""
    (game.pk,) = run(f"{insertion(Game, 1)} RETURNING id", *values_of(game)).fetchone()
    for seat in seats:
        seat.game_id = game.pk
    run(insertion(Seat, len(seats)), *[value for seat in seats for value in values_of(seat)])


@cache
def columns_of(model: type[models.Model]) -> tuple[tuple[str, Callable[[Any], Any]], ...]:
    """The columns of a new row, each with how its values are kept. The names are those of the attributes too."""
    return tuple((field.attname, kept_as(field)) for field in model._meta.concrete_fields if not field.primary_key)


def kept_as(field: models.Field[Any, Any]) -> Callable[[Any], Any]:
    """How a column keeps a value that is not None: just as the ORM would write it."""
    if isinstance(field, models.JSONField):
        return json.dumps
    if isinstance(field, models.DateTimeField):
        return moment
    return str if isinstance(field, models.CharField) else as_it_is  # what is chosen from a list is no plain text


def as_it_is(value: Any) -> Any:
    """Numbers, and what is true or false."""
    return value


@cache
def insertion(model: type[models.Model], rows: int) -> str:
    """The statement that stores so many new rows."""
    columns = [f'"{column}"' for column, _ in columns_of(model)]
    return f"INSERT INTO {model._meta.db_table} ({', '.join(columns)}) VALUES {places(rows, len(columns))}"


def places(rows: int, columns: int) -> str:
    """Signs for the values of so many rows."""
    return ", ".join([f"({', '.join(['%s'] * columns)})"] * rows)


def values_of(row: models.Model) -> list[Any]:
    """A new row's values, one for each of its columns."""
    values = row.__dict__
    return [None if (value := values[column]) is None else keep(value) for column, keep in columns_of(type(row))]


# The end of a game

END_GAME = (
    f"UPDATE {GAME} SET status = %s, ended_at = %s, due_at = NULL, ended_on = %s, was_replaced = %s,"
    " oddities = %s, is_unusual = %s, trades = %s WHERE id = %s"
)


@dataclass(frozen=True, slots=True)
class Ending:
    """What is written of a game when it ends."""

    status: str
    at: datetime
    was_replaced: bool
    oddities: Sequence[str]
    trades: Sequence[Sequence[int | str | None]]


def end_game(game_id: int, ending: Ending) -> None:
    """A game is over."""
    run(
        END_GAME,
        ending.status,
        moment(ending.at),
        ending.at.date().isoformat(),
        ending.was_replaced,
        json.dumps(ending.oddities),
        bool(ending.oddities),
        json.dumps(ending.trades),
        game_id,
    )


READ_FIRST_SEAT = f"SELECT first_seat FROM {GAME} WHERE id = %s"


def read_first_seat(game_id: int) -> int | None:
    """Who began; None for a game that began before this was kept."""
    (seat,) = run(READ_FIRST_SEAT, game_id).fetchone()
    return None if seat is None else int(seat)


COUNT_INCIDENTS = f"SELECT what, COUNT(*) FROM {INCIDENT} WHERE game_id = %s GROUP BY what"


def count_incidents(game_id: int) -> dict[str, int]:
    """How often what happened around a game."""
    return dict(run(COUNT_INCIDENTS, game_id).fetchall())


READ_THOUGHTS = f"SELECT seat, thought_ms FROM {MOVE} WHERE game_id = %s AND \"by\" = ''"


def read_thoughts(game_id: int) -> list[tuple[int, int]]:
    """For each move that a person made: the seat, and how long it thought."""
    thoughts: list[tuple[int, int]] = run(READ_THOUGHTS, game_id).fetchall()
    return thoughts


SUM_SCORES = (
    'SELECT seat.player_id, COUNT(*), SUM(CASE WHEN seat."rank" = 1 THEN 1 ELSE 0 END), SUM(seat.score)'
    f" FROM {SEAT} seat JOIN {GAME} game ON game.id = seat.game_id"
    f" WHERE game.room_id = %s AND game.status = '{Game.Status.OVER.value}'"
    " AND seat.score IS NOT NULL AND seat.player_id IS NOT NULL GROUP BY seat.player_id"
)


def sum_scores(room_id: int) -> dict[int, tuple[int, int, int]]:
    """By player: how many finished games of the room, how many won, and all points together."""
    return {player: (games, wins, total) for player, games, wins, total in run(SUM_SCORES, room_id).fetchall()}


FIGURE_KEYS = ("topic", "kind", "edition", "variants", "players", "key")
FIGURE_SUMS = ("count", "total", "squares")
FIGURES_AT_ONCE = 500


def add_figures(rows: Sequence[Sequence[int | str]]) -> None:
    """Add to the totals: each row has a value for each of `FIGURE_KEYS` and `FIGURE_SUMS`."""
    if connection.vendor == "postgresql":
        run_often(ADD_FIGURES, text(rows))
        return
    for start in range(0, len(rows), FIGURES_AT_ONCE):
        chunk = rows[start : start + FIGURES_AT_ONCE]
        run(addition(len(chunk)), *[value for row in chunk for value in row])


@lru_cache(maxsize=128)
def addition(rows: int) -> str:
    """The statement that adds so many rows to the totals; it is long, and games of one kind need much the same."""
    return adding(f"VALUES {places(rows, len(FIGURE_KEYS + FIGURE_SUMS))}")


def adding(rows: str) -> str:
    """The statement that adds these rows to the totals."""
    names = [f'"{name}"' for name in FIGURE_KEYS + FIGURE_SUMS]
    sums = ", ".join(f"{name} = {FIGURE}.{name} + excluded.{name}" for name in FIGURE_SUMS)
    return (
        f"INSERT INTO {FIGURE} ({', '.join(names)}) {rows} ON CONFLICT ({', '.join(FIGURE_KEYS)}) DO UPDATE SET {sums}"
    )


ADD_FIGURES = adding(
    "SELECT {} FROM json_array_elements(%s::json)".format(
        ", ".join(
            f"(value ->> {place})::{'bigint' if name in ('players', *FIGURE_SUMS) else 'text'}"
            for place, name in enumerate(FIGURE_KEYS + FIGURE_SUMS)
        )
    )
)
"""For PostgreSQL, whose driver takes milliseconds to read a statement with hundreds of signs for values."""


# What was played meanwhile


@dataclass(frozen=True, slots=True)
class Known:
    """A room as some process knows it: its game, and how many moves of it."""

    room: int
    game: int
    length: int


@dataclass(frozen=True, slots=True)
class News:
    """Where a room and its game stand, read at one moment, and the moves since those known: seat, key and fields."""

    version: int
    revision: int
    status: str
    length: int
    decision: int
    asked_at: datetime
    due_at: datetime | None
    moves: list[tuple[int, str, Any]]


KNOWN = {
    "sqlite": "SELECT value ->> 0 AS room, value ->> 1 AS game, value ->> 2 AS length FROM json_each(%s)",
    "postgresql": "SELECT * FROM unnest(%s::bigint[], %s::bigint[], %s::integer[]) AS known(room, game, length)",
}
NEWS = (
    "room.id, room.version, room.revision, game.status, game.length, game.decision, game.asked_at, game.due_at,"
    " played.seat, played.key, played.fields"
)
READ_NEWS = {
    vendor: f"WITH known AS ({KNOWN[vendor]}) SELECT {columns}"
    f" FROM known JOIN {ROOM} room ON room.id = known.room JOIN {GAME} game ON game.id = known.game"
    f" LEFT JOIN {MOVE} played ON played.game_id = known.game AND played.number >= known.length"
    " ORDER BY room.id, played.number"
    for vendor, columns in {"sqlite": NEWS, "postgresql": f"json_build_array({NEWS})"}.items()
}
"""What PostgreSQL gives as one JSON array a row can be read without a thought for the types of columns."""


def as_arrays(known: Sequence[Known]) -> list[str]:
    """What is known, as the statement for PostgreSQL wants it."""
    rows = [(each.room, each.game, each.length) for each in known]
    return ["{" + ",".join(map(str, column)) + "}" for column in zip(*rows, strict=True)]


def read_news(known: Sequence[Known]) -> dict[int, News]:
    """What became of these rooms, by their ids, in one statement; a room that is gone is left out."""
    if connection.vendor == "sqlite":
        rows = [(each.room, each.game, each.length) for each in known]
        return news_of(run(READ_NEWS["sqlite"], text(rows)).fetchall())
    return news_of([row for (row,) in run_often(READ_NEWS["postgresql"], *as_arrays(known)).fetchall()])


def news_of(rows: Iterable[Sequence[Any]]) -> dict[int, News]:
    """The rows of `READ_NEWS`."""
    found: dict[int, News] = {}
    for room, *head, seat, key, fields in rows:
        if room not in found:
            version, revision, status, length, decision, asked_at, due_at = head
            due = as_time(due_at) if due_at else None
            found[room] = News(version, revision, status, length, decision, as_time(asked_at), due, [])
        if seat is not None:
            found[room].moves.append((seat, key, parsed(fields)))
    return found


CHAIR_COLUMNS = ("warmer", "was_replaced", "timeouts", "deadline", "acts_at")
CEILING_COLUMNS = ("ceiling_amount", "ceiling_then", "ceiling_round")
READ_CHAIRS = "SELECT {} FROM {} WHERE game_id = %s ORDER BY number".format(
    ", ".join((*CHAIR_COLUMNS, *CEILING_COLUMNS)), SEAT
)


def read_chairs(game_id: int) -> list[tuple[dict[str, Any], tuple[int, str, int]]]:
    """For each seat what a move may change in it, and its ceiling."""
    chairs = []
    for warmer, was_replaced, timeouts, deadline, acts_at, *ceiling in run(READ_CHAIRS, game_id).fetchall():
        times = [as_time(time) if time else None for time in (deadline, acts_at)]
        values = zip(CHAIR_COLUMNS, (warmer, bool(was_replaced), timeouts, *times), strict=True)
        chairs.append((dict(values), (ceiling[0], ceiling[1], ceiling[2])))
    return chairs


def parsed(value: Any) -> Any:
    """JSON as both databases give it."""
    return json.loads(value) if isinstance(value, str) else value


def as_time(value: Any) -> datetime:
    """A time as both databases give it: SQLite without the zone, which is always UTC, PostgreSQL's JSON as text."""
    time: datetime = datetime.fromisoformat(value) if isinstance(value, str) else value
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)


def moment(time: datetime) -> Any:
    """A time as this database keeps it."""
    return as_sqlite_keeps(time) if connection.vendor == "sqlite" else time


def as_sqlite_keeps(time: datetime) -> str:
    """A time as text without the zone, which is always UTC."""
    return time.replace(tzinfo=None).isoformat(" ")


def text(value: Any) -> str:
    """JSON as it is stored."""
    return codec.AS_TEXT(value)
