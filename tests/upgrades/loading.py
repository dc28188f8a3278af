"""Puts a stored database of an earlier version in place, on SQLite or on PostgreSQL.

They are stored as SQLite wrote them. On PostgreSQL the earlier version's tables are made by its own migrations, and get
the stored rows: what comes after then runs over real rows there too.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

import psycopg
from psycopg import sql


def load_into_sqlite(stored: Path, database: Path) -> None:
    """The stored database as a file."""
    with contextlib.closing(sqlite3.connect(database)) as connection:
        connection.executescript(stored.read_text())


@contextlib.contextmanager
def opened(stored: Path) -> Iterator[sqlite3.Connection]:
    """The stored database, to read from."""
    with contextlib.closing(sqlite3.connect(":memory:")) as connection:
        connection.executescript(stored.read_text())
        yield connection


def newest_migration(stored: Path) -> str:
    """Which version of the tables it has."""
    with opened(stored) as connection:
        query = "SELECT name FROM django_migrations WHERE app = 'games' ORDER BY id DESC LIMIT 1"
        return str(connection.execute(query).fetchone()[0])


def load_into_postgresql(stored: Path, address: str) -> int:
    """All rows of the games, into tables of the same version; gives how many."""
    copied = 0
    with opened(stored) as source, psycopg.connect(address, options="-c timezone=UTC") as target:
        found = source.execute(
            "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'games\\_%' ESCAPE '\\'"
        )
        for (table,) in found.fetchall():
            copied += copy_table(source, target, table)
    return copied


def copy_table(source: sqlite3.Connection, target: psycopg.Connection, table: str) -> int:
    """The rows of one table; foreign keys are looked at when all are there."""
    rows = source.execute(f'SELECT * FROM "{table}"')
    names = [column[0] for column in rows.description]
    query = "SELECT column_name FROM information_schema.columns WHERE table_name = %s AND data_type = 'boolean'"
    flags = {name for (name,) in target.execute(query, [table])}
    insert = sql.SQL("INSERT INTO {} ({}) VALUES ({})").format(
        sql.Identifier(table),
        sql.SQL(", ").join(map(sql.Identifier, names)),
        sql.SQL(", ").join([sql.Placeholder()] * len(names)),
    )
    values = [
        [bool(value) if name in flags and value is not None else value for name, value in zip(names, row, strict=True)]
        for row in rows
    ]
    with target.cursor() as cursor:
        cursor.executemany(insert, values)
    count_on = sql.SQL("SELECT setval(pg_get_serial_sequence({}, 'id'), (SELECT coalesce(max(id), 1) FROM {}))")
    target.execute(count_on.format(sql.Literal(table), sql.Identifier(table)))
    return len(values)
