"""Writes the database that the upgrade tests begin with: one finished and one running game of each kind.

    python -m tests.upgrades.make 0002_review

Run it on the version whose games must be able to go on.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import sys
import tempfile
from pathlib import Path
from random import Random

STORED = Path(__file__).parent / "stored"
HALF = 30
"""Moves of a game that is to go on."""


def main(name: str) -> None:
    """Play, and dump."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(DATA_DIR=folder, PACE="0", DJANGO_SETTINGS_MODULE="forsale_site.settings")
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        make_games()
        with contextlib.closing(sqlite3.connect(Path(folder) / "forsale.sqlite3")) as connection:
            lines = [line for line in connection.iterdump() if is_kept(line)]
        (STORED / f"{name}.sql").write_text("\n".join(lines) + "\n")


def is_kept(line: str) -> bool:
    """Tables and rows of the games and of the migrations; the rest Django makes by itself."""
    other = ('"auth_', '"django_session"', '"django_admin_log"', '"django_content_type"', "sqlite_sequence")
    return not any(name in line for name in other) or line.startswith(("CREATE TABLE", "CREATE INDEX", "CREATE UNIQUE"))


def make_games() -> None:
    """One finished and one running game of every kind, played by people and a bot."""
    from games.engine import KINDS

    for slug in KINDS:
        for is_finished in (True, False):
            rng = Random(f"{slug} {is_finished}")
            code = begin(slug)
            play_on(code, rng, moves=10_000 if is_finished else HALF)


def begin(slug: str) -> str:
    """A room with three people whose game has begun."""
    from games.services import lobby

    plan = lobby.checked_plan(slug, "", [], {})
    room = lobby.open_room(visitor="visitor-0", plan=plan, name="Ada")
    for number, name in ((1, "Ben"), (2, "Cleo")):
        lobby.join_room(code=room.code, visitor=f"visitor-{number}", name=name)
    lobby.start_game(code=room.code, visitor="visitor-0")
    return str(room.code)


def play_on(code: str, rng: Random, moves: int) -> int:
    """Play the room's game by its people's own moves; gives how many were made."""
    from games.services.playing import Wish, submit_move
    from games.services.queries import current_table

    made = 0
    while made < moves:
        table = current_table(code)
        play = table.play
        if play is None or not play.to_act:
            break
        seat = min(play.to_act)
        move = rng.choice(play.kind.legal_moves(play.state, seat))
        visitor = {player: visitor for visitor, player in table.visitors.items()}[play.chairs[seat].player or 0]
        submit_move(code=code, visitor=visitor, wish=Wish(play.decision, f"upgrade-{play.length}", move))
        made += 1
    return made


if __name__ == "__main__":
    main(sys.argv[1])
