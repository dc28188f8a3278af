"""What no browser would send: frames and forms that are broken in every way we could think of."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

MOVES = ("bid", "pass", "seal", "collect", "resolve", "bracket", "bean", "", "BID", "__class__", "move")
NAMES = ("decision", "key", "move", "amount", "house", "space", "type", "version", "order", "player", "round", "then")
OF_THE_SITE = ("/r/", "/join", "/solo", "/language")
OF_A_ROOM = (
    "/r/{code}/move",
    "/r/{code}/ceiling",
    "/r/{code}/join",
    "/r/{code}/seats",
    "/r/{code}/bots",
    "/r/{code}/options",
    "/r/{code}/hints",
    "/r/{code}/host",
    "/r/{code}/remove",
    "/r/{code}/start",
    "/r/{code}/again",
    "/r/{code}/end",
    "/r/{code}/absent",
    "/r/{code}/return",
    "/r/{code}/transfer",
    "/r/{code}/claim",
)
STAYING = (*OF_THE_SITE, *OF_A_ROOM)
"""Who leaves has no seat any more, and is refused for that alone."""
ADDRESSES = (*STAYING, "/r/{code}/leave")
FORM_NAMES = (
    *NAMES,
    *("add", "agree", "bot", "clock", "code", "edition", "first", "hints", "kind", "language", "name", "next"),
    *("open_information", "players", "refuse", "remove", "token", "variant"),
)
FITTING = {"kind": "for_sale", "edition": "2015", "name": "Ada", "language": "en", "key": "k", "decision": "1"}
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


def form(rng: Random) -> dict[str, Any]:
    """Fields that do not fit; some of them do, so that the others are looked at too."""
    fields: dict[str, Any] = {}
    for name in rng.sample(FORM_NAMES, 8):
        chosen = value(rng)
        fields[name] = chosen if isinstance(chosen, str | int | float) else json.dumps(chosen)
        if isinstance(fields[name], str):
            fields[name] = fields[name].encode("utf-8", "replace")
    if rng.random() < 0.3:
        fields["move"] = rng.choice(MOVES)
    return fields | {name: fitting for name, fitting in FITTING.items() if rng.random() < 0.5}
