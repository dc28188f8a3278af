"""Step 2 of a turn: dice are turned, spaces won, blocks put and rivals bracketed (SQ-5 to SQ-9)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations

from games.engine.contract import SeatNo
from games.engine.faults import IllegalMove
from games.engine.square_on_sale.board import SPACES, Stack, bracketed
from games.engine.square_on_sale.draft import Draft
from games.engine.square_on_sale.events import SpaceWon, block_placed, die_turned
from games.engine.square_on_sale.faults import SquareFault
from games.engine.square_on_sale.state import Bracketing, Resolving, running_bid


@dataclass(frozen=True, slots=True)
class Win:
    """Where the blocks go when a space is won: on `placed`, then on `choose` of the `choices` if blocks run short."""

    space: int
    placed: tuple[int, ...]
    choices: tuple[int, ...] = ()
    choose: int = 0


def win(stacks: Sequence[Stack], seat: SeatNo, space: int, blocks: int) -> Win:
    """SQ-6 to SQ-8: the new space first, then the bracketed ones as far as the blocks go."""
    if not blocks:
        return Win(space, ())
    between = bracketed(stacks, seat, space)
    left = blocks - 1
    if left >= len(between) or not left:
        return Win(space, (space, *between[:left]))
    return Win(space, (space,), between, left)


def wins(stacks: Sequence[Stack], seat: SeatNo, order: Sequence[int], blocks: int) -> tuple[Win, ...]:
    """The wins of several dice one after another; a win that leaves a choice also takes the last block."""
    tops = list(stacks)
    found = []
    for space in order:
        won = win(tops, seat, space, blocks)
        blocks -= len(won.placed) + won.choose
        for at in won.placed:
            tops[at] = (seat,)  # only the top colour counts for what follows
        found.append(won)
    return tuple(found)


def _endings(found: Sequence[Win]) -> Iterator[tuple[int, ...]]:
    """Every set of places that the blocks can end up on. (At most one of the wins leaves a choice.)"""
    sure = [at for won in found for at in won.placed]
    chosen = next((won for won in found if won.choose), None)
    for extra in combinations(chosen.choices, chosen.choose) if chosen else ((),):
        yield tuple(sorted([*sure, *extra]))


def order_matters(stacks: Sequence[Stack], seat: SeatNo, dice: Sequence[int], blocks: int) -> bool:
    """SQ-5: whether the two orders can lead to different boards. Beans, chips and dice end the same in any order."""
    one, other = (wins(stacks, seat, order, blocks) for order in (dice, dice[::-1]))
    return set(_endings(one)) != set(_endings(other))


def resolve_dice(draft: Draft) -> Resolving | Bracketing | None:
    """SQ-5: every running bid of the seat once, in board order; the question, if one is left.

    Nobody has more than two (SQ-11), so two dice showing 1 are all there is to order.
    """
    seat = draft.seat
    dice = tuple([at for at, bid in enumerate(draft.bids) if bid is not None and bid.seat == seat])
    if len(dice) > 1:
        ready = tuple(at for at in dice if _face(draft, at) == 1)
        if len(ready) > 1 and order_matters(draft.stacks, seat, ready, draft.blocks[seat]):
            return Resolving(ready)
    return resolve(draft, dice)


def resolve(draft: Draft, dice: tuple[int, ...]) -> Bracketing | None:
    """Turn or remove these dice in this order, until blocks run short and a choice is due (SQ-8)."""
    for done, space in enumerate(dice, start=1):
        bid = draft.bids[space]
        assert bid is not None
        if bid.die > 1:
            draft.bids[space] = running_bid(bid.seat, bid.amount, bid.die - 1)
            draft.events.append(die_turned(bid.seat, SPACES[space]))
        elif choices := _win(draft, space, bid.amount):
            return Bracketing(space, choices, dice[done:])
    return None


def bracket(draft: Draft, asked: Bracketing, space: int) -> Bracketing | None:
    """SQ-8: a block for the chosen space; then the next choice, or the dice that wait."""
    _put_block(draft, space, bracket=True)
    if draft.blocks[draft.seat]:
        left = tuple(at for at in asked.candidates if at != space)
        return Bracketing(asked.space, left, asked.pending)
    return resolve(draft, asked.pending)


def _face(draft: Draft, space: int) -> int:
    bid = draft.bids[space]
    return bid.die if bid is not None else 0


def _win(draft: Draft, space: int, amount: int) -> tuple[int, ...]:
    """SQ-6: pay, take the beans, put the blocks; the bracketed spaces to choose from if they run short."""
    seat = draft.seat
    beans = draft.beans[space]
    won = win(draft.stacks, seat, space, draft.blocks[seat])
    draft.bids[space] = None
    draft.dice_pool += 1
    draft.pay(space, amount)
    draft.beans[space] = 0
    draft.won[seat] += beans
    draft.events.append(SpaceWon(seat, SPACES[space], amount, beans))
    for at in won.placed:
        _put_block(draft, at, bracket=at != space)
    return won.choices


def _put_block(draft: Draft, space: int, *, bracket: bool) -> None:
    seat = draft.seat
    stack = (*draft.stacks[space], seat)
    draft.stacks[space] = stack
    draft.blocks[seat] -= 1
    draft.events.append(block_placed(seat, SPACES[space], len(stack), bracket))


def check_resolve(asked: Resolving, space: int) -> None:
    """Only a die that shows 1 can be resolved first (SQ-5)."""
    if space not in asked.dice:
        raise IllegalMove(SquareFault.NO_DIE_TO_RESOLVE, space=SPACES[space])


def check_bracket(asked: Bracketing, space: int) -> None:
    """Only a space bracketed now and not yet built on gets a block (SQ-8)."""
    if space not in asked.candidates:
        raise IllegalMove(SquareFault.NOT_BRACKETED, space=SPACES[space])
