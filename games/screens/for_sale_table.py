"""For Sale on a table screen: large, public, no controls; the players are a street of house fronts."""

from __future__ import annotations

from functools import lru_cache

from games.engine import SeatNo
from games.engine.for_sale.observation import ForSaleObservation
from games.engine.for_sale.state import BoughtRound, Purchase, SoldRound
from games.screens import pieces
from games.screens.base import Part, Scene, Sitter
from games.screens.for_sale_pieces import card, cheque
from games.screens.for_sale_reveal import reveal_parts
from games.screens.for_sale_sign import phase_name, public_choice, round_words, seen_by, sign
from games.screens.for_sale_street import open_holdings
from games.screens.for_sale_words import cheques_left, deck_left
from games.screens.markup import SafeString, escape, format_html, mark_safe
from games.screens.speech import gettext


def table_parts(scene: Scene) -> list[Part]:
    """Sign, offer, last round, street, reveal."""
    seen = seen_by(scene)
    return [
        head_part(scene, seen),
        offer_part(scene, seen),
        Part("last-round", last_round(scene.language, scene.sitters, seen.last_round)),
        street_part(scene, seen),
        *reveal_parts((scene,), card_css="is-named"),
    ]


def head_part(scene: Scene, seen: ForSaleObservation) -> Part:
    """Where the game is, and whose turn."""
    is_selling = seen.phase == "selling"
    left = cheques_left(seen.cheques_in_deck) if is_selling else deck_left(seen.houses_in_deck)
    words = sign(scene)
    sentence = words.sentence if is_selling else public_choice(seen)
    colour, door = "", ""
    if not is_selling and words.seat is not None:
        look = scene.sitters[words.seat].look
        colour = f" {pieces.colour_class(look)}"
        door = pieces.sprite(f"door-{pieces.shape_of(look)}", "door")
    html = format_html(
        '<header id="tv-head" class="tv-head"><p class="tv-head__place"><b>{}</b><span>{}</span><span>{}</span></p>'
        '<div class="tv-sign{}">{}<div><h1>{}</h1><p>{}</p></div></div></header>',
        phase_name(seen.phase),
        round_words(seen.round, seen.rounds),
        left,
        colour,
        door,
        words.headline,
        sentence,
    )
    return Part("tv-head", html)


def offer_part(scene: Scene, seen: ForSaleObservation) -> Part:
    """Large cards with their names, or large cheques."""
    if seen.phase == "selling":
        return Part("offer", cheques_on_offer(scene.language, seen.rules.unit, seen.cheques_on_offer))
    return Part("offer", houses_on_offer(scene.language, scene.edition, seen.houses))


@lru_cache(maxsize=1024)
def houses_on_offer(language: str, edition: str, houses: tuple[int, ...]) -> SafeString:
    tag = f'<span class="tag">{escape(gettext("goes next"))}</span>'
    cards = "".join(
        f"<li>{card(language, edition, house, 'is-named')}{'' if place else tag}</li>"
        for place, house in enumerate(houses)
    )
    return format_html(
        '<section id="offer" class="tv-offer" aria-label="{}"><ol class="tv-offer__cards">{}</ol></section>',
        gettext("On offer"),
        mark_safe(cards),
    )


@lru_cache(maxsize=1024)
def cheques_on_offer(language: str, unit: int, cheques: tuple[int, ...]) -> SafeString:
    row = "".join(f"<li>{cheque(language, unit, value)}</li>" for value in cheques)
    return format_html(
        '<section id="offer" class="tv-offer" aria-label="{}"><ol class="tv-offer__cheques">{}</ol></section>',
        gettext("Cheques on offer"),
        mark_safe(row),
    )


# The last round


@lru_cache(maxsize=1024)
def last_round(language: str, sitters: tuple[Sitter, ...], before: BoughtRound | SoldRound | None) -> SafeString:
    """A panel beside the offer, best first."""
    if before is None:
        return mark_safe('<section id="last-round" hidden></section>')
    if isinstance(before, BoughtRound):
        rows = "".join([bought(sitters[purchase.seat], purchase) for purchase in reversed(before.purchases)])
    else:
        rows = "".join(
            [
                f"<li>{who(sitters[sale.seat])}{pieces.plate(sale.house)}{pieces.slip(sale.cheque)}</li>"
                for sale in before.sales
            ]
        )
    return format_html(
        '<section id="last-round" class="tv-last panel"><h2>{}</h2><ol class="is-plain">{}</ol></section>',
        gettext("Last round"),
        mark_safe(rows),
    )


def bought(sitter: Sitter, purchase: Purchase) -> str:
    """The house, and what it cost."""
    paid = purchase.stake - purchase.refund
    if purchase.house is None:
        words = escape(gettext("no house"))
        return f'<li>{who(sitter)}<span></span><span class="soft">{words}</span></li>'
    price = format_html(gettext("paid {coins}"), coins=pieces.coins(paid)) if paid else escape(gettext("for nothing"))
    return f'<li>{who(sitter)}{pieces.plate(purchase.house)}<span class="soft">{price}</span></li>'


def who(sitter: Sitter) -> str:
    """Badge and name."""
    return f'{pieces.badge(sitter.look)}<span class="tv-last__name">{escape(sitter.name)}</span>'


# The street


def street_part(scene: Scene, seen: ForSaleObservation) -> Part:
    """One front per player in seat order: lit windows and lamp are the turn, shutters those who passed."""
    passed = {purchase.seat: purchase for purchase in seen.taken}
    fronts = "".join([front(seen, sitter, passed.get(sitter.seat)) for sitter in scene.sitters])
    return Part("street", mark_safe(f'<ol id="street" class="street">{fronts}</ol>'))


def front(seen: ForSaleObservation, sitter: Sitter, purchase: Purchase | None) -> str:
    """A house front with its doorstep."""
    seat, is_selling = sitter.seat, seen.phase == "selling"
    is_shut = not seen.house_counts[seat] if is_selling else purchase is not None
    classes = "front"
    lamp: str = ""
    if seat in seen.to_act:
        classes += " is-now"
        lamp = "" if is_selling else pieces.sprite("lamp-glow", "front__lamp")
    if not is_selling and 0 < seen.highest == seen.bids[seat]:
        classes += " is-top"
    symbol = f"front-{pieces.shape_of(sitter.look)}{'-shut' if is_shut else ''}"
    antenna = pieces.sprite("antenna", f"front__antenna {pieces.colour_class(sitter.look)}") if sitter.bot else ""
    house = pieces.sprite(symbol, f"front__house {pieces.colour_class(sitter.look)}")
    open_hand = f'<span class="front__open">{open_holdings(seen, seat)}</span>' if seen.rules.open_information else ""
    away = pieces.icon("wifi-off") if sitter.is_away else ""
    state = sale_state(seen, sitter) if is_selling else auction_state(seen, seat, purchase)
    return (
        f'<li class="{classes}" data-seat="{seat}">{antenna}{house}{lamp}{open_hand}'
        f'<span class="front__step"><b class="front__name">{escape(sitter.name)}</b>{away}{state}</span></li>'
    )


def auction_state(seen: ForSaleObservation, seat: SeatNo, purchase: Purchase | None) -> str:
    """The bid on the doorstep, or what the seat passed with."""
    if purchase is None:
        return f'<span class="front__bid">{pieces.coins(seen.bids[seat])}</span>'
    house = "–" if purchase.house is None else pieces.plate(purchase.house)
    words = escape(gettext("passed"))
    return f'<span class="front__word">{words}</span><span class="front__bid">{house}</span>'


def sale_state(seen: ForSaleObservation, sitter: Sitter) -> str:
    """Sealed, choosing, or without houses."""
    if sitter.seat in seen.sealed:
        return f'<span class="front__bid">{pieces.envelope(sitter.look)}</span>'
    words = gettext("choosing") if seen.house_counts[sitter.seat] else gettext("no houses")
    return f'<span class="front__word">{escape(words)}</span>'
