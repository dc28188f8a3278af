"""What the sharp bot would do, why, and what it thinks of the other moves: for hints and for looking back.

A reason is a code with facts; sentences are made where people read them. Like a bot, this sees an observation alone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Protocol

from games.bots import for_sale_reasons, square_on_sale_reasons
from games.bots.roster import BOTS

ADVISER = "sharp"

Facts = Mapping[str, int | str]


@dataclass(frozen=True, slots=True)
class Advice:
    """A move, and the one thing that speaks most for it."""

    move: Any
    reason_code: str
    facts: Facts = field(default_factory=dict)


class Weigher(Protocol):
    """A bot that can say what it thinks of the moves."""

    def weigh(self, seen: Any, legal: Sequence[Any], rng: Random) -> list[tuple[Any, float]]:
        """The moves it considers, each with its estimated chance to win the game."""
        ...


REASONS: Mapping[str, Callable[[Any, Any], tuple[str, Facts]]] = {
    "for_sale": for_sale_reasons.reason,
    "square_on_sale": square_on_sale_reasons.reason,
}
"""By kind: the reason for a move in the eyes of the sharp bot."""

REASON_CODES: Mapping[str, tuple[str, ...]] = {
    "for_sale": for_sale_reasons.CODES,
    "square_on_sale": square_on_sale_reasons.CODES,
}
"""By kind: every code that `explain` may give, for whoever makes the sentences."""


def evaluate(kind_slug: str, seen: Any, legal: Sequence[Any], rng: Random) -> list[tuple[Any, float]]:
    """The moves that the sharp bot considers, best first, each with its estimated chance to win."""
    adviser: Weigher = BOTS[kind_slug][ADVISER]  # type: ignore[assignment]
    return sorted(adviser.weigh(seen, legal, rng), key=lambda pair: -pair[1])


def explain(kind_slug: str, seen: Any, legal: Sequence[Any], rng: Random) -> Advice:
    """What the sharp bot would do here, and why."""
    move = evaluate(kind_slug, seen, legal, rng)[0][0]
    return Advice(move, *REASONS[kind_slug](seen, move))
