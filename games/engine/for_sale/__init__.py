"""For Sale: buy houses at auction, sell them for cheques.

`FOR_SALE` is the game; the other names are for the screens and bots of this kind.
"""

from games.engine.for_sale.editions import MINIMUM_BIDS, REFUNDS, ForSaleRules, Raising
from games.engine.for_sale.events import (
    BidPlaced,
    ChequesRevealed,
    GameEnded,
    HouseSealed,
    HousesRevealed,
    LastBuyer,
    RestTaken,
    SaleRevealed,
    SealReplaced,
    SeatPassed,
)
from games.engine.for_sale.faults import ForSaleFault
from games.engine.for_sale.kind import FOR_SALE, ForSale
from games.engine.for_sale.moves import Bid, ForSaleMove, Pass, Seal
from games.engine.for_sale.observation import Bidding, ForSaleObservation
from games.engine.for_sale.state import BoughtRound, Purchase, Rest, Sale, SoldRound

__all__ = [
    "FOR_SALE",
    "MINIMUM_BIDS",
    "REFUNDS",
    "Bid",
    "BidPlaced",
    "Bidding",
    "BoughtRound",
    "ChequesRevealed",
    "ForSale",
    "ForSaleFault",
    "ForSaleMove",
    "ForSaleObservation",
    "ForSaleRules",
    "GameEnded",
    "HouseSealed",
    "HousesRevealed",
    "LastBuyer",
    "Pass",
    "Purchase",
    "Raising",
    "Rest",
    "RestTaken",
    "Sale",
    "SaleRevealed",
    "Seal",
    "SealReplaced",
    "SeatPassed",
    "SoldRound",
]
