"""The twin test over the wire: games that differ only in what a viewer may not know, played through a whole buying
phase and five sales; every frame and every page that every seat, an onlooker and a table screen get is the same."""

import json
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest
from django.core.management import call_command

from games.engine import Options, SeatNo, fairness
from games.engine.for_sale import FOR_SALE
from games.models import PlayedMove, Seat
from games.services import lobby, playing
from games.services.tables import TABLES, Ceiling
from tests.builders import Evening, a_game, phase_of, stack_deck
from tests.live.phones import Phone
from tests.pages import Browser
from tests.twin_bytes import normal

pytestmark = pytest.mark.django_db(transaction=True)

SEATS = 4
SALES_WATCHED = 5


def a_deal(swapped: bool) -> Any:
    """A deal of 2015 for four; swapped, the cheques of the last sale and those taken out change places."""
    rules = FOR_SALE.ruleset("2015", frozenset(), Options(), SEATS)
    deck = FOR_SALE.deck(FOR_SALE.deal(rules, Random("twins"), SeatNo(1)))
    if swapped:
        kept, out = deck["cheques"], deck["cheques_removed"]
        different = [place for place in range(len(kept) - SEATS, len(kept)) if kept[place] not in out][: len(out)]
        for place, other in zip(different, range(len(out)), strict=True):
            kept[place], out[other] = out[other], kept[place]
        deck["houses_removed"] = deck["houses_removed"][::-1]
    return FOR_SALE.opening(rules, deck, SeatNo(1))


def without_beats(phone: Phone) -> list[str]:
    """Every frame but those that come by the clock."""
    return [frame for frame in phone.frames if '"type": "beat"' not in frame]


def last_version(phone: Phone) -> int:
    """What the phone shows."""
    screens = ('{"type": "screen"', '{"type": "parts"')
    return int(json.loads(next(frame for frame in reversed(phone.frames) if frame.startswith(screens)))["version"])


@dataclass
class Watcher:
    """A seat, an onlooker or a table screen: a socket, and the page that it loads from time to time."""

    seat: int | None
    phone: Phone
    browser: Browser
    path: str

    @classmethod
    def of_seat(cls, evening: Evening, seat: int) -> "Watcher":
        visitor = evening.holder(seat)
        return cls(seat, Phone(evening.code, visitor), Browser(visitor), f"/r/{evening.code}/")

    @classmethod
    def without_seat(cls, evening: Evening, *, is_table: bool) -> "Watcher":
        path = f"/r/{evening.code}/table/" if is_table else f"/r/{evening.code}/"
        return cls(None, Phone(evening.code, "onlooker", is_table=is_table), Browser("onlooker"), path)

    async def reach(self, version: int) -> list[str]:
        """Wait until this version is shown and said to the server; gives what it sends in answer."""
        while last_version(self.phone) != version:
            await self.phone.heard("screen", "parts")
        await self.phone.say({"type": "beat", "version": version})
        await self.phone.say({"type": "has the beat been heard?"})
        heard = []
        while (frame := await self.phone.heard("screen", "parts", "refused"))["type"] != "refused":
            heard.append(frame["type"])
        return heard

    def received(self, code: str) -> list[str]:
        """Every frame and every page, the server's beats left out."""
        return [normal(text, code) for text in (*without_beats(self.phone), *self.browser.bodies)]


@dataclass
class Watched:
    """A game that everybody watches, in which some seats do what only they may know."""

    evening: Evening
    secretive: frozenset[int]
    """These seal another house first, and set ceilings too low to act."""
    watchers: list[Watcher] = field(init=False)
    looks: int = 0

    def __post_init__(self) -> None:
        seats = [Watcher.of_seat(self.evening, seat) for seat in range(SEATS)]
        others = [Watcher.without_seat(self.evening, is_table=is_table) for is_table in (False, True)]
        self.watchers = [*seats, *others]

    @property
    def unknowing(self) -> list[Watcher]:
        """Those who may not know of it."""
        return [watcher for watcher in self.watchers if watcher.seat not in self.secretive]

    async def see(self) -> None:
        """Wait until every phone shows the room's version, then let two of them load their pages, in turn."""
        version = self.evening.room.version
        for watcher in self.watchers:
            news = await watcher.reach(version)
            assert watcher.seat in self.secretive or news == [], "something else was sent"
        for place in (self.looks, self.looks + SEATS - 1):
            watcher = self.watchers[place % len(self.watchers)]
            watcher.browser.open(watcher.path)
        self.looks += 1


async def watched(monkeypatch: pytest.MonkeyPatch, *, secretive: frozenset[int], swapped: bool) -> Watched:
    """Play until five sales are revealed."""
    call_command("flush", verbosity=0, interactive=False, reset_sequences=True)
    TABLES.clear()
    monkeypatch.setattr(lobby, "new_code", lambda: "TWEEN")
    monkeypatch.setattr(fairness, "new_salt", lambda: bytes(32))
    evening = a_game(SEATS, kind="for_sale", edition="2015")
    stack_deck(evening, a_deal(swapped))
    game, chance, hidden = Watched(evening, secretive), Random("moves"), Random("hidden")
    for watcher in game.watchers:
        await watcher.phone.open()

    while evening.kind.round(evening.play.state) <= SALES_WATCHED or phase_of(evening.play) == "buying":
        if phase_of(evening.play) == "buying":
            await buy(game, chance)
        else:
            await sell(game, chance, hidden)

    for watcher in game.watchers:
        await watcher.phone.hang_up()
    return game


async def buy(game: Watched, chance: Random) -> None:
    """One turn of the auction; who is secretive and not asked has a ceiling that will not act."""
    evening, phase = game.evening, game.evening.play.state.phase
    if phase.highest:
        waiting = game.secretive.intersection(phase.queue[1:])
        for seat in waiting:
            ceiling = Ceiling(1, "ask", phase.table.round)
            playing.set_ceiling(code=evening.code, visitor=evening.holder(seat), ceiling=ceiling)
        assert Seat.objects.filter(ceiling_amount__gt=0, number__in=waiting).count() == len(waiting)
        await game.see()
    seat = evening.on_turn()
    legal = evening.legal(seat)
    evening.move(seat, legal[0] if chance.random() < 0.4 else chance.choice(legal[:4]))
    await game.see()


async def sell(game: Watched, chance: Random, hidden: Random) -> None:
    """One sale; who is secretive and not the last seals another house first."""
    evening, order = game.evening, chance.sample(range(SEATS), SEATS)
    choices = {seat: chance.choice(evening.legal(seat)) for seat in order}
    for seat in order[:-1]:
        others = [move for move in evening.legal(seat) if move != choices[seat]]
        is_hidden = seat in game.secretive and bool(others)
        evening.move(seat, hidden.choice(others) if is_hidden else choices[seat])
        await game.see()
        if is_hidden:
            evening.move(seat, choices[seat])
        await game.see()
    evening.move(order[-1], choices[order[-1]])
    await game.see()


async def test_every_viewer_gets_the_same_bytes_from_a_game_and_its_twins(monkeypatch):
    game = await watched(monkeypatch, secretive=frozenset(), swapped=False)
    moves, deal = PlayedMove.objects.count(), game.evening.game.opening

    for secretive in ({0}, {1, 2, 3}):
        twin = await watched(monkeypatch, secretive=frozenset(secretive), swapped=True)
        assert twin.evening.game.opening != deal
        assert PlayedMove.objects.count() > moves, "the secretive have changed their minds"
        assert phase_of(twin.evening.play) == "selling"
        assert len(twin.unknowing) == SEATS + 2 - len(secretive)
        for mine, twins in zip(game.watchers, twin.watchers, strict=True):
            if twins in twin.unknowing:
                assert_same(mine.received(game.evening.code), twins.received(twin.evening.code))


def assert_same(texts: list[str], others: list[str]) -> None:
    """Message by message, so that one that differs is named."""
    assert len(texts) == len(others) > 80
    for number, (text, other) in enumerate(zip(texts, others, strict=True)):
        assert text == other, f"message {number}"
