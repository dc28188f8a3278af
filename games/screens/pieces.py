"""Small pieces of markup, memoised and already escaped: doors, plates, cheques, coins, cards, icons.

Screens join these instead of looping in templates: it costs a tenth (measured), and a push stays small.
"""

from __future__ import annotations

from functools import lru_cache

from django.templatetags.static import static
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe

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


@lru_cache(maxsize=256)
def door(look: int, *, is_bot: bool = False, is_shut: bool = False) -> SafeString:
    """A player's front door; bots have an antenna, those who passed a shutter."""
    symbol = f"door-{shape_of(look)}{'-bot' if is_bot else ''}{'-shut' if is_shut else ''}"
    return sprite(symbol, f"door {colour_class(look)}")


@lru_cache(maxsize=64)
def badge(look: int) -> SafeString:
    """A player's small badge."""
    return sprite(f"badge-{shape_of(look)}", f"badge {colour_class(look)}")


@lru_cache(maxsize=256)
def plate(house: int) -> SafeString:
    """A house's number plate inside a line of text."""
    return format_html('<b class="plate">{}</b>', house)


@lru_cache(maxsize=256)
def slip(cheque: int) -> SafeString:
    """A cheque's value inside a line of text."""
    return format_html('<b class="slip{}">{}</b>', mark_safe(" is-bounced") if cheque == 0 else "", cheque)


@lru_cache(maxsize=256)
def coins(amount: int) -> SafeString:
    """A number of coins."""
    return format_html('<b class="coins">{}{}</b>', sprite("coin", "coin"), amount)


CSRF = mark_safe('<input type="hidden" name="csrfmiddlewaretoken" value="">')
"""Filled in by the page or by the script, so that a rendered screen can be shared."""


def hidden(name: str, value: object) -> SafeString:
    """A hidden field."""
    return format_html('<input type="hidden" name="{}" value="{}">', name, value)
