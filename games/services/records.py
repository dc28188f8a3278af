"""Finished games as records, and their openings."""

from __future__ import annotations

from games.engine import Json, SeatName, codec, make_record
from games.models import Game
from games.services.tables import read_play


def record_of(game: Game) -> Json:
    """A finished game as `auction-record/1`."""
    play = read_play(game)
    opening = codec.state_from_json(play.kind, game.opening)
    started = game.started_at.isoformat()
    ended = game.ended_at.isoformat() if game.ended_at else None
    return make_record(
        play.kind,
        opening=opening,
        final=play.state,
        events=play.events,
        seats=[SeatName(chair.name, chair.bot or None) for chair in play.chairs],
        commitment=game.commitment,
        salt=bytes.fromhex(game.salt),
        options=dict(game.options),
        extra={"room": game.room.code, "game": game.number, "started": started, "ended": ended},
    )
