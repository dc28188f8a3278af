"""Games with trouble: a phone without scripts, one without a network for a while, and a server that dies in the middle.
Where the site has two processes, the phones are spread over both."""

import signal
from random import Random

import pytest

from tests.browser.people import for_sale_moves
from tests.browser.phones import wait_until

pytestmark = pytest.mark.browser


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
            with plain.page.expect_navigation(wait_until="domcontentloaded"):
                choose(plain)
        else:
            choose(phone)
        for each in {phone, *others}:
            each.wait_for_version(look.version + 1)

    party.finish(kind="for_sale", edition="1997", players=3)


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
    party.sit_down(3, with_table=True, kind="for_sale", edition="1997")
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
    party.finish(kind="for_sale", edition="1997", players=3)


def test_a_second_tap_behind_the_first_is_none(party):
    """Nothing moves under a thumb: the old button is still there for a moment when its move is made already."""
    party.sit_down(3, kind="for_sale", edition="2015")
    phone = party.wait_for_asked()
    version = phone.version
    box = phone.page.locator("form.bid-bar button.is-gold").bounding_box()
    place = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    phone.page.mouse.click(*place)
    phone.page.wait_for_timeout(100)
    phone.page.mouse.click(*place)

    party.wait_for_version(version + 1)
    phone.page.wait_for_timeout(400)
    assert party.versions == {version + 1}
    assert phone.page.locator("#refusal").is_hidden()
