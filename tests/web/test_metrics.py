"""What `/metrics` says is true: each figure is compared with what happened."""

import re

import pytest
from django.test import Client

from games.models import PlayedMove
from games.services import playing
from games.services.faults import StaleDecision
from games.services.metrics import counted_refusals
from games.services.turns import wish_of
from tests.builders import a_game

pytestmark = pytest.mark.django_db(transaction=True)


def figures() -> dict[str, float]:
    """All figures without labels, by their names."""
    text = Client().get("/metrics").content.decode()
    return {name: float(value) for name, value in re.findall(r"^(forsale_\w+) ([\d.]+)$", text, re.MULTILINE)}


@pytest.fixture(autouse=True)
def switched_on(settings):
    settings.METRICS = True


def test_figures_are_for_those_who_switched_them_on(settings):
    settings.METRICS = False

    assert Client().get("/metrics").status_code == 404


def test_every_stored_move_is_counted_those_of_bots_too():
    before = figures()["forsale_moves_total"]
    evening = a_game(3)
    evening.move(evening.on_turn(), evening.legal(evening.on_turn())[0])
    solo = a_game(1, bots=("steady", "steady"))
    solo.attend_all()
    solo.move(solo.on_turn(), solo.legal(solo.on_turn())[0])
    solo.attend_all()

    stored = PlayedMove.objects.count()
    assert PlayedMove.objects.exclude(by="").count() > 0
    assert figures()["forsale_moves_total"] - before == stored


def test_refusals_of_every_sort_are_counted():
    evening = a_game(3)
    seat, before = evening.on_turn(), figures()["forsale_refusals_total"]
    old = evening.wish(evening.legal(seat)[0], decision=99)

    with pytest.raises(StaleDecision), counted_refusals():
        playing.submit_move(code=evening.code, visitor=evening.holder(seat), wish=old)
    with pytest.raises(Exception, match="unknown_move"), counted_refusals():
        wish_of(evening.play, {"move": "dance", "key": "k", "decision": "1"})

    assert figures()["forsale_refusals_total"] - before == 2


def test_running_games_are_counted():
    before = figures()["forsale_games_running"]
    a_game(3)

    assert figures()["forsale_games_running"] - before == 1
