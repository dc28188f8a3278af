"""Every bot there is, by kind. A new one is one line here."""

from __future__ import annotations

from collections.abc import Mapping

from games.bots.base import Bot
from games.bots.for_sale import PlainBuyer
from games.bots.for_sale_sharp import SharpBuyer
from games.bots.random_bot import RandomBot
from games.bots.square_on_sale import PlainBuilder
from games.bots.square_on_sale_sharp import SharpBuilder

BOTS: Mapping[str, Mapping[str, Bot]] = {
    "for_sale": {
        "easy": PlainBuyer(softness=5),
        "steady": PlainBuyer(softness=0.4),
        "sharp": SharpBuyer(),
        "random": RandomBot(),
    },
    "square_on_sale": {
        "easy": PlainBuilder(softness=6),
        "steady": PlainBuilder(softness=0.2),
        "sharp": SharpBuilder(),
        "random": RandomBot(),
    },
}
