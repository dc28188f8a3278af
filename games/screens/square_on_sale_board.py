"""The board of Square on Sale: 25 spaces as a grid for eyes, fingers, keys and screen readers, and its legend.

A space is the same for all viewers but for its words, so each is drawn once per content and language. A row is a part
of its own: a bid then costs one row of a push and not the board.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.engine import SeatNo
from games.engine.square_on_sale import SPACES, Claim, SpaceSeen, Zone
from games.screens import pieces
from games.screens.base import Part
from games.screens.markup import SafeString, escape, format_html, mark_safe
from games.screens.speech import gettext
from games.screens.square_on_sale_words import (
    ZONE_HELPS,
    ZONE_NAMES,
    Cast,
    beans,
    bid_clause,
    owner_clause,
    paid_clause,
    space_sentence,
)

COLUMNS = tuple(dict.fromkeys(name[0] for name in SPACES))
ROWS = tuple(reversed(tuple(dict.fromkeys(name[1] for name in SPACES))))
"""From the top of the board downwards."""
AT: dict[str, tuple[int, ...]] = {row: tuple(SPACES.index(column + row) for column in COLUMNS) for row in ROWS}

HIGHEST_DRAWN = 5
LOW_DRAWN = 2
"""Layers of a stack at most; fewer where a bid lies on top, so that both can be read. The number is always true."""
BEANS_DRAWN = 3


class Shown(NamedTuple):
    """What one space shows: hashable and no more than is drawn."""

    name: str
    zone: Zone
    owner: SeatNo | None
    height: int
    beans: int
    claim: Claim | None
    paid: tuple[int, ...]


def shown(space: SpaceSeen) -> Shown:
    """The drawn part of a space."""
    return Shown(space.name, space.zone, space.owner, len(space.stack), space.beans, space.claim, space.paid)


# The board


def board_part(people: Cast, spaces: tuple[SpaceSeen, ...], *, tag: str = "a") -> Part:
    """The whole board with its legend; `tag` is "a" where spaces can be tapped and "span" where not."""
    cells = [cell(people, shown(space), tag) for space in spaces]
    rows = tuple([row_part(row, cells) for row in ROWS])
    before, after = around_rows(people.language, tag)
    return Part("board", mark_safe(f"{before}{''.join([row.html for row in rows])}{after}"), rows)


def row_part(row: str, cells: list[str]) -> Part:
    """Five spaces beside each other."""
    spaces = "".join([cells[at] for at in AT[row]])
    return Part(
        f"row-{row}",
        mark_safe(
            f'<div id="row-{row}" role="row" class="board__row"><b role="rowheader" class="board__label">{row}</b>'
            f"{spaces}</div>"
        ),
    )


@lru_cache(maxsize=32)
def around_rows(language: str, tag: str) -> tuple[SafeString, SafeString]:
    """What stands above and below the rows, and never changes."""
    heads = "".join([f'<b role="columnheader" class="board__label">{column}</b>' for column in COLUMNS])
    before = format_html(
        '<section id="board" class="board"><div role="grid" class="board__grid" aria-label="{}"{}>',
        gettext("Board"),
        mark_safe(' aria-readonly="true"') if tag == "span" else "",
    )
    skip = format_html('<button type="button" class="steps__skip" data-skip>{}</button>', gettext("Skip"))
    after = format_html(
        '<div role="row" class="board__row"><b role="gridcell" class="board__label"></b>{}</div></div>'
        '<p class="steps" data-steps hidden><span aria-hidden="true"></span>{}</p>{}</section>',
        mark_safe(heads),
        skip if tag == "a" else "",
        legend(language),
    )
    return before, after


# A space


@lru_cache(maxsize=32768)
def cell(people: Cast, space: Shown, tag: str) -> str:
    """One space: what is on it, and the same in one sentence."""
    link = f' href="#at-{space.name}"' if tag == "a" else ' role="img"'
    label = escape(sentence(people, space))
    return (
        f'<div role="gridcell" class="cell is-{space.zone}"><{tag} id="{space.name}" class="space"{link}'
        f' aria-label="{label}">{stack(people, space)}{running(people, space.claim)}{paid(people, space.paid)}'
        f"{bean_row(space.beans)}</{tag}></div>"
    )


def sentence(people: Cast, space: Shown) -> str:
    """The space in one sentence."""
    clauses = [owner_clause(people, space.owner, space.height)]
    if space.beans:
        clauses.append(beans(space.beans))
    if space.claim is not None:
        clauses.append(bid_clause(people, space.claim))
    clauses += [paid_clause(people, SeatNo(seat), count) for seat, count in enumerate(space.paid) if count]
    return space_sentence(space.name, space.zone, clauses)


def stack(people: Cast, space: Shown) -> str:
    """The blocks: colour and shape of the top one, height as thickness and as a number."""
    if space.owner is None:
        return ""
    return block(people.looks[space.owner], space.height, LOW_DRAWN if space.claim else HIGHEST_DRAWN)


@lru_cache(maxsize=256)
def block(look: int, height: int, most: int = HIGHEST_DRAWN, *, is_read: bool = False) -> SafeString:
    """A stack of blocks seen from above, drawn by the stylesheet up to a height that still fits the space."""
    if is_read:
        return format_html('<b class="block {} is-{}">{}</b>', pieces.colour_class(look), min(height, most), height)
    # Numbers on the board are drawings: the space's sentence says them. Without quotes they keep a push under 8 kB.
    return format_html('<b class="block {} is-{}" data-n={}></b>', pieces.colour_class(look), min(height, most), height)


@lru_cache(maxsize=64)
def tile(look: int) -> SafeString:
    """A player's colour and shape beside a name, as small in a push as it is on the screen."""
    return format_html('<i class="tile {}"></i>', pieces.colour_class(look))


def running(people: Cast, claim: Claim | None) -> str:
    """The running bid: die, whose chips, how many."""
    if claim is None:
        return ""
    return f'<span class="bid" data-n={claim.amount}>{die(claim.die)}{chip(people.looks[claim.seat])}</span>'


def paid(people: Cast, counts: tuple[int, ...]) -> str:
    """Paid chips of each player."""
    found = [f"<i data-n={count}>{chip(people.looks[seat])}</i>" for seat, count in enumerate(counts) if count]
    return f'<span class="paid">{"".join(found)}</span>' if found else ""


@lru_cache(maxsize=64)
def bean_row(count: int) -> str:
    """Up to three beans side by side, more as one with a number."""
    if not count:
        return ""
    return (
        f'<i class="beans is-{count}"></i>' if count <= BEANS_DRAWN else f'<i class="beans is-many" data-n={count}></i>'
    )


@lru_cache(maxsize=8)
def die(face: int) -> SafeString:
    """A die's face."""
    return format_html('<i class="die is-{}"></i>', face)


@lru_cache(maxsize=64)
def chip(look: int) -> SafeString:
    """A chip in a player's colour and shape."""
    return format_html('<i class="chip {}"></i>', pieces.colour_class(look))


# The legend


@lru_cache(maxsize=8)
def legend(language: str) -> SafeString:
    """What the tones and the small drawings mean."""
    tones = "".join(
        [
            format_html(
                '<li><i class="legend__tone is-{}"></i><span><b>{}</b> {}</span></li>',
                zone,
                ZONE_NAMES[zone],
                help_words,
            )
            for zone, help_words in ZONE_HELPS.items()
        ]
    )
    signs = "".join(
        [
            format_html('<li><span class="legend__sign">{}</span><span>{}</span></li>', drawing, words)
            for drawing, words in (
                (
                    mark_safe(f"{die(2)}{die(1)}"),
                    gettext("Running bid: at the bidder’s turns the die goes from 2 to 1, then the space is won."),
                ),
                (chip(0), gettext("Chips: paid on a space, or beside a name those in hand.")),
                (mark_safe(bean_row(1)), gettext("Beans: whoever wins the space takes them, one point each.")),
                (mark_safe('<i class="held is-blocks"></i>'), gettext("Blocks that a player has left.")),
                (
                    mark_safe('<span class="player__points">12</span>'),
                    gettext("A player’s points as the board stands."),
                ),
                (
                    mark_safe('<i class="legend__plus"></i>'),
                    gettext("Would be bracketed: the winner puts a block there too."),
                ),
            )
        ]
    )
    return format_html(
        '<details class="legend fold" id="legend"><summary>{}</summary><ul class="is-plain">{}{}</ul></details>',
        gettext("What the board shows"),
        mark_safe(tones),
        mark_safe(signs),
    )
