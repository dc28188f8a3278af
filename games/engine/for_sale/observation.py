"""What a viewer of For Sale may know, and how events are told (FS-16). Everything here is built up from nothing."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
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
    (seen,) = observe_each(state, (viewer,), (tuple(history),))
    return seen


def observe_each(
    state: ForSaleState, viewers: Sequence[Viewer], histories: Sequence[tuple[Event, ...]]
) -> list[ForSaleObservation]:
    """What each of these viewers may know now; what the table sees is worked out once."""
    phase = state.phase
    if isinstance(phase, Buying):
        return _observe_buying(state, phase, viewers, histories)
    if isinstance(phase, Selling):
        return _observe_selling(state, phase, viewers, histories)
    result = scoring.outcome(phase)
    return [_observe_over(state, phase, result, *each) for each in zip(viewers, histories, strict=True)]


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
Cards = tuple[int, ...]

Row = tuple[T | None, ...]
"""A place per seat; None is hidden."""


def _seen_rows(
    rules: ForSaleRules, viewer: Viewer, coins: Row[int], hands: Row[Cards], cheques: Row[Cards]
) -> tuple[Row[int], Row[Cards], Row[Cards]]:
    """Of the coins, hands and cheques of all seats those that the viewer may see: its own, or all at an open table."""
    if rules.open_information or viewer is EVERYTHING:
        return coins, hands, cheques
    if not isinstance(viewer, int):
        return HIDDEN[rules.seats], HIDDEN[rules.seats], HIDDEN[rules.seats]
    before, after = HIDDEN[viewer], HIDDEN[rules.seats - viewer - 1]
    return (
        (*before, coins[viewer], *after),
        (*before, hands[viewer], *after),
        (*before, cheques[viewer], *after),
    )


def _own_row(viewer: Viewer, row: Row[T]) -> Row[T]:
    """The viewer's own place of a row alone; built up from nothing."""
    if viewer is EVERYTHING:
        return row
    if not isinstance(viewer, int):
        return HIDDEN[len(row)]
    return (*HIDDEN[viewer], row[viewer], *HIDDEN[len(row) - viewer - 1])


HIDDEN = tuple([(None,) * count for count in range(10)])
"""So many places that nobody may see."""


# Each observation is put together, in the order of the fields, from what the whole table sees and what the viewer alone
# may see. By the names of its fields it would cost three times as much.


def _observe_buying(
    state: ForSaleState, phase: Buying, viewers: Sequence[Viewer], histories: Sequence[tuple[Event, ...]]
) -> list[ForSaleObservation]:
    deal, (queue, stakes, highest, table) = state.deal, phase
    rules, turn, nothing = deal.rules, queue[0], ((),) * deal.rules.seats
    coins, hands = tuple(map(sub, table.purses, stakes)), tuple(map(_lowest_first, table.hands))
    question = ("buying", state.decision, alone(turn))
    game = (
        rules,
        rules.seats,
        table.round,
        rules.buying_rounds,
        table.previous,
        len(deal.houses) - table.drawn,
        len(deal.cheques),
        tuple(map(len, hands)),
    )
    auction = (table.first, table.houses, queue, stakes, highest, table.taken)
    return [
        ForSaleObservation._make(
            (
                viewer,
                *question,
                history,
                *game,
                *_seen_rows(rules, viewer, coins, hands, nothing),
                *auction,
                _bidding(rules, phase, viewer) if viewer == turn else None,
                *NOTHING_ON_SALE,
                deal if viewer is EVERYTHING else None,
            )
        )
        for viewer, history in zip(viewers, histories, strict=True)
    ]


@lru_cache(maxsize=4096)
def _lowest_first(hand: Cards) -> Cards:
    """A hand stays the same for a whole round."""
    return tuple(sorted(hand))


NOTHING_ON_SALE = ((), frozenset[SeatNo](), (), (), None, None)
"""From `cheques_on_offer` to `result`, while houses are bought."""


def _bidding(rules: ForSaleRules, phase: Buying, viewer: Viewer) -> Bidding:
    """The choices of the seat whose turn it is."""
    seat = phase.queue[0]
    minimum, maximum = buying.minimum_bid(rules, phase, seat), phase.table.purses[seat]
    _, stake, refund, house = buying.passing(rules, phase, seat)
    if minimum > maximum:
        return Bidding(None, None, house, refund, stake - refund)
    return Bidding(minimum, maximum, house, refund, stake - refund)


def _observe_selling(
    state: ForSaleState, phase: Selling, viewers: Sequence[Viewer], histories: Sequence[tuple[Event, ...]]
) -> list[ForSaleObservation]:
    deal, (waiting, sealed, table) = state.deal, phase
    rules, hands = deal.rules, table.hands
    question = ("selling", state.decision, waiting)
    game = (
        rules,
        rules.seats,
        table.round,
        table.round - 1 + selling.rounds_left(hands),
        table.previous,
        0,
        len(deal.cheques) - table.drawn,
        tuple(map(len, hands)),
    )
    sale = (table.cheques, frozenset([SeatNo(seat) for seat, house in enumerate(sealed) if house is not None]))
    return [
        ForSaleObservation._make(
            (
                viewer,
                *question,
                history,
                *game,
                *_seen_rows(rules, viewer, table.coins, hands, table.takings),
                *NO_AUCTION,
                *sale,
                _own_row(viewer, sealed),  # an open table does not open what is face down
                hands[viewer] if isinstance(viewer, int) else (),
                None,
                None,
                deal if viewer is EVERYTHING else None,
            )
        )
        for viewer, history in zip(viewers, histories, strict=True)
    ]


NO_AUCTION = (None, (), (), (), 0, (), None)
"""From `first` to `bidding`, while houses are sold."""


def _observe_over(
    state: ForSaleState, over: Over, result: Outcome, viewer: Viewer, history: tuple[Event, ...]
) -> ForSaleObservation:
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
        result=result,
        opened=state.deal,
    )
