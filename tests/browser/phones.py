"""Phones and table screens in a real browser; people tap the forms that their pages have."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Locator, Page, Route
from playwright.sync_api import Error as PageError

from tests.load.processes import Process

PATIENCE = 30.0
PHONE = {"width": 360, "height": 740}


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
        self.page.goto(self.url + path, wait_until="domcontentloaded")
        return self

    def load_again(self) -> None:
        """Reload; without scripts the page does so by itself too, and then that counts."""
        try:
            self.page.reload(wait_until="domcontentloaded")
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

    def wait_for_phase(self, *phases: str) -> None:
        wait_until(lambda: self.phase in phases, f"the phone shows {phases}")

    def wait_for_version(self, version: int) -> None:
        """Until it shows this version or a later one."""
        wait_until(lambda: self.version >= version, f"the phone shows version {version}")

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

    def hold_back(self, deed: str) -> list[Route]:
        """What it posts for this from now on waits here, so that several can be let go together."""
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        self.page.route(f"**/{deed}", hold)
        return held

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
CHOOSE = "field => { field.checked = true; field.dispatchEvent(new Event('change', {bubbles: true})); }"
