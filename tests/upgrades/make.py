"""Writes the database that the upgrade tests begin with: finished, running and waiting games of each kind.

    python -m tests.upgrades.make 0002_review

Run it on the version whose games must be able to go on.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
import sys
import tempfile
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from random import Random

STORED = Path(__file__).parent / "stored"
HALF = 30
"""Moves of a game that is to go on."""
LONG_AGO = datetime(2025, 1, 1, tzinfo=UTC)


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
    """Of every kind: a finished and a running game of people, and games that wait for a bot, a clock or a ceiling."""
    from games.engine import KINDS

    for slug in KINDS:
        for is_finished in (True, False):
            rng = Random(f"{slug} {is_finished}")
            code = begin(slug)
            play_on(code, rng, moves=10_000 if is_finished else HALF)
    with standing_clock():
        for slug, kind in KINDS.items():
            leave_waiting(slug, Random(slug))
            if "seal" in kind.info.moves:
                leave_half_sealed(slug, Random(slug))


def begin(slug: str, **options: int) -> str:
    """A room with three people whose game has begun; a bot is the fourth where there is a clock."""
    from games.services import lobby

    plan = lobby.checked_plan(slug, "", [], options)
    room = lobby.open_room(visitor="visitor-0", plan=plan, name="Ada")
    for number, name in ((1, "Ben"), (2, "Cleo")):
        lobby.join_room(code=room.code, visitor=f"visitor-{number}", name=name)
    if options:
        lobby.add_bot(code=room.code, visitor="visitor-0", bot="steady")
    lobby.start_game(code=room.code, visitor="visitor-0")
    return str(room.code)


@contextlib.contextmanager
def standing_clock() -> Iterator[None]:
    """What is due in these games is due wherever and whenever they go on."""
    from django.utils import timezone

    real = timezone.now
    timezone.now = lambda: LONG_AGO
    try:
        yield
    finally:
        timezone.now = real


def leave_waiting(slug: str, rng: Random) -> None:
    """A bot, a clock, a chair kept warm, and whoever is on turn has a ceiling where the game has them."""
    from games.engine import KINDS
    from games.services import consent, playing
    from games.services.queries import current_table
    from games.services.tables import Ceiling

    code = begin(slug, clock=60)
    consent.hand_to_bot(code=code, visitor="visitor-2", player=None)
    play_on(code, rng, HALF)
    play = current_table(code).play
    if play is None or not KINDS[slug].info.standing_orders:
        return
    for visitor in ("visitor-0", "visitor-1"):
        ceiling = Ceiling(17, "pass", play.kind.round(play.state))
        playing.set_ceiling(code=code, visitor=visitor, ceiling=ceiling)


def leave_half_sealed(slug: str, rng: Random) -> None:
    """The same at a sale in which one has sealed, and a person, a bot and a chair kept warm have not."""
    from games.services import consent
    from games.services.queries import current_table

    code = begin(slug, clock=60)
    while (play := current_table(code).play) is not None and len(play.to_act) < len(play.chairs):
        play_on(code, rng, 1)
    consent.hand_to_bot(code=code, visitor="visitor-2", player=None)
    move_by_hand(code, rng)


def play_on(code: str, rng: Random, moves: int) -> int:
    """Play the room's game, what is due first and then by its people's own moves; gives how many were made."""
    from games.services.playing import attend

    made = 0
    while made < moves and (attend(code) or move_by_hand(code, rng)):
        made += 1
    return made


def move_by_hand(code: str, rng: Random) -> bool:
    """A person's own move, if one is owed."""
    from games.services.playing import Wish, submit_move
    from games.services.queries import current_table

    table = current_table(code)
    play = table.play
    owing = sorted(seat for seat in play.to_act if not play.chairs[seat].driver) if play else []
    if play is None or not owing:
        return False
    move = rng.choice(play.kind.legal_moves(play.state, owing[0]))
    visitor = {player: visitor for visitor, player in table.visitors.items()}[play.chairs[owing[0]].player or 0]
    submit_move(code=code, visitor=visitor, wish=Wish(play.decision, f"upgrade-{play.length}", move))
    return True


if __name__ == "__main__":
    main(sys.argv[1])
