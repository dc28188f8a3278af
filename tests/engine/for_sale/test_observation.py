"""What a viewer may know (FS-16), and how events are told."""

import pytest

from games.engine.contract import EVERYTHING, ONLOOKER
from games.engine.for_sale import (
    FOR_SALE,
    Bid,
    Bidding,
    BidPlaced,
    BoughtRound,
    GameEnded,
    HouseSealed,
    HousesRevealed,
    LastBuyer,
    Purchase,
    Sale,
    SaleRevealed,
    Seal,
    SealReplaced,
    SeatPassed,
    SoldRound,
)
from tests.builders_for_sale import (
    PASS,
    a_buying_phase,
    a_selling_phase,
    all_pass,
    all_seal,
    for_sale_rules,
    played,
)


def seen_by(viewer, state, history=()):
    return FOR_SALE.observe(state, viewer, history)


def an_auction(rules=None):
    return a_buying_phase(
        lot=(7, 12, 25),
        coins=(10, 11, 12),
        bids=(2, 3, 4),
        hands=((30, 5), (6,), ()),
        deck=(1, 2, 3),
        rules=rules,
    )


def a_sale(rules=None):
    return a_selling_phase(
        hands=((8, 9), (20, 21), (28, 29)),
        coins=(1, 2, 3),
        takings=((4,), (5,), (6,)),
        sealed=(8, 21, None),
        deck=(2, 3, 15),
        rules=rules,
    )


def test_an_observation_carries_the_question_and_the_history_it_was_given():
    seen = seen_by(1, an_auction(), [HousesRevealed(1, 0, (7, 12, 25))])

    assert (seen.viewer, seen.phase, seen.decision, seen.to_act) == (1, "buying", 1, {0})
    assert seen.history == (HousesRevealed(1, 0, (7, 12, 25)),)


@pytest.mark.parametrize("viewer", [0, 1, 2, ONLOOKER])
def test_the_auction_itself_is_open_to_all(viewer):
    """FS-16"""
    seen = seen_by(viewer, an_auction())

    assert seen.houses == (7, 12, 25)
    assert (seen.bids, seen.highest, seen.queue, seen.first) == ((2, 3, 4), 4, (0, 1, 2), 0)
    assert seen.house_counts == (2, 1, 0)
    assert (seen.houses_in_deck, seen.cheques_in_deck) == (3, 9)


def test_a_player_sees_their_own_coins_and_houses_and_nobody_elses():
    """FS-16"""
    seen = seen_by(0, an_auction())

    assert seen.coins == (8, None, None)
    assert seen.hands == ((5, 30), None, None)
    assert seen.cheques == ((), None, None)
    assert (seen.my_coins, seen.my_purse, seen.my_hand, seen.my_cheques) == (8, 10, (5, 30), ())


def test_an_onlooker_sees_nobodys_coins_and_houses():
    """FS-16"""
    for state in (an_auction(), a_sale()):
        seen = seen_by(ONLOOKER, state)

        assert seen.coins == seen.hands == seen.cheques == (None, None, None)
        assert (seen.my_coins, seen.my_purse, seen.my_hand, seen.my_cheques, seen.my_seal) == (None,) * 5
        assert seen.bidding is None
        assert seen.sealable == ()


def test_an_open_table_shows_coins_hands_and_cheques_of_all():
    """FS-16"""
    rules = for_sale_rules(3, open_information=True)

    for viewer in (1, ONLOOKER):
        assert seen_by(viewer, an_auction(rules)).coins == (8, 8, 8)
        assert seen_by(viewer, an_auction(rules)).hands == ((5, 30), (6,), ())
        assert seen_by(viewer, a_sale(rules)).coins == (1, 2, 3)
        assert seen_by(viewer, a_sale(rules)).cheques == ((4,), (5,), (6,))


def test_an_open_table_keeps_seals_decks_and_removed_cards_secret():
    """FS-16"""
    rules = for_sale_rules(3, open_information=True)

    assert seen_by(2, a_sale(rules)).seals == (None, None, None)
    assert seen_by(0, a_sale(rules)).seals == (8, None, None)
    assert seen_by(0, a_sale(rules)).opened is None
    assert seen_by(0, an_auction(rules)).opened is None


def test_all_learn_who_has_sealed_and_only_oneself_what():
    """FS-13, FS-16"""
    for viewer, own in ((0, 8), (1, 21), (2, None), (ONLOOKER, None)):
        seen = seen_by(viewer, a_sale())

        assert seen.sealed == {0, 1}
        assert seen.my_seal == own
        assert [house for house in seen.seals if house is not None] == ([] if own is None else [own])


def test_a_sale_shows_the_cheques_and_what_the_viewer_may_seal():
    """FS-14, FS-16"""
    seen = seen_by(0, a_sale())

    assert seen.cheques_on_offer == (13, 12, 0)
    assert seen.sealable == (8, 9)
    assert (seen.phase, seen.to_act) == ("selling", {2})
    assert (seen.houses_in_deck, seen.cheques_in_deck) == (0, 3)


def test_the_choice_on_ones_turn_is_worked_out():
    """FS-6, FS-8"""
    assert seen_by(0, an_auction()).bidding == Bidding(minimum=5, maximum=10, house=7, refund=1, lost=1)
    assert seen_by(1, an_auction()).bidding is None


def test_who_cannot_bid_is_shown_what_passing_gives():
    """FS-9"""
    state = a_buying_phase(lot=(7, 12, 25), coins=(4, 9, 9), bids=(3, 0, 4))

    assert seen_by(0, state).bidding == Bidding(minimum=None, maximum=None, house=7, refund=2, lost=1)


def test_who_would_leave_a_short_round_empty_is_told_so():
    """FS-30"""
    rules = for_sale_rules(3, "2015", "not_enough")
    state = a_buying_phase(lot=(7, 12), coins=(9, 9, 9), bids=(3, 4, 5), rules=rules)

    assert seen_by(0, state).bidding == Bidding(minimum=6, maximum=9, house=None, refund=3, lost=0)


def test_the_rounds_of_buying_are_known_from_the_start():
    """FS-22"""
    seen = seen_by(0, an_auction())

    assert (seen.round, seen.rounds) == (1, 10)


@pytest.mark.parametrize(
    ("hands", "rounds"),
    [(((8, 9), (20, 21), (28, 29)), 2), (((8,), (20, 21), (28, 29, 30)), 2), (((), (20,), (28,)), 1)],
)
def test_the_rounds_of_selling_follow_from_the_numbers_of_houses(hands, rounds):
    """FS-33, FS-34"""
    offered = tuple(range(2, 2 + sum(map(bool, hands))))

    assert seen_by(0, a_selling_phase(hands=hands, cheques=offered)).rounds == rounds


def test_passes_of_this_round_stay_visible():
    """FS-16"""
    state = all_pass(an_auction(), [0]).state

    seen = seen_by(2, state)

    assert seen.taken == (Purchase(seat=0, stake=2, refund=1, house=7),)
    assert seen.houses == (12, 25)
    assert seen.bids == (0, 3, 4)


def test_the_last_round_stays_visible_beside_the_new_one():
    """FS-16"""
    bought = played(a_buying_phase(deck=(1, 2, 4)), (0, Bid(1)), (1, PASS), (2, PASS)).state
    sold = all_seal(a_selling_phase(hands=((1, 2), (3, 4), (5, 6)), cheques=(9, 8, 7), deck=(2, 3, 4)), [1, 3, 5]).state

    assert seen_by(ONLOOKER, bought).last_round == BoughtRound(
        1, (Purchase(1, 0, 0, 3), Purchase(2, 0, 0, 7), Purchase(0, 1, 0, 12))
    )
    assert seen_by(ONLOOKER, sold).last_round == SoldRound(1, (Sale(2, 5, 9), Sale(1, 3, 8), Sale(0, 1, 7)))


def test_everything_is_opened_when_the_game_is_over():
    """FS-4, FS-16"""
    over = all_seal(a_selling_phase(coins=(3, 2, 1)), [8, 20, 28]).state

    for viewer in (0, ONLOOKER, EVERYTHING):
        seen = seen_by(viewer, over)

        assert seen.phase == "over"
        assert seen.coins == (3, 2, 1)
        assert seen.cheques == ((0,), (12,), (13,))
        assert seen.opened == over.deal
        assert seen.result.winners == (1,)


def test_the_rest_that_was_taken_is_shown_at_the_end():
    """FS-34"""
    rules = for_sale_rules(3, "2015", "not_enough")
    state = a_selling_phase(hands=((8,), (20,), (28, 29)), cheques=(13, 12, 0), deck=(5,), rules=rules)

    seen = seen_by(0, all_seal(state, [8, 20, 28]).state)

    assert seen.rest == (2, (29,), (5,))


def test_who_may_see_everything_sees_a_running_game_whole():
    """For the review of finished games, step by step."""
    auction, sale = an_auction(), a_sale()

    assert seen_by(EVERYTHING, auction).coins == (8, 8, 8)
    assert seen_by(EVERYTHING, auction).opened == auction.deal
    assert seen_by(EVERYTHING, sale).seals == (8, 21, None)


def test_the_observation_is_as_immutable_as_the_state():
    with pytest.raises(AttributeError):
        seen_by(0, an_auction()).coins = (99, 99, 99)


def test_a_seal_is_told_to_the_others_without_its_house():
    """FS-13, FS-16"""
    sealed = HouseSealed(round=1, seat=0, house=8)

    assert FOR_SALE.tell(sealed, 0) == FOR_SALE.tell(sealed, EVERYTHING) == sealed
    assert FOR_SALE.tell(sealed, 1) == FOR_SALE.tell(sealed, ONLOOKER) == HouseSealed(1, 0, None)


def test_a_replaced_seal_is_told_to_nobody_else():
    """FS-14, FS-16"""
    replaced = SealReplaced(round=1, seat=0, house=9)

    assert FOR_SALE.tell(replaced, 0) == FOR_SALE.tell(replaced, EVERYTHING) == replaced
    assert FOR_SALE.tell(replaced, 1) is None
    assert FOR_SALE.tell(replaced, ONLOOKER) is None


def events_in_the_open():
    return [
        HousesRevealed(1, 0, (1, 2, 3)),
        BidPlaced(1, 0, 4, 4),
        SeatPassed(1, 0, 4, 2, 1),
        LastBuyer(1, 1, 5, 3),
        SaleRevealed(1, (Sale(0, 8, 3),)),
        GameEnded((1,), ((2,),), (3,), (1,), (0,)),
    ]


@pytest.mark.parametrize("event", events_in_the_open())
def test_all_else_happens_in_the_open(event):
    """FS-16"""
    assert {FOR_SALE.tell(event, viewer) for viewer in (0, 1, ONLOOKER)} == {event}


def test_screens_wait_for_one_card_after_another_at_a_reveal():
    assert SaleRevealed(1, (Sale(0, 8, 3), Sale(1, 9, 4))).reveals() == 2
    assert BidPlaced(1, 0, 4, 4).reveals() == 0


def test_seals_do_not_change_what_a_rival_sees_but_for_who_has_sealed():
    """FS-13, FS-16"""
    state = a_selling_phase(hands=((8, 9), (20, 21), (28, 29)))

    low, high = played(state, (0, Seal(8))).state, played(state, (0, Seal(9))).state

    assert seen_by(1, low) == seen_by(1, high)
    assert seen_by(0, low) != seen_by(0, high)
