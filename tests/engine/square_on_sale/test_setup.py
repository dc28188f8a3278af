"""What lies where before the first move (SQ-1, SQ-2), and who may sit down."""

from collections import Counter
from random import Random

import pytest

from games.engine.contract import Options, SeatNo
from games.engine.faults import BadRecord, BadRuleset
from games.engine.square_on_sale import SPACES, SQUARE_ON_SALE, ZONES, Question, RulesetFault, TurnBegan, Zone
from games.engine.square_on_sale.faults import RecordFault
from tests.builders_square_on_sale import square_rules


@pytest.mark.parametrize(("seats", "blocks"), [(3, 20), (4, 17)])
def test_everybody_begins_with_twenty_chips_and_the_blocks_for_the_number_of_players(seats, blocks):
    """SQ-1"""
    table = SQUARE_ON_SALE.deal(square_rules(seats), Random(1)).table

    assert table.chips == (20,) * seats
    assert table.blocks == (blocks,) * seats
    assert (table.dice_pool, table.bean_pool + sum(table.beans)) == (8, 30)


def test_fifteen_beans_lie_on_the_centre_and_fifteen_in_the_pool():
    """SQ-2"""
    table = SQUARE_ON_SALE.deal(square_rules(), Random(1)).table

    lying = {name: beans for name, beans in zip(SPACES, table.beans, strict=True) if beans}
    assert lying == {"c3": 3, "c2": 2, "b3": 2, "c4": 2, "d3": 2, "b2": 1, "b4": 1, "d2": 1, "d4": 1}
    assert table.bean_pool == 15


def test_the_board_has_four_corners_twelve_edges_and_nine_centre_spaces():
    zones = dict(zip(SPACES, ZONES, strict=True))

    assert Counter(ZONES) == {Zone.CORNER: 4, Zone.EDGE: 12, Zone.CENTRE: 9}
    assert [zones[name] for name in ("a1", "e5", "a3", "c1", "b2", "d4")] == [
        Zone.CORNER,
        Zone.CORNER,
        Zone.EDGE,
        Zone.EDGE,
        Zone.CENTRE,
        Zone.CENTRE,
    ]


def test_chance_names_the_first_player_and_nothing_else():
    """SQ-2"""
    openings = {SQUARE_ON_SALE.deal(square_rules(4), Random(seed)) for seed in range(60)}

    assert {opening.first for opening in openings} == {0, 1, 2, 3}
    assert len(openings) == 4


def test_the_table_may_name_the_first_player():
    """SQ-2"""
    opening = SQUARE_ON_SALE.deal(square_rules(), Random(1), SeatNo(2))

    assert SQUARE_ON_SALE.to_act(opening) == {2}
    assert opening.phase.question is Question.ACT
    assert SQUARE_ON_SALE.opening_events(opening) == (TurnBegan(turn=1, seat=2),)
    assert SQUARE_ON_SALE.deck(opening) == {"first": 2}


@pytest.mark.parametrize(
    ("edition", "variants", "seats", "code", "facts"),
    [
        ("1999", frozenset(), 3, RulesetFault.NO_SUCH_EDITION, {"edition": "1999"}),
        ("2009", frozenset({"x"}), 3, RulesetFault.NO_SUCH_VARIANT, {"edition": "2009", "variant": "x"}),
        ("2009", frozenset(), 2, RulesetFault.WRONG_SEATS, {"seats": 2, "minimum": 3, "maximum": 4}),
        ("2009", frozenset(), 5, RulesetFault.WRONG_SEATS, {"seats": 5, "minimum": 3, "maximum": 4}),
    ],
)
def test_a_game_that_is_not_in_the_box_is_refused(edition, variants, seats, code, facts):
    with pytest.raises(BadRuleset) as refused:
        SQUARE_ON_SALE.ruleset(edition, variants, Options(), seats)

    assert (refused.value.code, refused.value.facts) == (code, facts)


def test_a_first_player_without_a_seat_is_refused():
    with pytest.raises(BadRuleset) as refused:
        SQUARE_ON_SALE.deal(square_rules(), Random(1), SeatNo(3))

    assert (refused.value.code, refused.value.facts) == (RulesetFault.NO_SUCH_SEAT, {"seat": 3, "seats": 3})


@pytest.mark.parametrize("deck", [{}, {"first": 1}, {"first": "0"}, {"first": False}, {"first": None}])
def test_an_opening_wants_the_deck_that_names_its_first_player(deck):
    with pytest.raises(BadRecord) as refused:
        SQUARE_ON_SALE.opening(square_rules(), deck, SeatNo(0))

    assert refused.value.code == RecordFault.WRONG_DECK


def test_the_opening_of_a_deck_is_what_was_dealt():
    dealt = SQUARE_ON_SALE.deal(square_rules(4), Random(3))

    assert SQUARE_ON_SALE.opening(square_rules(4), SQUARE_ON_SALE.deck(dealt), dealt.first) == dealt
