"""Hints on the screen: the way to ask, and the sharp bot's answer in one sentence."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.bots.advice import Advice
from games.screens import for_sale_hints, square_on_sale_hints
from games.screens.base import Part, Scene, Sign
from games.screens.markup import SafeString, format_html, mark_safe
from games.screens.speech import gettext as _
from games.screens.stories import STORIES

REASONS: Mapping[str, Callable[[str, Mapping[str, Any]], str]] = {
    "for_sale": for_sale_hints.reason,
    "square_on_sale": square_on_sale_hints.reason,
}
"""By kind: why the bot would do it, in words."""

NOTHING = Part("advice", mark_safe('<div id="advice" hidden></div>'))


def hint_parts(scenes: Sequence[Scene], signs: Sequence[Sign]) -> list[Part]:
    """The ways to ask of viewers of one game, which most tables play without hints."""
    if not scenes[0].options.get("hints"):
        return [NOTHING] * len(scenes)
    return [hint_part(scene, sign) for scene, sign in zip(scenes, signs, strict=True)]


def hint_part(scene: Scene, sign: Sign) -> Part:
    """The way to ask for a hint, for one who is asked."""
    if not (scene.has_controls and sign.is_mine):
        return NOTHING
    html = format_html(
        '<div id="advice" class="hint-line" data-decision="{}">'
        '<a class="button is-text" href="/r/{}/hint" data-hint>{}</a><p role="status"></p></div>',
        scene.decision,
        scene.code,
        _("What would the sharp bot do?"),
    )
    return Part("advice", html)


def hint_words(slug: str, advice: Advice) -> SafeString:
    """The bot's move and why."""
    return format_html(
        _("The sharp bot would {choice}: {reason}"),
        choice=STORIES[slug].choice(advice.move),
        reason=REASONS[slug](advice.reason_code, advice.facts),
    )
