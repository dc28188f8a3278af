"""Moves: a player's, a bot's, a ceiling's, or the one made for somebody whose clock ran out.

Every move goes through `submit_move` or `attend`, inside a transaction that holds the room, and is checked by the
engine there; what was thought out before the transaction counts only if the question is still the same.
"""

from __future__ import annotations

import random
import secrets
from dataclasses import replace
from datetime import datetime

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from games.bots.roster import BOTS
from games.engine import EngineFault, IllegalMove, Move, Order, Outcome, codec, told
from games.models import Game, Incident, PlayedMove, Seat
from games.services import journal, metrics, timing
from games.services.changing import Change, changing
from games.services.faults import Malformed, NotAllowedNow, ServiceFault, StaleDecision
from games.services.figures import game_ended
from games.services.queries import current_table
from games.services.tables import Ceiling, Chair, Play, Table, read_standings
from games.services.turns import Turn, Wish, require_seat, turn_of, wished_turn

REFUSALS_KEPT = 50


def submit_move(*, code: str, visitor: str, wish: Wish) -> int:
    """One move of a person; gives the room's version after it. The same wish again gives the same answer."""
    try:
        with changing(code) as change:
            turn = wished_turn(change.table, visitor, wish)
            if turn is None:
                change.is_made = False
                return change.version
            store_turn(change, turn)
        return change.version
    except StaleDecision:
        table = current_table(code)
        if not was_granted_before(table, visitor, wish):
            raise
        return table.version
    except IllegalMove as fault:
        note_refusal(code, visitor, fault)
        raise


def was_granted_before(table: Table, visitor: str, wish: Wish) -> bool:
    """Whether this very wish was granted in a game of this room that has ended since: its answer was lost, and the
    table has begun another game before it was sent again."""
    mine = PlayedMove.objects.filter(
        game__room=table.room_id,
        game__seats__player=table.visitors.get(visitor),
        game__seats__number=F("seat"),
        key=wish.key,
    )
    return codec.move_to_json(wish.move) in mine.values_list("fields", flat=True)


def quick_turn(table: Table | None, visitor: str, wish: Wish) -> Turn | None:
    """The turn, where this process's copy of the room allows it and all there is to store is a move.

    Whatever else it is, a refusal or the end of the game, None is given and `submit_move` finds out in its transaction:
    this copy may be old.
    """
    if table is None or table.is_closed:
        return None
    try:
        turn = wished_turn(table, visitor, wish)
    except (ServiceFault, EngineFault):
        return None
    if turn is None or not turn.leaves_chairs_alone or turn.play.kind.outcome(turn.play.state) is not None:
        return None
    return turn


def make_move(change: Change, chair: Chair, wish: Wish, *, by: str) -> None:
    """A move that a bot or a ceiling makes for a seat."""
    store_turn(change, turn_of(change.table, chair, wish, by=by))


def store_turn(change: Change, turn: Turn) -> None:
    """Store a turn of the room that is held, and the result if the game ends with it."""
    play, before = turn.play, turn.before.play
    journal.append_move(turn.row, turn.made_at)
    for seat, cheque in turn.cheques.items():
        journal.fill_cheque(play.id, turn.round, seat, cheque)
    if before is not None:
        timing.store_chairs(play.id, before.chairs, play.chairs)
    journal.save_snapshot(
        play.id,
        state=play.state_text,
        length=play.length,
        decision=play.decision,
        asked_at=play.asked_at,
        due_at=play.due_at,
    )
    transaction.on_commit(metrics.MOVES.add)
    change.is_visible = turn.is_visible
    change.after = turn.after
    outcome = play.kind.outcome(play.state)
    if outcome is not None:
        store_result(play, outcome, turn.made_at)
        over = play.moved(status=Game.Status.OVER.value, due_at=None)
        change.after = turn.after.moved(play=over, standings=read_standings(change.row.id, change.table.people))


def store_result(play: Play, outcome: Outcome, now: datetime) -> None:
    """The game is over."""
    journal.save_scores(play.id, outcome.scores, outcome.ranks)
    game_ended(play, Game.Status.OVER, now)


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
