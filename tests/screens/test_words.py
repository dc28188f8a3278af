"""Sentences for people: every refusal and every notice has one, with its facts in it."""

import ast
from datetime import UTC, datetime
from types import SimpleNamespace

import pytest
from django.conf import settings
from django.utils import translation

from games.bots.roster import BOTS
from games.engine.codec import MoveFault
from games.engine.faults import TurnFault
from games.engine.for_sale.faults import RulesetFault
from games.models import Incident
from games.screens import words
from games.screens.catalogue import SCREENS
from games.services import faults
from games.services.tables import Notice

FAULTS = {
    name for name, item in vars(faults).items() if isinstance(item, type) and issubclass(item, faults.ServiceFault)
}
FACTS = {
    "missing": 2,
    "least": 3,
    "most": 6,
    "surplus": 1,
    "limit": 20,
    "name": "Zoë",
    "field": "amount",
    "minimum": 3,
    "maximum": 5,
    "seats": 7,
    "edition": "2015",
    "variant": "x",
    "seat": 9,
    "expected": "int",
    "value": "soon",
}


def codes_raised():
    """Every code that the services and the doors above them give to a fault."""
    found = {}
    for folder in ("services", "web", "live"):
        for source in (settings.BASE_DIR / "games" / folder).glob("*.py"):
            for node in ast.walk(ast.parse(source.read_text())):
                if isinstance(node, ast.Call) and getattr(node.func, "id", "") in FAULTS and node.args:
                    code = node.args[0]
                    if isinstance(code, ast.Constant):
                        found[code.value] = source.name
    return found


def generic():
    """What is said where nothing better is known."""
    return words.fault_sentence("NO_SUCH_CODE_AT_ALL", {})


def test_the_services_raise_codes_at_all():
    assert {"NO_SUCH_ROOM", "NAME_TAKEN", "NOT_HOST", "STALE_DECISION"} <= set(codes_raised())


@pytest.mark.parametrize("code", sorted(codes_raised()))
def test_every_code_of_the_services_has_its_own_sentence(code):
    sentence = words.fault_sentence(code, FACTS)

    assert sentence != generic()
    assert "%(" not in sentence


@pytest.mark.parametrize("code", [*TurnFault, *MoveFault, *RulesetFault])
def test_every_code_that_all_kinds_share_has_its_own_sentence(code):
    sentence = words.fault_sentence(code, FACTS)

    assert sentence != generic()
    assert "%(" not in sentence


@pytest.mark.parametrize("code", ["TOO_FEW", "TOO_MANY_PLAYERS"])
def test_why_a_game_cannot_start_is_said(code):
    assert words.fault_sentence(code, FACTS) != generic()


@pytest.mark.parametrize("code", ["CSRF", "NO_SUCH_PAGE", "FORBIDDEN", "BAD_REQUEST", "SERVER_ERROR", "TRY_AGAIN"])
def test_every_error_page_has_its_own_sentence(code):
    assert words.fault_sentence(code, {}) != generic()


def test_facts_are_in_the_sentence():
    assert "Zoë" in words.fault_sentence("NAME_TAKEN", {"name": "Zoë"})
    assert "2 more players" in words.fault_sentence("TOO_FEW", {"missing": 2, "least": 3})
    assert "1 more player " in words.fault_sentence("TOO_FEW", {"missing": 1, "least": 3})


@pytest.mark.parametrize("slug", sorted(SCREENS))
def test_a_kind_says_its_own_refusals(slug):
    facts = {"amount": 2, "minimum": 6, "highest": 5, "stake": 0, "space": "d4", "chips": 3}

    sentence = words.fault_sentence("bid_too_low", facts, slug)

    assert sentence != generic()
    assert "6" in sentence


def test_a_kind_leaves_refusals_of_others_to_all():
    assert words.fault_sentence("NOT_HOST", {}, "for_sale") == words.fault_sentence("NOT_HOST", {})


def a_notice(what, seat=1, **facts):
    return Notice(what, seat, facts, datetime(2026, 1, 1, tzinfo=UTC))


@pytest.mark.parametrize("what", [what for what in Incident.What.values if what != Incident.What.REFUSAL])
def test_everything_that_all_are_told_has_a_sentence(what):
    sentence = words.notice_sentence(a_notice(what, name="Zoë"), SimpleNamespace(play=None))

    assert sentence
    assert "%(" not in sentence


def test_a_refused_move_is_nobodys_business():
    assert words.notice_sentence(a_notice(Incident.What.REFUSAL), SimpleNamespace(play=None)) == ""


def test_one_who_left_is_told_apart_from_one_who_is_away():
    away = words.notice_sentence(a_notice("takeover", name="Zoë", for_good=False), SimpleNamespace(play=None))
    left = words.notice_sentence(a_notice("takeover", name="Zoë", for_good=True), SimpleNamespace(play=None))

    assert away != left


def test_a_notice_without_a_name_takes_it_from_its_seat():
    table = SimpleNamespace(play=SimpleNamespace(chairs=(SimpleNamespace(name="Ann"), SimpleNamespace(name="Bob"))))

    assert "Bob" in words.notice_sentence(a_notice("return"), table)


def test_every_bot_has_a_name():
    assert all(words.bot_name(slug) for bots in BOTS.values() for slug in bots)
    assert words.bot_name("very_new") == "Very new"


@pytest.mark.parametrize(
    ("names", "line"), [([], ""), (["Ann"], "Ann"), (["Ann", "Bob"], "Ann and Bob"), (list("ABC"), "A, B and C")]
)
def test_names_are_listed_as_people_say_them(names, line):
    with translation.override("en"):
        assert words.list_of_names(names) == line
