"""A move thought through, with nothing written yet: the room after it, and the values that are to be stored.

Both ways to store a move begin here: alone in a transaction that holds the room (`playing`), and together with the
moves of other rooms in one commit (`commits`).
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from games import engine
from games.engine import ONLOOKER, Move, SeatNo, codec
from games.services import journal, timing
from games.services.faults import KeyReused, Malformed, NotAllowedNow, NotYourSeat, StaleDecision
from games.services.tables import Chair, Play, Table, one_more

KEY_LENGTH = 64
GAME_OF_KEY = re.compile(r"f(\d{1,9})\.")
"""How the keys of our pages begin; a script of one's own may take any other."""
ACTIVE_FOR = timedelta(minutes=1)
"""A room that was marked as active is not marked again for so long: the mark has an index, which is dear to change."""
LONGEST_THOUGHT_MS = 2**31 - 1  # what the column holds: a game may go on after a month


class Wish(NamedTuple):
    """A move as it was sent: which question it answers, and a key that makes sending it twice harmless."""

    decision: int
    key: str
    move: Move

    def is_for(self, game: int) -> bool:
        """Whether it is meant for the game of this number, where the key says one: each game counts its questions."""
        return self.key.startswith(f"f{game}.") or not GAME_OF_KEY.match(self.key)


class Turn(NamedTuple):
    """A move that the rules allow, made at the snapshot `before`."""

    before: Table
    after: Table
    """The room after the move. A game that ends with it is still running here: its result is written apart."""
    made_at: datetime
    row: tuple[Any, ...]
    """The move's values for `journal.MOVE_COLUMNS`."""
    round: int
    cheques: Mapping[SeatNo, int]
    """What the choices of this round brought, where the move opened them."""

    @property
    def play(self) -> Play:
        """The game after the move."""
        if self.after.play is None:
            raise ValueError("a turn without a game")
        return self.after.play

    @property
    def is_visible(self) -> bool:
        """Whether others may see that something happened."""
        return self.after.version != self.before.version

    @property
    def leaves_chairs_alone(self) -> bool:
        """Whether no clock, bot or ceiling is concerned: then chairs need not be stored."""
        return self.before.play is not None and self.before.play.chairs == self.play.chairs


def checked_key(raw: object) -> str:
    """A key as our pages and scripts make them: printable ASCII, no longer than its column."""
    if not (isinstance(raw, str) and raw.isascii() and raw.isprintable() and 0 < len(raw) <= KEY_LENGTH):
        raise Malformed("MALFORMED_MOVE")
    return raw


NOT_ARGUMENTS = frozenset({"type", "csrfmiddlewaretoken", "key", "decision"})
ONLY_TEXT = frozenset({str})
LONGEST_NUMBER = 9


def wish_of(play: Play | None, fields: Mapping[str, object]) -> Wish:
    """The move that a form's fields mean, whether they came as a form, where all is text, or as a socket's message."""
    if play is None:
        raise NotAllowedNow("NO_GAME_YET")
    arguments: dict[str, Any] = {name: value for name, value in fields.items() if name not in NOT_ARGUMENTS}
    is_form = ONLY_TEXT.issuperset(map(type, arguments.values()))
    move = codec.move_from_form(play.kind, arguments) if is_form else codec.move_from_json(play.kind, arguments)
    return Wish(checked_number(fields.get("decision")), checked_key(fields.get("key")), move)


def checked_number(raw: object) -> int:
    """A number, or its digits."""
    if isinstance(raw, str) and raw.isascii() and raw.isdigit() and len(raw) <= LONGEST_NUMBER:
        return int(raw)
    if type(raw) is not int:  # not isinstance: True is no number
        raise Malformed("MALFORMED_MOVE")
    return raw


def require_seat(table: Table, visitor: str) -> tuple[Play, Chair]:
    """The seat of this browser in the room's game."""
    refuse_strangers(table, visitor)
    if table.play is None:
        raise NotAllowedNow("NO_GAME_YET")
    chair = table.chair_of(table.visitors[visitor])
    if chair is None:
        raise NotYourSeat("NOT_YOUR_SEAT")
    return table.play, chair


def refuse_strangers(table: Table, visitor: str) -> None:
    """Only people of the room have anything to say in it."""
    if visitor not in table.visitors:
        raise NotYourSeat("NOT_YOUR_SEAT")


def wished_turn(table: Table, visitor: str, wish: Wish) -> Turn | None:
    """The turn that a person asks for; None if this very wish was granted before. Asked in the order that design has:
    whose seat, is the key known, is the question current, what do the rules say."""
    play, chair = require_seat(table, visitor)
    fields = play.answered.get(chair.number, wish.key)
    if fields is not None:
        if fields != codec.move_to_json(wish.move):
            raise KeyReused("KEY_REUSED")
        return None
    if not play.is_running:
        raise NotAllowedNow("GAME_OVER")
    if wish.decision != play.decision or not wish.is_for(play.number):
        raise StaleDecision("STALE_DECISION")
    return turn_of(table, chair, wish)


def turn_of(table: Table, chair: Chair, wish: Wish, *, by: str = "") -> Turn:
    """What follows from a move of this chair: made by its player, or `by` a bot."""
    play = table.play
    if play is None:
        raise NotAllowedNow("NO_GAME_YET")
    now, kind = datetime.now(UTC), play.kind
    step = engine.play(kind, play.state, chair.number, wish.move)
    decision = kind.decision(step.state)
    is_new_question = decision != play.decision
    asked_at = timing.after_showing(step.events, now) if is_new_question else play.asked_at
    chairs, due_at = play.chairs, None
    if not play.is_untimed:
        anew = None if is_new_question else frozenset[int]()
        mover = chair if by else at_the_table(chair)
        chairs = timing.wound(
            kind, step.state, seated(chairs, mover), asked_at=asked_at, options=play.options, anew=anew
        )
        due_at = timing.due_time(chairs)
    fields = codec.move_to_json(wish.move)
    after = play.moved(
        state=step.state,
        events=(*play.events, *step.events),
        fresh=len(step.events),
        length=play.length + 1,
        decision=decision,
        asked_at=asked_at,
        due_at=due_at,
        chairs=chairs,
        answered=play.answered.plus(chair.number, wish.key, fields),
        moves_by_seat=one_more(play.moves_by_seat, chair.number),
    )
    is_visible = any(kind.tell(event, ONLOOKER) is not None for event in step.events)
    stored = kind.row(play.state, chair.number, wish.move, step.events)
    return Turn(
        table,
        table.moved(
            version=table.version + is_visible,
            revision=table.revision + 1,
            play=after,
            active_at=now if now - table.active_at > ACTIVE_FOR else table.active_at,
        ),
        now,
        (
            play.id,
            play.length,
            chair.number,
            play.decision,
            wish.key,
            wish.move.name,
            stored.round,
            stored.amount,
            stored.house,
            stored.cheque,
            stored.space or "",
            journal.text(fields),
            codec.events_to_text(kind, step.events),
            by,
            thought_ms(play, now),
        ),
        stored.round,
        stored.cheques,
    )


def at_the_table(chair: Chair) -> Chair:
    """Who moves is there: no bot keeps the chair warm, and no clock has run out in a row."""
    return replace(chair, timeouts=0, warmer="") if chair.timeouts or chair.warmer else chair


def seated(chairs: tuple[Chair, ...], mover: Chair) -> tuple[Chair, ...]:
    """The chairs with this one in its place."""
    if chairs[mover.number] is mover:
        return chairs
    return tuple([mover if old.number == mover.number else old for old in chairs])


def thought_ms(play: Play, now: datetime) -> int:
    """How long the question had been put."""
    return min(max(0, round((now - play.asked_at).total_seconds() * 1000)), LONGEST_THOUGHT_MS)
