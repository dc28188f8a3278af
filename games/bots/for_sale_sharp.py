"""The sharp player of For Sale."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.bots.for_sale_counting import count
from games.bots.for_sale_sharp_buying import COMMON_SENSE, Sense, weigh_bids
from games.bots.for_sale_sharp_selling import weigh_houses
from games.engine.for_sale import Bid, ForSaleMove, ForSaleObservation, Pass, Seal


class SharpBuyer:
    """Counts everything, judges its rivals by their bids, and plays for the win."""

    def __init__(self, *, samples: int = 40, sense: Sense = COMMON_SENSE) -> None:
        self.samples = samples
        self.sense = sense

    def choose(self, seen: ForSaleObservation, legal: Sequence[ForSaleMove], rng: Random) -> ForSaleMove:
        """The move with the best chance to win."""
        weighed = self.weigh(seen, legal, rng)
        return max(weighed, key=lambda pair: pair[1])[0]

    def weigh(
        self, seen: ForSaleObservation, legal: Sequence[ForSaleMove], rng: Random
    ) -> list[tuple[ForSaleMove, float]]:
        """Every move worth thinking about with its chance to win the game."""
        if len(legal) == 1:
            return [(legal[0], 0.0)]
        counted = count(seen)
        if seen.bidding is None:
            assert isinstance(seen.viewer, int)
            shares = weigh_houses(seen.rules, seen.viewer, counted, rng, samples=self.samples)
            return [(Seal(house), share) for house, share in shares.items()]
        bids = weigh_bids(seen, counted, rng, samples=self.samples, sense=self.sense)
        return [(Pass() if bid is None else Bid(bid), share) for bid, (share, _) in bids.items()]
