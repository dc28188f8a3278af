"""The reveal of a sale: a part that stays hidden unless a script plays it; the last round says the same at once."""

from __future__ import annotations

from collections.abc import Sequence

from games.engine import SeatNo
from games.engine.for_sale.state import Sale, SoldRound
from games.screens import pieces
from games.screens.base import Part, Scene, Sitter
from games.screens.for_sale_pieces import card, cheque
from games.screens.for_sale_sign import seen_by
from games.screens.for_sale_street import rows_for_each
from games.screens.for_sale_words import money
from games.screens.markup import escape, mark_safe
from games.screens.speech import gettext

ARROW = '<span class="reveal__arrow" aria-hidden="true"></span>'
NOTHING = Part("reveal", mark_safe('<section id="reveal" hidden></section>'))


def reveal_parts(scenes: Sequence[Scene], card_css: str = "") -> list[Part]:
    """From the highest house to the lowest: envelope, house, cheque. Lights down; each row is turned over when its
    time comes."""
    first, seen = scenes[0], seen_by(scenes[0])
    before = seen.last_round
    if not isinstance(before, SoldRound):
        return [NOTHING] * len(scenes)
    language, edition, unit = first.language, first.edition, seen.rules.unit
    what = [
        f'<span class="reveal__house">{pieces.envelope(first.sitters[sale.seat].look)}'
        f"{card(language, edition, sale.house, card_css)}</span>{ARROW}{cheque(language, unit, sale.cheque)}"
        for sale in before.sales
    ]
    rows = rows_for_each(scenes, [sale.seat for sale in before.sales], who, what)
    own_words: dict[SeatNo | None, str] = {sale.seat: own_sale(sale, unit) for sale in before.sales}
    nothing_sold, then = gettext("Highest house takes the highest cheque."), then_words(is_last=seen.phase == "over")
    return [
        reveal(before.round, own_words.get(scene.me, nothing_sold), inside, then)
        for scene, inside in zip(scenes, rows, strict=True)
    ]


def reveal(number: int, own: str, rows: str, then: str) -> Part:
    """One viewer's reveal."""
    title = escape(gettext("Sold!"))
    html = (
        f'<section id="reveal" class="reveal is-night" hidden data-round="{number}" aria-label="{title}">'
        f'<h2>{title}</h2><p class="reveal__own">{escape(own)}</p><ol class="reveal__rows is-plain">{rows}</ol>'
        f'<p class="reveal__then">{escape(then)}</p></section>'
    )
    return Part("reveal", mark_safe(html))


def then_words(*, is_last: bool) -> str:
    """What comes next."""
    return gettext("The result in a moment.") if is_last else gettext("Next round in a moment. Nothing to do.")


def own_sale(sale: Sale, unit: int) -> str:
    """What the viewer sold."""
    facts = {"house": sale.house, "money": money(sale.cheque, unit)}
    if sale.cheque == 0:
        return gettext("Your house %(house)s got the cheque that bounced.") % facts
    return gettext("You sold house %(house)s for %(money)s.") % facts


def who(sitter: Sitter, name: str, is_me: bool) -> str:
    """The beginning of a row: who sells."""
    return (
        f'<li class="reveal__row{" is-mine" if is_me else ""}" data-seat="{sitter.seat}">'
        f'<span class="reveal__who">{pieces.door(sitter.look)}<b>{escape(name)}</b></span>'
    )
