"""What things are worth on the board of Square on Sale, quickly: the search asks thousands of times a move."""

from __future__ import annotations

from functools import lru_cache
from math import exp
from typing import NamedTuple

from games.engine import SeatNo
from games.engine.square_on_sale import SPACES, ZONES, RunningBid, SquareState, Table, Zone, bracketed

INDEX = {name: at for at, name in enumerate(SPACES)}
EVERYWHERE = range(len(SPACES))

CHIP_PRICE = tuple({Zone.CENTRE: 0.35, Zone.EDGE: 0.6, Zone.CORNER: 1.0}[zone] for zone in ZONES)
"""What a chip spent there is worth in points: the harder it is to get back, the more."""
PRICED = tuple(enumerate(CHIP_PRICE))


@lru_cache(maxsize=4096)
def building(stacks: tuple[tuple[SeatNo, ...], ...], seat: SeatNo) -> tuple[float, ...]:
    """Per space: what the blocks that winning it puts are worth to the seat, beans aside.

    A block put is a point less to lose and a point of height; a rival's space comes with all its height, which the
    rival loses.
    """
    worth = [2.0 if not stack or stack[-1] == seat else 2.0 + 1.4 * len(stack) for stack in stacks]
    return tuple([worth[at] + sum([worth[between] for between in bracketed(stacks, seat, at)]) for at in EVERYWHERE])


class Tempting(NamedTuple):
    """A bid with what it seems to gain."""

    gain: float
    space: int
    amount: int


def tempting_bids(table: Table, seat: SeatNo) -> list[Tempting]:
    """Per space where the seat may bid: a sensible amount, and what it seems to gain."""
    chips = table.chips[seat]
    building_worth = building(table.stacks, seat)
    beans, bids = table.beans, table.bids
    found = []
    for at, price in PRICED:
        running = bids[at]
        worth = building_worth[at] + beans[at]
        if running is None:
            amount = min(chips, max(1, int(worth / price / 3)), 7)
            found.append(Tempting(0.6 * worth - price * amount, at, amount))
        elif running.seat != seat and running.amount < chips:
            amount = running.amount + 1
            found.append(Tempting((0.9 if running.die == 1 else 0.6) * worth - price * amount, at, amount))
    return found


def standing(state: SquareState) -> list[float]:
    """Per seat: points as the board lies, running bids as half won, chips for what they can still do."""
    table = state.table
    worth = [float(beans - blocks) for beans, blocks in zip(table.won, table.blocks, strict=True)]
    for stack in table.stacks:
        if stack:
            worth[stack[-1]] += len(stack)
    for at, bid in enumerate(table.bids):
        if bid is not None:
            worth[bid.seat] += (0.7 if bid.die == 1 else 0.45) * (
                building(table.stacks, bid.seat)[at] + table.beans[at]
            )
    for seat, chips in enumerate(table.chips):
        paid = table.paid[seat]
        centre = sum([paid[at] for at in CENTRE_SPACES])
        edges = sum([paid[at] for at in EDGE_SPACES])
        worth[seat] += 0.3 * chips + 0.2 * centre + 0.1 * edges
    return worth


CENTRE_SPACES = tuple(at for at in EVERYWHERE if ZONES[at] is Zone.CENTRE)
EDGE_SPACES = tuple(at for at in EVERYWHERE if ZONES[at] is Zone.EDGE)


def chance_to_win(points: list[float], seat: SeatNo, doubt: float) -> float:
    """A soft comparison of points: `doubt` is how far off they may be."""
    mine = points[seat]
    return 1 / sum([exp(min(60.0, (other - mine) / doubt)) for other in points])


def outbid(running: RunningBid | None) -> int:
    """The lowest bid there."""
    return 1 if running is None else running.amount + 1
