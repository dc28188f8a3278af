"""Playing: the only callers of `check` and `apply`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from games.engine.contract import AnyKind, Event, GameKind, M, O_co, R, SeatNo, Step, Viewer
from games.engine.contract import S as State


def play(kind: GameKind[R, State, M, O_co], state: State, seat: SeatNo, move: M) -> Step[State]:
    """One move: refused with `IllegalMove`, or carried out with all that follows."""
    kind.check(state, seat, move)
    return kind.apply(state, seat, move)


def replay(kind: GameKind[R, State, M, O_co], state: State, moves: Iterable[tuple[SeatNo, M]]) -> Iterator[Step[State]]:
    """Play the moves one after another from `state`, giving every step."""
    for seat, move in moves:
        step = play(kind, state, seat, move)
        state = step.state
        yield step


def told(kind: AnyKind, events: Sequence[Event], viewer: Viewer) -> tuple[Event, ...]:
    """The history as this viewer was told it."""
    heard = (kind.tell(event, viewer) for event in events)
    return tuple(event for event in heard if event is not None)
