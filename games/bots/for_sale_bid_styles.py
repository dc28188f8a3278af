"""How far rivals go in an auction of For Sale, judged by where they passed and what they paid so far."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from math import erf, exp, log, sqrt

from games.bots.for_sale_counting import RoundSeen, house_values
from games.engine.for_sale import ForSaleRules

STYLES = tuple(-1.8 + 0.3 * step for step in range(11))
"""How far a player goes against the usual, as a logarithm: from a sixth to three and a half times."""
PRIOR = tuple(exp(-((style + 0.1) ** 2) / (2 * 0.5**2)) for style in STYLES)
"""How common the styles are."""
WHIM = 0.45
"""How much one player's limit varies from round to round, as a logarithm."""
STRANGE = 0.02
"""How likely a pass or a bid is that fits no style."""
NEGLIGIBLE = 1e-3
LOGARITHMS = tuple(log(limit + 0.5) for limit in range(64))
"""Of the border between each limit and the next."""
SPREAD_PART = 0.3
"""Coins that a player usually pays per unit by which the best house is worth more than the worst."""
PURSE_PART = 0.6
"""What part of an even share of its purse it usually pays besides."""


def usual_limit(rules: ForSaleRules, houses: Sequence[int], purse: int, rounds_left: int) -> float:
    """What a player in general may be ready to pay: more where the houses differ, and where the purse is full."""
    return usual_for(spread_of(rules, houses), purse, rounds_left)


def spread_of(rules: ForSaleRules, houses: Sequence[int]) -> float:
    """How much more the best house is worth than the worst that can happen."""
    values = house_values(rules)
    # In a short round the worst that can happen is no house at all.
    return values[houses[-1]] - (values[houses[0]] if len(houses) == rules.seats else 0)


def usual_for(spread: float, purse: int, rounds_left: int) -> float:
    """The same for houses that differ by so much."""
    return max(1.0, min(purse, SPREAD_PART * spread + PURSE_PART * purse / rounds_left))


def belief(rules: ForSaleRules, rounds: Sequence[RoundSeen], seat: int) -> list[float]:
    """How likely each style is, by the seat's passes and purchases in these rounds."""
    found = list(PRIOR)
    for number, seen in enumerate(rounds):
        low, high = _shown(seen, seat)
        if high is not None and high > seen.purses[seat]:
            high = None  # it could not go on: that says nothing of its will
        if low or high is not None:
            usual = usual_limit(rules, seen.houses, max(1, seen.purses[seat]), rules.buying_rounds - number)
            for at, style in enumerate(STYLES):
                found[at] *= STRANGE + _chance_between(usual, style, low, high)
    total = sum(found)
    return [part / total for part in found]


def limits_evenly(usual: float, believed: Sequence[float], stake: int, purse: int, number: int) -> list[int]:
    """So many limits in the seat's style, not below what it has bid already: evenly over all that is likely."""
    chances = limit_chances(usual, believed, stake, purse)
    step = sum(chances) / number
    found, limit, below = [], stake, chances[0]
    for at in range(number):
        while below < (at + 0.5) * step and limit < purse:
            limit += 1
            below += chances[limit - stake]
        found.append(limit)
    return found


def limit_chances(usual: float, believed: Sequence[float], stake: int, purse: int) -> list[float]:
    """From the stake to the purse: how likely each limit is. They need not come to 1."""
    middles = [(log(usual) + style, part) for style, part in zip(STYLES, believed, strict=True) if part > NEGLIGIBLE]
    reached = [
        sum([part * _below((LOGARITHMS[limit] - middle) / WHIM) for middle, part in middles])
        for limit in range(max(0, stake - 1), purse)
    ]
    if not stake:
        reached.insert(0, 0.0)
    reached.append(1.0)
    # Whoever is beyond all that was likely may still go a little further.
    return [high - low + STRANGE * 0.5 ** (place + 1) for place, (low, high) in enumerate(pairwise(reached))]


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
