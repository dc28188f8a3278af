"""How a weaker player differs from a stronger one: it sees the same values and follows them less strictly."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random
from typing import TypeVar

Choice = TypeVar("Choice")


def soft_choice(weighed: Sequence[tuple[Choice, float]], softness: float, rng: Random) -> Choice:
    """The better ones more often: a difference of `softness` makes one e times as likely; 0 takes the best."""
    best = max(value for _, value in weighed)
    if softness == 0:
        return rng.choice([choice for choice, value in weighed if value == best])
    chances = [exp((value - best) / softness) for _, value in weighed]
    return rng.choices([choice for choice, _ in weighed], chances)[0]
