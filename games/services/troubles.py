"""Faults that nobody in front of a screen can mend: which pass by themselves, and what the journal says of them.

A database that is full, locked or away passes: who is asked to try again will succeed one day. All else is a mistake of
ours or a damaged file, and trying again would only hide it. The values of rows are never said.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from django.db import Error as DatabaseError
from django.db import InterfaceError, OperationalError

from games.services.faults import ServiceFault

MISTAKES = frozenset({"SQLITE_ERROR"})
"""SQLite calls a missing table or column operational too."""


def is_passing(fault: DatabaseError) -> bool:
    """Whether trying again later can help."""
    return isinstance(fault, OperationalError | InterfaceError) and _state_of(fault) not in MISTAKES


def name_of(fault: DatabaseError) -> str:
    """The fault's class with SQLite's or PostgreSQL's own name for it: enough to tell full from locked from away."""
    kind, state = type(fault).__name__, _state_of(fault)
    return f"{kind} {state}" if state not in {"", kind} else kind


def note(logger: logging.Logger, what: str, fault: DatabaseError) -> bool:
    """Log the fault, in a line if it passes and with the way to it if not; gives whether it passes."""
    name = name_of(fault)
    if is_passing(fault):
        logger.warning("%s: %s", what, name)
        return True
    # A fault of its own for the log: the messages of the real one and of its causes may hold values of rows.
    logger.error("%s: %s", what, name, exc_info=(type(fault), type(fault)(name), fault.__traceback__))
    return False


def _state_of(fault: DatabaseError) -> str:
    """What the driver says: SQLite's error name, PostgreSQL's SQLSTATE, else the class of what it raised."""
    cause = fault.__cause__
    if cause is None:
        return ""
    state = getattr(cause, "sqlite_errorname", None) or getattr(cause, "sqlstate", None)
    return str(state or type(cause).__name__)


@dataclass
class Attempt:
    """What came of one turn of a loop."""

    is_done: bool = False
    is_bug: bool = False
    """Whether it failed in a way that will not pass by itself."""


@contextmanager
def attempt(logger: logging.Logger, what: str) -> Iterator[Attempt]:
    """One turn of a loop that must never end: whatever is raised inside is logged, and the loop goes on."""
    made = Attempt()
    try:
        yield made
        made.is_done = True
    except ServiceFault as fault:
        logger.warning("%s: %s", what, fault.code)
    except DatabaseError as fault:
        made.is_bug = not note(logger, what, fault)
    except Exception:  # nobody begins such a loop again: one room's bug would stop all rooms until the process ends
        made.is_bug = True
        logger.exception(what)
