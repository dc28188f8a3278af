"""Moves of several rooms in one commit: the quick way to store turns.

Nothing is held while a turn is thought out. It is stored only if its room is still at the revision that it was thought
out at, which is asked in the same transaction; otherwise that turn, and no other, is left out and goes the slow way.
So any number of processes may write, and one bad move never fails another. Only turns that leave the chairs alone come
here: chairs are stored by the slow way.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from typing import NoReturn

from django.db import connections

from games.services import journal
from games.services.journal import GAME, MOVE, MOVE_COLUMNS, ROOM
from games.services.turns import Turn

PATIENCE_MS = 8000
"""How long to wait for another process that writes to SQLite."""


def opened_choices(turn: Turn) -> list[tuple[int, int]]:
    """Seats whose choices the turn opened, with their cheques; the mover's own cheque stands in the new row."""
    mover = turn.row[MOVE_COLUMNS.index("seat")]
    return [(seat, cheque) for seat, cheque in turn.cheques.items() if seat != mover]


# SQLite: some statements for each turn

COUNT_TURN, MARK_ACTIVE, INSERT_MOVE, FILL_CHEQUE, SAVE_SNAPSHOT = (
    journal.as_driver_reads(sql, "sqlite")
    for sql in (
        f"UPDATE {ROOM} SET version = %s, revision = %s WHERE id = %s AND revision = %s AND NOT is_closed",
        f"UPDATE {ROOM} SET active_at = %s WHERE id = %s",
        journal.INSERT_MOVE,
        journal.FILL_CHEQUE,
        # Not when it is due: that follows from the chairs, which these turns leave alone, and it has an index.
        f"UPDATE {GAME} SET state = %s, length = %s, decision = %s, asked_at = %s WHERE id = %s",
    )
)


def is_busy(fault: sqlite3.Error) -> bool:
    """Whether somebody else holds the database; what Python itself complains of has no code."""
    return getattr(fault, "sqlite_errorcode", 0) & 0xFF == sqlite3.SQLITE_BUSY


class SqliteCommits:
    """One transaction after another on a connection of its own, which any thread may use, one at a time.

    Statements are quick and never wait; `begin_patiently` waits for another process and `commit` for the disk. So the
    event loop can carry out the first without another thread, whose every statement would have to ask for the
    interpreter anew.
    """

    def __init__(self) -> None:
        self._database = connections["default"].copy()
        self._database.connect()
        self._line: sqlite3.Connection = self._database.connection
        self._line.execute("PRAGMA busy_timeout = 0")
        # Checks read again, letter by letter, whether the JSON that was just written is JSON: an eighth of a turn. What
        # keeps turns apart, the unique numbers and keys, is no check and holds here too.
        self._line.execute("PRAGMA ignore_check_constraints = ON")
        self._cursor = self._line.cursor()

    def begin(self) -> bool:
        """Begin to write; False if another process or thread writes now."""
        try:
            self._cursor.execute("BEGIN IMMEDIATE")
        except sqlite3.Error as fault:
            if is_busy(fault):
                return False
            self._raise_as_django_does()
        return True

    def begin_patiently(self) -> None:
        """Begin to write when the other has finished."""
        with self._database.wrap_database_errors:
            self._line.execute(f"PRAGMA busy_timeout = {PATIENCE_MS}")
            try:
                self._line.execute("BEGIN IMMEDIATE")
            finally:
                self._line.execute("PRAGMA busy_timeout = 0")

    def put(self, turn: Turn) -> bool:
        """Carry out a turn's statements; False, and nothing done, where its room has moved on."""
        before, after, made_at = turn[:3]
        execute, now = self._cursor.execute, journal.as_sqlite_keeps(made_at)
        try:
            counted = execute(COUNT_TURN, (after.version, after.revision, after.room_id, before.revision))
            if counted.rowcount == 0:
                return False
            if after.active_at is made_at:
                execute(MARK_ACTIVE, (now, after.room_id))
            execute(INSERT_MOVE, (*turn.row, now))
            if turn.cheques:
                self._open_choices(turn)
            play = turn.play
            asked_at = now if play.asked_at is made_at else journal.as_sqlite_keeps(play.asked_at)
            execute(SAVE_SNAPSHOT, (play.state_text, play.length, play.decision, asked_at, play.id))
        except sqlite3.Error:
            self._raise_as_django_does()
        return True

    def _open_choices(self, turn: Turn) -> None:
        """The others' choices of this round get their cheques."""
        game = turn.play.id
        for seat, cheque in opened_choices(turn):
            self._cursor.execute(FILL_CHEQUE, (cheque, game, game, seat, turn.round))

    def commit(self) -> None:
        """Everything since `begin` is on the disk when this returns."""
        try:
            self._cursor.execute("COMMIT")
        except sqlite3.Error:
            self._raise_as_django_does()

    def _raise_as_django_does(self) -> NoReturn:
        """Raise the fault that is being handled as Django's own kind; where all goes well nothing is wrapped."""
        with self._database.wrap_database_errors:
            raise  # noqa: PLE0704

    def close(self) -> None:
        """Undo what was not committed."""
        self._line.close()


# PostgreSQL: one statement for all turns

TURN_COLUMNS = {
    **dict.fromkeys(("room", "game"), "bigint"),
    **dict.fromkeys(("revision", "new_revision", "new_version", "new_decision", "length"), "integer"),
    **dict.fromkeys(("state", "fields", "events"), "jsonb"),
    "choices": "json",
    **dict.fromkeys(("asked_at", "made_at", "active_at"), "timestamptz"),
    **dict.fromkeys(("number", "seat", "decision", "round", "amount", "house", "cheque", "thought_ms"), "integer"),
    **dict.fromkeys(("key", "move", "space", "by"), "text"),
}
TURN_TYPE = ", ".join(f'"{name}" {kind}' for name, kind in TURN_COLUMNS.items())

STORE_TURNS = f"""
WITH turn AS (
  SELECT * FROM json_to_recordset($1::json) AS turn({TURN_TYPE})
), current AS (
  SELECT turn.* FROM {ROOM} room JOIN turn ON turn.room = room.id
  WHERE room.revision = turn.revision AND NOT room.is_closed FOR UPDATE OF room SKIP LOCKED
), counted AS (
  UPDATE {ROOM} room SET version = new_version, revision = new_revision,
    active_at = GREATEST(room.active_at, current.active_at)
  FROM current WHERE room.id = current.room
), appended AS (
  INSERT INTO {MOVE} ({", ".join(f'"{name}"' for name in MOVE_COLUMNS)})
  SELECT {", ".join("game" if name == "game_id" else f'"{name}"' for name in MOVE_COLUMNS)} FROM current
), filled AS (
  UPDATE {MOVE} played SET cheque = choice.cheque
  FROM current, json_to_recordset(current.choices) AS choice(seat integer, cheque integer)
  WHERE played.game_id = current.game AND played.number = (
    SELECT MAX(number) FROM {MOVE} WHERE game_id = current.game AND seat = choice.seat
      AND round = current.round AND move = 'seal')
), saved AS (
  UPDATE {GAME} game SET state = current.state, length = current.length, decision = new_decision,
    asked_at = current.asked_at
  FROM current WHERE game.id = current.game
)
SELECT room FROM current"""
"""A room that somebody holds is left out like one that has moved on: its turn waits by itself, and no other for it."""


def as_record(turn: Turn) -> str:
    """A turn by the names of `TURN_COLUMNS`, as JSON; what is JSON already is put in as it is."""
    play = turn.play
    record = dict(zip(MOVE_COLUMNS, turn.row, strict=False))
    fields, events = record.pop("fields"), record.pop("events")
    record |= {
        "room": turn.after.room_id,
        "game": play.id,
        "revision": turn.before.revision,
        "new_revision": turn.after.revision,
        "new_version": turn.after.version,
        "new_decision": play.decision,
        "length": play.length,
        "asked_at": play.asked_at.isoformat(),
        "made_at": turn.made_at.isoformat(),
        "active_at": turn.after.active_at.isoformat(),
        "choices": [{"seat": seat, "cheque": cheque} for seat, cheque in opened_choices(turn)],
    }
    written = f'"fields":{fields},"events":{events},"state":{play.state_text}'
    return f"{journal.text(record)[:-1]},{written}}}"


def turns_text(turns: Sequence[Turn]) -> str:
    """The value of `STORE_TURNS`, which then gives the rooms whose turns were stored: those that had not moved on."""
    return f"[{','.join(map(as_record, turns))}]"
