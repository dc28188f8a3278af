"""What a snapshot knows of the moves that were granted: its own, whatever was thought out since and never stored."""

import pytest

from games.services import playing
from games.services.faults import StaleDecision
from games.services.tables import no_answers
from tests.builders import a_game

FIRST, SECOND, OTHER = {"move": "bid", "amount": 1}, {"move": "bid", "amount": 2}, {"move": "pass"}


def answers_from(moves):
    """One move after the other."""
    answers = no_answers()
    for move in moves:
        answers = answers.plus(*move)
    return answers


def test_a_snapshot_knows_its_own_moves_and_none_that_came_later():
    before = answers_from([(0, "a", FIRST)])

    after = before.plus(1, "b", SECOND)

    assert (before.get(0, "a"), before.get(1, "b")) == (FIRST, None)
    assert (after.get(0, "a"), after.get(1, "b")) == (FIRST, SECOND)


def test_of_two_moves_at_one_snapshot_neither_knows_the_other():
    before = answers_from([(0, "a", FIRST)])

    one, other = before.plus(1, "b", SECOND), before.plus(1, "c", OTHER)

    assert (one.get(1, "b"), one.get(1, "c")) == (SECOND, None)
    assert (other.get(1, "b"), other.get(1, "c")) == (None, OTHER)
    assert before == answers_from([(0, "a", FIRST)])
    assert one != other


def test_the_same_move_thought_out_twice_is_known_once():
    before = answers_from([])

    before.plus(0, "a", FIRST)
    again = before.plus(0, "a", FIRST)

    assert again == answers_from([(0, "a", FIRST)])


@pytest.mark.django_db
def test_a_move_that_was_thought_out_and_never_stored_is_not_taken_for_granted():
    evening = a_game(3)
    seat = evening.on_turn()
    table, visitor, (first, second) = evening.table, evening.holder(seat), evening.legal(seat)[:2]
    lost = evening.wish(first, key="lost")
    assert playing.quick_turn(table, visitor, lost) is not None

    evening.move(seat, second, key="stored")

    with pytest.raises(StaleDecision):
        playing.submit_move(code=evening.code, visitor=visitor, wish=lost)
