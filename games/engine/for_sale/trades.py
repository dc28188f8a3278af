"""What each house was bought and sold for, from the events of a game: for statistics and the story, not for rules."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games.engine.contract import Event, SeatNo, Trade
from games.engine.for_sale.events import ChequesRevealed, LastBuyer, RestTaken, SaleRevealed, SeatPassed


def trades_of(events: Sequence[Event]) -> tuple[Trade, ...]:
    """One trade per house, in the order of buying; a house not sold yet has earned nothing."""
    bought: dict[int, Trade] = {}
    sale_round = 0
    for event in events:
        match event:
            case SeatPassed(number, seat, stake, refund, int(house)):
                bought[house] = _purchase(seat, house, stake - refund, number)
            case LastBuyer(number, seat, stake, house):
                bought[house] = _purchase(seat, house, stake, number)
            case ChequesRevealed(number):
                sale_round = number
            case SaleRevealed(number, results):
                for sale in results:
                    bought[sale.house] = replace(bought[sale.house], earned=sale.cheque, sold=number)
            case RestTaken(_, houses, cheques):
                for house, cheque in zip(houses, cheques, strict=True):
                    bought[house] = replace(bought[house], earned=cheque, sold=sale_round + 1)
    return tuple(bought.values())


def _purchase(seat: SeatNo, house: int, paid: int, number: int) -> Trade:
    return Trade(seat, str(house), paid, number)
