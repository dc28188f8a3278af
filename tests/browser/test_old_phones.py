"""Phones that have not been updated for some years: no popovers, no pressed button among the fields of its form, no
moving within the page. A whole evening must still be possible."""

import pytest
from playwright.sync_api import expect

from tests.browser.phones import wait_until

pytestmark = pytest.mark.browser

FORGET = """
for (const name of ["popover", "showPopover", "hidePopover", "togglePopover"]) delete HTMLElement.prototype[name];
delete Element.prototype.moveBefore;
delete AbortSignal.timeout;
const Fields = FormData;
window.FormData = class extends Fields {
  constructor(form) {
    form ? super(form) : super();
  }
};
"""
LOUDNESS = "document.documentElement.classList.contains('is-muted')"


@pytest.fixture
def phone(party):
    phone = party.phone()
    phone.page.add_init_script(FORGET)
    return phone


@pytest.fixture
def host(phone):
    """In the lobby of a room of its own."""
    phone.open("/")
    phone.page.click('[popovertarget="new-room"]:not([popovertargetaction])')
    phone.page.fill("#new-name", "Ann")
    phone.page.click("#new-room form > button")
    phone.wait_for_phase("lobby")
    return phone


def test_sheets_open_and_close(phone):
    page = phone.open("/").page
    sheet = page.locator("#more")
    opener = page.locator('[popovertarget="more"]:not([popovertargetaction])')
    expect(sheet).to_be_hidden()

    opener.click()
    expect(sheet).to_be_in_viewport()
    page.keyboard.press("Escape")
    expect(sheet).to_be_hidden()
    expect(opener).to_be_focused()

    opener.click()
    sheet.get_by_role("button").click()
    expect(sheet).to_be_hidden()

    opener.click()
    page.mouse.click(180, 200)  # beside the sheet
    expect(sheet).to_be_hidden()
    assert phone.faults == []


def test_bots_are_added_and_the_game_is_played(host):
    page = host.page
    for bots in (1, 2):
        page.click('[popovertarget="bots"]')
        page.locator("#bots form button").first.click()
        expect(page.locator(".ring__seat:not(.is-free)")).to_have_count(1 + bots)
        expect(page.locator("#bots")).to_be_hidden()
    page.locator('form[action$="/start"] button').click()
    host.wait_for_phase("buying")
    wait_until(lambda: "pass" in host.look().moves, "it is my turn")
    version = host.version

    page.locator("form.pass button").click()

    host.wait_for_version(version + 1)
    assert host.faults == []


def test_an_open_sheet_stays_open_when_the_table_goes_on(host, party):
    page = host.page
    page.click('[popovertarget="menu"]')
    expect(page.locator("#menu")).to_be_in_viewport()
    version = host.version

    party.phone(has_fingers=False).open(page.url.removeprefix(host.url)).do("join", name="Bob")
    host.wait_for_version(version + 1)

    expect(page.locator("#menu")).to_be_in_viewport()
    page.click('#menu [data-preference="mute"]')
    assert page.evaluate(LOUDNESS)
    assert host.faults == []
