"""Rooms that play on whatever breaks: a move that got no answer goes again with the same key until it is answered."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from time import perf_counter

from tests.load.pages import MoveForm
from tests.load.phones import LOST, Phone
from tests.load.tables import Room, chosen_form

ANSWER_SECONDS = 2.5
"""Then the same move goes by POST, as the site's script does it."""
BID_SHARE = 0.3
"""Short games: what breaks matters here, not who wins."""
TRY_AGAIN = "TRY_AGAIN"
AWAY = frozenset({500, 502, 503, 504})
STORED = frozenset({204, 303})


@dataclass(frozen=True)
class Made:
    """A move that somebody wanted, with what became of it."""

    code: str
    seat: int
    key: str
    is_stored: bool
    """Acknowledged; otherwise refused."""
    seconds: float
    tries: int


@dataclass
class Crowd:
    """People in many rooms who play until they are told to stop."""

    rooms: Sequence[Room]
    pause: float = 0.02
    made: list[Made] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    """Answers that nobody should ever get."""
    asked_again: list[str] = field(default_factory=list)
    """Sentences that asked somebody to try again."""
    refusals: list[str] = field(default_factory=list)
    games: int = 0
    beginning: set[Room] = field(default_factory=set)
    """Rooms whose next game is being begun."""
    is_ending: bool = False
    """No new games are begun."""

    @property
    def phones(self) -> list[Phone]:
        """Everybody."""
        return [phone for room in self.rooms for phone in room.phones]

    @property
    def acknowledged(self) -> list[Made]:
        """The moves that must be there."""
        return [made for made in self.made if made.is_stored]

    @property
    def recoveries(self) -> list[float]:
        """Every loss of a socket, in seconds until a current screen was there."""
        return [seconds for phone in self.phones for seconds in phone.recoveries]

    @property
    def staleness(self) -> list[float]:
        """For each version and phone: how much later it was shown there than on the first screen of its room."""
        return [late for room in self.rooms for late in room.staleness()]

    async def play(self) -> None:
        """All people of all rooms, until cancelled."""
        await asyncio.gather(*(self.play_seat(room, seat) for room in self.rooms for seat in range(len(room.phones))))

    async def play_seat(self, room: Room, seat: int) -> None:
        """One person: answers every question, and the first one starts the next game."""
        phone, rng, answered = room.phones[seat], Random(f"{room.code}-{seat}"), -1
        while True:
            if phone.screen.phase == "over":
                answered = -1
                if seat == 0 and not self.is_ending:
                    await self.begin_again(room)
                await asyncio.sleep(self.pause)
                continue
            forms = phone.screen.forms
            if phone.screen.decision == answered or not forms:
                await self.news(phone)
                continue
            question = phone.screen.decision
            if await self.make(room.code, seat, phone, forms, rng):
                answered = question
            await asyncio.sleep(self.pause * rng.random())

    async def begin_again(self, room: Room) -> None:
        """The next game, until it is on the screens."""
        self.beginning.add(room)
        before = room.phones[0].screen.version
        await self.post_until_answered(room.phones[0], "again", {})
        for phone in room.phones:
            await phone.until_version(before + 1)
        self.games += 1
        self.beginning.discard(room)

    async def news(self, phone: Phone) -> None:
        """Wait for something new on the screen."""
        phone.news.clear()
        try:
            async with asyncio.timeout(0.5):
                await phone.news.wait()
        except TimeoutError:
            pass

    async def make(self, code: str, seat: int, phone: Phone, forms: Sequence[MoveForm], rng: Random) -> bool:
        """One move, by whatever way, until it is answered; False if it was refused."""
        form, chosen = chosen_form(forms, rng, BID_SHARE)
        fields = {**form.fields, **chosen, "key": secrets.token_hex(16)}
        began, tries = perf_counter(), 1
        answer = await phone.send_move(fields, ANSWER_SECONDS) if phone.socket is not None else {"type": "lost"}
        kind = answer["type"]
        if answer.get("code") == TRY_AGAIN:
            self.asked_again.append(answer["text"])
            kind = "lost"
        if kind == "refused":
            self.refusals.append(f"{answer['code']}: {answer['text']}")
        if kind == "lost":
            status, more = await self.post_until_answered(phone, "move", fields)
            kind, tries = ("ack" if status in STORED else "refused"), tries + more
        took = perf_counter() - began
        self.made.append(Made(code, seat, fields["key"], kind == "ack", took, tries))
        return kind == "ack"

    async def post_until_answered(self, phone: Phone, what: str, fields: dict[str, str]) -> tuple[int, int]:
        """The same form again and again until a server that is well has answered it; gives status and tries."""
        tries = 0
        while True:
            tries += 1
            try:
                answer = await phone.post_to_room(what, **fields)
            except LOST:
                phone.turned += 1
                await asyncio.sleep(0.2)
                continue
            if answer.status not in AWAY:
                # Whoever asks again without a key may be told that it is done already.
                if answer.status not in STORED and (tries == 1 or "key" in fields):
                    self.refusals.append(f"{answer.status} for {what}")
                return answer.status, tries
            if answer.status == 503:
                self.asked_again.append(answer.body)
            else:
                self.errors.append(f"{answer.status} for {what}: {answer.body[:200]}")
            await asyncio.sleep(0.2)

    async def end(self, seconds: float) -> None:
        """Let every game come to its end; raises TimeoutError if one is stuck."""
        self.is_ending = True
        deadline = perf_counter() + seconds
        while running := [room for room in self.rooms if room in self.beginning or not room.is_over]:
            if perf_counter() > deadline:
                raise TimeoutError("; ".join(room.situation() for room in running))
            await asyncio.sleep(0.1)
