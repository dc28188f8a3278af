"""The steady player of For Sale, in situations where sense says what to do."""

from random import Random

import pytest

from games.bots.for_sale import PlainBuyer
from games.engine import KINDS, Options, SeatNo, play, told
from games.engine.for_sale import Bid, ChequesRevealed, HousesRevealed, Pass, Seal
from games.engine.for_sale.state import Selling, SellingTable

KIND = KINDS["for_sale"]
STEADY = PlainBuyer(softness=0)
"""Without its moods."""


def an_opening(houses, seats=3):
    """A game whose first houses on offer are these."""
    rules = KIND.ruleset("2015", frozenset(), Options(), seats)
    deck = KIND.deck(KIND.deal(rules, Random(1), SeatNo(0)))
    rest = [house for house in deck["houses"] if house not in houses]
    missing = [house for house in deck["houses_removed"] if house not in houses]
    assert len(missing) == len(deck["houses_removed"])
    return KIND.opening(rules, {**deck, "houses": [*houses, *rest]}, SeatNo(0))


def choice(state, seat, events=()):
    history = told(KIND, (*KIND.opening_events(state), *events), seat)
    return STEADY.choose(KIND.observe(state, seat, history), KIND.legal_moves(state, seat), Random(1))


def stakes_played(houses):
    """The price of the best house when three steady players bid for these."""
    state = an_opening(houses)
    while True:
        (seat,) = KIND.to_act(state)
        step = play(KIND, state, seat, choice(state, seat))
        last = [event.stake for event in step.events if type(event).__name__ == "LastBuyer"]
        if last:
            return last[0]
        state = step.state


def test_it_opens_with_one_coin_where_the_houses_differ():
    assert choice(an_opening((2, 16, 30)), SeatNo(0)) == Bid(1)


def test_it_never_pays_more_than_its_share_for_houses_that_are_alike():
    assert stakes_played((14, 15, 16)) < stakes_played((1, 16, 30))


def test_it_passes_when_the_others_have_bid_too_high():
    state = play(KIND, an_opening((14, 15, 16)), SeatNo(0), Bid(20)).state

    assert choice(state, SeatNo(1)) == Pass()


def a_sale(cheques, hands):
    """A game in its first sale with these cheques on offer and these hands."""
    state = an_opening((1, 2, 3))
    table = SellingTable(1, len(cheques), cheques, (5,) * 3, hands, ((),) * 3, None)
    return state._replace(phase=Selling(frozenset(map(SeatNo, range(3))), (None,) * 3, table))


@pytest.mark.parametrize(("cheques", "house"), [((15, 0, 0), 30), ((15, 15, 14), 1)])
def test_it_sells_its_best_house_for_a_single_great_cheque_and_its_worst_where_all_are_great(cheques, house):
    state = a_sale(cheques, ((1, 15, 30), (5, 6, 7), (20, 21, 22)))

    assert choice(state, SeatNo(0), shown_before(state)) == Seal(house)


def shown_before(state):
    """All houses of the hands were on offer once; the cheques are now."""
    table = state.phase.table
    houses = tuple(sorted(house for hand in table.hands for house in hand))
    return HousesRevealed(1, SeatNo(0), houses), ChequesRevealed(table.round, table.cheques)
