"""Players of Square on Sale. Nothing is hidden there, so they weigh the table as it lies."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from random import Random
from typing import TypeVar

from games.engine import SeatNo
from games.engine.square_on_sale import (
    SPACES,
    ZONES,
    Bean,
    Bid,
    Bracket,
    Collect,
    Question,
    Resolve,
    SquareMove,
    SquareObservation,
    Zone,
)

INDEX = {name: at for at, name in enumerate(SPACES)}

CHIP_PRICE = {Zone.CENTRE: 0.35, Zone.EDGE: 0.6, Zone.CORNER: 1.0}
"""What a chip spent there is worth in points: the harder it is to get back, the more."""

T = TypeVar("T")


class SteadyBuilder:
    """Bids what a space is worth to it, collects when short of chips, and puts beans where it stands best."""

    def choose(self, seen: SquareObservation, legal: Sequence[SquareMove], rng: Random) -> SquareMove:
        """The best answer to what is asked."""
        answers = {
            Question.ACT: _choose_action,
            Question.BEAN: _choose_bean,
            Question.RESOLVE: _choose_order,
            Question.BRACKET: _choose_bracket,
        }
        assert seen.question is not None
        return answers[seen.question](seen, legal, rng)


def _choose_action(seen: SquareObservation, legal: Sequence[SquareMove], rng: Random) -> SquareMove:
    """The bid with the most to gain over its price, against what a collect brings."""
    me, table = seen.seat, seen.table
    bids = [_bid_at(seen, offer.space, offer.minimum, offer.maximum) for offer in seen.offers]
    gains: list[tuple[float, SquareMove]] = [(gain, bid) for gain, bid in bids if gain > 0]
    # Short of chips every chip is worth more, and the collects in a row must not end a game that is behind.
    gains.append((len(seen.collectable) * (1.0 if table.chips[me] < 6 else 0.4), Collect()))
    return _best(gains, lambda pair: pair[0], rng)[1]


def _bid_at(seen: SquareObservation, space: str, minimum: int, maximum: int) -> tuple[float, Bid]:
    """A bid for the space that leaves some of its worth: a new one high enough to hold, an outbid as low as it can."""
    at = INDEX[space]
    running, price = seen.table.bids[at], CHIP_PRICE[ZONES[at]]
    worth = _win_worth(seen, seen.seat, space)
    if running is None:
        # Two rounds of rivals can still take it away.
        amount = min(maximum, max(minimum, int(worth / price / 3)), 7)
        return 0.6 * worth - price * amount, Bid(space, amount)
    # A die that shows 1 leaves the rivals one round only.
    return (0.6 + 0.3 * (running.die == 1)) * worth - price * minimum, Bid(space, minimum)


def _choose_bean(seen: SquareObservation, legal: Sequence[SquareMove], rng: Random) -> SquareMove:
    """Where winning is worth most to oneself over what it is worth to the strongest rival."""
    rivals = [SeatNo(seat) for seat in range(seen.rules.seats) if seat != seen.seat]

    def lead(move: SquareMove) -> float:
        assert isinstance(move, Bean)
        return _win_worth(seen, seen.seat, move.space) - max(_win_worth(seen, rival, move.space) for rival in rivals)

    return _best(legal, lead, rng)


def _choose_order(seen: SquareObservation, legal: Sequence[SquareMove], rng: Random) -> SquareMove:
    """The order that puts blocks on the most valuable spaces."""
    placed = {
        order.first: sum(_blocks_worth(seen, seen.seat, win.placed) for win in order.wins) for order in seen.orders
    }

    def worth(move: SquareMove) -> float:
        assert isinstance(move, Resolve)
        return placed[move.space]

    return _best(legal, worth, rng)


def _choose_bracket(seen: SquareObservation, legal: Sequence[SquareMove], rng: Random) -> SquareMove:
    """The highest stack first."""

    def worth(move: SquareMove) -> float:
        assert isinstance(move, Bracket)
        return _blocks_worth(seen, seen.seat, [move.space])

    return _best(legal, worth, rng)


def _win_worth(seen: SquareObservation, seat: SeatNo, space: str) -> float:
    """Points that winning the space now would bring the seat: its beans, and all the blocks it puts."""
    blocks = seen.table.blocks[seat]
    placed = [space, *seen.would_bracket(seat, space)][:blocks]
    return seen.table.beans[INDEX[space]] + _blocks_worth(seen, seat, placed)


def _blocks_worth(seen: SquareObservation, seat: SeatNo, placed: Iterable[str]) -> float:
    """A block put is a point less to lose; a rival's space is gained with all its height, and lost to the rival."""
    worth = 0.0
    for space in placed:
        stack = seen.table.stacks[INDEX[space]]
        if stack and stack[-1] != seat:
            worth += 2 + 1.4 * len(stack)
        else:
            worth += 2
    return worth


def _best(choices: Sequence[T], worth: Callable[[T], float], rng: Random) -> T:
    """The choice worth most; chance decides between equals."""
    weighed = [(worth(choice), choice) for choice in choices]
    most = max(value for value, _ in weighed)
    return rng.choice([choice for value, choice in weighed if value == most])
