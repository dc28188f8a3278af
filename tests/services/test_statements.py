"""Statements that every move needs are read and planned once by the database that would do so every time."""

import pytest
from django.db import connection

from games.services import journal
from games.services.commits import store_on_postgresql
from games.services.playing import quick_turn
from games.services.tables import TABLES
from tests.builders import a_game

pytestmark = pytest.mark.django_db


@pytest.mark.skipif(connection.vendor != "postgresql", reason="SQLite's driver keeps statements by itself")
def test_moves_are_stored_by_a_statement_that_postgresql_knows():
    evening = a_game(3)

    for number in range(6):
        seat = evening.on_turn()
        turn = quick_turn(evening.table, evening.holder(seat), evening.wish(evening.legal(seat)[0], key=f"{number}"))
        assert store_on_postgresql([turn]) == [True]
        TABLES.put(turn.after)

    known = journal.run("SELECT COUNT(*) FROM pg_prepared_statements WHERE statement LIKE %s", "%games_playedmove%")
    assert known.fetchone() == (1,)
