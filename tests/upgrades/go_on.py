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

    running = list(Game.objects.filter(status=Game.Status.RUNNING).select_related("room"))
    went_on = {game.room.code: play_on(game.room.code, Random(game.pk), 10_000) for game in running}
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


if __name__ == "__main__":
    import django

    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "forsale_site.settings")
    django.setup()
    sys.stdout.write(json.dumps(go_on()))
