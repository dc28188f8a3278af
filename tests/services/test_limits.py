"""Limits: so many in a while, and a while without for those who were thrown out."""

from types import SimpleNamespace

import pytest

from games.services import limits
from games.services.limits import AWAY_SECONDS, BUCKETS, OUTCASTS, Limit, throw_out


@pytest.fixture
def clock(monkeypatch, settings):
    """Limits are on, and time goes when it is told to."""
    settings.RATE_LIMITS = True
    clock = SimpleNamespace(now=1000.0)
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: clock.now))
    return clock


def test_a_bucket_fills_again_with_time_and_not_beyond_its_size(clock):
    limit = Limit(2, 10)
    taken = [BUCKETS.take("ada", limit) for _ in range(3)]

    clock.now += 5
    later = [BUCKETS.take("ada", limit) for _ in range(2)]
    clock.now += 1000
    much_later = [BUCKETS.take("ada", limit) for _ in range(3)]

    assert (taken, later, much_later) == ([True, True, False], [True, False], [True, True, False])


def test_who_was_thrown_out_may_come_again_after_a_while(clock):
    throw_out("ada")
    at_once = OUTCASTS.has("ada")
    clock.now += AWAY_SECONDS + 0.1

    assert at_once
    assert not OUTCASTS.has("ada")
    assert OUTCASTS.is_empty()


def test_nobody_else_is_thrown_out(clock):
    throw_out("ada")

    assert not OUTCASTS.has("ben")
    assert not OUTCASTS.is_empty()


def test_who_goes_on_stays_out(clock):
    throw_out("ada")
    clock.now += AWAY_SECONDS - 1
    throw_out("ben")
    throw_out("ada")
    clock.now += AWAY_SECONDS - 1

    assert OUTCASTS.has("ada")


def test_the_first_are_forgotten_first(clock, monkeypatch):
    monkeypatch.setattr(limits, "KEYS_KEPT", 3)
    for name in ("ada", "ben", "cleo", "dan"):
        throw_out(name)

    assert [OUTCASTS.has(name) for name in ("ada", "ben", "cleo", "dan")] == [False, True, True, True]


def test_without_limits_nobody_is_thrown_out(settings):
    settings.RATE_LIMITS = False

    throw_out("ada")

    assert OUTCASTS.is_empty()
