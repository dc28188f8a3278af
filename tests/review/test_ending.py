"""What a game leaves behind when it ends at a real table: columns to review by, totals, and a page."""

import pytest

from games.models import Figure, Game
from games.services import consent
from games.services.review import agrees_with_snapshot, make_replay
from tests.builders import a_game
from tests.review.games import KIND_TABLES

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("table", KIND_TABLES, ids=str)
def test_a_game_played_to_its_end_is_summed_and_can_be_replayed(client, rng, table):
    evening = a_game(table.seats, kind=table.slug, edition=table.edition)

    evening.play_on(rng)

    game = evening.game
    assert agrees_with_snapshot(game, make_replay(game))
    assert game.ended_on == game.ended_at.date()
    assert game.first_seat is not None
    assert len(game.trades) > 3
    assert Figure.objects.get(topic=Figure.Topic.GAMES).count == 1
    assert Figure.objects.get(topic=Figure.Topic.DAY).key == game.ended_on.isoformat()
    assert Figure.objects.filter(topic=Figure.Topic.SEAT).count() == table.seats
    assert client.get(f"/r/{evening.code}/games/{game.number}/").status_code == 200


@pytest.mark.parametrize("table", KIND_TABLES, ids=str)
def test_a_game_ended_early_is_reviewable_but_not_summed(client, rng, table):
    evening = a_game(table.seats, kind=table.slug, edition=table.edition)
    evening.play_on(rng, until=lambda play: play.length >= 25)

    for visitor in evening.visitors:
        if evening.play.is_running:
            consent.end_game(code=evening.code, visitor=visitor)

    game = evening.game
    base = f"/r/{evening.code}/games/{game.number}/"
    assert game.status == Game.Status.ABANDONED
    assert game.ended_on is not None
    assert not Figure.objects.exists()
    assert client.get(base).status_code == 200
    assert client.get(base + "replay/", {"step": game.length, "view": "all"}).status_code == 200
    assert client.get(base + "record.json").status_code == 404
