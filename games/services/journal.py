"""The statements of a move, in SQL: this is the hottest write, and the ORM costs several times as much here (measured).

Everything else is written with the ORM. The columns are those of `Room`, `Game` and `PlayedMove`; a test compares.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from typing import Any

from django.db import connection

from games.engine import codec
from games.models import Game, PlayedMove, Room, Seat

ROOM, GAME, SEAT, MOVE = (model._meta.db_table for model in (Room, Game, Seat, PlayedMove))


@dataclass(frozen=True, slots=True)
class HeldRow:
    """A room's row, held until the transaction ends."""

    id: int
    version: int
    revision: int
    is_closed: bool


def run(sql: str, *values: Any) -> Any:
    """Run a statement on the driver itself: Django's cursor rewrites the text of every statement every time."""
    connection.ensure_connection()
    with connection.wrap_database_errors:
        return connection.connection.execute(as_driver_reads(sql, connection.vendor), values)


@cache
def as_driver_reads(sql: str, vendor: str) -> str:
    """The same statement with the driver's own signs for values."""
    return sql.replace("%s", "?") if vendor == "sqlite" else sql


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


SAVE_SCORE = f"UPDATE {SEAT} SET score = %s, rank = %s WHERE game_id = %s AND number = %s"


def save_score(game_id: int, seat: int, *, score: int, rank: int) -> None:
    """How a seat came out of a game that is over."""
    run(SAVE_SCORE, score, rank, game_id, seat)


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
READ_NEWS = (
    "WITH known AS ({}) SELECT room.id, room.version, room.revision,"
    " game.status, game.length, game.decision, game.asked_at, game.due_at, played.seat, played.key, played.fields"
    f" FROM known JOIN {ROOM} room ON room.id = known.room JOIN {GAME} game ON game.id = known.game"
    f" LEFT JOIN {MOVE} played ON played.game_id = known.game AND played.number >= known.length"
    " ORDER BY room.id, played.number"
)


def read_news(known: Sequence[Known]) -> dict[int, News]:
    """What became of these rooms, by their ids, in one statement; a room that is gone is left out."""
    rows = [(each.room, each.game, each.length) for each in known]
    if connection.vendor == "sqlite":
        values = [text(rows)]
    else:
        values = ["{" + ",".join(map(str, column)) + "}" for column in zip(*rows, strict=True)]
    found: dict[int, News] = {}
    for room, *head, seat, key, fields in run(READ_NEWS.format(KNOWN[connection.vendor]), *values).fetchall():
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
    """A time as both databases give it: SQLite without the zone, which is always UTC."""
    time: datetime = value
    return time if time.tzinfo is not None else time.replace(tzinfo=UTC)


def moment(time: datetime) -> Any:
    """A time as this database keeps it."""
    return as_sqlite_keeps(time) if connection.vendor == "sqlite" else time


def as_sqlite_keeps(time: datetime) -> str:
    """A time as text without the zone, which is always UTC."""
    return str(time.replace(tzinfo=None))


def text(value: Any) -> str:
    """JSON as it is stored."""
    return codec.AS_TEXT(value)
