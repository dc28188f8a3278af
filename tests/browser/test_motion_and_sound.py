"""What a phone does beside showing: motion, once and short; sounds that can be muted; words for listeners; keys."""

import pytest
from playwright.sync_api import Page, sync_playwright

from tests.judges.scenes import Room, first_move, lowest_bid, open_room
from tests.judges.site import judged_site
from tests.judges.visitors import HOST, Visitor

pytestmark = pytest.mark.browser

SECONDS = 15_000
LOG_CUES = """
window.heard = [];
document.addEventListener("cues", (event) => window.heard.push(...event.detail.map((cue) => cue.no)));
window.longest = 0;
const animate = Element.prototype.animate;
Element.prototype.animate = function (frames, options) {
  window.longest = Math.max(window.longest, options.duration);
  return animate.call(this, frames, options);
};
"""


@pytest.fixture(scope="module")
def port():
    with judged_site(PACE="0.02") as port:
        yield port


@pytest.fixture(scope="module")
def browser():
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def open_page(browser, port):
    """Opens a room's page as one of its people."""
    contexts = []

    def opened(room: Room, person: Visitor, **how) -> Page:
        context = browser.new_context(viewport={"width": 360, "height": 740}, **how)
        contexts.append(context)
        url = f"http://{HOST}:{port}"
        context.add_cookies([{"name": name, "value": value, "url": url} for name, value in person.cookies.items()])
        page = context.new_page()
        page.add_init_script(LOG_CUES)
        page.goto(url + room.path)
        page.wait_for_selector("html.has-script")
        return page

    yield opened
    for context in contexts:
        context.close()


def wait_for(page: Page, condition) -> None:
    """Ask again until it is true; the page's own policy forbids to ask by script."""
    for _ in range(SECONDS // 20):
        if condition():
            return
        page.wait_for_timeout(20)
    raise AssertionError("it never came true")


def version(page: Page) -> int:
    return int(page.locator("#screen").get_attribute("data-version"))


def seen_by_the_page(page: Page, change) -> None:
    """Something changes, and the page has it."""
    before = version(page)
    change()
    wait_for(page, lambda: version(page) > before)


def others_move(room: Room, page: Page, choose=lowest_bid) -> None:
    """Somebody moves, and the page has it."""
    seen_by_the_page(page, lambda: room.step(choose))


def until_asked(room: Room, page: Page) -> None:
    """The others bid until it is this page's turn."""
    for _ in range(6):
        if "is-asked" in page.locator("#screen").get_attribute("class"):
            return
        others_move(room, page)
    raise AssertionError("never asked")


def in_a_sale(port: int) -> Room:
    room = open_room(port, 3)
    room.play_until(lambda: room.phase() == "selling", first_move)
    return room


def test_what_happened_before_the_page_was_opened_is_not_played(port, open_page):
    room = open_room(port, 3)
    room.step(lowest_bid)

    page = open_page(room, room.people[0])

    assert page.evaluate("window.heard") == []
    assert page.evaluate("document.documentElement.dataset.motion") is None


def test_each_event_is_played_once(port, open_page):
    room = open_room(port, 3)
    page = open_page(room, room.people[0])

    others_move(room, page)
    others_move(room, page)
    page.evaluate("document.dispatchEvent(new CustomEvent('screen:shown'))")

    heard = page.evaluate("window.heard")
    assert len(heard) == len(set(heard)) == 2
    assert page.evaluate("document.documentElement.dataset.motion") == "bid"


def test_nothing_lies_in_the_way_of_a_tap(port, open_page):
    room = open_room(port, 3)
    page = open_page(room, room.people[0])

    others_move(room, page)

    assert page.evaluate("getComputedStyle(document.querySelector('.motion')).pointerEvents") == "none"


def test_every_single_motion_takes_less_than_a_second(port, open_page):
    room = open_room(port, 3)
    page = open_page(room, room.people[0])

    for choose in (lowest_bid, first_move, lowest_bid):
        others_move(room, page, choose)

    assert 0 < page.evaluate("window.longest") < 1000


def test_less_motion_means_short_fades_only(port, open_page):
    room = open_room(port, 3)
    page = open_page(room, room.people[0], reduced_motion="reduce")

    for choose in (lowest_bid, first_move):
        others_move(room, page, choose)

    assert page.evaluate("window.longest") <= 120
    assert page.locator(".motion__prop").count() == 0


def test_a_reveal_turns_the_highest_house_first_and_goes_away_by_itself(port, open_page):
    room = in_a_sale(port)
    page = open_page(room, room.people[0], reduced_motion="reduce")

    for _ in range(3):
        room.step(first_move)
    page.wait_for_selector("#reveal", state="visible", timeout=SECONDS)
    wait_for(page, lambda: page.locator(".reveal__row:not(.is-waiting)").count() == 1)

    houses = [int(text) for text in page.locator("#reveal .card__plate").all_text_contents()]
    assert houses == sorted(houses, reverse=True)
    assert page.locator(".reveal__row").first.evaluate("row => !row.classList.contains('is-waiting')")
    assert page.locator(".motion__count").count() == 0
    page.wait_for_selector("#reveal", state="hidden", timeout=SECONDS)


def test_a_tap_ends_the_reveal_and_nothing_else(port, open_page):
    room = in_a_sale(port)
    page = open_page(room, room.people[0])
    for _ in range(3):
        room.step(first_move)
    page.wait_for_selector("#reveal", state="visible", timeout=SECONDS)
    before = version(page)

    page.mouse.click(180, 660)

    page.wait_for_selector("#reveal", state="hidden", timeout=SECONDS)
    assert version(page) == before
    assert page.locator(".motion__prop").count() == 0


def test_mute_is_one_tap_and_remembered(port, open_page):
    room = open_room(port, 3)
    page = open_page(room, room.people[0])

    page.click('.bar [data-preference="mute"]')
    page.reload()
    page.wait_for_selector("html.has-script")

    assert page.locator('.bar [data-preference="mute"]').get_attribute("aria-pressed") == "true"
    others_move(room, page)
    until_asked(room, page)
    assert page.evaluate("document.documentElement.dataset.sound") is None


def test_my_turn_is_said_at_once_and_marked_on_the_tab(port, open_page):
    room = open_room(port, 3)
    page = open_page(room, room.people[0])
    if "is-asked" in page.locator("#screen").get_attribute("class"):
        others_move(room, page)

    others_move(room, page)
    until_asked(room, page)

    assert page.locator("#asked").text_content().startswith(page.locator("#sign h1").text_content())
    assert page.title().startswith(page.locator("#sign h1").text_content())
    assert "favicon-turn" in page.locator('link[rel="icon"]').get_attribute("href")
    assert page.evaluate("document.documentElement.dataset.sound") == "knock"


def test_every_event_is_one_polite_sentence(port, open_page):
    room = open_room(port, 3)
    page = open_page(room, room.people[0])
    assert page.locator("#told").text_content() == ""

    others_move(room, page)

    newest = page.locator("#log li:not([hidden])").first.text_content().strip()
    assert page.locator("#told").text_content() == newest != ""


def test_a_hint_comes_when_it_matters_and_never_again(port, open_page):
    room = open_room(port, 3)
    page = open_page(room, room.asked())
    shown = page.locator("#first-time p").text_content()
    assert shown == page.locator('[data-hint="buying"]').text_content()

    page.reload()
    page.wait_for_selector("html.has-script")

    assert page.locator("#first-time p").text_content() != shown


def tab_to(page: Page, selector: str) -> None:
    """Press the tab key until something is reached."""
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate(f"document.activeElement.matches('{selector}')"):
            return
    raise AssertionError(f"the tab key never reaches {selector}")


def move_by_keys(page: Page) -> None:
    """One move without a pointer."""
    before = version(page)
    if page.locator("#screen").get_attribute("data-phase") == "buying":
        tab_to(page, "#dock .bid-bar .is-gold, #dock .pass button")
        page.keyboard.press("Enter")
    else:
        tab_to(page, '#dock .seal input[name="house"]')
        page.keyboard.press("Space")
        tab_to(page, "#dock .seal button")
        page.keyboard.press("Enter")
    wait_for(page, lambda: version(page) > before)
    assert_focus_is_kept(page)


def assert_focus_is_kept(page: Page) -> None:
    """Who plays by keys does not begin at the top of the page again after each push."""
    assert page.evaluate("document.activeElement !== document.body"), "the focus is lost"


def test_a_whole_game_can_be_played_by_keys(port, open_page):
    room = open_room(port, 3, edition="1997")
    me, page = room.people[0], open_page(room, room.people[0], reduced_motion="reduce")

    for _ in range(200):
        page.keyboard.press("Escape")
        if page.locator("#screen").get_attribute("data-phase") == "over":
            break
        if "is-asked" in page.locator("#screen").get_attribute("class"):
            move_by_keys(page)
        else:
            person = next(person for person in room.people if person is not me and room.owes(person))
            tab_to(page, "#screen button")
            seen_by_the_page(page, lambda person=person: first_move(person, room.code))
            assert_focus_is_kept(page)

    tab_to(page, "#play-again")
    assert page.locator("#screen").get_attribute("data-phase") == "over"
