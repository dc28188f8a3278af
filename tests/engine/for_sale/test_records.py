"""The record of a game, the moves read back from it, and the columns of a stored move."""

from random import Random

import pytest

from games.engine.contract import MoveRow
from games.engine.faults import BadRecord
from games.engine.for_sale import FOR_SALE, Bid, GameEnded, HouseSealed, Pass, Seal, SealReplaced
from tests.builders_for_sale import PASS, a_buying_phase, a_selling_phase, all_seal, for_sale_rules, played


def test_the_setup_says_who_begins_with_how_many_coins():
    opening = FOR_SALE.deal(for_sale_rules(4), Random(1), 2)

    assert FOR_SALE.record_setup(opening) == {
        "first": 2,
        "coins": [21, 21, 21, 21],
        "houses_removed": 2,
        "cheques_removed": 2,
    }


def test_the_deck_is_told_in_drawing_order():
    opening = FOR_SALE.deal(for_sale_rules(4), Random(1))

    assert FOR_SALE.deck(opening) == {
        "houses": list(opening.deal.houses),
        "cheques": list(opening.deal.cheques),
        "houses_removed": list(opening.deal.houses_removed),
        "cheques_removed": list(opening.deal.cheques_removed),
    }


def test_a_buying_round_is_recorded_with_every_bid_and_pass():
    state = a_buying_phase(lot=(3, 7, 12), deck=(20, 1, 9))

    step = played(state, (0, Bid(3)), (1, PASS), (2, Bid(5)), (0, PASS))

    assert FOR_SALE.record_events(step.events) == [
        {"e": "bid", "seat": 0, "stake": 3},
        {"e": "pass", "seat": 1, "stake": 0, "refund": 0, "house": 3},
        {"e": "bid", "seat": 2, "stake": 5},
        {"e": "pass", "seat": 0, "stake": 3, "refund": 2, "house": 7},
        {"e": "last", "seat": 2, "stake": 5, "refund": 0, "house": 12},
        {"e": "round", "phase": "buy", "no": 2, "first": 2, "houses": [1, 9, 20]},
    ]


def test_a_sale_is_recorded_without_a_trace_of_the_seals():
    state = a_selling_phase(hands=((8, 9), (20, 21), (28, 29)), cheques=(13, 12, 0), deck=(2, 3, 4))

    step = played(state, (0, Seal(8)), (0, Seal(9)), (1, Seal(20)), (2, Seal(28)))

    assert FOR_SALE.record_events(step.events) == [
        {
            "e": "sale",
            "results": [
                {"seat": 2, "house": 28, "cheque": 13},
                {"seat": 1, "house": 20, "cheque": 12},
                {"seat": 0, "house": 9, "cheque": 0},
            ],
        },
        {"e": "round", "phase": "sale", "no": 2, "cheques": [4, 3, 2]},
    ]


def test_an_empty_pass_and_the_rest_are_recorded_as_such():
    """FS-30, FS-34"""
    rules = for_sale_rules(3, "2015", "not_enough")
    auction = a_buying_phase(lot=(7, 12), coins=(9, 9, 9), rules=rules, bids=(2, 0, 3))
    sale = a_selling_phase(hands=((8,), (20,), (28, 29)), cheques=(13, 12, 0), deck=(5,), rules=rules)

    empty = FOR_SALE.record_events(played(auction, (0, PASS)).events)
    rest = FOR_SALE.record_events(all_seal(sale, [8, 20, 28]).events)

    assert empty == [{"e": "pass", "seat": 0, "stake": 2, "refund": 2, "house": None}]
    assert rest[-1] == {"e": "rest", "seat": 2, "houses": [29], "cheques": [5]}


def test_seals_and_the_end_have_no_entry_of_their_own():
    events = (HouseSealed(1, 0, 8), SealReplaced(1, 0, 9), GameEnded((), (), (), (), ()))

    assert FOR_SALE.record_events(events) == []


def test_the_moves_can_be_read_back():
    opening = FOR_SALE.deal(for_sale_rules(3), Random(1))
    events = [
        {"e": "round", "phase": "buy", "no": 1, "first": 0, "houses": [3, 7, 12]},
        {"e": "bid", "seat": 0, "stake": 3},
        {"e": "pass", "seat": 1, "stake": 0, "refund": 0, "house": 3},
        {"e": "last", "seat": 0, "stake": 3, "refund": 0, "house": 12},
        {"e": "sale", "results": [{"seat": 2, "house": 28, "cheque": 13}, {"seat": 0, "house": 9, "cheque": 0}]},
        {"e": "rest", "seat": 2, "houses": [29], "cheques": [5]},
    ]

    assert list(FOR_SALE.recorded_moves(opening, events)) == [(0, Bid(3)), (1, Pass()), (2, Seal(28)), (0, Seal(9))]


@pytest.mark.parametrize(
    ("entry", "path"),
    [
        ({}, "events[0]"),
        ("bid", "events[0]"),
        (None, "events[0]"),
        ({"e": "raise", "seat": 0}, "events[0]"),
        ({"e": ["bid"]}, "events[0]"),
        ({"e": "bid", "seat": 0}, "events[0]"),
        ({"e": "bid", "seat": 0, "stake": "3"}, "events[0].stake"),
        ({"e": "bid", "seat": 0, "stake": True}, "events[0].stake"),
        ({"e": "bid", "seat": 3, "stake": 3}, "events[0].seat"),
        ({"e": "pass", "seat": -1}, "events[0].seat"),
        ({"e": "pass", "seat": None}, "events[0].seat"),
        ({"e": "sale", "results": {}}, "events[0]"),
        ({"e": "sale", "results": [7]}, "events[0].results[0]"),
        ({"e": "sale", "results": [{"seat": 0, "house": 1.5}]}, "events[0].results[0].house"),
        ({"e": "sale", "results": [{"seat": 9, "house": 1}]}, "events[0].results[0].seat"),
    ],
)
def test_an_entry_that_cannot_be_read_is_refused_with_its_place(entry, path):
    opening = FOR_SALE.deal(for_sale_rules(3), Random(1))

    with pytest.raises(BadRecord) as refused:
        list(FOR_SALE.recorded_moves(opening, [entry]))

    assert (refused.value.code, refused.value.facts) == ("unreadable", {"path": path})


def row(state, seat, move):
    return FOR_SALE.row(state, seat, move, FOR_SALE.apply(state, seat, move).events)


def test_a_bid_is_stored_with_its_total():
    assert row(a_buying_phase(bids=(1, 2, 3)), 0, Bid(5)) == MoveRow(round=1, amount=5)


def test_a_pass_is_stored_with_its_stake_and_house():
    assert row(a_buying_phase(lot=(3, 7, 12), bids=(1, 2, 3)), 0, PASS) == MoveRow(round=1, amount=1, house=3)


def test_the_pass_that_ends_a_round_belongs_to_that_round():
    state = a_buying_phase(lot=(7, 12), bids=(1, 2, 0), passed=(2,), deck=(4, 5, 6))

    assert row(state, 0, PASS) == MoveRow(round=1, amount=1, house=7)


def test_a_seal_is_stored_with_its_house_and_the_reveal_with_every_cheque():
    state = a_selling_phase()

    early = row(state, 0, Seal(8))
    last = row(played(state, (0, Seal(8)), (1, Seal(20))).state, 2, Seal(28))

    assert early == MoveRow(round=1, house=8)
    assert last == MoveRow(round=1, house=28, cheque=13, cheques={0: 0, 1: 12, 2: 13})
