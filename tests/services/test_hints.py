"""Hints: only where the table agreed, only for one who is asked, and never more than the player may know."""

import pytest

from games.bots.advice import REASON_CODES
from games.engine import KINDS
from games.screens import for_sale_hints, square_on_sale_hints
from games.screens.hints import REASONS, hint_words
from games.services import hints, lobby, queries
from games.services.faults import NotAllowedNow

pytestmark = pytest.mark.django_db


def a_table(kind: str, *, agreed: bool):
    plan = lobby.checked_plan(kind, "", [], {"hints": True})
    room = lobby.open_room(visitor="host", plan=plan, name="Ann")
    for name in ("Bob", "Cleo"):
        lobby.join_room(code=room.code, visitor=name, name=name)
        if agreed:
            hints.agree_to_hints(code=room.code, visitor=name)
    lobby.start_game(code=room.code, visitor="host")
    table = queries.current_table(room.code)
    turn = min(table.play.to_act)
    visitors = ["host", "Bob", "Cleo"]
    return room.code, visitors[turn], [v for n, v in enumerate(visitors) if n != turn]


@pytest.mark.parametrize("kind", KINDS)
def test_the_one_who_is_asked_gets_a_move_and_a_reason(kind):
    code, asked, _ = a_table(kind, agreed=True)

    slug, advice = hints.hint_for(code=code, visitor=asked)

    table = queries.current_table(code)
    assert advice.move in table.play.kind.legal_moves(table.play.state, min(table.play.to_act))
    assert len(hint_words(slug, advice)) > 20


@pytest.mark.parametrize("kind", KINDS)
def test_others_get_no_hint(kind):
    code, _, waiting = a_table(kind, agreed=True)

    with pytest.raises(NotAllowedNow) as refused:
        hints.hint_for(code=code, visitor=waiting[0])

    assert refused.value.code == "NOT_ASKED"


def test_without_everybody_s_consent_there_are_no_hints():
    code, asked, _ = a_table("for_sale", agreed=False)

    with pytest.raises(NotAllowedNow) as refused:
        hints.hint_for(code=code, visitor=asked)

    assert refused.value.code == "NO_HINTS"


def test_against_bots_alone_nobody_must_agree():
    plan = lobby.checked_plan("for_sale", "", [], {"hints": True})
    room = lobby.open_solo(visitor="me", plan=plan, name="", players=3, bot="easy")

    assert queries.current_table(room.code).play.options["hints"]


def test_every_reason_of_the_bots_has_words():
    words = {"for_sale": for_sale_hints.REASONS, "square_on_sale": square_on_sale_hints.REASONS}

    assert set(REASONS) == set(KINDS)
    assert {kind: set(codes) for kind, codes in REASON_CODES.items()} == {k: set(v) for k, v in words.items()}
