"""Every kind of game there is. A new one is one import and one line here."""

from __future__ import annotations

from collections.abc import Mapping

from games.engine.contract import AnyKind
from games.engine.for_sale import FOR_SALE
from games.engine.square_on_sale import SQUARE_ON_SALE

KINDS: Mapping[str, AnyKind] = {
    "for_sale": FOR_SALE,
    "square_on_sale": SQUARE_ON_SALE,
}


def kind_of(slug: str) -> AnyKind:
    """The kind of that slug; `KeyError` for any other word."""
    return KINDS[slug]
