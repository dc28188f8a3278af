"""Small pieces of markup: drawings that exist, text that is escaped, QR codes that say what they should."""

import re
from pathlib import Path

import pytest
import segno
from django.conf import settings

from games.screens import pieces
from games.screens.qr import QUIET_ZONE, qr_code
from tests.screens.pages import read

SPRITE = (settings.BASE_DIR / "static/art/sprite.svg").read_text()
SYMBOLS = set(re.findall(r'<symbol id="([^"]+)"', SPRITE))
SOURCES = sorted(Path(settings.BASE_DIR / "games/screens").glob("*.py"))
LOOKS = range(6)


def drawn(markup):
    """The symbols that a piece refers to."""
    return re.findall(r"sprite\.svg#([a-z0-9-]+)", markup)


@pytest.mark.parametrize("is_bot", [False, True])
@pytest.mark.parametrize("is_shut", [False, True])
def test_every_door_is_in_the_sprite(is_bot, is_shut):
    doors = [pieces.door(look, is_bot=is_bot, is_shut=is_shut) for look in LOOKS]

    assert all(set(drawn(door)) <= SYMBOLS for door in doors)
    assert len(set(doors)) == len(LOOKS)


def test_badges_and_envelopes_tell_all_players_apart_by_shape_and_colour():
    for make in (pieces.badge, pieces.envelope):
        made = [make(look) for look in LOOKS]

        assert len({drawn(piece)[0] for piece in made}) == len(LOOKS)
        assert len({re.search(r"is-\w+", piece).group() for piece in made}) == len(LOOKS)
        assert all(set(drawn(piece)) <= SYMBOLS for piece in made)


def test_every_icon_that_a_screen_names_is_in_the_sprite():
    named = {
        name
        for source in SOURCES
        for name in re.findall(r'(?:pieces\.)?icon(?:_button)?\(\s*"([a-z-]+)"', source.read_text())
    }

    assert {"menu", "close", "bot"} <= named
    assert named <= SYMBOLS


def test_every_icon_of_the_pages_is_in_the_sprite():
    pages = [page.read_text() for page in (settings.BASE_DIR / "templates").rglob("*.html")]
    named = {name for page in pages for name in re.findall(r"sprite\.svg' %}#([a-z0-9-]+)\"", page)}

    assert named
    assert named <= SYMBOLS


def test_a_card_shows_its_number_and_the_drawing_of_another():
    card = pieces.card(3, 4)

    assert ">3</b>" in card
    assert "art/houses/4.svg" in card


def test_the_bounced_cheque_is_told_apart_by_more_than_its_number():
    assert "is-bounced" in pieces.slip(0)
    assert "is-bounced" not in pieces.slip(2)


def test_a_button_with_an_icon_has_a_name_for_those_who_do_not_see_it():
    button = pieces.icon_button("menu", 'the "menu" <b>', 'popovertarget="menu"')

    assert 'aria-label="the &quot;menu&quot; &lt;b&gt;"' in button
    assert 'popovertarget="menu"' in button


def test_a_form_posts_with_room_for_its_token():
    (form,) = read(pieces.form("/r/ABCDE/start", pieces.hidden("player", '"><script>'))).forms

    assert (form.action, form.method) == ("/r/ABCDE/start", "post")
    assert form.fields == {"csrfmiddlewaretoken": "", "player": '"><script>'}


def dark_modules(markup):
    """The dark squares of a drawn QR code, without its quiet zone."""
    squares = set()
    for x, y, length in re.findall(r"M(\d+) (\d+)h(\d+)v1", markup):
        squares |= {(int(x) + step - QUIET_ZONE, int(y) - QUIET_ZONE) for step in range(int(length))}
    return squares


def test_a_qr_code_draws_every_dark_square_of_its_address():
    address = "https://example.org/r/KWTXM/"
    rows = segno.make(address, error="m", micro=False).matrix
    dark = {(x, y) for y, row in enumerate(rows) for x, value in enumerate(row) if value}

    assert dark_modules(qr_code(address)) == dark


def test_a_qr_code_has_one_path_and_no_style():
    code = qr_code("https://example.org/", 'the "link"')

    assert code.count("<path") == 1
    assert "style" not in code
    assert 'aria-label="the &quot;link&quot;"' in code
