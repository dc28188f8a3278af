"""Whether a stored game is what its moves make of its opening. Running games too: all that is said of one is where."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from games.engine import Json, kind_of, opens
from games.models import Game, PlayedMove
from games.services.review import is_snapshot_of, played_again

Row = tuple[int, int, Json, list[Json]]
"""Number, seat, move and events."""


@dataclass(frozen=True, slots=True)
class Audit:
    """What came of one game."""

    code: str
    number: int
    moves: int
    fault: str
    """Empty if all is well."""


def audit_games(newest: int | None) -> Iterator[Audit]:
    """All games or so many of the newest, one after another: a row that cannot be read hides no other."""
    named = Game.objects.order_by("-pk").values_list("pk", "room__code", "number")
    for pk, code, number in list(named[:newest]):
        try:
            game = Game.objects.filter(pk=pk).first()
            rows = list(
                PlayedMove.objects.filter(game=pk).order_by("number").values_list("number", "seat", "fields", "events")
            )
            if game is not None:  # purged meanwhile
                yield Audit(code, number, len(rows), fault_of(game, rows))
        except ValueError:  # no JSON, or no salt, in a column for it
            yield Audit(code, number, 0, "unreadable")


def fault_of(game: Game, rows: Sequence[Row]) -> str:
    """The first thing that does not fit, or nothing."""
    is_running = game.status == Game.Status.RUNNING
    if is_running:  # somebody may have moved since the game was read
        rows = [row for row in rows if row[0] < game.length]
    if [row[0] for row in rows] != list(range(game.length)):
        return f"its moves are not those from 1 to {game.length}"
    try:
        kind = kind_of(game.kind)
    except KeyError:
        return "of no kind that is known"
    stages, difference = played_again(kind, game.opening, [row[1:] for row in rows])
    if difference is not None:
        return f"move {difference.move}: {difference.reason}"
    if not is_snapshot_of(kind, game.state, stages[-1].state):
        return "another state than its moves make" if is_running else "another final state"
    if is_running and kind.decision(stages[-1].state) != game.decision:
        return "another question than its moves lead to"
    salt, deck = bytes.fromhex(game.salt), kind.deck(stages[0].state)
    return "" if opens(game.commitment, salt, deck) else "the commitment does not open"
