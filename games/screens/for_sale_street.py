"""The public middle of a phone's screen: what is on offer, the players' doors, and the round before."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.engine import SeatNo
from games.engine.for_sale.observation import ForSaleObservation
from games.engine.for_sale.state import BoughtRound, Purchase, SoldRound
from games.screens import pieces
from games.screens.base import Part, Row, Scene, Sitter
from games.screens.for_sale_pieces import card, cheque, plates, slips, unseen
from games.screens.for_sale_sign import seen_by
from games.screens.for_sale_words import cheques_left, deck_left
from games.screens.markup import escape, format_html, mark_safe
from games.screens.speech import gettext

Named = tuple[tuple[str, int], ...]
"""Name and look per seat, the viewer's own name as "You"."""

MOST_IN_A_ROW = 5
"""More cards than this carry the narrow plate, and their words below."""


def named(scene: Scene) -> Named:
    """How each seat is called on this screen."""
    return scene.shared(("named", scene.me), lambda: _named(scene))


def _named(scene: Scene) -> Named:
    you = gettext("You")
    return tuple([(you if sitter.seat == scene.me else sitter.name, sitter.look) for sitter in scene.sitters])


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
    is_me: bool
    is_now: bool
    is_top: bool
    is_out: bool
    bid: int | None
    """Coins in front while houses are bought."""
    bought: Purchase | None
    is_sealed: bool
    has_houses: bool


def strip_part(scene: Scene, seen: ForSaleObservation) -> Part:
    """Doors clockwise from the viewer; the lamp hangs over whose turn it is."""
    draw = selling_door if seen.phase == "selling" else buying_door
    language, me = scene.language, scene.me
    doors = scene.shared(
        "doors", lambda: tuple([door_part(language, draw(seen, sitter, is_me=False)) for sitter in scene.sitters])
    )
    if me is not None:
        own = door_part(language, draw(seen, scene.sitters[me], is_me=True))
        doors = (own, *doors[me + 1 :], *doors[:me])
    return Row("strip", strip_start(language), doors, "</ol>")


@lru_cache(maxsize=16)
def strip_start(language: str) -> str:
    """The strip is a list."""
    return f'<ol id="strip" class="strip" aria-label="{escape(gettext("Players"))}">'


def buying_door(seen: ForSaleObservation, sitter: Sitter, *, is_me: bool) -> Door:
    """The bid in front of a seat, or what it passed with."""
    seat, bought = sitter.seat, None
    for purchase in seen.taken:
        if purchase.seat == seat:
            bought = purchase
    bid = seen.bids[seat]
    is_now, is_top = seat in seen.to_act, 0 < seen.highest == bid
    return Door(sitter, is_me, is_now, is_top, bought is not None, bid, bought, False, True)


def selling_door(seen: ForSaleObservation, sitter: Sitter, *, is_me: bool) -> Door:
    """Sealed, choosing, or without houses; the lamp hangs over the viewer's own door alone."""
    seat = sitter.seat
    has_houses = bool(seen.house_counts[seat])
    is_now = is_me and seat in seen.to_act
    return Door(sitter, is_me, is_now, False, not has_houses, None, None, seat in seen.sealed, has_houses)


@lru_cache(maxsize=8192)
def door_part(language: str, door: Door) -> Part:
    """One door with its name and what it has done in this round."""
    sitter = door.sitter
    states = (("is-now", door.is_now), ("is-top", door.is_top), ("is-out", door.is_out))
    classes = " ".join(["seat", *(css for css, is_on in states if is_on)])
    name = gettext("You") if door.is_me else sitter.name
    deadline = f' data-deadline="{sitter.deadline.isoformat()}"' if sitter.deadline else ""
    lamp = pieces.sprite("lamp", "lamp") if door.is_now else ""
    turn = unseen(gettext("turn:")) if door.is_now and door.bid is not None else ""
    html = (
        f'<li id="seat-{sitter.seat}" class="{classes}" data-seat="{sitter.seat}"{deadline}>{lamp}{turn}'
        f"{pieces.door(sitter.look, is_bot=bool(sitter.bot), is_shut=door.is_out)}"
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


def last_round_part(scene: Scene) -> Part:
    """Stays beside the new round, so that nobody misses a result."""
    before = seen_by(scene).last_round
    return NO_ROUND_YET if before is None else last_round(scene.language, named(scene), before)


NO_ROUND_YET = Part("last-round", mark_safe('<section id="last-round" hidden></section>'))


@lru_cache(maxsize=2048)
def last_round(language: str, names: Named, before: BoughtRound | SoldRound) -> Part:
    """Who took which house for how much, or sold which for which cheque."""
    if isinstance(before, BoughtRound):
        rows = "".join([bought(names, purchase) for purchase in before.purchases])
    else:
        rows = "".join(
            [
                f"<li>{who(names, sale.seat)}{pieces.plate(sale.house)}{pieces.slip(sale.cheque)}</li>"
                for sale in before.sales
            ]
        )
    html = format_html(
        '<section id="last-round" class="last-round section" aria-label="{label}"><p class="label">{label}</p>'
        '<ol class="last-round__rows">{rows}</ol></section>',
        label=gettext("Last round"),
        rows=mark_safe(rows),
    )
    return Part("last-round", html)


def bought(names: Named, purchase: Purchase) -> str:
    """One seat's purchase: the house, and the coins it cost."""
    paid = purchase.stake - purchase.refund
    if purchase.house is None:
        words = gettext("no house")
        return f'<li>{who(names, purchase.seat)}<span aria-hidden="true">–</span>{unseen(words)}</li>'
    price = unseen(gettext("for")) + pieces.coins(paid) if paid else unseen(gettext("for nothing"))
    return f"<li>{who(names, purchase.seat)}{pieces.plate(purchase.house)}{price}</li>"


def who(names: Named, seat: SeatNo) -> str:
    """A player's badge; the name is for those who do not see it."""
    name, look = names[seat]
    return f"{pieces.badge(look)}{unseen(name)}"


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
