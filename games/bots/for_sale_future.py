"""What coins are worth in the rounds to come, by playing those rounds in thought with the purses that are there.

Coins that nobody can outbid are worth more than coins among rich rivals, and a round gives one house only: no formula
says that as well for every edition, variant and number of seats as a few dozen futures do.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import exp
from random import Random

from games.bots.for_sale_bid_styles import WHIM, spread_of, usual_for
from games.bots.for_sale_climbing import CLIMBS
from games.bots.for_sale_counting import house_values
from games.engine.for_sale import REFUNDS, ForSaleRules

FUTURES = 24
"""How often the rest of the auctions is played for each purse tried."""
PURSES = (0.0, 0.35, 0.7, 1.1, 1.6)
"""Purses tried, as parts of the fullest one."""
STYLE_BLUR = 0.35
"""How much players differ, as a logarithm."""


@lru_cache(maxsize=256)
def coin_worths(
    rules: ForSaleRules, purses: tuple[int, ...], houses: tuple[int, ...], rounds: int
) -> tuple[float, ...]:
    """Per number of coins after this round: what they and the houses they may buy in `rounds` rounds come to.

    `purses` are those at the beginning of this round, `houses` those that have not been on offer yet. The
    same question has the same answer: chance here is not the game's.
    """
    most = max(1, *purses)
    if not rounds:
        return tuple(map(float, range(most + 1)))
    tried = sorted({int(part * most) for part in PURSES})
    sums = [0.0] * len(tried)
    # This round still costs the others something.
    left = [round(purse * rounds / (rounds + 0.6)) for purse in purses]
    rng = Random(f"{purses} {houses}")
    deck = list(houses)
    to_come = len(deck) - rules.removed
    for future in range(FUTURES):
        rng.shuffle(deck)
        lots = [sorted(deck[at : min(at + rules.lot, to_come)]) for at in range(0, to_come, rules.lot)]
        me = future % rules.seats
        styles = [rng.gauss(0, STYLE_BLUR) for _ in range(rules.seats)]
        styles[me] = 0.0
        whims = [[exp(style + rng.gauss(0, WHIM)) for style in styles] for _ in lots]
        for at, coins in enumerate(tried):
            start = left[:]
            start[me] = coins
            sums[at] += _play(rules, start, lots, whims, me)
    return _between(tried, [total / FUTURES for total in sums], most)


def _between(places: Sequence[int], values: Sequence[float], most: int) -> tuple[float, ...]:
    """Straight lines through the values found, from no coins to the most."""
    found = []
    at = 0
    for coins in range(most + 1):
        while at < len(places) - 2 and coins > places[at + 1]:
            at += 1
        low, high = places[at], places[at + 1]
        found.append(values[at] + (values[at + 1] - values[at]) * (coins - low) / (high - low))
    return tuple(found)


def _play(
    rules: ForSaleRules, purses: list[int], lots: Sequence[list[int]], whims: Sequence[list[float]], me: int
) -> float:
    """All rounds to come; what the seat holds then."""
    values, climb, refund = house_values(rules), CLIMBS[rules.raising], REFUNDS[rules.refund]
    seats = rules.seats
    first, gained = 0, 0.0
    for number, lot in enumerate(lots):
        rounds_left = len(lots) - number
        spread = spread_of(rules, lot)
        limits = [
            min(purse, int(usual_for(spread, purse, rounds_left) * whim + 0.5))
            for purse, whim in zip(purses, whims[number], strict=True)
        ]
        queue = [*range(first, seats), *range(first)]
        stakes = [0] * seats
        highest, gone, size = 0, 0, len(lot)
        while len(queue) > 1:
            highest = climb(queue, stakes, highest, limits)
            seat = queue.pop(0)
            if len(queue) < size - gone:
                stake = stakes[seat]
                purses[seat] -= stake - refund(stake)
                if seat == me:
                    gained += values[lot[gone]]
                gone += 1
        first = queue[0]
        purses[first] -= stakes[first]
        if first == me:
            gained += values[lot[-1]]
    return gained + purses[me]
