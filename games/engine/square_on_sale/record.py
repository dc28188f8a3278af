"""Square on Sale in a record (`auction-record/1`): its setup, one event per turn, its result, and back to moves."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import assert_never

from games.engine.contract import Event, Json, SeatNo, Step
from games.engine.faults import BadRecord, IllegalMove
from games.engine.square_on_sale.board import SPACES
from games.engine.square_on_sale.events import (
    BeanPut,
    BidMade,
    BlockPlaced,
    CentreCollected,
    DieTurned,
    EdgesCollected,
    GameEnded,
    SpaceWon,
    TurnBegan,
    TurnEnded,
)
from games.engine.square_on_sale.faults import RecordFault
from games.engine.square_on_sale.moves import COLLECT, Bean, Bid, Bracket, Resolve, SquareMove
from games.engine.square_on_sale.scoring import outcome, scores
from games.engine.square_on_sale.state import Acting, Bracketing, Over, PlacingBean, Resolving, SquareState


def setup(opening: SquareState) -> Json:
    """Who begins, and where all the material lies (SQ-1, SQ-2)."""
    table = opening.table
    return {
        "first": opening.first,
        "chips": list(table.chips),
        "blocks": list(table.blocks),
        "beans": {name: beans for name, beans in zip(SPACES, table.beans, strict=True) if beans},
        "bean_pool": table.bean_pool,
        "dice": table.dice_pool,
    }


def turns(events: Sequence[Event]) -> list[Json]:
    """One object per turn that was played to its end."""
    done: list[Json] = []
    turn: Json = {}
    for event in events:
        match event:
            case TurnBegan(seat=seat):
                turn = _new_turn(seat)
            case TurnEnded():
                done.append(turn)
            case GameEnded(end=end):
                turn["end"] = end.value
            case _:
                _write_step(turn, event)
    return done


def _new_turn(seat: SeatNo) -> Json:
    return {"e": "turn", "seat": seat, "collected": [], "dice": [], "action": None, "bean": None, "end": None}


def _write_step(turn: Json, event: Event) -> None:
    match event:
        case CentreCollected(spaces=spaces):
            turn["collected"] = list(spaces)
        case DieTurned(space=space):
            turn["dice"].append({"space": space, "from": 2, "to": 1})
        case SpaceWon(space=space, beans=beans):
            turn["dice"].append({"space": space, "from": 1, "to": 0, "placed": [], "beans": beans})
        case BlockPlaced(space=space):
            turn["dice"][-1]["placed"].append(space)
        case BidMade():
            turn["action"] = _bid(event)
        case EdgesCollected(spaces=spaces):
            turn["action"] = {"type": "collect", "spaces": list(spaces)}
        case BeanPut(space=space):
            turn["bean"] = space


def _bid(event: BidMade) -> Json:
    outbid = event.returned_to is not None
    returned = {"seat": event.returned_to, "chips": event.returned} if outbid else None
    return {"type": "bid", "space": event.space, "amount": event.amount, "die": event.die, "returned": returned}


def result(state: SquareState) -> Json:
    """The count by its parts; `end` is null for a game that was left unfinished."""
    table, phase = state.table, state.phase
    found = scores(table.stacks, table.won, table.blocks)
    ended = outcome(found)
    return {
        "end": phase.end.value if isinstance(phase, Over) else None,
        "spaces": [score.spaces for score in found],
        "beans": [score.beans for score in found],
        "unused": [score.unused for score in found],
        "totals": list(ended.scores),
        "ranks": list(ended.ranks),
        "winners": list(ended.winners),
    }


Play = Callable[[SquareState, SeatNo, SquareMove], Step[SquareState]]


def moves(opening: SquareState, events: Sequence[Json], play: Play) -> Iterator[tuple[SeatNo, SquareMove]]:
    """The answers that the turns tell of, in the order they were asked for."""
    state = opening
    while not isinstance(state.phase, Over) and state.turn <= len(events):
        path = f"events[{state.turn - 1}]"
        seat, move = state.seat, _answer(state, events[state.turn - 1], path)
        yield seat, move
        try:
            state = play(state, seat, move).state
        except IllegalMove as fault:
            raise BadRecord(RecordFault.ILLEGAL_MOVE, path=path, reason=fault.code) from fault


def _answer(state: SquareState, turn: Json, path: str) -> SquareMove:
    try:
        seat, move = turn["seat"], _read_answer(state, turn)
    except (KeyError, TypeError, IndexError, StopIteration) as wrong:
        raise BadRecord(RecordFault.UNREADABLE, path=path) from wrong
    if seat != state.seat:
        raise BadRecord(RecordFault.WRONG_SEAT, path=path, seat=state.seat)
    return move


def _read_answer(state: SquareState, turn: Json) -> SquareMove:
    match state.phase:
        case Resolving():
            return Resolve(_text(next(die["space"] for die in turn["dice"] if die["to"] == 0)))
        case Bracketing(space=space):
            # Blocks run short, so this win takes them all: the blocks left are the end of its list.
            placed = next(die["placed"] for die in turn["dice"] if die["space"] == SPACES[space])
            return Bracket(_text(placed[-state.table.blocks[state.seat]]))
        case Acting():
            return _read_action(turn["action"])
        case PlacingBean():
            return Bean(_text(turn["bean"]))
        case Over():
            raise TypeError
        case never:
            assert_never(never)


def _read_action(action: Json) -> SquareMove:
    if action["type"] == "collect":
        return COLLECT
    if action["type"] != "bid" or type(action["amount"]) is not int:
        raise TypeError
    return Bid(_text(action["space"]), action["amount"])


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError
    return value
