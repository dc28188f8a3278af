"""What scripts may animate and sound in For Sale, by event. A seal's house is in none: it is still secret."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from games.engine import Event
from games.engine.for_sale.events import (
    BidPlaced,
    ChequesRevealed,
    GameEnded,
    HouseSealed,
    HousesRevealed,
    LastBuyer,
    RestTaken,
    SaleRevealed,
    SealReplaced,
    SeatPassed,
)

Cue = Mapping[str, Any]


def dealt(event: HousesRevealed) -> Cue:
    return {"cue": "deal", "round": event.round, "houses": event.houses, "first": event.first}


def bid(event: BidPlaced) -> Cue:
    return {"cue": "bid", "seat": event.seat, "amount": event.amount, "added": event.added}


def passed(event: SeatPassed) -> Cue:
    lost = event.stake - event.refund
    return {"cue": "pass", "seat": event.seat, "house": event.house, "back": event.refund, "lost": lost}


def bought(event: LastBuyer) -> Cue:
    return {"cue": "buy", "seat": event.seat, "house": event.house, "paid": event.stake}


def cheques(event: ChequesRevealed) -> Cue:
    return {"cue": "cheques", "round": event.round, "cheques": event.cheques}


def sealed(event: HouseSealed) -> Cue:
    return {"cue": "seal", "seat": event.seat}


def sealed_again(event: SealReplaced) -> Cue:
    return {"cue": "reseal", "seat": event.seat}


def revealed(event: SaleRevealed) -> Cue:
    return {"cue": "reveal", "round": event.round, "sales": event.results}


def rest(event: RestTaken) -> Cue:
    return {"cue": "rest", "seat": event.seat, "houses": event.houses, "cheques": event.cheques}


def ended(event: GameEnded) -> Cue:
    return {"cue": "result", "winners": event.winners, "ranks": event.ranks}


CUES: Mapping[type[Event], Callable[[Any], Cue]] = {
    HousesRevealed: dealt,
    BidPlaced: bid,
    SeatPassed: passed,
    LastBuyer: bought,
    ChequesRevealed: cheques,
    HouseSealed: sealed,
    SealReplaced: sealed_again,
    SaleRevealed: revealed,
    RestTaken: rest,
    GameEnded: ended,
}


def cue(event: Event) -> Cue | None:
    """The cue of an event told to the viewer."""
    make = CUES.get(type(event))
    return None if make is None else make(event)
