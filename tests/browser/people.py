"""People with phones and a table screen in a real browser; they tap the forms that their pages have."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page
from playwright.sync_api import Error as PageError

from tests.load.processes import Site

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
    """One browser page with its own cookies."""

    def __init__(self, browser: Browser, site: Site, *, has_fingers: bool = True, **how: Any) -> None:
        self.site = site
        self.has_fingers = has_fingers
        """Taps what lies where a thumb finds it; others send their forms as a keyboard does, which is quicker."""
        self.context: BrowserContext = browser.new_context(**{"viewport": PHONE, "locale": "en-GB", **how})
        self.context.set_default_timeout(PATIENCE * 1000)
        self.page: Page = self.context.new_page()
        self.faults: list[str] = []
        self.page.on("pageerror", lambda error: self.faults.append(str(error)))
        self.answered = -1

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.site.ports[0]}"

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
            button.click()
        else:
            form.evaluate("form => form.requestSubmit(form.querySelector('button:not([type=button])'))")

    def do(self, deed: str, **fields: str) -> None:
        """Send the first form for this."""
        self.send(self.forms(deed).first, **fields)

    def tap_if_there(self, deed: str) -> None:
        """The same for a form that somebody else's tap may take away at this very moment."""
        self.page.evaluate("deed => document.querySelector(`form[action$='/${deed}']`)?.requestSubmit()", deed)

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
CHOOSE = "field => { field.checked = true; field.dispatchEvent(new Event('change', {bubbles: true})); }"


class Party:
    """Everybody around one table."""

    def __init__(self, browser: Browser, site: Site) -> None:
        self.browser, self.site = browser, site
        self.everybody: list[Phone] = []
        self.players: list[Phone] = []
        self.table: Phone | None = None
        self.code = ""

    def phone(self, **how: Any) -> Phone:
        """One more phone."""
        self.everybody.append(Phone(self.browser, self.site, **how))
        return self.everybody[-1]

    def sit_down(self, people: int, *, with_table: bool = False, scripts: tuple[bool, ...] = (), **plan: str) -> None:
        """The first opens a room at home, the others join by its address, the first starts."""
        has_script = (*scripts, *(True,) * people)[:people]
        self.players = [self.phone(java_script_enabled=has, has_fingers=not at) for at, has in enumerate(has_script)]
        host = self.players[0].open("/")
        host.send(host.page.locator('form[action="/r/"]'), name=NAMES[0], **plan)
        host.page.wait_for_url("**/r/*/")
        self.code = host.page.url.rstrip("/")[-5:]
        if with_table:
            self.table = self.phone(viewport=TABLE).open(f"/r/{self.code}/table/")
        for name, phone in zip(NAMES[1:], self.players[1:], strict=False):
            phone.open(f"/r/{self.code}/").do("join", name=name)
            wait_until(lambda phone=phone: phone.phase == "lobby", f"{name} sits")
        wait_until(lambda: host.forms("start").count() == 1, "the host may start")
        host.do("start")
        self.wait_for_phase("buying", "turn")

    @property
    def screens(self) -> list[Phone]:
        return [*self.players, *([self.table] if self.table else [])]

    def wait_for_phase(self, *phases: str) -> None:
        wait_until(lambda: all(screen.phase in phases for screen in self.screens), f"everybody sees {phases}")

    def wait_for_version(self, version: int) -> None:
        """Every screen shows this version or a later one."""
        wait_until(
            lambda: all(screen.version >= version for screen in self.screens), f"version {version} is everywhere"
        )

    def asked(self) -> Phone | None:
        """Somebody whose page offers a move that was not made yet; a seal is made once per question."""
        for phone in self.players:
            look = phone.look()
            if look.moves and not (look.phase == "selling" and phone.answered == look.decision):
                return phone
        return None

    def step(self, choose: Callable[[Phone], None]) -> None:
        """Whoever is asked makes a move, and everybody sees it."""
        wait_until(lambda: self.asked() is not None or self.players[0].phase == "over", "somebody is asked")
        phone = self.asked()
        if phone is None:
            return
        look = phone.look()
        version, phone.answered = look.version, look.decision
        choose(phone)
        wait_until(lambda: phone.version > version, "the move is seen by the one who made it")
        self.wait_for_version(phone.version)

    def play(self, choose: Callable[[Phone], None], until: Callable[[], bool] = lambda: False, most: int = 400) -> None:
        """Play on until something holds, or to the end."""
        for _ in range(most):
            if until() or all(screen.phase == "over" for screen in self.screens):
                return
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
