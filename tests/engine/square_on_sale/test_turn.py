"""The course of a turn and the bean at its end (SQ-3, SQ-13, SQ-19), and what is refused on the way."""

import pytest

from games.engine.faults import IllegalMove, TurnFault
from games.engine.play import play
from games.engine.square_on_sale import (
    SQUARE_ON_SALE,
    Bean,
    BeanPut,
    Bid,
    BidMade,
    Bracket,
    CentreCollected,
    Collect,
    DieTurned,
    PlacingBean,
    Question,
    Resolve,
    SquareFault,
    TurnBegan,
    TurnEnded,
)
from games.engine.square_on_sale.board import CENTRE, INDEX, names
from tests.builders_square_on_sale import an_acting_turn, events_of, start_of_turn


def centre_built_except(*spaces):
    return {name: 1 for name in names(CENTRE) if name not in spaces}


def test_a_turn_runs_in_its_order_and_passes_on_clockwise():
    """SQ-3"""
    state = an_acting_turn(2, bean_pool=5, bids={"a2": (0, 1, 2)}, paid={0: {"c3": 1}})

    bid = play(SQUARE_ON_SALE, state, 2, Bid("e1", 3))
    bean = play(SQUARE_ON_SALE, bid.state, 2, Bean("b2"))

    assert [type(event) for event in bid.events] == [BidMade]
    assert bean.events == (
        BeanPut(2, "b2", 1),
        TurnEnded(9, 2, collects=0),
        TurnBegan(10, 0),
        CentreCollected(0, ("c3",)),
        DieTurned(0, "a2"),
    )
    assert (bean.state.seat, bean.state.turn, bean.state.phase.question) == (0, 10, Question.ACT)


def test_nothing_of_a_turn_can_be_forgotten():
    """SQ-19: the next player is asked only after every mandatory step of the turn before, and of the own one."""
    state = an_acting_turn(bean_pool=1, owners=centre_built_except("b2"), bids={"a2": (1, 1, 2)}, paid={1: {"c3": 2}})

    step = play(SQUARE_ON_SALE, state, 0, Collect())

    kinds = [type(event).__name__ for event in step.events]
    assert kinds == ["EdgesCollected", "BeanPut", "TurnEnded", "TurnBegan", "CentreCollected", "DieTurned"]


def test_a_bean_goes_onto_a_centre_space_without_blocks_or_a_running_bid():
    """SQ-13: beans may be there already."""
    state = an_acting_turn(bean_pool=5, owners={"c3": 1}, beans={"b2": 2}, bids={"d4": (1, 1, 2)})

    step = play(SQUARE_ON_SALE, state, 0, Bid("c4", 1))

    assert step.state.phase == PlacingBean(tuple(INDEX[name] for name in ("b2", "b3", "b4", "c2", "d2", "d3")))
    put = play(SQUARE_ON_SALE, step.state, 0, Bean("b2"))
    assert put.events[0] == BeanPut(0, "b2", beans=3)
    assert put.state.table.bean_pool == 4


def test_the_only_space_for_a_bean_gets_it_without_a_question():
    """SQ-13"""
    state = an_acting_turn(bean_pool=5, owners=centre_built_except("c3"))

    step = play(SQUARE_ON_SALE, state, 0, Collect())

    assert events_of(step.events, BeanPut) == [BeanPut(0, "c3", beans=1)]
    assert step.state.seat == 1


@pytest.mark.parametrize("pieces", [{"bean_pool": 0}, {"bean_pool": 5, "owners": centre_built_except()}])
def test_no_bean_is_put_when_the_pool_is_empty_or_the_centre_is_taken(pieces):
    """SQ-13"""
    step = play(SQUARE_ON_SALE, an_acting_turn(**pieces), 0, Collect())

    assert events_of(step.events, BeanPut) == []
    assert step.state.table.bean_pool == pieces["bean_pool"]
    assert step.state.seat == 1


def test_every_question_has_a_new_number():
    state = an_acting_turn(bean_pool=5)

    bid = play(SQUARE_ON_SALE, state, 0, Bid("a1", 1)).state
    bean = play(SQUARE_ON_SALE, bid, 0, Bean("b2")).state

    assert state.decision < bid.decision < bean.decision


ACTING = an_acting_turn(bids={"c5": (0, 2, 2), "e5": (2, 7, 1)}, chips=(10, 5, 3))
BEAN = play(SQUARE_ON_SALE, an_acting_turn(bean_pool=5, owners={"c3": 1}, bids={"d4": (1, 6, 2)}), 0, Collect()).state
RESOLVING = start_of_turn(bids={"b1": (0, 1, 1), "e4": (0, 1, 1)}, blocks=(1, 20, 20)).state
BRACKETING = start_of_turn(
    bids={"c3": (0, 1, 1)}, owners={"c2": 1, "b3": 1, "c1": 0, "a3": 0}, blocks=(2, 20, 20)
).state
OVER = play(SQUARE_ON_SALE, an_acting_turn(blocks=(0, 3, 3)), 0, Collect()).state


@pytest.mark.parametrize(
    ("state", "seat", "move", "code", "facts"),
    [
        (ACTING, 1, Collect(), TurnFault.NOT_YOUR_TURN, {"seat": 0}),
        (ACTING, 7, Collect(), TurnFault.NOT_YOUR_TURN, {"seat": 0}),
        (ACTING, 0, Bean("c3"), TurnFault.WRONG_PHASE, {"asked": "act", "move": "bean"}),
        (ACTING, 0, Resolve("c5"), TurnFault.WRONG_PHASE, {"asked": "act", "move": "resolve"}),
        (BEAN, 0, Collect(), TurnFault.WRONG_PHASE, {"asked": "bean", "move": "collect"}),
        (RESOLVING, 0, Bid("a1", 1), TurnFault.WRONG_PHASE, {"asked": "resolve", "move": "bid"}),
        (BRACKETING, 0, Resolve("c3"), TurnFault.WRONG_PHASE, {"asked": "bracket", "move": "resolve"}),
        (OVER, 0, Collect(), TurnFault.GAME_OVER, {"end": "blocks"}),
        (OVER, 1, Bid("a1", 1), TurnFault.GAME_OVER, {"end": "blocks"}),
        (ACTING, 0, Bid("f1", 1), SquareFault.NO_SUCH_SPACE, {"space": "f1"}),
        (ACTING, 0, Bid("", 1), SquareFault.NO_SUCH_SPACE, {"space": ""}),
        (ACTING, 0, Bid("A1", 1), SquareFault.NO_SUCH_SPACE, {"space": "A1"}),
        (ACTING, 0, Bid(3, 1), SquareFault.NO_SUCH_SPACE, {"space": "3"}),
        (ACTING, 0, Bid(["a1"], 1), SquareFault.NO_SUCH_SPACE, {"space": "['a1']"}),
        (ACTING, 0, Bid("x" * 5000, 1), SquareFault.NO_SUCH_SPACE, {"space": "x" * 40}),
        (ACTING, 0, Bid("a1", "2"), SquareFault.NOT_A_NUMBER, {"field": "amount"}),
        (ACTING, 0, Bid("a1", 2.5), SquareFault.NOT_A_NUMBER, {"field": "amount"}),
        (ACTING, 0, Bid("a1", True), SquareFault.NOT_A_NUMBER, {"field": "amount"}),
        (ACTING, 0, Bid("a1", None), SquareFault.NOT_A_NUMBER, {"field": "amount"}),
        (ACTING, 0, Bid("c5", 5), SquareFault.OWN_BID_RUNNING, {"space": "c5", "amount": 2}),
        (ACTING, 0, Bid("a1", 0), SquareFault.BID_TOO_LOW, {"space": "a1", "amount": 0, "minimum": 1, "chips": 10}),
        (ACTING, 0, Bid("a1", -3), SquareFault.BID_TOO_LOW, {"space": "a1", "amount": -3, "minimum": 1, "chips": 10}),
        (ACTING, 0, Bid("e5", 7), SquareFault.BID_TOO_LOW, {"space": "e5", "amount": 7, "minimum": 8, "chips": 10}),
        (
            ACTING,
            0,
            Bid("a1", 10**9),
            SquareFault.NOT_ENOUGH_CHIPS,
            {"space": "a1", "amount": 10**9, "minimum": 1, "chips": 10},
        ),
        (BEAN, 0, Bean("z9"), SquareFault.NO_SUCH_SPACE, {"space": "z9"}),
        (BEAN, 0, Bean("a2"), SquareFault.BEAN_OUTSIDE_CENTRE, {"space": "a2"}),
        (BEAN, 0, Bean("c3"), SquareFault.BEAN_ON_BLOCKS, {"space": "c3", "height": 1}),
        (BEAN, 0, Bean("d4"), SquareFault.BEAN_UNDER_BID, {"space": "d4", "amount": 6}),
        (RESOLVING, 0, Resolve("a1"), SquareFault.NO_DIE_TO_RESOLVE, {"space": "a1"}),
        (RESOLVING, 0, Resolve("q"), SquareFault.NO_SUCH_SPACE, {"space": "q"}),
        (BRACKETING, 0, Bracket("c1"), SquareFault.NOT_BRACKETED, {"space": "c1"}),
    ],
)
def test_what_is_not_allowed_is_refused_with_its_reason_and_changes_nothing(state, seat, move, code, facts):
    before = (state, hash(state))

    with pytest.raises(IllegalMove) as refused:
        play(SQUARE_ON_SALE, state, seat, move)

    assert (refused.value.code, refused.value.facts) == (code, facts)
    assert (state, hash(state)) == before
