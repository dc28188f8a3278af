"""Clients that read nothing, flood, come back all at once or talk nonsense; the server and the others stay well."""

import asyncio

import pytest

from tests.faults import abuse
from tests.faults.nonsense import talk_nonsense
from tests.faults.slow_readers import with_slow_readers
from tests.load.processes import running_site

BOUND = 24 * abuse.MEGABYTE
SLOWER = 4.0
"""Generous: the machine that runs the tests has other things to do."""


@pytest.fixture(scope="module")
def limited_site():
    """One process on SQLite with rate limits, as at home."""
    with running_site(RATE_LIMITS="1") as site:
        yield site


def test_slow_readers_cost_bounded_memory_and_nobodys_time(small_site):
    result = asyncio.run(with_slow_readers(small_site, 60, 3 * abuse.MEGABYTE // 2))

    print(result.figures("60 readers that never read"))
    result.check()
    assert result.disturbed.slowdown < SLOWER


def test_a_flooding_client_is_thrown_out_and_slows_nobody(limited_site):
    result = asyncio.run(abuse.with_floods(limited_site, 3, 4.0))

    print(result.figures("3 floods"))
    assert result.closed > 0
    assert result.grown < BOUND
    assert result.slowdown < SLOWER
    assert "Traceback" not in result.log


def test_two_hundred_sockets_that_reconnect_at_once_are_all_current_again(small_site):
    storm = asyncio.run(abuse.reconnect_all(small_site, 10, 16))

    print(storm.figures())
    assert storm.sockets == 200
    assert storm.behind == 0
    assert "Traceback" not in storm.log


@pytest.mark.parametrize("site", ["small_site", "large_site"])
def test_nonsense_is_refused_without_a_traceback(request, site):
    nonsense = asyncio.run(talk_nonsense(request.getfixturevalue(site), 2400, 600))

    print(nonsense.figures())
    nonsense.check()
