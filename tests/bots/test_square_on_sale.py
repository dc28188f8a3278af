"""The steady player of Square on Sale, in situations where sense says what to do."""

from dataclasses import replace
from random import Random

from games.bots.square_on_sale import PlainBuilder
from games.engine import KINDS, Options, SeatNo
from games.engine.square_on_sale import SPACES, Bean, Bid, Bracket, Bracketing, Collect, PlacingBean, RunningBid

KIND = KINDS["square_on_sale"]
STEADY = PlainBuilder(softness=0)
"""Without its moods."""
ME, RIVAL = SeatNo(0), SeatNo(1)


def at(space):
    return SPACES.index(space)


def an_opening():
    return KIND.deal(KIND.ruleset("2009", frozenset(), Options(), 3), Random(1), ME)


def changed(value, **changes):
    """With other fields: states are made of dataclasses and named tuples."""
    return value._replace(**changes) if isinstance(value, tuple) else replace(value, **changes)


def with_pieces(state, **changes):
    return changed(state, table=changed(state.table, **changes))


def placed(row, changes):
    return tuple(changes.get(SPACES[number], kept) for number, kept in enumerate(row))


def choice(state):
    return STEADY.choose(KIND.observe(state, ME, ()), KIND.legal_moves(state, ME), Random(1))


def test_it_opens_where_most_beans_lie():
    move = choice(an_opening())

    assert isinstance(move, Bid)
    assert move.space == "c3"


def test_it_collects_when_it_is_short_of_chips():
    state = an_opening()
    paid = (placed(state.table.paid[0], {"a2": 3, "a3": 3, "b1": 3, "c1": 3}), *state.table.paid[1:])

    assert choice(with_pieces(state, chips=(1, 20, 20), paid=paid)) == Collect()


def test_it_takes_over_a_cheap_bid_for_a_space_that_brackets_high_stacks():
    state = an_opening()
    stacks = placed(state.table.stacks, {"a1": (ME,), "b1": (RIVAL,) * 4, "c1": (RIVAL,) * 4})
    bids = placed(state.table.bids, {"d1": RunningBid(RIVAL, 1, 1)})

    assert choice(with_pieces(state, stacks=stacks, bids=bids)) == Bid("d1", 2)


def test_it_gives_its_last_block_to_the_highest_stack():
    state = an_opening()
    stacks = placed(state.table.stacks, {"a1": (ME,), "b1": (RIVAL,), "c1": (RIVAL,) * 3, "d1": (ME,)})
    state = with_pieces(state, stacks=stacks, blocks=(1, 5, 5))

    assert choice(changed(state, phase=Bracketing(at("d1"), (at("b1"), at("c1")), ()))) == Bracket("c1")


def test_it_puts_the_bean_where_it_would_bracket_and_rivals_would_not():
    state = an_opening()
    stacks = placed(state.table.stacks, {"b2": (ME,), "b3": (RIVAL,), "d2": (RIVAL,)})
    spaces = (at("b4"), at("c4"), at("d4"))

    state = changed(with_pieces(state, stacks=stacks), phase=PlacingBean(spaces))

    assert choice(state) == Bean("b4")
