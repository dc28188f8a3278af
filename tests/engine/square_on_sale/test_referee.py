"""Records of random games stand up to a second reading of the rules (SQ-1 to SQ-15)."""

import pytest

from games.engine.square_on_sale import SQUARE_ON_SALE
from tests.builders_square_on_sale import random_square_game
from tests.engine.square_on_sale.referee import Referee


@pytest.mark.parametrize("seats", [3, 4])
def test_the_referee_agrees_with_every_turn_and_the_count(seats):
    for seed in range(30):
        steps = list(random_square_game(seed, seats))
        referee = Referee(SQUARE_ON_SALE.record_setup(steps[0].state), seats)
        turns = SQUARE_ON_SALE.record_events([event for step in steps for event in step.events])

        for turn in turns:
            referee.follow(turn)

        result = SQUARE_ON_SALE.record_result(steps[-1].state)
        assert result["totals"] == referee.totals()
        assert (result["end"], result["beans"], result["unused"]) == (turns[-1]["end"], referee.beans, referee.blocks)
        assert [turn["end"] for turn in turns[:-1]] == [None] * (len(turns) - 1)
