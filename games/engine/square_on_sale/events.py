"""What happened, step by step, in the order the pieces moved. Everybody is told everything (SQ-2)."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from games.engine.contract import Event, SeatNo
from games.engine.square_on_sale.state import End


@dataclass(frozen=True, slots=True)
class TurnBegan(Event):
    """A seat's turn began (SQ-3)."""

    turn: int
    seat: SeatNo


@dataclass(frozen=True, slots=True)
class CentreCollected(Event):
    """One chip came back from each of these centre spaces (SQ-4); not told where there was none."""

    seat: SeatNo
    spaces: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DieTurned(Event):
    """A die went from 2 to 1 (SQ-5)."""

    seat: SeatNo
    space: str


@dataclass(frozen=True, slots=True)
class SpaceWon(Event):
    """A die showing 1 went back to the pool and the bid was paid (SQ-6); the blocks follow, if there are any."""

    seat: SeatNo
    space: str
    paid: int
    beans: int
    """Beans taken from the space."""


@dataclass(frozen=True, slots=True)
class BlockPlaced(Event):
    """A block was put on the space won (SQ-6) or on a bracketed one (SQ-7)."""

    seat: SeatNo
    space: str
    height: int
    """Blocks on the space now."""
    bracket: bool


@dataclass(frozen=True, slots=True)
class BidMade(Event):
    """A bid began or took over an auction (SQ-10)."""

    seat: SeatNo
    space: str
    amount: int
    die: int
    """The face now showing."""
    returned_to: SeatNo | None
    """Who was outbid."""
    returned: int


@dataclass(frozen=True, slots=True)
class EdgesCollected(Event):
    """One chip came back from each of these edge spaces: the action of the turn (SQ-12)."""

    seat: SeatNo
    spaces: tuple[str, ...]
    forced: bool
    """No chips in hand, so nothing else was possible."""


@dataclass(frozen=True, slots=True)
class BeanPut(Event):
    """A bean of the pool was put on a centre space (SQ-13)."""

    seat: SeatNo
    space: str
    beans: int
    """Beans on the space now."""


@dataclass(frozen=True, slots=True)
class TurnEnded(Event):
    """A seat's turn was over."""

    turn: int
    seat: SeatNo
    collects: int
    """Turns in a row that collected."""


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """The game was over (SQ-14)."""

    end: End
    totals: tuple[int, ...]
    winners: tuple[SeatNo, ...]


# Events are values, and a search meets the same small ones over and over: a kept one costs a fifth of a new one.
turn_began = lru_cache(maxsize=4096)(TurnBegan)
die_turned = lru_cache(maxsize=4096)(DieTurned)
block_placed = lru_cache(maxsize=4096)(BlockPlaced)
bean_put = lru_cache(maxsize=4096)(BeanPut)
turn_ended = lru_cache(maxsize=4096)(TurnEnded)
