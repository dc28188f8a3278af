"""Golden games: what every seat saw, move by move, in games kept from earlier. Only `record_golden` writes them."""

import json

import pytest
from django.conf import settings

from games.management.commands.record_golden import FOLDER, golden_tables, replayed, spelled

GOLDEN = settings.BASE_DIR / FOLDER
NAMES = [name for name, _, _ in golden_tables()]


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_game_plays_as_it_was_played(name):
    golden = json.loads((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))

    again = json.loads(json.dumps(replayed(golden)))

    for number, (step, kept) in enumerate(zip(again["steps"], golden["steps"], strict=True)):
        assert step == kept, f"step {number}"
    assert again == golden


@pytest.mark.parametrize("name", NAMES)
def test_a_golden_file_is_spelled_as_it_would_be_written_and_small(name):
    text = (GOLDEN / f"{name}.json").read_text(encoding="utf-8")

    assert spelled(json.loads(text)) == text
    assert len(text.encode()) < 60_000


def test_there_is_no_golden_game_without_a_table():
    assert sorted(path.stem for path in GOLDEN.glob("*.json")) == sorted(NAMES)
