"""Counting at a table of For Sale: everything here follows from what was told to everybody (FS-16).

Who paid what and took which house happens in the open, so purses, hands and takings of all can be counted.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from dataclasses import dataclass, field
from functools import lru_cache

from games.engine import Event
from games.engine.for_sale import (
    MINIMUM_BIDS,
    BidPlaced,
    ChequesRevealed,
    ForSaleObservation,
    ForSaleRules,
    HousesRevealed,
    LastBuyer,
    SaleRevealed,
    SeatPassed,
)


@dataclass(slots=True)
class RoundSeen:
    """A buying round as anybody could note it down."""

    houses: tuple[int, ...]
    purses: tuple[int, ...]
    """Coins of each seat when it began."""
    exits: list[tuple[int, int, int]] = field(default_factory=list)
    """Per pass: seat, its stake, and the lowest bid it refused to make."""
    last: tuple[int, int] | None = None
    """Who stayed in, and the stake."""
    highest: int = 0


@dataclass(slots=True)
class Count:
    """What every seat holds, and what is still to come."""

    purses: list[int]
    """Coins, those in front of a seat included."""
    hands: list[list[int]]
    takings: list[int]
    """Sum of cheques."""
    rounds: list[RoundSeen]
    """Buying rounds, the running one last."""
    cheques_to_come: list[int]
    """Not on offer yet: in the deck or taken out; lowest first."""


def count(seen: ForSaleObservation) -> Count:
    """Go through the history once."""
    rules = seen.rules
    found = Count([rules.coins] * rules.seats, [[] for _ in range(rules.seats)], [0] * rules.seats, [], [])
    shown: Counter[int] = Counter()
    for event in seen.history:
        if isinstance(event, ChequesRevealed):
            shown.update(event.cheques)
        else:
            _note(found, event, rules)
    found.cheques_to_come = sorted((Counter(rules.cheques) - shown).elements())
    return found


def _note(found: Count, event: Event, rules: ForSaleRules) -> None:
    if isinstance(event, BidPlaced):
        found.rounds[-1].highest = event.amount
    elif isinstance(event, SeatPassed):
        now = found.rounds[-1]
        refused = MINIMUM_BIDS[rules.raising](now.highest, event.stake)
        now.exits.append((event.seat, event.stake, refused))
        _buy(found, event.seat, event.stake - event.refund, event.house)
    elif isinstance(event, LastBuyer):
        found.rounds[-1].last = (event.seat, event.stake)
        _buy(found, event.seat, event.stake, event.house)
    elif isinstance(event, HousesRevealed):
        found.rounds.append(RoundSeen(event.houses, tuple(found.purses)))
    elif isinstance(event, SaleRevealed):
        for seat, house, cheque in event.results:
            found.hands[seat].remove(house)
            found.takings[seat] += cheque


def _buy(found: Count, seat: int, cost: int, house: int | None) -> None:
    found.purses[seat] -= cost
    if house is not None:
        found.hands[seat].append(house)


@lru_cache(maxsize=64)
def house_values(rules: ForSaleRules) -> dict[int, float]:
    """What a house may be expected to fetch: the cheque of its rank, drawn a little towards the middle."""
    cheques = sorted(rules.cheques)
    middle = sum(cheques) / len(cheques)
    return {house: 0.9 * cheque + 0.1 * middle for house, cheque in zip(rules.houses, cheques, strict=True)}


def fetching(houses: list[int], cheques: list[int]) -> dict[int, float]:
    """What each of these houses may fetch in sales of these cheques: the cheque at the same height of its row."""
    if not cheques:
        return dict.fromkeys(houses, 0.0)
    ordered, top = sorted(houses), len(cheques) - 1
    fetched = {}
    for rank, house in enumerate(ordered):
        place = (rank + 0.5) / len(ordered) * len(cheques) - 0.5
        below = min(max(int(place), 0), top)
        above = min(below + 1, top)
        part = min(max(place - below, 0.0), 1.0)
        fetched[house] = cheques[below] * (1 - part) + cheques[above] * part
    return fetched


def rank_below(ordered: list[int], house: int) -> int:
    """How many of these are lower."""
    return bisect_left(ordered, house)
