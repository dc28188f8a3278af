"""States, events and moves as JSON and back, for every kind alike.

States and events carry a schema number, so that what is stored today can be read by later versions; moves come from
forms and sockets, so they are read strictly.
"""

from __future__ import annotations

import json
import typing
from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from enum import StrEnum
from functools import cache
from typing import Any

from games.engine.contract import AnyKind, Event, Json, Move, Observation
from games.engine.faults import MalformedMove, UnreadableData
from games.engine.shapes import TAG, Shapes, plain_type, spelled_out

SCHEMA = 1

UPGRADES: Mapping[int, Callable[[str, Json], Json]] = {}
"""Schema number -> function from a kind's slug and an object of that schema to the same object of the next schema."""

LONGEST_NUMBER = 9
"""Digits that a number in a form may have."""


class MoveFault(StrEnum):
    """Why something is not a move of this game at all."""

    UNKNOWN_MOVE = "unknown_move"
    MISSING_ARGUMENT = "missing_argument"
    UNKNOWN_ARGUMENT = "unknown_argument"
    WRONG_TYPE = "wrong_type"


class StorageFault(StrEnum):
    """Why stored data cannot be read."""

    NOT_AN_OBJECT = "not_an_object"
    UNKNOWN_SCHEMA = "unknown_schema"
    WRONG_SHAPE = "wrong_shape"


def state_to_json(kind: AnyKind, state: object) -> Json:
    """The state, with the schema number it is written in."""
    return _write(kind, state)


Written = dict[str, tuple[object, str]]
"""Objects of a state by where they stand in it, each with its text."""


def state_to_text(kind: AnyKind, state: object, written: Written | None = None) -> str:
    """The same as text. Objects that are the very same as in the state before, which may be most of it, need not be
    written again: `written` keeps their texts from one state of a game to the next."""
    shapes = _shapes(kind)
    texts = _field_texts(shapes, state, "", {} if written is None else written)
    return f'{{{",".join(texts)},"{TAG}":"{type(state).__name__}","schema":{SCHEMA}}}'


def _field_texts(shapes: Shapes, value: Any, path: str, written: Written) -> list[str]:
    plain, coded, objects = shapes.layout_of(type(value))
    fields: Json = {name: getattr(value, name) for name in plain}
    for name, write in coded:
        fields[name] = getattr(value, name) if write is None else write(getattr(value, name))
    texts = [AS_TEXT(fields)[1:-1]] if fields else []
    for name, is_tagged in objects:
        inner, place = getattr(value, name), f"{path}.{name}"
        known = written.get(place)
        if known is None or known[0] is not inner:
            known = written[place] = (inner, _object_text(shapes, inner, place, written, is_tagged=is_tagged))
        texts.append(f'"{name}":{known[1]}')
    return texts


def _object_text(shapes: Shapes, value: Any, path: str, written: Written, *, is_tagged: bool) -> str:
    if value is None:
        return "null"
    texts = _field_texts(shapes, value, path, written)
    if is_tagged:
        texts.append(f'"{TAG}":"{type(value).__name__}"')
    return f"{{{','.join(texts)}}}"


def _encoder() -> Callable[[object], str]:
    """JSON without spaces. `encode` makes its encoder anew for every text, and most of ours are shorter than that."""
    plain = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)
    make = json.encoder.c_make_encoder  # type: ignore[attr-defined]
    if make is None:  # Python without its C parts
        return plain.encode
    quote = json.encoder.encode_basestring
    encode = make(None, plain.default, quote, None, plain.key_separator, plain.item_separator, False, False, True)
    return lambda value: "".join(encode(value, 0))


AS_TEXT = _encoder()


def state_from_json(kind: AnyKind, data: object) -> Any:
    """The state that was written; raises `UnreadableData`."""
    return _read(kind, data)


def event_to_json(kind: AnyKind, event: Event) -> Json:
    """The event, with the schema number it is written in."""
    return _write(kind, event)


def events_to_text(kind: AnyKind, events: Sequence[Event]) -> str:
    """Several events as one text."""
    return AS_TEXT([_write(kind, event) for event in events])


def event_from_json(kind: AnyKind, data: object) -> Any:
    """The event that was written; raises `UnreadableData`."""
    return _read(kind, data)


def observation_to_json(seen: Observation) -> Json:
    """What a viewer may know, spelled out with its history; one way only, nobody stores it."""
    written: Json = spelled_out(seen)
    written["history"] = [{TAG: type(event).__name__, **spelled_out(event)} for event in seen.history]
    return written


def move_to_json(move: Move) -> Json:
    """The move by its name, with its arguments."""
    return {"move": move.name, **{field: getattr(move, field) for field in _arguments(type(move))}}


def move_from_json(kind: AnyKind, data: Mapping[str, object]) -> Any:
    """The move that is meant; raises `MalformedMove`. Any number is well-formed: `check` says what is legal."""
    name = data.get("move")
    made = kind.info.moves.get(name) if isinstance(name, str) else None
    if made is None:
        raise MalformedMove(MoveFault.UNKNOWN_MOVE, field="move")
    arguments = _arguments(made)
    for field in data:
        if field != "move" and field not in arguments:
            raise MalformedMove(MoveFault.UNKNOWN_ARGUMENT, field=str(field)[:40])
    for field, wanted in arguments.items():
        if field not in data:
            raise MalformedMove(MoveFault.MISSING_ARGUMENT, field=field)
        # Not isinstance: True is no number of coins.
        if type(data[field]) is not wanted or not _is_readable(data[field]):
            raise MalformedMove(MoveFault.WRONG_TYPE, field=field, expected=wanted.__name__)
    return made(*[data[field] for field in arguments])


def move_from_form(kind: AnyKind, data: Mapping[str, str]) -> Any:
    """The move that the fields of an HTML form mean: digits become a number where a number is due."""
    made = kind.info.moves.get(data.get("move", ""))
    arguments = _arguments(made) if made else {}
    return move_from_json(
        kind, {field: _number(text) if arguments.get(field) is int else text for field, text in data.items()}
    )


def _is_readable(value: object) -> bool:
    """No text of a move has characters that cannot be seen; not every database could keep them."""
    return not isinstance(value, str) or value.isprintable()


def _number(text: str) -> int | str:
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) <= LONGEST_NUMBER else text


_known_arguments: dict[type[Move], dict[str, type]] = {}


def _arguments(made: type[Move]) -> dict[str, type]:
    """The arguments of a move with their types."""
    if made not in _known_arguments:
        hints = typing.get_type_hints(made)
        _known_arguments[made] = {field.name: plain_type(hints[field.name]) for field in fields(made)}
    return _known_arguments[made]


@cache
def _shapes(kind: AnyKind) -> Shapes:
    """By the kind itself: to look a vocabulary up, each of its classes would be asked."""
    return Shapes(kind.info.vocabulary)


def _write(kind: AnyKind, value: object) -> Json:
    written: Json = _shapes(kind).write(value)
    written["schema"] = SCHEMA
    return written


def _read(kind: AnyKind, data: object) -> Any:
    """Upgrade, then read. Stored data is our own, so what does not fit is refused as a whole."""
    if not isinstance(data, dict):
        raise UnreadableData(StorageFault.NOT_AN_OBJECT)
    try:
        return _shapes(kind).read(_upgraded(kind.info.slug, data))
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as wrong:
        raise UnreadableData(StorageFault.WRONG_SHAPE, kind=kind.info.slug, reason=repr(wrong)[:200]) from wrong


def _upgraded(slug: str, data: Json) -> Json:
    while (schema := data.get("schema")) != SCHEMA:
        upgrade = UPGRADES.get(schema) if type(schema) is int else None
        if upgrade is None:
            raise UnreadableData(StorageFault.UNKNOWN_SCHEMA, found=str(schema)[:40], newest=SCHEMA)
        data = upgrade(slug, data)
    return data
