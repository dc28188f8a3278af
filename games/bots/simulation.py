"""Games between bots: one played out, or a run of records made one at a time, so that none is kept in memory."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from games.bots.base import Bot
from games.engine import (
    AnyKind,
    Event,
    Json,
    Move,
    SeatName,
    SeatNo,
    commit,
    make_record,
    new_salt,
    play,
    secure_rng,
)


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """A game from its deal to its end."""

    opening: Any
    moves: tuple[tuple[SeatNo, Move], ...]
    events: tuple[Event, ...]
    final: Any


@dataclass(frozen=True, slots=True)
class Chance:
    """Where one game's deal, salt and bots' whims come from."""

    deal: Random
    bots: Random
    salt: bytes


def real_chance() -> Chance:
    """The operating system's randomness."""
    return Chance(secure_rng(), secure_rng(), new_salt())


def seeded_chance(seed: int, game: int) -> Chance:
    """The same for the same seed and number of the game; other bots get the same deals."""
    deal = Random(f"deal {seed} {game}")
    return Chance(deal, Random(f"bots {seed} {game}"), Random(f"salt {seed} {game}").randbytes(32))


def play_out(kind: AnyKind, opening: Any, bots: Sequence[Bot], rng: Random) -> PlayedGame:
    """Ask the bots, each seeing what its seat was told, until the game is over."""
    state, moves = opening, []
    events = list(kind.opening_events(opening))
    histories: list[list[Event]] = [[] for _ in bots]
    _tell(kind, events, histories)
    while owing := kind.to_act(state):
        seat = min(owing)
        move = bots[seat].choose(kind.observe(state, seat, histories[seat]), kind.legal_moves(state, seat), rng)
        step = play(kind, state, seat, move)
        state = step.state
        moves.append((seat, move))
        events += step.events
        _tell(kind, step.events, histories)
    return PlayedGame(opening, tuple(moves), tuple(events), state)


def _tell(kind: AnyKind, events: Sequence[Event], histories: Sequence[list[Event]]) -> None:
    for seat, history in enumerate(histories):
        heard = (kind.tell(event, SeatNo(seat)) for event in events)
        history.extend(event for event in heard if event is not None)


def simulate(
    kind: AnyKind, rules: Any, *, names: Sequence[str], roster: Mapping[str, Bot], games: int, seed: int | None
) -> Iterator[Json]:
    """One record after another; with a seed the same ones every time."""
    bots = [roster[name] for name in names]
    seats = [SeatName(f"{name} {number}", name) for number, name in enumerate(names, 1)]
    for game in range(games):
        chance = real_chance() if seed is None else seeded_chance(seed, game)
        opening = kind.deal(rules, chance.deal)
        played = play_out(kind, opening, bots, chance.bots)
        yield make_record(
            kind,
            opening=opening,
            final=played.final,
            events=played.events,
            seats=seats,
            commitment=commit(chance.salt, kind.deck(opening)),
            salt=chance.salt,
        )
