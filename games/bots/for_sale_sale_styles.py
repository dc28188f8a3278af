"""Ways people choose the house to seal, and which of them a rival seems to follow by what it has sealed so far."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence
from functools import lru_cache
from math import comb, exp

from games.bots.for_sale_counting import SaleSeen

Lot = Sequence[int]
"""Cheques on offer, highest first."""

BLUR = 0.16
"""How exactly a style is followed, as a part of the hand."""
STRANGE = 0.03
"""How likely a choice is that fits no style."""


def by_spread(lot: Lot, top: int, ladder: Sequence[int]) -> float:
    """High houses where the cheques differ and the best one is high."""
    return (0.6 * (lot[0] - lot[-1]) + 0.4 * lot[0]) / top


def by_mean(lot: Lot, top: int, ladder: Sequence[int]) -> float:
    """A house of the rank of the mean cheque."""
    return bisect_left(ladder, sum(lot) / len(lot)) / len(ladder)


def by_lowest(lot: Lot, top: int, ladder: Sequence[int]) -> float:
    """Low houses where even the lowest cheque is good."""
    return 1 - lot[-1] / top


def by_highest(lot: Lot, top: int, ladder: Sequence[int]) -> float:
    """High houses where the best cheque is high."""
    return lot[0] / top


def by_gap(lot: Lot, top: int, ladder: Sequence[int]) -> float:
    """Between the last two."""
    return 0.5 + (lot[0] - 1.6 * lot[-1]) / top


def always_high(lot: Lot, top: int, ladder: Sequence[int]) -> float:
    """The best house first."""
    return 1.0


Style = Callable[[Lot, int, Sequence[int]], float]
"""Where in the hand, from 0 (lowest) to 1 (highest), the house is taken: by the lot, the highest cheque there is,
and all cheques of the box."""

STYLES: tuple[Style, ...] = (by_spread, by_mean, by_lowest, by_highest, by_gap, always_high)
CALCULATING = len(STYLES)
WHIMSICAL = CALCULATING + 1
PRIOR = (0.25, 0.08, 0.08, 0.08, 0.09, 0.05, 0.25, 0.12)
"""How common the styles are, then those who calculate, and those who follow no rule."""


@lru_cache(maxsize=4096)
def around(place: int, size: int) -> tuple[float, ...]:
    """How likely each house of a hand is for somebody who aims at this place (in hundredths)."""
    wanted = min(1.0, max(0.0, place / 100))
    weights = [exp(-(((at + 0.5) / size - wanted) ** 2) / (2 * BLUR**2)) for at in range(size)]
    total = sum(weights)
    return tuple(weight / total for weight in weights)


def calculated(lot: Lot, hand: Sequence[int], rivals: Sequence[int], to_come: Sequence[int]) -> list[float]:
    """The choice of somebody who takes each rival's house to be any of those left."""
    others, top = len(lot) - 1, len(to_come) - 1
    gains = []
    for house in hand:
        rank = bisect_left(rivals, house) / max(1, len(rivals))
        fetched = sum(
            [comb(others, up) * (1 - rank) ** up * rank ** (others - up) * cheque for up, cheque in enumerate(lot)]
        )
        gains.append(fetched - (to_come[min(int(rank * len(to_come)), top)] if to_come else 0))
    best = max(gains)
    weights = [exp((gain - best) / 1.2) for gain in gains]
    total = sum(weights)
    return [weight / total for weight in weights]


class Watcher:
    """Looks at all seats of one table."""

    def __init__(self, ladder: Sequence[int]) -> None:
        self.ladder = ladder
        self.top = max(ladder)

    def places(self, lot: Lot) -> list[float]:
        """Where in the hand each of the styles would take its house."""
        return [style(lot, self.top, self.ladder) for style in STYLES]

    def choices(self, sale: SaleSeen, seat: int) -> list[Sequence[float]]:
        """Per way of choosing: how likely each house of the seat's hand is."""
        hand = sale.hands[seat]
        size = len(hand)
        rivals = sorted([house for other, row in enumerate(sale.hands) if other != seat for house in row])
        found: list[Sequence[float]] = [around(int(100 * place), size) for place in self.places(sale.cheques)]
        found.append(calculated(sale.cheques, hand, rivals, sale.to_come))
        found.append([1 / size] * size)
        return found

    def belief(self, sales: Sequence[SaleSeen], seat: int) -> list[float]:
        """How likely the seat follows each way, by what it has sealed."""
        belief = list(PRIOR)
        for sale in sales:
            hand = sale.hands[seat]
            if len(hand) > 1:
                at = hand.index(sale.sealed[seat])
                for way, chances in enumerate(self.choices(sale, seat)):
                    belief[way] *= STRANGE + chances[at]
        total = sum(belief)
        return [part / total for part in belief]
