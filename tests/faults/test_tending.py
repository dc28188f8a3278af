"""`manage.py tend` moves for the bots of games that nobody watches, also after its database has gone and come back."""

import subprocess
import sys
import time

import psycopg
import pytest

from tests.load.processes import ROOT, Site, fresh_database, site_environment

WAIT_SECONDS = 60.0
BOTS_ALONE = """
from games.services import lobby
plan = lobby.checked_plan("for_sale", "", [], {})
room = lobby.open_room(visitor="nobody", plan=plan, name="")
for _ in range(3):
    lobby.add_bot(code=room.code, visitor="nobody", bot="steady")
lobby.start_game(code=room.code, visitor="nobody")
"""


@pytest.fixture
def unwatched(database_server, tmp_path):
    """The environment of a site with one game, of bots alone, that nobody looks at."""
    address = fresh_database(database_server.address)
    environment = site_environment(tmp_path, DATABASE_URL=address, PACE="4")
    site = Site(tmp_path, environment)
    for arguments in (("migrate", "--verbosity", "0"), ("shell", "--command", BOTS_ALONE)):
        done = site.manage(*arguments)
        assert done.returncode == 0, done.stderr[-2000:]
    return environment


def moves(environment):
    with psycopg.connect(environment["DATABASE_URL"]) as connection:
        return connection.execute("SELECT count(*) FROM games_playedmove").fetchone()[0]


def wait_for_moves(environment, more_than):
    """Until there are more moves; gives how many."""
    deadline = time.monotonic() + WAIT_SECONDS
    while (made := moves(environment)) <= more_than:
        assert time.monotonic() < deadline, f"still {made} moves"
        time.sleep(0.1)
    return made


def test_bots_move_on_after_postgresql_was_away(unwatched, database_server, tmp_path):
    log = tmp_path / "tend.log"
    command = [sys.executable, "manage.py", "tend", "--every", "0.1"]
    with log.open("wb") as out:
        tend = subprocess.Popen(command, cwd=ROOT, env=unwatched, stdout=out, stderr=out)
    try:
        before = wait_for_moves(unwatched, 0)
        database_server.stop()
        time.sleep(1.0)
        database_server.start()

        assert wait_for_moves(unwatched, before + 3) > before
        assert tend.poll() is None, log.read_text()[-3000:]
    finally:
        tend.kill()
        tend.wait()
    said = log.read_text()
    assert "Traceback" not in said, said[-3000:]
    assert "error connecting" in said or "OperationalError" in said, "it noticed nothing"
