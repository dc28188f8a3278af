"""Games that were not played here: a record from outside becomes a game like any other, in a closed room of its own.

A record is believed only after every move of it was played again (`games.engine.replay_record`).
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.dateparse import parse_datetime

from games.engine import (
    AnyKind,
    BadRecord,
    Event,
    Json,
    Move,
    RecordFault,
    SeatName,
    SeatNo,
    codec,
    commit,
    play,
    replay_record,
)
from games.models import Game, PlayedMove, Player, Room, Seat
from games.services.figures import first_seat, trade_rows
from games.services.naming import new_code

LONGEST_NAME = 40
LONGEST_SALT = 32
LOOKS = 6
SECONDS_PER_MOVE = 5
"""Where a record does not say when it was played."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A deal with what it was committed by."""

    commitment: str
    salt: str


@dataclass(frozen=True, slots=True)
class Span:
    """When a game was played."""

    started: datetime
    ended: datetime


def import_record(record: object) -> Game:
    """Store a record as a finished game; raises `BadRecord` with the first violation and its place."""
    played = replay_record(record)
    assert isinstance(record, dict)
    opened = _opened(record, played.kind.deck(played.opening))
    span = _span(record, len(played.moves))
    options = {"open_information": bool(getattr(played.rules, "open_information", False))}
    seats = [SeatName(_shown_name(seat.name, number), _slug(seat.bot)) for number, seat in enumerate(played.seats, 1)]
    with transaction.atomic():
        room = _room(played.kind, played.rules, options, span)
        return store_game(
            room=room,
            kind=played.kind,
            opening=played.opening,
            moves=played.moves,
            seats=seats,
            opened=opened,
            span=span,
            options=options,
        )


def store_game(
    *,
    room: Room,
    kind: AnyKind,
    opening: object,
    moves: Sequence[tuple[SeatNo, Move]],
    seats: Sequence[SeatName],
    opened: Opened,
    span: Span,
    options: Json,
) -> Game:
    """Write a game that was played elsewhere, with the same rows as one played here."""
    rules = kind.rules(opening)
    game = Game(
        room=room,
        number=1,
        kind=kind.info.slug,
        edition=rules.edition,
        variants=list(getattr(rules, "variants", ())),
        options=options,
        players=rules.seats,
        status=Game.Status.OVER,
        opening=codec.state_to_json(kind, opening),
        state={},
        length=len(moves),
        salt=opened.salt,
        commitment=opened.commitment,
        started_at=span.started,
        asked_at=span.ended,
        ended_at=span.ended,
        ended_on=span.ended.date(),
        with_bots=any(seat.bot for seat in seats),
        is_imported=True,
    )
    game.first_seat = first_seat(kind, game.opening)
    game.save()
    final, events = _store_moves(game, kind, opening, moves, seats)
    game.state, game.decision = codec.state_to_json(kind, final), kind.decision(final)
    game.trades = trade_rows(kind.trades(events))
    outcome = kind.outcome(final)
    if outcome is None:
        raise ValueError("only games that are over are stored")
    game.oddities = ["shared"] if len(outcome.winners) > 1 else []
    game.is_unusual = bool(game.oddities)
    game.save()
    players = [
        Player(room=room, name=seat.name[:20], bot=seat.bot or "", look=number % LOOKS, order=number, has_left=True)
        for number, seat in enumerate(seats)
    ]
    for player in players:
        player.save()
    Seat.objects.bulk_create(
        Seat(
            game=game,
            number=number,
            player=players[number],
            name=seat.name,
            look=number % LOOKS,
            bot=seat.bot or "",
            score=outcome.scores[number],
            rank=outcome.ranks[number],
        )
        for number, seat in enumerate(seats)
    )
    return game


def _store_moves(
    game: Game, kind: AnyKind, opening: object, moves: Sequence[tuple[SeatNo, Move]], seats: Sequence[SeatName]
) -> tuple[object, list[Event]]:
    """Play and write every move; gives the final state and all events."""
    state, events, rows = opening, list(kind.opening_events(opening)), []
    standing: dict[tuple[int, int], PlayedMove] = {}
    span = (game.ended_at or game.started_at) - game.started_at
    for number, (seat, move) in enumerate(moves):
        step = play(kind, state, seat, move)
        row = kind.row(state, seat, move, step.events)
        stored = PlayedMove(
            game=game,
            number=number,
            seat=seat,
            decision=kind.decision(state),
            key=f"i{number}",
            move=move.name,
            round=row.round,
            amount=row.amount,
            house=row.house,
            cheque=row.cheque,
            space=row.space or "",
            fields=codec.move_to_json(move),
            events=[codec.event_to_json(kind, event) for event in step.events],
            by=seats[seat].bot or "",
            made_at=game.started_at + span * ((number + 1) / len(moves)),
        )
        standing[row.round, seat] = stored
        for owner, cheque in row.cheques.items():
            standing[row.round, owner].cheque = cheque
        rows.append(stored)
        state = step.state
        events += step.events
    PlayedMove.objects.bulk_create(rows, batch_size=500)
    return state, events


# What a record says beside the game


def _room(kind: AnyKind, rules: object, options: Json, span: Span) -> Room:
    """A closed room that holds this one game."""
    return Room.objects.create(
        code=new_code(),
        kind=kind.info.slug,
        edition=rules.edition,  # type: ignore[attr-defined]
        variants=list(getattr(rules, "variants", ())),
        options=options,
        is_closed=True,
        created_at=span.started,
    )


def _opened(record: Json, deck: Json) -> Opened:
    """The commitment must open with the deal alone: further keys in the deck would be lost here."""
    salt = bytes.fromhex(record["opening"]["salt"])
    if len(salt) > LONGEST_SALT:
        raise BadRecord(RecordFault.WRONG_TYPE, path="opening.salt", expected=f"{LONGEST_SALT} bytes", found=len(salt))
    commitment = str(record["commitment"]).lower()
    if commit(salt, deck) != commitment:
        raise BadRecord(RecordFault.DIFFERENT, path="opening.deck", expected="the deal alone", found="more")
    return Opened(commitment, salt.hex())


def _span(record: Json, moves: int) -> Span:
    """When it was played, where the record says so in a way that can be true."""
    now = timezone.now()
    ended = _moment(record.get("ended")) or now
    ended = min(ended, now)
    started = _moment(record.get("started")) or ended - timedelta(seconds=SECONDS_PER_MOVE * moves)
    return Span(min(started, ended), ended)


def _moment(value: object) -> datetime | None:
    try:
        found = parse_datetime(value) if isinstance(value, str) else None
        return found if found is not None and timezone.is_aware(found) and found.year > 1990 else None
    except (ValueError, OverflowError):
        return None


def _shown_name(name: str, number: int) -> str:
    """A name without anything that would disturb a page."""
    clean = "".join(_visible(unicodedata.normalize("NFC", name[:200])))
    return " ".join(clean.split())[:LONGEST_NAME] or f"Player {number}"


def _visible(name: str) -> Iterator[str]:
    return (char for char in name if unicodedata.category(char)[0] != "C")


def _slug(bot: str | None) -> str | None:
    """A bot's slug as ours are spelled."""
    if bot is None:
        return None
    return "".join(_slug_letters(bot))[:LONGEST_NAME] or "unknown"


def _slug_letters(bot: str) -> Iterable[str]:
    return (char for char in bot if char.isascii() and (char.isalnum() or char in "_-"))
