"""The sharp player's sale: all hands can be counted, and how the others choose shows with every sale.

Each house is tried against many draws of what the others may seal now, of the cheques to come, and of how everybody
sells the rest; what counts is how often the game is won.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from random import Random

from games.bots.for_sale_counting import Count, SaleSeen
from games.bots.for_sale_sale_styles import CALCULATING, STYLES, WHIMSICAL, Watcher, by_lowest
from games.engine.for_sale import ForSaleRules

DOUBT = 2.0
"""Money by which the thought-out end may be off."""


def weigh_houses(rules: ForSaleRules, me: int, counted: Count, rng: Random, *, samples: int) -> dict[int, float]:
    """Per own house: the chance to win the game."""
    hands, own = counted.hands, counted.hands[me]
    lot = counted.offered
    watcher = Watcher(sorted(rules.cheques))
    now = SaleSeen(lot, tuple(map(tuple, hands)), {}, tuple(counted.cheques_to_come))
    sellers = [seat for seat, hand in enumerate(hands) if hand and seat != me]
    beliefs = {seat: watcher.belief(counted.sales, seat) for seat in sellers}
    draws = {seat: _draw_seals(watcher, now, seat, beliefs[seat], (rng, samples)) for seat in sellers}
    banked = [coins + taken for coins, taken in zip(counted.purses, counted.takings, strict=True)]
    wins = dict.fromkeys(own, 0.0)
    for sample in range(samples):
        sealed = [(draws[seat][sample], seat) for seat in sellers]
        future = _draw_future(watcher, me, counted, beliefs, rng)
        left = [list(hand) for hand in hands]
        for house, seat in sealed:
            left[seat].remove(house)
        for house in own:
            money = list(banked)
            for cheque, (_, seat) in zip(lot, sorted([*sealed, (house, me)], reverse=True), strict=True):
                money[seat] += cheque
            rest = [list(hand) for hand in left]
            rest[me].remove(house)
            _sell_rest(rest, future, money)
            wins[house] += chance_to_win(money, me, DOUBT)
    return {house: won / samples for house, won in wins.items()}


def chance_to_win(totals: Sequence[float], me: int, doubt: float) -> float:
    """A soft comparison of expected totals: `doubt` is how far off they may be."""
    mine = totals[me]
    return 1 / sum([exp(min(60.0, (total - mine) / doubt)) for total in totals])


def _draw_seals(
    watcher: Watcher, now: SaleSeen, seat: int, belief: Sequence[float], draws: tuple[Random, int]
) -> list[int]:
    hand = now.hands[seat]
    mixed = [0.0] * len(hand)
    for part, chances in zip(belief, watcher.choices(now, seat), strict=True):
        for at, chance in enumerate(chances):
            mixed[at] += part * chance
    rng, samples = draws
    return rng.choices(hand, mixed, k=samples)


Future = list[tuple[list[int], list[float]]]
"""Lots to come, each with the place in the hand from which every seat will sell."""


def _draw_future(watcher: Watcher, me: int, counted: Count, beliefs: dict[int, list[float]], rng: Random) -> Future:
    """One way the other cheques may come, and how everybody may sell then."""
    cheques = list(counted.cheques_to_come)
    rng.shuffle(cheques)
    sizes = [len(hand) - 1 for hand in counted.hands]
    ways = {seat: rng.choices(range(len(belief)), belief)[0] for seat, belief in beliefs.items()}
    future: Future = []
    drawn, sales = 0, max(sizes)
    for sale in range(sales):
        holders = sum([size > sale for size in sizes])
        if holders == 1:
            # The only one left takes all there is.
            future.append((cheques[drawn : drawn + sales - sale], []))
            break
        lot = sorted(cheques[drawn : drawn + holders], reverse=True)
        drawn += holders
        places = [0.0] * len(sizes)
        for seat, way in ways.items():
            places[seat] = _place(watcher, way, lot, rng)
        places[me] = by_lowest(lot, watcher.top, watcher.ladder) + rng.gauss(0, 0.05)
        future.append((lot, places))
    return future


def _place(watcher: Watcher, way: int, lot: list[int], rng: Random) -> float:
    if way == WHIMSICAL:
        return rng.random()
    if way == CALCULATING:
        return STYLES[0](lot, watcher.top, watcher.ladder) + rng.gauss(0, 0.25)
    return STYLES[way](lot, watcher.top, watcher.ladder) + rng.gauss(0, 0.12)


def _sell_rest(hands: list[list[int]], future: Future, money: list[int]) -> None:
    for lot, places in future:
        if not places:
            money[next(seat for seat, hand in enumerate(hands) if hand)] += sum(lot)
            return
        sealed = []
        for seat, hand in enumerate(hands):
            if hand:
                size = len(hand)
                at = int(places[seat] * size)
                sealed.append((hand.pop(0 if at < 0 else at if at < size else -1), seat))
        sealed.sort(reverse=True)
        for cheque, (_, seat) in zip(lot, sealed, strict=True):
            money[seat] += cheque
