"""The three ends and the count (SQ-14, SQ-15, SQ-18)."""

import pytest

from games.engine.play import play
from games.engine.square_on_sale import SPACES, SQUARE_ON_SALE, Bid, Collect, End, GameEnded, Over, TurnEnded
from games.engine.square_on_sale.scoring import Score, outcome, scores
from tests.builders_square_on_sale import a_square_table, an_acting_turn


def count(table):
    return scores(table.stacks, table.won, table.blocks)


def test_the_game_ends_with_the_turn_of_a_player_without_blocks():
    """SQ-14: at the end of that turn, its action included; running bids stay unresolved."""
    state = an_acting_turn(blocks=(0, 5, 5), bids={"c3": (1, 4, 1)})

    step = play(SQUARE_ON_SALE, state, 0, Bid("a1", 1))

    assert step.state.phase == Over(End.BLOCKS)
    assert step.events[-2:] == (TurnEnded(9, 0, collects=0), GameEnded(End.BLOCKS, (0, -5, -5), (0,)))
    assert SQUARE_ON_SALE.to_act(step.state) == frozenset()
    assert SQUARE_ON_SALE.legal_moves(step.state, 0) == ()
    assert len([bid for bid in step.state.table.bids if bid]) == 2


def test_a_rival_without_blocks_does_not_end_my_turn():
    """SQ-14"""
    step = play(SQUARE_ON_SALE, an_acting_turn(blocks=(5, 5, 0)), 0, Collect())

    assert step.state.seat == 1


def test_the_game_ends_when_every_space_has_a_block():
    """SQ-14"""
    state = an_acting_turn(owners=dict.fromkeys(SPACES, 1))

    step = play(SQUARE_ON_SALE, state, 0, Collect())

    assert step.state.phase == Over(End.FULL)


def test_one_empty_space_keeps_the_game_going():
    """SQ-14"""
    state = an_acting_turn(owners=dict.fromkeys(SPACES[1:], 1))

    assert play(SQUARE_ON_SALE, state, 0, Collect()).state.phase != Over(End.FULL)


@pytest.mark.parametrize("seats", [3, 4])
def test_the_game_ends_after_two_collects_per_player_in_a_row(seats):
    """SQ-14"""
    last = an_acting_turn(seats=seats, collects=2 * seats - 1)
    earlier = an_acting_turn(seats=seats, collects=2 * seats - 2)

    assert play(SQUARE_ON_SALE, last, 0, Collect()).state.phase == Over(End.COLLECTS)
    assert play(SQUARE_ON_SALE, earlier, 0, Collect()).state.collects == 2 * seats - 1


def test_a_bid_breaks_the_row_of_collects():
    """SQ-14"""
    state = an_acting_turn(collects=5)

    step = play(SQUARE_ON_SALE, state, 0, Bid("a1", 1))

    assert step.state.collects == 0


def test_players_without_chips_collect_until_the_game_ends():
    """SQ-12, SQ-14: collects that happen by themselves count too."""
    step = play(SQUARE_ON_SALE, an_acting_turn(chips=(1, 0, 0), collects=3), 0, Collect())

    assert step.state.phase == Over(End.COLLECTS)
    assert step.state.seat == 2


def test_a_table_without_blocks_is_over_by_blocks_before_anything_else():
    """SQ-14"""
    state = an_acting_turn(owners=dict.fromkeys(SPACES, 1), blocks=(0, 1, 1), collects=5)

    assert play(SQUARE_ON_SALE, state, 0, Collect()).state.phase == Over(End.BLOCKS)


def test_heights_count_for_the_owner_beans_add_and_blocks_left_subtract():
    """SQ-15: chips are worth nothing, and a score may be negative."""
    table = a_square_table(stacks={"a1": (1, 1, 0), "b2": (0,)}, won=(2, 0, 0), blocks=(1, 5, 0), chips=(0, 20, 3))

    found = count(table)

    assert found == (Score(4, 2, 1), Score(0, 0, 5), Score(0, 0, 0))
    assert [score.total for score in found] == [5, -5, 0]


def test_ties_share_the_victory():
    """SQ-15"""
    result = outcome((Score(5, 0, 1), Score(2, 0, 0), Score(3, 1, 0), Score(0, 0, 3)))

    assert result.scores == (4, 2, 4, -3)
    assert result.ranks == (1, 3, 1, 4)
    assert result.winners == (0, 2)


def test_worked_example_of_scoring():
    """SQ-18: White 23, Black 31, Grey 14."""
    white = {"c1": 2, "d1": 2, "e1": 1, "b2": 3, "d2": 2, "e2": 2, "d3": 5, "e3": 1}
    black = {"a1": 1, "c2": 4, "b3": 5, "c3": 5, "b4": 6, "d4": 1, "b5": 3}
    grey = {"a2": 1, "a3": 2, "a4": 3, "c4": 3, "a5": 2, "c5": 1}
    stacks = {
        name: (other,) * (height - 1) + (seat,)
        for seat, other, owned in ((0, 1, white), (1, 2, black), (2, 0, grey))
        for name, height in owned.items()
    }
    table = a_square_table(stacks=stacks, won=(5, 7, 5), blocks=(0, 1, 3))

    result = outcome(count(table))

    assert result.scores == (23, 31, 14)
    assert (result.ranks, result.winners) == ((2, 1, 3), (1,))


def test_a_running_game_has_no_outcome():
    assert SQUARE_ON_SALE.outcome(an_acting_turn()) is None
