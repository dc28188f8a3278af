"""Measurements, each a function that prints a table and says whether every bar in it was met.

A new one is a module here and one line in `BENCHES`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from games.management.benches import engine

Say = Callable[[str], object]

BENCHES: Mapping[str, Callable[[Say], bool]] = {"engine": engine.run}
