"""The public middle of a phone's screen: what is on offer, the players' doors, and the round before."""

from __future__ import annotations

from functools import lru_cache

from django.utils.html import escape, format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games.engine import SeatNo
from games.engine.for_sale.observation import ForSaleObservation
from games.engine.for_sale.state import BoughtRound, Purchase, SoldRound
from games.screens import pieces
from games.screens.base import Part, Scene, Sitter
from games.screens.for_sale_pieces import card, cheque, plates, slips, unseen
from games.screens.for_sale_words import cheques_left, deck_left

Named = tuple[tuple[str, int], ...]
"""Name and look per seat, the viewer's own name as "You"."""

MOST_IN_A_ROW = 5
"""More cards than this carry the narrow plate, and their words below."""


def named(scene: Scene) -> Named:
    """How each seat is called on this screen."""
    you = gettext("You")
    return tuple([(you if sitter.seat == scene.me else sitter.name, sitter.look) for sitter in scene.sitters])


# What is on offer


def offer_part(scene: Scene, seen: ForSaleObservation) -> Part:
    """Houses, lowest first, or cheques, highest first."""
    if seen.phase == "selling":
        html = cheques_on_offer(scene.language, seen.rules.unit, seen.cheques_on_offer, seen.cheques_in_deck)
    else:
        html = houses_on_offer(scene.language, scene.edition, seen.houses, seen.houses_in_deck)
    return Part("offer", html)


@lru_cache(maxsize=2048)
def houses_on_offer(language: str, edition: str, houses: tuple[int, ...], deck: int) -> SafeString:
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
    return mark_safe(f'<section id="offer" class="offer section" aria-label="{label}">{html}</section>')


@lru_cache(maxsize=2048)
def cheques_on_offer(language: str, unit: int, cheques: tuple[int, ...], deck: int) -> SafeString:
    """What the houses sealed now will bring."""
    row = "".join(f"<li>{cheque(language, unit, value, 'is-mini')}</li>" for value in cheques)
    return format_html(
        '<section id="offer" class="offer section" aria-label="{label}"><p class="label"><span>{label}</span>'
        '<span>{left}</span></p><ol class="offer__cheques">{row}</ol></section>',
        label=gettext("Cheques on offer"),
        left=cheques_left(deck),
        row=mark_safe(row),
    )


# The players


def strip_part(scene: Scene, seen: ForSaleObservation) -> Part:
    """Doors clockwise from the viewer; the lamp hangs over whose turn it is."""
    passed = {purchase.seat: purchase for purchase in seen.taken}
    seats = "".join([seat_html(scene, seen, sitter, passed) for sitter in scene.clockwise_from_me()])
    label = escape(gettext("Players"))
    return Part("strip", mark_safe(f'<ol id="strip" class="strip" aria-label="{label}">{seats}</ol>'))


def seat_html(scene: Scene, seen: ForSaleObservation, sitter: Sitter, passed: dict[SeatNo, Purchase]) -> str:
    """One door with its name and what it has done in this round."""
    seat = sitter.seat
    is_selling = seen.phase == "selling"
    is_out = not seen.house_counts[seat] if is_selling else seat in passed
    is_top = not is_selling and 0 < seen.highest == seen.bids[seat]
    is_now = seat in seen.to_act and (not is_selling or seat == scene.me)
    classes = "seat"
    if is_now:
        classes += " is-now"
    if is_top:
        classes += " is-top"
    if is_out:
        classes += " is-out"
    name = gettext("You") if seat == scene.me else sitter.name
    deadline = f' data-deadline="{sitter.deadline.isoformat()}"' if sitter.deadline else ""
    lamp = pieces.sprite("lamp", "lamp") + unseen(gettext("turn:")) if is_now and not is_selling else ""
    if is_now and is_selling:
        lamp = pieces.sprite("lamp", "lamp")
    state = sale_state(seen, sitter) if is_selling else auction_state(seen, seat, passed.get(seat))
    return (
        f'<li class="{classes}" data-seat="{seat}"{deadline}>{lamp}'
        f"{pieces.door(sitter.look, is_bot=bool(sitter.bot), is_shut=is_out)}"
        f'<span class="seat__name">{escape(name)}</span>{state}{mark_html(sitter)}</li>'
    )


def auction_state(seen: ForSaleObservation, seat: SeatNo, purchase: Purchase | None) -> str:
    """The bid in front of a seat, or what it passed with."""
    if purchase is None:
        words = gettext("highest bid") if 0 < seen.highest == seen.bids[seat] else gettext("bid")
        return f'{unseen(words)}<span class="seat__bid">{pieces.coins(seen.bids[seat])}</span>'
    if purchase.house is None:
        words = gettext("passed without a house")
        return f'{unseen(words)}<span class="seat__bid" aria-hidden="true">–</span>'
    words = gettext("passed with house")
    return f'{unseen(words)}<span class="seat__bid">{pieces.plate(purchase.house)}</span>'


def sale_state(seen: ForSaleObservation, sitter: Sitter) -> str:
    """Sealed, choosing, or without houses."""
    if sitter.seat in seen.sealed:
        words = gettext("has sealed")
        return f'<span class="seat__bid">{pieces.envelope(sitter.look)}</span>{unseen(words)}'
    words = gettext("choosing") if seen.house_counts[sitter.seat] else gettext("no houses")
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


def last_round_part(scene: Scene, seen: ForSaleObservation) -> Part:
    """Stays beside the new round, so that nobody misses a result."""
    return Part("last-round", last_round(scene.language, named(scene), seen.last_round))


@lru_cache(maxsize=2048)
def last_round(language: str, names: Named, before: BoughtRound | SoldRound | None) -> SafeString:
    """Who took which house for how much, or sold which for which cheque."""
    if before is None:
        return mark_safe('<section id="last-round" hidden></section>')
    if isinstance(before, BoughtRound):
        rows = "".join([bought(names, purchase) for purchase in before.purchases])
    else:
        rows = "".join(
            [
                f"<li>{who(names, sale.seat)}{pieces.plate(sale.house)}{pieces.slip(sale.cheque)}</li>"
                for sale in before.sales
            ]
        )
    return format_html(
        '<section id="last-round" class="last-round section" aria-label="{label}"><p class="label">{label}</p>'
        '<ol class="last-round__rows">{rows}</ol></section>',
        label=gettext("Last round"),
        rows=mark_safe(rows),
    )


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
