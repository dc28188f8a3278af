"""What bots are called at a table; each strength has its own people, the same in every language."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import count

NAMES: Mapping[str, tuple[str, ...]] = {
    "easy": ("Pip", "Momo", "Bibi", "Nono", "Tilly", "Fips"),
    "steady": ("Stella", "Otto", "Rosa", "Emil", "Paula", "Gustav"),
    "sharp": ("Vera", "Lux", "Nadia", "Felix", "Irma", "Viktor"),
}
OTHERS = ("Robin", "Kim", "Sam", "Alex", "Toni", "Noa")


def name_for(slug: str, taken: Collection[str]) -> str:
    """A name of that strength that nobody at the table has."""
    used = {name.casefold() for name in taken}
    names = NAMES.get(slug, OTHERS)
    free = (name for name in names if name.casefold() not in used)
    numbered = (f"{names[0]} {number}" for number in count(2))
    return next(free, None) or next(name for name in numbered if name.casefold() not in used)
