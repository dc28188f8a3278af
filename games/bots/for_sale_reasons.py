"""Why the sharp player of For Sale makes a move, as a code with facts."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random

from games.bots.for_sale_counting import count, house_values
from games.bots.for_sale_sharp_buying import weigh_bids
from games.engine.for_sale import REFUNDS, Bid, Bidding, ForSaleMove, ForSaleObservation, Pass, Seal

CODES = (
    "free_bid",
    "worth_this",
    "worth_up_to",
    "cannot_pay",
    "spread_small",
    "save_coins",
    "too_dear",
    "others_go_further",
    "only_house",
    "high_for_high",
    "low_for_all_good",
    "low_for_all_poor",
    "matches_cheque",
)

Reason = tuple[str, Mapping[str, int]]


def reason(seen: ForSaleObservation, move: ForSaleMove) -> Reason:
    """The one thing that speaks most for the move."""
    match move:
        case Bid(amount=amount):
            return _why_bid(seen, amount)
        case Pass():
            assert seen.bidding is not None
            return _why_pass(seen, seen.bidding)
        case Seal(house=house):
            return _why_seal(seen, house)


def _why_bid(seen: ForSaleObservation, amount: int) -> Reason:
    """A bid that a pass would give back whole risks nothing (FS-8, FS-63); others have a limit."""
    weighed = weigh_bids(seen, count(seen), Random(seen.decision), samples=40)
    _, limit = weighed.get(amount, (0.0, amount))
    top = seen.houses[-1]
    if limit == amount == REFUNDS[seen.rules.refund](amount):
        return "free_bid", {"amount": amount, "house": top}
    if limit == amount:
        return "worth_this", {"amount": amount, "house": top}
    return "worth_up_to", {"limit": limit, "amount": amount, "house": top}


def _why_pass(seen: ForSaleObservation, asked: Bidding) -> Reason:
    lowest, highest = seen.houses[0], seen.houses[-1]
    if asked.minimum is None:
        return "cannot_pay", {"highest": seen.highest}
    values = house_values(seen.rules)
    if values[highest] - values[lowest] <= 0.2 * max(seen.rules.cheques) and asked.house is not None:
        return "spread_small", {"lowest": lowest, "highest": highest}
    rounds_left = seen.rounds - seen.round
    if rounds_left and (seen.my_purse or 0) <= 1.5 * rounds_left * seen.rules.coins / seen.rules.buying_rounds:
        return "save_coins", {"coins": seen.my_purse or 0, "rounds": rounds_left}
    # The last one in pays all of it, and takes the best house instead of this one.
    if asked.minimum - asked.lost > values[highest] - values.get(asked.house or 0, 0):
        return "too_dear", {"minimum": asked.minimum, "house": highest}
    return "others_go_further", {"minimum": asked.minimum}


def _why_seal(seen: ForSaleObservation, house: int) -> Reason:
    hand, lot = seen.sealable, seen.cheques_on_offer
    facts = {"house": house, "highest": lot[0], "lowest": lot[-1]}
    if len(hand) == 1:
        return "only_house", {"house": house}
    cheques = sorted(seen.rules.cheques)
    middle = cheques[len(cheques) // 2]
    place = hand.index(house) / (len(hand) - 1)
    if place >= 0.6 and lot[0] >= middle:
        return "high_for_high", facts
    if place <= 0.4 and lot[-1] >= 0.8 * middle:
        return "low_for_all_good", facts
    if place <= 0.4 and lot[0] <= middle:
        return "low_for_all_poor", facts
    return "matches_cheque", facts
