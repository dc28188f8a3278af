"""Finished games as files: records as JSON Lines, bids and sales as CSV. Everything streams; no running game passes."""

from __future__ import annotations

import csv
import json
from collections.abc import AsyncIterator, Iterable, Iterator, Mapping, Sequence
from typing import Any

from asgiref.sync import sync_to_async
from django.db.models import QuerySet

from games.engine import FORMAT, Json, codec
from games.models import Bid, Game, SaleChoice
from games.services.figures import trades_from
from games.services.records import record_of
from games.services.review import seats_of
from games.services.tables import read_play

AT_ONCE = 100
PIECE = 32_768
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")

GAME_COLUMNS = ("room", "game", "kind", "edition", "variants", "players")
BID_COLUMNS = (
    *GAME_COLUMNS,
    *("move", "round", "seat", "name", "what", "amount", "house", "space", "by", "thought_ms", "made_at"),
)
TRADE_COLUMNS = (*GAME_COLUMNS, "item", "seat", "name", "bought_in_round", "paid", "sold_in_round", "earned")
CHOICE_COLUMNS = (*GAME_COLUMNS, "move", "round", "seat", "name", "house", "cheque", "by", "thought_ms", "made_at")

Row = Sequence[object]


class _Line:
    """A file that gives back what is written to it."""

    def write(self, text: str) -> str:
        return text


def as_csv(columns: Sequence[str], rows: Iterable[Row]) -> Iterator[str]:
    """Lines of a CSV file, the heads first."""
    writer = csv.writer(_Line())
    yield writer.writerow(columns)
    for row in rows:
        yield writer.writerow([harmless(value) for value in row])


def streamed(lines: Iterable[str], *, is_async: bool) -> Iterator[str] | AsyncIterator[str]:
    """The lines in larger pieces, in the way that the server at hand can send them while they are being made."""
    pieces = in_pieces(lines)
    return _awaited(pieces) if is_async else pieces


def in_pieces(lines: Iterable[str]) -> Iterator[str]:
    """A few hundred lines at a time."""
    held: list[str] = []
    size = 0
    for line in lines:
        held.append(line)
        size += len(line)
        if size > PIECE:
            yield "".join(held)
            held, size = [], 0
    if held:
        yield "".join(held)


async def _awaited(pieces: Iterator[str]) -> AsyncIterator[str]:
    following = sync_to_async(lambda: next(pieces, None))
    while (piece := await following()) is not None:
        yield piece


def harmless(value: object) -> object:
    """A name that begins like a formula is marked as text, because spreadsheets would run it."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_STARTS) else value


def in_chunks(games: QuerySet[Game], *further: str) -> Iterator[list[Game]]:
    """Finished games with rooms, some at a time; running ones are left out whatever was asked for."""
    ids = list(games.exclude(status=Game.Status.RUNNING).order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(ids), AT_ONCE):
        chunk = Game.objects.filter(pk__in=ids[start : start + AT_ONCE]).exclude(status=Game.Status.RUNNING)
        yield list(chunk.select_related("room").prefetch_related(*further).order_by("pk"))


def json_lines(games: QuerySet[Game]) -> Iterator[str]:
    """One record per line; a game that was ended early has no result and says so."""
    for chunk in in_chunks(games):
        for game in chunk:
            record = record_of(game) if game.status == Game.Status.OVER else unfinished_record(game)
            yield json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"


def unfinished_record(game: Game) -> Json:
    """What there is of a game that the table ended early, in the words of the format."""
    play = read_play(game)
    opening = codec.state_from_json(play.kind, game.opening)
    return {
        "format": FORMAT,
        "kind": game.kind,
        "edition": game.edition,
        "variants": game.variants,
        "players": game.players,
        "options": game.options,
        "seats": [{"name": chair.name, "bot": chair.bot or None} for chair in play.chairs],
        "setup": play.kind.record_setup(opening),
        "events": play.kind.record_events(play.events),
        "result": None,
        "abandoned": True,
        "commitment": game.commitment,
        "opening": {"salt": game.salt, "deck": play.kind.deck(opening)},
        "room": game.room.code,
        "game": game.number,
    }


def bids_csv(games: QuerySet[Game]) -> Iterator[str]:
    """Every bid and every pass."""
    return as_csv(BID_COLUMNS, _bid_rows(games))


def trades_csv(games: QuerySet[Game]) -> Iterator[str]:
    """What was bought for how much, and sold for how much."""
    return as_csv(TRADE_COLUMNS, _trade_rows(games))


def choices_csv(games: QuerySet[Game]) -> Iterator[str]:
    """Every house sealed for a sale, those replaced before the reveal included."""
    return as_csv(CHOICE_COLUMNS, _choice_rows(games))


def _bid_rows(games: QuerySet[Game]) -> Iterator[Row]:
    for chunk in in_chunks(games, "seats"):
        known = _described(chunk)
        for bid in Bid.objects.filter(game__in=chunk).order_by("game", "number"):
            about, names = known[bid.game_id]
            what = (bid.number + 1, bid.round, bid.seat, names[bid.seat], bid.move, bid.amount, bid.house, bid.space)
            yield (*about, *what, bid.by, bid.thought_ms, bid.made_at.isoformat())


def _choice_rows(games: QuerySet[Game]) -> Iterator[Row]:
    for chunk in in_chunks(games, "seats"):
        known = _described(chunk)
        for choice in SaleChoice.objects.filter(game__in=chunk).order_by("game", "number"):
            about, names = known[choice.game_id]
            what = (choice.number + 1, choice.round, choice.seat, names[choice.seat], choice.house, choice.cheque)
            yield (*about, *what, choice.by, choice.thought_ms, choice.made_at.isoformat())


def _trade_rows(games: QuerySet[Game]) -> Iterator[Row]:
    for chunk in in_chunks(games, "seats"):
        known = _described(chunk)
        for game in chunk:
            about, names = known[game.pk]
            for trade in trades_from(game.trades):
                bought = (trade.item, trade.seat, names[trade.seat], trade.bought, trade.paid)
                yield (*about, *bought, trade.sold, trade.earned)


def _described(games: Sequence[Game]) -> Mapping[int, tuple[tuple[Any, ...], Mapping[int, str]]]:
    """Per game the first columns of its rows, and its seats' names."""
    return {
        game.pk: (
            (game.room.code, game.number, game.kind, game.edition, "+".join(game.variants), game.players),
            {seat.number: seat.name for seat in seats_of(game)},
        )
        for game in games
    }
