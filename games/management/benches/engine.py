"""How fast the rules are: random playouts next to python-chess and PokerKit, and the price of observing and storing."""

from __future__ import annotations

import importlib
import json
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from types import ModuleType
from typing import Any

from games.engine import (
    KINDS,
    AnyKind,
    Event,
    Json,
    Options,
    SeatNo,
    observation_to_json,
    play,
    state_from_json,
    state_to_json,
    told,
)

ROUNDS = 7
SECONDS = 0.4
"""Of every contestant in every round."""
BAR = 3.0
"""Times python-chess."""

Playout = Callable[[Random], int]
"""Plays one random game and says how many moves it had."""

Step = tuple[Any, SeatNo, tuple[Event, ...]]


def run(say: Callable[[str], object]) -> bool:
    """Print both tables; whether the playouts reach the bar (or cannot be compared)."""
    met = _playout_table(say)
    say("")
    _cost_table(say)
    return met


def _playout_table(say: Callable[[str], object]) -> bool:
    contestants: dict[str, Playout] = {"For Sale 2015, 4 players": _playout("for_sale", 4)}
    contestants["Square on Sale, 4 players"] = _playout("square_on_sale", 4)
    for name, module, make in (("python-chess", "chess", _chess_playout), ("PokerKit", "pokerkit", _poker_playout)):
        library = _library(module)
        if library is None:
            say(f"{name} is not installed (pip install {module}): not compared")
        else:
            contestants[name] = make(library)
    rates = _measure(contestants)
    say(f"random playouts, {ROUNDS} interleaved rounds of {SECONDS} s each, median")
    say(f"{'':28}{'moves/s':>12}{'spread':>18}{'to python-chess':>18}")
    for name, found in rates.items():
        spread = f"{min(found):,.0f}–{max(found):,.0f}"
        say(f"{name:28}{statistics.median(found):>12,.0f}{spread:>18}{_times(found, rates.get('python-chess')):>18}")
    if "python-chess" not in rates:
        return True
    ratio = _ratio(rates["For Sale 2015, 4 players"], rates["python-chess"])
    met = ratio >= BAR
    say(f"bar: For Sale at least {BAR:g} times python-chess: {ratio:.1f} times, {'met' if met else 'MISSED'}")
    return met


def _ratio(ours: Sequence[float], theirs: Sequence[float]) -> float:
    """The median of the ratios within each round: what else the machine did then struck both."""
    return statistics.median(mine / other for mine, other in zip(ours, theirs, strict=True))


def _times(ours: Sequence[float], theirs: Sequence[float] | None) -> str:
    return "" if theirs is None else f"{_ratio(ours, theirs):.2f}×"


def _measure(contestants: dict[str, Playout]) -> dict[str, list[float]]:
    rng = Random(7)
    for playout in contestants.values():
        playout(rng)
    rates: dict[str, list[float]] = {name: [] for name in contestants}
    for _ in range(ROUNDS):
        for name, playout in contestants.items():
            rates[name].append(_rate(playout, rng))
    return rates


def _rate(playout: Playout, rng: Random) -> float:
    moves, began = 0, time.process_time()
    while (spent := time.process_time() - began) < SECONDS:
        moves += playout(rng)
    return moves / spent


def _playout(slug: str, seats: int) -> Playout:
    kind = KINDS[slug]
    rules = kind.ruleset(next(iter(kind.info.editions)), frozenset(), Options(), seats)

    def playout(rng: Random) -> int:
        state, moves = kind.deal(rules, rng), 0
        while owing := kind.to_act(state):
            seat = min(owing)
            legal = kind.legal_moves(state, seat)
            state = play(kind, state, seat, legal[int(rng.random() * len(legal))]).state
            moves += 1
        return moves

    return playout


def _library(name: str) -> ModuleType | None:
    try:
        return importlib.import_module(name)
    except ImportError:
        return None


def _chess_playout(chess: Any) -> Playout:
    def playout(rng: Random) -> int:
        board, moves = chess.Board(), 0
        while not board.is_game_over():
            legal = list(board.legal_moves)
            board.push(legal[int(rng.random() * len(legal))])
            moves += 1
        return moves

    return playout


def _poker_playout(pokerkit: Any) -> Playout:
    """No-limit hold'em, four players with 100 big blinds each; all that is not an action happens by itself."""
    every = tuple(pokerkit.Automation)

    def playout(rng: Random) -> int:
        hand = pokerkit.NoLimitTexasHoldem.create_state(every, True, 0, (1, 2), 2, (200,) * 4, 4)
        actions = 0
        while hand.status:
            _poker_action(hand, rng)
            actions += 1
        return actions

    return playout


def _poker_action(hand: Any, rng: Random) -> None:
    choices: list[Callable[[], object]] = []
    if hand.can_fold():
        choices.append(hand.fold)
    if hand.can_check_or_call():
        choices.append(hand.check_or_call)
    if hand.can_complete_bet_or_raise_to():
        lowest = hand.min_completion_betting_or_raising_to_amount
        highest = hand.max_completion_betting_or_raising_to_amount
        choices.append(lambda: hand.complete_bet_or_raise_to(lowest + int(rng.random() * (highest - lowest + 1))))
    choices[int(rng.random() * len(choices))]()


def _cost_table(say: Callable[[str], object]) -> None:
    say("observing and storing, mean over every step of ten random games of 4 players")
    say(f"{'':16}{'observe':>20}{'state':>10}{'to JSON':>11}{'from JSON':>11}{'round trip with text':>22}")
    for slug, kind in KINDS.items():
        say(f"{slug:16}{_costs(kind)}")


def _costs(kind: AnyKind) -> str:
    steps = list(_steps(kind, 4, Random(7)))
    states = [state for state, _, _ in steps]
    written = [state_to_json(kind, state) for state in states]
    seen = f"{_micros(lambda step: kind.observe(*step), steps):.1f} µs, {_size(_observed(kind, steps)):,.0f} B"
    return (
        f"{seen:>20}{_size(written):>8,.0f} B"
        f"{_micros(lambda state: state_to_json(kind, state), states):>8.1f} µs"
        f"{_micros(lambda data: state_from_json(kind, data), written):>8.1f} µs"
        f"{_micros(lambda state: _through_text(kind, state), states):>19.1f} µs"
    )


def _observed(kind: AnyKind, steps: Sequence[Step]) -> list[Json]:
    """Without the history, which grows all game long."""
    return [observation_to_json(kind.observe(state, seat, ())) for state, seat, _ in steps]


def _size(objects: Sequence[Json]) -> float:
    return statistics.mean(len(json.dumps(each, separators=(",", ":")).encode()) for each in objects)


def _steps(kind: AnyKind, seats: int, rng: Random) -> Iterator[Step]:
    """Every state of ten games with the seat that acts and the history it was told."""
    rules = kind.ruleset(next(iter(kind.info.editions)), frozenset(), Options(), seats)
    for _ in range(10):
        state = kind.deal(rules, rng)
        events = kind.opening_events(state)
        while owing := kind.to_act(state):
            seat = min(owing)
            yield state, seat, told(kind, events, seat)
            step = play(kind, state, seat, rng.choice(kind.legal_moves(state, seat)))
            state, events = step.state, events + step.events


def _through_text(kind: AnyKind, state: Any) -> Any:
    return state_from_json(kind, json.loads(json.dumps(state_to_json(kind, state), separators=(",", ":"))))


def _micros(work: Callable[[Any], object], inputs: Sequence[Any]) -> float:
    """Microseconds per call, the best of five passes."""
    best = float("inf")
    for _ in range(5):
        began = time.process_time()
        for each in inputs:
            work(each)
        best = min(best, time.process_time() - began)
    return best / len(inputs) * 1e6
