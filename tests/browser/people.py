"""People with phones around one table, and how they play."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from playwright.sync_api import Browser

from games.engine import check_record
from tests.browser.phones import PRESS, Phone, wait_until
from tests.load.processes import Site

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eva", "Finn")
TABLE = {"width": 1280, "height": 800}
Size = tuple[str, int, int]
"""A phone's language, width and height."""


class Party:
    """Everybody around one table; where a site has several processes, neighbours are served by different ones."""

    def __init__(self, browser: Browser, site: Site, sizes: Sequence[Size] = ()) -> None:
        self.browser, self.site, self.sizes = browser, site, sizes
        self.everybody: list[Phone] = []
        self.players: list[Phone] = []
        self.onlookers: list[Phone] = []
        """A table screen among them."""
        self.code = ""

    def phone(self, **how: Any) -> Phone:
        """One more phone; they take the sizes in turn."""
        if self.sizes:
            locale, width, height = self.sizes[len(self.everybody) % len(self.sizes)]
            how = {"locale": locale, "viewport": {"width": width, "height": height}, **how}
        server = self.site.processes[len(self.everybody) % len(self.site.processes)]
        self.everybody.append(Phone(self.browser, server, **how))
        return self.everybody[-1]

    def sit_down(
        self, people: int, *, with_table: bool = False, with_onlooker: bool = False, plain: int = -1, **plan: str
    ) -> None:
        """The first opens a room at home, the others join by its address, the first starts."""
        self.players = [
            self.phone(java_script_enabled=at != plain, has_fingers=at in {0, plain}) for at in range(people)
        ]
        host = self.players[0].open("/")
        host.send(host.page.locator('form[action="/r/"]'), name=NAMES[0], **plan)
        host.page.wait_for_url("**/r/*/")
        self.code = host.page.url.rstrip("/")[-5:]
        if with_table:
            self.onlookers.append(self.phone(viewport=TABLE).open(f"/r/{self.code}/table/"))
        if with_onlooker:
            self.onlookers.append(self.phone(has_fingers=False).open(f"/r/{self.code}/"))
        for name, phone in zip(NAMES[1:], self.players[1:], strict=False):
            phone.open(f"/r/{self.code}/").do("join", name=name)
            phone.wait_for_phase("lobby")
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
            screen.wait_for_phase(*phases)

    def wait_for_version(self, version: int) -> None:
        """Every screen shows this version or a later one."""
        for screen in self.screens:
            screen.wait_for_version(version)

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

    def finish(self, **expected: object) -> None:
        """The result of the first game is on every screen, and its record is true."""
        self.wait_for_phase("over")
        record = self.players[0].record(self.code, 1)
        check_record(record)
        assert {name: record[name] for name in expected} == expected
        assert [phone.faults for phone in self.everybody] == [[]] * len(self.everybody)

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
