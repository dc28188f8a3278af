"""What each house was bought and sold for, from the events of a game: for statistics and the story, not for rules."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.contract import Event, SeatNo, Trade
from games.engine.for_sale.events import (
    BidPlaced,
    ChequesRevealed,
    HouseSealed,
    LastBuyer,
    RestTaken,
    SaleRevealed,
    SeatPassed,
)


def trades_of(events: Sequence[Event]) -> tuple[Trade, ...]:
    """One trade per house, in the order of buying; a house not sold yet has earned nothing."""
    bought: dict[int, tuple[SeatNo, int, int]] = {}
    sold: dict[int, tuple[int, int]] = {}
    sale_round = 0
    for event in events:
        match event:
            case BidPlaced() | HouseSealed():  # by far the most
                pass
            case SeatPassed(number, seat, stake, refund, int(house)):
                bought[house] = (seat, stake - refund, number)
            case LastBuyer(number, seat, stake, house):
                bought[house] = (seat, stake, number)
            case ChequesRevealed(number):
                sale_round = number
            case SaleRevealed(number, results):
                sold.update({sale.house: (sale.cheque, number) for sale in results})
            case RestTaken(_, houses, cheques):
                sold.update(zip(houses, [(cheque, sale_round + 1) for cheque in cheques], strict=True))
    return tuple(
        [Trade(seat, str(house), *purchase, *sold.get(house, ())) for house, (seat, *purchase) in bought.items()]
    )
