"""Why the sharp player of Square on Sale makes a move, as a code with facts."""

from __future__ import annotations

from collections.abc import Mapping

from games.bots.square_on_sale_worth import INDEX
from games.engine import SeatNo
from games.engine.square_on_sale import (
    Bean,
    Bid,
    Bracket,
    Collect,
    Resolve,
    SquareMove,
    SquareObservation,
)

CODES = (
    "brackets",
    "takes_over",
    "beans",
    "points",
    "no_chips_to_spare",
    "chips_back",
    "waits",
    "bean_for_me",
    "bean_least_harm",
    "order_gains",
    "highest_stack",
    "best_bracket",
)

FEW_CHIPS = 5

Reason = tuple[str, Mapping[str, int | str]]


def reason(seen: SquareObservation, move: SquareMove) -> Reason:
    """The one thing that speaks most for the move."""
    match move:
        case Bid(space=space, amount=amount):
            return _why_bid(seen, space, amount)
        case Collect():
            return _why_collect(seen)
        case Bean(space=space):
            return _why_bean(seen, space)
        case Resolve(space=space):
            order = next(order for order in seen.orders if order.first == space)
            return "order_gains", {"space": space, "blocks": sum(len(win.placed) + win.choose for win in order.wins)}
        case Bracket(space=space):
            height = len(seen.table.stacks[INDEX[space]])
            highest = max(len(seen.table.stacks[INDEX[other]]) for other in seen.bracket_spaces)
            return ("highest_stack" if height == highest else "best_bracket"), {"space": space, "height": height}


def _why_collect(seen: SquareObservation) -> Reason:
    chips, back = seen.table.chips[seen.seat], len(seen.collectable)
    if not back:
        return "waits", {}
    return ("no_chips_to_spare" if chips <= FEW_CHIPS else "chips_back"), {"chips": chips, "back": back}


def _why_bean(seen: SquareObservation, space: str) -> Reason:
    """A bean makes a space dearer to whoever wins it."""
    mine, *others = (
        points_won(seen, seat, space)
        for seat in sorted(map(SeatNo, range(seen.rules.seats)), key=lambda seat: seat != seen.seat)
    )
    return ("bean_for_me" if mine >= max(others) else "bean_least_harm"), {"space": space, "gain": mine}


def _why_bid(seen: SquareObservation, space: str, amount: int) -> Reason:
    at = INDEX[space]
    running = seen.table.bids[at]
    between = seen.would_bracket(seen.seat, space)
    facts: dict[str, int | str] = {"space": space, "amount": amount, "gain": points_won(seen, seen.seat, space)}
    if between:
        return "brackets", {**facts, "spaces": len(between)}
    if running is not None:
        return "takes_over", {**facts, "seat": running.seat}
    if seen.table.beans[at] > 1:
        return "beans", {**facts, "beans": seen.table.beans[at]}
    return "points", facts


def points_won(seen: SquareObservation, seat: SeatNo, space: str) -> int:
    """Points that winning the space as the board stands brings the seat: heights, beans and blocks got rid of."""
    stacks = seen.table.stacks
    placed = [space, *seen.would_bracket(seat, space)][: seen.table.blocks[seat]]
    gain = seen.table.beans[INDEX[space]]
    for name in placed:
        stack = stacks[INDEX[name]]
        # A block put is a point of height and one less to lose; a rival's space comes with its height.
        gain += 2 + (len(stack) if stack and stack[-1] != seat else 0)
    return gain
