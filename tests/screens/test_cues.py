"""What scripts are told of what just happened: numbered, and nothing of the last move left out."""

import html
import json
import re
from random import Random

import pytest

from games.engine import KINDS
from games.screens.base import Look
from games.screens.render import render_screen
from tests.builders import a_game

pytestmark = pytest.mark.django_db


def cues_of(evening) -> tuple[int, list[dict]]:
    """The number of the first cue, and the cues, as an onlooker's page has them."""
    page = render_screen(Look(evening.table, "en", "http://testserver")).html
    found = re.search(r"<div id=\"cues\"[^>]*data-from=\"(\d+)\"[^>]*data-cues='([^']*)'", page)
    assert found is not None
    return int(found[1]), json.loads(html.unescape(found[2]))


@pytest.mark.parametrize("kind", KINDS)
def test_all_that_a_move_brought_is_told_however_much_it_was(kind):
    evening = a_game(4, kind=kind)
    rng = Random(11)
    most = 0
    while evening.play.is_running:
        before = len(evening.play.events)
        seat = rng.choice(evening.owing())
        evening.move(seat, rng.choice(evening.legal(seat)))
        brought = len(evening.play.events) - before
        first, cues = cues_of(evening)

        assert evening.play.fresh == brought
        assert len(cues) >= brought
        assert first + len(cues) <= len(evening.play.events)
        most = max(most, brought)

    assert most > 2
