"""Sites that the fault tests of one worker share: a room more or less does not matter to them."""

import pytest

from tests.load.processes import fresh_database, running_site
from tests.private_servers import postgresql_server, redis_server


@pytest.fixture(scope="module")
def small_site():
    """One process on SQLite."""
    with running_site() as site:
        yield site


@pytest.fixture(scope="module")
def database_server():
    with postgresql_server() as server:
        yield server


@pytest.fixture(scope="module")
def nudge_server():
    with redis_server() as server:
        yield server


@pytest.fixture(scope="module")
def large_site(database_server, nudge_server):
    """Two processes on PostgreSQL and Redis."""
    address = fresh_database(database_server.address)
    with running_site(2, DATABASE_URL=address, REDIS_URL=nudge_server.address) as site:
        yield site
