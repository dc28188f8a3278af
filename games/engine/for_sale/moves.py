"""The three moves of For Sale. Equal moves may be one object: they are handed out from caches."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, lru_cache
from typing import ClassVar

from games.engine.contract import Move


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

seal_of = cache(Seal)


@lru_cache(maxsize=1024)
def turn_moves(minimum: int, maximum: int) -> tuple[Bid | Pass, ...]:
    """The pass, then every bid from `minimum` to `maximum`."""
    return (PASS, *(Bid(amount) for amount in range(minimum, maximum + 1)))
