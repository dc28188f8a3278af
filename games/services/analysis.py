"""Where a strong bot would have decided otherwise: worked out after a game, outside the processes that serve it.

The page of a finished game asks for it once; a separate process of low priority works it out and stores it with the
game. Until then the page goes without.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from threading import Lock
from typing import Any

from django.conf import settings

from games.engine import Json, SeatNo, codec, kind_of, move_from_json, move_to_json, told
from games.models import Game, PlayedMove
from games.services.review import Replay, replay_of

SHOWN = 3
LEAST_COST = 0.05
"""Below this the two choices are as good as each other."""
AT_ONCE = 1
"""Processes that work things out for this one."""
VERSION = 1


@dataclass(frozen=True, slots=True)
class Turning:
    """A decision that cost something: what was done, what the bot would have done, and the difference it expected."""

    step: int
    seat: int
    made: Any
    better: Any
    cost: float


def advice_for(game: Game) -> Sequence[Turning] | None:
    """What was worked out for this game; None while it is not, and then it is begun."""
    if game.status != Game.Status.OVER:
        return ()
    if game.advice is None or game.advice.get("version") != VERSION:
        begin(game.pk)
        return None
    kind = kind_of(game.kind)
    return [
        Turning(
            each["step"],
            each["seat"],
            move_from_json(kind, each["made"]),
            move_from_json(kind, each["better"]),
            each["cost"],
        )
        for each in game.advice["turnings"]
    ]


def store_advice(game: Game) -> int:
    """Work it out now and keep it; gives how many decisions were found."""
    turnings = costliest(game, replay_of(game))
    stored: Json = {"version": VERSION, "turnings": [_as_json(turning) for turning in turnings]}
    Game.objects.filter(pk=game.pk).update(advice=stored)
    return len(turnings)


def _as_json(turning: Turning) -> Json:
    return {
        "step": turning.step,
        "seat": turning.seat,
        "made": move_to_json(turning.made),
        "better": move_to_json(turning.better),
        "cost": round(turning.cost, 2),
    }


def costliest(game: Game, replay: Replay) -> list[Turning]:
    """The decisions of people that the bot expects to have cost most, each from what that seat knew then."""
    kind = replay.kind
    found = []
    moves = PlayedMove.objects.filter(game=game, by="").order_by("number").values_list("number", "seat", "fields")
    for number, seat, fields in moves:
        if number >= len(replay.stages) - 1:
            break
        before = replay.stages[number]
        chosen = codec.move_from_json(kind, fields)
        seen = kind.observe(before.state, SeatNo(seat), told(kind, replay.history(number), SeatNo(seat)))
        values = evaluations(kind.info.slug, seen, kind.legal_moves(before.state, SeatNo(seat)))
        if chosen not in values:
            continue
        best = max(values, key=lambda move: values[move])
        cost = values[best] - values[chosen]
        if cost > LEAST_COST:
            found.append(Turning(number + 1, seat, chosen, best, cost))
    return sorted(found, key=lambda turning: -turning.cost)[:SHOWN]


def evaluations(slug: str, seen: Any, legal: Sequence[Any]) -> dict[Any, float]:
    """What the strong bot expects of each legal move, in units of the score; nothing where it has no opinion."""
    return {}


# Outside this process

_running: dict[int, subprocess.Popen[bytes]] = {}
_lock = Lock()


def begin(game_id: int) -> None:
    """Start a process for this game, unless one is at work; the next look asks again."""
    if not settings.ANALYSIS:
        return
    with _lock:
        for known, process in list(_running.items()):
            if process.poll() is not None:
                del _running[known]
        if game_id in _running or len(_running) >= AT_ONCE:
            return
        command = [sys.executable, str(settings.BASE_DIR / "manage.py"), "analyse", str(game_id)]
        _running[game_id] = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
