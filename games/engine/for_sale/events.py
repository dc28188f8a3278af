"""What happens in a game of For Sale, in the past tense. Who may know which part of it is said in `observation.py`."""

from __future__ import annotations

from dataclasses import dataclass

from games.engine.contract import Event, SeatNo
from games.engine.for_sale.state import Sale


@dataclass(frozen=True, slots=True)
class HousesRevealed(Event):
    """A buying round began; `houses` lowest first."""

    round: int
    first: SeatNo
    houses: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BidPlaced(Event):
    """`amount` is the seat's new total, `added` what it put there now."""

    round: int
    seat: SeatNo
    amount: int
    added: int


@dataclass(frozen=True, slots=True)
class SeatPassed(Event):
    """`house` is None for those who leave a short round empty (FS-30)."""

    round: int
    seat: SeatNo
    stake: int
    refund: int
    house: int | None


@dataclass(frozen=True, slots=True)
class LastBuyer(Event):
    """The last seat left in paid its whole stake (FS-10)."""

    round: int
    seat: SeatNo
    stake: int
    house: int


@dataclass(frozen=True, slots=True)
class ChequesRevealed(Event):
    """A selling round began; `cheques` highest first."""

    round: int
    cheques: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HouseSealed(Event):
    """`house` is None as told to the others."""

    round: int
    seat: SeatNo
    house: int | None


@dataclass(frozen=True, slots=True)
class SealReplaced(Event):
    """Told to its own seat alone (FS-14)."""

    round: int
    seat: SeatNo
    house: int


@dataclass(frozen=True, slots=True)
class SaleRevealed(Event):
    """All had sealed; `results` highest house first."""

    round: int
    results: tuple[Sale, ...]

    def reveals(self) -> int:
        """Each house meets its cheque."""
        return len(self.results)


@dataclass(frozen=True, slots=True)
class RestTaken(Event):
    """The only seat with houses took all remaining cheques (FS-34); both highest first."""

    seat: SeatNo
    houses: tuple[int, ...]
    cheques: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class GameEnded(Event):
    """All is opened."""

    coins: tuple[int, ...]
    cheques: tuple[tuple[int, ...], ...]
    totals: tuple[int, ...]
    ranks: tuple[int, ...]
    winners: tuple[SeatNo, ...]


EVENT_CLASSES = (
    HousesRevealed,
    BidPlaced,
    SeatPassed,
    LastBuyer,
    ChequesRevealed,
    HouseSealed,
    SealReplaced,
    SaleRevealed,
    RestTaken,
    GameEnded,
)
