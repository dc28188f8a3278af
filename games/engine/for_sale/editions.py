"""The editions of For Sale as data, its variants as functions on rulesets, and the few behaviours that differ."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from games.engine.contract import Edition, Options
from games.engine.faults import BadRuleset
from games.engine.for_sale.faults import ForSaleFault, RulesetFault


class Refund(StrEnum):
    """How half a bid is rounded when a passer takes it back."""

    HALF_UP = "half_up"
    HALF_DOWN = "half_down"


class Raising(StrEnum):
    """What a bid must reach."""

    HIGHER = "higher"
    GO_ALONG = "go_along"


REFUNDS: Mapping[Refund, Callable[[int], int]] = {
    Refund.HALF_UP: lambda stake: (stake + 1) // 2,
    Refund.HALF_DOWN: lambda stake: stake // 2,
}
"""What comes back of a stake (FS-8, FS-63)."""

MINIMUM_BIDS: Mapping[Raising, Callable[[int, int], int]] = {
    Raising.HIGHER: lambda highest, stake: highest + 1,
    Raising.GO_ALONG: lambda highest, stake: max(highest, stake + 1),
}
"""The lowest legal bid over the highest so far and the bidder's own stake (FS-23, FS-43)."""

LOW_BID_FAULTS: Mapping[Raising, Callable[[int, int], ForSaleFault]] = {
    Raising.HIGHER: lambda amount, highest: ForSaleFault.BID_NOT_HIGHER,
    Raising.GO_ALONG: lambda amount, highest: (
        ForSaleFault.BID_BELOW_HIGHEST if amount < highest else ForSaleFault.NO_COIN_ADDED
    ),
}
"""Why an amount below the lowest legal bid is refused, once somebody has bid."""


@dataclass(frozen=True, slots=True)
class Supply:
    """What a number of players gets: coins each, and cards taken out of each deck unseen."""

    coins: int
    removed: int


@dataclass(frozen=True, slots=True)
class Box:
    """What is in the box of an edition, and what its booklet says differently from the others."""

    houses: tuple[int, ...]
    cheques: tuple[int, ...]
    unit: int
    """What one coin is worth in the money printed on the cheques (FS-2)."""
    refund: Refund
    raising: Raising
    supplies: Mapping[int, Supply]
    """By number of players."""
    removed_by_variant: Mapping[str, Mapping[int, int]]
    """Cards taken out of each deck instead, by variant and number of players; names the variants allowed."""


@dataclass(frozen=True, slots=True)
class ForSaleRules:
    """Everything that the rules code asks, for one table."""

    edition: str
    variants: tuple[str, ...]
    seats: int
    houses: tuple[int, ...]
    cheques: tuple[int, ...]
    coins: int
    """Coins each at the start."""
    removed: int
    """Cards taken out of each deck, unseen."""
    lot: int
    """Houses on offer in a buying round; the last round may have fewer (FS-32)."""
    refund: Refund
    raising: Raising
    open_information: bool
    unit: int

    @property
    def buying_rounds(self) -> int:
        """Rounds until the house deck is empty (FS-12)."""
        return -(-(len(self.houses) - self.removed) // self.lot)


CHEQUES_OF_THIRTY = tuple(sorted((0, *range(2, 16)) * 2))
CHEQUES_OF_TWENTY = (0, 0, *range(3, 21))

BOXES: Mapping[str, Box] = {
    # FS-20…FS-23, FS-31
    "2015": Box(
        houses=tuple(range(1, 31)),
        cheques=CHEQUES_OF_THIRTY,
        unit=1_000,
        refund=Refund.HALF_UP,
        raising=Raising.HIGHER,
        supplies={3: Supply(28, 0), 4: Supply(21, 2), 5: Supply(16, 0), 6: Supply(14, 0)},
        removed_by_variant={"not_enough": {3: 10, 4: 0, 5: 3, 6: 0}},
    ),
    # FS-40…FS-43, FS-51
    "1997": Box(
        houses=tuple(range(1, 21)),
        cheques=CHEQUES_OF_TWENTY,
        unit=1_000_000,
        refund=Refund.HALF_UP,
        raising=Raising.GO_ALONG,
        supplies={3: Supply(15, 2), 4: Supply(15, 0), 5: Supply(15, 0)},
        removed_by_variant={"not_enough": {3: 4, 4: 2, 5: 0}},
    ),
    # FS-60…FS-64
    "classic": Box(
        houses=tuple(range(1, 31)),
        cheques=CHEQUES_OF_THIRTY,
        unit=1_000,
        refund=Refund.HALF_DOWN,
        raising=Raising.HIGHER,
        supplies={3: Supply(18, 6), 4: Supply(18, 2), 5: Supply(14, 0), 6: Supply(14, 0)},
        removed_by_variant={},
    ),
}

EDITIONS: Mapping[str, Edition] = {
    slug: Edition(slug, tuple(box.supplies), tuple(box.removed_by_variant)) for slug, box in BOXES.items()
}


def not_enough(rules: ForSaleRules) -> ForSaleRules:
    """One house fewer than players is on offer (FS-30), and other numbers of cards are taken out (FS-31, FS-51)."""
    removed = BOXES[rules.edition].removed_by_variant["not_enough"][rules.seats]
    return replace(rules, lot=rules.lot - 1, removed=removed)


VARIANTS: Mapping[str, Callable[[ForSaleRules], ForSaleRules]] = {"not_enough": not_enough}


def ruleset(edition: str, variants: frozenset[str], options: Options, seats: int) -> ForSaleRules:
    """The rules of one table; raises `BadRuleset`."""
    box = BOXES.get(edition)
    if box is None:
        raise BadRuleset(RulesetFault.NO_SUCH_EDITION, edition=edition)
    if unknown := variants - box.removed_by_variant.keys():
        raise BadRuleset(RulesetFault.NO_SUCH_VARIANT, edition=edition, variant=min(unknown))
    if seats not in box.supplies:
        raise BadRuleset(RulesetFault.WRONG_SEATS, seats=seats, minimum=min(box.supplies), maximum=max(box.supplies))
    chosen = tuple(slug for slug in VARIANTS if slug in variants)
    rules = ForSaleRules(
        edition=edition,
        variants=chosen,
        seats=seats,
        houses=box.houses,
        cheques=box.cheques,
        coins=box.supplies[seats].coins,
        removed=box.supplies[seats].removed,
        lot=seats,
        refund=box.refund,
        raising=box.raising,
        open_information=options.open_information,
        unit=box.unit,
    )
    for slug in chosen:
        rules = VARIANTS[slug](rules)
    return rules
