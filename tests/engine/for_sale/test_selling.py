"""Phase 2: seals, the reveal, unequal hands, the rest."""

import pytest

from games.engine.faults import IllegalMove, TurnFault
from games.engine.for_sale import (
    FOR_SALE,
    Bid,
    ChequesRevealed,
    ForSaleFault,
    GameEnded,
    HouseSealed,
    LastBuyer,
    Pass,
    RestTaken,
    Sale,
    SaleRevealed,
    Seal,
    SealReplaced,
)
from games.engine.for_sale.state import Over, Selling
from tests.builders_for_sale import PASS, a_buying_phase, a_selling_phase, all_seal, for_sale_rules, played


def refusal(state, seat, move):
    with pytest.raises(IllegalMove) as refused:
        FOR_SALE.check(state, seat, move)
    return refused.value.code, refused.value.facts


def test_all_who_hold_houses_are_asked_at_once():
    """FS-13"""
    assert FOR_SALE.to_act(a_selling_phase()) == {0, 1, 2}


def test_the_highest_house_takes_the_highest_cheque_and_so_on_down():
    """FS-13"""
    state = a_selling_phase(hands=((5,), (30,), (17,)), cheques=(2, 15, 9))

    sold = all_seal(state, [5, 30, 17]).events[3]

    assert sold == SaleRevealed(round=1, results=(Sale(1, 30, 15), Sale(2, 17, 9), Sale(0, 5, 2)))


def test_cheques_of_equal_value_are_interchangeable():
    """FS-3"""
    state = a_selling_phase(hands=((5,), (30,), (17,)), cheques=(9, 9, 2))

    assert all_seal(state, [5, 30, 17]).state.phase.takings == ((2,), (9,), (9,))


def test_sold_houses_leave_the_game_and_the_next_cheques_are_revealed():
    """FS-13"""
    state = a_selling_phase(hands=((5, 6), (30, 1), (17, 2)), cheques=(9, 8, 2), deck=(3, 0, 14))

    step = all_seal(state, [6, 30, 2])

    assert step.state.phase.table.hands == ((5,), (1,), (17,))
    assert step.events[-1] == ChequesRevealed(round=2, cheques=(14, 3, 0))


def test_nothing_is_revealed_before_the_last_seal():
    """FS-13"""
    step = played(a_selling_phase(), (0, Seal(8)), (1, Seal(20)))

    assert step.events == (HouseSealed(1, 0, 8), HouseSealed(1, 1, 20))
    assert FOR_SALE.to_act(step.state) == {2}


def test_seals_may_arrive_in_any_order():
    """FS-13"""
    state = a_selling_phase()

    one = played(state, (0, Seal(8)), (1, Seal(20)), (2, Seal(28))).state
    other = played(state, (2, Seal(28)), (0, Seal(8)), (1, Seal(20))).state

    assert one == other


def test_a_seal_may_be_replaced_until_the_last_one_arrives():
    """FS-14"""
    state = a_selling_phase(hands=((8, 9), (20, 21), (28, 29)), cheques=(13, 12, 0), deck=(2, 3, 4))

    step = played(state, (0, Seal(8)), (1, Seal(20)), (0, Seal(9)), (2, Seal(28)))

    assert step.events[2] == SealReplaced(round=1, seat=0, house=9)
    assert step.events[4] == SaleRevealed(1, (Sale(2, 28, 13), Sale(1, 20, 12), Sale(0, 9, 0)))
    assert step.state.phase.table.hands[0] == (8,)


def test_a_seat_that_has_sealed_owes_nothing_but_may_still_choose():
    """FS-14"""
    state = played(a_selling_phase(hands=((8, 9), (20,), (28,))), (0, Seal(8))).state

    assert 0 not in FOR_SALE.to_act(state)
    assert FOR_SALE.legal_moves(state, 0) == (Seal(8), Seal(9))


def test_sealing_the_same_house_again_changes_nothing():
    """FS-14"""
    state = played(a_selling_phase(), (0, Seal(8))).state

    assert played(state, (0, Seal(8))).state == state


def test_a_player_with_a_single_house_is_asked_like_anyone_else():
    """FS-14"""
    state = a_selling_phase(hands=((8,), (20, 21), (28, 29)))

    assert 0 in FOR_SALE.to_act(state)
    assert FOR_SALE.legal_moves(state, 0) == (Seal(8),)


def test_a_sale_is_one_question_however_many_have_sealed():
    """FS-14"""
    state = a_selling_phase(hands=((8, 9), (20, 21), (28, 29)), deck=(2, 3, 4))

    sealed = played(state, (0, Seal(8)), (1, Seal(20)), (0, Seal(9))).state
    revealed = played(sealed, (2, Seal(28))).state

    assert FOR_SALE.decision(sealed) == FOR_SALE.decision(state)
    assert FOR_SALE.decision(revealed) == FOR_SALE.decision(state) + 1


def test_each_sale_offers_as_many_cheques_as_there_are_players_with_houses():
    """FS-33"""
    rules = for_sale_rules(3, "2015", "not_enough")
    state = a_selling_phase(hands=((8,), (20, 21), (28, 29)), cheques=(13, 12, 0), deck=(5, 6), rules=rules)

    step = all_seal(state, [8, 20, 28])

    assert step.events[-1] == ChequesRevealed(round=2, cheques=(6, 5))
    assert FOR_SALE.to_act(step.state) == {1, 2}


def test_a_player_without_houses_no_longer_plays():
    """FS-33, FS-50"""
    rules = for_sale_rules(3, "1997", "not_enough")
    state = a_selling_phase(hands=((), (11, 12), (18, 19)), cheques=(13, 12), rules=rules)

    assert FOR_SALE.to_act(state) == {1, 2}
    assert FOR_SALE.legal_moves(state, 0) == ()
    assert refusal(state, 0, Seal(11)) == (TurnFault.NOT_YOUR_TURN, {})


def test_the_only_seller_left_takes_all_remaining_cheques_at_once():
    """FS-34, FS-50"""
    rules = for_sale_rules(3, "2015", "not_enough")
    state = a_selling_phase(hands=((8,), (20,), (28, 1, 29)), cheques=(13, 12, 0), deck=(5, 9), rules=rules)

    step = all_seal(state, [8, 20, 1])

    assert step.events[-2] == RestTaken(seat=2, houses=(29, 28), cheques=(9, 5))
    assert isinstance(step.events[-1], GameEnded)
    assert step.state.phase.takings == ((12,), (13,), (0, 9, 5))


def test_a_player_may_end_buying_without_a_house_and_waits_for_the_score():
    """FS-35, FS-50"""
    rules = for_sale_rules(3, "2015", "not_enough")
    bought = a_buying_phase(lot=(7, 12), coins=(9, 9, 9), rules=rules, cheques=(4, 5))

    selling = played(bought, (0, PASS), (1, Bid(2)), (2, PASS))
    over = played(selling.state, (1, Seal(12)), (2, Seal(7)))

    assert isinstance(selling.state.phase, Selling)
    assert FOR_SALE.to_act(selling.state) == {1, 2}
    assert FOR_SALE.outcome(over.state).scores == (9, 12, 13)


def test_a_single_owner_of_all_houses_is_never_asked():
    """FS-34"""
    rules = for_sale_rules(3, "2015", "not_enough")
    state = a_buying_phase(
        lot=(12,), coins=(9, 9, 9), rules=rules, passed=(2,), hands=((), (3, 7), ()), cheques=(4, 5, 6)
    )

    step = played(state, (0, PASS))

    assert step.events[1:3] == (LastBuyer(1, 1, 0, 12), RestTaken(seat=1, houses=(12, 7, 3), cheques=(6, 5, 4)))
    assert isinstance(step.state.phase, Over)


def test_the_game_is_over_when_all_houses_are_sold():
    """FS-15"""
    step = all_seal(a_selling_phase(coins=(3, 2, 1)), [8, 20, 28])

    assert isinstance(step.state.phase, Over)
    assert step.events[-1] == GameEnded(
        coins=(3, 2, 1), cheques=((0,), (12,), (13,)), totals=(3, 14, 14), ranks=(3, 1, 2), winners=(1,)
    )
    assert FOR_SALE.to_act(step.state) == frozenset()


@pytest.mark.parametrize("move", [Bid(1), Pass()])
def test_there_are_no_bids_while_selling(move):
    assert refusal(a_selling_phase(), 0, move) == (TurnFault.WRONG_PHASE, {})


@pytest.mark.parametrize("house", [20, 1, 0, -8, 99])
def test_only_a_house_of_ones_own_hand_can_be_sealed(house):
    assert refusal(a_selling_phase(), 0, Seal(house)) == (ForSaleFault.NOT_YOUR_HOUSE, {"house": house})


@pytest.mark.parametrize("house", [8.0, True, "8", None])
def test_a_house_that_is_no_whole_number_is_refused(house):
    assert refusal(a_selling_phase(hands=((8, 1), (20,), (28,))), 0, Seal(house)) == (
        ForSaleFault.NOT_A_NUMBER,
        {"field": "house"},
    )


@pytest.mark.parametrize("seat", [3, -1])
def test_who_has_no_seat_seals_nothing(seat):
    assert refusal(a_selling_phase(), seat, Seal(28)) == (TurnFault.NOT_YOUR_TURN, {})
    assert FOR_SALE.legal_moves(a_selling_phase(), seat) == ()


@pytest.mark.parametrize("move", [Bid(1), Pass(), Seal(8)])
def test_nothing_moves_after_the_end(move):
    over = all_seal(a_selling_phase(), [8, 20, 28]).state

    assert refusal(over, 0, move) == (TurnFault.GAME_OVER, {})
    assert FOR_SALE.legal_moves(over, 0) == ()


def test_a_refused_seal_changes_nothing():
    state = a_selling_phase()
    before = repr(state)

    refusal(state, 0, Seal(20))

    assert repr(state) == before
