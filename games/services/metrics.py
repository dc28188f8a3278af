"""Figures of this process for operators, in the text format that Prometheus reads. No names, no codes, no secrets."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from games.engine import EngineFault
from games.services.faults import ServiceFault

BOUNDS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)


class Figure:
    """A number that is counted up, or up and down."""

    def __init__(self, name: str, kind: str, help_text: str) -> None:
        self.name, self.kind, self.help_text = name, kind, help_text
        self._value = 0
        self._lock = Lock()

    def add(self, amount: int = 1) -> None:
        """Count."""
        with self._lock:
            self._value += amount

    def lines(self) -> list[str]:
        """As text."""
        return [f"# HELP {self.name} {self.help_text}", f"# TYPE {self.name} {self.kind}", f"{self.name} {self._value}"]


class Times:
    """How long something took, by upper bounds in seconds."""

    def __init__(self, name: str, help_text: str) -> None:
        self.name, self.help_text = name, help_text
        self._counts = [0] * (len(BOUNDS) + 1)
        self._sum = 0.0
        self._lock = Lock()

    def note(self, seconds: float) -> None:
        """One more."""
        with self._lock:
            self._counts[bisect_left(BOUNDS, seconds)] += 1
            self._sum += seconds

    def lines(self) -> list[str]:
        """As text, each bound with all below it."""
        lines = [f"# HELP {self.name} {self.help_text}", f"# TYPE {self.name} histogram"]
        total = 0
        for bound, count in zip([*map(str, BOUNDS), "+Inf"], self._counts, strict=True):
            total += count
            lines.append(f'{self.name}_bucket{{le="{bound}"}} {total}')
        return [*lines, f"{self.name}_sum {self._sum:.6f}", f"{self.name}_count {total}"]


ROOMS = Figure("forsale_rooms", "gauge", "Rooms with open sockets in this process")
SOCKETS = Figure("forsale_sockets", "gauge", "Open sockets of this process")
MOVES = Figure("forsale_moves_total", "counter", "Moves stored by this process, those of bots included")
REFUSALS = Figure("forsale_refusals_total", "counter", "Moves refused by this process, for whatever reason")
PUSHES = Figure("forsale_pushes_total", "counter", "Screens and parts sent by this process")
PUSH_SECONDS = Times("forsale_push_seconds", "From hearing of a change to having sent it to all sockets of the room")

ALL = (ROOMS, SOCKETS, MOVES, REFUSALS, PUSHES, PUSH_SECONDS)


@contextmanager
def counted_refusals() -> Iterator[None]:
    """Count a move that is refused in here."""
    try:
        yield
    except (ServiceFault, EngineFault):
        REFUSALS.add()
        raise


def exposition(running: int) -> str:
    """All figures as text."""
    games = Figure("forsale_games_running", "gauge", "Running games in the database")
    games.add(running)
    return "\n".join(line for figure in (*ALL, games) for line in figure.lines()) + "\n"
