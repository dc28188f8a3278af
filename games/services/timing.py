"""Who must move by when: the pauses of bots and ceilings and the clocks of people, as columns, never as timers.

Whoever notices first that a time has passed calls `games.services.playing.attend`, which checks again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from operator import is_not
from random import SystemRandom
from typing import Any

from django.conf import settings
from django.utils import timezone

from games.engine import AnyKind, Event, Order
from games.models import Game, Incident, Seat
from games.services.changing import Change
from games.services.tables import Chair, chair_from

CHANCE = SystemRandom()
WARMER = "steady"
COUNTDOWN_SECONDS = 2.1
CARD_SECONDS = 1.1


def seconds(amount: float) -> timedelta:
    """A pause at the pace of this site."""
    return timedelta(seconds=amount * settings.PACE)


def after_showing(events: Iterable[Event], now: datetime) -> datetime:
    """When screens have shown what was just revealed: this very moment, if that is nothing."""
    cards = sum([event.reveals() for event in events])
    return now + seconds(COUNTDOWN_SECONDS + CARD_SECONDS * cards) if cards else now


def bot_pause(chairs: Sequence[Chair]) -> timedelta:
    """Long enough for people to follow, short when only bots are left."""
    has_people = any(not chair.driver for chair in chairs)
    return seconds(CHANCE.uniform(1.1, 2.0) if has_people else 0.25)


def ceiling_pause() -> timedelta:
    """A ceiling acts as late as a person would."""
    return seconds(CHANCE.uniform(1.0, 4.0))


def owed_times(kind: AnyKind, state: Any, chair: Chair, asked_at: datetime, clock: int) -> Chair:
    """The chair with the times of a question newly put to it."""
    if chair.driver:
        raise ValueError("bots are timed by `wound`")
    deadline = asked_at + timedelta(seconds=clock) if clock else None
    ceiling = chair.ceiling
    acts = None
    if ceiling is not None and ceiling.round == kind.round(state):
        move = kind.standing_move(state, chair.number, Order(ceiling.amount, ceiling.then))
        acts = asked_at + ceiling_pause() if move is not None else None
    is_timed = (chair.deadline, chair.acts_at) != (deadline, acts)
    return replace(chair, deadline=deadline, acts_at=acts) if is_timed else chair


def wound(
    kind: AnyKind,
    state: Any,
    chairs: Sequence[Chair],
    *,
    asked_at: datetime,
    options: Mapping[str, Any],
    anew: frozenset[int] | None = None,
) -> tuple[Chair, ...]:
    """The chairs with their times for the present question; `anew` are those it is new for (None: all).

    The same chairs where nothing changes, which is so at every table without clocks, bots and ceilings.
    """
    owing = kind.to_act(state)
    this_round = kind.round(state)
    result = []
    for old in chairs:
        chair = old
        if chair.ceiling is not None and chair.ceiling.round != this_round:
            chair = replace(chair, ceiling=None)
        if chair.number not in owing:
            chair = replace(chair, deadline=None, acts_at=None) if chair.deadline or chair.acts_at else chair
        elif anew is None or chair.number in anew:
            if chair.driver:
                chair = replace(chair, deadline=None, acts_at=asked_at + bot_pause(chairs))
            else:
                chair = owed_times(kind, state, chair, asked_at, int(options.get("clock") or 0))
        result.append(chair)
    return tuple(result) if any(map(is_not, chairs, result)) else tuple(chairs)


def due_time(chairs: Iterable[Chair]) -> datetime | None:
    """When somebody must look at the game next."""
    times = [time for chair in chairs for time in (chair.deadline, chair.acts_at) if time is not None]
    return min(times, default=None)


def store_chairs(game_id: int, before: Sequence[Chair], after: Sequence[Chair]) -> None:
    """Write the chairs that changed."""
    for old, new in zip(before, after, strict=True):
        if old != new:
            Seat.objects.filter(game=game_id, number=new.number).update(
                player=new.player,
                warmer=new.warmer,
                was_replaced=new.was_replaced,
                timeouts=new.timeouts,
                deadline=new.deadline,
                acts_at=new.acts_at,
                ceiling_amount=new.ceiling.amount if new.ceiling else 0,
                ceiling_then=new.ceiling.then if new.ceiling else Seat.Then.ASK,
                ceiling_round=new.ceiling.round if new.ceiling else 0,
            )


def wind_up(game: Game, seats: Sequence[Seat], kind: AnyKind, opening: Any) -> tuple[Chair, ...]:
    """Put the times of its first question into the rows of a game that is to be stored; gives the chairs with them."""
    chairs = wound(kind, opening, tuple(map(chair_from, seats)), asked_at=game.asked_at, options=game.options)
    for seat, chair in zip(seats, chairs, strict=True):
        seat.deadline, seat.acts_at = chair.deadline, chair.acts_at
    game.due_at = due_time(chairs)
    return chairs


def change_chair(change: Change, chair: Chair, *, now: datetime, is_asked_anew: bool = True) -> None:
    """Put a changed chair into the running game, with times that fit who drives it now."""
    play = change.table.play
    if play is None:
        raise ValueError("no game")
    chairs = tuple(chair if old.number == chair.number else old for old in play.chairs)
    anew = frozenset({chair.number}) if is_asked_anew else frozenset()
    asked_at = max(now, play.asked_at)
    after = wound(play.kind, play.state, chairs, asked_at=asked_at, options=play.options, anew=anew)
    store_chairs(play.id, play.chairs, after)
    Game.objects.filter(pk=play.id).update(due_at=due_time(after))


def hand_to_bot(change: Change, chair: Chair, *, now: datetime | None = None, gone_for_good: bool = False) -> None:
    """A bot keeps the chair warm from now on."""
    warm = replace(chair, warmer=WARMER, was_replaced=True, timeouts=0, ceiling=None)
    change_chair(change, warm, now=now or timezone.now())
    Incident.objects.create(
        room=change.room,
        game_id=change.table.play.id if change.table.play else None,
        seat=chair.number,
        what=Incident.What.TAKEOVER,
        facts={"name": chair.name, "for_good": gone_for_good},
    )
