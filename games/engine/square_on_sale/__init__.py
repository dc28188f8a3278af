"""Square on Sale: what screens and bots of this game may use."""

from games.engine.square_on_sale.board import SPACES, ZONES, Zone, bracketed
from games.engine.square_on_sale.editions import SquareRules
from games.engine.square_on_sale.events import (
    BeanPut,
    BidMade,
    BlockPlaced,
    CentreCollected,
    DieTurned,
    EdgesCollected,
    GameEnded,
    SpaceWon,
    TurnBegan,
    TurnEnded,
)
from games.engine.square_on_sale.faults import RecordFault, RulesetFault, SquareFault
from games.engine.square_on_sale.kind import SQUARE_ON_SALE, SquareOnSale
from games.engine.square_on_sale.moves import Bean, Bid, Bracket, Collect, Resolve, SquareMove
from games.engine.square_on_sale.observation import SquareObservation, position
from games.engine.square_on_sale.scoring import Score
from games.engine.square_on_sale.seen import BidOffer, Claim, OrderSeen, SeatSeen, SpaceSeen, WinSeen
from games.engine.square_on_sale.state import (
    Acting,
    Bracketing,
    End,
    Over,
    PlacingBean,
    Question,
    Resolving,
    RunningBid,
    SquareState,
    Table,
)

__all__ = [
    "SPACES",
    "SQUARE_ON_SALE",
    "ZONES",
    "Acting",
    "Bean",
    "BeanPut",
    "Bid",
    "BidMade",
    "BidOffer",
    "BlockPlaced",
    "Bracket",
    "Bracketing",
    "CentreCollected",
    "Claim",
    "Collect",
    "DieTurned",
    "EdgesCollected",
    "End",
    "GameEnded",
    "OrderSeen",
    "Over",
    "PlacingBean",
    "Question",
    "RecordFault",
    "Resolve",
    "Resolving",
    "RulesetFault",
    "RunningBid",
    "Score",
    "SeatSeen",
    "SpaceSeen",
    "SpaceWon",
    "SquareFault",
    "SquareMove",
    "SquareObservation",
    "SquareOnSale",
    "SquareRules",
    "SquareState",
    "Table",
    "TurnBegan",
    "TurnEnded",
    "WinSeen",
    "Zone",
    "bracketed",
    "position",
]
