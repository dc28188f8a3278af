"""What a bot is: it sees what a person in its seat may know, and the moves that are legal there. Never the state."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol


class Bot(Protocol):
    """A player. It holds nothing between two moves: whatever it remembers is in the observation's history."""

    def choose(self, seen: Any, legal: Sequence[Any], rng: Random) -> Any:
        """One of the legal moves, of which there is at least one."""
        ...
