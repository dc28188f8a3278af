"""An installed page without a network: it says so in our own words, and shows nothing old of a room."""

import pytest
from playwright.sync_api import sync_playwright

from tests.judges.scenes import open_room
from tests.judges.site import judged_site
from tests.judges.visitors import HOST

pytestmark = pytest.mark.browser


def test_without_a_network_a_room_is_not_shown_from_memory_but_the_offline_page():
    with judged_site(PACE="0.02") as port, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        context, url = browser.new_context(), f"http://{HOST}:{port}"
        room = open_room(port, 3)
        page = context.new_page()
        page.goto(url + room.path)
        page.evaluate("async () => { await navigator.serviceWorker.ready; }")
        page.reload()
        assert page.locator("main#screen").count() == 1

        context.set_offline(True)
        page.goto(url + room.path)

        assert page.locator("main#screen").count() == 0
        assert page.locator("h1").text_content() == "No connection"
        assert page.locator(".message__picture img").evaluate("image => image.naturalWidth") > 0
        kept = page.evaluate(
            "async () => (await Promise.all((await caches.keys()).map(async (name) => "
            "(await (await caches.open(name)).keys()).map((request) => new URL(request.url).pathname)))).flat()"
        )
        assert all(path == "/offline/" or path.startswith("/static/") for path in kept)
        browser.close()
