"""Bracketing: lines, their ends, and the board they are judged on (SQ-7)."""

import pytest

from games.engine.contract import SeatNo
from games.engine.square_on_sale.board import INDEX, bracketed, names
from tests.builders_square_on_sale import a_square_table

ME = SeatNo(0)


def brackets(space, owners):
    return names(bracketed(a_square_table(owners=owners).stacks, ME, INDEX[space]))


@pytest.mark.parametrize(
    ("end", "between"),
    [
        ("a1", "b2"),
        ("a3", "b3"),
        ("a5", "b4"),
        ("c1", "c2"),
        ("c5", "c4"),
        ("e1", "d2"),
        ("e3", "d3"),
        ("e5", "d4"),
    ],
)
def test_each_of_the_eight_directions_brackets(end, between):
    """SQ-7"""
    assert brackets("c3", {end: 0, between: 1}) == (between,)


def test_a_line_over_several_rivals_brackets_them_all():
    """SQ-7"""
    assert brackets("a1", {"b2": 1, "c3": 2, "d4": 1, "e5": 0}) == ("b2", "c3", "d4")


def test_an_empty_space_ends_a_line_without_effect():
    """SQ-7"""
    assert brackets("a1", {"a2": 1, "a4": 1, "a5": 0}) == ()


def test_the_edge_of_the_board_ends_a_line_without_effect():
    """SQ-7"""
    assert brackets("a1", {"a2": 1, "a3": 1, "a4": 1, "a5": 1}) == ()


def test_an_own_space_right_beside_ends_a_line_without_effect():
    """SQ-7"""
    assert brackets("a1", {"a2": 0, "a3": 1, "a4": 0}) == ()


def test_a_line_stops_at_the_first_own_space():
    """SQ-7"""
    assert brackets("a1", {"a2": 1, "a3": 0, "a4": 1, "a5": 0}) == ("a2",)


def test_lines_do_not_run_around_the_board():
    """SQ-7"""
    assert brackets("a4", {"a5": 1, "b1": 0}) == ()


def test_a_full_ring_of_rivals_is_bracketed_in_every_direction_at_once():
    """SQ-7"""
    ring = dict.fromkeys(("b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4"), 1)
    outer = dict.fromkeys(("a1", "a3", "a5", "c1", "c5", "e1", "e3", "e5"), 0)

    assert brackets("c3", ring | outer) == tuple(ring)
