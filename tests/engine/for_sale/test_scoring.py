"""Final money and ties."""

import pytest

from games.engine.for_sale import FOR_SALE
from tests.builders_for_sale import a_buying_phase, a_selling_phase, an_ended_game


def test_the_richest_wins_by_cheques_and_coins_together():
    """FS-1, FS-15"""
    result = FOR_SALE.outcome(an_ended_game(coins=(9, 0, 4), cheques=((1, 2), (11,), (9, 0))))

    assert result.scores == (12, 11, 13)
    assert result.winners == (2,)


def test_a_coin_counts_as_much_as_a_unit_of_cheque_money():
    """FS-2"""
    assert FOR_SALE.outcome(an_ended_game(coins=(5, 0, 0), cheques=((), (5,), (4,)))).scores == (5, 5, 4)


def test_a_tie_goes_to_the_most_coins():
    """FS-15"""
    result = FOR_SALE.outcome(an_ended_game(coins=(2, 3, 0), cheques=((10,), (9,), (11,))))

    assert result.ranks == (2, 1, 3)
    assert result.winners == (1,)


def test_a_tie_in_money_and_coins_shares_the_victory():
    """FS-15"""
    result = FOR_SALE.outcome(an_ended_game(coins=(2, 2, 0), cheques=((10,), (4, 6), (11,))))

    assert result.ranks == (1, 1, 3)
    assert result.winners == (0, 1)


def test_ranks_skip_after_a_tie():
    """FS-15"""
    result = FOR_SALE.outcome(an_ended_game(coins=(1, 2, 2, 0), cheques=((20,), (5,), (5,), (1,))))

    assert result.ranks == (1, 2, 2, 4)


def test_the_result_of_a_record_says_all_of_it():
    state = an_ended_game(coins=(2, 3, 0), cheques=((10,), (9,), (11,)))

    assert FOR_SALE.record_result(state) == {
        "coins": [2, 3, 0],
        "cheques": [[10], [9], [11]],
        "totals": [12, 12, 11],
        "ranks": [2, 1, 3],
        "winners": [1],
    }


@pytest.mark.parametrize("running", [a_buying_phase(), a_selling_phase()])
def test_a_running_game_has_no_outcome(running):
    assert FOR_SALE.outcome(running) is None
    with pytest.raises(ValueError, match="running"):
        FOR_SALE.record_result(running)
