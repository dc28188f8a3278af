"""What the sharp player of For Sale works out before it bids."""

from random import Random

import pytest

from games.bots.for_sale_climbing import CLIMBS
from games.bots.for_sale_future import coin_worths
from games.engine import KINDS, Options
from games.engine.for_sale import MINIMUM_BIDS, Raising

KIND = KINDS["for_sale"]


def one_bid_at_a_time(raising, queue, stakes, highest, limits):
    """The same by the rules alone."""
    while (lowest := MINIMUM_BIDS[raising](highest, stakes[queue[0]])) <= limits[queue[0]]:
        seat = queue.pop(0)
        stakes[seat] = highest = lowest
        queue.append(seat)
    return highest


@pytest.mark.parametrize("raising", Raising)
def test_laps_in_one_step_lead_where_single_bids_lead(raising):
    rng = Random(4)
    for _ in range(2000):
        queue = list(range(rng.randint(2, 6)))
        stakes, highest = [0] * len(queue), 0
        limits = [rng.randint(0, 20) for _ in queue]
        while len(queue) > 1:
            if rng.random() < 0.3:  # somebody jumps
                seat = queue.pop(0)
                stakes[seat] = highest = max(highest, stakes[seat]) + rng.randint(1, 3)
                queue.append(seat)
            fast, slow = (queue[:], stakes[:]), (queue[:], stakes[:])

            highest_fast = CLIMBS[raising](*fast, highest, limits)

            assert (highest_fast, *fast) == (one_bid_at_a_time(raising, *slow, highest, limits), *slow)
            queue, stakes, highest = fast[0][1:], fast[1], highest_fast


def rules_of(edition, variants, seats):
    return KIND.ruleset(edition, frozenset(variants), Options(), seats)


@pytest.mark.parametrize(
    ("edition", "variants", "seats"), [("2015", (), 4), ("1997", ("not_enough",), 5), ("classic", (), 3)]
)
def test_more_coins_are_worth_more_and_more_than_their_money_while_they_can_buy(edition, variants, seats):
    rules = rules_of(edition, variants, seats)
    purses = (rules.coins,) * seats
    rounds = rules.buying_rounds - 1

    worths = coin_worths(rules, purses, rules.houses[rules.lot :], rounds)

    assert len(worths) == rules.coins + 1
    assert all(poorer < richer for poorer, richer in zip(worths[::4], worths[4::4], strict=False))
    assert worths[-1] - worths[0] > rules.coins


def test_coins_are_worth_their_money_when_nothing_is_left_to_buy():
    assert coin_worths(rules_of("2015", (), 4), (3, 2, 0, 1), (), 0) == (0, 1, 2, 3)


def test_rounds_to_come_can_be_played_without_coins_and_with_a_short_last_round():
    rules = rules_of("2015", ("not_enough",), 5)

    worths = coin_worths(rules, (0,) * 5, rules.houses[-6:], 1)

    assert len(worths) == 2
    assert worths[0] <= worths[1]


def test_a_coin_is_worth_more_among_poor_rivals():
    rules = rules_of("2015", (), 4)
    houses = rules.houses[8:]

    among_rich = coin_worths(rules, (12, 12, 12, 12), houses, 5)
    among_poor = coin_worths(rules, (12, 2, 2, 2), houses, 5)

    assert among_poor[12] - among_poor[0] > among_rich[12] - among_rich[0]
