"""Choosing what to play: game, edition, variants and options, in plain words, for the home page and for the lobby."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from games.engine import KINDS
from games.screens import pieces
from games.screens.base import KindScreen
from games.screens.catalogue import SCREENS
from games.screens.markup import SafeString, format_html, mark_safe
from games.screens.speech import gettext as _
from games.screens.speech import ngettext, pgettext
from games.services.lobby import CLOCKS, Plan
from games.services.tables import Person

CHECKED = mark_safe(" checked")
EMPTY = mark_safe("")


def default_plan() -> Plan:
    """What a room plays if nobody chooses: the first edition of the first game."""
    slug, kind = next(iter(KINDS.items()))
    return Plan(slug, next(iter(kind.info.editions)))


def choice(kind: str, name: str, value: object, label: str, help_text: str = "", *, is_on: bool = False) -> SafeString:
    """A radio button or a box to tick, with what it means."""
    return format_html(
        '<label class="choice"><input type="{}" name="{}" value="{}"{}><b>{}</b>{}</label>',
        kind,
        name,
        value,
        CHECKED if is_on else EMPTY,
        label,
        format_html('<span class="hint">{}</span>', help_text) if help_text else "",
    )


UnderEdition = Callable[[str, str], SafeString]
"""By the slugs of a game and an edition: what else is to be chosen for that edition."""


def nothing_more(kind: str, edition: str) -> SafeString:
    """Where the edition is all."""
    return EMPTY


def plan_fields(plan: Plan, under_edition: UnderEdition = nothing_more) -> SafeString:
    """The game, and under the chosen one its editions and variants."""
    return pieces.joined(kind_fields(SCREENS[slug], plan, under_edition) for slug in KINDS)


def kind_fields(screen: KindScreen, plan: Plan, under_edition: UnderEdition = nothing_more) -> SafeString:
    """One game with what belongs to it. An edition of a game that is not chosen does no harm: it is left out."""
    is_on = screen.slug == plan.kind
    editions = KINDS[screen.slug].info.editions
    current = plan.edition if is_on else ""
    boxes = pieces.joined(
        with_more(
            edition_field(screen, edition, is_on=edition == current) if len(editions) > 1 else EMPTY,
            under_edition(screen.slug, edition),
        )
        for edition in editions
    )
    more = boxes + variant_fields(screen, plan.variants if is_on else ())
    seats = sorted({count for edition in editions.values() for count in edition.seats})
    return with_more(choice("radio", "kind", screen.slug, screen.name(), players_from_to(seats), is_on=is_on), more)


def with_more(chosen: SafeString, more: SafeString) -> SafeString:
    """Something to choose, and what shows only when it is chosen; either may be nothing."""
    if not (chosen and more):
        return chosen or more
    return format_html('<div class="game-choice">{}<div class="game-choice__more">{}</div></div>', chosen, more)


def players_from_to(seats: Sequence[int]) -> str:
    """For how many."""
    return _("%(least)s to %(most)s players") % {"least": min(seats), "most": max(seats)}


def edition_field(screen: KindScreen, edition: str, *, is_on: bool) -> SafeString:
    """One edition of a game."""
    label, help_text = screen.edition_name(edition), screen.edition_help(edition)
    return choice("radio", "edition", edition, label, help_text, is_on=is_on)


def variant_fields(screen: KindScreen, chosen: Sequence[str]) -> SafeString:
    """Each variant once, under the names it has in the editions that allow it."""
    homes: dict[str, list[str]] = {}
    for slug, edition in KINDS[screen.slug].info.editions.items():
        for variant in edition.variants:
            homes.setdefault(variant, []).append(slug)
    fields = []
    for variant, editions in homes.items():
        names = dict.fromkeys(screen.variant_name(edition, variant) for edition in editions)
        help_text = screen.variant_help(editions[0], variant)
        fields.append(choice("checkbox", "variant", variant, " / ".join(names), help_text, is_on=variant in chosen))
    return pieces.joined(fields)


def option_fields(options: Mapping[str, Any], seated: Sequence[Person] = ()) -> SafeString:
    """What the rules leave to the table."""
    clock = int(options.get("clock") or 0)
    return pieces.joined(
        [
            clock_field(clock),
            first_field(int(options.get("first") or 0), seated) if seated else EMPTY,
            choice(
                "checkbox",
                "open_information",
                "1",
                _("Open hands"),
                _("Everybody sees what everybody holds. Easier to learn, less to remember."),
                is_on=bool(options.get("open_information")),
            ),
            choice(
                "checkbox",
                "hints",
                "1",
                _("Hints"),
                _("Everybody may ask what the sharp bot would do. Against people all must agree."),
                is_on=bool(options.get("hints")),
            ),
        ]
    )


def clock_field(chosen: int) -> SafeString:
    """How long people may think."""
    buttons = pieces.joined(
        format_html(
            '<label><input type="radio" name="clock" value="{}"{}><span>{}</span></label>',
            seconds,
            CHECKED if seconds == chosen else EMPTY,
            clock_name(seconds),
        )
        for seconds in CLOCKS
    )
    return format_html(
        '<fieldset class="field"><legend>{}</legend><div class="switch">{}</div><p class="hint">{}</p></fieldset>',
        _("Time to think"),
        buttons,
        _("When it runs out, a bot makes that one decision."),
    )


def clock_name(seconds: int) -> str:
    """A clock in words."""
    if not seconds:
        return pgettext("clock", "none")
    if seconds < 60:
        return _("%(seconds)s s") % {"seconds": seconds}
    minutes = seconds // 60
    return ngettext("%(minutes)s min", "%(minutes)s min", minutes) % {"minutes": minutes}


def first_field(chosen: int, seated: Sequence[Person]) -> SafeString:
    """Who starts."""
    options = pieces.joined(
        format_html(
            '<option value="{}"{}>{}</option>', value, mark_safe(" selected") if value == chosen else EMPTY, name
        )
        for value, name in [(0, _("Chance decides")), *((person.id, person.name) for person in seated)]
    )
    return format_html(
        '<div class="field"><label for="first">{}</label>'
        '<select class="select" id="first" name="first">{}</select></div>',
        _("Who starts"),
        options,
    )


def plan_words(kind_slug: str, edition: str, variants: Sequence[str]) -> str:
    """What is played, in a few words: "edition 2015 · Not enough for everyone"."""
    screen = SCREENS[kind_slug]
    names = [screen.variant_name(edition, variant) for variant in variants]
    return " · ".join([screen.edition_name(edition), *names])
