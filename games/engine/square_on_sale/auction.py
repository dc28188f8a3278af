"""Step 3 of a turn: bid for a space, or collect from the edges (SQ-10 to SQ-12)."""

from __future__ import annotations

from games.engine.contract import SeatNo
from games.engine.faults import IllegalMove
from games.engine.square_on_sale.board import EDGES, SPACES
from games.engine.square_on_sale.draft import Draft
from games.engine.square_on_sale.events import BidMade, EdgesCollected
from games.engine.square_on_sale.faults import SquareFault
from games.engine.square_on_sale.moves import COLLECT, Bid, Collect, bids_up_to
from games.engine.square_on_sale.state import RunningBid, Table, running_bid

NEW_DIE = 2
"""The face of a die that begins an auction."""


def minimum_bid(running: RunningBid | None, seat: SeatNo) -> int | None:
    """SQ-10: one chip, or one more than the running bid; None where the seat's own bid is running."""
    if running is None:
        return 1
    return None if running.seat == seat else running.amount + 1


def bid_range(table: Table, seat: SeatNo, space: int) -> tuple[int, int] | None:
    """The lowest and the highest bid that the seat can make for the space, if any."""
    lowest, chips = minimum_bid(table.bids[space], seat), table.chips[seat]
    return None if lowest is None or lowest > chips else (lowest, chips)


def check_bid(table: Table, seat: SeatNo, space: int, amount: int) -> None:
    """SQ-10: higher than the running bid, out of the chips in hand, not over one's own bid."""
    running = table.bids[space]
    lowest, chips = minimum_bid(running, seat), table.chips[seat]
    if type(amount) is not int:  # not isinstance: True is no number of chips
        raise IllegalMove(SquareFault.NOT_A_NUMBER, field="amount")
    if lowest is None:
        own = running.amount if running else 0
        raise IllegalMove(SquareFault.OWN_BID_RUNNING, space=SPACES[space], amount=own)
    if amount < lowest:
        raise IllegalMove(SquareFault.BID_TOO_LOW, space=SPACES[space], amount=amount, minimum=lowest, chips=chips)
    if amount > chips:
        raise IllegalMove(SquareFault.NOT_ENOUGH_CHIPS, space=SPACES[space], amount=amount, minimum=lowest, chips=chips)


def legal_actions(table: Table, seat: SeatNo) -> list[Bid | Collect]:
    """Every bid in board order, then the collect."""
    moves: list[Bid | Collect] = []
    for running, bids in zip(table.bids, bids_up_to(table.chips[seat]), strict=True):
        if running is None:
            moves += bids
        elif running.seat != seat:
            moves += bids[running.amount :]
    moves.append(COLLECT)
    return moves


def bid(draft: Draft, space: int, amount: int) -> None:
    """SQ-10: the chips go under the die; whoever was outbid gets theirs back, and the die keeps its face."""
    seat, running = draft.seat, draft.bids[space]
    draft.chips[seat] -= amount
    draft.collects = 0
    if running is None:
        draft.dice_pool -= 1
        draft.bids[space] = running_bid(seat, amount, NEW_DIE)
        draft.events.append(BidMade(seat, SPACES[space], amount, NEW_DIE, None, 0))
    else:
        draft.chips[running.seat] += running.amount
        draft.bids[space] = running_bid(seat, amount, running.die)
        draft.events.append(BidMade(seat, SPACES[space], amount, running.die, running.seat, running.amount))


def collect(draft: Draft, *, forced: bool) -> None:
    """SQ-12: one chip back from each edge space with paid chips; nothing comes back from corners."""
    draft.collects += 1
    draft.events.append(EdgesCollected(draft.seat, draft.take_back(EDGES), forced))
