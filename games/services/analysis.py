"""Where a strong bot would have decided otherwise: worked out after a game, outside the processes that serve it.

The page of a finished game asks for it once; a separate process of low priority works it out and stores it with the
game. Until then the page goes without.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from threading import Lock
from typing import Any

from django.conf import settings

from games.bots import advice
from games.bots.roster import BOTS
from games.engine import Json, SeatNo, codec, kind_of, move_from_json, move_to_json, told
from games.models import Game, PlayedMove
from games.services.review import Replay, replay_of

SHOWN = 3
SHORTLIST = 8
LOOKS_AGAIN = 10
LEAST_COST = 0.03
"""Chances to win closer than this are as good as each other."""
AT_ONCE = 1
"""Processes that work things out for this one."""
VERSION = 1


@dataclass(frozen=True, slots=True)
class Turning:
    """A decision that cost something: what was done, what the bot would have done, and by how
    much it thinks the chance to win was smaller."""

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
        "cost": round(turning.cost, 3),
    }


@dataclass(frozen=True, slots=True)
class Asked:
    """A decision as it stood: what the seat saw, what it could do, and what it did."""

    step: int
    seat: int
    seen: Any
    legal: Sequence[Any]
    made: Any


def costliest(game: Game, replay: Replay) -> list[Turning]:
    """The decisions of people that the bot expects to have cost most, each from what that seat knew then."""
    slug, rng = game.kind, Random(game.commitment)
    asked = list(decisions(game, replay))
    first = [(difference([evaluations(slug, each, rng)], each), each) for each in asked]
    # One look is noisy, and the largest of many noisy differences is mostly noise: the shortlist is weighed anew.
    doubtful = sorted((pair for pair in first if pair[0] is not None), key=lambda pair: -pair[0].cost)  # type: ignore[union-attr]
    found = []
    for _, each in doubtful[:SHORTLIST]:
        turning = difference([evaluations(slug, each, rng) for _ in range(LOOKS_AGAIN)], each)
        if turning is not None and turning.cost >= LEAST_COST:
            found.append(turning)
    return sorted(found, key=lambda turning: -turning.cost)[:SHOWN]


def decisions(game: Game, replay: Replay) -> Iterator[Asked]:
    """Every decision of a person in a game that could be played again."""
    kind = replay.kind
    moves = PlayedMove.objects.filter(game=game, by="").order_by("number").values_list("number", "seat", "fields")
    for number, seat, fields in moves:
        if number >= len(replay.stages) - 1:
            return
        state, viewer = replay.stages[number].state, SeatNo(seat)
        seen = kind.observe(state, viewer, told(kind, replay.history(number), viewer))
        legal = kind.legal_moves(state, viewer)
        if len(legal) > 1 and viewer in kind.to_act(state):
            yield Asked(number + 1, seat, seen, legal, codec.move_from_json(kind, fields))


def difference(looks: Sequence[Mapping[Any, float]], asked: Asked) -> Turning | None:
    """What was made against the best, over one or more looks; None where the bot did not weigh what was made."""
    weighed = [move for move in looks[0] if all(move in look for look in looks)]
    if asked.made not in weighed:
        return None
    mean = {move: sum(look[move] for look in looks) / len(looks) for move in weighed}
    best = max(mean, key=lambda move: mean[move])
    return Turning(asked.step, asked.seat, asked.made, best, mean[best] - mean[asked.made])


def evaluations(slug: str, asked: Asked, rng: Random) -> Mapping[Any, float]:
    """The strong bot's chances to win with each move it thinks about; nothing for a kind without one."""
    if advice.ADVISER not in BOTS[slug]:
        return {}
    return dict(advice.evaluate(slug, asked.seen, asked.legal, rng))


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
        # Games that are being played come first.
        lowered = ["nice", "-n", "15"] if shutil.which("nice") else []
        command = [*lowered, sys.executable, str(settings.BASE_DIR / "manage.py"), "analyse", str(game_id)]
        _running[game_id] = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
