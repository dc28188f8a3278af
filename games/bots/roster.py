"""Every bot there is, by kind. A new one is one line here."""

from __future__ import annotations

from collections.abc import Mapping

from games.bots.base import Bot
from games.bots.for_sale import SteadyBuyer
from games.bots.random_bot import RandomBot
from games.bots.square_on_sale import SteadyBuilder

BOTS: Mapping[str, Mapping[str, Bot]] = {
    "for_sale": {"steady": SteadyBuyer(), "random": RandomBot()},
    "square_on_sale": {"steady": SteadyBuilder(), "random": RandomBot()},
}
