"""Square on Sale under the contract of all kinds: glue, no rules."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import ClassVar, assert_never

from games.engine.contract import (
    Edition,
    Event,
    GameKind,
    Json,
    KindInfo,
    MoveRow,
    Options,
    Outcome,
    SeatNo,
    Step,
    Trade,
    Viewer,
)
from games.engine.faults import BadRecord, BadRuleset, IllegalMove, TurnFault
from games.engine.play import play
from games.engine.square_on_sale import auction, beans, dice, editions, record, scoring, trades, turn
from games.engine.square_on_sale import events as happened
from games.engine.square_on_sale.board import INDEX
from games.engine.square_on_sale.draft import Draft
from games.engine.square_on_sale.faults import RecordFault, RulesetFault, SquareFault
from games.engine.square_on_sale.moves import (
    BEANS,
    BRACKETS,
    RESOLVES,
    Bean,
    Bid,
    Bracket,
    Collect,
    Resolve,
    SquareMove,
)
from games.engine.square_on_sale.observation import SquareObservation, observe
from games.engine.square_on_sale.state import (
    Acting,
    Bracketing,
    Over,
    Phase,
    PlacingBean,
    Resolving,
    RunningBid,
    SquareState,
    Table,
    opening_state,
)

SEATS = tuple(frozenset({SeatNo(seat)}) for seat in range(max(max(box.blocks) for box in editions.EDITIONS.values())))
NOBODY: frozenset[SeatNo] = frozenset()


def _editions() -> Mapping[str, Edition]:
    return {slug: Edition(slug, seats=tuple(sorted(box.blocks))) for slug, box in editions.EDITIONS.items()}


class SquareOnSale(GameKind[editions.SquareRules, SquareState, SquareMove, SquareObservation]):
    """Auctions on a board of 25 spaces, all at once; rivals' spaces are bracketed as in Reversi."""

    info: ClassVar[KindInfo] = KindInfo(
        slug="square_on_sale",
        editions=_editions(),
        moves={made.name: made for made in (Resolve, Bracket, Bid, Collect, Bean)},
        vocabulary=(
            editions.SquareRules,
            SquareState,
            Table,
            RunningBid,
            Resolving,
            Bracketing,
            Acting,
            PlacingBean,
            Over,
            happened.TurnBegan,
            happened.CentreCollected,
            happened.DieTurned,
            happened.SpaceWon,
            happened.BlockPlaced,
            happened.BidMade,
            happened.EdgesCollected,
            happened.BeanPut,
            happened.TurnEnded,
            happened.GameEnded,
        ),
        dealt=False,
    )

    def ruleset(self, edition: str, variants: frozenset[str], options: Options, seats: int) -> editions.SquareRules:
        return editions.ruleset(edition, variants, seats)

    def deal(self, rules: editions.SquareRules, rng: Random, first: SeatNo | None = None) -> SquareState:
        if first is None:
            return opening_state(rules, SeatNo(rng.randrange(rules.seats)))
        if not 0 <= first < rules.seats:
            raise BadRuleset(RulesetFault.NO_SUCH_SEAT, seat=first, seats=rules.seats)
        return opening_state(rules, first)

    def opening(self, rules: editions.SquareRules, deck: Json, first: SeatNo) -> SquareState:
        dealt = deck.get("first")
        if type(dealt) is not int or dealt != first or not 0 <= dealt < rules.seats:
            raise BadRecord(RecordFault.WRONG_DECK, path="opening.deck.first")
        return opening_state(rules, first)

    def rules(self, state: SquareState) -> editions.SquareRules:
        return state.rules

    def opening_events(self, state: SquareState) -> tuple[Event, ...]:
        return (happened.TurnBegan(state.turn, state.seat),)

    def deck(self, state: SquareState) -> Json:
        return {"first": state.first}

    def to_act(self, state: SquareState) -> frozenset[SeatNo]:
        return NOBODY if isinstance(state.phase, Over) else SEATS[state.seat]

    def decision(self, state: SquareState) -> int:
        return state.decision

    def round(self, state: SquareState) -> int:
        return state.turn

    def check(self, state: SquareState, seat: SeatNo, move: SquareMove) -> None:
        phase = state.phase
        if isinstance(phase, Over):
            raise IllegalMove(TurnFault.GAME_OVER, end=phase.end)
        if seat != state.seat:
            raise IllegalMove(TurnFault.NOT_YOUR_TURN, seat=state.seat)
        match phase, move:
            case Acting(), Bid(space=space, amount=amount):
                auction.check_bid(state.table, seat, _index(space), amount)
            case Acting(), Collect():
                pass
            case PlacingBean(), Bean(space=space):
                beans.check_bean(state.table, _index(space))
            case Resolving(), Resolve(space=space):
                dice.check_resolve(phase, _index(space))
            case Bracketing(), Bracket(space=space):
                dice.check_bracket(phase, _index(space))
            case _:
                raise IllegalMove(TurnFault.WRONG_PHASE, asked=phase.question, move=move.name)

    def legal_moves(self, state: SquareState, seat: SeatNo) -> Sequence[SquareMove]:
        if seat != state.seat:
            return ()
        match state.phase:
            case Acting():
                return auction.legal_actions(state.table, seat)
            case PlacingBean(spaces=spaces):
                return [BEANS[at] for at in spaces]
            case Resolving(dice=spaces):
                return [RESOLVES[at] for at in spaces]
            case Bracketing(candidates=spaces):
                return [BRACKETS[at] for at in spaces]
            case Over():
                return ()
            case never:
                assert_never(never)

    def apply(self, state: SquareState, seat: SeatNo, move: SquareMove) -> Step[SquareState]:
        draft = Draft(state)
        return draft.step(_carry_out(draft, state.phase, move))

    def observe(self, state: SquareState, viewer: Viewer, history: Sequence[Event]) -> SquareObservation:
        return observe(state, viewer, self.to_act(state), history)

    def tell(self, event: Event, viewer: Viewer) -> Event | None:
        return event  # everything is open (SQ-2)

    def outcome(self, state: SquareState) -> Outcome | None:
        table = state.table
        over = isinstance(state.phase, Over)
        return scoring.outcome(scoring.scores(table.stacks, table.won, table.blocks)) if over else None

    def row(self, before: SquareState, seat: SeatNo, move: SquareMove, events: Sequence[Event]) -> MoveRow:
        match move:
            case Bid(space=space, amount=amount):
                return MoveRow(round=before.turn, amount=amount, space=space)
            case Resolve(space=space) | Bracket(space=space) | Bean(space=space):
                return MoveRow(round=before.turn, space=space)
            case Collect():
                return MoveRow(round=before.turn)
            case never:
                assert_never(never)

    def record_setup(self, opening: SquareState) -> Json:
        return record.setup(opening)

    def record_events(self, events: Sequence[Event]) -> list[Json]:
        return record.turns(events)

    def record_result(self, state: SquareState) -> Json:
        return record.result(state)

    def recorded_moves(self, opening: SquareState, events: Sequence[Json]) -> Iterator[tuple[SeatNo, SquareMove]]:
        return record.moves(opening, events, self._play)

    def trades(self, events: Sequence[Event]) -> tuple[Trade, ...]:
        return trades.trades_of(events)

    def _play(self, state: SquareState, seat: SeatNo, move: SquareMove) -> Step[SquareState]:
        return play(self, state, seat, move)


def _index(space: str) -> int:
    at = INDEX.get(space) if isinstance(space, str) else None
    if at is None:
        raise IllegalMove(SquareFault.NO_SUCH_SPACE, space=str(space)[:40])
    return at


def _carry_out(draft: Draft, phase: Phase, move: SquareMove) -> Phase:
    """The move, and all that follows without a choice, up to the next question."""
    match move:
        case Bid(space=space, amount=amount):
            auction.bid(draft, INDEX[space], amount)
            return turn.after_action(draft)
        case Bean(space=space):
            beans.put_bean(draft, INDEX[space])
            return turn.end_turn(draft)
        case Collect():
            auction.collect(draft, forced=False)
            return turn.after_action(draft)
        case Resolve(space=space):
            assert isinstance(phase, Resolving)
            first = INDEX[space]
            order = (first, *(at for at in phase.dice if at != first))
            return turn.after_dice(draft, dice.resolve(draft, order))
        case Bracket(space=space):
            assert isinstance(phase, Bracketing)
            return turn.after_dice(draft, dice.bracket(draft, phase, INDEX[space]))
        case never:
            assert_never(never)


SQUARE_ON_SALE = SquareOnSale()
