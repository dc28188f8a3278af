"""What the services refuse: a code and facts, like the engine; the web layer knows the status, screens the words."""

from __future__ import annotations


class ServiceFault(Exception):
    """A refusal that changed nothing."""

    def __init__(self, code: str, **facts: int | str) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


class Malformed(ServiceFault):
    """Not a request that anybody could make."""


class Forbidden(ServiceFault):
    """Somebody else may do this."""


class NotYourSeat(Forbidden):
    """This visitor does not hold the seat."""


class Missing(ServiceFault):
    """No such room, game or player."""


class Conflict(ServiceFault):
    """The table has moved on."""


class StaleDecision(Conflict):
    """The question that this move answers is no longer asked."""


class KeyReused(Conflict):
    """The key was used for another move."""


class NotAllowedNow(ServiceFault):
    """Understood, but not possible in this situation."""


class TooMany(ServiceFault):
    """More than a table would ever ask for."""
