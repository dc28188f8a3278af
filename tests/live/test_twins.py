"""The twin test over the wire: two games that differ only in what a viewer may not know, played through a whole buying
phase and five sales; every frame and every page that the viewers get is the same."""

import json
from random import Random
from typing import Any

import pytest
from django.core.management import call_command

from games.engine import Options, SeatNo, fairness
from games.engine.for_sale import FOR_SALE
from games.models import PlayedMove, Seat
from games.screens import render
from games.services import lobby, playing
from games.services.tables import TABLES, Ceiling
from tests.builders import Evening, a_game, phase_of, stack_deck
from tests.live.phones import Phone
from tests.pages import Browser
from tests.twin_bytes import normal

pytestmark = pytest.mark.django_db(transaction=True)

SEATS = 4
ME = 0
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
    last = next((frame for frame in reversed(phone.frames) if frame.startswith(screens)), '{"version": 0}')
    return int(json.loads(last)["version"])


class Watchers:
    """My phone, an onlooker's and a table screen, with the pages they load from time to time."""

    def __init__(self, evening: Evening) -> None:
        self.evening = evening
        self.phones = [
            Phone(evening.code, evening.holder(ME)),
            Phone(evening.code, "onlooker"),
            Phone(evening.code, "onlooker", is_table=True),
        ]
        self.pages = [
            (Browser(evening.holder(ME)), ""),
            (Browser("onlooker"), ""),
            (Browser("onlooker"), "table/"),
        ]

    async def see(self) -> None:
        """Wait until every phone shows the room's version, and load every page."""
        version = self.evening.room.version
        for phone in self.phones:
            while last_version(phone) != version:
                await phone.heard("screen", "parts")
            await phone.say({"type": "beat", "version": version})
            await phone.say({"type": "has the beat been heard?"})
            answer = await phone.heard("screen", "parts", "refused")
            assert answer["type"] == "refused", "something else was sent"
        for browser, path in self.pages:
            browser.open(f"/r/{self.evening.code}/{path}")

    def received(self) -> list[list[str]]:
        """Every frame and every page, the server's beats left out."""
        frames = [without_beats(phone) for phone in self.phones]
        return [
            [normal(text, self.evening.code) for text in texts]
            for texts in (*frames, *(browser.bodies for browser, _ in self.pages))
        ]


async def watched(monkeypatch: pytest.MonkeyPatch, *, is_twin: bool) -> tuple[list[list[str]], Evening]:
    """Play until five sales are revealed; in the twin others seal something else first and set ceilings."""
    call_command("flush", verbosity=0, interactive=False, reset_sequences=True)
    TABLES.clear()
    render.CACHE.clear()
    monkeypatch.setattr(lobby, "new_code", lambda: "TWEEN")
    monkeypatch.setattr(fairness, "new_salt", lambda: bytes(32))
    evening = a_game(SEATS, kind="for_sale", edition="2015")
    stack_deck(evening, a_deal(swapped=is_twin))
    watchers, chance, hidden = Watchers(evening), Random("moves"), Random("hidden")
    for phone in watchers.phones:
        await phone.open()

    while evening.kind.round(evening.play.state) <= SALES_WATCHED or phase_of(evening.play) == "buying":
        if phase_of(evening.play) == "buying":
            await buy(evening, watchers, chance, is_twin)
        else:
            await sell(evening, watchers, chance, hidden, is_twin)

    for phone in watchers.phones:
        await phone.hang_up()
    return watchers.received(), evening


async def buy(evening: Evening, watchers: Watchers, chance: Random, is_twin: bool) -> None:
    """One turn of the auction; in the twin everybody but me has a ceiling too low to act."""
    phase = evening.play.state.phase
    if is_twin and phase.highest:
        for seat in phase.queue[1:]:
            if seat != ME:
                ceiling = Ceiling(1, "ask", phase.table.round)
                playing.set_ceiling(code=evening.code, visitor=evening.holder(seat), ceiling=ceiling)
        await watchers.see()
        assert Seat.objects.filter(ceiling_amount__gt=0).exclude(number=ME).exists() or phase.queue[1:] == (ME,)
    elif phase.highest:
        await watchers.see()
    seat = evening.on_turn()
    legal = evening.legal(seat)
    evening.move(seat, legal[0] if chance.random() < 0.4 else chance.choice(legal[:4]))
    await watchers.see()


async def sell(evening: Evening, watchers: Watchers, chance: Random, hidden: Random, is_twin: bool) -> None:
    """One sale; in the twin all others but the last seal another house first."""
    order = chance.sample(range(SEATS), SEATS)
    choices = {seat: chance.choice(evening.legal(seat)) for seat in order}
    for place, seat in enumerate(order):
        others = [move for move in evening.legal(seat) if move != choices[seat]]
        is_first_choice_hidden = seat != ME and place < SEATS - 1 and others
        if is_first_choice_hidden and is_twin:
            evening.move(seat, hidden.choice(others))
            await watchers.see()
        elif is_first_choice_hidden:
            evening.move(seat, choices[seat])
            await watchers.see()
        if not is_first_choice_hidden or is_twin:
            evening.move(seat, choices[seat])
        await watchers.see()


async def test_a_viewer_gets_the_same_bytes_from_a_game_and_its_twin(monkeypatch):
    one, first = await watched(monkeypatch, is_twin=False)
    moves = PlayedMove.objects.count()
    deal = first.game.opening
    two, second = await watched(monkeypatch, is_twin=True)

    assert second.game.opening != deal
    assert PlayedMove.objects.count() > moves, "the twin's others have changed their minds"
    assert phase_of(second.play) == "selling"
    for mine, twins in zip(one, two, strict=True):
        assert len(mine) == len(twins) > 50
        for number, (text, twin) in enumerate(zip(mine, twins, strict=True)):
            assert text == twin, f"message {number}"
