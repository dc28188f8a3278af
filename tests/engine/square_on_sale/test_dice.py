"""The start of a turn: chips back from the centre, dice, spaces won, blocks (SQ-3 to SQ-9, SQ-16)."""

from itertools import permutations
from random import Random

import pytest

from games.engine.play import play
from games.engine.square_on_sale import (
    SPACES,
    SQUARE_ON_SALE,
    BlockPlaced,
    Bracket,
    Bracketing,
    CentreCollected,
    DieTurned,
    Question,
    Resolve,
    Resolving,
    SpaceWon,
    TurnBegan,
    position,
)
from games.engine.square_on_sale.board import INDEX
from games.engine.square_on_sale.dice import order_matters
from tests.builders_square_on_sale import an_acting_turn, events_of, start_of_turn


def stack_on(state, space):
    return state.table.stacks[INDEX[space]]


def placed(step):
    return [event.space for event in events_of(step.events, BlockPlaced)]


def test_one_chip_comes_back_from_each_centre_space_with_paid_chips():
    """SQ-4: edges and corners give nothing, and a space with many chips gives one."""
    step = start_of_turn(paid={0: {"b2": 1, "c3": 7, "a3": 2, "a1": 2}, 1: {"d4": 3}}, chips=(5, 5, 5))

    assert step.events == (TurnBegan(9, 0), CentreCollected(0, ("b2", "c3")))
    assert step.state.table.chips == (7, 5, 5)
    paid = dict(zip(SPACES, step.state.table.paid[0], strict=True))
    assert (paid["b2"], paid["c3"], paid["a3"], paid["a1"]) == (0, 6, 2, 2)


def test_chips_under_a_die_are_not_collected():
    """SQ-4"""
    step = start_of_turn(bids={"c3": (0, 4, 2)}, chips=(5, 5, 5))

    assert events_of(step.events, CentreCollected) == []
    assert step.state.table.chips == (5, 5, 5)


def test_a_centre_space_won_now_gives_its_first_chip_next_turn():
    """SQ-3: collecting comes before the dice."""
    step = start_of_turn(bids={"c3": (0, 4, 1)}, chips=(5, 5, 5))

    assert step.state.table.chips == (5, 5, 5)
    assert step.state.table.paid[0][INDEX["c3"]] == 4


def test_a_die_showing_two_is_turned_and_stays():
    """SQ-5"""
    step = start_of_turn(bids={"a2": (0, 4, 2)})

    assert step.events == (TurnBegan(9, 0), DieTurned(0, "a2"))
    assert step.state.table.bids[INDEX["a2"]].die == 1
    assert stack_on(step.state, "a2") == ()
    assert step.state.table.dice_pool == 7


def test_a_die_showing_one_wins_the_space():
    """SQ-6: the die goes to the pool, the bid is paid, a block is put, the beans are taken."""
    step = start_of_turn(bids={"c3": (0, 4, 1)}, beans={"c3": 3, "c4": 1})

    assert step.events == (TurnBegan(9, 0), SpaceWon(0, "c3", paid=4, beans=3), BlockPlaced(0, "c3", 1, bracket=False))
    table = step.state.table
    assert (table.dice_pool, table.blocks, table.won) == (8, (19, 20, 20), (3, 0, 0))
    assert (table.beans[INDEX["c3"]], table.beans[INDEX["c4"]]) == (0, 1)
    assert table.bids[INDEX["c3"]] is None


def test_dice_of_others_are_left_alone():
    """SQ-5"""
    step = start_of_turn(bids={"c3": (1, 4, 1), "a2": (2, 1, 2)})

    assert step.events == (TurnBegan(9, 0),)


def test_dice_are_resolved_in_board_order_where_it_makes_no_difference():
    """SQ-5"""
    step = start_of_turn(bids={"e4": (0, 1, 1), "b1": (0, 1, 1)})

    assert [event.space for event in events_of(step.events, SpaceWon)] == ["b1", "e4"]
    assert step.state.phase.question is Question.ACT


def test_a_die_turned_and_a_die_removed_are_told_in_board_order():
    """SQ-5"""
    step = start_of_turn(bids={"e4": (0, 1, 1), "b1": (0, 1, 2)})

    assert [type(event) for event in step.events[1:3]] == [DieTurned, SpaceWon]


def test_a_won_space_is_built_on_top_of_what_is_there():
    """SQ-6: the top colour owns it."""
    step = start_of_turn(bids={"c3": (0, 4, 1)}, stacks={"c3": (1, 2)})

    assert stack_on(step.state, "c3") == (1, 2, 0)
    assert events_of(step.events, BlockPlaced) == [BlockPlaced(0, "c3", 3, bracket=False)]


def test_beans_are_taken_even_without_a_block_left():
    """SQ-6, SQ-8: without a block for the new space nothing is bracketed."""
    step = start_of_turn(
        bids={"c3": (0, 4, 1)}, beans={"c3": 2}, owners={"c4": 1, "c5": 0}, blocks=(0, 20, 20), seats=3
    )

    assert events_of(step.events, SpaceWon, BlockPlaced) == [SpaceWon(0, "c3", paid=4, beans=2)]
    assert step.state.table.won == (2, 0, 0)
    assert step.state.table.paid[0][INDEX["c3"]] == 4


def test_bracketed_spaces_get_a_block_on_top():
    """SQ-7"""
    step = start_of_turn(bids={"c1": (0, 1, 1)}, stacks={"c2": (0, 1), "c3": (2,), "c4": (0,)})

    assert placed(step) == ["c1", "c2", "c3"]
    assert stack_on(step.state, "c2") == (0, 1, 0)
    assert step.state.table.blocks == (17, 20, 20)


def test_spaces_bracketed_now_bracket_nothing_themselves():
    """SQ-7: c2 becomes own by bracketing; the rival on b2 between a2 and c2 stays."""
    step = start_of_turn(bids={"c1": (0, 1, 1)}, owners={"c2": 1, "c3": 0, "b2": 1, "a2": 0})

    assert placed(step) == ["c1", "c2"]
    assert stack_on(step.state, "b2") == (1,)


def test_bracketing_moves_no_beans():
    """SQ-9"""
    step = start_of_turn(bids={"c1": (0, 1, 1)}, owners={"c2": 1, "c3": 0}, beans={"d3": 2})

    assert step.state.table.won == (0, 0, 0)
    assert step.state.table.beans[INDEX["d3"]] == 2


def test_an_own_space_can_be_won_again_and_grows():
    """SQ-6, SQ-10"""
    step = start_of_turn(bids={"a1": (0, 1, 1)}, owners={"a1": 0})

    assert stack_on(step.state, "a1") == (0, 0)


FIGURE_THREE = {
    "owners": {
        **dict.fromkeys(("a1", "a3", "d1", "e1"), 0),
        **dict.fromkeys(("b2", "c3", "d3"), 1),
        **dict.fromkeys(("b3", "d2", "e2"), 2),
    },
    "bids": {"d4": (0, 3, 1), "e3": (0, 2, 1)},
    "beans": {"d4": 2},
}


def test_the_order_of_two_dice_is_asked_where_it_matters():
    """SQ-5, SQ-16"""
    state = start_of_turn(**FIGURE_THREE).state

    assert state.phase == Resolving((INDEX["d4"], INDEX["e3"]))
    assert SQUARE_ON_SALE.to_act(state) == {0}
    assert SQUARE_ON_SALE.legal_moves(state, 0) == [Resolve("d4"), Resolve("e3")]


def test_worked_example_d4_first():
    """SQ-16"""
    state = start_of_turn(**FIGURE_THREE).state

    step = play(SQUARE_ON_SALE, state, 0, Resolve("d4"))

    assert events_of(step.events, SpaceWon) == [SpaceWon(0, "d4", 3, 2), SpaceWon(0, "e3", 2, 0)]
    assert placed(step) == ["d4", "b2", "c3", "d2", "d3", "e3", "e2"]
    assert step.state.table.won == (2, 0, 0)


def test_worked_example_e3_first():
    """SQ-16"""
    state = start_of_turn(**FIGURE_THREE).state

    step = play(SQUARE_ON_SALE, state, 0, Resolve("e3"))

    assert events_of(step.events, SpaceWon) == [SpaceWon(0, "e3", 2, 0), SpaceWon(0, "d4", 3, 2)]
    assert placed(step) == ["e3", "b3", "c3", "d3", "e2", "d4"]
    assert step.state.table.won == (2, 0, 0)


def test_the_order_matters_when_there_is_one_block_for_two_spaces():
    """SQ-5, SQ-8"""
    state = start_of_turn(bids={"b1": (0, 1, 1), "e4": (0, 1, 1)}, blocks=(1, 20, 20)).state

    assert state.phase == Resolving((INDEX["b1"], INDEX["e4"]))
    assert placed(play(SQUARE_ON_SALE, state, 0, Resolve("e4"))) == ["e4"]


def test_the_order_is_not_asked_when_there_is_no_block_at_all():
    """SQ-5"""
    step = start_of_turn(bids={"b1": (0, 1, 1), "e4": (0, 1, 1)}, blocks=(0, 20, 20))

    assert step.state.phase.question is Question.ACT
    assert placed(step) == []


SHORT = {"bids": {"c3": (0, 1, 1)}, "owners": {"c2": 1, "b3": 1, "d3": 2, "c1": 0, "a3": 0, "e3": 0}}


def test_which_brackets_get_the_last_blocks_is_asked_one_at_a_time():
    """SQ-8"""
    state = start_of_turn(**SHORT, blocks=(3, 20, 20)).state

    assert stack_on(state, "c3") == (0,)
    assert state.phase == Bracketing(INDEX["c3"], (INDEX["b3"], INDEX["c2"], INDEX["d3"]), ())
    assert SQUARE_ON_SALE.legal_moves(state, 0) == [Bracket("b3"), Bracket("c2"), Bracket("d3")]

    second = play(SQUARE_ON_SALE, state, 0, Bracket("c2"))

    assert second.events == (BlockPlaced(0, "c2", 2, bracket=True),)
    assert SQUARE_ON_SALE.legal_moves(second.state, 0) == [Bracket("b3"), Bracket("d3")]
    assert second.state.decision > state.decision

    third = play(SQUARE_ON_SALE, second.state, 0, Bracket("d3"))

    assert third.events == (BlockPlaced(0, "d3", 2, bracket=True),)
    assert third.state.phase.question is Question.ACT
    assert stack_on(third.state, "b3") == (1,)
    assert third.state.table.blocks == (0, 20, 20)


@pytest.mark.parametrize(("blocks", "expected"), [(4, ["c3", "b3", "c2", "d3"]), (1, ["c3"])])
def test_nothing_is_asked_when_the_blocks_suffice_or_only_the_new_space_gets_one(blocks, expected):
    """SQ-8"""
    step = start_of_turn(**SHORT, blocks=(blocks, 20, 20))

    assert placed(step) == expected
    assert step.state.phase.question is Question.ACT


def test_a_die_that_waits_is_resolved_after_the_last_bracket():
    """SQ-5, SQ-8"""
    waiting = {**SHORT, "bids": {"c3": (0, 1, 1), "d5": (0, 2, 2)}}
    state = start_of_turn(**waiting, blocks=(2, 20, 20)).state
    assert state.phase.pending == (INDEX["d5"],)

    step = play(SQUARE_ON_SALE, state, 0, Bracket("b3"))

    assert step.events == (BlockPlaced(0, "b3", 2, bracket=True), DieTurned(0, "d5"))


def test_a_second_space_won_after_the_blocks_ran_out_still_pays_and_gives_its_beans():
    """SQ-6, SQ-8: c3 first takes both blocks."""
    both = {**SHORT, "bids": {"c3": (0, 1, 1), "d5": (0, 2, 1)}, "beans": {"d5": 1}}
    state = play(SQUARE_ON_SALE, start_of_turn(**both, blocks=(2, 20, 20)).state, 0, Resolve("c3")).state

    step = play(SQUARE_ON_SALE, state, 0, Bracket("d3"))

    assert step.events == (BlockPlaced(0, "d3", 2, bracket=True), SpaceWon(0, "d5", paid=2, beans=1))
    assert stack_on(step.state, "d5") == ()


def endings(state, seat):
    """Every table that the seat's answers about dice and brackets can lead to."""
    if state.seat != seat or state.phase.question not in (Question.RESOLVE, Question.BRACKET):
        return {state.table}
    moves = SQUARE_ON_SALE.legal_moves(state, seat)
    return set().union(*(endings(play(SQUARE_ON_SALE, state, seat, move).state, seat) for move in moves))


def crowded_table(rng, blocks):
    spaces = rng.sample(SPACES, 18)
    return an_acting_turn(
        owners={name: rng.randrange(3) for name in spaces[2:]},
        bids=dict.fromkeys(spaces[:2], (0, 1, 1)),
        blocks=(blocks, 20, 20),
    )


def test_the_order_is_asked_exactly_where_trying_both_gives_different_tables():
    """SQ-5: against brute force over both orders and all brackets, with plenty of blocks and with few."""
    rng = Random(5)
    answers = []
    for blocks in (20, 20, 6, 5, 4, 3, 2, 1, 0) * 12:
        state = crowded_table(rng, blocks)
        dice = tuple(at for at, bid in enumerate(state.table.bids) if bid)
        asked = SQUARE_ON_SALE.observe(state, 0, ())

        results = [
            endings(play(SQUARE_ON_SALE, asked_about(asked, order), 0, Resolve(SPACES[order[0]])).state, 0)
            for order in permutations(dice)
        ]

        answers.append(results[0] != results[1])
        assert order_matters(state.table.stacks, 0, dice, blocks) is answers[-1]
    assert {True, False} == set(answers)


def asked_about(seen, order):
    state = position(seen)
    return type(state)(
        rules=state.rules,
        first=state.first,
        turn=state.turn,
        seat=state.seat,
        collects=state.collects,
        decision=state.decision,
        table=state.table,
        phase=Resolving(order),
    )
