"""Where the sharp bot would have differed: worked out apart, kept with the game, and shown."""

import pytest
from django.core.management import call_command

from games.bots.roster import BOTS
from games.models import Game, PlayedMove
from games.services import analysis
from games.services.analysis import SHOWN, Turning, advice_for, costliest, store_advice
from games.services.review import make_replay
from tests.review.games import KIND_TABLES, finished

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def one_look(monkeypatch):
    """The bots themselves are tested elsewhere; here one quick look is enough."""
    monkeypatch.setattr(analysis, "SHORTLIST", 3)
    monkeypatch.setattr(analysis, "LOOKS_AGAIN", 1)


class Oracle:
    """Thinks that the first legal move always wins and every other always loses."""

    def choose(self, seen, legal, rng):
        return legal[0]

    def weigh(self, seen, legal, rng):
        return [(move, float(number == 0)) for number, move in enumerate(legal)]


@pytest.fixture(params=KIND_TABLES, ids=str)
def game(request, monkeypatch) -> Game:
    table = request.param
    monkeypatch.setitem(BOTS, table.slug, {**BOTS[table.slug], "sharp": Oracle()})
    return finished(table)


def test_the_costliest_decisions_of_people_are_found(game):
    found = costliest(game, make_replay(game))

    assert len(found) == SHOWN
    assert all(turning.cost == 1.0 and turning.made != turning.better for turning in found)


def test_moves_made_by_bots_are_not_judged(game):
    PlayedMove.objects.filter(game=game).update(by="steady")

    assert costliest(game, make_replay(game)) == []


def test_advice_is_none_until_it_was_worked_out_and_then_shown_with_the_way_to_it(client, game):
    base = f"/r/{game.room.code}/games/1/"
    assert advice_for(game) is None
    assert "would have differed" not in client.get(base).content.decode()

    call_command("analyse", game.pk, verbosity=0)

    turnings = advice_for(Game.objects.get(pk=game.pk))
    page = client.get(base).content.decode()
    assert all(isinstance(turning, Turning) for turning in turnings)
    assert "Where the sharp bot would have differed" in page
    assert f"replay/?step={turnings[0].step - 1}&amp;view=seat-{turnings[0].seat}" in page


def test_a_bot_that_does_not_say_what_it_thinks_gives_no_advice(game, monkeypatch):
    monkeypatch.setitem(BOTS, game.kind, {})

    assert store_advice(game) == 0


def test_without_the_setting_no_process_is_started(settings, game, monkeypatch):
    started = []
    monkeypatch.setattr(analysis.subprocess, "Popen", lambda command, **_: started.append(command))

    settings.ANALYSIS = False
    advice_for(game)
    assert started == []


def test_one_process_works_for_a_game_however_often_it_is_looked_at(settings, game, monkeypatch):
    class Process:
        def poll(self):
            return None

    started = []
    monkeypatch.setattr(analysis, "_running", {})
    monkeypatch.setattr(analysis.subprocess, "Popen", lambda command, **_: started.append(command) or Process())
    settings.ANALYSIS = True

    for _ in range(5):
        advice_for(game)

    assert len(started) == 1
    assert started[0][-2:] == ["analyse", str(game.pk)]
