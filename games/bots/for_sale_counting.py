"""Counting at a table of For Sale: everything here follows from what was told to everybody (FS-16).

Who paid what and took which house happens in the open, so purses, hands and takings of all can be counted.
"""

from __future__ import annotations

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


@dataclass(frozen=True, slots=True)
class SaleSeen:
    """A sale that is over: what was on offer, the hands before it, and who sealed what."""

    cheques: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    """Lowest first."""
    sealed: dict[int, int]
    """By seat."""
    to_come: tuple[int, ...]
    """Cheques not yet seen at that time, lowest first."""


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
    sales: list[SaleSeen]
    cheques_to_come: list[int]
    """Not on offer yet: in the deck or taken out; lowest first."""
    offered: tuple[int, ...] = ()
    """The latest cheques on offer."""


def count(seen: ForSaleObservation) -> Count:
    """Go through the history once."""
    rules = seen.rules
    hands: list[list[int]] = [[] for _ in range(rules.seats)]
    found = Count([rules.coins] * rules.seats, hands, [0] * rules.seats, [], [], sorted(rules.cheques))
    for event in seen.history:
        _note(found, event, rules)
    for hand in hands:
        hand.sort()
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
    elif isinstance(event, ChequesRevealed):
        found.offered = event.cheques
        for cheque in event.cheques:
            found.cheques_to_come.remove(cheque)
    elif isinstance(event, SaleRevealed):
        found.sales.append(
            SaleSeen(
                found.offered,
                tuple([tuple(sorted(hand)) for hand in found.hands]),
                {sale.seat: sale.house for sale in event.results},
                tuple(found.cheques_to_come),
            )
        )
        for seat, house, cheque in event.results:
            found.hands[seat].remove(house)
            found.takings[seat] += cheque


def _buy(found: Count, seat: int, cost: int, house: int | None) -> None:
    found.purses[seat] -= cost
    if house is not None:
        found.hands[seat].append(house)


STRETCH = 0.9
"""How much of the difference between two houses' ranks shows in the money: measured over whole hands."""


@lru_cache(maxsize=64)
def house_values(rules: ForSaleRules) -> dict[int, float]:
    """What a house adds to a hand: the cheque of its rank, drawn a little towards the middle."""
    cheques = sorted(rules.cheques)
    middle = sum(cheques) / len(cheques)
    return {house: middle + STRETCH * (cheque - middle) for house, cheque in zip(rules.houses, cheques, strict=True)}
