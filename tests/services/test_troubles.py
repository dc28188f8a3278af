"""A fault of the database: which ones pass by themselves, and what the journal says of each."""

import logging
import sqlite3

import psycopg
import pytest
from django.db import (
    DatabaseError,
    DataError,
    IntegrityError,
    InterfaceError,
    InternalError,
    OperationalError,
    ProgrammingError,
    connection,
)

from games.models import Room
from games.services.troubles import is_passing, name_of, note
from tests.builders import a_room

LOGGER = logging.getLogger("tests.troubles")


def caused_by(fault, cause):
    """As Django raises it for what a driver raised."""
    fault.__cause__ = cause
    return fault


def sqlite_fault(name, kind=sqlite3.OperationalError):
    cause = kind("some words")
    cause.sqlite_errorname = name
    return cause


@pytest.mark.parametrize(
    "fault",
    [
        OperationalError("away"),
        InterfaceError("the connection is closed"),
        caused_by(OperationalError("full"), sqlite_fault("SQLITE_FULL")),
        caused_by(OperationalError("locked"), sqlite_fault("SQLITE_BUSY")),
        caused_by(OperationalError("stopping"), psycopg.errors.AdminShutdown("stopping")),
    ],
    ids=str,
)
def test_a_database_that_is_full_locked_or_away_passes(fault):
    assert is_passing(fault)


@pytest.mark.parametrize(
    "fault",
    [
        IntegrityError(),
        DataError(),
        ProgrammingError(),
        InternalError(),
        DatabaseError("damaged"),
        caused_by(OperationalError("no such table: games_room"), sqlite_fault("SQLITE_ERROR")),
    ],
    ids=repr,
)
def test_a_mistake_of_ours_or_a_damaged_file_does_not_pass(fault):
    assert not is_passing(fault)


@pytest.mark.parametrize(
    ("fault", "name"),
    [
        (caused_by(OperationalError("x"), sqlite_fault("SQLITE_FULL")), "OperationalError SQLITE_FULL"),
        (caused_by(OperationalError("x"), psycopg.errors.DiskFull("x")), "OperationalError 53100"),
        (caused_by(OperationalError("x"), psycopg.errors.ConnectionTimeout("x")), "OperationalError ConnectionTimeout"),
        (OperationalError("x"), "OperationalError"),
    ],
)
def test_the_name_tells_full_from_locked_from_away(fault, name):
    assert name_of(fault) == name


def test_a_passing_trouble_is_one_line(caplog):
    fault = caused_by(OperationalError("database or disk is full"), sqlite_fault("SQLITE_FULL"))

    assert note(LOGGER, "a page", fault)

    (record,) = caplog.records
    assert (record.levelno, record.getMessage()) == (logging.WARNING, "a page: OperationalError SQLITE_FULL")
    assert record.exc_info is None


@pytest.mark.django_db
def test_a_bug_is_logged_with_the_way_to_it_and_without_what_the_rows_hold(caplog):
    evening = a_room(3)
    fault = refused_by_the_database(evening.code)

    assert not note(LOGGER, "a page", fault)

    (record,) = caplog.records
    said = logging.Formatter().format(record)
    expected = "SQLITE_CONSTRAINT_UNIQUE" if connection.vendor == "sqlite" else "23505"
    assert record.levelno == logging.ERROR
    assert f"a page: IntegrityError {expected}" in said
    assert "in refused_by_the_database" in said
    assert evening.code not in said, "PostgreSQL's message holds the values of the row"


def refused_by_the_database(code):
    """What the database really raises for a second room of this code."""
    try:
        Room.objects.create(code=code, kind="for_sale", edition="2015")
    except IntegrityError as fault:
        return fault
    raise AssertionError("it was stored")
