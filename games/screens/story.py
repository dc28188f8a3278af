"""What a finished game has to tell: the shapes every kind fills in, and how they are drawn.

A kind's own words are in `story_<kind>.py`; `stories.py` lists them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from games.engine import EVERYTHING, AnyKind, Outcome, SeatNo, Trade
from games.screens import pieces
from games.screens.base import Scene, Sitter
from games.screens.charts import Chart, line_chart
from games.screens.markup import SafeString, format_html, format_html_join, mark_safe
from games.screens.speech import gettext
from games.services.review import Replay


@dataclass(frozen=True, slots=True)
class Tale:
    """A finished game, open to the last card."""

    kind: AnyKind
    replay: Replay
    trades: tuple[Trade, ...]
    sitters: tuple[Sitter, ...]
    outcome: Outcome | None
    """None for a game that was ended early."""
    language: str

    def name(self, seat: int) -> str:
        """What a seat is called."""
        return self.sitters[seat].name

    def seen(self, step: int) -> Any:
        """All there was to know after so many moves."""
        return self.kind.observe(self.replay.stages[step].state, EVERYTHING, ())


@dataclass(frozen=True, slots=True)
class Highlight:
    """One thing worth telling."""

    title: str
    words: SafeString
    seat: SeatNo | None = None


@dataclass(frozen=True, slots=True)
class Ledger:
    """A table of the story: heads, and rows of cells, the first of which names the row."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[tuple[SafeString | str | int, ...], ...]
    note: str = ""


class KindStory(Protocol):
    """What one kind tells of its games."""

    slug: str

    def highlights(self, tale: Tale) -> Sequence[Highlight]:
        """The best, the worst, the odd."""

    def charts(self, tale: Tale) -> Sequence[Chart]:
        """How it went, over rounds or turns."""

    def ledgers(self, tale: Tale) -> Sequence[Ledger]:
        """What everything cost and brought, and luck against play where it can be said honestly."""

    def known(self, scene: Scene) -> SafeString:
        """In a replay: what the viewer holds or knows beyond what lies on the table."""

    def records(self, games: Sequence[EveningGame]) -> Sequence[Highlight]:
        """The best of an evening, over all its games of this kind."""

    def choice(self, move: Any) -> SafeString:
        """A move in a few words, without its player."""

    def score_words(self, score: int, edition: str) -> str:
        """A score as people say it."""


@dataclass(frozen=True, slots=True)
class EveningGame:
    """A finished game as an evening remembers it."""

    number: int
    edition: str
    trades: tuple[Trade, ...]
    names: tuple[str, ...]
    scores: tuple[int, ...]
    ranks: tuple[int, ...]


def seat_css(sitter: Sitter) -> str:
    """The class that gives a player's colour."""
    return pieces.colour_class(sitter.look)


def named_seat(sitter: Sitter) -> SafeString:
    """A player in a table: badge and name."""
    return format_html('<span class="who">{}{}</span>', pieces.badge(sitter.look), sitter.name)


def story_html(story: KindStory, tale: Tale) -> SafeString:
    """The whole story of a game that could be replayed to its end."""
    return pieces.joined(
        [
            highlights_html(story.highlights(tale), tale),
            pieces.joined(chart_html(chart) for chart in story.charts(tale)),
            pieces.joined(ledger_html(ledger) for ledger in story.ledgers(tale)),
        ]
    )


def highlights_html(highlights: Sequence[Highlight], tale: Tale | None) -> SafeString:
    """Cards with one thing each."""
    if not highlights:
        return mark_safe("")
    cards = format_html_join(
        "",
        '<li class="highlight{}"><h2>{}</h2><p>{}</p></li>',
        (
            (f" {seat_css(tale.sitters[each.seat])}" if tale and each.seat is not None else "", each.title, each.words)
            for each in highlights
        ),
    )
    return format_html('<ul class="highlights is-plain section">{}</ul>', cards)


def chart_html(chart: Chart) -> SafeString:
    """A chart on its panel."""
    return format_html('<section class="section"><div class="panel">{}</div></section>', line_chart(chart))


def ledger_html(ledger: Ledger) -> SafeString:
    """A table on its panel; none where nothing happened."""
    if not ledger.rows:
        return mark_safe("")
    heads = format_html_join("", '<th scope="col">{}</th>', ((head,) for head in ledger.heads))
    rows = format_html_join(
        "",
        '<tr><th scope="row">{}</th>{}</tr>',
        ((row[0], format_html_join("", "<td>{}</td>", ((cell,) for cell in row[1:]))) for row in ledger.rows),
    )
    note = format_html('<p class="soft">{}</p>', ledger.note) if ledger.note else ""
    return format_html(
        '<section class="section"><div class="panel"><h2>{}</h2><div class="chart__scroll" tabindex="0">'
        '<table class="table ledger">'
        "<thead><tr>{}</tr></thead><tbody>{}</tbody></table></div>{}</div></section>",
        ledger.title,
        heads,
        rows,
        note,
    )


def winner_words(names: Sequence[str]) -> str:
    """Who won, in a sentence."""
    if len(names) == 1:
        return gettext("%(name)s wins") % {"name": names[0]}
    return gettext("%(names)s share the victory") % {"names": ", ".join(names)}
