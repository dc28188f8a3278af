"""Final money and ties."""

from __future__ import annotations

from games.engine.contract import Outcome, SeatNo
from games.engine.for_sale.events import GameEnded
from games.engine.for_sale.state import Over


def outcome(over: Over) -> Outcome:
    """Cheques plus coins; ties go to the most coins, then the victory is shared (FS-15)."""
    totals = tuple(sum(taken) + coins for taken, coins in zip(over.takings, over.coins, strict=True))
    merits = tuple(zip(totals, over.coins, strict=True))
    # A rank is one more than the number of seats that did better: 1, 2, 2, 4.
    ranks = tuple(1 + sum(other > merit for other in merits) for merit in merits)
    winners = tuple(SeatNo(seat) for seat, rank in enumerate(ranks) if rank == 1)
    return Outcome(totals, ranks, winners)


def game_ended(over: Over) -> GameEnded:
    """The end as an event."""
    result = outcome(over)
    return GameEnded(over.coins, over.takings, result.scores, result.ranks, result.winners)
