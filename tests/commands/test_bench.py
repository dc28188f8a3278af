"""`manage.py bench`: a table that can be read, with or without the libraries it compares with."""

import io

import pytest
from django.core.management import CommandError, call_command

from games.management.benches import engine


@pytest.fixture
def short(monkeypatch):
    monkeypatch.setattr(engine, "ROUNDS", 1)
    monkeypatch.setattr(engine, "SECONDS", 0.02)
    monkeypatch.setattr(engine, "BAR", 0.0)


def output(*arguments):
    out = io.StringIO()
    call_command("bench", *arguments, stdout=out)
    return out.getvalue()


def test_the_engine_is_compared_in_one_run(short):
    said = output("engine")

    for name in ("For Sale 2015, 4 players", "Square on Sale, 4 players", "for_sale", "square_on_sale"):
        assert name in said
    assert "µs" in said


def test_a_library_that_is_missing_is_said_and_nothing_fails(short, monkeypatch):
    monkeypatch.setattr(engine, "_library", lambda name: None)

    said = output("engine")

    assert "python-chess is not installed" in said
    assert "PokerKit is not installed" in said


def test_a_missed_bar_ends_with_code_1(short, monkeypatch):
    monkeypatch.setattr(engine, "_library", lambda name: name)
    monkeypatch.setattr(engine, "_chess_playout", lambda library: lambda rng: 10**9)
    monkeypatch.setattr(engine, "_poker_playout", lambda library: lambda rng: 1)
    monkeypatch.setattr(engine, "BAR", 3.0)

    with pytest.raises(SystemExit) as end:
        output("engine")

    assert end.value.code == 1


def test_an_unknown_bench_is_refused():
    with pytest.raises(CommandError) as fault:
        output("no_such")

    assert fault.value.returncode == 2
    assert "engine" in str(fault.value)
