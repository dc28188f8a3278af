"""Whole games by plain forms only, as an outside script plays them: nothing is sent that the page does not offer."""

import json
import re
from random import Random

import pytest

from games.engine import KINDS, check_record, codec
from games.models import PlayedMove
from tests.builders import Evening
from tests.engine.tables import TABLES, Table
from tests.pages import Browser

pytestmark = pytest.mark.django_db

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eva", "Finn")
FEW_TABLES = [
    next(table for table in TABLES if (table.slug, table.edition, table.variants) == wanted)
    for wanted in dict.fromkeys((table.slug, table.edition, table.variants) for table in TABLES)
]


def a_table_of_browsers(table: Table, rng: Random) -> tuple[Evening, list[Browser]]:
    """People who open a room, join by its address and start, each step by a form of the page they see."""
    host = Browser("visitor-Ann").open("/")
    form = next(form for form in host.page.forms if form.action == "/r/")
    fields = [*form.fixed, *form.checked.items(), *(("variant", variant) for variant in table.variants)]
    host.send(form, fields, kind=table.slug, edition=table.edition, name="Ann")
    code = host.page.html.split('data-room="/r/')[1][:5]
    browsers = [host]
    for name in NAMES[1 : table.seats]:
        browsers.append(Browser(f"visitor-{name}").open(f"/r/{code}/").do("join", name=name))
    host.open(f"/r/{code}/").do("start")
    assert host.page.main["data-phase"] not in {"lobby", "join"}
    return Evening(code, NAMES[: table.seats]), browsers


def meant(evening: Evening, fields: list[tuple[str, str]]):
    """The move that these fields of a form mean."""
    given = {name: value for name, value in fields if name not in {"csrfmiddlewaretoken", "key", "decision"}}
    return codec.move_from_form(evening.kind, given)


@pytest.mark.parametrize("table", FEW_TABLES, ids=str)
def test_a_whole_game_by_the_forms_that_are_there(table, rng):
    evening, browsers = a_table_of_browsers(table, rng)

    while evening.play.is_running:
        seat = rng.choice(evening.owing())
        browser = browsers[seat].open(f"/r/{evening.code}/")
        form = rng.choice(browser.page.posts("move"))
        fields = rng.choice(list(form.ways()))
        length = evening.play.length
        browser.send(form, fields)
        assert browser.answer == 303
        assert evening.play.length == length + 1

    for browser in browsers:
        browser.open(f"/r/{evening.code}/")
        assert browser.page.main["data-phase"] == "over"
        assert browser.page.posts("move") == []
    record = json.loads(browsers[0].open(f"/r/{evening.code}/games/1/record.json").bodies[-1])
    check_record(record)
    assert [seat["name"] for seat in record["seats"]] == list(evening.names)
    assert PlayedMove.objects.filter(by="").count() == evening.game.length

    browsers[1].do("again")
    assert evening.play.number == 2
    assert browsers[0].open(f"/r/{evening.code}/").page.main["data-phase"] in {"buying", "turn"}


@pytest.mark.parametrize("table", FEW_TABLES, ids=str)
def test_the_page_offers_exactly_the_legal_moves(table, rng):
    evening, browsers = a_table_of_browsers(table, rng)

    for _ in range(30):
        if not evening.play.is_running:
            break
        for seat, browser in enumerate(browsers):
            forms = browser.open(f"/r/{evening.code}/").page.posts("move")
            offered = [meant(evening, fields) for form in forms for fields in form.ways()]
            assert len(offered) == len(set(offered))
            assert set(offered) == set(evening.legal(seat))
            assert all(("decision", browser.page.main["data-decision"]) in form.fixed for form in forms)
        for _ in range(rng.randrange(1, 9)):
            if evening.play.is_running:
                seat = rng.choice(evening.owing())
                evening.move(seat, rng.choice(evening.legal(seat)))


@pytest.mark.parametrize("kind", KINDS)
def test_onlookers_and_table_screens_have_no_moves(kind, rng):
    table = next(table for table in TABLES if table.slug == kind)
    evening, _ = a_table_of_browsers(table, rng)
    onlooker = Browser("somebody").open(f"/r/{evening.code}/")
    television = Browser("visitor-Ann").open(f"/r/{evening.code}/table/")

    for browser in (onlooker, television):
        assert browser.page.posts("move") == []
        assert browser.page.posts("ceiling") == []
    assert [form for form in television.page.forms if form.method == "post" and form.deed != "language"] == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_back_button_and_a_second_tap_do_no_harm(kind, rng):
    """A page that was left is sent again: the same answer, and no second move."""
    table = next(table for table in TABLES if table.slug == kind)
    evening, browsers = a_table_of_browsers(table, rng)
    browser = browsers[evening.on_turn()].open(f"/r/{evening.code}/")
    form = browser.page.posts("move")[0]
    fields = next(form.ways())

    answers = []
    for _ in range(3):
        browser.send(form, fields)
        answers.append(browser.answer)

    assert answers == [303, 303, 303]
    assert evening.game.length == 1


def test_a_seal_is_changed_by_the_form_that_is_there(rng):
    evening, browsers = a_table_of_browsers(Table("for_sale", "2015", (), 3), rng)
    evening.play_on(rng, until=lambda play: play.kind.observe(play.state, 0, ()).phase == "selling")
    browser = browsers[0]
    houses = []
    for choice in (0, 1, 0):
        form = browser.open(f"/r/{evening.code}/").page.posts("move")[0]
        fields = list(form.ways())[choice]
        houses.append(int(dict(fields)["house"]))
        browser.send(form, fields)
        assert browser.answer == 303

    sealed = PlayedMove.objects.filter(move="seal").order_by("number").values_list("house", flat=True)
    assert list(sealed) == houses


def test_a_ceiling_is_set_changed_and_cleared_by_forms():
    evening, browsers = a_table_of_browsers(Table("for_sale", "2015", (), 3), Random(1))
    browser = browsers[0].open(f"/r/{evening.code}/").do("ceiling", amount="7", then="pass")
    assert evening.chair(0).ceiling.amount == 7

    browser.do("ceiling", amount="9", then="ask")
    assert (evening.chair(0).ceiling.amount, evening.chair(0).ceiling.then) == (9, "ask")

    clearing = next(form for form in browser.page.posts("ceiling") if ("amount", "0") in form.fixed)
    browser.send(clearing, clearing.fixed)
    assert evening.chair(0).ceiling is None


@pytest.mark.parametrize("kind", KINDS)
def test_every_other_deed_of_a_game_has_its_form(kind, rng):
    table = next(table for table in TABLES if table.slug == kind)
    evening, browsers = a_table_of_browsers(table, rng)
    ann, bob, cleo = browsers[:3]

    bob.open(f"/r/{evening.code}/").do("absent")
    assert evening.chair(1).warmer
    bob.do("return")
    assert not evening.chair(1).warmer

    bob.do("transfer")
    (link,) = {link for link in bob.page.links if re.search(r"/transfer/[^/]+/", link)}
    phone = Browser("new phone").open(link.split("testserver")[-1]).do("transfer")
    assert evening.table.seat_of("new phone") == 1
    assert phone.page.main["data-phase"] in {"buying", "turn"}

    lost = Browser("another phone").open(f"/r/{evening.code}/")
    claim = next(form for form in lost.page.posts("claim") if ("player", str(evening.player("Cleo").pk)) in form.fixed)
    lost.send(claim, claim.fixed)
    for browser in (ann, phone):
        form = next(
            form
            for form in browser.open(f"/r/{evening.code}/").page.posts("claim")
            if any(name == "agree" for name, _ in [*form.fixed, *form.buttons])
        )
        agreeing = [button for button in form.buttons if button[0] == "agree"]
        browser.send(form, [*form.fixed, *agreeing])
    assert evening.table.seat_of("another phone") == 2
    assert evening.table.seat_of("visitor-Cleo") is None

    for browser in (ann, phone):
        browser.open(f"/r/{evening.code}/").do("end")
    assert not evening.play.is_running
    ann.open(f"/r/{evening.code}/").do("leave")
    assert evening.table.person_of("visitor-Ann") is None
    assert cleo.open(f"/r/{evening.code}/").status == 200


@pytest.mark.parametrize("kind", KINDS)
def test_the_lobby_s_forms_do_what_they_say(kind):
    host = Browser("visitor-Ann").open("/")
    form = next(form for form in host.page.forms if form.action == "/r/")
    host.send(form, [*form.fixed, *form.checked.items()], kind=kind, edition="", name="Ann")
    code = host.page.html.split('data-room="/r/')[1][:5]
    evening = Evening(code, ("Ann", "Bob"))
    Browser("visitor-Bob").open(f"/r/{code}/").do("join", name="Bob")
    host.open(f"/r/{code}/")
    assert host.page.posts("start") == [], "there is a sentence instead"

    host.do("bots")
    assert [bool(person.bot) for person in evening.table.seated] == [False, False, True]
    host.send(host.page.posts("seats")[0], host.page.posts("seats")[0].fixed)
    assert evening.table.seated[0].name != "Ann"
    host.do("options", clock="60")
    assert evening.table.options["clock"] == 60
    removing = next(form for form in host.page.posts("bots") if any(name == "remove" for name, _ in form.fixed))
    host.send(removing, removing.fixed)
    assert len(evening.table.seated) == 2
    host.do("host")
    assert evening.table.host == evening.player("Bob").pk
    bob = Browser("visitor-Bob").open(f"/r/{code}/")
    bob.do("remove")
    assert [person.name for person in evening.table.seated] == ["Bob"]
