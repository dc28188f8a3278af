"""Redis, PostgreSQL and SQLite go away or refuse for a while; nudges get lost. Nobody loses a move."""

import asyncio
from contextlib import closing
from http.client import HTTPConnection

from tests.faults import outages


def test_without_redis_no_move_fails_and_screens_stay_fresh(large_site, nudge_server):
    survived = asyncio.run(outages.without_server(large_site, nudge_server, 3, 5.0))

    print(survived.figures("Redis away for 5 s, 3 rooms"))
    survived.check()
    assert survived.crowd.asked_again == []
    assert max(survived.crowd.staleness) < outages.STALE_SECONDS


def test_a_restart_of_postgresql_loses_no_acknowledged_move(large_site, database_server):
    survived = asyncio.run(outages.without_server(large_site, database_server, 3, 1.0))

    print(survived.figures("PostgreSQL restarted, 3 rooms"))
    survived.check()


def test_the_first_page_after_a_restart_of_postgresql_gets_a_connection_that_works(large_site, database_server):
    """A pool hands out what it has, and after a restart all of that is dead."""
    (port, *_) = large_site.ports
    assert pages(port, "/healthz", 4) == {200}

    database_server.stop()
    database_server.start()

    assert pages(port, "/healthz", 4) == {200}


def pages(port, path, times):
    """The statuses of a page that is asked for so often, one after another."""
    statuses = set()
    for _ in range(times):
        connection = HTTPConnection("127.0.0.1", port, timeout=30)
        with closing(connection):
            connection.request("GET", path)
            statuses.add(connection.getresponse().status)
    return statuses


def test_nudges_that_are_lost_doubled_late_and_reordered_cost_a_moment(large_site):
    unruly = asyncio.run(outages.unruly_nudges(large_site, 6, 8.0))

    print(unruly.survived.figures("unruly nudges for 8 s, 6 rooms"), unruly.fates_met(), sep="; ")
    unruly.check()
    unruly.survived.check()
    assert unruly.survived.crowd.asked_again == []
    assert max(unruly.survived.crowd.staleness) < outages.STALE_SECONDS


def test_a_locked_sqlite_database_makes_people_wait_and_nothing_else(small_site):
    survived = asyncio.run(outages.locked_database(small_site, 3, 3.0))

    print(survived.figures("SQLite locked by another process for 3 s, 3 rooms"))
    survived.check()
    assert survived.crowd.asked_again == []


def test_a_full_database_refuses_in_words_and_keeps_what_it_has(small_site):
    survived = asyncio.run(outages.full_database(small_site, 3, 6.0))

    print(survived.figures("database full, 3 rooms"))
    survived.check()
    assert survived.crowd.asked_again
    assert all("try again" in sentence.lower() for sentence in survived.crowd.asked_again)
    assert outages.integrity(small_site.folder / "forsale.sqlite3") == "ok"
