"""What a viewer of For Sale may know, and how events are told (FS-16). Everything here is built up from nothing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from operator import sub
from typing import NamedTuple, TypeVar

from games.engine.contract import EVERYTHING, Event, Outcome, SeatNo, Viewer
from games.engine.for_sale import buying, scoring, selling
from games.engine.for_sale.editions import ForSaleRules
from games.engine.for_sale.events import HouseSealed, SealReplaced
from games.engine.for_sale.state import (
    BoughtRound,
    Buying,
    Deal,
    ForSaleState,
    Over,
    Purchase,
    Rest,
    Selling,
    SoldRound,
    alone,
)


class Bidding(NamedTuple):
    """What the viewer whose turn it is may do, worked out."""

    minimum: int | None
    """None where no legal bid can be paid (FS-9)."""
    maximum: int | None
    house: int | None
    """What passing gives: this house (None: nothing), `refund` coins back, `lost` coins out of the game."""
    refund: int
    lost: int


class ForSaleObservation(NamedTuple):
    """One viewer's table. Rows have a place per seat; None in them is hidden. A named tuple, because one is made for
    every viewer of every move, and a frozen dataclass of this size costs twice that."""

    viewer: Viewer
    phase: str
    decision: int
    to_act: frozenset[SeatNo]
    history: tuple[Event, ...]

    rules: ForSaleRules
    seats: int
    round: int
    """Of this phase, from 1; the last sale's when the game is over."""
    rounds: int
    """How many this phase has in all."""
    last_round: BoughtRound | SoldRound | None
    """The round before this one."""
    houses_in_deck: int
    cheques_in_deck: int
    house_counts: tuple[int, ...]
    """How many houses each seat holds, a sealed one included."""

    coins: tuple[int | None, ...]
    """Coins in hand, without those in front."""
    hands: tuple[tuple[int, ...] | None, ...]
    """Houses, lowest first, a sealed one included."""
    cheques: tuple[tuple[int, ...] | None, ...]
    """Cheques taken, in order."""

    first: SeatNo | None = None
    """Who began this buying round."""
    houses: tuple[int, ...] = ()
    """Still on offer, lowest first."""
    queue: tuple[SeatNo, ...] = ()
    """Seats still in the auction, clockwise from the one whose turn it is."""
    bids: tuple[int, ...] = ()
    """Coins in front of each seat; 0 for those who have not bid or have passed."""
    highest: int = 0
    taken: tuple[Purchase, ...] = ()
    """Who has passed in this round, with what, in order."""
    bidding: Bidding | None = None
    """The viewer's choice, on its turn."""

    cheques_on_offer: tuple[int, ...] = ()
    """Highest first."""
    sealed: frozenset[SeatNo] = frozenset()
    """Who has sealed."""
    seals: tuple[int | None, ...] = ()
    """What was sealed: the viewer's own only."""
    sealable: tuple[int, ...] = ()
    """Houses that the viewer may seal now, lowest first."""

    rest: Rest | None = None
    result: Outcome | None = None
    opened: Deal | None = None
    """Decks and removed cards, when the game is over."""

    @property
    def my_coins(self) -> int | None:
        """The viewer's coins in hand."""
        return self.coins[self.viewer] if isinstance(self.viewer, int) else None

    @property
    def my_purse(self) -> int | None:
        """The viewer's coins in hand and in front: no bid of its can ever be higher (FS-6)."""
        if not isinstance(self.viewer, int):
            return None
        in_front = self.bids[self.viewer] if self.bids else 0
        return (self.coins[self.viewer] or 0) + in_front

    @property
    def my_hand(self) -> tuple[int, ...] | None:
        """The viewer's houses."""
        return self.hands[self.viewer] if isinstance(self.viewer, int) else None

    @property
    def my_cheques(self) -> tuple[int, ...] | None:
        """The viewer's cheques."""
        return self.cheques[self.viewer] if isinstance(self.viewer, int) else None

    @property
    def my_seal(self) -> int | None:
        """The house that the viewer has sealed."""
        return self.seals[self.viewer] if self.seals and isinstance(self.viewer, int) else None


def observe(state: ForSaleState, viewer: Viewer, history: Sequence[Event]) -> ForSaleObservation:
    """What this viewer may know now."""
    phase = state.phase
    if isinstance(phase, Buying):
        return _observe_buying(state, phase, viewer, tuple(history))
    if isinstance(phase, Selling):
        return _observe_selling(state, phase, viewer, tuple(history))
    return _observe_over(state, phase, viewer, tuple(history))


def tell(event: Event, viewer: Viewer) -> Event | None:
    """Sealed choices are for their own seat; all else happens in the open (FS-16)."""
    if isinstance(event, HouseSealed):
        return event if viewer == event.seat or viewer is EVERYTHING else _face_down(event.round, event.seat)
    if isinstance(event, SealReplaced):
        return event if viewer == event.seat or viewer is EVERYTHING else None
    return event


@cache
def _face_down(number: int, seat: SeatNo) -> HouseSealed:
    """What all others are told of a sealed house."""
    return HouseSealed(number, seat, None)


T = TypeVar("T")


def _seen_row(rules: ForSaleRules, viewer: Viewer, row: tuple[T, ...]) -> tuple[T | None, ...]:
    """Of the coins, hands or cheques of all seats those that the viewer may see: its own, or all at an open table."""
    return row if rules.open_information else _own_row(viewer, row)


def _own_row(viewer: Viewer, row: tuple[T, ...]) -> tuple[T | None, ...]:
    """The viewer's own place of a row alone; built up from nothing."""
    if viewer is EVERYTHING:
        return row
    seen: list[T | None] = [None] * len(row)
    if isinstance(viewer, int):
        seen[viewer] = row[viewer]
    return tuple(seen)


# In the order of the fields: by their names an observation costs three times as much to make.


def _observe_buying(
    state: ForSaleState, phase: Buying, viewer: Viewer, history: tuple[Event, ...]
) -> ForSaleObservation:
    deal, (queue, stakes, highest, table) = state.deal, phase
    rules = deal.rules
    seats = rules.seats
    hands = _seen_row(rules, viewer, table.hands)
    return ForSaleObservation(
        viewer,
        "buying",
        state.decision,
        alone(queue[0]),
        history,
        rules,
        seats,
        table.round,
        rules.buying_rounds,
        table.previous,
        len(deal.houses) - table.drawn,
        len(deal.cheques),
        tuple(map(len, table.hands)),
        _seen_row(rules, viewer, tuple(map(sub, table.purses, stakes))),
        tuple([hand and tuple(sorted(hand)) for hand in hands]),
        _seen_row(rules, viewer, ((),) * seats),
        table.first,
        table.houses,
        queue,
        stakes,
        highest,
        table.taken,
        _bidding(rules, phase, viewer) if viewer == queue[0] else None,
        opened=deal if viewer is EVERYTHING else None,
    )


def _bidding(rules: ForSaleRules, phase: Buying, viewer: Viewer) -> Bidding:
    """The choices of the seat whose turn it is."""
    seat = phase.queue[0]
    minimum, maximum = buying.minimum_bid(rules, phase, seat), phase.table.purses[seat]
    _, stake, refund, house = buying.passing(rules, phase, seat)
    if minimum > maximum:
        return Bidding(None, None, house, refund, stake - refund)
    return Bidding(minimum, maximum, house, refund, stake - refund)


def _observe_selling(
    state: ForSaleState, phase: Selling, viewer: Viewer, history: tuple[Event, ...]
) -> ForSaleObservation:
    deal, (waiting, sealed, table) = state.deal, phase
    rules = deal.rules
    return ForSaleObservation(
        viewer,
        "selling",
        state.decision,
        waiting,
        history,
        rules,
        rules.seats,
        table.round,
        table.round - 1 + selling.rounds_left(table.hands),
        table.previous,
        0,
        len(deal.cheques) - table.drawn,
        tuple(map(len, table.hands)),
        _seen_row(rules, viewer, table.coins),
        _seen_row(rules, viewer, table.hands),
        _seen_row(rules, viewer, table.takings),
        cheques_on_offer=table.cheques,
        sealed=frozenset([SeatNo(seat) for seat, house in enumerate(sealed) if house is not None]),
        seals=_own_row(viewer, sealed),  # an open table does not open what is face down
        sealable=table.hands[viewer] if isinstance(viewer, int) else (),
        opened=deal if viewer is EVERYTHING else None,
    )


def _observe_over(state: ForSaleState, over: Over, viewer: Viewer, history: tuple[Event, ...]) -> ForSaleObservation:
    rules = state.deal.rules
    return ForSaleObservation(
        viewer=viewer,
        phase="over",
        decision=state.decision,
        to_act=frozenset(),
        history=history,
        rules=rules,
        seats=rules.seats,
        round=over.round,
        rounds=over.round,
        last_round=over.previous,
        houses_in_deck=0,
        cheques_in_deck=0,
        house_counts=(0,) * rules.seats,
        coins=over.coins,
        hands=((),) * rules.seats,
        cheques=over.takings,
        rest=over.rest,
        result=scoring.outcome(over),
        opened=state.deal,
    )
