"""What is in the box, as data: the material of each edition and the ruleset made of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from games.engine.faults import BadRuleset
from games.engine.square_on_sale.board import SPACES
from games.engine.square_on_sale.faults import RulesetFault


@dataclass(frozen=True, slots=True)
class SquareRules:
    """The material and limits of one game, for its number of seats (SQ-1, SQ-2)."""

    edition: str
    seats: int
    chips: int
    """Each player's chips."""
    blocks: int
    """Each player's blocks."""
    dice: int
    beans: tuple[int, ...]
    """On each space at the start, in board order."""
    bean_pool: int
    collects_to_end: int
    """So many collects in a row end the game (SQ-14)."""


@dataclass(frozen=True, slots=True)
class Box:
    """One edition: what its booklet says for every number of seats."""

    chips: int
    blocks: Mapping[int, int]
    """By number of seats."""
    dice: int
    beans: Mapping[str, int]
    bean_pool: int
    collects_per_seat: int


EDITIONS: Mapping[str, Box] = {
    "2009": Box(
        chips=20,
        blocks={3: 20, 4: 17},
        dice=8,
        beans={"c3": 3, "c2": 2, "b3": 2, "c4": 2, "d3": 2, "b2": 1, "b4": 1, "d2": 1, "d4": 1},
        bean_pool=15,
        collects_per_seat=2,
    ),
}


def ruleset(edition: str, variants: frozenset[str], seats: int) -> SquareRules:
    """The edition for a number of seats; it has no variants."""
    box = EDITIONS.get(edition)
    if box is None:
        raise BadRuleset(RulesetFault.NO_SUCH_EDITION, edition=edition)
    if variants:
        raise BadRuleset(RulesetFault.NO_SUCH_VARIANT, edition=edition, variant=min(variants))
    if seats not in box.blocks:
        raise BadRuleset(RulesetFault.WRONG_SEATS, seats=seats, minimum=min(box.blocks), maximum=max(box.blocks))
    return SquareRules(
        edition=edition,
        seats=seats,
        chips=box.chips,
        blocks=box.blocks[seats],
        dice=box.dice,
        beans=tuple(box.beans.get(name, 0) for name in SPACES),
        bean_pool=box.bean_pool,
        collects_to_end=box.collects_per_seat * seats,
    )
