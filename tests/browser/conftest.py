"""A site of its own with a real browser, and people with phones at its tables."""

import os

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.people import Party
from tests.load.processes import fresh_database, running_site


@pytest.fixture(scope="module")
def chromium():
    """One browser for all phones, each with its own cookies. It goes with its tests: its driver runs an event loop in
    this thread, beside which no other may run."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def site():
    """A site whose bots and reveals do not keep anybody waiting: one process on SQLite, or two where tests are given
    PostgreSQL and Redis."""
    servers = {name: os.environ[name] for name in ("DATABASE_URL", "REDIS_URL") if name in os.environ}
    if servers:
        servers["DATABASE_URL"] = fresh_database(servers["DATABASE_URL"])
    with running_site(2 if servers else 1, PACE="0.05", **servers) as site:
        yield site
        assert "Traceback" not in site.logged()


@pytest.fixture
def party(chromium, site):
    """Phones that are put away when the test is over."""
    party = Party(chromium, site)
    yield party
    party.go_home()
