"""The state of a game of For Sale: the deal, which never changes, and one of three phases.

What changes with every move is kept in named tuples: they are as immutable as frozen dataclasses and a third of the
price to make. Each phase keeps apart what a single bid or seal leaves untouched (its `table`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from games.engine.contract import SeatNo
from games.engine.for_sale.editions import ForSaleRules


@cache
def clockwise(first: SeatNo, seats: int) -> tuple[SeatNo, ...]:
    """All seats in order of play."""
    return tuple(SeatNo((first + step) % seats) for step in range(seats))


@cache
def alone(seat: SeatNo) -> frozenset[SeatNo]:
    """The set of this one seat."""
    return frozenset((seat,))


@dataclass(frozen=True, slots=True)
class Deal:
    """What chance decided: both decks in drawing order, the cards taken out, and who begins (FS-4)."""

    rules: ForSaleRules
    first: SeatNo
    houses: tuple[int, ...]
    cheques: tuple[int, ...]
    houses_removed: tuple[int, ...]
    cheques_removed: tuple[int, ...]


class Purchase(NamedTuple):
    """How a seat left a buying round: a pass, or, last of the round, the one who stayed in."""

    seat: SeatNo
    stake: int
    refund: int
    house: int | None


class Sale(NamedTuple):
    """A house sold for a cheque."""

    seat: SeatNo
    house: int
    cheque: int


class BoughtRound(NamedTuple):
    """A finished buying round; the last purchase is that of the last buyer."""

    round: int
    purchases: tuple[Purchase, ...]


class SoldRound(NamedTuple):
    """A finished selling round, highest house first."""

    round: int
    sales: tuple[Sale, ...]


class Rest(NamedTuple):
    """What the only seat with houses took at once, both highest first (FS-34)."""

    seat: SeatNo
    houses: tuple[int, ...]
    cheques: tuple[int, ...]


class BuyingTable(NamedTuple):
    """What a bid leaves untouched."""

    round: int
    first: SeatNo
    drawn: int
    """Houses drawn from the deck so far."""
    houses: tuple[int, ...]
    """Still on offer, lowest first."""
    taken: tuple[Purchase, ...]
    """Who has passed in this round, in order."""
    purses: tuple[int, ...]
    """Coins that each seat owns, those in front of it included."""
    hands: tuple[tuple[int, ...], ...]
    """Houses of each seat, in the order they were bought."""
    previous: BoughtRound | None


class Buying(NamedTuple):
    """An auction in progress."""

    queue: tuple[SeatNo, ...]
    """Seats still in, in clockwise order from the one whose turn it is."""
    stakes: tuple[int, ...]
    """Coins in front of each seat; 0 for those who have not bid or have passed."""
    highest: int
    """The highest bid of the round so far, also when its bidder has passed since."""
    table: BuyingTable


class SellingTable(NamedTuple):
    """What a seal leaves untouched."""

    round: int
    drawn: int
    """Cheques drawn from the deck so far."""
    cheques: tuple[int, ...]
    """On offer, highest first."""
    coins: tuple[int, ...]
    hands: tuple[tuple[int, ...], ...]
    """Houses of each seat, lowest first, a sealed one included."""
    takings: tuple[tuple[int, ...], ...]
    """Cheques of each seat, in the order they were taken."""
    previous: BoughtRound | SoldRound


class Selling(NamedTuple):
    """A sealed sale in progress."""

    waiting: frozenset[SeatNo]
    """Seats that have yet to seal."""
    sealed: tuple[int | None, ...]
    """The house each seat has sealed."""
    table: SellingTable


class Over(NamedTuple):
    """All houses are sold."""

    round: int
    """The last selling round that was played."""
    coins: tuple[int, ...]
    takings: tuple[tuple[int, ...], ...]
    rest: Rest | None
    previous: BoughtRound | SoldRound


Phase = Buying | Selling | Over


class ForSaleState(NamedTuple):
    """One game of For Sale at one moment."""

    deal: Deal
    phase: Phase
    decision: int
    """The number of the question now put: it grows with each turn of an auction and with each sealed sale."""

    @property
    def round(self) -> int:
        """The number of the round within its phase."""
        return self.phase.round if isinstance(self.phase, Over) else self.phase.table.round


STATE_CLASSES = (
    Deal,
    Purchase,
    Sale,
    BoughtRound,
    SoldRound,
    Rest,
    BuyingTable,
    Buying,
    SellingTable,
    Selling,
    Over,
    ForSaleState,
)
