"""The wishes a seat can send. Spaces are named "a1" … "e5"."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import ClassVar

from games.engine.contract import Move
from games.engine.square_on_sale.board import SPACES


@dataclass(frozen=True, slots=True)
class Resolve(Move):
    """Resolve the die on this space first (SQ-5)."""

    name: ClassVar[str] = "resolve"
    space: str


@dataclass(frozen=True, slots=True)
class Bracket(Move):
    """Give this bracketed space the next block (SQ-8)."""

    name: ClassVar[str] = "bracket"
    space: str


@dataclass(frozen=True, slots=True)
class Bid(Move):
    """Bid this many chips for a space (SQ-10)."""

    name: ClassVar[str] = "bid"
    space: str
    amount: int


@dataclass(frozen=True, slots=True)
class Collect(Move):
    """Collect from the edges (SQ-12)."""

    name: ClassVar[str] = "collect"


@dataclass(frozen=True, slots=True)
class Bean(Move):
    """Put a bean on this space (SQ-13)."""

    name: ClassVar[str] = "bean"
    space: str


SquareMove = Resolve | Bracket | Bid | Collect | Bean

# Moves are values, so the ones that exist are made once: listing what is legal then only picks.
RESOLVES: tuple[Resolve, ...] = tuple(Resolve(space) for space in SPACES)
BRACKETS: tuple[Bracket, ...] = tuple(Bracket(space) for space in SPACES)
BEANS: tuple[Bean, ...] = tuple(Bean(space) for space in SPACES)
COLLECT = Collect()


@cache
def bids_up_to(chips: int) -> tuple[tuple[Bid, ...], ...]:
    """Per space the bids of 1 … chips."""
    return tuple(tuple(Bid(space, amount) for amount in range(1, chips + 1)) for space in SPACES)
