"""The action of a turn: bids, outbidding, collecting from the edges (SQ-10 to SQ-12, SQ-17)."""

import pytest

from games.engine.play import play
from games.engine.square_on_sale import (
    SPACES,
    SQUARE_ON_SALE,
    Bid,
    BidMade,
    Collect,
    EdgesCollected,
    Question,
    RunningBid,
    TurnBegan,
)
from games.engine.square_on_sale.board import INDEX
from tests.builders_square_on_sale import an_acting_turn, events_of, random_square_game, start_of_turn


def act(state, move):
    return play(SQUARE_ON_SALE, state, state.seat, move)


def test_a_bid_on_a_free_space_takes_a_die_showing_two():
    """SQ-10"""
    step = act(an_acting_turn(chips=(9, 9, 9)), Bid("a2", 4))

    assert step.events[0] == BidMade(0, "a2", 4, die=2, returned_to=None, returned=0)
    assert step.state.table.bids[INDEX["a2"]] == RunningBid(0, 4, 2)
    assert step.state.table.chips == (5, 9, 9)
    assert step.state.table.dice_pool == 7


@pytest.mark.parametrize("owner", [0, 1])
def test_spaces_that_are_built_on_can_be_bid_for_whoever_owns_them(owner):
    """SQ-10"""
    step = act(an_acting_turn(owners={"a2": owner}), Bid("a2", 1))

    assert step.state.table.bids[INDEX["a2"]] == RunningBid(0, 1, 2)


@pytest.mark.parametrize("face", [1, 2])
def test_outbidding_returns_the_chips_and_keeps_the_face_of_the_die(face):
    """SQ-10"""
    step = act(an_acting_turn(bids={"d2": (2, 3, face)}, chips=(9, 9, 9)), Bid("d2", 5))

    assert step.events[0] == BidMade(0, "d2", 5, die=face, returned_to=2, returned=3)
    assert step.state.table.bids[INDEX["d2"]] == RunningBid(0, 5, face)
    assert step.state.table.chips == (4, 9, 12)
    assert step.state.table.dice_pool == 7


def test_a_die_taken_over_showing_one_wins_at_the_start_of_the_next_own_turn():
    """SQ-5, SQ-10"""
    step = start_of_turn(bids={"d2": (0, 5, 1)})

    assert step.state.table.stacks[INDEX["d2"]] == (0,)


def test_worked_example_of_bidding():
    """SQ-17: White 0, Black 1, Grey 2; White's own bid runs on c5."""
    state = an_acting_turn(
        bids={"c5": (0, 2, 2), "d2": (1, 1, 2), "e5": (2, 7, 1)},
        paid={0: {"e5": 4}},
        chips=(10, 5, 3),
    )

    bids = [move for move in SQUARE_ON_SALE.legal_moves(state, 0) if isinstance(move, Bid)]
    lowest = {name: min((bid.amount for bid in bids if bid.space == name), default=None) for name in SPACES}
    assert lowest == {**dict.fromkeys(SPACES, 1), "c5": None, "d2": 2, "e5": 8}

    step = act(state, Bid("e5", 8))

    assert step.events[0] == BidMade(0, "e5", 8, die=1, returned_to=2, returned=7)
    assert step.state.table.chips == (2, 5, 10)


def test_only_chips_in_hand_can_be_bid():
    """SQ-10: paid chips do not count."""
    state = an_acting_turn(paid={0: {"c3": 9, "a2": 5}}, chips=(3, 9, 9))

    amounts = {move.amount for move in SQUARE_ON_SALE.legal_moves(state, 0) if isinstance(move, Bid)}

    assert amounts == {1, 2, 3}


@pytest.mark.parametrize("seats", [3, 4])
def test_nobody_ever_has_more_than_two_running_bids_after_their_action(seats):
    """SQ-11"""
    most = 0
    for seed in range(25):
        for step in random_square_game(seed, seats):
            running = [bid.seat for bid in step.state.table.bids if bid]
            most = max(most, *(running.count(seat) for seat in range(seats)))
            assert step.state.table.dice_pool == 8 - len(running) >= 0

    assert most == 2


def test_collecting_takes_one_chip_from_each_edge_space():
    """SQ-12: not from corners, not from the centre, not from under a die."""
    state = an_acting_turn(
        paid={0: {"a3": 1, "c1": 6, "a1": 4, "c3": 2}, 1: {"e2": 2}}, bids={"e4": (0, 3, 2)}, chips=(2, 9, 9)
    )

    step = act(state, Collect())

    assert step.events[0] == EdgesCollected(0, ("a3", "c1"), forced=False)
    assert step.state.table.chips == (4, 9, 9)
    paid = dict(zip(SPACES, step.state.table.paid[0], strict=True))
    assert {name: chips for name, chips in paid.items() if chips} == {"c1": 5, "a1": 4, "c3": 2}


def test_an_edge_space_won_this_very_turn_is_collected_from():
    """SQ-12"""
    state = start_of_turn(bids={"a3": (0, 3, 1)}, chips=(2, 9, 9)).state

    step = act(state, Collect())

    assert step.events[0] == EdgesCollected(0, ("a3",), forced=False)
    assert step.state.table.paid[0][INDEX["a3"]] == 2


def test_collecting_is_allowed_with_nothing_to_collect():
    """SQ-12"""
    step = act(an_acting_turn(), Collect())

    assert step.events[0] == EdgesCollected(0, (), forced=False)


def test_a_player_without_chips_in_hand_collects_by_itself():
    """SQ-12"""
    step = start_of_turn(paid={0: {"a3": 2}}, chips=(0, 9, 9))

    assert step.events[:2] == (TurnBegan(9, 0), EdgesCollected(0, ("a3",), forced=True))
    assert step.state.seat == 1
    assert step.state.table.chips == (1, 9, 9)


def test_a_chip_from_the_centre_is_enough_to_be_asked():
    """SQ-3, SQ-12: collecting from the centre comes first."""
    state = start_of_turn(paid={0: {"c3": 1}}, chips=(0, 9, 9)).state

    assert (state.seat, state.phase.question) == (0, Question.ACT)
    assert state.table.chips == (1, 9, 9)


def test_several_players_without_chips_collect_one_after_another():
    """SQ-12"""
    step = start_of_turn(chips=(0, 0, 9))

    assert [event.seat for event in events_of(step.events, EdgesCollected)] == [0, 1]
    assert step.state.seat == 2
