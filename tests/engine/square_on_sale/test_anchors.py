"""Which own spaces close the lines that a win would bracket."""

from games.engine import ONLOOKER
from games.engine.contract import SeatNo
from games.engine.square_on_sale import SPACES, SQUARE_ON_SALE
from tests.builders_square_on_sale import an_acting_turn, random_square_game


def seen(**pieces):
    return SQUARE_ON_SALE.observe(an_acting_turn(**pieces), ONLOOKER, ())


def test_a_line_is_closed_by_the_nearest_own_space():
    """SQ-7."""
    table = seen(owners={"a1": 0, "b2": 1, "c3": 2, "d1": 0, "d2": 1, "d3": 1, "e1": 0})

    assert table.would_bracket(SeatNo(0), "d4") == ("b2", "c3", "d2", "d3")
    assert table.anchors(SeatNo(0), "d4") == ("a1", "d1")


def test_an_own_neighbour_and_a_gap_close_nothing():
    """SQ-7."""
    table = seen(owners={"a1": 0, "a2": 1, "c3": 0})

    assert table.anchors(SeatNo(0), "c4") == ()
    assert table.anchors(SeatNo(0), "a4") == ()


def test_there_are_anchors_exactly_where_something_would_be_bracketed():
    for step in random_square_game(seed=3, seats=4):
        table = SQUARE_ON_SALE.observe(step.state, ONLOOKER, ())
        for seat in map(SeatNo, range(4)):
            for space in SPACES:
                assert bool(table.anchors(seat, space)) == bool(table.would_bracket(seat, space))
