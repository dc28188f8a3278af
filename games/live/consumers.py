"""Sockets: one for a seat or an onlooker, one for a table screen. Thin: who, which room, which frame; no rules."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from http.cookies import CookieError, SimpleCookie
from typing import Any

from channels.exceptions import StopConsumer
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.db import Error as DatabaseError
from django.utils import translation

from games.engine import EngineFault
from games.live.housekeeping import HOUSEKEEPING
from games.live.hub import HUBS, UNANSWERED_BYTES, Frames, Hub
from games.live.line import line_of
from games.live.origin import header, scheme_of
from games.live.work import in_thread
from games.live.writer import WishedMove, writer
from games.screens import words
from games.screens.base import Look, Screen, quoted
from games.services import metrics, troubles
from games.services.addresses import client_address, public_origin
from games.services.faults import Conflict, Malformed, Missing, NotAllowedNow, ServiceFault, TooMany
from games.services.guessing import is_guess_within, refuse_guessers
from games.services.languages import choose_language
from games.services.limits import FRAMES, OUTCASTS, SOCKETS, SOCKETS_BY_ADDRESS, is_within, throw_out
from games.services.queries import current_table
from games.services.tables import Table
from games.services.turns import KEY_LENGTH, wish_of
from games.services.visitors import read_visitor

logger = logging.getLogger(__name__)

FRAME_BYTES = 4096
POLICY_VIOLATION = 1008
TRY_LATER = 1013
NO_SUCH_ROOM = 4404


def cookies_of(scope: Mapping[str, Any]) -> dict[str, str]:
    """The handshake's cookies."""
    try:
        return {name: morsel.value for name, morsel in SimpleCookie(header(dict(scope), "cookie")).items()}
    except CookieError:
        return {}


class Refuse(AsyncWebsocketConsumer):  # type: ignore[misc]
    """For addresses that are no room's."""

    channel_layer_alias = "none"

    async def connect(self) -> None:
        """Close at once."""
        await self.close(NO_SUCH_ROOM)


class RoomConsumer(AsyncWebsocketConsumer):  # type: ignore[misc]
    """Pushes for a seat or an onlooker, and takes moves."""

    # Fan-out inside a process is the hub's; no channel per socket.
    channel_layer_alias = "none"
    is_table_screen = False

    hub: Hub | None = None
    person_id: int | None = None
    shown: Screen | None = None
    sent_bytes = 0
    """Sent since the browser last said what it shows."""
    beat_version: int | None = None
    """What an answer to the last beat must say at least; None if it was answered."""
    is_closed = False

    async def __call__(self, scope: dict[str, Any], receive: Any, send: Any) -> None:
        """Like Channels', without a channel of its own to listen to: messages come from the browser alone."""
        self.scope, self.channel_layer, self.base_send = scope, None, send
        self.line = line_of(scope, send)
        with suppress(StopConsumer):
            while True:
                await self.dispatch(await receive())

    async def dispatch(self, message: dict[str, Any]) -> None:
        """Like Channels', without its visit to a database thread before every message."""
        if message["type"] == "websocket.receive":
            self.hear(message.get("text"))
            return
        try:
            await getattr(self, message["type"].replace(".", "_"))(message)
        except DatabaseError as fault:  # the next comparison of versions brings what is missing now
            troubles.note(logger, "a socket waits", fault)

    async def connect(self) -> None:
        """Join the room's hub first, then read and send the whole screen: so no change falls between the two."""
        cookies = cookies_of(self.scope)
        self.visitor = read_visitor(cookies)
        self.language = choose_language(
            cookies.get(settings.LANGUAGE_COOKIE_NAME, ""), header(self.scope, "accept-language")
        )
        self.origin = public_origin(scheme_of(self.scope), header(self.scope, "host"))
        peer = (self.scope.get("client") or ("",))[0]
        self.address = client_address(peer, header(self.scope, "x-forwarded-for"))
        self.code = self.scope["url_route"]["kwargs"]["code"].upper()
        if not self.may_come_in():
            await self.close(TRY_LATER)
            return
        try:
            table = await in_thread(self.wanted_table)
        except Missing:
            await self.close(NO_SUCH_ROOM if is_guess_within(self.address) else TRY_LATER)
            return
        except TooMany:
            await self.close(TRY_LATER)
            return
        except DatabaseError as fault:
            troubles.note(logger, "a socket could not be opened", fault)
            await self.close(TRY_LATER)
            return
        await self.accept()
        HOUSEKEEPING.start()
        metrics.SOCKETS.add()
        hub = self.hub = HUBS.join(table.room_id, self)
        self.writer = writer()
        self.line.listen(self.hear)
        hub.show(await hub.current(), (self,))

    def wanted_table(self) -> Table:
        """The room that was asked for, unless this address has guessed too many codes."""
        refuse_guessers(address=self.address, visitor=self.visitor, code=self.code)
        return current_table(self.code)

    def may_come_in(self) -> bool:
        """Not thrown out a moment ago, and not one of too many."""
        who = self.visitor or self.address
        if OUTCASTS.has(who) or not is_within(SOCKETS_BY_ADDRESS, "address", self.address):
            return False
        if not is_within(SOCKETS, "sockets", who):
            throw_out(who)
            return False
        return True

    async def disconnect(self, code: int) -> None:
        """Leave the hub."""
        self.line.listen(None)
        if self.hub is not None:
            metrics.SOCKETS.add(-1)
            HUBS.leave(self.hub, self)
            self.hub = None

    def hang_up(self, code: int) -> None:
        """Close an open socket once; what still arrives is not read."""
        if not self.is_closed:
            self.is_closed = True
            self.line.close(code)

    # To the browser

    def look_at(self, table: Table) -> Look:
        """Who this socket is in that snapshot; a claim or transfer may have changed it."""
        self.person_id = None if self.is_table_screen else table.visitors.get(self.visitor)
        claims = [claim.player for claim in table.claims if claim.visitor == self.visitor] if table.claims else ()
        claim = claims[0] if claims else None
        return Look(table, self.language, self.origin, self.person_id, self.is_table_screen, claim)

    def show_again(self) -> None:
        """The whole screen, as new as this process knows it; what is newer is being read, and all will see it."""
        self.shown = None
        table = self.hub.latest() if self.hub else None
        if self.hub is not None and table is not None:
            self.hub.show(table, (self,))

    def show(self, screen: Screen, frames: Frames) -> None:
        """Bring the browser to this screen; one that has stopped listening gets the whole when it answers."""
        if self.shown is screen or self.sent_bytes > UNANSWERED_BYTES:
            return
        text = frames.between(self.shown, screen)
        self.shown = screen
        if not text:
            return
        self.sent_bytes += len(text)
        frames.sent += 1
        self.line.send(text)
        if self.sent_bytes > UNANSWERED_BYTES // 2 and self.beat_version is None:
            self.beat()  # a quick table fills this between two beats; its answer makes room again

    def beat(self) -> None:
        """The current version, for a browser that missed something; one that never answers is let go."""
        if self.sent_bytes > 4 * UNANSWERED_BYTES:
            self.hang_up(POLICY_VIOLATION)
            return
        self.sent_bytes += 64
        version = self.hub.table.version if self.hub and self.hub.table else 0
        self.beat_version = self.shown.version if self.shown else version
        self.line.send(json.dumps({"type": "beat", "version": version, "now": round(time.time() * 1000)}))

    def turn_away(self) -> None:
        """The room is gone or closed; the page finds out what to say by loading itself again."""
        self.hang_up(NO_SUCH_ROOM)

    # From the browser

    def hear(self, text: str | None) -> None:
        """One frame: a move or a beat; anything else is refused with a reason."""
        if self.is_closed:
            return
        # By visitor, not by socket: who is thrown out does not begin anew with the next one.
        who = self.visitor or self.address
        if text is None or is_too_long(text) or not is_within(FRAMES, "frames", who):
            throw_out(who)
            self.hang_up(POLICY_VIOLATION)
            return
        message = parse(text)
        kind = message.get("type") if message is not None else None
        if message is not None and kind == "beat":
            self.hear_beat(message)
        elif message is not None and kind == "move" and not self.is_table_screen:
            self.hear_move(message)
        else:
            self.refuse("", Malformed("UNKNOWN_MESSAGE"))

    def hear_beat(self, message: Mapping[str, Any]) -> None:
        """The browser says which version it shows; one that is behind gets the whole screen."""
        self.sent_bytes, asked, self.beat_version = 0, self.beat_version, None
        table, version = self.hub.latest() if self.hub else None, message.get("version")
        if self.hub is None or table is None:
            return
        # What was sent after the beat that is answered may still be on its way: that is no gap.
        is_on_its_way = asked is not None and isinstance(version, int) and asked <= version <= table.version
        if version != table.version and not is_on_its_way:
            self.shown = None
        self.hub.show(table, (self,))

    def hear_move(self, message: Mapping[str, Any]) -> None:
        """Hand a move to the writer, who answers after its commit."""
        key = message.get("key")
        shown_key = key if isinstance(key, str) and len(key) <= KEY_LENGTH else ""
        try:
            move = self.move_of(message)
        except (ServiceFault, EngineFault) as fault:
            self.answer(shown_key, fault)
        else:
            self.writer.make(move, partial(self.answer, shown_key))

    def move_of(self, message: Mapping[str, Any]) -> WishedMove:
        """The move of a frame."""
        table = self.hub.table if self.hub else None
        if table is None:
            raise NotAllowedNow("NO_GAME_YET")
        return WishedMove(table.room_id, self.code, self.visitor, wish_of(table.play, message))

    def answer(self, key: str, fault: BaseException | None) -> None:
        """What came of a move: it is committed, or why not."""
        if fault is None:
            self.line.send(f'{{"type": "ack", "key": {quoted(key)}}}')
        elif isinstance(fault, ServiceFault | EngineFault):
            metrics.REFUSALS.add()
            self.refuse(key, fault)
            if isinstance(fault, Conflict):
                self.show_again()
        else:
            note_failure(fault)
            self.refuse(key, ServiceFault("TRY_AGAIN"))

    def refuse(self, key: str, fault: ServiceFault | EngineFault) -> None:
        """Say why not, in the person's language."""
        play = self.hub.table.play if self.hub and self.hub.table else None
        slug = play.kind.info.slug if play else None
        with translation.override(self.language):
            text = words.fault_sentence(fault.code, fault.facts, slug)
        message = {"type": "refused", "key": key, "code": str(fault.code), "text": text}
        self.line.send(json.dumps(message, ensure_ascii=False))


def note_failure(fault: BaseException) -> None:
    """A move that nobody refused and that was not stored."""
    what = "a move could not be stored"
    if isinstance(fault, DatabaseError):
        troubles.note(logger, what, fault)
    else:
        logger.error(what, exc_info=fault)


class TableConsumer(RoomConsumer):
    """Pushes for a table screen; it takes no moves and knows nobody's secrets."""

    is_table_screen = True


def is_too_long(text: str) -> bool:
    """Counted in bytes, where that is not plain from the letters."""
    return len(text) > FRAME_BYTES // 4 and len(text.encode("utf-8", "replace")) > FRAME_BYTES


def parse(text: str) -> dict[str, Any] | None:
    """A JSON object, or None for anything else, halves of surrogate pairs included: no text could answer them."""
    try:
        message = json.loads(text)
        if "\\u" in text:
            json.dumps(message, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return message if isinstance(message, dict) else None
