"""The 5×5 board: its spaces, zones and lines, and what a new block brackets. Knows nothing of chips, dice or turns.

Inside the engine a space is its index in `SPACES`; moves, events and records name it "a1" … "e5".
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from itertools import takewhile

from games.engine.contract import SeatNo

COLUMNS = "abcde"
ROWS = "12345"
SIZE = 5

SPACES: tuple[str, ...] = tuple(column + row for column in COLUMNS for row in ROWS)
"""Names in board order: a1, a2 … e5."""

INDEX: dict[str, int] = {name: at for at, name in enumerate(SPACES)}

Stack = tuple[SeatNo, ...]
"""The blocks on one space by colour, bottom to top; the last one owns the space."""


class Zone(StrEnum):
    """The three parts of the board, which differ in how paid chips come back."""

    CORNER = "corner"
    EDGE = "edge"
    CENTRE = "centre"


def _zone(at: int) -> Zone:
    outer = sum(line in (0, SIZE - 1) for line in divmod(at, SIZE))
    return (Zone.CENTRE, Zone.EDGE, Zone.CORNER)[outer]


ZONES: tuple[Zone, ...] = tuple(_zone(at) for at in range(len(SPACES)))
CENTRE: tuple[int, ...] = tuple(at for at, zone in enumerate(ZONES) if zone is Zone.CENTRE)
EDGES: tuple[int, ...] = tuple(at for at, zone in enumerate(ZONES) if zone is Zone.EDGE)
CORNERS: tuple[int, ...] = tuple(at for at, zone in enumerate(ZONES) if zone is Zone.CORNER)

DIRECTIONS = tuple((right, up) for right in (-1, 0, 1) for up in (-1, 0, 1) if (right, up) != (0, 0))


def _ray(at: int, right: int, up: int) -> tuple[int, ...]:
    column, row = divmod(at, SIZE)
    spaces = []
    while 0 <= (column := column + right) < SIZE and 0 <= (row := row + up) < SIZE:
        spaces.append(column * SIZE + row)
    return tuple(spaces)


def _rays(at: int) -> tuple[tuple[int, ...], ...]:
    lines = (_ray(at, right, up) for right, up in DIRECTIONS)
    return tuple(line for line in lines if len(line) > 1)  # a line of one space has nothing between its ends


RAYS: tuple[tuple[tuple[int, ...], ...], ...] = tuple(_rays(at) for at in range(len(SPACES)))
"""Per space the lines that leave it, outward, where something can be bracketed at all."""


def bracketed(stacks: Sequence[Stack], seat: SeatNo, space: int) -> tuple[int, ...]:
    """SQ-7: the rivals' spaces between `space` and the nearest own space on each line, in board order."""
    between: list[int] = []
    for ray in RAYS[space]:
        for steps, at in enumerate(ray):
            stack = stacks[at]
            if not stack:
                break
            if stack[-1] == seat:
                between.extend(ray[:steps])
                break
    if len(between) > 1:
        between.sort()
    return tuple(between)


def anchors(stacks: Sequence[Stack], seat: SeatNo, space: int) -> tuple[int, ...]:
    """SQ-7: the own spaces that close the lines which `space` would bracket, in board order."""
    closing = []
    for ray in RAYS[space]:
        built = list(takewhile(lambda at: stacks[at], ray))
        own = next((at for at in built if stacks[at][-1] == seat), None)
        if own is not None and own != ray[0]:
            closing.append(own)
    return tuple(sorted(closing))


def names(spaces: Sequence[int]) -> tuple[str, ...]:
    """The spaces by name."""
    return tuple([SPACES[at] for at in spaces])
