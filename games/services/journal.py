"""The statements of a move, in SQL: this is the hottest write, and the ORM costs several times as much here (measured).

Everything else is written with the ORM. The columns are those of `Room`, `Game` and `PlayedMove`; a test compares.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime
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


def hold_room(code: str) -> HeldRow | None:
    """Lock the room with this code (on SQLite the transaction itself is the lock)."""
    lock = " FOR UPDATE" if connection.features.has_select_for_update else ""
    with connection.cursor() as cursor:
        cursor.execute(
            f"SELECT id, version, revision, is_closed FROM {ROOM} WHERE code = %s{lock}",
            [code],
        )
        row = cursor.fetchone()
    return HeldRow(row[0], row[1], row[2], bool(row[3])) if row else None


def count_change(room_id: int, *, is_visible: bool, now: datetime) -> None:
    """A room's numbers after one change."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {ROOM} SET version = version + %s, revision = revision + 1, active_at = %s WHERE id = %s",
            [int(is_visible), moment(now), room_id],
        )


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
    values = [row[column] for column in MOVE_COLUMNS]
    with connection.cursor() as cursor:
        cursor.execute(INSERT_MOVE, values)


def fill_cheque(game_id: int, round_number: int, seat: int, cheque: int) -> None:
    """The seat's last choice of the round is the one that stood at the reveal."""
    last = f"SELECT MAX(number) FROM {MOVE} WHERE game_id = %s AND seat = %s AND round = %s AND move = 'seal'"
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {MOVE} SET cheque = %s WHERE game_id = %s AND number = ({last})",
            [cheque, game_id, game_id, seat, round_number],
        )


def save_snapshot(game_id: int, *, state: str, length: int, decision: int, asked_at: datetime, due_at: Any) -> None:
    """The game's state after a move."""
    with connection.cursor() as cursor:
        cursor.execute(
            f"UPDATE {GAME} SET state = %s, length = %s, decision = %s, asked_at = %s, due_at = %s WHERE id = %s",
            [state, length, decision, moment(asked_at), moment(due_at) if due_at else None, game_id],
        )


def moment(time: datetime) -> Any:
    """A time as this database keeps it."""
    return connection.ops.adapt_datetimefield_value(time)


def text(value: Any) -> str:
    """JSON as it is stored."""
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
