"""Phase 1: bids, passes, the last buyer, the next round."""

import pytest

from games.engine.faults import IllegalMove, TurnFault
from games.engine.for_sale import (
    FOR_SALE,
    Bid,
    BidPlaced,
    ChequesRevealed,
    ForSaleFault,
    HousesRevealed,
    LastBuyer,
    Pass,
    Seal,
    SeatPassed,
)
from games.engine.for_sale.state import Buying, Selling
from tests.builders_for_sale import PASS, a_buying_phase, all_pass, for_sale_rules, played


def refusal(state, seat, move):
    with pytest.raises(IllegalMove) as refused:
        FOR_SALE.check(state, seat, move)
    return refused.value.code, refused.value.facts


def legal_bids(state, seat):
    return [move.amount for move in FOR_SALE.legal_moves(state, seat) if isinstance(move, Bid)]


def test_the_first_player_is_asked_and_then_clockwise():
    """FS-5"""
    state = a_buying_phase(turn=1)
    asked = [FOR_SALE.to_act(state)]

    for seat, amount in ((1, 1), (2, 2), (0, 3)):
        state = played(state, (seat, Bid(amount))).state
        asked.append(FOR_SALE.to_act(state))

    assert asked == [{1}, {2}, {0}, {1}]


def test_who_has_passed_is_not_asked_again_in_the_round():
    """FS-5"""
    state = played(a_buying_phase(), (0, Bid(1)), (1, PASS), (2, Bid(2)), (0, Bid(3))).state

    assert FOR_SALE.to_act(state) == {2}


def test_one_house_per_player_is_on_offer():
    """FS-5"""
    state = FOR_SALE.opening(for_sale_rules(5), {
        "houses": list(range(1, 31)),
        "cheques": list(for_sale_rules(5).cheques),
        "houses_removed": [],
        "cheques_removed": [],
    }, 0)  # fmt: skip

    assert state.phase.table.houses == (1, 2, 3, 4, 5)


def test_a_bid_is_the_total_in_front_and_raising_adds_coins():
    """FS-6"""
    state = a_buying_phase(bids=(2, 3, 4), turn=0)

    step = played(state, (0, Bid(7)))

    assert step.events == (BidPlaced(round=1, seat=0, amount=7, added=5),)
    assert step.state.phase.stakes == (7, 3, 4)


def test_coins_in_front_and_in_hand_together_limit_a_bid():
    """FS-6"""
    state = a_buying_phase(coins=(6, 10, 10), bids=(2, 3, 4), turn=0)

    assert legal_bids(state, 0) == [5, 6]
    assert refusal(state, 0, Bid(7)) == (ForSaleFault.NOT_ENOUGH_COINS, {"amount": 7, "maximum": 6})


def test_the_first_player_may_pass_with_nothing_bid():
    """FS-7"""
    step = all_pass(a_buying_phase(lot=(3, 7, 12)), [0])

    assert step.events == (SeatPassed(round=1, seat=0, stake=0, refund=0, house=3),)


@pytest.mark.parametrize(("stake", "refund"), [(0, 0), (1, 1), (2, 1), (3, 2), (7, 4)])
def test_a_pass_takes_the_lowest_house_and_half_the_bid_back_rounded_up(stake, refund):
    """FS-8"""
    state = a_buying_phase(lot=(3, 7, 12), coins=(10, 10, 10), bids=(stake, 8, 9))

    step = all_pass(state, [0])

    assert step.events == (SeatPassed(round=1, seat=0, stake=stake, refund=refund, house=3),)
    assert step.state.phase.table.purses == (10 - stake + refund, 10, 10)
    assert step.state.phase.table.hands == ((3,), (), ())
    assert step.state.phase.table.houses == (7, 12)


@pytest.mark.parametrize(("stake", "refund"), [(0, 0), (1, 0), (3, 1), (4, 2)])
def test_the_classic_edition_rounds_the_refund_down(stake, refund):
    """FS-63"""
    state = a_buying_phase(rules=for_sale_rules(3, "classic"), bids=(stake, 8, 9))

    assert all_pass(state, [0]).events == (SeatPassed(1, 0, stake, refund, 3),)


def test_who_cannot_bid_is_offered_the_pass_alone_and_is_still_asked():
    """FS-9"""
    state = a_buying_phase(coins=(4, 10, 10), bids=(0, 0, 4), turn=0)

    assert FOR_SALE.legal_moves(state, 0) == (Pass(),)
    assert FOR_SALE.to_act(state) == {0}


def test_a_player_without_coins_is_asked_too():
    """FS-9"""
    step = played(a_buying_phase(coins=(5, 0, 5)), (0, Bid(1)))

    assert FOR_SALE.to_act(step.state) == {1}
    assert FOR_SALE.legal_moves(step.state, 1) == (Pass(),)


def test_the_last_player_left_pays_the_whole_bid_and_takes_the_last_house():
    """FS-10"""
    state = a_buying_phase(lot=(7, 12), coins=(10, 9, 8), bids=(4, 5, 0), turn=0, passed=(2,))

    step = all_pass(state, [0])

    assert step.events[:2] == (SeatPassed(1, 0, 4, 2, 7), LastBuyer(round=1, seat=1, stake=5, house=12))
    assert step.state.phase.table.coins == (8, 4, 8)
    assert step.state.phase.table.hands == ((7,), (12,), ())


def test_the_last_player_pays_nothing_if_nobody_ever_bid():
    """FS-10"""
    step = all_pass(a_buying_phase(lot=(3, 7, 12), coins=(5, 6, 7), deck=(1, 2, 4)), [0, 1])

    assert LastBuyer(round=1, seat=2, stake=0, house=12) in step.events
    assert step.state.phase.table.purses == (5, 6, 7)


def test_the_last_buyer_begins_the_next_round():
    """FS-11"""
    step = played(a_buying_phase(deck=(20, 1, 9)), (0, Bid(1)), (1, Bid(2)), (2, PASS), (0, PASS))

    assert step.events[-1] == HousesRevealed(round=2, first=1, houses=(1, 9, 20))
    assert step.state.phase.queue == (1, 2, 0)
    assert step.state.phase.stakes == (0, 0, 0)
    assert step.state.phase.highest == 0


def test_the_last_buyer_took_the_highest_house_with_the_variant_too():
    """FS-11, FS-30"""
    rules = for_sale_rules(3, "2015", "not_enough")
    state = a_buying_phase(lot=(7, 12), coins=(9, 9, 9), rules=rules, deck=(1, 2))

    step = played(state, (0, PASS), (1, Bid(1)), (2, PASS))

    assert LastBuyer(1, 1, 1, 12) in step.events
    assert step.events[-1] == HousesRevealed(round=2, first=1, houses=(1, 2))


def test_buying_ends_with_the_round_that_empties_the_deck():
    """FS-12"""
    state = a_buying_phase(lot=(3, 7, 12), deck=(1, 2, 4), cheques=(0, 5, 9, 2, 3, 4))

    second = all_pass(state, [0, 1]).state
    after = all_pass(second, [2, 0])

    assert isinstance(second.phase, Buying)
    assert isinstance(after.state.phase, Selling)
    assert after.events[-1] == ChequesRevealed(round=1, cheques=(9, 5, 0))


def test_any_opening_bid_from_one_is_legal_and_nothing_is_no_bid():
    """FS-23"""
    state = a_buying_phase(coins=(4, 9, 9))

    assert legal_bids(state, 0) == [1, 2, 3, 4]
    assert refusal(state, 0, Bid(0)) == (
        ForSaleFault.BID_TOO_LOW,
        {"amount": 0, "minimum": 1, "highest": 0, "stake": 0},
    )


@pytest.mark.parametrize("amount", [-1, 0, 3, 5])
def test_a_bid_must_be_higher_than_the_highest_so_far(amount):
    """FS-23"""
    state = a_buying_phase(coins=(9, 9, 9), bids=(2, 4, 5), turn=0)

    assert legal_bids(state, 0) == [6, 7, 8, 9]
    assert refusal(state, 0, Bid(amount)) == (
        ForSaleFault.BID_NOT_HIGHER,
        {"amount": amount, "minimum": 6, "highest": 5, "stake": 2},
    )


def test_in_the_variant_the_first_to_pass_gets_all_coins_back_and_no_house():
    """FS-30"""
    rules = for_sale_rules(4, "2015", "not_enough")
    state = a_buying_phase(lot=(3, 7, 12), coins=(9, 9, 9, 9), rules=rules, bids=(3, 4, 5, 6))

    step = all_pass(state, [0, 1])

    assert step.events == (SeatPassed(1, 0, 3, 3, None), SeatPassed(1, 1, 4, 2, 3))
    assert step.state.phase.table.purses == (9, 7, 9, 9)
    assert step.state.phase.table.hands == ((), (3,), (), ())


def test_with_three_houses_for_five_the_first_two_to_pass_go_home_empty():
    """FS-32"""
    rules = for_sale_rules(5, "2015", "not_enough")
    state = a_buying_phase(lot=(3, 7, 12), coins=(9,) * 5, rules=rules, bids=(1, 2, 3, 4, 5))

    step = all_pass(state, [0, 1, 2, 3])

    assert step.events[:5] == (
        SeatPassed(1, 0, 1, 1, None),
        SeatPassed(1, 1, 2, 2, None),
        SeatPassed(1, 2, 3, 2, 3),
        SeatPassed(1, 3, 4, 2, 7),
        LastBuyer(1, 4, 5, 12),
    )


def test_the_short_last_round_offers_what_is_left():
    """FS-32"""
    rules = for_sale_rules(5, "2015", "not_enough")
    state = a_buying_phase(lot=(3, 7, 12, 20), coins=(9,) * 5, rules=rules, deck=(1, 30, 2))

    step = all_pass(state, [0, 1, 2, 3])

    assert step.events[-1] == HousesRevealed(round=2, first=4, houses=(1, 2, 30))
    assert len(step.state.phase.queue) == 5


def test_in_1997_a_player_may_go_along_with_the_highest_bid():
    """FS-43"""
    state = a_buying_phase(rules=for_sale_rules(3, "1997"), coins=(6, 9, 9), bids=(2, 4, 4), turn=0)

    assert legal_bids(state, 0) == [4, 5, 6]


def test_in_1997_a_player_at_the_highest_bid_must_raise_or_pass():
    """FS-43"""
    state = a_buying_phase(rules=for_sale_rules(3, "1997"), coins=(6, 9, 9), bids=(4, 4, 4), turn=0)

    assert legal_bids(state, 0) == [5, 6]
    assert refusal(state, 0, Bid(4)) == (
        ForSaleFault.NO_COIN_ADDED,
        {"amount": 4, "minimum": 5, "highest": 4, "stake": 4},
    )


def test_in_1997_a_bid_below_the_highest_is_refused():
    """FS-43"""
    state = a_buying_phase(rules=for_sale_rules(3, "1997"), bids=(2, 4, 5), turn=0)

    assert refusal(state, 0, Bid(4)) == (
        ForSaleFault.BID_BELOW_HIGHEST,
        {"amount": 4, "minimum": 5, "highest": 5, "stake": 2},
    )


def test_in_1997_nothing_is_no_opening_bid():
    """FS-43"""
    state = a_buying_phase(rules=for_sale_rules(3, "1997"))

    assert refusal(state, 0, Bid(0))[0] == ForSaleFault.BID_TOO_LOW


def test_in_1997_the_highest_bid_stands_when_one_of_its_bidders_has_passed():
    """FS-43"""
    state = a_buying_phase(rules=for_sale_rules(3, "1997"), bids=(3, 3, 2), turn=0)

    after = all_pass(state, [0]).state

    assert FOR_SALE.legal_moves(after, 1)[1] == Bid(4)
    assert legal_bids(played(after, (1, Bid(4))).state, 2)[0] == 4


@pytest.mark.parametrize("seat", [1, 2, 3, -1])
@pytest.mark.parametrize("move", [Bid(5), Pass()])
def test_nobody_moves_out_of_turn(seat, move):
    state = a_buying_phase(turn=0)

    assert refusal(state, seat, move) == (TurnFault.NOT_YOUR_TURN, {})
    assert FOR_SALE.legal_moves(state, seat) == ()


def test_houses_are_not_sealed_while_buying():
    state = a_buying_phase(hands=((5,), (), ()))

    assert refusal(state, 0, Seal(5)) == (TurnFault.WRONG_PHASE, {})


@pytest.mark.parametrize("amount", [2.0, True, "3", None, (4,)])
def test_an_amount_that_is_no_whole_number_is_refused(amount):
    assert refusal(a_buying_phase(), 0, Bid(amount)) == (ForSaleFault.NOT_A_NUMBER, {"field": "amount"})


def test_every_turn_is_a_new_question():
    state = a_buying_phase(deck=(1, 2, 4))

    numbers = [state.decision]
    for seat, move in ((0, Bid(1)), (1, PASS), (2, Bid(2)), (0, PASS)):
        state = played(state, (seat, move)).state
        numbers.append(FOR_SALE.decision(state))

    assert numbers == [1, 2, 3, 4, 5]


def test_a_refused_bid_changes_nothing():
    state = a_buying_phase(bids=(0, 0, 3))
    before = repr(state)

    refusal(state, 0, Bid(3))

    assert repr(state) == before
