"""A screen speaks the language of its reader alone, whatever Django itself speaks at that moment: pushes are drawn
where nobody has told it anything."""

import importlib
import pkgutil
from random import Random

import pytest
from django.utils import translation

from games import screens
from games.engine import KINDS
from games.screens import speech
from games.screens.base import Look
from games.screens.render import render_screen
from games.services.tables import read_table
from tests.builders import a_room, lobby

pytestmark = pytest.mark.django_db

SCREENS = [importlib.import_module(f"games.screens.{module.name}") for module in pkgutil.iter_modules(screens.__path__)]


def forget_words() -> None:
    """Nothing that was drawn or looked up before."""
    speech.TEXTS.clear()
    for module in SCREENS:
        for known in vars(module).values():
            if hasattr(known, "cache_clear"):
                known.cache_clear()


def pages_of(evening, language: str, *, while_django_speaks: str) -> list[str]:
    """What everybody sees of the room now: those who play, an onlooker, a table screen."""
    forget_words()
    table = read_table(evening.room)
    people = [Look(table, language, "http://testserver", person.id) for person in table.people]
    others = [Look(table, language, "http://testserver", is_table_screen=is_table) for is_table in (False, True)]
    with translation.override(while_django_speaks):
        return [render_screen(look).html for look in (*people, *others)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("language", "other"), [("de", "fr"), ("fr", "de"), ("en", "de")])
def test_a_screen_speaks_the_language_of_its_reader_alone(kind, language, other):
    evening, rng, compared = a_room(3, kind=kind), Random(5), 0

    def compare() -> int:
        alien = pages_of(evening, language, while_django_speaks=other)
        assert alien == pages_of(evening, language, while_django_speaks=language)
        return 1

    compared += compare()
    lobby.start_game(code=evening.code, visitor=evening.host)
    moves = 0
    while evening.play.is_running:
        if moves % 12 == 0:
            compared += compare()
        seat = rng.choice(evening.owing())
        evening.move(seat, rng.choice(evening.legal(seat)))
        moves += 1
    compared += compare()

    assert compared > 4
