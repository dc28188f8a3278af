"""Golden games: the only writer of `tests/engine/golden`. A change of a rule shows there, in what every seat sees."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandParser

from games.engine import (
    KINDS,
    ONLOOKER,
    AnyKind,
    Edition,
    Json,
    Move,
    Options,
    SeatNo,
    Viewer,
    event_to_json,
    move_from_json,
    move_to_json,
    observation_to_json,
    play,
    state_from_json,
    state_to_json,
    told,
)

FOLDER = Path("tests") / "engine" / "golden"
SEED = 2015


class Command(BaseCommand):
    """Play and write one game per edition, variant and number of players of `golden_tables`."""

    help = "Write the golden games again. Read the difference before it is committed."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """Where to."""
        parser.add_argument("--folder", type=Path, default=Path(settings.BASE_DIR) / FOLDER)

    def handle(self, *args: Any, **options: Any) -> None:
        """One file per game."""
        for name, kind, rules in golden_tables():
            opening, moves = random_game(kind, rules, Random(f"{SEED} {name}"))
            path = options["folder"] / f"{name}.json"
            path.write_text(spelled(golden_game(kind, opening, moves)), encoding="utf-8")
            self.stdout.write(f"{path.name}: {len(moves)} moves, {path.stat().st_size:,} bytes")


def golden_tables() -> Iterator[tuple[str, AnyKind, Any]]:
    """Every edition with and without each variant, for its fewest and its most players."""
    for slug, kind in KINDS.items():
        for edition in kind.info.editions.values():
            for variants in ((), *((variant,) for variant in edition.variants)):
                yield from _named_tables(slug, kind, edition, variants)


def _named_tables(
    slug: str, kind: AnyKind, edition: Edition, variants: Sequence[str]
) -> Iterator[tuple[str, AnyKind, Any]]:
    for seats in sorted({min(edition.seats), max(edition.seats)}):
        name = "-".join((slug, edition.slug, *variants, str(seats)))
        yield name, kind, kind.ruleset(edition.slug, frozenset(variants), Options(), seats)


def random_game(kind: AnyKind, rules: Any, rng: Random) -> tuple[Any, list[tuple[SeatNo, Move]]]:
    """Mostly cautious, so that auctions are long, with a wild move now and then."""
    state = opening = kind.deal(rules, rng)
    moves = []
    while owing := sorted(kind.to_act(state)):
        seat = rng.choice(owing)
        legal = kind.legal_moves(state, seat)
        move = rng.choice(legal if rng.random() < 0.4 else legal[:3])
        state = play(kind, state, seat, move).state
        moves.append((seat, move))
    return opening, moves


def golden_game(kind: AnyKind, opening: Any, moves: Sequence[tuple[SeatNo, Move]]) -> Json:
    """The game as it is kept: every move, what followed, and what each viewer saw then, as a digest.

    Digests say that something changed; the observations written out (at the start, in the middle, at the end) say what.
    """
    viewers: list[Viewer] = [SeatNo(seat) for seat in range(kind.rules(opening).seats)] + [ONLOOKER]
    state, events, steps = opening, kind.opening_events(opening), []
    shown = {"start": _seen_by_all(kind, state, viewers)}
    for number, (seat, move) in enumerate(moves, 1):
        step = play(kind, state, seat, move)
        state, events = step.state, events + step.events
        steps.append(
            {
                "seat": seat,
                **move_to_json(move),
                "events": [_without_schema(event_to_json(kind, event)) for event in step.events],
                "seen": [_digest(kind, state, viewer, events) for viewer in viewers],
            }
        )
        if number == len(moves) // 2:
            shown["middle"] = _seen_by_all(kind, state, viewers)
    shown["end"] = _seen_by_all(kind, state, viewers[-1:])
    return {
        "kind": kind.info.slug,
        "opening": state_to_json(kind, opening),
        "steps": steps,
        "observations": shown,
        "result": kind.record_result(state),
    }


def replayed(golden: Json) -> Json:
    """The same game, played again by today's rules from the opening and the moves alone."""
    kind = KINDS[golden["kind"]]
    moves = [(SeatNo(step["seat"]), move_from_json(kind, _move_fields(step))) for step in golden["steps"]]
    return golden_game(kind, state_from_json(kind, golden["opening"]), moves)


def spelled(golden: Json) -> str:
    """One step and one observation per line, so that a difference can be read."""
    lines = ["{"]
    for key, value in golden.items():
        lines += _section(key, value)
    return "\n".join(lines).removesuffix(",") + "\n}\n"


def _section(key: str, value: Any) -> list[str]:
    if key == "steps":
        return [f'"{key}": [', ",\n".join(map(_compact, value)), "],"]
    if key == "observations":
        places = [f'"{place}": [\n' + ",\n".join(map(_compact, seen)) + "\n]" for place, seen in value.items()]
        return [f'"{key}": {{', ",\n".join(places), "},"]
    return [f'"{key}": {_compact(value)},']


def _compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


def _move_fields(step: Json) -> Json:
    return {name: value for name, value in step.items() if name not in ("seat", "events", "seen")}


def _without_schema(written: Json) -> Json:
    return {name: value for name, value in written.items() if name != "schema"}


def _digest(kind: AnyKind, state: Any, viewer: Viewer, events: Sequence[Any]) -> str:
    seen = observation_to_json(kind.observe(state, viewer, told(kind, events, viewer)))
    return hashlib.sha256(json.dumps(seen, sort_keys=True).encode()).hexdigest()[:8]


def _seen_by_all(kind: AnyKind, state: Any, viewers: Sequence[Viewer]) -> list[Json]:
    """Without the history and the rules, which say nothing new."""
    seen = (observation_to_json(kind.observe(state, viewer, ())) for viewer in viewers)
    return [{name: value for name, value in each.items() if name not in ("history", "rules")} for each in seen]
