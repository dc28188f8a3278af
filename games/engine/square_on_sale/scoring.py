"""When the game ends and what it is worth (SQ-14, SQ-15)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.engine.contract import Outcome, SeatNo
from games.engine.square_on_sale.board import Stack
from games.engine.square_on_sale.draft import Draft
from games.engine.square_on_sale.state import End


@dataclass(frozen=True, slots=True)
class Score:
    """A seat's points by where they come from."""

    spaces: int
    """Heights of the spaces owned."""
    beans: int
    unused: int
    """Blocks left, one point off for each."""

    @property
    def total(self) -> int:
        """SQ-15: may be negative."""
        return self.spaces + self.beans - self.unused


def scores(stacks: Sequence[Stack], won: Sequence[int], blocks: Sequence[int]) -> tuple[Score, ...]:
    """SQ-15: heights of own spaces, plus beans, minus blocks left; chips are worth nothing."""
    heights = [0] * len(won)
    for stack in stacks:
        if stack:
            heights[stack[-1]] += len(stack)
    return tuple(Score(*parts) for parts in zip(heights, won, blocks, strict=True))


def outcome(found: Sequence[Score]) -> Outcome:
    """The highest total wins; ties share the victory (SQ-15)."""
    totals = tuple(score.total for score in found)
    best = max(totals)
    return Outcome(
        scores=totals,
        ranks=tuple(1 + sum(other > total for other in totals) for total in totals),
        winners=tuple(SeatNo(seat) for seat, total in enumerate(totals) if total == best),
    )


def end_of(draft: Draft) -> End | None:
    """SQ-14: asked at the end of every turn, of the seat that took it."""
    if not draft.blocks[draft.seat]:
        return End.BLOCKS
    if all(draft.stacks):
        return End.FULL
    if draft.collects >= draft.rules.collects_to_end:
        return End.COLLECTS
    return None
