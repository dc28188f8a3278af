"""Every stored database of an earlier version: migrated, its games played on, all of them reviewed."""

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from games.engine import KINDS, SCHEMA
from tests.load.processes import ROOT

STORED = sorted((Path(__file__).parent / "stored").glob("*.sql"))


@pytest.fixture(params=STORED, ids=lambda path: path.stem)
def environment(request, tmp_path):
    """The environment of a home installation whose database is an earlier version's."""
    with sqlite3.connect(tmp_path / "forsale.sqlite3") as connection:
        connection.executescript(request.param.read_text())
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG") if name in os.environ}
    return {**kept, "DATA_DIR": str(tmp_path), "PACE": "0", "SECRET_KEY": "only for this test, which signs nothing"}


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

    assert all(moves > 0 for moves in found["went_on"].values())
    assert {game["kind"] for game in found["reviewed"]} == set(KINDS)
    for game in found["reviewed"]:
        assert game["status"] == "over"
        assert game["difference"] is None
        assert game["snapshot"]
        assert game["moves"] > 30


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
