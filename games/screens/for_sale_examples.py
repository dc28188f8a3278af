"""Examples for the rules page, told in the words of the log: each follows from the rules, and a test replays it."""

from __future__ import annotations

from collections.abc import Sequence

from django.utils.translation import get_language

from games.engine import Event, SeatNo
from games.engine.for_sale.events import BidPlaced, ChequesRevealed, HousesRevealed, LastBuyer, SaleRevealed, SeatPassed
from games.engine.for_sale.state import Sale
from games.screens.for_sale_log import line
from games.screens.markup import SafeString

NAMES = ("Mia", "Jonas", "Lena")
MIA, JONAS, LENA = SeatNo(0), SeatNo(1), SeatNo(2)

AUCTION: tuple[Event, ...] = (
    HousesRevealed(1, MIA, (8, 14, 27)),
    BidPlaced(1, MIA, 2, 2),
    BidPlaced(1, JONAS, 3, 3),
    SeatPassed(1, LENA, 0, 0, 8),
    BidPlaced(1, MIA, 5, 3),
    SeatPassed(1, JONAS, 3, 2, 14),
    LastBuyer(1, MIA, 5, 27),
)
"""Three players of the 2015 edition."""

GOING_ALONG: tuple[Event, ...] = (
    HousesRevealed(1, MIA, (4, 9, 16)),
    BidPlaced(1, MIA, 2, 2),
    BidPlaced(1, JONAS, 2, 2),
    SeatPassed(1, LENA, 0, 0, 4),
    BidPlaced(1, MIA, 3, 1),
)
"""Three players of the 1997 edition."""

SALE: tuple[Event, ...] = (
    ChequesRevealed(1, (15, 7, 0)),
    SaleRevealed(1, (Sale(LENA, 24, 15), Sale(MIA, 19, 7), Sale(JONAS, 6, 0))),
)

FIRST_TO_PASS: tuple[Event, ...] = (
    HousesRevealed(1, MIA, (11, 21)),
    BidPlaced(1, MIA, 2, 2),
    BidPlaced(1, JONAS, 3, 3),
    BidPlaced(1, LENA, 4, 4),
    SeatPassed(1, MIA, 2, 2, None),
    SeatPassed(1, JONAS, 3, 2, 11),
    LastBuyer(1, LENA, 4, 21),
)
"""Three players with one house fewer."""

EXAMPLES = {"auction": AUCTION, "going_along": GOING_ALONG, "sale": SALE, "first_to_pass": FIRST_TO_PASS}


def examples() -> dict[str, Sequence[SafeString]]:
    """Every example as sentences in the active language."""
    language = get_language() or "en"
    told = {name: [line(language, event, NAMES, None) for event in events] for name, events in EXAMPLES.items()}
    return {name: [sentence for sentence in lines if sentence] for name, lines in told.items()}
