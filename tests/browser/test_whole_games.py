"""Whole games on real phones: four of them, a table screen and an onlooker, one without scripts, one without a network
for a while, and a server that dies in the middle. Where the site has two processes, the phones are spread over both."""

import signal
import time
from random import Random

import pytest

from games.engine import check_record
from tests.browser.people import Party, for_sale_moves, square_on_sale_moves, wait_until

pytestmark = pytest.mark.browser

TOGETHER_SECONDS = 0.5


def finish(party: Party, **expected: object) -> None:
    """The result is on every screen, and its record is true."""
    party.wait_for_phase("over")
    record = party.players[0].record(party.code, 1)
    check_record(record)
    assert {name: record[name] for name in expected} == expected
    assert [phone.faults for phone in party.everybody] == [[]] * len(party.everybody)


@pytest.mark.parametrize(("edition", "variants"), [("2015", []), ("1997", ["not_enough"])])
def test_four_phones_and_a_table_screen_play_a_game_and_begin_the_next(party, edition, variants):
    plan = {"kind": "for_sale", "edition": edition} | ({"variant": variants[0]} if variants else {})
    party.sit_down(4, with_onlookers=True, **plan)

    party.play(for_sale_moves(Random(edition)))

    finish(party, kind="for_sale", edition=edition, variants=variants, players=4)
    (version,) = party.versions
    moment = time.time() + TOGETHER_SECONDS
    for phone in party.players[1:4]:
        phone.do_at("again", moment)
    party.wait_for_phase("buying")
    party.step(for_sale_moves(Random(1)))
    assert party.versions == {version + 2}, "one game was begun, and one move made"


def test_four_phones_play_square_on_sale(party):
    party.sit_down(4, kind="square_on_sale")

    party.play(square_on_sale_moves(Random(4), bids=6))

    finish(party, kind="square_on_sale", edition="2009", players=4)


def test_a_phone_without_scripts_plays_along(party):
    party.sit_down(3, plain=1, kind="for_sale", edition="1997")
    plain = party.players[1]
    others = [phone for phone in party.players if phone is not plain]
    choose = for_sale_moves(Random(9))

    for _ in range(400):
        phone = party.asked(among=others) or plain
        if phone is plain:
            plain.load_again()
            if plain.phase == "over":
                break
            if party.asked(among=[plain]) is None:
                continue
        look = phone.look()
        phone.answered = look.decision
        if phone is plain:
            with plain.page.expect_navigation():
                choose(plain)
        else:
            choose(phone)
        for each in {phone, *others}:
            wait_until(lambda each=each, look=look: each.version > look.version, "the move is seen")

    finish(party, kind="for_sale", edition="1997", players=3)


def test_a_phone_that_loses_its_network_in_an_auction_catches_up(party):
    party.sit_down(3, kind="for_sale", edition="2015")
    choose = for_sale_moves(Random(3))
    party.step(choose)
    asked = party.wait_for_asked()
    lost = next(phone for phone in party.players if phone is not asked)
    others = [phone for phone in party.players if phone is not lost]

    lost.context.set_offline(True)
    version = asked.version
    choose(asked)
    wait_until(lambda: all(phone.version > version for phone in others), "the others play on")
    wait_until(lambda: lost.page.locator("#connection").is_visible(), "the lost phone says so")
    assert lost.page.locator("#connection").inner_text().strip()
    assert lost.version == version
    lost.context.set_offline(False)

    party.wait_for_version(max(phone.version for phone in others))
    wait_until(lambda: not lost.page.locator("#connection").is_visible(), "and says when it is back")
    party.play(choose, until="selling")
    assert party.players[0].phase == "selling"


def test_a_move_tapped_without_a_network_is_made_once_when_it_is_back(party):
    party.sit_down(3, kind="for_sale", edition="2015")
    phone = party.wait_for_asked()
    version = phone.version

    phone.context.set_offline(True)
    phone.send(phone.moves("bid").first)
    wait_until(lambda: phone.could_not_send("move"), "the phone has tried in vain")
    assert party.versions == {version}
    phone.context.set_offline(False)

    party.wait_for_version(version + 1)
    assert party.versions == {version + 1}
    assert phone.look().moves == []
    for _ in range(6):
        party.step(for_sale_moves(Random(1)))
    assert party.versions == {version + 7}, "the tap counts, and it counts once"


def test_a_game_goes_on_after_its_server_was_killed(party):
    party.sit_down(3, with_onlookers=True, kind="for_sale", edition="1997")
    choose = for_sale_moves(Random(8))
    for _ in range(4):
        party.step(choose)
    phone = party.wait_for_asked()
    version = phone.version

    phone.server.stop(signal.SIGKILL)
    try:
        choose(phone)
        wait_until(lambda: phone.could_not_send("move"), "the phone has tried in vain")
    finally:
        phone.server.start()

    party.wait_for_version(version + 1)
    assert party.versions == {version + 1}, "the tap counts, and it counts once"
    party.play(choose)
    finish(party, kind="for_sale", edition="1997", players=3)
