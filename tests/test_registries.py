"""Adding a game means adding files and a line in each dictionary: here is what would be missing."""

from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.template.loader import get_template

from games.bots.names import NAMES
from games.bots.roster import BOTS
from games.engine import KINDS
from games.screens.catalogue import SCREENS
from games.services.timing import WARMER
from tests.engine.tables import CANDIDATES, IS_CONSERVED
from tests.engine.twins import TWIN_MOVES, TWINS, UNTIL_OPENED

GOLDEN = Path(__file__).parent / "engine" / "golden"

every_kind = pytest.mark.parametrize("kind", KINDS)
every_edition = pytest.mark.parametrize(
    ("kind", "edition"), [(slug, edition) for slug, kind in KINDS.items() for edition in kind.info.editions]
)


@every_kind
def test_a_kind_is_filed_under_its_own_name(kind):
    assert KINDS[kind].info.slug == kind
    assert SCREENS[kind].slug == kind


def test_bots_and_screens_are_those_of_the_kinds_there_are():
    assert list(BOTS) == list(SCREENS) == list(KINDS)


@every_kind
def test_every_kind_has_a_bot_that_keeps_chairs_warm(kind):
    assert WARMER in BOTS[kind]


def test_every_kind_has_bots_of_the_same_strengths():
    """The host may choose another game when the bots sit already."""
    assert len({frozenset(bots) for bots in BOTS.values()}) == 1


@every_kind
def test_every_strength_that_people_meet_has_people_of_its_own(kind):
    assert set(BOTS[kind]) - {"random"} <= set(NAMES)


@every_kind
def test_every_kind_has_a_stylesheet(kind):
    assert finders.find(SCREENS[kind].stylesheet)


@every_kind
def test_every_kind_has_its_rules_as_a_page(kind):
    assert get_template(SCREENS[kind].rules_template)


@every_kind
def test_every_kind_has_a_name(kind):
    assert str(SCREENS[kind].name()).strip()


@every_edition
def test_every_edition_and_variant_is_explained(kind, edition):
    screen = SCREENS[kind]

    assert screen.edition_name(edition)
    assert screen.edition_help(edition)
    for variant in KINDS[kind].info.editions[edition].variants:
        assert screen.variant_name(edition, variant)
        assert screen.variant_help(edition, variant)


@every_edition
def test_every_edition_has_a_golden_game_per_variant(kind, edition):
    named = [path.stem.removeprefix(f"{kind}-{edition}-") for path in GOLDEN.glob(f"{kind}-{edition}-*.json")]
    variants = {name.rpartition("-")[0] for name in named}

    assert variants == {"", *KINDS[kind].info.editions[edition].variants}


@every_kind
def test_every_kind_is_known_to_the_tests_of_every_kind(kind):
    assert all(kind in known for known in (CANDIDATES, IS_CONSERVED, TWINS, TWIN_MOVES, UNTIL_OPENED))
