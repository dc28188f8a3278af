"""Small pieces of markup, memoised and already escaped: doors, plates, cheques, coins, cards, icons.

Screens join these instead of looping in templates: it costs a tenth (measured), and a push stays small.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache, lru_cache

from django.templatetags.static import static

from games.screens.markup import SafeString, format_html, mark_safe

SHAPES = ("circle", "square", "diamond", "triangle", "star", "hexagon")
COLOURS = ("brick", "teal", "plum", "leaf", "rose", "slate")
"""A player's `look` is an index into both."""


def shape_of(look: int) -> str:
    """The shape of a player's look."""
    return SHAPES[look % len(SHAPES)]


def colour_class(look: int) -> str:
    """The class that sets a player's colour for everything inside: `is-brick` …"""
    return f"is-{COLOURS[look % len(COLOURS)]}"


@lru_cache(maxsize=2048)
def sprite(symbol: str, css: str) -> SafeString:
    """A drawing of the sprite, for the eye only: text beside it says the same."""
    return format_html(
        '<svg class="{}" aria-hidden="true"><use href="{}#{}"></use></svg>', css, static("art/sprite.svg"), symbol
    )


def icon(name: str) -> SafeString:
    """A line icon in the colour of the text."""
    return sprite(name, "icon")


@cache
def door(look: int, *, is_bot: bool = False, is_shut: bool = False) -> SafeString:
    """A player's front door; bots have an antenna, those who passed a shutter."""
    symbol = f"door-{shape_of(look)}{'-bot' if is_bot else ''}{'-shut' if is_shut else ''}"
    return sprite(symbol, f"door {colour_class(look)}")


@cache
def badge(look: int) -> SafeString:
    """A player's small badge."""
    return sprite(f"badge-{shape_of(look)}", f"badge {colour_class(look)}")


@cache
def plate(house: int) -> SafeString:
    """A house's number plate inside a line of text."""
    return format_html('<b class="plate">{}</b>', house)


@cache
def slip(cheque: int) -> SafeString:
    """A cheque's value inside a line of text."""
    return format_html('<b class="slip{}">{}</b>', mark_safe(" is-bounced") if cheque == 0 else "", cheque)


@cache
def coins(amount: int) -> SafeString:
    """A number of coins."""
    return format_html('<b class="coins">{}{}</b>', sprite("coin", "coin"), amount)


@cache
def lamp() -> SafeString:
    """The lamp over the door whose turn it is."""
    return sprite("lamp", "lamp")


@cache
def envelope(look: int | None = None) -> SafeString:
    """An envelope: sealed with a player's wax, or still open."""
    if look is None:
        return sprite("envelope", "envelope")
    return sprite(f"envelope-{shape_of(look)}", f"envelope {colour_class(look)}")


# Cards


@cache
def card(house: int, picture: int) -> SafeString:
    """A house's card for the eye: number `house` on its plate, drawing number `picture`; containers set its width."""
    return format_html(
        '<span class="card"><img class="card__art" src="{}" alt="" width="100" height="140">'
        '<b class="card__plate">{}</b></span>',
        static(f"art/houses/{picture}.svg"),
        house,
    )


# Controls


@lru_cache(maxsize=256)
def icon_button(name: str, label: str, attributes: str = "", *, css: str = "") -> SafeString:
    """A button that shows an icon and says its label; `attributes` is trusted markup of ours."""
    return format_html(
        '<button type="button" class="icon-button{}" aria-label="{}" {}>{}</button>',
        f" {css}" if css else "",
        label,
        mark_safe(attributes),
        icon(name),
    )


@lru_cache(maxsize=64)
def pressed_button(names: tuple[str, str], label: str, attributes: str) -> SafeString:
    """A button that stays pressed: its icon released and pressed. Scripts show it, for they alone can use it."""
    return format_html(
        '<button type="button" class="icon-button" aria-pressed="false" aria-label="{}" hidden {}>{}{}</button>',
        label,
        mark_safe(attributes),
        sprite(names[0], "icon is-when-released"),
        sprite(names[1], "icon is-when-pressed"),
    )


CSRF = mark_safe('<input type="hidden" name="csrfmiddlewaretoken" value="">')
"""Filled in by the page or by the script, so that a rendered screen can be shared."""


def hidden(name: str, value: object) -> SafeString:
    """A hidden field."""
    return format_html('<input type="hidden" name="{}" value="{}">', name, value)


def form(action: str, inside: SafeString, *, css: str = "") -> SafeString:
    """A real form that posts; the token is filled in by the page."""
    return format_html(
        '<form method="post" action="{}"{}>{}{}</form>',
        action,
        format_html(' class="{}"', css) if css else "",
        CSRF,
        inside,
    )


def joined(pieces: Iterable[str]) -> SafeString:
    """Pieces, each already escaped, one after the other."""
    return mark_safe("".join(pieces))
