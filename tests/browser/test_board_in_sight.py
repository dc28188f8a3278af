"""Whoever chooses a space has the whole board in sight, and chooses on it."""

from random import Random

import pytest

from tests.browser.people import Party, square_on_sale_moves

pytestmark = pytest.mark.browser

SIZES = (("en", 360, 740), ("de", 360, 740), ("fr", 360, 740), ("de", 320, 640))
BELOW = """() => document.getElementById("dock").getBoundingClientRect().top
  - document.querySelector(".board__grid").getBoundingClientRect().bottom"""


@pytest.fixture
def sized(chromium, site):
    party = Party(chromium, site, SIZES)
    yield party
    party.go_home()


@pytest.mark.parametrize("seats", [3, 4])
def test_the_dock_leaves_the_board_free_while_a_bean_is_put(sized, seats):
    sized.sit_down(seats, kind="square_on_sale")
    choose = square_on_sale_moves(Random(4), bids=seats)
    seen = {}

    while len(seen) < seats:
        phone = sized.wait_for_asked()
        if "bean" in phone.look().moves:
            seen[phone] = phone.page.evaluate(BELOW)
            space = phone.page.locator(".cell.is-open:not(.is-chosen) > .space").first.get_attribute("id")
            phone.page.locator(f"#{space}").click()
            assert phone.page.locator(".choice-form .is-gold").inner_text().endswith(space)
        sized.step(choose)

    assert min(seen.values()) >= 0
