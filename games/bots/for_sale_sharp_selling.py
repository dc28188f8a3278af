"""The sharp player's sale: all hands can be counted, so a sale is a small game of simultaneous choices.

Everybody is taken to choose sensibly but not perfectly (a quantal response to the others' choices); the answer is
the house with the best chance to win the game against such choices.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import exp, sqrt
from random import Random

from games.bots.for_sale_counting import Count, fetching

Mix = dict[int, float]
"""How likely a seat is to seal each of its houses."""


@dataclass(frozen=True, slots=True)
class SaleView:
    """One sale, counted out."""

    me: int
    hands: list[list[int]]
    cheques: Sequence[int]
    """On offer, highest first."""
    later: dict[int, float]
    """What each house may fetch in the sales to come."""
    banked: list[int]
    """Coins and cheques of each seat."""
    sales_left: int
    """After this one."""


def sale_view(me: int, counted: Count, cheques: Sequence[int]) -> SaleView:
    """The sale now on, for the seat `me`."""
    hands = counted.hands
    sales_left = max(map(len, hands)) - 1
    houses = [house for hand in hands for house in hand]
    later = fetching(houses, counted.cheques_to_come if sales_left else [])
    banked = [coins + taken for coins, taken in zip(counted.purses, counted.takings, strict=True)]
    return SaleView(me, hands, cheques, later, banked, sales_left)


def quantal_mixes(view: SaleView, *, temperature: float, rounds: int = 24) -> list[Mix]:
    """Every seat answers the others' mixes, better choices more often: repeated until they agree, nearly."""
    mixes = [{house: 1 / len(hand) for house in hand} if hand else {} for hand in view.hands]
    for step in range(rounds):
        gains = expected_gains(view, mixes)
        weight = max(0.2, 1 / (step + 1.5))
        for mix, gain in zip(mixes, gains, strict=True):
            if len(mix) < 2:
                continue
            best = max(gain.values())
            answer = {house: exp((value - best) / temperature) for house, value in gain.items()}
            total = sum(answer.values())
            for house in mix:
                mix[house] += weight * (answer[house] / total - mix[house])
    return mixes


def expected_gains(view: SaleView, mixes: list[Mix]) -> list[Mix]:
    """Per seat and house: the cheque it brings against the others' mixes, over what it may fetch later."""
    cheques, later = view.cheques, view.later
    above = [0.0] * len(mixes)
    gains: list[Mix] = [{} for _ in mixes]
    order = sorted(((house, seat) for seat, mix in enumerate(mixes) for house in mix), reverse=True)
    sellers = [seat for seat, mix in enumerate(mixes) if mix]
    for house, seat in order:
        # chances[k]: k of the others seal a higher house.
        chances = [1.0]
        for other in sellers:
            if other != seat:
                higher = above[other]
                lower = 1.0 - higher
                chances.append(chances[-1] * higher)
                for place in range(len(chances) - 2, 0, -1):
                    chances[place] = chances[place] * lower + chances[place - 1] * higher
                chances[0] *= lower
        worth = 0.0
        for chance, cheque in zip(chances, cheques, strict=False):
            worth += chance * cheque
        gains[seat][house] = worth - later[house]
        above[seat] += mixes[seat][house]
    return gains


def win_shares(view: SaleView, mixes: list[Mix], rng: Random, *, samples: int) -> Mix:
    """Per own house: the chance to win the game if the others choose by these mixes."""
    me, later = view.me, view.later
    own = view.hands[me]
    others = [seat for seat, mix in enumerate(mixes) if mix and seat != me]
    rest = [money + sum(later[house] for house in hand) for money, hand in zip(view.banked, view.hands, strict=True)]
    # What is still open grows with the sales to come; the last one is certain.
    doubt = 1.0 + 2.2 * sqrt(view.sales_left)
    shares = dict.fromkeys(own, 0.0)
    draws = {seat: rng.choices(list(mixes[seat]), list(mixes[seat].values()), k=samples) for seat in others}
    for sample in range(samples):
        picks = sorted([(draws[seat][sample], seat) for seat in others], reverse=True)
        for house in own:
            final = list(rest)
            place = 0
            for cheque in view.cheques:
                if place < len(picks) and (picks[place][0] > house):
                    taken, seat = picks[place]
                    final[seat] += cheque - later[taken]
                    place += 1
                    continue
                final[me] += cheque - later[house]
                break
            for cheque, (taken, seat) in zip(view.cheques[place + 1 :], picks[place:], strict=True):
                final[seat] += cheque - later[taken]
            shares[house] += chance_to_win(final, me, doubt)
    return {house: share / samples for house, share in shares.items()}


def chance_to_win(totals: Sequence[float], me: int, doubt: float) -> float:
    """A soft comparison of expected totals: `doubt` is how far off they may be."""
    mine = totals[me]
    return 1 / sum([exp((total - mine) / doubt) for total in totals])
