"""A state while a move is carried out: the same pieces in lists that the rules may change, and the events so far.

Only `apply` makes one and nobody keeps it: this is where the engine trades immutability for speed.
"""

from __future__ import annotations

from games.engine.contract import Event, Step
from games.engine.square_on_sale.board import SPACES
from games.engine.square_on_sale.state import Phase, SquareState, Table


class Draft:
    """The table in motion."""

    __slots__ = (
        "bean_pool",
        "beans",
        "before",
        "bids",
        "blocks",
        "chips",
        "collects",
        "dice_pool",
        "events",
        "paid",
        "rules",
        "seat",
        "stacks",
        "turn",
        "won",
    )

    def __init__(self, state: SquareState) -> None:
        stacks, bids, beans, paid, chips, blocks, won, self.bean_pool, self.dice_pool = state.table
        self.before = state
        self.rules = state.rules
        self.turn = state.turn
        self.seat = state.seat
        self.collects = state.collects
        self.stacks = list(stacks)
        self.bids = list(bids)
        self.beans = list(beans)
        self.paid = list(paid)
        self.chips = list(chips)
        self.blocks = list(blocks)
        self.won = list(won)
        self.events: list[Event] = []

    def pay(self, space: int, amount: int) -> None:
        """Chips of the seat whose turn it is stay on the space."""
        paid = list(self.paid[self.seat])
        paid[space] += amount
        self.paid[self.seat] = tuple(paid)

    def take_back(self, zone: tuple[int, ...]) -> tuple[str, ...]:
        """One paid chip from each space of the zone that has any, whatever the number of stacks (SQ-4)."""
        paid = self.paid[self.seat]
        found = [at for at in zone if paid[at]]
        if found:
            left = list(paid)
            for at in found:
                left[at] -= 1
            self.paid[self.seat] = tuple(left)
            self.chips[self.seat] += len(found)
        return tuple([SPACES[at] for at in found])

    def table(self) -> Table:
        """The pieces, at rest again."""
        return Table(
            tuple(self.stacks),
            tuple(self.bids),
            tuple(self.beans),
            tuple(self.paid),
            tuple(self.chips),
            tuple(self.blocks),
            tuple(self.won),
            self.bean_pool,
            self.dice_pool,
        )

    def step(self, phase: Phase) -> Step[SquareState]:
        """The new state, which asks a new question, and what led there."""
        before = self.before
        state = SquareState(
            self.rules,
            before.first,
            self.turn,
            self.seat,
            self.collects,
            before.decision + 1,
            self.table(),
            phase,
        )
        return Step(state, tuple(self.events))
