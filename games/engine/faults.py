"""Everything the engine can refuse, as data: a code and facts, never a sentence for people."""

from __future__ import annotations

from enum import StrEnum


class TurnFault(StrEnum):
    """Refusals that every kind shares."""

    NOT_YOUR_TURN = "not_your_turn"
    GAME_OVER = "game_over"
    WRONG_PHASE = "wrong_phase"


class EngineFault(Exception):
    """A refusal with its facts; `str` is for programmers only."""

    def __init__(self, code: str, **facts: int | str) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts

    def __str__(self) -> str:
        shown = ", ".join(f"{name}={value!r}" for name, value in self.facts.items())
        return f"{self.code}({shown})"


class IllegalMove(EngineFault):
    """Understood, but not allowed now."""


class MalformedMove(EngineFault):
    """Not a move of this game at all."""


class BadRuleset(EngineFault):
    """No such edition, variant or number of seats."""


class BadRecord(EngineFault):
    """A record that does not say what it should; `path` in the facts says where."""


class UnreadableData(EngineFault):
    """Stored data that this version cannot read."""
