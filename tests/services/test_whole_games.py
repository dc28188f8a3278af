"""Whole games of every kind, edition, variant and number of seats, through the services and a real database."""

import pytest

from games.engine import ONLOOKER, check_record, codec, opens, replay, told
from games.models import Game, PlayedMove, Seat
from games.services import lobby, records
from games.services.tables import TABLES, read_table
from tests.builders import a_game, visitor_of
from tests.engine.tables import TABLES as ALL_TABLES

pytestmark = pytest.mark.django_db(transaction=True)


def begun(table, **more):
    return a_game(table.seats, kind=table.slug, edition=table.edition, variants=table.variants, **more)


@pytest.mark.parametrize("table", ALL_TABLES, ids=str)
def test_a_game_of_random_legal_moves_ends_with_a_true_record(table, rng):
    evening = begun(table)

    evening.play_on(rng)

    game = evening.game
    moves = list(PlayedMove.objects.filter(game=game).order_by("number"))
    assert game.status == Game.Status.OVER
    assert game.ended_at is not None
    assert game.due_at is None
    assert [move.number for move in moves] == list(range(game.length))

    record = records.record_of(game)
    check_record(record)
    assert [seat["name"] for seat in record["seats"]] == list(evening.names)

    opening = codec.state_from_json(table.kind, game.opening)
    steps = list(replay(table.kind, opening, [(m.seat, codec.move_from_json(table.kind, m.fields)) for m in moves]))
    assert codec.state_to_json(table.kind, steps[-1].state) == game.state
    assert [codec.event_to_json(table.kind, event) for step in steps for event in step.events] == [
        event for move in moves for event in move.events
    ]

    outcome = table.kind.outcome(steps[-1].state)
    seats = Seat.objects.filter(game=game).order_by("number")
    assert tuple(seats.values_list("score", flat=True)) == outcome.scores
    assert tuple(seats.values_list("rank", flat=True)) == outcome.ranks
    assert opens(game.commitment, bytes.fromhex(game.salt), table.kind.deck(opening))


@pytest.mark.parametrize("table", ALL_TABLES[:: max(1, len(ALL_TABLES) // 6)], ids=str)
def test_the_snapshot_in_memory_is_what_the_database_holds_after_every_move(table, rng):
    evening = begun(table, clock=60)

    while evening.play.is_running:
        seat = rng.choice(evening.owing())
        evening.move(seat, rng.choice(evening.legal(seat)))
        known = TABLES.get(evening.room.pk)
        if evening.play.is_running:
            assert known == read_table(evening.room)

    assert TABLES.get(evening.room.pk) == read_table(evening.room)


@pytest.mark.parametrize("table", ALL_TABLES[:: max(1, len(ALL_TABLES) // 4)], ids=str)
def test_version_and_revision_grow_as_each_move_is_seen(table, rng):
    evening = begun(table)

    while evening.play.is_running:
        before, play = evening.room, evening.play
        seat = rng.choice(evening.owing())
        if rng.random() < 0.3:
            seat = rng.choice([other for other in range(table.seats) if evening.legal(other)])
        evening.move(seat, rng.choice(evening.legal(seat)))
        after = evening.room
        news = evening.play.events[len(play.events) :]
        assert after.revision == before.revision + 1
        assert after.version == before.version + bool(told(play.kind, news, ONLOOKER))


@pytest.mark.parametrize("table", ALL_TABLES[:: max(1, len(ALL_TABLES) // 8)], ids=str)
def test_a_game_of_bots_alone_ends_by_itself(table):
    evening = a_game(
        1, kind=table.slug, edition=table.edition, variants=table.variants, bots=["steady"] * (table.seats - 1)
    )
    lobby.leave_room(code=evening.code, visitor=evening.host)

    evening.attend_all(2000)

    record = records.record_of(evening.game)
    check_record(record)
    assert [seat["bot"] for seat in record["seats"]] == [None] + ["steady"] * (table.seats - 1)
    assert evening.seat_row(0).was_replaced


@pytest.mark.parametrize("kind", sorted({table.slug for table in ALL_TABLES}))
def test_the_evening_s_total_runs_over_its_games(kind, rng):
    evening = a_game(3, kind=kind)
    evening.play_on(rng)
    lobby.rematch(code=evening.code, visitor=visitor_of("Bob"))
    evening.play_on(rng)

    rows = {row.name: row for row in evening.table.standings}
    for name in evening.names:
        seats = Seat.objects.filter(game__room=evening.room, name=name)
        assert rows[name].games == 2
        assert rows[name].total == sum(seat.score for seat in seats)
        assert rows[name].wins == sum(seat.rank == 1 for seat in seats)
    assert [game.number for game in Game.objects.order_by("number")] == [1, 2]


def test_a_game_ended_early_counts_for_nothing(rng):
    evening = a_game(3)
    evening.play_on(rng, until=lambda play: play.length > 5)
    Game.objects.update(status=Game.Status.ABANDONED)
    evening.forget()

    assert evening.table.standings == ()


def test_the_same_people_play_again_in_the_same_seats(rng):
    evening = a_game(4)
    evening.play_on(rng)
    first = [chair.player for chair in evening.play.chairs]

    lobby.rematch(code=evening.code, visitor=evening.host)

    assert [chair.player for chair in evening.play.chairs] == first
    assert (evening.play.number, evening.play.length) == (2, 0)
