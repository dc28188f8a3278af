"""What no browser would send: frames and forms that are broken in every way we could think of."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

MOVES = ("bid", "pass", "seal", "collect", "resolve", "bracket", "bean", "", "BID", "__class__", "move")
NAMES = ("decision", "key", "move", "amount", "house", "space", "type", "version", "order", "player", "round", "then")
ADDRESSES = (
    "move",
    "ceiling",
    "join",
    "seats",
    "bots",
    "options",
    "host",
    "remove",
    "start",
    "again",
    "end",
    "absent",
    "return",
    "transfer",
    "claim",
)
VALUES: tuple[Any, ...] = (
    0,
    -1,
    1,
    7,
    10**30,
    -(10**18),
    1.5,
    float("inf"),
    True,
    None,
    "",
    " ",
    "1",
    "٣",
    "²",
    "0x10",
    "1e9",
    "-0",
    "9" * 400,
    "NaN",
    "\u0000",
    "\ud800",
    "’; DROP TABLE games_room; --",
    "<script>alert(1)</script>",
    "%s%n%d",
    "{{7*7}}",
    [],
    {},
    [[1]],
    {"a": {"b": 1}},
)


def value(rng: Random) -> Any:
    """Anything but what is asked for."""
    return rng.choice(VALUES)


def typed_frame(rng: Random) -> str:
    """A frame of the right kind with wrong fields."""
    message = {name: value(rng) for name in rng.sample(NAMES, rng.randint(0, 8))}
    message["type"] = rng.choice(("move", "move", "move", "beat", "screen", value(rng)))
    if rng.random() < 0.5:
        message["move"] = rng.choice(MOVES)
    return json.dumps(message)


def cut_frame(rng: Random) -> str:
    """Half a frame."""
    whole = typed_frame(rng)
    return whole[: rng.randrange(len(whole))]


def deep_frame(rng: Random) -> str:
    """Brackets without end."""
    return rng.choice("[{") * rng.randint(1, 3000)


def random_frame(rng: Random) -> str:
    """Any text."""
    return "".join(chr(rng.choice((rng.randrange(32, 127), rng.randrange(0x20, 0xD7FF)))) for _ in range(40))


def nearly_right_frame(rng: Random) -> str:
    """A move that could be one, answered at the wrong time or by the wrong person."""
    move = rng.choice(({"move": "pass"}, {"move": "bid", "amount": "3"}, {"move": "seal", "house": "5"}))
    return json.dumps({"type": "move", "decision": str(rng.randrange(-2, 300)), "key": "k", **move})


FRAMES: tuple[Callable[[Random], str], ...] = (typed_frame, cut_frame, deep_frame, random_frame, nearly_right_frame)


def frame(rng: Random) -> str:
    """A malformed frame."""
    return rng.choice(FRAMES)(rng)


def form(rng: Random) -> tuple[str, dict[str, Any]]:
    """An address of a room and fields that do not fit."""
    fields: dict[str, Any] = {}
    for name in rng.sample((*NAMES, "add", "kind", "edition", "variant", "clock", "name", "token", "agree"), 6):
        chosen = value(rng)
        fields[name] = chosen if isinstance(chosen, str | int | float) else json.dumps(chosen)
        if isinstance(fields[name], str):
            fields[name] = fields[name].encode("utf-8", "replace")
    if rng.random() < 0.3:
        fields["move"] = rng.choice(MOVES)
    return rng.choice(ADDRESSES), fields
