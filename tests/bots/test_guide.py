"""The page for people who write a bot: its examples run as they are printed."""

import re
from pathlib import Path

import pytest
from django.conf import settings

from games.bots.roster import BOTS
from games.bots.simulation import play_out, seeded_chance
from games.engine import Observation
from tests.engine.tables import TABLES

GUIDE = Path(settings.BASE_DIR, "docs", "bots.md").read_text()
EXAMPLES = {
    (slug, name): code
    for slug, name, code in re.findall(r"<!-- example: (\w+) (\w+) -->\n```python\n(.*?)```", GUIDE, re.DOTALL)
}


def example(slug, name):
    printed = {}
    exec(EXAMPLES[slug, name], printed)
    return printed[name]()


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_the_examples_play_at_every_table(table):
    ((slug, name),) = (key for key in EXAMPLES if key[0] == table.slug)
    chance = seeded_chance(8, 1)

    opening = table.kind.deal(table.rules, chance.deal)
    played = play_out(table.kind, opening, [example(slug, name)] * table.seats, chance.bots)

    assert table.kind.outcome(played.final) is not None


@pytest.mark.parametrize("slug", BOTS)
def test_there_is_an_example_for_every_kind_that_beats_random_players(slug):
    ((_, name),) = (key for key in EXAMPLES if key[0] == slug)
    table = next(table for table in TABLES if table.slug == slug and table.seats == 4)
    won = 0.0
    for game in range(40):
        chance = seeded_chance(8, game)
        bots = [BOTS[slug]["random"]] * table.seats
        bots[game % table.seats] = example(slug, name)
        final = play_out(table.kind, table.kind.deal(table.rules, chance.deal), bots, chance.bots).final
        won += game % table.seats in table.kind.outcome(final).winners

    assert won > 20


@pytest.mark.parametrize("slug", BOTS)
def test_every_field_named_in_its_tables_is_there(slug):
    """Those of all observations, and those of the kind's own section."""
    table = next(table for table in TABLES if table.slug == slug)
    chance = seeded_chance(8, 2)
    seen: Observation = table.kind.observe(table.kind.deal(table.rules, chance.deal), 0, ())
    titles = {"for_sale": "## For Sale", "square_on_sale": "## Square on Sale"}
    for title in ("## What all observations have", titles[slug]):
        section = GUIDE.split(title, 1)[1].split("\n## ", 1)[0]
        rows = re.findall(r"^\| (?:\*\w+:\* )?(`[^|]+?) \|", section, re.MULTILINE)
        assert rows
        for field in re.findall(r"`(\w+)(?:\([\w, ]*\))?`", " ".join(rows)):
            assert hasattr(seen, field)
