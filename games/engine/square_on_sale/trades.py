"""Which space was won for how many chips, from the events of a game: for statistics and the story, not for rules."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.contract import Event, Trade
from games.engine.square_on_sale.events import SpaceWon, TurnBegan


def trades_of(events: Sequence[Event]) -> tuple[Trade, ...]:
    """One trade per space won (SQ-6); nothing is ever sold."""
    turn, found = 0, []
    for event in events:
        match event:
            case TurnBegan(turn=number):
                turn = number
            case SpaceWon(seat=seat, space=space, paid=paid):
                found.append(Trade(seat, space, paid, turn))
    return tuple(found)
