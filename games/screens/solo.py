"""Choosing a game against bots: every edition with the numbers of players it allows, so that none can be wrong."""

from __future__ import annotations

from games.bots.roster import BOTS
from games.engine import KINDS
from games.screens import pieces, words
from games.screens.markup import SafeString, format_html
from games.screens.plans import CHECKED, EMPTY, choice
from games.screens.speech import gettext as _

USUAL_PLAYERS = 4
USUAL_BOT = "steady"
NOT_OFFERED = frozenset({"random"})
"""Bots that are there for tests and comparisons only."""


def bots_offered(kind: str) -> list[str]:
    """Strengths that people may choose."""
    return [slug for slug in BOTS[kind] if slug not in NOT_OFFERED]


def usual_players(kind: str, edition: str) -> int:
    """How many play if nobody chooses."""
    return min(KINDS[kind].info.editions[edition].seats, key=lambda seats: abs(seats - USUAL_PLAYERS))


def players_field(kind: str, edition: str) -> str:
    """The name of an edition's own field: each edition keeps its choice, and only that of the one played counts."""
    return f"players-{kind}-{edition}"


def with_players(kind: str, edition: str) -> SafeString:
    """How many play this edition, the bots included."""
    usual = usual_players(kind, edition)
    buttons = pieces.joined(
        format_html(
            '<label><input type="radio" name="{}" value="{}"{}><span>{}</span></label>',
            players_field(kind, edition),
            seats,
            CHECKED if seats == usual else EMPTY,
            seats,
        )
        for seats in KINDS[kind].info.editions[edition].seats
    )
    return format_html(
        '<fieldset class="field"><legend>{}</legend><div class="switch">{}</div></fieldset>',
        _("Players, you included"),
        buttons,
    )


def bot_fields() -> SafeString:
    """How strong the bots are: the strengths that all games have."""
    first, *others = KINDS
    fields = pieces.joined(
        choice("radio", "bot", slug, words.bot_name(slug), words.bot_help(slug), is_on=slug == USUAL_BOT)
        for slug in bots_offered(first)
        if all(slug in BOTS[other] for other in others)
    )
    return format_html(
        '<fieldset class="field"><legend>{}</legend><div>{}</div></fieldset>', _("How strong the bots are"), fields
    )
