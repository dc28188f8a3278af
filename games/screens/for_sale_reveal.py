"""The reveal of a sale: a part that stays hidden unless a script plays it; the last round says the same at once."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.engine import SeatNo
from games.engine.for_sale.state import Sale, SoldRound
from games.screens import pieces
from games.screens.base import Part, Scene
from games.screens.for_sale_pieces import card, cheque
from games.screens.for_sale_sign import seen_by
from games.screens.for_sale_street import Named, named
from games.screens.for_sale_words import money
from games.screens.markup import escape, format_html, mark_safe
from games.screens.speech import gettext

ARROW = '<span class="reveal__arrow" aria-hidden="true"></span>'
NOTHING = Part("reveal", mark_safe('<section id="reveal" hidden></section>'))


class Shown(NamedTuple):
    """Which sale, to whom."""

    sold: SoldRound
    me: SeatNo | None
    is_last: bool
    card_css: str


def reveal_part(scene: Scene, card_css: str = "") -> Part:
    """From the highest house to the lowest: envelope, house, cheque."""
    seen = seen_by(scene)
    before = seen.last_round
    if not isinstance(before, SoldRound):
        return NOTHING
    shown = Shown(before, scene.me, seen.phase == "over", card_css)
    return reveal(scene.language, scene.edition, seen.rules.unit, named(scene), shown)


@lru_cache(maxsize=2048)
def reveal(language: str, edition: str, unit: int, names: Named, shown: Shown) -> Part:
    """Lights down; each row is turned over when its time comes."""
    sold, me, is_last, card_css = shown
    rows = "".join(
        [
            row(
                sale,
                names[sale.seat],
                card(language, edition, sale.house, card_css),
                cheque(language, unit, sale.cheque),
                me,
            )
            for sale in sold.sales
        ]
    )
    mine = next((sale for sale in sold.sales if sale.seat == me), None)
    then = gettext("The result in a moment.") if is_last else gettext("Next round in a moment. Nothing to do.")
    html = format_html(
        '<section id="reveal" class="reveal is-night" hidden data-round="{round}" aria-label="{title}">'
        '<h2>{title}</h2><p class="reveal__own">{own}</p><ol class="reveal__rows is-plain">{rows}</ol>'
        '<p class="reveal__then">{then}</p></section>',
        round=sold.round,
        title=gettext("Sold!"),
        own=own_sale(mine, unit),
        rows=mark_safe(rows),
        then=then,
    )
    return Part("reveal", html)


def own_sale(sale: Sale | None, unit: int) -> str:
    """What the viewer sold."""
    if sale is None:
        return gettext("Highest house takes the highest cheque.")
    facts = {"house": sale.house, "money": money(sale.cheque, unit)}
    if sale.cheque == 0:
        return gettext("Your house %(house)s got the cheque that bounced.") % facts
    return gettext("You sold house %(house)s for %(money)s.") % facts


def row(sale: Sale, who: tuple[str, int], house: str, money_slip: str, me: SeatNo | None) -> str:
    """One house and its cheque."""
    name, look = who
    return (
        f'<li class="reveal__row{" is-mine" if sale.seat == me else ""}" data-seat="{sale.seat}">'
        f'<span class="reveal__who">{pieces.door(look)}<b>{escape(name)}</b></span>'
        f'<span class="reveal__house">{pieces.envelope(look)}{house}</span>'
        f"{ARROW}{money_slip}</li>"
    )
