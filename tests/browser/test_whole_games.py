"""Whole games on four real phones, with a table screen and an onlooker. Where the site has two processes, the phones
are spread over both."""

from random import Random

import pytest

from tests.browser.people import for_sale_moves, square_on_sale_moves
from tests.browser.phones import wait_until

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(("edition", "variants"), [("2015", []), ("1997", ["not_enough"])])
def test_four_phones_and_a_table_screen_play_a_game_and_begin_the_next(party, edition, variants):
    plan = {"kind": "for_sale", "edition": edition} | ({"variant": variants[0]} if variants else {})
    party.sit_down(4, with_table=True, with_onlooker=True, **plan)

    party.play(for_sale_moves(Random(edition)))

    party.finish(kind="for_sale", edition=edition, variants=variants, players=4)
    (version,) = party.versions
    held = [phone.hold_back("again") for phone in party.players[1:4]]
    for phone in party.players[1:4]:
        phone.do("again")
    wait_until(lambda: party.versions == {version} and all(held), "three have tapped")
    for (tap,) in held:
        tap.continue_()
    party.wait_for_phase("buying")
    party.step(for_sale_moves(Random(1)))
    assert party.versions == {version + 2}, "one game was begun, and one move made"


def test_four_phones_play_square_on_sale(party):
    party.sit_down(4, kind="square_on_sale")

    party.play(square_on_sale_moves(Random(4), bids=6))

    party.finish(kind="square_on_sale", edition="2009", players=4)
