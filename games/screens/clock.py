"""The clock of a decision, on every screen of a game that is played with one; by server time only."""

from __future__ import annotations

from collections.abc import Sequence

from games.screens import pieces
from games.screens.base import Part, Scene
from games.screens.markup import format_html, mark_safe
from games.screens.speech import gettext as _
from games.screens.speech import ngettext

NOTHING = Part("clock", mark_safe('<p id="clock" hidden></p>'))


def clock_parts(scenes: Sequence[Scene]) -> list[Part]:
    """The clocks of viewers of one game, which most tables play without."""
    if not scenes[0].options.get("clock"):
        return [NOTHING] * len(scenes)
    return [clock_part(scene) for scene in scenes]


def clock_part(scene: Scene) -> Part:
    """The viewer's own time if the viewer owes a move, else the next to run out; empty without a clock."""
    seconds = int(scene.options.get("clock") or 0)
    if not seconds:
        return NOTHING
    times = [(sitter.deadline, sitter.seat) for sitter in scene.sitters if sitter.deadline is not None]
    if not times:
        return NOTHING
    own = [time for time in times if time[1] == scene.me]
    deadline, seat = min(own or times)
    whose = _("Your time") if own else _("Time of %(name)s") % {"name": scene.name(seat)}
    usual = ngettext("%(count)s second a decision", "%(count)s seconds a decision", seconds) % {"count": seconds}
    html = format_html(
        '<p id="clock" class="clock{}" role="timer" data-deadline="{}" data-seconds="{}">'
        "{}<span>{}</span> <b>{}</b></p>",
        " is-mine" if own else "",
        round(deadline.timestamp() * 1000),
        _("%(seconds)s s"),
        pieces.icon("clock"),
        whose,
        usual,
    )
    return Part("clock", html)
