"""The three moves of For Sale. Legal moves are handed out ready-made: a playout asks for millions of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from games.engine.contract import Move
from games.engine.for_sale.editions import BOXES


@dataclass(frozen=True, slots=True)
class Bid(Move):
    """Raise to `amount` coins in front of you, those already there included (FS-6)."""

    name: ClassVar[str] = "bid"
    amount: int


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Leave the auction with the lowest house on offer (FS-8)."""

    name: ClassVar[str] = "pass"


@dataclass(frozen=True, slots=True)
class Seal(Move):
    """Offer a house of your hand, face down (FS-13)."""

    name: ClassVar[str] = "seal"
    house: int


ForSaleMove = Bid | Pass | Seal

PASS = Pass()

SEALS: Mapping[int, Seal] = {house: Seal(house) for box in BOXES.values() for house in box.houses}


@lru_cache(maxsize=1024)
def turn_moves(minimum: int, maximum: int) -> tuple[Bid | Pass, ...]:
    """The pass, then every bid from `minimum` to `maximum`."""
    return (PASS, *(Bid(amount) for amount in range(minimum, maximum + 1)))
