"""A site of its own with a real browser, and people with phones at its tables."""

import pytest
from playwright.sync_api import sync_playwright

from tests.browser.people import Party
from tests.load.processes import running_site


@pytest.fixture(scope="session")
def chromium():
    """One browser for all phones; each phone has its own cookies."""
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="module")
def site():
    """A site whose bots and reveals do not keep anybody waiting."""
    with running_site(PACE="0.05") as site:
        yield site
        assert "Traceback" not in site.logged()


@pytest.fixture
def party(chromium, site):
    """Phones that are put away when the test is over."""
    party = Party(chromium, site)
    yield party
    party.go_home()
