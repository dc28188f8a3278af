"""Square on Sale in a record: its setup, a turn, its result, and records that cannot be read."""

from copy import deepcopy
from random import Random

import pytest

from games.engine.contract import MoveRow, SeatNo
from games.engine.faults import BadRecord
from games.engine.play import play
from games.engine.square_on_sale import SQUARE_ON_SALE, Bean, Bid, Collect, Resolve, TurnBegan
from games.engine.square_on_sale.faults import RecordFault
from tests.builders_square_on_sale import an_acting_turn, random_square_game, square_rules, start_of_turn


def turns_of(steps):
    return SQUARE_ON_SALE.record_events([event for step in steps for event in step.events])


def test_the_setup_of_a_record():
    opening = SQUARE_ON_SALE.deal(square_rules(4), Random(1), SeatNo(3))

    assert SQUARE_ON_SALE.record_setup(opening) == {
        "first": 3,
        "chips": [20, 20, 20, 20],
        "blocks": [17, 17, 17, 17],
        "beans": {"b2": 1, "b3": 2, "b4": 1, "c2": 2, "c3": 3, "c4": 2, "d2": 1, "d3": 2, "d4": 1},
        "bean_pool": 15,
        "dice": 8,
    }


def test_a_turn_with_everything_in_it():
    start = start_of_turn(
        bids={"c3": (0, 4, 1), "a2": (0, 1, 2), "e5": (2, 3, 1)},
        owners={"c2": 1, "c1": 0},
        beans={"c3": 3},
        paid={0: {"b4": 2}},
        chips=(9, 9, 9),
        bean_pool=0,
    )
    bid = play(SQUARE_ON_SALE, start.state, SeatNo(0), Bid("e5", 6))

    assert turns_of([start, bid]) == [
        {
            "e": "turn",
            "seat": 0,
            "collected": ["b4"],
            "dice": [
                {"space": "a2", "from": 2, "to": 1},
                {"space": "c3", "from": 1, "to": 0, "placed": ["c3", "c2"], "beans": 3},
            ],
            "action": {"type": "bid", "space": "e5", "amount": 6, "die": 1, "returned": {"seat": 2, "chips": 3}},
            "bean": None,
            "end": None,
        }
    ]


def test_a_turn_that_collects_and_ends_the_game():
    state = an_acting_turn(1, paid={1: {"a3": 2}}, bean_pool=3, blocks=(5, 0, 5))
    collect = play(SQUARE_ON_SALE, state, SeatNo(1), Collect())
    bean = play(SQUARE_ON_SALE, collect.state, SeatNo(1), Bean("c3"))

    turns = SQUARE_ON_SALE.record_events([TurnBegan(9, SeatNo(1)), *collect.events, *bean.events])

    assert turns == [
        {
            "e": "turn",
            "seat": 1,
            "collected": [],
            "dice": [],
            "action": {"type": "collect", "spaces": ["a3"]},
            "bean": "c3",
            "end": "blocks",
        }
    ]
    assert SQUARE_ON_SALE.record_result(bean.state) == {
        "end": "blocks",
        "spaces": [0, 0, 0],
        "beans": [0, 0, 0],
        "unused": [5, 0, 5],
        "totals": [-5, 0, -5],
        "ranks": [2, 1, 2],
        "winners": [1],
    }


def test_a_new_auction_returns_nothing():
    bid = play(SQUARE_ON_SALE, an_acting_turn(), SeatNo(0), Bid("a1", 2))

    (turn,) = SQUARE_ON_SALE.record_events([TurnBegan(9, SeatNo(0)), *bid.events])

    assert turn["action"] == {"type": "bid", "space": "a1", "amount": 2, "die": 2, "returned": None}


def test_a_turn_that_is_not_over_is_not_yet_in_the_record():
    opening = SQUARE_ON_SALE.deal(square_rules(), Random(1))

    assert SQUARE_ON_SALE.record_events(SQUARE_ON_SALE.opening_events(opening)) == []


@pytest.mark.parametrize(
    ("move", "row"),
    [
        (Bid("c3", 4), MoveRow(round=9, amount=4, space="c3")),
        (Collect(), MoveRow(round=9)),
        (Bean("b2"), MoveRow(round=9, space="b2")),
        (Resolve("b2"), MoveRow(round=9, space="b2")),
    ],
)
def test_a_stored_move_has_its_turn_amount_and_space(move, row):
    assert SQUARE_ON_SALE.row(an_acting_turn(turn=9), SeatNo(0), move, ()) == row


STEPS = list(random_square_game(1, 3))
TURNS = turns_of(STEPS)


def spoiled(number, change):
    turns = deepcopy(TURNS)
    turns[number] = change(turns[number])
    return turns


@pytest.mark.parametrize(
    ("turns", "code", "path"),
    [
        (spoiled(0, lambda turn: None), RecordFault.UNREADABLE, "events[0]"),
        (spoiled(0, lambda turn: []), RecordFault.UNREADABLE, "events[0]"),
        (spoiled(0, lambda turn: {}), RecordFault.UNREADABLE, "events[0]"),
        (spoiled(2, lambda turn: turn | {"action": None}), RecordFault.UNREADABLE, "events[2]"),
        (spoiled(2, lambda turn: turn | {"action": {"type": "buy"}}), RecordFault.UNREADABLE, "events[2]"),
        (
            spoiled(2, lambda turn: turn | {"action": {"type": "bid", "space": "a1", "amount": "1"}}),
            RecordFault.UNREADABLE,
            "events[2]",
        ),
        (spoiled(1, lambda turn: turn | {"bean": None}), RecordFault.UNREADABLE, "events[1]"),
        (spoiled(1, lambda turn: turn | {"seat": 9}), RecordFault.WRONG_SEAT, "events[1]"),
        (spoiled(1, lambda turn: turn | {"bean": "a1"}), RecordFault.ILLEGAL_MOVE, "events[1]"),
    ],
)
def test_a_record_that_cannot_be_read_says_where(turns, code, path):
    with pytest.raises(BadRecord) as refused:
        list(SQUARE_ON_SALE.recorded_moves(STEPS[0].state, turns))

    assert refused.value.code == code
    assert refused.value.facts["path"] == path
