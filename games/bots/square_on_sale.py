"""Players of Square on Sale. Nothing is hidden there, so they weigh the table as it lies."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from random import Random

from games.bots.softness import soft_choice
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

Weighed = list[tuple[SquareMove, float]]
"""Moves and what they seem worth."""


class PlainBuilder:
    """Bids what a space is worth to it, collects when short of chips, and puts beans where it stands best.

    `softness` is how far it may be off, in points: 0 always takes the best it sees, more leaves more to its mood.
    """

    def __init__(self, *, softness: float) -> None:
        self.softness = softness

    def choose(self, seen: SquareObservation, legal: Sequence[SquareMove], rng: Random) -> SquareMove:
        """The best answer to what is asked, more or less."""
        answers = {
            Question.ACT: _weigh_actions,
            Question.BEAN: _weigh_beans,
            Question.RESOLVE: _weigh_orders,
            Question.BRACKET: _weigh_brackets,
        }
        assert seen.question is not None
        return soft_choice(answers[seen.question](seen, legal), self.softness, rng)


def _weigh_actions(seen: SquareObservation, legal: Sequence[SquareMove]) -> Weighed:
    """The bids by what they gain over their price, and what a collect brings."""
    me, table = seen.seat, seen.table
    bids = [_bid_at(seen, offer.space, offer.minimum, offer.maximum) for offer in seen.offers]
    # Short of chips every chip is worth more, and the collects in a row must not end a game that is behind.
    collecting = len(seen.collectable) * (1.0 if table.chips[me] < 6 else 0.4)
    return [(Collect(), collecting), *((bid, gain) for gain, bid in bids if gain > 0)]


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


def _weigh_beans(seen: SquareObservation, legal: Sequence[SquareMove]) -> Weighed:
    """What winning there is worth to oneself over what it is worth to the strongest rival."""
    rivals = [SeatNo(seat) for seat in range(seen.rules.seats) if seat != seen.seat]

    def lead(move: SquareMove) -> float:
        assert isinstance(move, Bean)
        return _win_worth(seen, seen.seat, move.space) - max(_win_worth(seen, rival, move.space) for rival in rivals)

    return [(move, lead(move)) for move in legal]


def _weigh_orders(seen: SquareObservation, legal: Sequence[SquareMove]) -> Weighed:
    """Either order by the spaces it puts blocks on."""
    orders = seen.orders
    return [
        (Resolve(order.first), sum(_blocks_worth(seen, seen.seat, win.placed) for win in order.wins))
        for order in orders
    ]


def _weigh_brackets(seen: SquareObservation, legal: Sequence[SquareMove]) -> Weighed:
    """The highest stacks first."""
    return [(Bracket(space), _blocks_worth(seen, seen.seat, [space])) for space in seen.bracket_spaces]


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
