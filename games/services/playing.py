"""Moves: a player's, a bot's, a ceiling's, or the one made for somebody whose clock ran out.

Every move goes through `submit_move` or `attend`, inside a transaction that holds the room, and is checked by the
engine there; what was thought out before the transaction counts only if the question is still the same.
"""

from __future__ import annotations

import random
import secrets
from dataclasses import dataclass, replace
from datetime import datetime

from django.utils import timezone

from games import engine
from games.bots.roster import BOTS
from games.engine import ONLOOKER, IllegalMove, Move, Order, codec, told
from games.models import Game, Incident, Seat
from games.services import journal, metrics, timing
from games.services.changing import Change, changing
from games.services.faults import KeyReused, Malformed, NotAllowedNow, NotYourSeat, StaleDecision
from games.services.figures import game_ended
from games.services.queries import current_table
from games.services.tables import Ceiling, Chair, Play, Table, read_standings

KEY_LENGTH = 64
REFUSALS_KEPT = 50
LONGEST_THOUGHT_MS = 2**31 - 1  # what the column holds: a game may go on after a month


@dataclass(frozen=True, slots=True)
class Wish:
    """A move as it was sent: which question it answers, and a key that makes sending it twice harmless."""

    decision: int
    key: str
    move: Move


def checked_key(raw: object) -> str:
    """A key as our pages and scripts make them: printable ASCII, no longer than its column."""
    if not (isinstance(raw, str) and raw.isascii() and raw.isprintable() and 0 < len(raw) <= KEY_LENGTH):
        raise Malformed("MALFORMED_MOVE")
    return raw


def submit_move(*, code: str, visitor: str, wish: Wish) -> int:
    """One move of a person; gives the room's version after it. The same wish again gives the same answer."""
    try:
        with changing(code) as change:
            play, chair = require_seat(change.table, visitor)
            if is_known(play, chair, wish):
                change.is_made = False
                return change.version
            if not play.is_running:
                raise NotAllowedNow("GAME_OVER")
            if wish.decision != play.decision:
                raise StaleDecision("STALE_DECISION")
            make_move(change, chair, wish, by="")
        metrics.MOVES.add()
        return change.version
    except IllegalMove as fault:
        metrics.REFUSALS.add()
        note_refusal(code, visitor, fault)
        raise


def require_seat(table: Table, visitor: str) -> tuple[Play, Chair]:
    """The seat of this browser in the room's game."""
    refuse_strangers(table, visitor)
    if table.play is None:
        raise NotAllowedNow("NO_GAME_YET")
    chair = table.chair_of(table.visitors.get(visitor))
    if chair is None:
        raise NotYourSeat("NOT_YOUR_SEAT")
    return table.play, chair


def is_known(play: Play, chair: Chair, wish: Wish) -> bool:
    """Whether this very wish was granted before."""
    fields = play.answered.get((chair.number, wish.key))
    if fields is not None and fields != codec.move_to_json(wish.move):
        raise KeyReused("KEY_REUSED")
    return fields is not None


def make_move(change: Change, chair: Chair, wish: Wish, *, by: str) -> None:
    """Play a move of the running game, store it, and prepare the snapshot that follows."""
    play = change.table.play
    if play is None:
        raise NotAllowedNow("NO_GAME_YET")
    now = timezone.now()
    step = engine.play(play.kind, play.state, chair.number, wish.move)
    decision = play.kind.decision(step.state)
    is_new_question = decision != play.decision
    asked_at = now + timing.time_to_show(step.events) if is_new_question else play.asked_at
    mover = replace(chair, timeouts=0, warmer="") if not by else chair
    chairs = timing.wound(
        play.kind,
        step.state,
        tuple(mover if old.number == chair.number else old for old in play.chairs),
        asked_at=asked_at,
        options=play.options,
        anew=None if is_new_question else frozenset(),
    )
    after = replace(
        play,
        state=step.state,
        events=(*play.events, *step.events),
        fresh=len(step.events),
        length=play.length + 1,
        decision=decision,
        asked_at=asked_at,
        due_at=timing.due_time(chairs),
        chairs=chairs,
        answered={**play.answered, (chair.number, wish.key): codec.move_to_json(wish.move)},
    )
    store_move(play, chair, wish, step.events, by=by, now=now)
    timing.store_chairs(play.id, play.chairs, chairs)
    is_over = store_game(after, now)
    change.is_visible = bool(told(play.kind, step.events, ONLOOKER))
    if is_over:
        after = replace(after, status=Game.Status.OVER.value, due_at=None)
    change.after = replace(
        change.table,
        version=change.version,
        revision=change.row.revision + 1,
        play=after,
        standings=read_standings(change.row.id, change.table.people) if is_over else change.table.standings,
    )


def store_move(
    play: Play, chair: Chair, wish: Wish, events: tuple[engine.Event, ...], *, by: str, now: datetime
) -> None:
    """Append the move; a reveal also fills in the cheques of the choices it opened."""
    row = play.kind.row(play.state, chair.number, wish.move, events)
    thought = min(max(0, round((now - play.asked_at).total_seconds() * 1000)), LONGEST_THOUGHT_MS)
    journal.append_move(
        {
            "game_id": play.id,
            "number": play.length,
            "seat": chair.number,
            "decision": play.decision,
            "key": wish.key,
            "move": wish.move.name,
            "round": row.round,
            "amount": row.amount,
            "house": row.house,
            "cheque": row.cheque,
            "space": row.space or "",
            "fields": journal.text(codec.move_to_json(wish.move)),
            "events": journal.text([codec.event_to_json(play.kind, event) for event in events]),
            "by": by,
            "thought_ms": thought,
            "made_at": journal.moment(now),
        }
    )
    for seat, cheque in row.cheques.items():
        journal.fill_cheque(play.id, row.round, seat, cheque)


def store_game(play: Play, now: datetime) -> bool:
    """Write the snapshot, and the result when the game is over."""
    journal.save_snapshot(
        play.id,
        state=journal.text(codec.state_to_json(play.kind, play.state)),
        length=play.length,
        decision=play.decision,
        asked_at=play.asked_at,
        due_at=play.due_at,
    )
    outcome = play.kind.outcome(play.state)
    if outcome is None:
        return False
    for number, (score, rank) in enumerate(zip(outcome.scores, outcome.ranks, strict=True)):
        Seat.objects.filter(game=play.id, number=number).update(score=score, rank=rank)
    Game.objects.filter(pk=play.id).update(status=Game.Status.OVER, ended_at=now, due_at=None)
    game_ended(play, now)
    return True


def note_refusal(code: str, visitor: str, fault: IllegalMove) -> None:
    """Keep a refused move for reviewers, not more than so many per game."""
    table = current_table(code)
    seat = table.seat_of(visitor)
    if table.play is None or seat is None:
        return
    kept = Incident.objects.filter(game=table.play.id, what=Incident.What.REFUSAL).count()
    if kept < REFUSALS_KEPT:
        Incident.objects.create(
            room_id=table.room_id,
            game_id=table.play.id,
            seat=seat,
            what=Incident.What.REFUSAL,
            facts={"code": str(fault.code), **fault.facts},
        )


# The secret ceiling


def set_ceiling(*, code: str, visitor: str, ceiling: Ceiling) -> None:
    """Bid for me up to so much in this round, then pass or ask; 0 clears. Seen by nobody else."""
    with changing(code) as change:
        play, chair = require_seat(change.table, visitor)
        if not play.is_running or not play.kind.info.standing_orders or chair.driver:
            raise NotAllowedNow("NO_CEILING_NOW")
        if ceiling.then not in Seat.Then.values:
            raise Malformed("MALFORMED")
        if ceiling.round != play.kind.round(play.state):
            raise StaleDecision("STALE_DECISION")
        change.is_visible = False
        now = timezone.now()
        changed = replace(chair, ceiling=ceiling if ceiling.amount > 0 else None)
        times = timing.owed_times(play.kind, play.state, changed, max(now, play.asked_at), 0)
        timed = replace(times, deadline=chair.deadline if chair.number in play.to_act else None)
        timing.change_chair(change, timed, now=now, is_asked_anew=False)


# What is due


def attend(code: str) -> bool:
    """Make one move that is due in this room: a bot's, a ceiling's, or for a clock that ran out. True if it was one."""
    table = current_table(code)
    play = table.play
    now = timezone.now()
    if play is None or not play.is_running or play.due_at is None or play.due_at > now:
        return False
    for chair in play.chairs:
        if chair.acts_at is not None and chair.acts_at <= now:
            return act_for(table, play, chair)
        if chair.deadline is not None and chair.deadline <= now:
            return time_out(table, play, chair)
    return False


def act_for(table: Table, play: Play, chair: Chair) -> bool:
    """The move of a bot or of a ceiling whose pause is over."""
    move = bot_move(play, chair, chair.driver) if chair.driver else ceiling_move(play, chair)
    with changing(table.code) as change:
        held = still_due(change, play, chair)
        if held is None:
            change.is_made = False
            return False
        if move is None:
            change.is_visible = False
            timing.change_chair(change, replace(held, acts_at=None), now=timezone.now(), is_asked_anew=False)
            return False
        make_move(change, held, Wish(play.decision, secrets.token_urlsafe(16), move), by=chair.driver)
    return True


def ceiling_move(play: Play, chair: Chair) -> Move | None:
    """What the seat's standing order does now; None asks the player."""
    if chair.ceiling is None:
        return None
    order = Order(chair.ceiling.amount, chair.ceiling.then)
    move: Move | None = play.kind.standing_move(play.state, chair.number, order)
    return move


def time_out(table: Table, play: Play, chair: Chair) -> bool:
    """The first time a clock runs out a bot makes that one decision; the second time it keeps the chair warm."""
    move = bot_move(play, chair, timing.WARMER)
    with changing(table.code) as change:
        held = still_due(change, play, chair)
        if held is None:
            change.is_made = False
            return False
        Incident.objects.create(
            room=change.room,
            game_id=play.id,
            seat=chair.number,
            what=Incident.What.TIMEOUT,
            facts={"name": chair.name},
        )
        late = replace(held, timeouts=held.timeouts + 1)
        if late.timeouts > 1:
            late = replace(late, warmer=timing.WARMER, was_replaced=True, timeouts=0, ceiling=None)
            Incident.objects.create(
                room=change.room,
                game_id=play.id,
                seat=chair.number,
                what=Incident.What.TAKEOVER,
                facts={"name": chair.name, "for_good": False},
            )
        make_move(change, late, Wish(play.decision, secrets.token_urlsafe(16), move), by=timing.WARMER)
        change.is_more_than_a_move = True
        change.after = None
    return True


def still_due(change: Change, play: Play, chair: Chair) -> Chair | None:
    """The same chair if nothing has changed since the move was thought out."""
    held = change.table.play
    if held is None or held.id != play.id or held.decision != play.decision or not held.is_running:
        return None
    now_there = held.chairs[chair.number]
    is_same = (now_there.acts_at, now_there.deadline) == (chair.acts_at, chair.deadline)
    return now_there if is_same and chair.number in held.to_act else None


def bot_move(play: Play, chair: Chair, slug: str) -> Move:
    """What a bot in this seat would do, seeing what a person there sees."""
    history = told(play.kind, play.events, chair.number)
    seen = play.kind.observe(play.state, chair.number, history)
    legal = play.kind.legal_moves(play.state, chair.number)
    chosen: Move = BOTS[play.kind.info.slug][slug].choose(seen, legal, random.Random(secrets.randbits(64)))
    return chosen


def refuse_strangers(table: Table, visitor: str) -> None:
    """Only people of the room have anything to say in it."""
    if table.person_of(visitor) is None:
        raise NotYourSeat("NOT_YOUR_SEAT")
