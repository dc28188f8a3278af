"""Pieces that only For Sale has: cards of houses, cheques, and the hidden fields of its moves.

Memoised by language, because alternative texts and money are words.
"""

from __future__ import annotations

from functools import cache, lru_cache

from django.templatetags.static import static

from games.screens import pieces
from games.screens.base import Scene
from games.screens.for_sale_words import drawing, dwelling, money
from games.screens.markup import SafeString, escape, format_html, mark_safe
from games.screens.speech import gettext, pgettext


@cache
def card_face(language: str, edition: str, house: int) -> SafeString:
    """What is on a card: the drawing and the plate."""
    return format_html(
        '<img class="card__art" src="{}" alt="{}"><b class="card__plate" aria-hidden="true">{}</b>',
        static(f"art/houses/{drawing(edition, house)}.svg"),
        gettext("%(house)s, %(dwelling)s") % {"house": house, "dwelling": dwelling(edition, house)},
        house,
    )


@cache
def named_face(language: str, edition: str, house: int) -> SafeString:
    """A large card's face, with the dwelling's name on a strip."""
    return format_html(
        '<img class="card__art" src="{}" alt=""><b class="card__plate">{}</b><span class="card__name">{}</span>',
        static(f"art/houses/{drawing(edition, house)}.svg"),
        house,
        dwelling(edition, house),
    )


@cache
def card(language: str, edition: str, house: int, css: str = "") -> SafeString:
    """A house as a card."""
    face = named_face if "is-named" in css else card_face
    return format_html(
        '<span class="{}" data-house="{}">{}</span>', f"card {css}".strip(), house, face(language, edition, house)
    )


@cache
def cheque(language: str, unit: int, value: int, css: str = "") -> SafeString:
    """A cheque; the 0 is torn and stamped."""
    if value == 0:
        css, below = (
            f"{css} is-bounced",
            format_html('<span class="cheque__stamp">{}</span>', pgettext("cheque", "bounced")),
        )
    else:
        below = format_html('<span class="cheque__money">{}</span>', money(value, unit))
    return format_html(
        '<span class="{}" data-cheque="{}"><b class="cheque__value">{}</b>{}</span>',
        f"cheque {css}".strip(),
        value,
        value,
        below,
    )


@lru_cache(maxsize=512)
def plates(houses: tuple[int, ...]) -> SafeString:
    """Houses as small plates."""
    return mark_safe("".join(map(pieces.plate, houses)))


@lru_cache(maxsize=512)
def slips(cheques: tuple[int, ...]) -> SafeString:
    """Cheques as small slips, highest first."""
    return mark_safe("".join(map(pieces.slip, sorted(cheques, reverse=True))))


@lru_cache(maxsize=512)
def unseen(words: str) -> str:
    """Words for screen readers alone."""
    return f'<span class="visually-hidden">{escape(words)}</span>'


def move_form(scene: Scene, move: str, css: str) -> str:
    """The opening of a form for one move, with everything that is not the player's choice."""
    return (
        f'<form class="{css}" method="post" action="/r/{scene.code}/move" data-move>{pieces.CSRF}'
        f'<input type="hidden" name="decision" value="{scene.decision}">'
        f'<input type="hidden" name="key" value="{scene.key(move)}">'
        f'<input type="hidden" name="move" value="{move}">'
    )
