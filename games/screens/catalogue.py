"""How every kind looks. A new kind is one import and one line here."""

from __future__ import annotations

from collections.abc import Mapping

from games.screens.base import KindScreen
from games.screens.for_sale import FOR_SALE_SCREEN
from games.screens.square_on_sale import SQUARE_ON_SALE_SCREEN

SCREENS: Mapping[str, KindScreen] = {
    "for_sale": FOR_SALE_SCREEN,
    "square_on_sale": SQUARE_ON_SALE_SCREEN,
}
