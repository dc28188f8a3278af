"""Opens a migrated database of an earlier version: plays every running game to its end and reviews all of them.

    python -m tests.upgrades.go_on

prints what it found as JSON.
"""

from __future__ import annotations

import json
import os
import sys
from random import Random
from typing import Any

from tests.upgrades.make import play_on


def go_on() -> dict[str, Any]:
    """Every game of the database."""
    from games.engine import check_record
    from games.models import Game
    from games.services.records import record_of
    from games.services.review import agrees_with_snapshot, make_replay

    running = list(Game.objects.filter(status=Game.Status.RUNNING).select_related("room").order_by("pk"))
    went_on = [went(game) for game in running]
    reviewed = []
    for game in Game.objects.select_related("room").order_by("pk"):
        replay = make_replay(game)
        check_record(record_of(game))
        reviewed.append(
            {
                "kind": game.kind,
                "status": game.status,
                "schema": game.opening["schema"],
                "difference": None if replay.difference is None else replay.difference.reason,
                "snapshot": agrees_with_snapshot(game, replay),
                "moves": replay.length,
            }
        )
    return {"went_on": went_on, "reviewed": reviewed}


def went(game: Any) -> dict[str, Any]:
    """What a running game waited for, and what was made of it: first of what was due, then to its end."""
    from games.models import Incident, PlayedMove, Seat
    from games.services.playing import attend

    seats = Seat.objects.filter(game=game)
    waited = {
        "is_due": game.due_at is not None,
        "clock": game.options["clock"],
        "bots": seats.exclude(bot="").count(),
        "warm": seats.exclude(warmer="").count(),
        "ceilings": seats.filter(ceiling_amount__gt=0, acts_at__isnull=False).count(),
        "sealed": PlayedMove.objects.filter(game=game, decision=game.decision, move="seal").count(),
    }
    attended = attend(game.room.code)
    by = PlayedMove.objects.filter(game=game, number=game.length).values_list("by", flat=True)
    first = {"attended": attended, "attended_by": list(by)}
    moves = play_on(game.room.code, Random(game.pk), 10_000)
    timeouts = Incident.objects.filter(game=game, what=Incident.What.TIMEOUT).count()
    return {**waited, **first, "moves": moves, "timeouts": timeouts}


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "forsale_site.settings")
    django.setup()
    sys.stdout.write(json.dumps(go_on()))
