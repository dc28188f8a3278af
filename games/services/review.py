"""Finished games as reviewers and replays read them. Nothing here is ever read of a running game.

A replay plays the stored moves through today's rules and compares what follows with the stored events. Where the two
differ, the rules code has changed since: the stored events are what happened, and the replay says so.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import Any

from django.db.models import QuerySet

from games.engine import AnyKind, Event, IllegalMove, Json, MalformedMove, SeatNo, UnreadableData, codec, kind_of, play
from games.models import Game, PlayedMove, Room, Seat
from games.services.faults import Missing
from games.services.tables import room_by_code

REPLAYS_KEPT = 24


def finished_games() -> QuerySet[Game]:
    """Games that are over or were ended early; the only ones that may be reviewed."""
    return Game.objects.exclude(status=Game.Status.RUNNING)


def finished_game(code: str, number: int) -> Game:
    """A finished game with its room; a running one is nobody's business here."""
    games = finished_games().select_related("room")
    game = games.filter(room__code=code.strip().upper(), number=number).first()
    if game is None:
        room_by_code(code)  # where there is no such room either, that is what is said
        raise Missing("NO_SUCH_GAME")
    return game


@dataclass(frozen=True, slots=True)
class Stage:
    """The table after so many moves."""

    number: int
    state: Any
    seat: SeatNo | None
    """Who moved; nobody at the opening."""
    events: tuple[Event, ...]
    """What that move led to."""
    heard: int
    """How many events there were in all by then."""


@dataclass(frozen=True, slots=True)
class Difference:
    """The first move, counted from 1, where playing it again does not give what is stored."""

    move: int
    reason: str
    """`events`, `refused` or `unreadable`."""


@dataclass(frozen=True)
class Replay:
    """A finished game, played again from its opening."""

    game_id: int
    kind: AnyKind
    length: int
    stages: tuple[Stage, ...]
    """The opening, then one per move as far as play and stored events agree."""
    difference: Difference | None
    stored: tuple[tuple[Event | Json, ...], ...]
    """Per move from the first difference on: the events as stored; as JSON where they cannot be read."""

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """All that was played again."""
        return tuple(event for stage in self.stages for event in stage.events)

    @property
    def final(self) -> Any:
        """The last state that play reached."""
        return self.stages[-1].state if self.stages else None

    @cached_property
    def rounds(self) -> tuple[int, ...]:
        """The steps at which a new round (or turn) or phase begins, the opening first."""
        found, before = [], None
        for stage in self.stages:
            seen = self.kind.observe(stage.state, SeatNo(0), ())
            place = (seen.phase, self.kind.round(stage.state))
            if place != before:
                found.append(stage.number)
            before = place
        return tuple(found)

    def history(self, step: int) -> tuple[Event, ...]:
        """Every event until this step."""
        return self.events[: self.stages[step].heard]


def replay_of(game: Game) -> Replay:
    """The replay of a finished game; finished games never change, so the latest ones are kept."""
    key = (game.pk, game.commitment, game.length)
    with _lock:
        if key in _kept:
            _kept.move_to_end(key)
            return _kept[key]
    replay = make_replay(game)
    with _lock:
        _kept[key] = replay
        while len(_kept) > REPLAYS_KEPT:
            _kept.popitem(last=False)
    return replay


_lock = Lock()
_kept: OrderedDict[tuple[int, str, int], Replay] = OrderedDict()


def make_replay(game: Game) -> Replay:
    """Play the stored moves again and compare."""
    if game.status == Game.Status.RUNNING:
        raise Missing("NO_SUCH_GAME")
    kind = kind_of(game.kind)
    rows = list(PlayedMove.objects.filter(game=game).order_by("number").values_list("seat", "fields", "events"))
    stages, difference = played_again(kind, game.opening, rows)
    begins = difference.move - 1 if difference else len(rows)
    stored = tuple(tuple(_readable(kind, event) for event in events) for _, _, events in rows[begins:])
    return Replay(game.pk, kind, len(rows), stages, difference, stored)


def played_again(
    kind: AnyKind, opening: Json, rows: Sequence[tuple[int, Json, list[Json]]]
) -> tuple[tuple[Stage, ...], Difference | None]:
    """Every stage as far as play and stored events agree, and where they first do not."""
    try:
        state = codec.state_from_json(kind, opening)
    except UnreadableData:
        return (), Difference(1, "unreadable")
    events = kind.opening_events(state)
    stages = [Stage(0, state, None, events, len(events))]
    for number, (seat, fields, stored) in enumerate(rows, 1):
        try:
            step = play(kind, state, SeatNo(seat), codec.move_from_json(kind, fields))
        except (IllegalMove, MalformedMove) as fault:
            reason = "refused" if isinstance(fault, IllegalMove) else "unreadable"
            return tuple(stages), Difference(number, reason)
        if not _reads_as(kind, stored, step.events):
            return tuple(stages), Difference(number, "events")
        state = step.state
        stages.append(Stage(number, state, SeatNo(seat), step.events, stages[-1].heard + len(step.events)))
    return tuple(stages), None


def _reads_as(kind: AnyKind, stored: list[Json], events: Sequence[Event]) -> bool:
    """Whether these events are stored. What is read is compared: the text differs from one schema to the next."""
    return isinstance(stored, list) and [_readable(kind, event) for event in stored] == list(events)


def _readable(kind: AnyKind, data: Json) -> Event | Json:
    try:
        event: Event = codec.event_from_json(kind, data)
    except UnreadableData:
        return data
    return event


def agrees_with_snapshot(game: Game, replay: Replay) -> bool:
    """Whether the replay ends where the stored game ended."""
    if replay.difference is not None or replay.length != game.length:
        return False
    return is_snapshot_of(replay.kind, game.state, replay.final)


def is_snapshot_of(kind: AnyKind, stored: Json, state: object) -> bool:
    """Whether this state is stored, under whatever schema number."""
    try:
        return bool(codec.state_from_json(kind, stored) == state)
    except UnreadableData:
        return False


def seats_of(game: Game) -> list[Seat]:
    """The seats in order, as the game was listed with them or read now."""
    return sorted(game.seats.all(), key=lambda seat: seat.number)


EVENING_GAMES = 60


def evening_games(room: Room) -> list[Game]:
    """The latest finished games of a room with their seats, the first first, without their states."""
    games = finished_games().filter(room=room).defer("opening", "state", "advice").order_by("-number")
    found = list(games.prefetch_related("seats")[:EVENING_GAMES])
    for game in found:
        game.room = room
    return found[::-1]
