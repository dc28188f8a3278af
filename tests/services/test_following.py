"""A process whose copy of a room is old reads only the moves made since, and sees exactly what a fresh read sees."""

from datetime import timedelta
from random import Random

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.engine import KINDS
from games.services import consent, journal, lobby, playing, presence
from games.services.following import followed
from games.services.queries import current_table, table_by_id
from games.services.tables import TABLES, Ceiling, Table, read_table
from tests.builders import Evening, a_game

pytestmark = pytest.mark.django_db


def fresh(evening: Evening) -> Table:
    """The room as the database has it."""
    return read_table(evening.room)


@pytest.mark.parametrize("kind", KINDS)
def test_following_a_whole_game_gives_the_same_snapshot_as_reading_it(kind):
    evening = a_game(3, kind=kind, clock=60)
    rng = Random(5)
    known = fresh(evening)
    compared = 0

    while evening.play.is_running:
        for _move in range(rng.randint(1, 4)):
            if evening.play.is_running:
                seat = rng.choice(evening.owing())
                evening.move(seat, rng.choice(evening.legal(seat)))
        table = followed(known)
        if table is None:
            break
        assert table == fresh(evening)
        known, compared = table, compared + 1

    assert compared > 10
    assert not evening.play.is_running, "only the end of the game is read anew"


def test_a_bots_move_and_a_ceilings_are_followed_too():
    evening = a_game(2, bots=["steady", "steady"])
    known = fresh(evening)
    playing.set_ceiling(code=evening.code, visitor=evening.host, ceiling=Ceiling(9, "pass", 1))
    assert followed(known) is None, "a ceiling is more than a move"

    moved = 0
    for _step in range(12):
        evening.let_time_pass()
        known = fresh(evening)
        if evening.attend():
            assert followed(known) == fresh(evening)
            moved += 1
        elif evening.play.is_running:
            seat = evening.on_turn()
            evening.move(seat, evening.legal(seat)[0])
    assert moved > 3


def test_nothing_is_read_twice_where_nothing_happened():
    known = fresh(a_game(3))

    assert followed(known) is known


def test_whatever_is_more_than_a_move_is_not_followed():
    evening = a_game(3)
    known = fresh(evening)
    evening.play_on(Random(1), until=lambda play: play.length >= 2)
    lobby.hand_over(code=evening.code, visitor=evening.host, player=evening.player("Bob").pk)
    evening.play_on(Random(2), until=lambda play: play.length >= 4)

    assert followed(known) is None


def test_a_copy_that_has_the_change_follows_from_there():
    evening = a_game(3)
    lobby.hand_over(code=evening.code, visitor=evening.host, player=evening.player("Bob").pk)
    known = fresh(evening)
    evening.play_on(Random(2), until=lambda play: play.length >= 3)

    assert followed(known) == fresh(evening)


def test_a_clock_that_runs_out_is_more_than_a_move():
    evening = a_game(3, clock=30)
    known = fresh(evening)
    evening.make_due(clocks=evening.owing())

    assert evening.attend()

    assert evening.play.length == known.play.length + 1
    assert followed(known) is None
    assert current_table(evening.code).notices != known.notices


def test_the_end_of_a_game_and_the_next_game_are_read_anew():
    evening = a_game(3)
    known = fresh(evening)
    evening.play_on(Random(3))
    assert followed(known) is None
    lobby.rematch(code=evening.code, visitor=evening.host)

    assert followed(known) is None


def test_somebody_who_goes_away_is_noticed_between_the_moves():
    evening = a_game(3)
    known = fresh(evening)
    evening.unseen("Cleo", timedelta(minutes=5))
    assert presence.sweep(evening.code)
    evening.play_on(Random(1), until=lambda play: play.length >= 2)

    assert followed(known) is None


def test_another_process_reads_a_move_without_the_room(monkeypatch):
    evening = a_game(3)
    known = fresh(evening)
    evening.play_on(Random(1), until=lambda play: play.length >= 1)
    TABLES.clear()
    TABLES.put(known)

    statements = []
    for name in ("run", "run_often"):
        run = getattr(journal, name)
        monkeypatch.setattr(journal, name, lambda sql, *values, run=run: statements.append(sql) or run(sql, *values))

    with CaptureQueriesContext(connection) as through_django:
        table = table_by_id(known.room_id)

    assert (len(statements), len(through_django)) == (1, 0)
    assert table == fresh(evening)


def test_a_writer_with_an_old_copy_plays_on_from_what_is_stored():
    evening = a_game(3)
    old = fresh(evening)
    evening.play_on(Random(1), until=lambda play: play.length >= 3)
    TABLES.clear()
    TABLES.put(old)

    evening.play_on(Random(2), until=lambda play: play.length >= 6)

    assert current_table(evening.code) == fresh(evening)
    assert evening.game.moves.count() == 6


@pytest.mark.parametrize("kind", KINDS)
def test_the_writer_of_the_last_move_knows_the_result_without_reading(kind):
    evening = a_game(3, kind=kind)
    evening.play_on(Random(4))
    lobby.rematch(code=evening.code, visitor=evening.host)
    evening.play_on(Random(5))

    known = TABLES.get(evening.room.pk)

    assert known is not None
    assert known == fresh(evening)
    assert [row.games for row in known.standings] == [2, 2, 2]


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("kind", KINDS)
def test_who_begins_a_game_knows_the_room_without_reading(kind):
    evening = a_game(2, kind=kind, bots=["steady"], clock=60, hints=True)
    assert TABLES.get(evening.room.pk) == fresh(evening)
    consent.end_game(code=evening.code, visitor=evening.host)
    consent.end_game(code=evening.code, visitor=evening.visitors[1])
    assert not evening.play.is_running
    assert evening.table.notices, "what happened around the last game is not told in the next"

    lobby.rematch(code=evening.code, visitor=evening.host)

    assert TABLES.get(evening.room.pk) == fresh(evening)
    assert evening.play.number == 2


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_read_on_top_of_an_older_snapshot_is_what_a_fresh_read_gives(kind):
    """To the end of a game and into the next; an older snapshot may be of any moment, of another game too."""
    evening, rng = a_game(3, kind=kind), Random(3)
    older = [fresh(evening)]

    for _game in range(2):
        while evening.play.is_running:
            for _move in range(rng.randint(1, 9)):
                if evening.play.is_running:
                    seat = rng.choice(evening.owing())
                    evening.move(seat, rng.choice(evening.legal(seat)))
            now = fresh(evening)
            for known in rng.sample(older, min(3, len(older))):
                assert read_table(evening.room, known) == now
            older.append(now)
        lobby.rematch(code=evening.code, visitor=evening.host)

    assert len({table.play.id for table in older}) == 2


def test_moves_that_are_known_are_not_read_again():
    evening, rng = a_game(3), Random(1)
    evening.play_on(rng, until=lambda play: play.length == 9)
    known = fresh(evening)
    seat = evening.on_turn()
    evening.move(seat, evening.legal(seat)[0])

    with CaptureQueriesContext(
        connection,
    ) as captured:
        table = read_table(evening.room, known)

    (moves,) = [query["sql"] for query in captured if 'ORDER BY "games_playedmove"' in query["sql"]]
    assert '"number" >= 9' in moves
    assert table.play.events[: len(known.play.events)] == known.play.events
