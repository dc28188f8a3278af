"""Situations of For Sale for tests, built directly: what is not named is empty, or as little as the rules need."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from random import Random

from games.engine.contract import Event, Options, SeatNo, Step
from games.engine.for_sale import FOR_SALE, BoughtRound, ForSaleMove, ForSaleRules, Pass, Purchase, Seal
from games.engine.for_sale.state import (
    Buying,
    BuyingTable,
    Deal,
    ForSaleState,
    Over,
    Selling,
    SellingTable,
)
from games.engine.play import play, replay

PASS = Pass()


def for_sale_rules(
    seats: int = 3, edition: str = "2015", *variants: str, open_information: bool = False
) -> ForSaleRules:
    """The rules of an edition, with variants by name."""
    return FOR_SALE.ruleset(edition, frozenset(variants), Options(open_information=open_information), seats)


def a_buying_phase(
    lot: Sequence[int] = (3, 7, 12),
    coins: Sequence[int] = (10, 10, 10),
    *,
    rules: ForSaleRules | None = None,
    bids: Sequence[int] | None = None,
    turn: int = 0,
    first: int | None = None,
    passed: Collection[int] = (),
    hands: Sequence[Sequence[int]] | None = None,
    deck: Sequence[int] = (),
    cheques: Sequence[int] | None = None,
) -> ForSaleState:
    """An auction with `lot` still on offer; `coins` are all that a seat owns, its bid included; `deck` comes next.

    Without a deck this is the last buying round.
    """
    seats = len(coins)
    rules = rules or for_sale_rules(seats)
    held = tuple(tuple(sorted(hand)) for hand in hands or ((),) * seats)
    stakes = tuple(bids or (0,) * seats)
    queue = tuple(SeatNo((turn + step) % seats) for step in range(seats) if (turn + step) % seats not in passed)
    houses = (*(house for hand in held for house in hand), *lot, *deck)
    deal = _deal(rules, turn if first is None else first, houses, cheques)
    table = BuyingTable(
        round=1,
        first=deal.first,
        drawn=len(houses) - len(deck),
        houses=tuple(sorted(lot)),
        taken=tuple(Purchase(SeatNo(seat), 0, 0, None) for seat in passed),
        purses=tuple(coins),
        hands=held,
        previous=None,
    )
    return ForSaleState(deal, Buying(queue, stakes, max(stakes), table), decision=1)


def a_selling_phase(
    hands: Sequence[Sequence[int]] = ((8,), (20,), (28,)),
    cheques: Sequence[int] = (13, 12, 0),
    *,
    rules: ForSaleRules | None = None,
    coins: Sequence[int] | None = None,
    takings: Sequence[Sequence[int]] | None = None,
    sealed: Sequence[int | None] | None = None,
    deck: Sequence[int] = (),
) -> ForSaleState:
    """A sale with `cheques` on offer, one per seat that holds houses; `deck` are those that come next."""
    seats = len(hands)
    rules = rules or for_sale_rules(seats)
    held = tuple(tuple(sorted(hand)) for hand in hands)
    laid = tuple(sealed or (None,) * seats)
    deal = _deal(rules, 0, [house for hand in held for house in hand], (*cheques, *deck))
    table = SellingTable(
        round=1,
        drawn=len(cheques),
        cheques=tuple(sorted(cheques, reverse=True)),
        coins=tuple(coins or (0,) * seats),
        hands=held,
        takings=tuple(tuple(taken) for taken in takings or ((),) * seats),
        previous=BoughtRound(1, ()),
    )
    waiting = frozenset(SeatNo(seat) for seat in range(seats) if held[seat] and laid[seat] is None)
    return ForSaleState(deal, Selling(waiting, laid, table), decision=1)


def an_ended_game(coins: Sequence[int], cheques: Sequence[Sequence[int]]) -> ForSaleState:
    """A game that is over, with what each seat has."""
    rules = for_sale_rules(len(coins))
    takings = tuple(tuple(taken) for taken in cheques)
    over = Over(1, tuple(coins), takings, None, BoughtRound(1, ()))
    return ForSaleState(_deal(rules, 0, rules.houses, rules.cheques), over, decision=1)


def played(state: ForSaleState, *moves: tuple[int, ForSaleMove]) -> Step[ForSaleState]:
    """The state after these moves, and every event on the way."""
    events: list[Event] = []
    for step in replay(FOR_SALE, state, ((SeatNo(seat), move) for seat, move in moves)):
        state = step.state
        events += step.events
    return Step(state, tuple(events))


def all_pass(state: ForSaleState, seats: Iterable[int]) -> Step[ForSaleState]:
    """These seats pass in order."""
    return played(state, *((seat, PASS) for seat in seats))


def all_seal(state: ForSaleState, houses: Iterable[int | None]) -> Step[ForSaleState]:
    """Each seat, from 0 on, seals its house; None for those who have none."""
    return played(state, *((seat, Seal(house)) for seat, house in enumerate(houses) if house is not None))


def _deal(rules: ForSaleRules, first: int, houses: Sequence[int], cheques: Sequence[int] | None) -> Deal:
    """The rest of the box counts as taken out."""
    dealt = tuple(rules.cheques[: len(houses)] if cheques is None else cheques)
    return Deal(
        rules,
        SeatNo(first),
        tuple(houses),
        dealt,
        tuple(house for house in rules.houses if house not in houses),
        rules.cheques[: len(rules.cheques) - len(dealt)],
    )


def a_played_game(rules: ForSaleRules, rng: Random, boldness: float) -> tuple[ForSaleState, Step[ForSaleState]]:
    """An opening and its game: with the chance `boldness` a seat raises by the least, otherwise anything legal."""
    opening = state = FOR_SALE.deal(rules, rng)
    events = list(FOR_SALE.opening_events(opening))
    while owing := FOR_SALE.to_act(state):
        seat = rng.choice(sorted(owing))
        legal = FOR_SALE.legal_moves(state, seat)
        move = legal[1] if len(legal) > 1 and rng.random() < boldness else rng.choice(legal)
        step = play(FOR_SALE, state, seat, move)
        state = step.state
        events += step.events
    return opening, Step(state, tuple(events))
