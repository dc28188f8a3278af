"""The order of strengths, with few games and seeds that repeat; docs/bots.md has the long series."""

import pytest

from games.bots.roster import BOTS
from games.bots.tournament import Entrant, tournament
from games.engine import KINDS
from tests.bots.quick import QUICK
from tests.engine.tables import Table


def share(table, names, games):
    """The first bot's share of the victories, in parts of a fair one."""
    rosters = [QUICK if name == "sharp" else BOTS for name in names]
    entrants = [Entrant(name, roster[table.slug][name]) for name, roster in zip(names, rosters, strict=True)]
    for _ in tournament(table.kind, table.rules, entrants, seats=table.seats, games=games, seed=77):
        pass
    return entrants[0].win_share.mean * table.seats


def first_table(slug):
    return Table(slug, next(iter(KINDS[slug].info.editions)), (), 4)


@pytest.mark.parametrize(
    ("table", "games"),
    [
        (Table("for_sale", "2015", (), 4), 32),
        (Table("for_sale", "1997", ("not_enough",), 4), 32),
        (Table("square_on_sale", "2009", (), 4), 8),
    ],
    ids=str,
)
def test_a_sharp_player_wins_more_than_its_share_against_steady_ones(table, games):
    """Though in these tests it thinks less than at a table."""
    assert share(table, ("sharp", "steady"), games) > 1


@pytest.mark.parametrize("slug", KINDS)
def test_a_steady_player_wins_more_than_its_share_against_easy_ones(slug):
    assert share(first_table(slug), ("steady", "easy"), 40) > 1.2


@pytest.mark.parametrize("slug", KINDS)
def test_an_easy_player_wins_more_than_its_share_against_random_ones(slug):
    """Easy is not careless."""
    assert share(first_table(slug), ("easy", "random"), 24) > 1.2
