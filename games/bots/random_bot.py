"""The player who tosses a coin; works for every kind."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any


class RandomBot:
    """Uniform over the legal moves."""

    def choose(self, seen: Any, legal: Sequence[Any], rng: Random) -> Any:
        """Any legal move, each as likely as the others."""
        return legal[int(rng.random() * len(legal))]
