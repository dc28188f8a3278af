"""What every page promises: tokens on every form, headers, cookies, methods, safe redirects, limits."""

import gzip
import re
from random import Random
from types import SimpleNamespace

import pytest
from django.test import Client
from django.urls import URLPattern, get_resolver

from games.engine import KINDS
from games.models import Game, Room
from games.services import limits
from games.services.visitors import read_visitor, signed
from tests.builders import a_game, a_room, skip_to_the_end
from tests.pages import Browser, Page

pytestmark = pytest.mark.django_db

SEATS = ("join", "leave", "seats", "bots", "host", "remove", "transfer", "claim", "absent", "return")
GAMES = ("options", "start", "again", "end", "move", "ceiling", "hints")
POSTS = ["/r/", "/join", "/solo", "/language", *(f"/r/CODE/{deed}" for deed in (*SEATS, *GAMES))]
PAGES = ["/", "/r/CODE/", "/r/CODE/table/", *(f"/rules/{kind}/" for kind in KINDS)]


def addresses():
    """Every address of the site, with CODE for a room's code and something that fits for the rest."""
    patterns = [each for each in get_resolver().url_patterns if not isinstance(each, URLPattern)]
    site = next(each for each in patterns if "games.web.urls" in str(each.urlconf_module))
    for pattern in site.url_patterns:
        path = "/" + str(pattern.pattern).removeprefix("^").removesuffix("$")
        path = path.replace(r"r/(?P<code>[A-Za-z]{5})", "r/CODE").replace("<str:kind>", "for_sale")
        path = re.sub(r"\(\?P<number>[^)]*\)", "1", path).replace("\\", "")
        yield re.sub(r"\(\?P<\w+>[^)]*\)", "x" * 12, path)


def test_the_list_of_posts_is_that_of_the_site():
    """A new address that changes something must be listed here."""
    evening = a_game(3)
    client = Client()

    refused = {path for path in addresses() if client.get(path.replace("CODE", evening.code)).status_code == 405}

    assert refused == set(POSTS)


@pytest.mark.parametrize("path", POSTS)
def test_every_post_needs_a_token(path):
    evening = a_room(3)
    client = Client(enforce_csrf_checks=True)
    client.cookies["visitor"] = signed(evening.host)
    client.get("/")
    version, rooms = evening.room.version, Room.objects.count()

    answers = [
        client.post(path.replace("CODE", evening.code), fields)
        for fields in ({}, {"csrfmiddlewaretoken": "x" * 64}, {"csrfmiddlewaretoken": ""})
    ]

    assert {answer.status_code for answer in answers} == {403}
    assert (evening.room.version, Room.objects.count()) == (version, rooms)


def test_a_token_of_another_browser_is_no_token():
    evening = a_room(3)
    mine, theirs = Browser(evening.host).open(f"/r/{evening.code}/"), Browser("other").open(f"/r/{evening.code}/")
    token = next(value for name, value in theirs.page.forms[0].fixed if name == "csrfmiddlewaretoken")

    response = mine.client.post(f"/r/{evening.code}/start", {"csrfmiddlewaretoken": token})

    assert response.status_code == 403


@pytest.mark.parametrize("path", POSTS)
@pytest.mark.parametrize("method", ["get", "head", "put", "delete", "patch"])
def test_what_is_posted_is_not_got(path, method):
    evening = a_room(3)
    client = Client()
    client.cookies["visitor"] = signed(evening.host)

    response = getattr(client, method)(path.replace("CODE", evening.code))

    assert response.status_code == 405


@pytest.mark.parametrize("path", [*PAGES, "/healthz"])
def test_what_is_got_is_not_posted(path):
    evening = a_game(3)

    assert Client().post(path.replace("CODE", evening.code)).status_code == 405


# Headers


@pytest.mark.parametrize("path", [*PAGES, "/nowhere", "/r/AAAAA/"])
def test_every_page_has_a_strict_policy(path):
    evening = a_game(3)

    response = Client().get(path.replace("CODE", evening.code))

    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'self'" in policy
    assert "unsafe" not in policy
    assert "*" not in policy
    assert "frame-ancestors 'none'" in policy
    assert response.headers["X-Frame-Options"] == "DENY"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "same-origin"


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("stage", ["lobby", "running", "over"])
def test_pages_have_nothing_that_the_policy_would_stop(kind, stage):
    evening = a_room(3, kind=kind) if stage == "lobby" else a_game(3, kind=kind)
    if stage == "over":
        skip_to_the_end(evening, Random(3))
    pages = [Browser(visitor).open(f"/r/{evening.code}/").page for visitor in (evening.host, "stranger")]
    pages += [Browser().open(path).page for path in (f"/r/{evening.code}/table/", "/", f"/rules/{kind}/", "/nowhere")]

    assert [page.inline for page in pages] == [[]] * len(pages)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("stage", ["lobby", "running", "over"])
def test_ids_on_a_page_are_unique(kind, stage):
    """Pushed parts find their place by id."""
    evening = a_room(3, kind=kind) if stage == "lobby" else a_game(3, kind=kind)
    if stage == "over":
        skip_to_the_end(evening, Random(3))

    for visitor in (*evening.visitors, "stranger"):
        ids = Browser(visitor).open(f"/r/{evening.code}/").page.ids
        assert sorted(ids) == sorted(set(ids))


@pytest.mark.parametrize("path", ["/r/CODE/", "/r/CODE/table/", "/r/CODE/games/1/record.json", "/r/CODE/transfer/"])
def test_pages_of_a_room_are_kept_by_nobody_and_found_by_nobody(path):
    evening = a_game(3)
    skip_to_the_end(evening, Random(3))
    client = Client()
    client.cookies["visitor"] = signed(evening.host)
    client.post(f"/r/{evening.code}/transfer")

    response = client.get(path.replace("CODE", evening.code))

    assert response.status_code == 200
    assert "no-store" in response.headers["Cache-Control"]
    assert "noindex" in response.headers["X-Robots-Tag"]


def test_a_refusal_in_a_room_is_not_kept_either():
    evening = a_room(3)

    response = Client().post(f"/r/{evening.code}/start")

    assert "no-store" in response.headers["Cache-Control"]


# Cookies


def test_the_visitor_s_cookie_is_signed_and_out_of_reach_of_scripts():
    client = Client()
    client.get("/")
    cookie = client.cookies["visitor"]

    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert not cookie["secure"], "plain HTTP at home"
    assert len(read_visitor({"visitor": cookie.value})) == 32
    assert read_visitor({"visitor": cookie.value[:-1] + ("a" if cookie.value[-1] != "a" else "b")}) == ""
    assert read_visitor({"visitor": "visitor-Ann"}) == read_visitor({}) == ""


def test_under_tls_cookies_are_secure(settings):
    settings.UNDER_TLS = True
    client = Client()
    client.get("/", secure=True)

    assert client.cookies["visitor"]["secure"]


def test_the_token_s_cookie_is_out_of_reach_too():
    client = Client()
    client.get("/")

    assert client.cookies["csrftoken"]["httponly"]
    assert client.cookies["csrftoken"]["samesite"] == "Lax"


def test_a_known_browser_keeps_its_cookie():
    client = Client()
    client.get("/")
    before = client.cookies["visitor"].value
    client.get("/")

    assert client.cookies["visitor"].value == before


def test_a_forged_cookie_is_a_new_visitor():
    evening = a_room(3)
    client = Client()
    client.cookies["visitor"] = evening.host

    assert client.post(f"/r/{evening.code}/start").status_code == 403


def test_two_browsers_are_two_visitors():
    one, two = Client(), Client()
    one.get("/")
    two.get("/")

    assert one.cookies["visitor"].value != two.cookies["visitor"].value


# Languages and redirects


@pytest.mark.parametrize(
    "target",
    [
        "https://evil.example/",
        "//evil.example/",
        "///evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "javascript:alert(1)",
        "http:evil.example",
        " //evil.example",
        "evil.example",
        "",
    ],
)
def test_choosing_a_language_leads_nowhere_else(target):
    response = Client().post("/language", {"language": "fr", "next": target})

    assert response.status_code == 303
    assert response.headers["Location"] == "/"


def test_choosing_a_language_leads_back_and_is_kept():
    client = Client(headers={"accept-language": "de"})

    response = client.post("/language", {"language": "fr", "next": "/rules/for_sale/"})

    assert response.headers["Location"] == "/rules/for_sale/"
    assert client.cookies["language"]["httponly"]
    assert client.get("/").headers["Content-Language"] == "fr"


@pytest.mark.parametrize("language", ["", "xx", "en-gb\x00", "../en"])
def test_a_language_that_we_do_not_speak_is_refused(language):
    assert Client().post("/language", {"language": language}).status_code == 400


@pytest.mark.parametrize(
    ("wished", "given"),
    [("de-AT,en;q=0.5", "de"), ("fr", "fr"), ("it, fr;q=0.3", "fr"), ("ja", "en"), ("", "en"), (";;q=x", "en")],
)
def test_the_browser_s_languages_choose(wished, given):
    assert Client(headers={"accept-language": wished}).get("/").headers["Content-Language"] == given


def test_two_languages_at_one_table():
    evening = a_game(3)
    pages = {language: Browser("x", language=language).open(f"/r/{evening.code}/") for language in ("en", "fr", "de")}

    assert len({browser.bodies[-1] for browser in pages.values()}) == 3


# The first page and its forms


def test_a_room_is_opened_from_the_first_page():
    browser = Browser("me").open("/")
    form = next(form for form in browser.page.forms if form.action == "/r/")

    browser.send(form, [*form.fixed, *form.checked.items()], name="Ann")

    assert (browser.answer, browser.status) == (303, 200)
    assert browser.page.main["data-phase"] == "lobby"


@pytest.mark.parametrize("kind", KINDS)
def test_a_game_against_bots_is_one_form_away(kind):
    browser = Browser("me").open("/")
    form = next(form for form in browser.page.forms if form.action == "/solo")

    browser.send(form, form.fixed, kind=kind, edition="", players="4", name="Me")

    assert browser.page.main["data-phase"] in {"buying", "turn"}


def solo_forms():
    """The sheet's form, filled in for every kind and edition and with every number of players it offers for it."""
    page = Browser("me").open("/").page
    form = [form for form in page.forms if form.action == "/solo"][-1]
    for kind in form.radios["kind"]:
        for edition in KINDS[kind].info.editions:
            field = f"players-{kind}-{edition}"
            for players in form.radios[field]:
                yield form, {**form.checked, "kind": kind, "edition": edition, field: players}, kind, edition, players


def test_the_form_for_a_game_against_bots_offers_what_each_edition_allows():
    offered = [(kind, edition, int(players)) for _, _, kind, edition, players in solo_forms()]

    allowed = [
        (slug, edition.slug, seats)
        for slug, kind in KINDS.items()
        for edition in kind.info.editions.values()
        for seats in edition.seats
    ]
    assert offered == allowed


def test_a_number_of_players_chosen_for_another_game_does_no_harm():
    """Somebody chooses six players for the first game, then changes their mind and takes the last one."""
    browser = Browser("me").open("/")
    form = [form for form in browser.page.forms if form.action == "/solo"][-1]
    most = {name: values[-1] for name, values in form.radios.items() if name.startswith("players-")}

    for kind in KINDS:
        browser.open("/").send(form, form.fixed, **{**form.checked, **most, "kind": kind, "name": "Me"})

        edition = next(iter(KINDS[kind].info.editions.values()))
        assert (browser.answer, browser.status) == (303, 200)
        assert Game.objects.order_by("pk").last().seats.count() == max(edition.seats)


@pytest.mark.parametrize("bot", ["easy", "steady", "sharp"])
def test_a_game_against_bots_of_any_strength_can_be_chosen(bot):
    browser = Browser("me").open("/")
    form = [form for form in browser.page.forms if form.action == "/solo"][-1]

    browser.send(form, form.fixed, **{**form.checked, "bot": bot, "name": "Me"})

    assert set(Game.objects.get().seats.exclude(bot="").values_list("bot", flat=True)) == {bot}


def test_a_room_is_found_by_its_code_however_it_is_typed():
    evening = a_room(1)

    for code in (evening.code.lower(), f" {evening.code} ", f"{evening.code[:2]} {evening.code[2:]}"):
        response = Client().post("/join", {"code": code})
        assert response.headers["Location"] == f"/r/{evening.code}/"


@pytest.mark.parametrize("code", ["", "AAAAA", "x" * 500, "\x00AAAA", "ſſſſſ", "../..", "ÄÖÜßß"])
def test_a_code_that_no_room_has_is_not_found(code):
    assert Client().post("/join", {"code": code}).status_code == 404


def test_my_rooms_are_on_the_first_page():
    evening = a_room(2)

    assert f"/r/{evening.code}/" in Browser(evening.host).open("/").page.links
    assert f"/r/{evening.code}/" not in Browser("other").open("/").page.links


def test_a_room_that_is_not_there_says_so_in_words():
    response = Client(headers={"accept-language": "fr"}).get("/r/AAAAA/")

    assert response.status_code == 404
    assert Page(response.content.decode()).links


def test_health_is_answered():
    response = Client().get("/healthz")

    assert (response.status_code, response.content) == (200, b"ok")


# Limits


@pytest.fixture
def with_limits(settings, monkeypatch):
    """Limits are on, and time stands still."""
    settings.RATE_LIMITS = True
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 0.0))


@pytest.mark.usefixtures("with_limits")
def test_sixty_joins_a_minute_are_let_in_and_no_more():
    evening = a_room(1)
    statuses = [Client().post(f"/r/{evening.code}/join", {"name": "x" * 30}).status_code for _ in range(61)]

    assert set(statuses[:60]) == {400}
    assert statuses[60] == 429


@pytest.mark.usefixtures("with_limits")
def test_guessing_codes_is_limited_and_using_them_is_not():
    evening = a_room(1)

    uses = {Client().post("/join", {"code": evening.code}).status_code for _ in range(60)}
    guesses = {Client().post("/join", {"code": "AAAAA"}).status_code for _ in range(60)}

    assert uses == {303}
    assert guesses == {404, 429}


@pytest.mark.usefixtures("with_limits")
def test_who_has_guessed_too_often_is_not_told_of_rooms_that_exist_either():
    evening = a_room(1)
    insider = Client()
    insider.cookies["visitor"] = signed(evening.host)
    for _ in range(60):
        Client().post("/join", {"code": "AAAAA"})

    pages = {f"/r/{evening.code}/", f"/r/{evening.code}/table/", f"/r/{evening.code}/games/"}
    strangers = {Client().get(page).status_code for page in pages}
    strangers.add(Client().post("/join", {"code": evening.code}).status_code)
    insiders = {insider.get(page).status_code for page in pages}
    insiders.add(insider.post("/join", {"code": evening.code.lower()}).status_code)

    assert strangers == {429}
    assert insiders == {200, 303}


ROOM_PATHS = [path for path in addresses() if "CODE" in path]
FIELDS = {
    "seats": {"order": "1"},
    "bots": {"add": "steady"},
    "options": {"kind": "for_sale"},
    "host": {"player": "1"},
    "remove": {"player": "1"},
    "claim": {"player": "1"},
    "join": {"name": "Ann"},
    "ceiling": {"round": "1", "amount": "3", "then": "pass"},
}
"""What a form needs so that its room is looked for."""


def guess(path):
    """Ask for a room that does not exist, as a new browser; gives the status."""
    path = path.replace("CODE", "AAAAA")
    if path.replace("AAAAA", "CODE") in POSTS:
        return Client().post(path, FIELDS.get(path.rpartition("/")[2], {})).status_code
    return Client().get(path).status_code


@pytest.mark.usefixtures("with_limits")
@pytest.mark.parametrize("path", ROOM_PATHS)
def test_no_address_of_a_room_tells_without_counting_that_there_is_none(path):
    """Else codes are guessed there."""
    guesses = [guess(path) for _ in range(limits.UNKNOWN_CODES.most + 1)]

    assert guesses == [404] * limits.UNKNOWN_CODES.most + [429]


@pytest.mark.usefixtures("with_limits")
def test_guesses_at_all_addresses_are_counted_together():
    paths = [ROOM_PATHS[number % len(ROOM_PATHS)] for number in range(limits.UNKNOWN_CODES.most)]

    assert {guess(path) for path in paths} == {404}
    assert {guess(path) for path in ROOM_PATHS} == {429}


@pytest.mark.usefixtures("with_limits")
def test_what_is_missing_in_a_room_that_exists_is_no_guess():
    evening = a_game(3)
    paths = [f"/r/{evening.code}/games/1/", f"/r/{evening.code}/games/7/record.json"]

    statuses = {Client().get(path).status_code for path in paths for _ in range(limits.UNKNOWN_CODES.most)}

    assert statuses == {404}


@pytest.mark.usefixtures("with_limits")
def test_opening_rooms_is_limited_per_address():
    opened = [Client().post("/r/", {"kind": "for_sale"}, REMOTE_ADDR="10.0.0.1").status_code for _ in range(40)]
    elsewhere = Client().post("/r/", {"kind": "for_sale"}, REMOTE_ADDR="10.0.0.2").status_code

    assert 429 in opened
    assert elsewhere == 303


@pytest.mark.usefixtures("with_limits")
def test_an_address_from_a_proxy_counts_only_if_the_proxy_is_trusted(settings):
    def statuses():
        limits.BUCKETS.clear()
        headers = [{"x-forwarded-for": f"192.0.2.{number}"} for number in range(40)]
        return {Client().post("/r/", {"kind": "for_sale"}, headers=header).status_code for header in headers}

    assert statuses() == {303, 429}
    settings.TRUSTED_PROXIES = 1
    assert statuses() == {303}


def test_limits_can_be_switched_off():
    statuses = {Client().post("/join", {"code": "AAAAA"}).status_code for _ in range(60)}

    assert statuses == {404}


def test_a_compressed_page_gives_no_token_away_by_its_size():
    """The token is masked anew for every page, and the length is padded by chance: guesses cannot be compared."""
    client = Client(headers={"Accept-Encoding": "gzip"})
    answers = [client.get("/") for _ in range(12)]
    tokens = [re.search(rb'csrfmiddlewaretoken" value="(\w+)"', gzip.decompress(each.content)) for each in answers]

    assert all(each.headers["Content-Encoding"] == "gzip" for each in answers)
    assert len({token[1] for token in tokens if token}) == len(answers)
    assert len({len(each.content) for each in answers}) > 3
