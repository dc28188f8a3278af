"""Measurements, each a function that prints a table and says whether every bar in it was met.

A new one is a module here and one line in `BENCHES`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.management.benches import engine, live, review

Say = Callable[[str], object]

BENCHES: Mapping[str, Callable[[Say], bool]] = {"engine": engine.run, "live": live.run, "review": review.run}
QUICK: Mapping[str, Callable[[Say], bool]] = {**BENCHES, "live": live.run_quick, "review": review.run_quick}
"""The same in seconds, where there is a shorter way."""
