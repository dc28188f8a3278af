"""The public middle of a phone's screen: what is on offer, the players' doors, and the round before."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from games.engine import SeatNo
from games.engine.for_sale.observation import ForSaleObservation
from games.engine.for_sale.state import BoughtRound, Purchase, Sale
from games.screens import pieces
from games.screens.base import Part, Row, Scene, Sitter
from games.screens.for_sale_pieces import card, cheque, plates, slips, unseen
from games.screens.for_sale_sign import seen_by
from games.screens.for_sale_words import cheques_left, deck_left
from games.screens.markup import escape, format_html, mark_safe
from games.screens.speech import gettext

MOST_IN_A_ROW = 5
"""More cards than this carry the narrow plate, and their words below."""


def rows_for_each(scenes: Sequence[Scene], seats: Sequence[SeatNo], who: Who, what: Sequence[str]) -> Iterator[str]:
    """A list of what some seats did, as each viewer reads it: who, then what, and "You" in the viewer's own row. All
    other rows are the same for everybody."""
    sitters, you = scenes[0].sitters, gettext("You")
    others = [
        f"{who(sitters[seat], sitters[seat].name, False)}{did}</li>" for seat, did in zip(seats, what, strict=True)
    ]
    for scene in scenes:
        rows, me = others, scene.me
        if me is not None and me in seats:
            place, rows = seats.index(me), others.copy()
            rows[place] = f"{who(sitters[me], you, True)}{what[place]}</li>"
        yield "".join(rows)


Who = Callable[[Sitter, str, bool], str]
"""The beginning of a row: a player, the name to show, and whether it is the viewer."""


# What is on offer


def offer_part(scene: Scene, seen: ForSaleObservation) -> Part:
    """Houses, lowest first, or cheques, highest first."""
    if seen.phase == "selling":
        return cheques_on_offer(scene.language, seen.rules.unit, seen.cheques_on_offer, seen.cheques_in_deck)
    return houses_on_offer(scene.language, scene.edition, seen.houses, seen.houses_in_deck)


@lru_cache(maxsize=2048)
def houses_on_offer(language: str, edition: str, houses: tuple[int, ...], deck: int) -> Part:
    """The lowest is what the next pass takes."""
    is_narrow = len(houses) > MOST_IN_A_ROW
    next_words, label, left = escape(gettext("goes next")), escape(gettext("On offer")), escape(deck_left(deck))
    tag = unseen(next_words) if is_narrow else f'<span class="tag">{next_words}</span>'
    cards = "".join(
        f"<li>{card(language, edition, house)}{'' if place else tag}</li>" for place, house in enumerate(houses)
    )
    row = f'<ol class="offer__cards">{cards}</ol>'
    if is_narrow:
        below = f'<span class="offer__next" aria-hidden="true">{pieces.icon("up")}{next_words}</span>'
        html = f'{row}<p class="label">{below}<span>{left}</span></p>'
    else:
        html = f'<p class="label"><span>{label}</span><span>{left}</span></p>{row}'
    return Part("offer", mark_safe(f'<section id="offer" class="offer section" aria-label="{label}">{html}</section>'))


@lru_cache(maxsize=2048)
def cheques_on_offer(language: str, unit: int, cheques: tuple[int, ...], deck: int) -> Part:
    """What the houses sealed now will bring."""
    row = "".join(f"<li>{cheque(language, unit, value, 'is-mini')}</li>" for value in cheques)
    html = format_html(
        '<section id="offer" class="offer section" aria-label="{label}"><p class="label"><span>{label}</span>'
        '<span>{left}</span></p><ol class="offer__cheques">{row}</ol></section>',
        label=gettext("Cheques on offer"),
        left=cheques_left(deck),
        row=mark_safe(row),
    )
    return Part("offer", html)


# The players


class Door(NamedTuple):
    """All that a door of the strip shows; the same again and again, so each is drawn once."""

    sitter: Sitter
    is_asked: bool
    is_top: bool
    bid: int | None
    """Coins in front while houses are bought."""
    bought: Purchase | None
    is_sealed: bool
    has_houses: bool


def strip_parts(scenes: Sequence[Scene]) -> list[Row]:
    """Doors clockwise from each viewer; the lamp hangs over whose turn it is."""
    first, seen = scenes[0], seen_by(scenes[0])
    door_of = selling_door if seen.phase == "selling" else buying_door
    drawn = first.memo.setdefault(("doors", first.language), {})
    doors, owns = [], []
    for sitter in first.sitters:
        # A door changes when something happens to its own seat; all but the one who sits there see it alike.
        door = door_of(seen, sitter)
        known, part, own = drawn.get(sitter.seat, NO_DOOR)
        if known != door:
            part, own = door_part(first.language, door, False), door_part(first.language, door, True)
            drawn[sitter.seat] = (door, part, own)
        doors.append(part)
        owns.append(own)
    start = strip_start(first.language)
    return [Row("strip", start, clockwise(doors, owns, scene.me), "</ol>") for scene in scenes]


NO_DOOR: tuple[None, None, None] = (None, None, None)


def clockwise(doors: Sequence[Part], owns: Sequence[Part], me: SeatNo | None) -> tuple[Part, ...]:
    """The viewer's own door first; for onlookers from seat 0."""
    return tuple(doors) if me is None else (owns[me], *doors[me + 1 :], *doors[:me])


@cache
def strip_start(language: str) -> str:
    """The strip is a list."""
    return f'<ol id="strip" class="strip" aria-label="{escape(gettext("Players"))}">'


def buying_door(seen: ForSaleObservation, sitter: Sitter) -> Door:
    """The bid in front of a seat, or what it passed with."""
    seat, bought = sitter.seat, None
    for purchase in seen.taken:
        if purchase.seat == seat:
            bought = purchase
    bid = seen.bids[seat]
    return Door(sitter, seat in seen.to_act, 0 < seen.highest == bid, bid, bought, False, True)


def selling_door(seen: ForSaleObservation, sitter: Sitter) -> Door:
    """Sealed, choosing, or without houses."""
    seat = sitter.seat
    return Door(sitter, seat in seen.to_act, False, None, None, seat in seen.sealed, seen.house_counts[seat] > 0)


@lru_cache(maxsize=8192)
def door_part(language: str, door: Door, is_me: bool) -> Part:
    """One door with its name and what it has done in this round."""
    sitter, is_out = door.sitter, door.bought is not None or not door.has_houses
    # In a sale, where many are asked at once, the lamp hangs over the viewer's own door alone.
    is_now = door.is_asked and (is_me or door.bid is not None)
    states = (("is-now", is_now), ("is-top", door.is_top), ("is-out", is_out))
    classes = " ".join(["seat", *(css for css, is_on in states if is_on)])
    name = gettext("You") if is_me else sitter.name
    deadline = f' data-deadline="{sitter.deadline.isoformat()}"' if sitter.deadline else ""
    lamp = pieces.sprite("lamp", "lamp") if is_now else ""
    turn = unseen(gettext("turn:")) if is_now and door.bid is not None else ""
    html = (
        f'<li id="seat-{sitter.seat}" class="{classes}" data-seat="{sitter.seat}"{deadline}>{lamp}{turn}'
        f"{pieces.door(sitter.look, is_bot=bool(sitter.bot), is_shut=is_out)}"
        f'<span class="seat__name">{escape(name)}</span>{state_html(door)}{mark_html(sitter)}</li>'
    )
    return Part(f"seat-{sitter.seat}", mark_safe(html))


def state_html(door: Door) -> str:
    """What stands below the name."""
    if door.bid is None:
        return sale_state(door)
    return auction_state(door.bid, door.bought, is_top=door.is_top)


def auction_state(bid: int, purchase: Purchase | None, *, is_top: bool) -> str:
    """The bid in front of a seat, or what it passed with."""
    if purchase is None:
        words = gettext("highest bid") if is_top else gettext("bid")
        return f'{unseen(words)}<span class="seat__bid">{pieces.coins(bid)}</span>'
    if purchase.house is None:
        words = gettext("passed without a house")
        return f'{unseen(words)}<span class="seat__bid" aria-hidden="true">–</span>'
    words = gettext("passed with house")
    return f'{unseen(words)}<span class="seat__bid">{pieces.plate(purchase.house)}</span>'


def sale_state(door: Door) -> str:
    """Sealed, choosing, or without houses."""
    if door.is_sealed:
        words = gettext("has sealed")
        return f'<span class="seat__bid">{pieces.envelope(door.sitter.look)}</span>{unseen(words)}'
    words = gettext("choosing") if door.has_houses else gettext("no houses")
    return f'<span class="seat__bid"><span class="seat__word">{escape(words)}</span></span>'


def mark_html(sitter: Sitter) -> str:
    """A bot keeps the chair warm, or nobody is there."""
    if sitter.is_warmed:
        words = gettext("a bot plays for now")
        return f'<span class="seat__mark">{pieces.icon("bot")}{unseen(words)}</span>'
    if sitter.bot:
        return unseen(gettext("bot"))
    if sitter.is_away:
        return f'<span class="seat__mark">{pieces.icon("wifi-off")}{unseen(gettext("away"))}</span>'
    return ""


# The round before


def last_round_parts(scenes: Sequence[Scene]) -> list[Part]:
    """Stays beside the new round, so that nobody misses a result."""
    before = seen_by(scenes[0]).last_round
    if before is None:
        return [NO_ROUND_YET] * len(scenes)
    deals = before.purchases if isinstance(before, BoughtRound) else before.sales
    what = [bought(deal) if isinstance(deal, Purchase) else sold(deal) for deal in deals]
    rows = rows_for_each(scenes, [deal.seat for deal in deals], who, what)
    before_rows, after_rows = around_rows(scenes[0].language)
    return [Part("last-round", mark_safe(f"{before_rows}{inside}{after_rows}")) for inside in rows]


NO_ROUND_YET = Part("last-round", mark_safe('<section id="last-round" hidden></section>'))


@cache
def around_rows(language: str) -> tuple[str, str]:
    """What surrounds the rows of the last round."""
    label = escape(gettext("Last round"))
    return (
        f'<section id="last-round" class="last-round section" aria-label="{label}"><p class="label">{label}</p>'
        '<ol class="last-round__rows">',
        "</ol></section>",
    )


def bought(purchase: Purchase) -> str:
    """One seat's purchase: the house, and the coins it cost."""
    paid = purchase.stake - purchase.refund
    if purchase.house is None:
        return f'<span aria-hidden="true">–</span>{unseen(gettext("no house"))}'
    price = unseen(gettext("for")) + pieces.coins(paid) if paid else unseen(gettext("for nothing"))
    return f"{pieces.plate(purchase.house)}{price}"


def sold(sale: Sale) -> str:
    """One seat's sale."""
    return f"{pieces.plate(sale.house)}{pieces.slip(sale.cheque)}"


def who(sitter: Sitter, name: str, is_me: bool) -> str:
    """A player's badge; the name is for those who do not see it."""
    return f"<li>{pieces.badge(sitter.look)}{unseen(name)}"


# The open table


def open_part(scene: Scene, seen: ForSaleObservation) -> Part:
    """Coins, houses and cheques of the others, where the table plays with open information."""
    rows = "".join(
        [
            f'<li><span class="open-table__who">{pieces.badge(sitter.look)} {escape(sitter.name)}</span>'
            f"{open_holdings(seen, sitter.seat)}</li>"
            for sitter in scene.clockwise_from_me()
            if sitter.seat != scene.me
        ]
    )
    label = escape(gettext("Open table"))
    return Part(
        "open-table",
        mark_safe(
            f'<section id="open-table" class="open-table section"><p class="label">{label}</p>'
            f'<ul class="is-plain">{rows}</ul></section>'
        ),
    )


def open_holdings(seen: ForSaleObservation, seat: SeatNo) -> str:
    """What is known of a seat's hand."""
    coins, houses, cheques = seen.coins[seat], seen.hands[seat], seen.cheques[seat]
    shown_coins = "" if coins is None else pieces.coins(coins)
    return f"{shown_coins}{plates(houses or ())}{slips(cheques or ())}"
