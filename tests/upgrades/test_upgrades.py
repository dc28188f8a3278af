"""Every stored database of an earlier version: migrated, its games played on, all of them reviewed.

On SQLite, and on PostgreSQL where DATABASE_URL names one.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from games.engine import KINDS, SCHEMA
from tests.load.processes import ROOT, fresh_database
from tests.upgrades.loading import load_into_postgresql, load_into_sqlite, newest_migration

STORED = sorted((Path(__file__).parent / "stored").glob("*.sql"))
STORED_WAITING = next(path for path in STORED if path.stem == "0003_waiting_games")


@pytest.fixture(params=STORED, ids=lambda path: path.stem)
def environment(request, tmp_path):
    """The environment of an installation whose database is an earlier version's."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    made = {**kept, "DATA_DIR": str(tmp_path), "PACE": "0", "SECRET_KEY": "only for this test, which signs nothing"}
    server = os.environ.get("DATABASE_URL", "")
    if not server.startswith("postgresql://"):
        load_into_sqlite(request.param, tmp_path / "forsale.sqlite3")
        return made
    made["DATABASE_URL"] = fresh_database(server)
    run(made, "manage.py", "migrate", "games", newest_migration(request.param), "--verbosity", "0")
    assert load_into_postgresql(request.param, made["DATABASE_URL"]) > 100
    return made


def run(environment, *arguments):
    command = [sys.executable, *arguments]
    result = subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=120
    )
    assert result.returncode == 0, result.stderr[-3000:]
    return result.stdout


def test_games_go_on_after_an_update_and_old_ones_can_be_reviewed(environment):
    run(environment, "manage.py", "migrate", "--verbosity", "0")

    found = json.loads(run(environment, "-m", "tests.upgrades.go_on"))

    assert len(found["went_on"]) >= len(KINDS)
    assert all(game["moves"] > 0 for game in found["went_on"])
    assert all(game["attended"] == game["is_due"] for game in found["went_on"]), (
        "what was due is done, and nothing else"
    )
    assert {game["kind"] for game in found["reviewed"]} == set(KINDS)
    for game in found["reviewed"]:
        assert game["status"] == "over"
        assert game["difference"] is None
        assert game["snapshot"]
        assert game["moves"] > 30


@pytest.mark.parametrize("environment", [STORED_WAITING], indirect=True, ids=["0003_waiting_games"])
def test_what_games_waited_for_is_done_after_an_update(environment):
    """A ceiling, a bot, a chair kept warm, and the rest of a sale in which one has sealed."""
    run(environment, "manage.py", "migrate", "--verbosity", "0")

    waited = [game for game in json.loads(run(environment, "-m", "tests.upgrades.go_on"))["went_on"] if game["is_due"]]

    assert all((game["clock"], game["bots"], game["warm"]) == (60, 1, 1) for game in waited)
    (with_ceiling,) = [game for game in waited if game["ceilings"]]
    assert with_ceiling["attended_by"] == [""], "the ceiling's move is its owner's"
    (half_sealed,) = [game for game in waited if game["sealed"]]
    assert (half_sealed["sealed"], half_sealed["attended_by"]) == (1, ["steady"])
    assert half_sealed["timeouts"] == 1, "Ben's clock had run out"
    assert len(waited) == 1 + len(KINDS)


def test_the_audit_agrees_with_an_upgraded_database(environment):
    run(environment, "manage.py", "migrate", "--verbosity", "0")

    said = run(environment, "manage.py", "audit")

    assert "0 differ" in said


def test_a_migrated_database_has_what_the_models_say(environment):
    run(environment, "manage.py", "migrate", "--verbosity", "0")

    said = run(environment, "manage.py", "makemigrations", "--check", "--dry-run")

    assert "No changes" in said


def test_there_is_a_stored_game_of_every_schema_number():
    kept = "".join(path.read_text() for path in STORED)

    for number in range(1, SCHEMA + 1):
        assert f'"schema":{number}' in kept or f'"schema": {number}' in kept
