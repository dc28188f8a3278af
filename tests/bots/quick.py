"""The players of the house for tests: those who think ahead think less, so that the tests stay short."""

from games.bots.for_sale_sharp import SharpBuyer
from games.bots.roster import BOTS
from games.bots.square_on_sale_sharp import SharpBuilder

QUICK = {
    **BOTS,
    "for_sale": {**BOTS["for_sale"], "sharp": SharpBuyer(samples=4)},
    "square_on_sale": {**BOTS["square_on_sale"], "sharp": SharpBuilder(playouts=6, candidates=4, depth=3)},
}
