"""What a site has stored, against what its people were told: every acknowledged move once and in order.

    python -m tests.load.ledger

prints, as JSON, every game of the database of this environment after replaying it from its opening.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from tests.load.crowd import Made
from tests.load.processes import ROOT, Site


@dataclass(frozen=True)
class Ledger:
    """All stored games, and whatever does not fit."""

    games: int
    moves: int
    unfinished: list[str]
    """Rooms whose game still runs."""
    faults: list[str]
    keys: dict[str, list[tuple[int, str]]]
    """Per room: seat and key of every move in the order they are stored."""
    versions: dict[str, int]

    def missing(self, acknowledged: Iterable[Made]) -> list[Made]:
        """Acknowledged moves that are not there."""
        stored = {(code, seat, key) for code, moves in self.keys.items() for seat, key in moves}
        return [made for made in acknowledged if (made.code, made.seat, made.key) not in stored]

    def doubled(self) -> list[tuple[str, str]]:
        """Keys that are stored more than once in a room."""
        counts = Counter((code, key) for code, moves in self.keys.items() for _seat, key in moves)
        return [key for key, count in counts.items() if count > 1]

    def out_of_order(self, acknowledged: Iterable[Made]) -> list[str]:
        """People whose moves are stored in another order than they were acknowledged in."""
        said: defaultdict[tuple[str, int], list[str]] = defaultdict(list)
        for made in acknowledged:
            said[made.code, made.seat].append(made.key)
        wrong = []
        for (code, seat), keys in said.items():
            stored = [key for number, key in self.keys[code] if number == seat and key in set(keys)]
            if stored != keys:
                wrong.append(f"{code} seat {seat}")
        return wrong


def read_ledger(site: Site) -> Ledger:
    """Replay everything the site has stored, in a process of its own."""
    found = subprocess.run(
        [sys.executable, "-m", "tests.load.ledger"],
        cwd=ROOT,
        env=dict(site.environment),
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    if found.returncode:
        raise RuntimeError(found.stderr[-3000:])
    data = json.loads(found.stdout)
    data["keys"] = {code: [(seat, key) for seat, key in moves] for code, moves in data["keys"].items()}
    return Ledger(**data)


def replay_all() -> dict[str, Any]:
    """Every stored game played again from its opening, the running ones included."""
    from games.engine import SeatNo, codec, kind_of, play
    from games.models import Game, Room

    faults: list[str] = []
    keys: defaultdict[str, list[tuple[int, str]]] = defaultdict(list)
    unfinished: list[str] = []
    moves = games = 0
    for game in Game.objects.select_related("room").order_by("room_id", "number"):
        kind, games = kind_of(game.kind), games + 1
        state = codec.state_from_json(kind, game.opening)
        if game.status == Game.Status.RUNNING:
            unfinished.append(game.room.code)
        rows = list(game.moves.order_by("number"))
        if [row.number for row in rows] != list(range(game.length)):
            faults.append(f"{game}: the numbers of its moves are not 0 to {game.length - 1}")
        for row in rows:
            step = play(kind, state, SeatNo(row.seat), codec.move_from_json(kind, row.fields))
            if [codec.event_to_json(kind, event) for event in step.events] != row.events:
                faults.append(f"{game}: move {row.number} has other events")
            state = step.state
            keys[game.room.code].append((row.seat, row.key))
        moves += len(rows)
        if codec.state_to_json(kind, state) != game.state:
            faults.append(f"{game}: the replay gives another state than the snapshot")
        if kind.decision(state) != game.decision:
            faults.append(f"{game}: another question than the snapshot says")
    return {
        "games": games,
        "moves": moves,
        "unfinished": unfinished,
        "faults": faults,
        "keys": keys,
        "versions": dict(Room.objects.values_list("code", "version")),
    }


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "forsale_site.settings")
    django.setup()
    sys.stdout.write(json.dumps(replay_all()))
