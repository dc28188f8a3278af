"""Rooms of scripted people: opened by forms, played over sockets."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter
from typing import Any

from tests.load.pages import MoveForm
from tests.load.phones import LOST, Answer, Phone

NAMES = ("Ada", "Ben", "Cleo", "Dan", "Eve", "Fay")
TOGETHER = 8
"""Rooms that are opened at the same time."""
BID_SHARE = 0.55
"""How often people bid where they could pass."""


def chosen_form(forms: Sequence[MoveForm], rng: Random, bid_share: float) -> tuple[MoveForm, dict[str, str]]:
    """A legal move: the lowest bid or a pass; any house."""
    by_move = {form.move: form for form in forms}
    form = by_move["bid"] if "bid" in by_move and rng.random() < bid_share else forms[0]
    chosen = {name: rng.choice(values) for name, values in form.choices.items()}
    chosen.update({name: str(low) for name, (low, _) in form.ranges.items()})
    return form, chosen


@dataclass(eq=False)
class Room:
    """One room with its phones; each of them may be at another process of the site."""

    phones: list[Phone]
    rng: Random
    listeners: list[asyncio.Task[None]] = field(default_factory=list)
    moves: int = 0
    games: int = 0
    delays: list[float] = field(default_factory=list)
    """From each tap to each other seat's screen, in seconds."""
    own_delays: list[float] = field(default_factory=list)
    answered: dict[Phone, int] = field(default_factory=dict)
    """The last question each person has answered."""

    @property
    def code(self) -> str:
        """The room's code."""
        return self.phones[0].code

    def asked(self) -> list[Phone]:
        """Those who owe a move and have not made it."""
        return [
            phone
            for phone in self.phones
            if self.answered.get(phone, -1) != phone.screen.decision and phone.screen.forms
        ]

    @property
    def is_over(self) -> bool:
        """Whether the game is finished on every screen."""
        return all(phone.screen.phase == "over" for phone in self.phones)

    def situation(self) -> str:
        """Where everybody is, for a message."""
        seen = [
            f"{phone.name} {phone.screen.phase} v{phone.screen.version} d{phone.screen.decision} "
            f"{len(phone.screen.forms)} forms {'on' if phone.socket else 'off'}line"
            for phone in self.phones
        ]
        return f"{self.code}: {', '.join(seen)}"

    def staleness(self) -> list[float]:
        """For each version and phone: how much later it, or a newer one, was shown there than on the first screen."""
        shown = [sorted(phone.arrivals.items(), reverse=True) for phone in self.phones]
        late = []
        first: dict[int, float] = {}
        for arrivals in shown:
            for version, at in arrivals:
                first[version] = min(first.get(version, at), at)
        for arrivals in shown:
            soonest = float("inf")
            own = dict(arrivals)
            for version in sorted(first, reverse=True):
                soonest = min(soonest, own.get(version, soonest))
                if soonest < float("inf"):
                    late.append(soonest - first[version])
        return late

    async def play_one_move(self) -> bool:
        """The next person taps; wait until it is on all screens. False if nobody is asked."""
        asked = self.asked()
        if not asked:
            return False
        phone = self.rng.choice(asked)
        before = max(each.screen.version for each in self.phones)
        question = phone.screen.decision
        form, chosen = chosen_form(phone.screen.forms, self.rng, BID_SHARE)
        tapped = perf_counter()
        answer = await phone.tap(form, chosen)
        if answer["type"] != "ack":
            raise RuntimeError(f"a legal move was not accepted: {answer}")
        self.answered[phone] = question
        self.moves += 1
        for other in self.phones:
            arrived = await other.until_version(before + 1)
            (self.own_delays if other is phone else self.delays).append(arrived - tapped)
        return True

    async def play_game(self) -> None:
        """To the end of the game."""
        while not self.is_over:
            if not await self.play_one_move():
                await asyncio.sleep(0.01)
        self.games += 1

    async def again(self) -> None:
        """The same people play again."""
        before = self.phones[0].screen.version
        self.answered.clear()
        must(await self.phones[0].post_to_room("again"), 303)
        for phone in self.phones:
            await phone.until_version(before + 1)

    async def play_until(self, end: float, every: float = 0.0) -> None:
        """One game after another until the time is up, a move not before `every` seconds after the last."""
        due = perf_counter() + self.rng.random() * every
        while perf_counter() < end:
            if every:
                await asyncio.sleep(max(0.0, due - perf_counter()))
                due = max(due + every, perf_counter())
            if self.is_over:
                self.games += 1
                await self.again()
            elif not await self.play_one_move():
                await asyncio.sleep(0.01)

    async def open_sockets(self) -> None:
        """Everybody's socket, until the screen is there."""
        for phone in self.phones:
            await phone.open()
        self.listeners = [asyncio.create_task(phone.listen()) for phone in self.phones]
        for phone in self.phones:
            await phone.until_version(1)

    async def close(self) -> None:
        """All leave."""
        for phone in self.phones:
            with contextlib.suppress(*LOST):
                await phone.close()
        for listener in self.listeners:
            listener.cancel()
        await asyncio.gather(*self.listeners, return_exceptions=True)


def must(answer: Answer, status: int) -> Answer:
    """The answer, if it has the status expected."""
    if answer.status != status:
        raise RuntimeError(f"{answer.status} instead of {status}: {answer.body[:400]}")
    return answer


async def opened_room(ports: Sequence[int], rng: Random, **options: Any) -> Room:
    """A room whose game has begun and is on every screen."""
    room = await begun_room(ports, rng, **options)
    await room.open_sockets()
    return room


async def begun_room(ports: Sequence[int], rng: Random, *, people: int = 4, bots: int = 0, **options: Any) -> Room:
    """A room whose game has begun, with no socket open yet; its people are spread over the ports."""
    phones = [Phone(ports, NAMES[number], number) for number in range(people)]
    host = phones[0]
    plan = {"kind": "for_sale", "edition": "2015", **options}
    answer = must(await host.post("/r/", name=host.name, **plan), 303)
    code = answer.headers["location"].split("/")[2]
    for phone in phones:
        phone.code = code
    for phone in phones[1:]:
        must(await phone.post_to_room("join", name=phone.name), 303)
    for _bot in range(bots):
        must(await host.post_to_room("bots", add="steady"), 303)
    must(await host.post_to_room("start"), 303)
    return Room(phones, rng)


@contextlib.asynccontextmanager
async def open_rooms(ports: Sequence[int], count: int, *, seed: int = 7, **options: Any) -> AsyncIterator[list[Room]]:
    """So many rooms with their games begun; all leave at the end."""
    rooms: list[Room] = []
    try:
        for start in range(0, count, TOGETHER):
            numbers = range(start, min(start + TOGETHER, count))
            opening = (opened_room(ports, Random(f"{seed}-{number}"), **options) for number in numbers)
            rooms.extend(await asyncio.gather(*opening))
        yield rooms
    finally:
        await asyncio.gather(*(room.close() for room in rooms))
