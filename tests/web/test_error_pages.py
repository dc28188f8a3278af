"""What pages say when something cannot be: what to do, and a way that leads out."""

import logging
import sqlite3

import pytest
from django.db import DataError, IntegrityError, InterfaceError, OperationalError, ProgrammingError
from django.test import Client

from games.services import lobby, moderating
from tests.builders import a_game
from tests.pages import Browser

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("language", "headline"), [("en", "shutters"), ("fr", "volets"), ("de", "Läden")])
def test_a_closed_room_leads_home_and_not_back_to_itself(language, headline):
    client = Client(headers={"Accept-Language": language})
    opened = client.post("/r/", {"kind": "for_sale", "edition": "2015", "name": "Ann"})
    moderating.close_room(code=opened.headers["Location"].split("/")[2])
    answer = Client(headers={"Accept-Language": language}).post(opened.headers["Location"] + "join", {"name": "Bob"})
    page = answer.content.decode()

    assert answer.status_code == 422
    assert headline in page
    assert 'class="button is-gold is-wide" href="/"' in page
    assert f'href="{opened.headers["Location"]}"' not in page


@pytest.mark.parametrize("page", ["", "table/"])
def test_the_page_of_a_closed_room_says_so_to_its_people_and_to_strangers(page):
    evening = a_game(3)
    browsers = [Browser(evening.host), Browser("stranger")]
    moderating.close_room(code=evening.code)

    for browser in browsers:
        answer = browser.client.get(f"/r/{evening.code}/{page}")
        assert answer.status_code == 422
        assert "shutters" in answer.content.decode()
    moderating.reopen_room(code=evening.code)
    assert browsers[0].client.get(f"/r/{evening.code}/{page}").status_code == 200


def raising(fault):
    def raises(**_fields):
        raise fault

    return raises


@pytest.mark.parametrize(("language", "sentence"), [("en", "Try again"), ("fr", "Réessaie"), ("de", "noch einmal")])
@pytest.mark.parametrize("fault", [OperationalError("full"), InterfaceError("the connection is closed")], ids=repr)
def test_a_database_that_is_full_or_away_asks_to_try_again(monkeypatch, fault, language, sentence):
    monkeypatch.setattr(lobby, "start_game", raising(fault))

    answer = Client(headers={"Accept-Language": language}).post("/r/ABCDE/start")

    assert answer.status_code == 503
    assert sentence in answer.content.decode()


@pytest.mark.parametrize("fault", [IntegrityError, DataError, ProgrammingError])
def test_a_mistake_of_ours_is_not_called_a_passing_trouble(monkeypatch, caplog, fault):
    """Trying again would only bring it again."""
    monkeypatch.setattr(lobby, "start_game", raising(fault("Key (visitor)=(secret-of-a-row) already exists")))

    answer = Client().post("/r/ABCDE/start")

    assert answer.status_code == 500
    page = answer.content.decode()
    assert "Something went wrong on our side" in page
    assert "ry again" not in page
    said = "\n".join(map(logging.Formatter().format, caplog.records))
    assert "Traceback" in said
    assert "in room_start" in said
    assert "secret-of-a-row" not in said


def test_the_journal_names_what_the_database_said(monkeypatch, caplog):
    fault, cause = OperationalError("database or disk is full"), sqlite3.OperationalError("database or disk is full")
    cause.sqlite_errorname, fault.__cause__ = "SQLITE_FULL", cause
    monkeypatch.setattr(lobby, "start_game", raising(fault))

    Client().post("/r/ABCDE/start")

    assert "SQLITE_FULL" in caplog.text
