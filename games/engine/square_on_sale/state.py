"""A game of Square on Sale at one moment: the pieces on the table, whose turn it is, and what is asked.

Everything here is open information (SQ-2). Spaces are indexes in board order, seats index the per-seat tuples.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import ClassVar, NamedTuple

from games.engine.contract import SeatNo
from games.engine.square_on_sale.board import Stack
from games.engine.square_on_sale.editions import SquareRules


class End(StrEnum):
    """What ended the game (SQ-14)."""

    BLOCKS = "blocks"
    FULL = "full"
    COLLECTS = "collects"


class Question(StrEnum):
    """What is asked of the seat whose turn it is."""

    RESOLVE = "resolve"
    BRACKET = "bracket"
    ACT = "act"
    BEAN = "bean"


@dataclass(frozen=True, slots=True)
class RunningBid:
    """Chips under a die: not yet paid."""

    seat: SeatNo
    amount: int
    die: int
    """2, or 1 when it will win at the start of the bidder's next turn."""


@cache
def running_bid(seat: SeatNo, amount: int, die: int) -> RunningBid:
    """A running bid, made once for all: a search meets the same few over and over."""
    return RunningBid(seat, amount, die)


class Table(NamedTuple):
    """Where all the pieces are. (A named tuple because every move makes one, at a third of a dataclass's price.)"""

    stacks: tuple[Stack, ...]
    """Per space."""
    bids: tuple[RunningBid | None, ...]
    """Per space."""
    beans: tuple[int, ...]
    """Per space."""
    paid: tuple[tuple[int, ...], ...]
    """Per seat, per space. Only the sum counts: no rule looks at single stacks of paid chips (SQ-4)."""
    chips: tuple[int, ...]
    """Per seat, in hand."""
    blocks: tuple[int, ...]
    """Per seat, in hand."""
    won: tuple[int, ...]
    """Per seat, beans taken."""
    bean_pool: int
    dice_pool: int


@dataclass(frozen=True, slots=True)
class Resolving:
    """Two dice show 1 and their order matters: which first? (SQ-5)"""

    question: ClassVar[Question] = Question.RESOLVE
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Bracketing:
    """Blocks run short: which bracketed space gets the next one? (SQ-8)"""

    question: ClassVar[Question] = Question.BRACKET
    space: int
    """The space just won."""
    candidates: tuple[int, ...]
    pending: tuple[int, ...]
    """Dice still to be resolved afterwards."""


@dataclass(frozen=True, slots=True)
class Acting:
    """Bid or collect? (SQ-3)"""

    question: ClassVar[Question] = Question.ACT


@dataclass(frozen=True, slots=True)
class PlacingBean:
    """Which of these centre spaces gets the bean? (SQ-13)"""

    question: ClassVar[Question] = Question.BEAN
    spaces: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Over:
    """Nothing more is asked."""

    question: ClassVar[None] = None
    end: End


Phase = Resolving | Bracketing | Acting | PlacingBean | Over

ACTING = Acting()


@dataclass(frozen=True, slots=True)
class SquareState:
    """One moment of a game, with all that is needed to go on."""

    rules: SquareRules
    first: SeatNo
    turn: int
    """1 for the first seat's first turn, and one more with every turn."""
    seat: SeatNo
    """Whose turn it is; when the game is over, who took the last one."""
    collects: int
    """How many turns in a row, up to now, chose to collect (SQ-14)."""
    decision: int
    table: Table
    phase: Phase


def opening_table(rules: SquareRules) -> Table:
    """SQ-1, SQ-2: the setup."""
    seats, spaces = rules.seats, len(rules.beans)
    return Table(
        stacks=((),) * spaces,
        bids=(None,) * spaces,
        beans=rules.beans,
        paid=((0,) * spaces,) * seats,
        chips=(rules.chips,) * seats,
        blocks=(rules.blocks,) * seats,
        won=(0,) * seats,
        bean_pool=rules.bean_pool,
        dice_pool=rules.dice,
    )


def opening_state(rules: SquareRules, first: SeatNo) -> SquareState:
    """The first turn: nothing to collect and no dice yet, so the first question is the action."""
    return SquareState(
        rules=rules,
        first=first,
        turn=1,
        seat=first,
        collects=0,
        decision=1,
        table=opening_table(rules),
        phase=ACTING,
    )
