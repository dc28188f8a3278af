"""For Sale as a kind of game: glue between the contract and the rule files, and no rules.

Phases are told apart by `isinstance` here: in methods asked for every move of a playout, `match` costs four times that.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import ClassVar

from games.engine.contract import (
    Event,
    GameKind,
    Json,
    KindInfo,
    MoveRow,
    Options,
    Order,
    Outcome,
    SeatNo,
    Step,
    Trade,
    Viewer,
)
from games.engine.faults import BadRuleset, IllegalMove, TurnFault
from games.engine.for_sale import buying, editions, observation, records, scoring, selling, trades
from games.engine.for_sale.editions import ForSaleRules
from games.engine.for_sale.events import EVENT_CLASSES
from games.engine.for_sale.faults import RulesetFault
from games.engine.for_sale.moves import Bid, ForSaleMove, Pass, Seal
from games.engine.for_sale.observation import ForSaleObservation
from games.engine.for_sale.state import STATE_CLASSES, Buying, Deal, ForSaleState, Over, Selling, alone

NOBODY: frozenset[SeatNo] = frozenset()


class ForSale(GameKind[ForSaleRules, ForSaleState, ForSaleMove, ForSaleObservation]):
    """Buy houses at auction, sell them for cheques, be the richest."""

    info: ClassVar[KindInfo] = KindInfo(
        slug="for_sale",
        editions=editions.EDITIONS,
        moves={move.name: move for move in (Bid, Pass, Seal)},
        vocabulary=(ForSaleRules, *STATE_CLASSES, *EVENT_CLASSES),
        options=frozenset({"open_information"}),
        standing_orders=True,
    )

    def ruleset(self, edition: str, variants: frozenset[str], options: Options, seats: int) -> ForSaleRules:
        return editions.ruleset(edition, variants, options, seats)

    def deal(self, rules: ForSaleRules, rng: Random, first: SeatNo | None = None) -> ForSaleState:
        """Shuffle both decks, take cards out unseen, pick the first player (FS-4)."""
        houses, cheques = list(rules.houses), list(rules.cheques)
        rng.shuffle(houses)
        rng.shuffle(cheques)
        if first is None:
            first = SeatNo(rng.randrange(rules.seats))
        elif not 0 <= first < rules.seats:
            raise BadRuleset(RulesetFault.NO_SUCH_SEAT, seat=first, seats=rules.seats)
        out = rules.removed
        return _begin(
            Deal(rules, first, tuple(houses[out:]), tuple(cheques[out:]), tuple(houses[:out]), tuple(cheques[:out]))
        )

    def opening(self, rules: ForSaleRules, deck: Json, first: SeatNo) -> ForSaleState:
        return _begin(records.deal_from(rules, deck, first))

    def rules(self, state: ForSaleState) -> ForSaleRules:
        return state.deal.rules

    def opening_events(self, state: ForSaleState) -> tuple[Event, ...]:
        return (buying.revealed(buying.begin(state.deal).table),)

    def deck(self, state: ForSaleState) -> Json:
        return records.deck_of(state.deal)

    def to_act(self, state: ForSaleState) -> frozenset[SeatNo]:
        phase = state.phase
        if isinstance(phase, Buying):
            return alone(phase.queue[0])
        return phase.waiting if isinstance(phase, Selling) else NOBODY

    def decision(self, state: ForSaleState) -> int:
        return state.decision

    def round(self, state: ForSaleState) -> int:
        return state.round

    def check(self, state: ForSaleState, seat: SeatNo, move: ForSaleMove) -> None:
        phase = state.phase
        if isinstance(phase, Buying):
            buying.check(state.deal.rules, phase, seat, move)
        elif isinstance(phase, Selling):
            selling.check(phase, seat, move)
        else:
            raise IllegalMove(TurnFault.GAME_OVER)

    def legal_moves(self, state: ForSaleState, seat: SeatNo) -> Sequence[ForSaleMove]:
        phase = state.phase
        if isinstance(phase, Buying):
            return buying.legal_moves(state.deal.rules, phase, seat)
        return selling.legal_moves(phase, seat) if isinstance(phase, Selling) else ()

    def apply(self, state: ForSaleState, seat: SeatNo, move: ForSaleMove) -> Step[ForSaleState]:
        phase = state.phase
        if isinstance(phase, Buying):
            if isinstance(move, Bid):
                return buying.bid(state, phase, seat, move.amount)
            return buying.leave(state, phase, seat)
        if isinstance(phase, Selling) and isinstance(move, Seal):
            return selling.seal(state, phase, seat, move.house)
        raise IllegalMove(TurnFault.GAME_OVER)

    def observe(self, state: ForSaleState, viewer: Viewer, history: Sequence[Event]) -> ForSaleObservation:
        return observation.observe(state, viewer, history)

    def observe_each(
        self, state: ForSaleState, viewers: Sequence[Viewer], histories: Sequence[tuple[Event, ...]]
    ) -> list[ForSaleObservation]:
        return observation.observe_each(state, viewers, histories)

    def tell(self, event: Event, viewer: Viewer) -> Event | None:
        return observation.tell(event, viewer)

    def outcome(self, state: ForSaleState) -> Outcome | None:
        return scoring.outcome(state.phase) if isinstance(state.phase, Over) else None

    def row(self, before: ForSaleState, seat: SeatNo, move: ForSaleMove, events: Sequence[Event]) -> MoveRow:
        return records.row_of(before, seat, move, events)

    def record_setup(self, opening: ForSaleState) -> Json:
        return records.setup_of(opening.deal)

    def record_events(self, events: Sequence[Event]) -> list[Json]:
        return records.written(events)

    def record_result(self, state: ForSaleState) -> Json:
        return records.result_of(state)

    def recorded_moves(self, opening: ForSaleState, events: Sequence[Json]) -> Iterator[tuple[SeatNo, ForSaleMove]]:
        return records.moves_of(opening.deal.rules.seats, events)

    def trades(self, events: Sequence[Event]) -> tuple[Trade, ...]:
        return trades.trades_of(events)

    def standing_move(self, state: ForSaleState, seat: SeatNo, order: Order) -> ForSaleMove | None:
        """The smallest legal bid up to the ordered amount, on the seat's own turn; then the pass, if so ordered."""
        phase = state.phase
        if not isinstance(phase, Buying) or seat != phase.queue[0]:
            return None
        move = buying.lowest_move(state.deal.rules, phase, seat, order.amount)
        return move if isinstance(move, Bid) or order.then == "pass" else None


def _begin(deal: Deal) -> ForSaleState:
    return ForSaleState(deal, buying.begin(deal), 1)


FOR_SALE = ForSale()
