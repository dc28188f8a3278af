"""Whole games on real phones: four of them and a table screen, one without scripts, one without a network for a while,
and a server that dies in the middle."""

import signal
from random import Random

import pytest

from games.engine import check_record
from tests.browser.people import Party, Phone, for_sale_moves, wait_until

pytestmark = pytest.mark.browser


def finish(party: Party, number: int, **expected: object) -> None:
    """The result is on every screen, and its record is true."""
    party.wait_for_phase("over")
    record = party.players[0].record(party.code, number)
    check_record(record)
    assert {name: record[name] for name in expected} == expected
    assert [phone.faults for phone in party.everybody] == [[]] * len(party.everybody)


@pytest.mark.parametrize(("edition", "variants"), [("2015", []), ("1997", ["not_enough"])])
def test_four_phones_and_a_table_screen_play_a_game_and_begin_the_next(party, edition, variants):
    plan = {"kind": "for_sale", "edition": edition} | ({"variant": variants[0]} if variants else {})
    party.sit_down(4, with_table=True, **plan)

    party.play(for_sale_moves(Random(edition)))

    finish(party, 1, kind="for_sale", edition=edition, variants=variants, players=4)
    for phone in party.players[1:4]:
        phone.tap_if_there("again")
    party.wait_for_phase("buying")
    party.step(for_sale_moves(Random(1)))
    assert party.players[0].context.request.get(f"{party.players[0].url}/r/{party.code}/games/3/").status == 404


def test_four_phones_play_square_on_sale(party):
    party.sit_down(4, kind="square_on_sale")
    rng, bids = Random(4), iter(range(6))

    def choose(phone: Phone) -> None:
        offered = phone.look().moves
        if "bid" in offered and next(bids, None) is not None:
            phone.send(phone.moves("bid").nth(rng.randrange(offered.count("bid"))))
        elif "collect" in offered:
            phone.send(phone.moves("collect").first)
        else:
            forms = phone.moves(offered[0])
            buttons = forms.locator("button:not([type=button])")
            buttons.nth(rng.randrange(buttons.count())).evaluate(PRESS)

    party.play(choose)

    finish(party, 1, kind="square_on_sale", edition="2009", players=4)


PRESS = "button => button.form.requestSubmit(button)"


def test_a_phone_without_scripts_plays_along(party):
    party.sit_down(3, scripts=(True, False, True), kind="for_sale", edition="1997")
    plain = party.players[1]
    rng = Random(9)
    choose = for_sale_moves(rng)

    for _ in range(400):
        plain.load_again()
        if plain.phase == "over":
            break
        phone = party.asked()
        if phone is None:
            continue
        phone.answered = phone.look().decision
        if phone is plain:
            with phone.page.expect_navigation():
                choose(phone)
        else:
            version = phone.version
            choose(phone)
            wait_until(lambda phone=phone, version=version: phone.version > version, "the move is seen")

    finish(party, 1, kind="for_sale", edition="1997", players=3)


def test_a_phone_that_loses_its_network_in_an_auction_catches_up(party):
    party.sit_down(3, kind="for_sale", edition="2015")
    choose = for_sale_moves(Random(3))
    party.step(choose)
    wait_until(lambda: party.asked() is not None, "somebody is asked")
    asked = party.asked()
    lost = next(phone for phone in party.players if phone is not asked)
    others = [phone for phone in party.players if phone is not lost]

    lost.context.set_offline(True)
    version = asked.version
    choose(asked)
    wait_until(lambda: all(phone.version > version for phone in others), "the others play on")
    wait_until(lambda: lost.page.locator("#connection").is_visible(), "the lost phone says so")
    assert lost.page.locator("#connection").inner_text().strip()
    lost.context.set_offline(False)

    party.wait_for_version(max(phone.version for phone in others))
    wait_until(lambda: not lost.page.locator("#connection").is_visible(), "and says when it is back")
    party.play(choose, until=lambda: party.players[0].phase == "selling")
    assert party.players[0].phase == "selling"


def test_a_move_tapped_without_a_network_is_made_once_when_it_is_back(party):
    party.sit_down(3, kind="for_sale", edition="2015")
    wait_until(lambda: party.asked() is not None, "somebody is asked")
    phone = party.asked()
    version = phone.version

    phone.context.set_offline(True)
    phone.send(phone.moves("bid").first)
    phone.page.wait_for_timeout(3500)
    phone.context.set_offline(False)

    party.wait_for_version(version + 1)
    phone.page.wait_for_timeout(3000)
    assert {screen.version for screen in party.screens} == {version + 1}
    assert phone.look().moves == []
    party.step(for_sale_moves(Random(1)))


@pytest.fixture
def killed_site(party, site):
    """A site whose process may be killed."""
    yield site.processes[0]
    if site.processes[0].popen is None:
        site.processes[0].start()


def test_a_game_goes_on_after_the_server_was_killed(party, killed_site):
    party.sit_down(3, with_table=True, kind="for_sale", edition="2015")
    choose = for_sale_moves(Random(8))
    for _ in range(4):
        party.step(choose)
    version = party.players[0].version

    killed_site.stop(signal.SIGKILL)
    phone = party.asked()
    choose(phone)
    phone.page.wait_for_timeout(500)
    killed_site.start()

    party.wait_for_version(version + 1)
    assert {screen.version for screen in party.screens} == {version + 1}, "the tap counts, and it counts once"
    party.play(choose)
    finish(party, 1, kind="for_sale", edition="2015", players=3)
