"""The secret ceiling: what a standing order does on a seat's turn."""

import pytest

from games.engine.contract import Order
from games.engine.for_sale import FOR_SALE, Bid, Pass
from tests.builders_for_sale import a_buying_phase, a_selling_phase, an_ended_game, for_sale_rules


def ordered(state, amount, then="pass", seat=0):
    return FOR_SALE.standing_move(state, seat, Order(amount, then))


def test_it_makes_the_smallest_legal_bid_up_to_its_amount():
    state = a_buying_phase(bids=(1, 2, 4))

    assert ordered(state, 5) == ordered(state, 9) == Bid(5)


def test_in_1997_the_smallest_legal_bid_goes_along():
    """FS-43"""
    rules = for_sale_rules(3, "1997")

    assert ordered(a_buying_phase(rules=rules, bids=(1, 2, 4)), 9) == Bid(4)
    assert ordered(a_buying_phase(rules=rules, bids=(4, 4, 4)), 9) == Bid(5)


@pytest.mark.parametrize(("then", "move"), [("pass", Pass()), ("ask", None)])
def test_beyond_its_amount_it_passes_or_asks(then, move):
    assert ordered(a_buying_phase(bids=(1, 2, 4)), 4, then) == move


@pytest.mark.parametrize(("then", "move"), [("pass", Pass()), ("ask", None)])
def test_it_never_bids_coins_that_are_not_there(then, move):
    assert ordered(a_buying_phase(coins=(4, 9, 9), bids=(1, 2, 4)), 9, then) == move


def test_it_waits_for_its_turn():
    assert ordered(a_buying_phase(turn=1), 9) is None


def test_it_has_no_say_outside_the_auction():
    assert ordered(a_selling_phase(), 9) is None
    assert ordered(an_ended_game((1, 2, 3), ((), (), ())), 9) is None


def test_the_kind_says_that_it_takes_orders():
    assert FOR_SALE.info.standing_orders


def test_the_round_that_an_order_belongs_to_is_known():
    assert FOR_SALE.round(a_buying_phase()) == FOR_SALE.round(a_selling_phase()) == 1
    assert FOR_SALE.round(an_ended_game((1, 2, 3), ((), (), ()))) == 1
