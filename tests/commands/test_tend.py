"""`manage.py tend`: what goes wrong in one room is that room's matter, and the loop goes on."""

import logging

import pytest
from django.core.management import call_command
from django.db import IntegrityError, OperationalError

from games.management.commands import tend
from games.management.commands.tend import Tender, tend_once
from games.services import moderating, playing
from games.services.faults import NotAllowedNow
from tests.builders import a_game

pytestmark = pytest.mark.django_db


class EndOfTest(BaseException):
    """Ends a loop that nothing else ends."""


@pytest.fixture
def rooms():
    """Two rooms in which a bot is to move, the one that is due first named first."""
    evenings = [a_game(2, kind="for_sale", bots=("steady", "steady")) for _ in range(2)]
    for evening in evenings:
        while evening.chair(evening.on_turn()).bot == "":
            evening.say(evening.on_turn(), "pass")
        evening.let_time_pass()
    return evenings


def failing_in(evening, fault):
    """`attend` as it is, but for one room."""

    def attend(code):
        if code == evening.code:
            raise fault
        return playing.attend(code)

    return attend


def test_a_closed_room_that_is_due_stops_nobody(rooms):
    closed, other = rooms
    moderating.close_room(code=closed.code)
    closed.let_time_pass()
    before = closed.game.length, other.game.length

    assert tend_once() == 1

    assert (closed.game.length, other.game.length) == (before[0], before[1] + 1)


def test_a_room_that_is_closed_between_the_look_and_the_move_stops_nobody(rooms, monkeypatch, caplog):
    closed, _ = rooms
    monkeypatch.setattr(tend, "attend", failing_in(closed, NotAllowedNow("ROOM_CLOSED")))

    assert tend_once() == 1

    (record,) = caplog.records
    assert record.levelno == logging.WARNING
    assert "ROOM_CLOSED" in record.getMessage()
    assert record.exc_info is None


def test_a_database_that_is_away_for_one_room_is_a_line_in_the_log(rooms, monkeypatch, caplog):
    monkeypatch.setattr(tend, "attend", failing_in(rooms[0], OperationalError("server closed the connection")))

    assert tend_once() == 1

    assert [record.exc_info for record in caplog.records] == [None]


@pytest.mark.parametrize("fault", [IndexError("a bot's bug"), IntegrityError("a bug of ours")], ids=repr)
def test_a_bug_in_one_room_is_logged_with_its_traceback_and_stops_nobody(rooms, monkeypatch, caplog, fault):
    monkeypatch.setattr(tend, "attend", failing_in(rooms[0], fault))

    assert tend_once() == 1

    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    assert rooms[0].code in record.getMessage()
    assert record.exc_info is not None


def test_a_room_with_a_bug_is_left_alone_for_a_while(rooms, monkeypatch, caplog):
    """Else its traceback is written every second."""
    monkeypatch.setattr(tend, "attend", failing_in(rooms[0], IndexError("a bot's bug")))
    tender = Tender()

    tender.look()
    tender.look()

    assert len(caplog.records) == 1


def test_a_room_with_a_bug_is_not_left_alone_for_ever(rooms, monkeypatch, caplog):
    monkeypatch.setattr(tend, "attend", failing_in(rooms[0], IndexError("a bot's bug")))
    monkeypatch.setattr(tend, "REST_SECONDS", 0.0)
    tender = Tender()

    tender.look()
    tender.look()

    assert len(caplog.records) == 2


@pytest.mark.parametrize("chore", ["due_rooms", "purge_expired"])
@pytest.mark.parametrize("fault", [OperationalError("the server is starting up"), KeyError("a mistake of ours")])
def test_the_loop_goes_on_whatever_a_look_raises(monkeypatch, caplog, chore, fault):
    """Killed and started anew by systemd it would only come to the same again."""
    looks = []

    def failing():
        looks.append(1)
        raise fault

    def sleep(_seconds):
        if len(looks) == 3:
            raise EndOfTest

    monkeypatch.setattr(tend, chore, failing)
    monkeypatch.setattr(tend, "REST_SECONDS", 0.0)
    monkeypatch.setattr(tend.time, "sleep", sleep)

    with pytest.raises(EndOfTest):
        call_command("tend")

    assert len(caplog.records) == 3


def test_a_single_look_for_cron_says_by_its_end_that_it_failed(monkeypatch):
    def failing():
        raise OperationalError("the server is starting up")

    monkeypatch.setattr(tend, "due_rooms", failing)

    with pytest.raises(OperationalError):
        call_command("tend", once=True)
