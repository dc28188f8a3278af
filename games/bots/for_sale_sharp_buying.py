"""The sharp player's auction: how far would the others go, judged by what they did so far, and what is best then?

A few dozen times the rivals' limits are drawn from what their bids have shown and the auction is played to its end
in thought; the purses and hands that come of it are weighed as a chance to win the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import exp, sqrt
from random import Random

from games.bots.for_sale_bid_styles import belief, limits_evenly, usual_limit
from games.bots.for_sale_climbing import CLIMBS
from games.bots.for_sale_counting import Count, house_values
from games.bots.for_sale_future import coin_worths
from games.bots.for_sale_sharp_selling import chance_to_win
from games.engine.for_sale import MINIMUM_BIDS, REFUNDS, ForSaleObservation, ForSaleRules


@dataclass(frozen=True, slots=True)
class Sense:
    """What the player holds dear."""

    coin_power: float = 4.5
    """How much more than its money a coin is worth while it can still buy."""
    foresight: float = 0.5
    """How much of what coins are worth is judged by playing the rounds to come, the rest by what they usually buy."""
    house_weight: float = 1.0
    doubt_now: float = 6.0
    """How far off, in money, the purses and hands after this round are as a measure of the end."""
    doubt_later: float = 6.0
    """How much more at the beginning of the game."""


COMMON_SENSE = Sense()


class Moment:
    """An auction on its way in thought."""

    __slots__ = ("gone", "highest", "queue", "stakes", "worth")

    def __init__(self, queue: list[int], stakes: list[int], highest: int, gone: int, worth: list[float]) -> None:
        self.queue = queue
        self.stakes = stakes
        self.highest = highest
        self.gone = gone
        """Houses taken since the thought began."""
        self.worth = worth
        """Per seat, of what it will hold after the round, as far as that is settled."""

    def copy(self) -> Moment:
        """Another one to be played on by itself."""
        return Moment(self.queue[:], self.stakes[:], self.highest, self.gone, self.worth[:])

    def raise_to(self, bid: int) -> None:
        """The first in the queue bids."""
        seat = self.queue.pop(0)
        self.stakes[seat] = self.highest = bid
        self.queue.append(seat)


class Thought:
    """An auction in the middle of a round, to be played to its end again and again."""

    def __init__(self, seen: ForSaleObservation, counted: Count, sense: Sense) -> None:
        rules = seen.rules
        self.me: int = seen.queue[0]
        self.houses = seen.houses
        self.purses = counted.purses
        self.climb = CLIMBS[rules.raising]
        self.minimum, refund = MINIMUM_BIDS[rules.raising], REFUNDS[rules.refund]
        values = house_values(rules)
        self.values = [sense.house_weight * values[house] for house in seen.houses]
        rounds_left = seen.rounds - seen.round
        shown = {house for past in counted.rounds for house in past.houses}
        unseen = tuple([house for house in rules.houses if house not in shown])
        future = coin_worths(rules, counted.rounds[-1].purses, unseen, rounds_left)
        foresight = sense.foresight
        self.coins = [
            foresight * worth + (1 - foresight) * coin_worth(rules, coins, rounds_left, sense)
            for coins, worth in enumerate(future)
        ]
        self.held = [sense.house_weight * sum([values[house] for house in hand]) for hand in counted.hands]
        self.doubt = sense.doubt_now + sense.doubt_later * sqrt(rounds_left / rules.buying_rounds)
        worth = [held + self.coins[purse] for held, purse in zip(self.held, self.purses, strict=True)]
        self.kept = [
            [held + self.coins[purse - stake + refund(stake)] for stake in range(purse + 1)]
            for held, purse in zip(self.held, self.purses, strict=True)
        ]
        """Per seat and stake: what it holds after a pass, without the house."""
        self.now = Moment(list(seen.queue), list(seen.bids), seen.highest, 0, worth)

    def pass_now(self, limits: Sequence[int]) -> float:
        """The chance to win after a pass, if the others go as far as this."""
        return self._without_me(self.now.copy(), limits)

    def bid_now(self, bid: int, limits: Sequence[int]) -> list[tuple[int, float]]:
        """After this bid, and going on: per later turn the lowest legal bid and the chance to win by a pass there.

        The last one is the chance to win by staying in to the end, with a bid that is never asked.
        """
        me, purse, at_table = self.me, self.purses[self.me], self.now.copy()
        at_table.raise_to(bid)
        found: list[tuple[int, float]] = []
        while len(at_table.queue) > 1:
            seat = at_table.queue[0]
            lowest = self.minimum(at_table.highest, at_table.stakes[seat])
            if seat == me:
                found.append((lowest, self._without_me(at_table.copy(), limits)))
                if lowest > purse:
                    return found
                at_table.raise_to(lowest)
            elif lowest > limits[seat]:
                self._leave(at_table)
            else:
                at_table.raise_to(lowest)
        found.append((purse + 1, self._chance(at_table)))
        return found

    def _without_me(self, at_table: Moment, limits: Sequence[int]) -> float:
        """The player passes, the others play the round to its end."""
        self._leave(at_table)
        queue, stakes, highest, climb = at_table.queue, at_table.stakes, at_table.highest, self.climb
        while len(queue) > 1:
            highest = climb(queue, stakes, highest, limits)
            self._leave(at_table)
        return self._chance(at_table)

    def _leave(self, at_table: Moment) -> None:
        """The first in the queue passes."""
        gone, queue = at_table.gone, at_table.queue
        seat = queue.pop(0)
        if len(queue) < len(self.houses) - gone:
            at_table.worth[seat] = self.values[gone] + self.kept[seat][at_table.stakes[seat]]
            at_table.gone = gone + 1

    def _chance(self, at_table: Moment) -> float:
        """The last one pays and takes the best house; then the table is weighed."""
        (seat,) = at_table.queue
        left = self.purses[seat] - at_table.stakes[seat]
        at_table.worth[seat] = self.held[seat] + self.values[-1] + self.coins[left]
        return chance_to_win(at_table.worth, self.me, self.doubt)


def coin_worth(rules: ForSaleRules, coins: int, rounds_left: int, sense: Sense) -> float:
    """What coins are worth when so many rounds are to come: one each, and more while they can still buy."""
    if not rounds_left:
        return coins
    usual = rounds_left * rules.coins / rules.buying_rounds
    return coins + sense.coin_power * usual * (1 - exp(-coins / usual))


def weigh_bids(
    seen: ForSaleObservation, counted: Count, rng: Random, *, samples: int, sense: Sense = COMMON_SENSE
) -> dict[int | None, tuple[float, int]]:
    """Per candidate (a bid, or None for the pass): the chance to win, and the limit that goes with it."""
    thought = Thought(seen, counted, sense)
    draws = draw_limits(seen, counted, rng, samples)
    asked = seen.bidding
    assert asked is not None
    results: dict[int | None, tuple[float, int]] = {None: (sum(map(thought.pass_now, draws)) / samples, 0)}
    if asked.minimum is not None and asked.maximum is not None:
        for bid in range(asked.minimum, min(asked.minimum + 1, asked.maximum) + 1):
            results[bid] = _best_limit(thought, bid, asked.maximum, draws)
    return results


def _best_limit(thought: Thought, bid: int, maximum: int, draws: Sequence[Sequence[int]]) -> tuple[float, int]:
    """The mean chance to win for the best limit from `bid` up, and that limit."""
    steps = [0.0] * (maximum + 2)
    for limits in draws:
        limit = bid
        for lowest, share in thought.bid_now(bid, limits):
            # Every limit from here to just below the next bid asked ends in this pass.
            steps[limit] += share
            limit = min(lowest, maximum + 1)
            steps[limit] -= share
    sums = list(accumulate(steps[bid : maximum + 1]))
    best = max(sums)
    return best / len(draws), bid + sums.index(best)


def draw_limits(seen: ForSaleObservation, counted: Count, rng: Random, samples: int) -> list[list[int]]:
    """So many guesses at the limits of all who are still in."""
    rules, me = seen.rules, seen.queue[0]
    now = counted.rounds[-1]
    rounds_left = seen.rounds - seen.round + 1
    draws = [[0] * rules.seats for _ in range(samples)]
    for seat in seen.queue:
        if seat != me:
            purse, stake = counted.purses[seat], seen.bids[seat]
            believed = belief(rules, counted.rounds[:-1], seat)
            usual = usual_limit(rules, now.houses, max(1, purse), rounds_left)
            evenly = limits_evenly(usual, believed, stake, purse, samples)
            rng.shuffle(evenly)
            for limits, guess in zip(draws, evenly, strict=True):
                limits[seat] = guess
    return draws
