"""The story of a game of Square on Sale: territory and points turn by turn, prices, and the takings of a bracket."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, cast

from games.engine import Event
from games.engine.square_on_sale import (
    Bean,
    Bid,
    BidMade,
    BlockPlaced,
    Bracket,
    Resolve,
    SpaceWon,
    SquareObservation,
    TurnBegan,
)
from games.screens.base import Scene
from games.screens.charts import Chart, Series
from games.screens.markup import SafeString, format_html, mark_safe
from games.screens.speech import gettext, ngettext
from games.screens.square_on_sale_words import points
from games.screens.story import EveningGame, Highlight, Ledger, Tale, named_seat, seat_css


class SquareOnSaleStory:
    """What Square on Sale tells of its games."""

    slug = "square_on_sale"

    def highlights(self, tale: Tale) -> Sequence[Highlight]:
        found = [biggest_bracket(tale), dearest(tale), most_contested(tale)]
        return [each for each in found if each is not None]

    def charts(self, tale: Tale) -> Sequence[Chart]:
        steps = [step for step in tale.replay.rounds if step < len(tale.replay.stages) - 1]
        boards = [cast(SquareObservation, tale.seen(step)) for step in (*steps, -1)]
        places = (*(str(board.turn) for board in boards[:-1]), gettext("end"))
        owned = [Counter(stack[-1] for stack in board.table.stacks if stack) for board in boards]
        scored = [board.scores for board in boards]
        return [
            Chart(
                "points",
                gettext("Points turn by turn"),
                places,
                tuple(
                    Series(each.name, seat_css(each), tuple(scores[each.seat].total for scores in scored))
                    for each in tale.sitters
                ),
                gettext("turn"),
            ),
            Chart(
                "territory",
                gettext("Spaces owned turn by turn"),
                places,
                tuple(
                    Series(each.name, seat_css(each), tuple(count[each.seat] for count in owned))
                    for each in tale.sitters
                ),
                gettext("turn"),
            ),
        ]

    def ledgers(self, tale: Tale) -> Sequence[Ledger]:
        return [seats_ledger(tale), spaces_ledger(tale)]

    def known(self, scene: Scene) -> SafeString:
        return mark_safe("")  # everything is open (SQ-2)

    def records(self, games: Sequence[EveningGame]) -> Sequence[Highlight]:
        trades = [(game, trade) for game in games for trade in game.trades]
        if not trades:
            return []
        game, dear = max(trades, key=lambda pair: pair[1].paid)
        return [Highlight(gettext("Dearest space"), dear_words(game.names[dear.seat], dear.item, dear.paid))]

    def choice(self, move: Any) -> SafeString:
        match move:
            case Bid(space, amount):
                words = ngettext("bid {amount} chip on {space}", "bid {amount} chips on {space}", amount)
                return format_html(words, amount=amount, space=space)
            case Bean(space):
                return format_html(gettext("put a bean on {space}"), space=space)
            case Resolve(space):
                return format_html(gettext("begin with {space}"), space=space)
            case Bracket(space):
                return format_html(gettext("put a block on {space}"), space=space)
            case _:
                return format_html("{}", gettext("collect"))

    def score_words(self, score: int, edition: str) -> str:
        return points(score)


SQUARE_ON_SALE_STORY = SquareOnSaleStory()


def dear_words(name: str, space: str, paid: int) -> SafeString:
    """A space with its price."""
    words = ngettext("{name} paid {paid} chip for {space}.", "{name} paid {paid} chips for {space}.", paid)
    return format_html(words, name=name, paid=paid, space=space)


def wins(events: Sequence[Event]) -> list[tuple[SpaceWon, int, int]]:
    """Every space won: the event, the turn, and how many blocks it brought."""
    found: list[tuple[SpaceWon, int, int]] = []
    turn = 0
    for event in events:
        match event:
            case TurnBegan(turn=number):
                turn = number
            case SpaceWon():
                found.append((event, turn, 0))
            case BlockPlaced():
                won, when, blocks = found[-1]
                found[-1] = (won, when, blocks + 1)
    return found


def biggest_bracket(tale: Tale) -> Highlight | None:
    """The win that put most blocks."""
    found = wins(tale.replay.events)
    if not found:
        return None
    won, turn, blocks = max(found, key=lambda each: (each[2], -each[0].paid))
    if blocks < 2:
        return None
    words = format_html(
        gettext("In turn {turn} {name} won {space} and put {blocks} blocks at once."),
        turn=turn,
        name=tale.name(won.seat),
        space=won.space,
        blocks=blocks,
    )
    return Highlight(gettext("Biggest bracket"), words, won.seat)


def dearest(tale: Tale) -> Highlight | None:
    """The space that cost most."""
    if not tale.trades:
        return None
    dear = max(tale.trades, key=lambda trade: trade.paid)
    return Highlight(gettext("Dearest space"), dear_words(tale.name(dear.seat), dear.item, dear.paid), dear.seat)


def most_contested(tale: Tale) -> Highlight | None:
    """The space on which most bids were made."""
    bids = Counter(event.space for event in tale.replay.events if isinstance(event, BidMade))
    if not bids:
        return None
    space, count = max(bids.items(), key=lambda pair: (pair[1], pair[0]))
    words = ngettext("{count} bid was made on {space}.", "{count} bids were made on {space}.", count)
    return Highlight(gettext("Most contested"), format_html(words, count=count, space=space))


def seats_ledger(tale: Tale) -> Ledger:
    """Where everybody's points come from."""
    board = cast(SquareObservation, tale.seen(-1))
    won = Counter(trade.seat for trade in tale.trades)
    paid: Counter[int] = Counter()
    for trade in tale.trades:
        paid[trade.seat] += trade.paid
    rows = tuple(
        (
            named_seat(sitter),
            won[sitter.seat],
            paid[sitter.seat],
            board.scores[sitter.seat].spaces,
            board.scores[sitter.seat].beans,
            board.scores[sitter.seat].unused,
            board.scores[sitter.seat].total,
        )
        for sitter in sorted(tale.sitters, key=lambda each: -board.scores[each.seat].total)
    )
    heads = (
        gettext("player"),
        gettext("spaces won"),
        gettext("chips paid"),
        gettext("from spaces"),
        gettext("beans"),
        gettext("blocks left"),
        gettext("points"),
    )
    note = gettext("Apart from who began there is no luck in this game: all of it was play.")
    return Ledger(gettext("Where the points come from"), heads, rows, note)


def spaces_ledger(tale: Tale) -> Ledger:
    """Every space that was won, in order."""
    rows = tuple(
        (won.space, named_seat(tale.sitters[won.seat]), turn, won.paid, won.beans, blocks)
        for won, turn, blocks in wins(tale.replay.events)
    )
    heads = (
        gettext("space"),
        gettext("won by"),
        gettext("turn"),
        gettext("chips paid"),
        gettext("beans"),
        gettext("blocks put"),
    )
    return Ledger(gettext("Every space won"), heads, rows)
