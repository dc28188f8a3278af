"""Whole random games: they end, nothing is lost or made, and legality has one truth."""

from random import Random

import pytest

from games.engine.codec import event_from_json, event_to_json, state_from_json, state_to_json
from games.engine.contract import SeatNo
from games.engine.faults import IllegalMove
from games.engine.play import replay
from games.engine.square_on_sale import (
    SPACES,
    SQUARE_ON_SALE,
    Bean,
    Bid,
    Bracket,
    Collect,
    Over,
    Question,
    Resolve,
)
from tests.builders_square_on_sale import random_square_game, square_rules

EVERY_MOVE = [
    Collect(),
    *(made(space) for made in (Resolve, Bracket, Bean) for space in SPACES),
    *(Bid(space, amount) for space in SPACES for amount in range(22)),
]


@pytest.mark.parametrize("seats", [3, 4])
def test_pieces_are_neither_lost_nor_made(seats):
    """SQ-1: every player's 20 chips and blocks, the 30 beans and the 8 dice, after every move."""
    rules = square_rules(seats)
    moves = 0
    for seed in range(25):
        for step in random_square_game(seed, seats):
            table = step.state.table
            bids = [bid for bid in table.bids if bid]
            standing = [seat for stack in table.stacks for seat in stack]
            for seat in range(seats):
                bidding = sum(bid.amount for bid in bids if bid.seat == seat)
                assert table.chips[seat] + bidding + sum(table.paid[seat]) == rules.chips
                assert table.blocks[seat] + standing.count(seat) == rules.blocks
            assert sum(table.beans) + sum(table.won) + table.bean_pool == 30
            assert table.dice_pool + len(bids) == 8
            assert min(*table.chips, *table.blocks, *table.beans, table.bean_pool, table.dice_pool) >= 0
            moves += 1
    assert moves > 1000


@pytest.mark.parametrize("seats", [3, 4])
def test_beans_and_blocks_never_share_a_space(seats):
    """SQ-9"""
    for seed in range(15):
        for step in random_square_game(seed, seats):
            table = step.state.table
            assert not any(beans and stack for beans, stack in zip(table.beans, table.stacks, strict=True))


def test_a_question_always_has_at_least_two_answers():
    """SQ-3: what leaves no choice is not asked."""
    asked = set()
    for seed in range(30):
        for step in random_square_game(seed, 3 + seed % 2):
            state = step.state
            if not isinstance(state.phase, Over):
                assert len(SQUARE_ON_SALE.legal_moves(state, state.seat)) > 1
                asked.add(state.phase.question)
    assert asked == set(Question)


@pytest.mark.parametrize("seats", [3, 4])
def test_legal_moves_are_exactly_those_that_check_accepts(seats):
    rng = Random(11)
    for seed in range(8):
        for step in random_square_game(seed, seats):
            if rng.random() < 0.96:
                continue
            for seat in range(seats):
                accepted = {move for move in EVERY_MOVE if is_accepted(step.state, SeatNo(seat), move)}
                legal = SQUARE_ON_SALE.legal_moves(step.state, SeatNo(seat))
                assert set(legal) == accepted
                assert len(legal) == len(accepted)


def is_accepted(state, seat, move):
    try:
        SQUARE_ON_SALE.check(state, seat, move)
    except IllegalMove:
        return False
    return True


def test_states_and_events_survive_the_codec():
    for step in random_square_game(3, 4):
        assert state_from_json(SQUARE_ON_SALE, state_to_json(SQUARE_ON_SALE, step.state)) == step.state
        for event in step.events:
            assert event_from_json(SQUARE_ON_SALE, event_to_json(SQUARE_ON_SALE, event)) == event


@pytest.mark.parametrize("seats", [3, 4])
def test_a_record_plays_again_to_the_same_states(seats):
    for seed in range(12):
        steps = list(random_square_game(seed, seats))
        opening, states = steps[0].state, [step.state for step in steps[1:]]
        turns = SQUARE_ON_SALE.record_events([event for step in steps for event in step.events])

        again = replay(SQUARE_ON_SALE, opening, SQUARE_ON_SALE.recorded_moves(opening, turns))

        assert [step.state for step in again] == states
        assert len(turns) == states[-1].turn
