"""Step 4 of a turn: a bean from the pool onto an empty centre space (SQ-13)."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine.faults import IllegalMove
from games.engine.square_on_sale.board import CENTRE, SPACES, ZONES, Stack, Zone
from games.engine.square_on_sale.draft import Draft
from games.engine.square_on_sale.events import bean_put
from games.engine.square_on_sale.faults import SquareFault
from games.engine.square_on_sale.state import RunningBid, Table


def bean_spaces(stacks: Sequence[Stack], bids: Sequence[RunningBid | None]) -> tuple[int, ...]:
    """SQ-13: the centre spaces with neither blocks nor a running bid."""
    return tuple([at for at in CENTRE if not stacks[at] and bids[at] is None])


def check_bean(table: Table, space: int) -> None:
    """A bean goes onto the centre, where nothing is built and no bid is running (SQ-13)."""
    name, running = SPACES[space], table.bids[space]
    if ZONES[space] is not Zone.CENTRE:
        raise IllegalMove(SquareFault.BEAN_OUTSIDE_CENTRE, space=name)
    if table.stacks[space]:
        raise IllegalMove(SquareFault.BEAN_ON_BLOCKS, space=name, height=len(table.stacks[space]))
    if running is not None:
        raise IllegalMove(SquareFault.BEAN_UNDER_BID, space=name, amount=running.amount)


def put_bean(draft: Draft, space: int) -> None:
    """One bean from the pool to the space."""
    draft.bean_pool -= 1
    draft.beans[space] += 1
    draft.events.append(bean_put(draft.seat, SPACES[space], draft.beans[space]))
