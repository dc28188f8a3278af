"""Snapshots brought up to date by the moves that other processes stored since, without reading the rooms again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from games import engine
from games.engine import EngineFault, Event, SeatNo, codec
from games.models import Game
from games.services import journal
from games.services.journal import Known, News
from games.services.tables import Ceiling, Chair, Play, Table, one_more


def followed(known: Table) -> Table | None:
    """One room as it is now; None where it must be read anew."""
    return all_followed([known])[0]


def all_followed(tables: Sequence[Table]) -> list[Table | None]:
    """The rooms as they are now; None where more than moves has happened, or the game is over: those are read anew."""
    running = {table.room_id: table.play for table in tables if table.play is not None and table.play.is_running}
    if not running:
        return [None] * len(tables)
    news = journal.read_news([Known(room, play.id, play.length) for room, play in running.items()])
    return [follow(table, running.get(table.room_id), news.get(table.room_id)) for table in tables]


def follows_by_moves_alone(table: Table) -> bool:
    """Whether the moves since are all that there is to read of this room, as long as nothing else happens there."""
    return table.play is not None and table.play.is_running and table.play.is_untimed


def follow(known: Table, play: Play | None, news: News | None) -> Table | None:
    """One room after its news, if moves are all that it lacked."""
    if play is None or news is None or news.status != Game.Status.RUNNING:
        return None
    if news.revision - known.revision != news.length - play.length:
        return None
    if news.revision == known.revision:
        return known
    try:
        after = played_on(play, news)
    except EngineFault:  # another version of the rules allowed these moves
        return None
    if after.decision != news.decision:  # or made something else of them
        return None
    return known.moved(version=news.version, revision=news.revision, play=after)


def played_on(play: Play, news: News) -> Play:
    """The game after the moves since, played again here: that is cheaper than reading what followed from them."""
    state, happened, fresh = play.state, list[Event](), play.fresh
    counts, answered = play.moves_by_seat, play.answered
    for seat, key, fields in news.moves:
        step = engine.play(play.kind, state, SeatNo(seat), codec.move_from_json(play.kind, fields))
        state, fresh = step.state, len(step.events)
        happened.extend(step.events)
        counts, answered = one_more(counts, seat), answered.plus(seat, key, fields)
    return play.moved(
        state=state,
        events=(*play.events, *happened),
        fresh=fresh,
        length=news.length,
        decision=play.kind.decision(state),
        asked_at=news.asked_at,
        due_at=news.due_at,
        chairs=play.chairs if play.is_untimed else chairs_now(play),
        answered=answered,
        moves_by_seat=counts,
    )


def chairs_now(play: Play) -> tuple[Chair, ...]:
    """The chairs with the times that the moves gave them; the same object where nothing changed."""
    rows = journal.read_chairs(play.id)
    chairs = tuple(
        replace(chair, **values, ceiling=Ceiling(*ceiling) if ceiling[0] else None)
        for chair, (values, ceiling) in zip(play.chairs, rows, strict=True)
    )
    return play.chairs if chairs == play.chairs else chairs
