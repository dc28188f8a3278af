"""The statements of a move, in SQL: this is the hottest write, and the ORM costs several times as much here (measured).

Everything else is written with the ORM. The columns are those of `Room`, `Game` and `PlayedMove`; a test compares.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any

from django.db import connection

from games.models import Game, PlayedMove, Room

ROOM, GAME, MOVE = Room._meta.db_table, Game._meta.db_table, PlayedMove._meta.db_table


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


COUNT_CHANGE = f"UPDATE {ROOM} SET version = version + %s, revision = revision + 1, active_at = %s WHERE id = %s"


def count_change(room_id: int, *, is_visible: bool, now: datetime) -> None:
    """A room's numbers after one change."""
    run(COUNT_CHANGE, int(is_visible), moment(now), room_id)


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


def append_move(row: dict[str, Any]) -> None:
    """One more move of a game; `row` has a value for each of `MOVE_COLUMNS`."""
    run(INSERT_MOVE, *[row[column] for column in MOVE_COLUMNS])


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


def moment(time: datetime) -> Any:
    """A time as this database keeps it: SQLite as text without the zone, which is always UTC."""
    return str(time.replace(tzinfo=None)) if connection.vendor == "sqlite" else time


def text(value: Any) -> str:
    """JSON as it is stored."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
