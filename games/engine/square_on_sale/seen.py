"""The pieces of an observation as screens and bots read them: spaces, seats, bids and wins, by name. No rules."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.contract import SeatNo
from games.engine.square_on_sale.board import Zone
from games.engine.square_on_sale.scoring import Score


@dataclass(frozen=True, slots=True)
class BidOffer:
    """The bids that the viewer may make for a space now."""

    space: str
    minimum: int
    maximum: int


@dataclass(frozen=True, slots=True)
class Claim:
    """A running bid and when it wins if nobody bids higher."""

    space: str
    seat: SeatNo
    amount: int
    die: int
    wins_on_turn: int
    """The number of the turn at whose start it wins."""
    own_turns: int
    """How many turns of the bidder begin until then: 1 for the next one, 0 for the one now running."""
    outbid_at: int
    """The lowest bid that takes it over."""


@dataclass(frozen=True, slots=True)
class SpaceSeen:
    """One space of the board."""

    name: str
    zone: Zone
    owner: SeatNo | None
    stack: tuple[SeatNo, ...]
    """Blocks by colour, bottom to top."""
    beans: int
    claim: Claim | None
    paid: tuple[int, ...]
    """Per seat: paid chips still lying here."""
    brackets: tuple[tuple[str, ...], ...]
    """Per seat: the spaces that winning this one would bracket as the board stands (SQ-7)."""
    offer: BidOffer | None
    """What the viewer may bid here now, if it is the viewer's turn to act."""
    takes_bean: bool
    """Whether a bean could be put here (SQ-13)."""

    @property
    def height(self) -> int:
        """Blocks on the space: what it is worth."""
        return len(self.stack)


@dataclass(frozen=True, slots=True)
class SeatSeen:
    """What one seat holds, and where its chips are."""

    seat: SeatNo
    chips: int
    """In hand."""
    bidding: int
    """In running bids."""
    from_centre: int
    """Paid on the centre: one per space comes back every turn."""
    from_edges: int
    """Paid on the edges: one per space comes back with every collect."""
    lost: int
    """Paid on corners."""
    next_centre: int
    """Chips that come back by themselves at the start of the next turn, as the board stands."""
    next_edges: int
    """Chips that a collect would bring back now."""
    blocks: int
    beans: int
    points: Score
    """As the board stands."""


@dataclass(frozen=True, slots=True)
class WinSeen:
    """What winning a space does: where the blocks go, and what is left to choose if they run short."""

    space: str
    beans: int
    placed: tuple[str, ...]
    """In order, the new space first; empty without blocks."""
    choices: tuple[str, ...]
    """Bracketed spaces of which `choose` get a block (SQ-8); empty where there is no choice."""
    choose: int


@dataclass(frozen=True, slots=True)
class OrderSeen:
    """One answer to "which die first?", and what comes of it."""

    first: str
    wins: tuple[WinSeen, ...]
