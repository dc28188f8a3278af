"""How the classes of a vocabulary look as JSON, worked out once from their annotations. For the codec.

Nothing here knows a game, a move or a schema number. An object becomes an object of its fields; it names its class
under `is` wherever that is not the only possible one.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any, NamedTuple

from games.engine.contract import Json

TAG = "is"
"""Names the class of an object; a keyword of Python can never be the name of a field."""

Coder = Callable[[Any], Any]

PLAIN_TYPES = (int, str, bool, type(None))


class Shape(NamedTuple):
    """How a value is written and read; None where JSON takes it as it is."""

    write: Coder | None
    read: Coder | None


PLAIN = Shape(None, None)


class Layout(NamedTuple):
    """The fields of a class by how they are written as text."""

    plain: tuple[str, ...]
    """Numbers, words and rows of them: JSON takes them as they are."""
    coded: tuple[tuple[str, Coder | None], ...]
    """What is turned into something that JSON takes."""
    objects: tuple[tuple[str, bool], ...]
    """Objects of the vocabulary, and whether they name their class."""


def plain_type(hint: Any) -> Any:
    """The type under a `NewType`."""
    while isinstance(hint, typing.NewType):
        hint = hint.__supertype__
    return hint


def spelled_out(value: Any) -> Any:
    """Any value as JSON, whatever its class; for looking at and comparing, not for reading back."""
    if isinstance(value, Enum):
        return value.value
    if is_dataclass(value):
        return {field.name: spelled_out(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return {str(key): spelled_out(item) for key, item in value.items()}
    if hasattr(value, "_fields"):
        return {name: spelled_out(getattr(value, name)) for name in value._fields}
    if isinstance(value, frozenset):
        return sorted(spelled_out(item) for item in value)
    return [spelled_out(item) for item in value] if isinstance(value, tuple | list) else value


class Shapes:
    """The shapes of one vocabulary."""

    def __init__(self, vocabulary: tuple[type, ...]) -> None:
        self._vocabulary = vocabulary
        self._known: dict[type, tuple[Coder, Coder]] = {}
        self._layouts: dict[type, Layout] = {}
        tagged = self._tagged(vocabulary)
        self.write: Coder = tagged[0]
        self.read: Coder = tagged[1]

    def layout_of(self, made: type) -> Layout:
        """The fields of a class, for those who write text."""
        if made not in self._layouts:
            hints = typing.get_type_hints(made)
            shapes = self._field_shapes(made)
            inner = {name: self._is_tagged(hints[name]) for name in shapes}
            plain = tuple(name for name in shapes if inner[name] is None and _is_native(hints[name]))
            coded = {name: shape.write for name, shape in shapes.items() if inner[name] is None and name not in plain}
            objects = {name: is_tagged for name, is_tagged in inner.items() if is_tagged is not None}
            self._layouts[made] = Layout(plain, tuple(coded.items()), tuple(objects.items()))
        return self._layouts[made]

    def _is_tagged(self, hint: Any) -> bool | None:
        """Whether an object that stands here names its class; None where something else than an object may stand."""
        members = [member for member in typing.get_args(hint) or (hint,) if member is not type(None)]
        if not all(isinstance(member, type) for member in members):
            return None
        possible = [made for made in self._vocabulary if issubclass(made, tuple(members))]
        is_of_classes = typing.get_origin(hint) in (None, typing.Union, types.UnionType)
        return len(possible) > 1 if possible and is_of_classes else None

    def shape(self, hint: Any) -> Shape:
        """The shape of whatever an annotation allows."""
        hint = plain_type(hint)
        origin, arguments = typing.get_origin(hint), typing.get_args(hint)
        if hint in PLAIN_TYPES or origin is typing.Literal:
            return PLAIN
        if origin in (typing.Union, types.UnionType):
            return self._union(arguments)
        if origin is tuple:
            return self._tuple(arguments)
        if origin is frozenset:
            return self._set(arguments[0])
        if isinstance(origin, type) and issubclass(origin, Mapping):
            return self._mapping(*arguments)
        return self._class(hint)

    def _class(self, hint: Any) -> Shape:
        if isinstance(hint, type) and issubclass(hint, Enum):
            return Shape(_enum_value, hint)
        possible = tuple(made for made in self._vocabulary if isinstance(hint, type) and issubclass(made, hint))
        if not possible:
            raise TypeError(f"{hint!r} is not in the vocabulary and has no shape of its own")
        if possible == (hint,):
            return Shape(*self._fields(hint))
        return Shape(*self._tagged(possible))

    def _fields(self, made: type) -> tuple[Coder, Coder]:
        """An object as its fields."""
        if made not in self._known:
            self._known[made] = _object_coders(made, self._field_shapes(made))
        return self._known[made]

    def _field_shapes(self, made: type) -> dict[str, Shape]:
        hints = typing.get_type_hints(made)
        names = [field.name for field in fields(made)] if is_dataclass(made) else list(made.__annotations__)
        return {name: self.shape(hints[name]) for name in names}

    def _tagged(self, possible: tuple[type, ...]) -> tuple[Coder, Coder]:
        """An object of one of several classes, with its class's name."""
        coders = {made: self._fields(made) for made in possible}
        writers = {made: (made.__name__, write) for made, (write, _) in coders.items()}
        readers = {made.__name__: read for made, (_, read) in coders.items()}

        def write(value: Any) -> Json:
            name, body = writers[type(value)]
            written: Json = body(value)
            written[TAG] = name
            return written

        def read(data: Any) -> Any:
            return readers[data[TAG]](data)

        return write, read

    def _union(self, members: tuple[Any, ...]) -> Shape:
        present = tuple(plain_type(member) for member in members if member is not type(None))
        if all(member in PLAIN_TYPES for member in present):
            return PLAIN
        inner = self.shape(present[0]) if len(present) == 1 else Shape(*self._tagged(present))
        write, read = inner
        if len(present) == len(members) or write is None or read is None:
            return inner
        return Shape(
            lambda value: None if value is None else write(value),
            lambda data: None if data is None else read(data),
        )

    def _tuple(self, members: tuple[Any, ...]) -> Shape:
        if len(members) != 2 or members[1] is not Ellipsis:
            return self._row(tuple(self.shape(member) for member in members))
        write, read = self.shape(members[0])
        if write is None or read is None:
            return Shape(list, tuple)
        return Shape(
            lambda value: [write(item) for item in value],
            lambda data: tuple([read(item) for item in data]),
        )

    def _row(self, shapes: tuple[Shape, ...]) -> Shape:
        """A tuple with a place for each of its parts."""
        if all(shape is PLAIN for shape in shapes):
            return Shape(list, tuple)
        return Shape(
            lambda value: [v if s.write is None else s.write(v) for s, v in zip(shapes, value, strict=True)],
            lambda data: tuple([v if s.read is None else s.read(v) for s, v in zip(shapes, data, strict=True)]),
        )

    def _set(self, member: Any) -> Shape:
        """A set of plain values, sorted so that equal sets are written alike."""
        write, read = self.shape(member)
        if write is None or read is None:
            return Shape(sorted, frozenset)
        return Shape(
            lambda value: sorted(write(item) for item in value),
            lambda data: frozenset(read(item) for item in data),
        )

    def _mapping(self, key: Any, value: Any) -> Shape:
        """A mapping as an object; its keys are text there."""
        read_key: Coder = int if plain_type(key) is int else str
        write, read = self.shape(value)
        return Shape(
            lambda mapping: {str(k): v if write is None else write(v) for k, v in mapping.items()},
            lambda data: {read_key(k): v if read is None else read(v) for k, v in data.items()},
        )


def _is_native(hint: Any) -> bool:
    """Whether JSON takes a value of this type as it is: a tuple is written like a list."""
    hint = plain_type(hint)
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if origin in (tuple, typing.Union, types.UnionType):
        return all(_is_native(member) for member in arguments if member is not Ellipsis)
    return hint in PLAIN_TYPES


def _enum_value(member: Any) -> Any:
    return member.value


def _object_coders(made: type, shapes: Mapping[str, Shape]) -> tuple[Coder, Coder]:
    plain = tuple(name for name, shape in shapes.items() if shape.write is None)
    coded = tuple((name, shape.write) for name, shape in shapes.items() if shape.write is not None)
    readers = tuple((name, shape.read) for name, shape in shapes.items())

    def write(value: Any) -> Json:
        written = {name: getattr(value, name) for name in plain}
        for name, coder in coded:
            written[name] = coder(getattr(value, name))
        return written

    def read(data: Any) -> Any:
        return made(*[data[name] if coder is None else coder(data[name]) for name, coder in readers])

    return write, read
