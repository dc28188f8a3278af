"""What surrounds a game: who is shown which form, in which words, before, during and after it."""

import json
import re
from dataclasses import replace

import pytest
from django.utils import translation
from django.utils.safestring import mark_safe

from games.models import Player
from games.screens import around, lobby
from games.screens.base import Look, Part, Row, Screen
from games.screens.render import render_screen
from games.screens.speech import speaking
from games.services import consent
from games.services import lobby as services
from games.services.lobby import checked_plan
from games.services.tables import Standing
from tests.builders import NAMES, a_game, a_room, visitor_of
from tests.screens.pages import read, read_parts

pytestmark = pytest.mark.django_db

HOST_ONLY = {"start", "seats", "bots", "options", "host", "remove"}


@pytest.fixture(autouse=True)
def in_english():
    with translation.override("en"):
        yield


def look_of(evening, name=None, **fields):
    """The room as this person sees it; a stranger without a name."""
    table = evening.table
    person = table.person_of(visitor_of(name)) if name else None
    return Look(table, "en", "https://example.org", person.id if person else None, **fields)


def screen_of(evening, name=None, **fields):
    """The whole screen, read back."""
    return read_parts(render_screen(look_of(evening, name, **fields)).parts)


def actions(page):
    """What the page's forms do, without the room's address."""
    return [form.action.rsplit("/", 1)[-1] for form in page.forms]


def text_of(page):
    return " ".join(" ".join(page.words).split())


def html_of(parts):
    return "".join(part.html for part in parts)


# Joining


def test_a_stranger_may_join_watch_or_change_the_language_and_nothing_else():
    page = screen_of(a_room(2))

    assert set(actions(page)) == {"join", "language"}


def test_the_join_page_says_that_a_phone_is_for_one_person():
    assert "own phone" in text_of(screen_of(a_room(2)))


def test_nobody_can_join_a_full_table():
    page = screen_of(a_room(6))

    assert "join" not in actions(page)
    assert "All seats are taken" in text_of(page)


def test_a_name_cannot_bring_markup_with_it():
    evening = a_room(1)
    services.join_room(code=evening.code, visitor="v", name="<b>x</b>&\"'")

    html = render_screen(look_of(evening, "Ann")).html

    assert "<b>x</b>" not in html
    assert "&lt;b&gt;x&lt;/b&gt;&amp;" in html


# The lobby


def test_the_lobby_shows_code_link_and_qr_code_first():
    evening = a_room(1)

    html = render_screen(look_of(evening, "Ann")).html

    assert re.search(rf'class="invite__code">.*{evening.code}</h1>', html)
    assert f'href="https://example.org/r/{evening.code}/"' in html
    assert 'class="qr"' in html
    assert html.index('id="invite"') < html.index('id="ring"') < html.index('id="dock"')


def test_everybody_sits_clockwise_from_the_viewer():
    evening = a_room(4)

    ring = lobby.ring_part(look_of(evening, "Cleo")).html

    places = dict(re.findall(r'is-at-(\d).*?ring__name">([^<]+)<', ring))
    assert [places[str(at)] for at in range(6)] == ["Cleo (you)", "Dan", "Ann", "Bob", "free", "free"]


@pytest.mark.parametrize(("people", "words"), [(1, "2 more players are needed"), (2, "1 more player is needed")])
def test_start_says_in_words_why_it_cannot_yet(people, words):
    page = screen_of(a_room(people), "Ann")

    assert words in text_of(page)
    assert "start" not in actions(page)


def test_start_says_with_how_many_and_how_many_seats_are_free():
    page = screen_of(a_room(4), "Ann")

    assert "start" in actions(page)
    assert "Start with 4" in text_of(page)
    assert "2 seats are free" in text_of(page)


def test_too_many_for_the_game_is_said_to_the_host():
    evening = a_room(5)
    services.set_options(code=evening.code, visitor=evening.host, plan=checked_plan("square_on_sale", "", (), {}))

    page = screen_of(evening, "Ann")

    assert "up to 4 players" in text_of(page)
    assert "start" not in actions(page)


def test_only_the_host_gets_the_hosts_forms():
    evening = a_room(3, bots=["steady"])

    assert set(actions(screen_of(evening, "Ann"))) >= HOST_ONLY
    assert not HOST_ONLY & set(actions(screen_of(evening, "Bob")))
    assert "Waiting for Ann to start" in text_of(screen_of(evening, "Bob"))


def test_a_host_without_a_seat_may_sit_down():
    room = services.open_room(visitor=visitor_of("Ann"), plan=checked_plan("for_sale", "", (), {}), name="")
    evening = a_room(1)
    evening.code = room.code

    page = screen_of(evening, "Ann")

    assert "join" in actions(page)
    assert "No seat yet" in text_of(page)


def orders(part):
    """The new order that each button of the host's list asks for."""
    forms = re.findall(r'action="[^"]*/seats"[^>]*>(.*?)</form>', part)
    return [[int(value) for value in re.findall(r'name="order" value="(\d+)"', form)] for form in forms]


def test_each_arrow_moves_one_person_one_place():
    evening = a_room(4)
    ids = [person.id for person in evening.table.seated]

    wanted = [order for order in orders(lobby.people_sheet(look_of(evening, "Ann")).html) if order]

    assert len(wanted) == 8
    assert all(sorted(order) == sorted(ids) for order in wanted)
    assert [ids[1], ids[0], *ids[2:]] in wanted
    assert [*ids[1:], ids[0]] in wanted


def test_an_arrows_order_is_one_that_the_room_takes():
    evening = a_room(3)
    order = orders(lobby.people_sheet(look_of(evening, "Ann")).html)[1]

    services.arrange_seats(code=evening.code, visitor=evening.host, order=order)

    assert [person.name for person in evening.table.seated] == ["Bob", "Ann", "Cleo"]


def test_the_random_bot_is_not_offered():
    sheet = lobby.bots_sheet(look_of(a_room(1), "Ann")).html

    assert 'value="steady"' in sheet
    assert 'value="random"' not in sheet


def test_the_options_form_has_the_fields_of_the_contract():
    (form,) = read(lobby.options_sheet(look_of(a_room(2), "Ann")).html).forms

    assert form.action.endswith("/options")
    assert set(form.radios) == {"kind", "edition", "clock"}
    assert set(form.fields) == {"csrfmiddlewaretoken", "variant", "open_information", "hints"}
    assert form.radios["clock"] == ["0", "30", "60", "120"]


def test_the_options_form_shows_what_is_chosen():
    evening = a_room(2, edition="1997", variants=["not_enough"], clock=60)

    sheet = lobby.options_sheet(look_of(evening, "Ann")).html

    for chosen in (
        '"kind" value="for_sale"',
        '"edition" value="1997"',
        '"clock" value="60"',
        '"variant" value="not_enough"',
    ):
        assert f"name={chosen} checked" in sheet
    assert '"edition" value="2015" checked' not in sheet


def test_the_lobby_on_a_table_screen_has_no_controls():
    html = html_of(lobby.table_lobby_parts(look_of(a_room(2), is_table_screen=True)))

    assert "<form" not in html
    assert "<button" not in html
    assert 'class="qr"' in html


# During a game


def test_a_player_can_move_the_seat_hand_it_over_end_and_leave():
    page = screen_of(a_game(3), "Bob")

    assert {"transfer", "absent", "end", "leave", "language"} <= set(actions(page))
    assert not {"return", "claim", *HOST_ONLY} & set(actions(page))


def test_a_stranger_to_a_running_game_watches_and_may_claim_a_seat():
    page = screen_of(a_game(3))

    assert set(actions(page)) == {"claim", "language"}
    assert actions(page).count("claim") == 3
    assert "You are watching" in text_of(page)


def test_a_table_screen_never_has_a_form():
    evening = a_game(3)

    assert screen_of(evening, is_table_screen=True).forms == []


def test_one_whose_chair_is_kept_warm_gets_the_seat_back_with_one_gold_tap():
    evening = a_game(3)
    consent.hand_to_bot(code=evening.code, visitor=visitor_of("Bob"), player=None)

    notices = around.notices_part(look_of(evening, "Bob")).html

    assert "notice is-gold" in notices
    assert actions(read(notices)) == ["return"]
    assert "return" not in actions(read(around.notices_part(look_of(evening, "Ann")).html))


def test_all_are_told_who_wants_to_end_the_game_and_may_agree_once():
    evening = a_game(3)
    consent.end_game(code=evening.code, visitor=visitor_of("Bob"))

    cleo = around.notices_part(look_of(evening, "Cleo")).html
    bob = around.notices_part(look_of(evening, "Bob")).html

    assert "Bob wants to end this game." in cleo
    assert actions(read(cleo)) == ["end"]
    assert actions(read(bob)) == []


def test_a_claim_is_put_to_the_people_of_the_room():
    evening = a_game(3)
    bob = evening.table.person_of(visitor_of("Bob"))
    consent.claim_seat(code=evening.code, visitor="new phone", player=bob.id)
    (claim,) = evening.table.claims

    host = read(around.notices_part(look_of(evening, "Ann")).html)
    other = read(around.notices_part(look_of(evening, "Cleo")).html)

    assert [form.fields.get("agree") or form.fields.get("refuse") for form in host.forms] == [str(claim.id)] * 2
    assert [set(form.fields) - {"csrfmiddlewaretoken"} for form in other.forms] == [{"agree"}]
    assert "I am Bob" in text_of(other)


def test_one_who_claims_is_told_that_the_table_is_asked():
    evening = a_game(3)
    bob = evening.table.person_of(visitor_of("Bob"))

    notices = around.notices_part(look_of(evening, visitor_claim=bob.id)).html

    assert "You asked for the seat of Bob" in notices


def test_one_who_agreed_to_a_claim_is_not_asked_again():
    evening = a_game(4)
    bob = evening.table.person_of(visitor_of("Bob"))
    consent.claim_seat(code=evening.code, visitor="new phone", player=bob.id)
    (claim,) = evening.table.claims
    consent.answer_claim(code=evening.code, visitor=visitor_of("Cleo"), claim=claim.id, is_agreed_to=True)

    notices = around.notices_part(look_of(evening, "Cleo")).html

    assert "<form" not in notices
    assert "You agreed" in notices


def away(evening, name):
    """This person's phone is asleep."""
    Player.objects.filter(room__code=evening.code, name=name).update(is_away=True)
    evening.forget()


def test_the_seat_of_one_who_is_away_can_be_handed_to_a_bot_from_the_menu():
    evening = a_game(3)
    away(evening, "Bob")
    bob = evening.table.person_of(visitor_of("Bob"))

    menu = read(around.menu_part(look_of(evening, "Cleo")).html)

    handed = [form.fields.get("player") for form in menu.forms if form.action.endswith("/absent")]
    assert handed == [None, str(bob.id)]


def test_the_table_is_told_when_it_waits_for_one_who_is_away():
    evening = a_game(3)
    waited_for = evening.chair(evening.on_turn()).name
    other = next(name for name in NAMES[:3] if name != waited_for)
    away(evening, waited_for)

    notices = around.notices_part(look_of(evening, other)).html

    assert f"{waited_for} seems to be away." in notices
    assert actions(read(notices)) == ["absent"]


# The log


def a_log(count: int) -> around.Log:
    return around.empty_log().grown(lines(0, *[f"line {number}" for number in range(count)]), count)


def lines(start: int, *sentences: str) -> list[Part]:
    return [around.log_line(start + place, mark_safe(words)) for place, words in enumerate(sentences)]


def test_the_log_has_every_line_the_newest_first():
    log = a_log(30).html

    assert re.findall(r">line (\d+)</li>", log) == [str(number) for number in reversed(range(30))]
    assert log.count("<li") == around.AHEAD


def test_a_new_line_of_the_log_sends_that_line_alone():
    before = a_log(30)
    after = before.grown(lines(30, "line 30"), 32)

    assert [part.id for part in after.since(before)] == ["log-30"]
    assert f'<li id="log-30">line 30</li>{before.lines[-1].html}' in after.html


def test_a_log_without_room_for_a_new_line_is_sent_whole():
    before = a_log(around.AHEAD - 1)
    after = before.grown(lines(around.AHEAD - 1, "one more"), around.AHEAD)

    assert after.since(before) == [after]
    assert after.html.count("<li") == 2 * around.AHEAD


def test_the_log_of_another_game_is_sent_whole():
    log, other = a_log(3), around.empty_log().grown(lines(0, "another line"), 1)

    assert log.since(other) == [log]
    assert log.since(a_log(3)) == []


def test_two_logs_that_grow_from_the_same_one_do_not_mix():
    before = a_log(3)
    one, other = (before.grown(lines(3, words), 4) for words in ("one", "other"))

    assert [log.lines[-1].html for log in (one, other)] == ['<li id="log-3">one</li>', '<li id="log-3">other</li>']
    assert len(before.lines) == 3
    assert [log.since(before) for log in (one, other)] == [[log.lines[-1]] for log in (one, other)]


def test_an_older_log_is_sent_whole_to_one_who_has_seen_more():
    before = a_log(3)
    after = before.grown(lines(3, "line 3"), 4)

    assert before.since(after) == [before]


# After a game


def a_result(people=3):
    """A game that was ended early, so that the room is between two games."""
    evening = a_game(people)
    for visitor in evening.visitors:
        if evening.play.is_running:
            consent.end_game(code=evening.code, visitor=visitor)
    assert not evening.play.is_running
    return evening


def test_people_of_the_room_can_play_again_with_one_tap():
    evening = a_result()

    for name in ("Ann", "Bob"):
        page = screen_of(evening, name)
        assert actions(page).count("again") == 1
        assert "Play again" in text_of(page)


def test_a_stranger_after_a_game_may_sit_down_for_the_next():
    page = screen_of(a_result())

    assert "join" in actions(page)
    assert "again" not in actions(page)


def test_between_games_the_host_sets_up_the_next():
    evening = a_result()

    assert {"seats", "bots", "options"} <= set(actions(screen_of(evening, "Ann")))
    assert not {"seats", "bots", "options"} & set(actions(screen_of(evening, "Bob")))


def sheets_of(evening, language, name="Ann"):
    """The host's sheets as a screen of this language has them."""
    parts = render_screen(look_of(evening, name)._replace(language=language)).parts
    return {part.id: part.html for part in parts if part.id in {"people", "bots", "options"}}


def test_the_hosts_sheets_are_kept_for_each_language_and_drawn_anew_when_people_move():
    evening = a_result()
    before = {language: sheets_of(evening, language) for language in ("en", "fr", "de")}
    order = [person.id for person in evening.table.seated]

    services.arrange_seats(code=evening.code, visitor=evening.host, order=order[::-1])
    turned = sheets_of(evening, "en")
    services.hand_over(code=evening.code, visitor=evening.host, player=order[1])

    assert all(len({before[language][sheet] for language in before}) == 3 for sheet in before["en"])
    assert turned["bots"] == before["en"]["bots"]
    assert turned["people"] != before["en"]["people"]
    assert sheets_of(evening, "en") == {}
    assert sheets_of(evening, "en", "Bob")["people"] != turned["people"]


def test_those_who_played_share_a_menu_and_strangers_have_their_own():
    evening = a_result()

    menus = [render_screen(look_of(evening, name)).parts for name in ("Ann", "Bob", None)]
    ann, bob, stranger = (next(part for part in parts if part.id == "menu") for parts in menus)

    assert ann is bob
    assert "/leave" in ann.html
    assert "/leave" not in stranger.html


def test_playing_again_says_why_it_cannot_begin():
    evening = a_result()
    services.leave_room(code=evening.code, visitor=visitor_of("Cleo"))

    page = screen_of(evening, "Bob")

    assert "again" not in actions(page)
    assert "1 more player is needed" in text_of(page)


def test_the_evenings_total_is_shown_from_the_second_game_on():
    evening = a_result()
    first = around.standings_part(look_of(evening, "Ann")).html
    standings = (Standing("Ann", 0, 2, 1, 107), Standing("Bob", 1, 2, 1, 98))
    look = look_of(evening, "Ann")

    second = around.standings_part(look._replace(table=replace(look.table, standings=standings))).html

    assert 'id="standings" hidden' in first
    assert 'id="standings" hidden' not in second
    assert re.findall(r'is-total">(\d+)<', second) == ["107", "98"]
    assert second.count("is-mine") == 1


# All screens


@pytest.mark.parametrize("make", [a_room, a_game, a_result])
@pytest.mark.parametrize("name", ["Ann", "Bob", None])
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_every_screen_is_whole_and_has_each_id_once(make, name, language):
    evening = make(3)

    page = read_parts(render_screen(look_of(evening, name)._replace(language=language)).parts)

    assert len(page.ids) == len(set(page.ids))


@pytest.mark.parametrize("make", [a_room, a_game, a_result])
@pytest.mark.parametrize("name", ["Ann", "Bob", None])
@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_a_screen_is_in_its_own_language_wherever_it_is_put_together(make, name, language):
    evening = make(3)
    screen = render_screen(look_of(evening, name)._replace(language=language))
    pages = set()

    for spoken in ("en", "fr", "de"):
        with speaking(spoken):
            pages.add(screen.html)

    assert len(pages) == 1
    assert (LOG_TITLES[language] in screen.html) == ('<details id="log"' in screen.html)


LOG_TITLES = {"en": "What has happened so far", "fr": "Ce qui s’est passé", "de": "Was bisher geschah"}


def test_two_looks_at_the_same_room_are_the_same_bytes():
    evening = a_room(3)

    first, second = (lobby.lobby_parts(look_of(evening, "Ann")) for _ in range(2))

    assert html_of(first) == html_of(second)


def test_a_door_that_changes_is_sent_alone_and_the_whole_is_still_whole():
    before = Row("row", "<ol>", (Part("a", mark_safe("<li>1</li>")), Part("b", mark_safe("<li>2</li>"))), "</ol>")
    after = Row("row", "<ol>", (Part("a", mark_safe("<li>1</li>")), Part("b", mark_safe("<li>3</li>"))), "</ol>")

    assert after.since(before) == [Part("b", mark_safe("<li>3</li>"))]
    assert after.html == "<ol><li>1</li><li>3</li></ol>"
    other = Row("row", "<ul>", after.inner, "</ul>")
    assert other.since(after) == [other]


def test_the_attributes_of_a_screen_are_the_same_in_a_frame():
    screen = Screen(7, 3, "buying", 'Zoë says "hi" \\ <b>', "is-game is-asked", 2, ())

    assert json.loads(screen.attributes_text) == screen.attributes
