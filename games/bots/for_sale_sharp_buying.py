"""The sharp player's auction: how far would the others go, judged by what they did so far, and what is best then?

A few dozen times the rivals' limits are drawn from what their bids have shown; for each own limit the auction is
played to its end in thought, and the purses and hands that come of it are weighed as a chance to win the game.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import erf, exp, log, sqrt
from random import Random

from games.bots.for_sale_counting import Count, RoundSeen, house_values
from games.bots.for_sale_sharp_selling import chance_to_win
from games.engine.for_sale import MINIMUM_BIDS, REFUNDS, ForSaleObservation, ForSaleRules

STYLES = tuple(-1.8 + 0.3 * step for step in range(11))
"""How far a player goes against the usual, as a logarithm: from a sixth to three and a half times."""
STYLE_BELIEF = tuple(exp(-((style + 0.1) ** 2) / (2 * 0.5**2)) for style in STYLES)
WHIM = 0.45
"""How much one player's limit varies from round to round, as a logarithm."""

SPREAD_PART, PURSE_PART = 0.3, 0.6
COIN_POWER = 4.0
DOUBT_NOW, DOUBT_LATER = 4.0, 6.0


@dataclass(frozen=True, slots=True)
class Auction:
    """The rest of a buying round."""

    rules: ForSaleRules
    queue: tuple[int, ...]
    stakes: tuple[int, ...]
    highest: int
    houses: tuple[int, ...]


def usual_limit(rules: ForSaleRules, houses: Sequence[int], purse: int, rounds_left: int) -> float:
    """What a player in general may be ready to pay: more where the houses differ, and where the purse is full."""
    values = house_values(rules)
    spread = values[houses[-1]] - (values[houses[0]] if len(houses) == rules.seats else 0)
    return max(1.0, min(purse, SPREAD_PART * spread + PURSE_PART * purse / rounds_left))


def styles(rules: ForSaleRules, rounds: Sequence[RoundSeen], seat: int) -> list[float]:
    """How likely each style is, by the seat's passes and purchases so far."""
    belief = list(STYLE_BELIEF)
    for number, seen in enumerate(rounds):
        usual = usual_limit(rules, seen.houses, max(1, seen.purses[seat]), rules.buying_rounds - number)
        low, high = _shown(seen, seat)
        if low == 0 and high is None:
            continue
        if high is not None and high > seen.purses[seat]:
            high = None  # it could not go on: that says nothing of its will
        for at, style in enumerate(STYLES):
            belief[at] *= 0.02 + _chance_between(usual, style, low, high)
    total = sum(belief)
    return [part / total for part in belief]


def _shown(seen: RoundSeen, seat: int) -> tuple[int, int | None]:
    """The highest bid that the seat made, and the lowest that it refused."""
    for passed, stake, refused in seen.exits:
        if passed == seat:
            return stake, refused
    if seen.last is not None and seen.last[0] == seat:
        return seen.last[1], None
    return 0, None


def _chance_between(usual: float, style: float, low: int, high: int | None) -> float:
    """How likely a limit of at least `low` and below `high` is."""
    middle = log(usual) + style
    upper = 1.0 if high is None else _below((log(high - 0.5) - middle) / WHIM)
    lower = 0.0 if low == 0 else _below((log(low - 0.5) - middle) / WHIM)
    return max(0.0, upper - lower)


def _below(deviations: float) -> float:
    return 0.5 * (1 + erf(deviations / sqrt(2)))


def draw_limit(usual: float, belief: Sequence[float], stake: int, purse: int, rng: Random) -> int:
    """A limit in the seat's style, not below what it has bid already."""
    for _ in range(6):
        style = rng.choices(STYLES, belief)[0]
        limit = int(usual * exp(style + rng.gauss(0, WHIM)) + 0.5)
        if limit >= stake:
            return min(limit, purse)
    # It surprises: it may go a little further still.
    return min(purse, stake + int(rng.expovariate(0.7)))


def play_out(auction: Auction, first: int | None, limits: Sequence[int]) -> list[tuple[int, int, int | None]]:
    """Seat, coins lost and house of everyone still in, when all raise as little as they can up to their limits.

    `first` is the bid of the seat whose turn it is; None passes.
    """
    rules = auction.rules
    minimum, refund = MINIMUM_BIDS[rules.raising], REFUNDS[rules.refund]
    queue, stakes, highest = list(auction.queue), list(auction.stakes), auction.highest
    houses = list(auction.houses)
    taken: list[tuple[int, int, int | None]] = []
    forced = True
    while len(queue) > 1:
        seat = queue.pop(0)
        if forced:
            bid = first
            forced = False
        else:
            lowest = minimum(highest, stakes[seat])
            bid = lowest if lowest <= limits[seat] else None
        if bid is not None:
            stakes[seat] = highest = bid
            queue.append(seat)
        elif len(queue) + 1 > len(houses):
            taken.append((seat, 0, None))
        else:
            taken.append((seat, stakes[seat] - refund(stakes[seat]), houses.pop(0)))
    taken.append((queue[0], stakes[queue[0]], houses[0]))
    return taken


def coin_worth(rules: ForSaleRules, coins: float, rounds_left: int) -> float:
    """What coins are worth when so many rounds are to come: one each, and more while they can still buy."""
    if not rounds_left:
        return coins
    usual = rounds_left * rules.coins / rules.buying_rounds
    return coins + COIN_POWER * usual * (1 - exp(-coins / usual))


def weigh_bids(
    seen: ForSaleObservation, counted: Count, rng: Random, *, samples: int
) -> dict[int | None, tuple[float, int]]:
    """Per candidate (a bid, or None for the pass): the chance to win, and the limit that goes with it."""
    rules, me = seen.rules, seen.queue[0]
    auction = Auction(rules, seen.queue, seen.bids, seen.highest, seen.houses)
    draws = _draw_limits(seen, counted, rng, samples)
    rounds_left = seen.rounds - seen.round
    asked = seen.bidding
    assert asked is not None
    results: dict[int | None, tuple[float, int]] = {
        None: (_mean_share(auction, counted, draws, first=None, limit=0, rounds_left=rounds_left), 0)
    }
    if asked.minimum is None or asked.maximum is None:
        return results
    ceiling = min(asked.maximum, max(max(limits[seat] for seat in seen.queue if seat != me) for limits in draws) + 1)
    for bid in (asked.minimum, asked.minimum + 1):
        if bid > asked.maximum:
            continue
        limits = range(bid, max(bid, ceiling) + 1, 1 + max(0, ceiling - bid) // 10)
        results[bid] = max(
            (_mean_share(auction, counted, draws, first=bid, limit=limit, rounds_left=rounds_left), limit)
            for limit in limits
        )
    return results


def _draw_limits(seen: ForSaleObservation, counted: Count, rng: Random, samples: int) -> list[list[int]]:
    rules, me = seen.rules, seen.queue[0]
    now = counted.rounds[-1]
    rounds_left = seen.rounds - seen.round + 1
    draws = [[0] * rules.seats for _ in range(samples)]
    for seat in seen.queue:
        if seat != me:
            belief = styles(rules, counted.rounds[:-1], seat)
            usual = usual_limit(rules, now.houses, max(1, counted.purses[seat]), rounds_left)
            for limits in draws:
                limits[seat] = draw_limit(usual, belief, seen.bids[seat], counted.purses[seat], rng)
    return draws


def _mean_share(
    auction: Auction,
    counted: Count,
    draws: Sequence[list[int]],
    *,
    first: int | None,
    limit: int,
    rounds_left: int,
) -> float:
    rules, me = auction.rules, auction.queue[0]
    values = house_values(rules)
    held = [sum(values[house] for house in hand) for hand in counted.hands]
    doubt = DOUBT_NOW + DOUBT_LATER * sqrt(rounds_left / rules.buying_rounds)
    total = 0.0
    for limits in draws:
        limits[me] = limit
        worth, purses = list(held), list(counted.purses)
        for seat, lost, house in play_out(auction, first, limits):
            purses[seat] -= lost
            if house is not None:
                worth[seat] += values[house]
        for seat, coins in enumerate(purses):
            worth[seat] += coin_worth(rules, coins, rounds_left)
        total += chance_to_win(worth, me, doubt)
    return total / len(draws)
