"""A snapshot brought up to date by the moves that another process stored since, without reading the room again."""

from __future__ import annotations

from dataclasses import replace

from games.engine import codec
from games.models import Game
from games.services import journal
from games.services.tables import Ceiling, Chair, Play, Table


def followed(known: Table) -> Table | None:
    """The room as it is now; None where more than moves has happened, or the game is over: then it is read anew."""
    play = known.play
    if play is None or not play.is_running:
        return None
    head = journal.read_head(known.room_id, play.id)
    if head is None or head.status != Game.Status.RUNNING:
        return None
    if head.revision - known.revision != head.length - play.length:
        return None
    if head.revision == known.revision:
        return known
    return replace(known, version=head.version, revision=head.revision, play=played_on(play, head))


def played_on(play: Play, head: journal.Head) -> Play:
    """The game after the moves since."""
    moves = journal.read_moves(play.id, play.length, head.length)
    happened = [codec.event_from_json(play.kind, event) for *_, events in moves for event in events]
    return replace(
        play,
        state=codec.state_from_json(play.kind, head.state),
        events=(*play.events, *happened),
        fresh=len(moves[-1][3]) if moves else play.fresh,
        length=head.length,
        decision=head.decision,
        asked_at=head.asked_at,
        due_at=head.due_at,
        chairs=chairs_now(play),
        answered={**play.answered, **{(seat, key): fields for seat, key, fields, _ in moves}},
    )


def chairs_now(play: Play) -> tuple[Chair, ...]:
    """The chairs with the times that the moves gave them; the same object where nothing changed."""
    rows = journal.read_chairs(play.id)
    chairs = tuple(
        replace(chair, **values, ceiling=Ceiling(*ceiling) if ceiling[0] else None)
        for chair, (values, ceiling) in zip(play.chairs, rows, strict=True)
    )
    return play.chairs if chairs == play.chairs else chairs
