"""Finished and running games in the database, for the tests of review and admin."""

from datetime import timedelta
from typing import Any

from django.utils import timezone

from games.engine import KINDS, SeatName, commit
from games.models import Game, Player, Room, Seat
from games.services.importing import Opened, Span, store_game
from games.services.naming import new_code
from tests.engine.tables import Table, lively_game

SALT = bytes(range(32))
NAMES = ("Mia", "Jonas", "Léa <b>", "Otto", "Noor", "Kim")

KIND_TABLES = tuple(
    Table(slug, next(iter(kind.info.editions)), (), kind.info.editions[next(iter(kind.info.editions))].seats[1])
    for slug, kind in KINDS.items()
)
"""One table per kind."""


def finished(table: Table, seed: int = 1, *, names: tuple[str, ...] = NAMES, **changes: Any) -> Game:
    """A stored game in which seals were also replaced."""
    turns = lively_game(table, seed)
    opening, now = turns[0].before, timezone.now()
    span = Span(now - timedelta(minutes=20), now)
    room = Room.objects.create(code=new_code(), kind=table.slug, edition=table.edition, created_at=span.started)
    game = store_game(
        room=room,
        kind=table.kind,
        opening=opening,
        moves=[(turn.seat, turn.move) for turn in turns],
        seats=[SeatName(name) for name in names[: table.seats]],
        opened=Opened(commit(SALT, table.kind.deck(opening)), SALT.hex()),
        span=span,
        options={"open_information": table.open_information},
    )
    Player.objects.filter(room=room).update(has_left=False)
    Game.objects.filter(pk=game.pk).update(is_imported=False, **changes)
    return Game.objects.select_related("room").get(pk=game.pk)


def running(table: Table, seed: int, moves: int) -> Game:
    """The same game, stopped after so many moves and still running."""
    turns = lively_game(table, seed)
    game = finished(table, seed)
    game.moves.filter(number__gte=moves).delete()
    state = turns[moves].before
    kept = moves
    from games.engine import codec

    Game.objects.filter(pk=game.pk).update(
        status=Game.Status.RUNNING,
        state=codec.state_to_json(table.kind, state),
        length=kept,
        decision=table.kind.decision(state),
        ended_at=None,
        ended_on=None,
        trades=[],
        oddities=[],
        is_unusual=False,
    )
    Seat.objects.filter(game=game).update(score=None, rank=None)
    return Game.objects.select_related("room").get(pk=game.pk)
