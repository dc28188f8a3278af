"""Players of For Sale. They count what anybody at the table could count: the cards they were shown."""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Sequence
from math import comb
from random import Random

from games.bots.softness import soft_choice
from games.engine.for_sale import (
    Bid,
    Bidding,
    ChequesRevealed,
    ForSaleMove,
    ForSaleObservation,
    ForSaleRules,
    HousesRevealed,
    SaleRevealed,
    Seal,
)


class PlainBuyer:
    """Spends evenly, more where the houses differ more; sells where a house fetches more than it will later.

    `softness` is how far it may be off, in coins: 0 always takes the best it sees, more leaves more to its mood.
    """

    def __init__(self, *, softness: float) -> None:
        self.softness = softness

    def choose(self, seen: ForSaleObservation, legal: Sequence[ForSaleMove], rng: Random) -> ForSaleMove:
        """One step up or out when buying; the house with the best price for its rank when selling."""
        if seen.bidding is None:
            return soft_choice(house_gains(seen, legal), self.softness, rng)
        return self._choose_bid(seen, seen.bidding, legal, rng)

    def _choose_bid(
        self, seen: ForSaleObservation, asked: Bidding, legal: Sequence[ForSaleMove], rng: Random
    ) -> ForSaleMove:
        leave = next(move for move in legal if not isinstance(move, Bid))
        if asked.minimum is None:
            return leave
        limit = min(_budget(seen, asked), _worth(seen, asked))
        raise_by_one = next(move for move in legal if move == Bid(asked.minimum))
        return soft_choice([(raise_by_one, limit - asked.minimum), (leave, 0)], self.softness, rng)


def _budget(seen: ForSaleObservation, asked: Bidding) -> int:
    """This round's part of the purse: up to three times an even share where the best house is far above the worst."""
    rounds_left = seen.rounds - seen.round + 1
    purse = seen.my_purse or 0
    spread = _value(seen.rules, seen.houses[-1]) - _value(seen.rules, asked.house)
    share = 1 + 2 * spread / max(seen.rules.cheques)
    return purse if rounds_left == 1 else min(purse, round(share * purse / rounds_left))


def _worth(seen: ForSaleObservation, asked: Bidding) -> int:
    """The highest total that what staying in may bring is worth. Two seats left: the price is paid in full."""
    now = _value(seen.rules, asked.house)
    if len(seen.queue) == 2:
        return _value(seen.rules, seen.houses[-1]) - now + asked.lost
    better = [_value(seen.rules, house) for house in seen.houses if house != asked.house]
    # Half of the stake comes back to all but the last.
    return 2 * (sum(better) // len(better) - now + asked.lost)


def _value(rules: ForSaleRules, house: int | None) -> int:
    """The cheque of the same rank as the house: what it will fetch, roughly."""
    # A box lists both decks lowest first.
    return 0 if house is None else rules.cheques[bisect_left(rules.houses, house)]


def house_gains(seen: ForSaleObservation, legal: Sequence[ForSaleMove]) -> list[tuple[ForSaleMove, float]]:
    """What each house fetches over what a house of its rank may hope for in the sales to come."""
    rivals = _rival_houses(seen)
    to_come = _cheques_to_come(seen)
    gains: list[tuple[ForSaleMove, float]] = []
    for move in legal:
        assert isinstance(move, Seal)
        rank = bisect_left(rivals, move.house) / max(1, len(rivals))
        gains.append((move, _expected(seen.cheques_on_offer, rank) - _hope(to_come, rank)))
    return gains


def _expected(cheques: Sequence[int], rank: float) -> float:
    """The mean cheque of a house that beats each of the others with this probability; `cheques` highest first."""
    rivals = len(cheques) - 1
    chances = (comb(rivals, above) * (1 - rank) ** above * rank ** (rivals - above) for above in range(rivals + 1))
    return sum(chance * cheque for chance, cheque in zip(chances, cheques, strict=True))


def _hope(to_come: Sequence[int], rank: float) -> float:
    """The cheque of the same rank among those not seen yet; nothing in the last sale."""
    return to_come[min(int(rank * len(to_come)), len(to_come) - 1)] if to_come else 0


def _rival_houses(seen: ForSaleObservation) -> list[int]:
    """Houses still in other hands: all that were on offer, without those sold and one's own."""
    shown = {house for event in seen.history if isinstance(event, HousesRevealed) for house in event.houses}
    sold = {sale.house for event in seen.history if isinstance(event, SaleRevealed) for sale in event.results}
    return sorted(shown - sold - set(seen.my_hand or ()))


def _cheques_to_come(seen: ForSaleObservation) -> list[int]:
    """Cheques that have not been on offer: in the deck, or taken out before the game."""
    if not seen.cheques_in_deck:
        return []
    shown = Counter(cheque for event in seen.history if isinstance(event, ChequesRevealed) for cheque in event.cheques)
    return sorted((Counter(seen.rules.cheques) - shown).elements())
