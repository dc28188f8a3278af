"""A finished game as `auction-record/1`, and the check of such a record by playing it again.

A record may come from anywhere: whatever is wrong with it raises `BadRecord` at the first place that differs, never
anything else. More keys than the format asks for are allowed everywhere.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NoReturn

from games.engine.contract import AnyKind, Event, Json, Move, Options, SeatNo
from games.engine.fairness import opens
from games.engine.faults import BadRecord, BadRuleset, IllegalMove
from games.engine.kinds import KINDS
from games.engine.play import play

FORMAT = "auction-record/1"
LONGEST_SHOWN = 120
LARGEST_SHOWN = 10**15


class RecordFault(StrEnum):
    """What can be wrong with a record."""

    MISSING = "missing"
    WRONG_TYPE = "wrong_type"
    UNKNOWN_FORMAT = "unknown_format"
    UNKNOWN_KIND = "unknown_kind"
    UNKNOWN_RULESET = "unknown_ruleset"
    WRONG_COMMITMENT = "wrong_commitment"
    ILLEGAL_MOVE = "illegal_move"
    NOT_OVER = "not_over"
    DIFFERENT = "different"


@dataclass(frozen=True, slots=True)
class SeatName:
    """Who sat there: a person, or the bot of that slug."""

    name: str
    bot: str | None = None


@dataclass(frozen=True, slots=True)
class Replayed:
    """A record that was played again and found true."""

    kind: AnyKind
    rules: Any
    opening: Any
    moves: tuple[tuple[SeatNo, Move], ...]
    events: tuple[Event, ...]
    final: Any
    seats: tuple[SeatName, ...]


def make_record(  # noqa: PLR0913  (the parts of the format)
    kind: AnyKind,
    *,
    opening: Any,
    final: Any,
    events: Sequence[Event],
    seats: Sequence[SeatName],
    commitment: str,
    salt: bytes,
    options: Json | None = None,
    extra: Json | None = None,
) -> Json:
    """The record of a game that is over; `events` begin with the opening's. Keys of `extra` never hide the format's."""
    rules = kind.rules(opening)
    return {
        **(extra or {}),
        "format": FORMAT,
        "kind": kind.info.slug,
        "edition": rules.edition,
        "variants": list(getattr(rules, "variants", ())),
        "players": rules.seats,
        **({} if options is None else {"options": options}),
        "seats": [{"name": seat.name, "bot": seat.bot} for seat in seats],
        "setup": kind.record_setup(opening),
        "events": kind.record_events(events),
        "result": kind.record_result(final),
        "commitment": commitment,
        "opening": {"salt": salt.hex(), "deck": kind.deck(opening)},
    }


def check_record(record: object) -> None:
    """Raise `BadRecord` at the first place where the record is not what playing its moves again gives."""
    replay_record(record)


def replay_record(record: object) -> Replayed:
    """Read the deal and the moves, play them again and compare everything."""
    if not isinstance(record, dict):
        _refuse(RecordFault.WRONG_TYPE, "", expected="object", found=record)
    kind, rules = _ruleset(record)
    seats = _seats(record, rules.seats)
    opening = _opening(record, kind, rules)
    _compare(kind.record_setup(opening), _field(record, "setup", dict), "setup")
    moves, events, final = _play_again(kind, opening, _field(record, "events", list))
    _compare(kind.record_result(final), _field(record, "result", dict), "result")
    return Replayed(kind, rules, opening, moves, events, final, seats)


def _ruleset(record: Json) -> tuple[AnyKind, Any]:
    if _field(record, "format", str) != FORMAT:
        _refuse(RecordFault.UNKNOWN_FORMAT, "format", expected=FORMAT, found=record["format"])
    slug, edition, players = _field(record, "kind", str), _field(record, "edition", str), _field(record, "players", int)
    if slug not in KINDS:
        _refuse(RecordFault.UNKNOWN_KIND, "kind", expected=" ".join(KINDS), found=slug)
    variants = _field(record, "variants", list)
    if not all(isinstance(variant, str) for variant in variants) or len(set(variants)) != len(variants):
        _refuse(RecordFault.WRONG_TYPE, "variants", expected="different words", found=variants)
    kind = KINDS[slug]
    try:
        return kind, kind.ruleset(edition, frozenset(variants), _options(record), players)
    except BadRuleset as fault:
        raise BadRecord(RecordFault.UNKNOWN_RULESET, path="edition", reason=str(fault)) from fault


def _options(record: Json) -> Options:
    options = _field(record, "options", dict) if "options" in record else {}
    is_open = _field(options, "open_information", bool, "options.") if "open_information" in options else False
    return Options(open_information=is_open)


def _seats(record: Json, players: int) -> tuple[SeatName, ...]:
    seats = _field(record, "seats", list)
    if len(seats) != players:
        _refuse(RecordFault.DIFFERENT, "seats", expected=players, found=len(seats))
    return tuple(_seat(seat, f"seats[{number}]") for number, seat in enumerate(seats))


def _seat(seat: object, path: str) -> SeatName:
    if not isinstance(seat, dict):
        _refuse(RecordFault.WRONG_TYPE, path, expected="object", found=seat)
    bot = _field(seat, "bot", str, f"{path}.") if seat.get("bot", "") is not None else None
    return SeatName(_field(seat, "name", str, f"{path}."), bot)


def _opening(record: Json, kind: AnyKind, rules: Any) -> Any:
    """The deal: a whole deck of the edition, and the very one that was committed to."""
    first = _field(_field(record, "setup", dict), "first", int, "setup.")
    if not 0 <= first < rules.seats:
        _refuse(RecordFault.DIFFERENT, "setup.first", expected=f"0 to {rules.seats - 1}", found=first)
    opened = _field(record, "opening", dict)
    deck = _field(opened, "deck", dict, "opening.")
    opening = kind.opening(rules, deck, SeatNo(first))
    _compare(kind.deck(opening), deck, "opening.deck")
    if not _is_opened(_field(record, "commitment", str), _field(opened, "salt", str, "opening."), deck):
        _refuse(RecordFault.WRONG_COMMITMENT, "commitment", expected="SHA-256 of salt and deck", found="another")
    return opening


def _is_opened(commitment: str, salt: str, deck: Json) -> bool:
    try:
        return opens(commitment, bytes.fromhex(salt), deck)
    except (ValueError, RecursionError):
        # No hexadecimal digits, or keys beyond the format's that have no canonical spelling.
        return False


def _play_again(
    kind: AnyKind, opening: Any, recorded: list[Any]
) -> tuple[tuple[tuple[SeatNo, Move], ...], tuple[Event, ...], Any]:
    moves: list[tuple[SeatNo, Move]] = []
    events = list(kind.opening_events(opening))
    state, fault = opening, None
    try:
        for seat, move in kind.recorded_moves(opening, recorded):
            step = play(kind, state, seat, move)
            state = step.state
            events += step.events
            moves.append((seat, move))
    except (IllegalMove, BadRecord) as refused:
        fault = refused
    # What was played until then comes first: the record may differ before the place where it could not go on.
    told = kind.record_events(events)
    _compare(told, recorded if fault is None else recorded[: len(told)], "events")
    if isinstance(fault, BadRecord):
        raise fault
    if fault is not None:
        raise BadRecord(RecordFault.ILLEGAL_MOVE, path=f"events[{len(told)}]", reason=str(fault)) from fault
    if kind.outcome(state) is None:
        _refuse(RecordFault.NOT_OVER, "events", expected="a game that is over", found=f"{len(recorded)} events")
    return tuple(moves), tuple(events), state


def _field(holder: Json, key: str, wanted: type, path: str = "") -> Any:
    if key not in holder:
        _refuse(RecordFault.MISSING, path + key, expected=wanted.__name__, found="nothing")
    # Not isinstance: true is no number.
    if type(holder[key]) is not wanted:
        _refuse(RecordFault.WRONG_TYPE, path + key, expected=wanted.__name__, found=holder[key])
    return holder[key]


def _compare(expected: Any, found: Any, path: str) -> None:
    """Every key and item that is expected, in order."""
    if isinstance(expected, dict) and isinstance(found, dict):
        for key, value in expected.items():
            if key not in found:
                _refuse(RecordFault.MISSING, f"{path}.{key}", expected=value, found="nothing")
            _compare(value, found[key], f"{path}.{key}")
    elif isinstance(expected, list) and isinstance(found, list):
        for number, (value, other) in enumerate(zip(expected, found, strict=False)):
            _compare(value, other, f"{path}[{number}]")
        shorter = min(len(expected), len(found))
        if len(expected) > shorter:
            _refuse(RecordFault.MISSING, f"{path}[{shorter}]", expected=expected[shorter], found="nothing")
        if len(found) > shorter:
            _refuse(RecordFault.DIFFERENT, f"{path}[{shorter}]", expected="nothing", found=found[shorter])
    elif type(expected) is not type(found) or expected != found:
        _refuse(RecordFault.DIFFERENT, path, expected=expected, found=found)


def _refuse(code: RecordFault, path: str, *, expected: object, found: object) -> NoReturn:
    raise BadRecord(code, path=path, expected=_shown(expected), found=_shown(found))


def _shown(value: object) -> int | str:
    """A value in few characters, for the programmer who looks for the mistake."""
    match value:
        case bool():
            return str(value).lower()
        case int():
            return value if abs(value) < LARGEST_SHOWN else "a number beyond all rules"
        case str():
            return value[:LONGEST_SHOWN]
    try:
        return json.dumps(value, ensure_ascii=False)[:LONGEST_SHOWN]
    except (ValueError, RecursionError):
        return type(value).__name__
