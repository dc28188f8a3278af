"""A replay and a proof in a real browser: keys, buttons, and the check where the browser has no SHA-256 of its own."""

import pytest
from playwright.sync_api import sync_playwright

from tests.review.games import KIND_TABLES, finished

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def page():
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 360, "height": 740})
        page.set_default_timeout(60_000)
        yield page
        browser.close()


@pytest.mark.parametrize("table", KIND_TABLES, ids=str)
def test_keys_and_buttons_lead_through_a_replay_and_the_address_follows(live_server, page, table):
    game = finished(table)
    page.goto(f"{live_server.url}/r/{game.room.code}/games/1/replay/")

    page.keyboard.press("ArrowRight")
    page.wait_for_selector('#replay[data-step="1"]')
    page.click('[data-go="next"]')
    page.wait_for_selector('#replay[data-step="2"]')
    assert "step=2" in page.url
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector('#replay[data-step="1"]')
    page.click("[data-autoplay]")
    page.wait_for_selector('#replay[data-step="3"]')
    page.click("[data-autoplay]")
    page.click('.replay__view[href*="view=all"]')
    page.wait_for_selector('#replay[data-view="all"]')

    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("has_subtle", [True, False])
def test_the_deal_is_checked_with_or_without_the_browsers_own_sha_256(live_server, page, has_subtle):
    game = finished(KIND_TABLES[0])
    if not has_subtle:
        page.add_init_script("Object.defineProperty(Crypto.prototype, 'subtle', {get: () => undefined})")
    page.goto(f"{live_server.url}/r/{game.room.code}/games/1/")

    page.click("[data-proof]")
    page.wait_for_selector(".proof__verdict.is-good")
    page.evaluate("document.querySelector('[data-proof]').dataset.deck += ' '")
    page.click("[data-proof]")
    page.wait_for_selector(".proof__verdict.is-bad")

    assert page.evaluate("Boolean(crypto.subtle)") is has_subtle
    assert "does not fit" in page.inner_text(".proof__verdict")
