"""People with phones and a table screen in a real browser; they tap the forms that their pages have."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page
from playwright.sync_api import Error as PageError

from tests.load.processes import Process, Site

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eva", "Finn")
PATIENCE = 30.0
PHONE = {"width": 360, "height": 740}
TABLE = {"width": 1280, "height": 800}


def wait_until(is_true: Callable[[], bool], what: str, seconds: float = PATIENCE) -> None:
    """Ask again and again; pages forbid scripts that would be asked to watch."""
    deadline = time.monotonic() + seconds
    while not is_true():
        if time.monotonic() > deadline:
            raise AssertionError(f"it never came true: {what}")
        time.sleep(0.03)


class Phone:
    """One browser page with its own cookies, served by one process of the site."""

    def __init__(self, browser: Browser, server: Process, *, has_fingers: bool = True, **how: Any) -> None:
        self.server = server
        self.has_fingers = has_fingers
        """Taps what lies where a thumb finds it, and watches. Others send their forms as a keyboard does and want
        little motion: both is quicker, and people like that play too."""
        motion = "no-preference" if has_fingers else "reduce"
        how = {"viewport": PHONE, "locale": "en-GB", "reduced_motion": motion, **how}
        self.context: BrowserContext = browser.new_context(**how)
        self.context.set_default_timeout(PATIENCE * 1000)
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.unsent: list[str] = []
        """Addresses that could not be reached."""
        self.page.on("requestfailed", lambda request: self.unsent.append(request.url))
        self.answered = -1
        self.has_watched = False

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.port}"

    def open(self, path: str) -> Phone:
        self.page.goto(self.url + path)
        return self

    def load_again(self) -> None:
        """Reload; without scripts the page does so by itself too, and then that counts."""
        try:
            self.page.reload()
        except PageError:
            self.page.wait_for_load_state()

    def look(self) -> Look:
        """What the page shows, all of one moment; a page that is just being left is asked again."""
        try:
            return Look(**self.page.evaluate(LOOK))
        except PageError:
            self.page.wait_for_load_state()
            return Look(**self.page.evaluate(LOOK))

    @property
    def phase(self) -> str:
        return self.look().phase

    @property
    def version(self) -> int:
        return self.look().version

    def forms(self, deed: str) -> Locator:
        return self.page.locator(f'form[method="post"][action$="/{deed}"]')

    def moves(self, move: str) -> Locator:
        """The forms for one kind of move."""
        return self.forms("move").filter(has=self.page.locator(f'input[name="move"][value="{move}"]'))

    def send(self, form: Locator, **fields: str) -> None:
        """Fill in a form and press its button."""
        for name, value in fields.items():
            choices = form.locator(f':is([type="radio"], [type="checkbox"])[name="{name}"][value="{value}"]')
            if choices.count():
                choices.first.evaluate(CHOOSE)
            else:
                form.locator(f'[name="{name}"]').evaluate(SET_VALUE, value)
        button = form.locator("button:not([type=button])").first
        if self.has_fingers and button.is_visible():
            self.look_at_the_reveal()
            button.click()
        else:
            button.evaluate(PRESS)

    def look_at_the_reveal(self) -> None:
        """It lies over the page: the first is watched to its end, later ones are put away."""
        reveal = self.page.locator("#reveal")
        if reveal.is_visible() and not self.has_watched:
            wait_until(lambda: not reveal.is_visible(), "the reveal ends by itself")
            self.has_watched = True
        elif reveal.is_visible():
            self.page.keyboard.press("Escape")

    def do(self, deed: str, **fields: str) -> None:
        """Send the first form for this."""
        self.send(self.forms(deed).first, **fields)

    def do_at(self, deed: str, moment: float) -> None:
        """The same at a moment to come, so that several can do it together."""
        self.forms(deed).first.evaluate(SUBMIT_AT, moment * 1000)

    def could_not_send(self, deed: str) -> bool:
        """Whether it has tried to post this in vain; the browser tells only while it is asked something."""
        self.look()
        return any(url.endswith(f"/{deed}") for url in self.unsent)

    def record(self, code: str, number: int) -> Any:
        """The record of a finished game."""
        answer = self.context.request.get(f"{self.url}/r/{code}/games/{number}/record.json")
        assert answer.status == 200
        return answer.json()

    def put_away(self) -> None:
        self.context.close()


@dataclass(frozen=True)
class Look:
    """What a page shows."""

    phase: str
    version: int
    decision: int
    moves: list[str]
    """The names of the moves it offers, one per form."""


LOOK = """() => {
  const main = document.querySelector("main");
  const named = document.querySelectorAll('form[action$="/move"] input[name="move"]');
  return {
    phase: main?.dataset.phase ?? "",
    version: Number(main?.dataset.version ?? -1),
    decision: Number(main?.dataset.decision ?? -1),
    moves: [...named].map((field) => field.value),
  };
}"""
SET_VALUE = "(field, value) => { field.value = value; field.dispatchEvent(new Event('input', {bubbles: true})); }"
PRESS = "button => button.form.requestSubmit(button)"
SUBMIT_AT = "(form, moment) => { setTimeout(() => form.requestSubmit(), moment - Date.now()); }"
CHOOSE = "field => { field.checked = true; field.dispatchEvent(new Event('change', {bubbles: true})); }"


class Party:
    """Everybody around one table; where a site has several processes, neighbours are served by different ones."""

    def __init__(self, browser: Browser, site: Site) -> None:
        self.browser, self.site = browser, site
        self.everybody: list[Phone] = []
        self.players: list[Phone] = []
        self.onlookers: list[Phone] = []
        """A table screen among them."""
        self.code = ""

    def phone(self, **how: Any) -> Phone:
        """One more phone."""
        server = self.site.processes[len(self.everybody) % len(self.site.processes)]
        self.everybody.append(Phone(self.browser, server, **how))
        return self.everybody[-1]

    def sit_down(self, people: int, *, with_onlookers: bool = False, plain: int | None = None, **plan: str) -> None:
        """The first opens a room at home, the others join by its address, the first starts."""
        self.players = [
            self.phone(java_script_enabled=at != plain, has_fingers=at in {0, plain}) for at in range(people)
        ]
        host = self.players[0].open("/")
        host.send(host.page.locator('form[action="/r/"]'), name=NAMES[0], **plan)
        host.page.wait_for_url("**/r/*/")
        self.code = host.page.url.rstrip("/")[-5:]
        if with_onlookers:
            table, onlooker = self.phone(viewport=TABLE), self.phone(has_fingers=False)
            self.onlookers = [table.open(f"/r/{self.code}/table/"), onlooker.open(f"/r/{self.code}/")]
        for name, phone in zip(NAMES[1:], self.players[1:], strict=False):
            phone.open(f"/r/{self.code}/").do("join", name=name)
            wait_until(lambda phone=phone: phone.phase == "lobby", f"{name} sits")
        wait_until(lambda: host.forms("start").count() == 1, "the host may start")
        host.do("start")
        self.wait_for_phase("buying", "turn")

    @property
    def screens(self) -> list[Phone]:
        return [*self.players, *self.onlookers]

    @property
    def versions(self) -> set[int]:
        """What the screens show; one if they agree."""
        return {screen.version for screen in self.screens}

    def wait_for_phase(self, *phases: str) -> None:
        for screen in self.screens:
            wait_until(lambda screen=screen: screen.phase in phases, f"everybody sees {phases}")

    def wait_for_version(self, version: int) -> None:
        """Every screen shows this version or a later one."""
        for screen in self.screens:
            wait_until(lambda screen=screen: screen.version >= version, f"version {version} is everywhere")

    def asked(self, *, among: Sequence[Phone] = ()) -> Phone | None:
        """Somebody whose page offers a move that was not made yet; a seal is made once per question."""
        for phone in among or self.players:
            look = phone.look()
            if look.moves and not (look.phase == "selling" and phone.answered == look.decision):
                return phone
        return None

    def wait_for_asked(self) -> Phone:
        """Whoever is asked next."""
        found: list[Phone] = []

        def find() -> bool:
            found.extend(phone for phone in [self.asked()] if phone is not None)
            return bool(found)

        wait_until(find, "somebody is asked")
        return found[0]

    def step(self, choose: Callable[[Phone], None]) -> None:
        """Whoever is asked makes a move, and everybody sees it."""
        phone = self.wait_for_asked()
        look = phone.look()
        phone.answered = look.decision
        choose(phone)
        self.wait_for_version(look.version + 1)

    def play(self, choose: Callable[[Phone], None], until: str = "over", most: int = 400) -> None:
        """Play on to this phase, which every screen sees."""
        for _ in range(most):
            if self.players[0].phase == until:
                return self.wait_for_phase(until)
            self.step(choose)
        raise AssertionError("the game does not end")

    def go_home(self) -> None:
        for phone in self.everybody:
            phone.put_away()


def for_sale_moves(rng: Random) -> Callable[[Phone], None]:
    """Bid the least now and then, pass otherwise; seal any house."""

    def choose(phone: Phone) -> None:
        offered = phone.look().moves
        if "seal" in offered:
            houses = phone.moves("seal").locator('input[name="house"]')
            house = str(houses.nth(rng.randrange(houses.count())).get_attribute("value"))
            phone.send(phone.moves("seal").first, house=house)
        elif "bid" in offered and rng.random() < 0.3:
            phone.send(phone.moves("bid").first)
        else:
            phone.send(phone.moves("pass").first)

    return choose


def square_on_sale_moves(rng: Random, bids: int) -> Callable[[Phone], None]:
    """Bid anywhere so many times, then collect; take any of what else is asked."""
    left = iter(range(bids))

    def choose(phone: Phone) -> None:
        offered = phone.look().moves
        if "bid" in offered and next(left, None) is not None:
            phone.send(phone.moves("bid").nth(rng.randrange(offered.count("bid"))))
        elif "collect" in offered:
            phone.send(phone.moves("collect").first)
        else:
            buttons = phone.moves(offered[0]).locator("button:not([type=button])")
            buttons.nth(rng.randrange(buttons.count())).evaluate(PRESS)

    return choose
