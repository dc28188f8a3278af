"""The dock of Square on Sale: one question at a time, as plain forms for exactly the moves that are legal now.

Every bid has a form of its own with the lowest and highest amount. A script shows the form of the space that was
tapped, without one the address does (`#at-d4`); what would be bracketed comes along as data.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from games.engine import SeatNo
from games.engine.square_on_sale import Claim, Question, SeatSeen, SpaceSeen, SquareObservation, Zone
from games.screens import pieces
from games.screens.base import Part, Scene
from games.screens.markup import SafeString, format_html, mark_safe
from games.screens.speech import gettext, ngettext
from games.screens.square_on_sale_choices import bean_form, bracket_form, form_head, resolve_form
from games.screens.square_on_sale_words import ZONE_NOTES, Cast, beans, blocks, listed


def dock_part(
    scene: Scene, people: Cast, seen: SquareObservation, spaces: tuple[SpaceSeen, ...], seats: tuple[SeatSeen, ...]
) -> Part:
    """Lit when the viewer is asked; else quiet and hidden until a space is tapped to be explained."""
    if not (scene.has_controls and seen.is_asked):
        return Part("dock", QUIET)
    match seen.question:
        case Question.RESOLVE:
            inside = resolve_form(scene, seen)
        case Question.BRACKET:
            inside = bracket_form(scene, seen)
        case Question.BEAN:
            inside = bean_form(scene, seen)
        case _:
            inside = act_forms(scene, people, seen, spaces, seats)
    colour = pieces.colour_class(people.looks[seen.seat])
    return Part(
        "dock", mark_safe(f'<section id="dock" class="dock square-dock" data-colour="{colour}">{inside}</section>')
    )


QUIET = mark_safe(
    '<section id="dock" class="dock is-quiet square-dock" data-optional hidden>'
    '<p class="story" data-story></p></section>'
)


# Bid or collect


def act_forms(
    scene: Scene, people: Cast, seen: SquareObservation, spaces: tuple[SpaceSeen, ...], seats: tuple[SeatSeen, ...]
) -> str:
    """Collect, and below the perforation a form per space that can be bid on."""
    own = seats[seen.seat]
    collect = f"{form_head(scene, 'collect', 'collect')}{collect_button(people.language, len(seen.collectable))}</form>"
    forms = "".join([bid_form(scene, people, seen, space, own) for space in spaces if space.offer is not None])
    if not forms:
        return collect
    before, after = around_bids(people.language, own.chips)
    return f"{collect}{before}{forms}{after}"


@lru_cache(maxsize=128)
def collect_button(language: str, count: int) -> SafeString:
    """The other choice, with what it brings back (SQ-12)."""
    if count:
        words = ngettext("%(count)s chip from the edges", "%(count)s chips from the edges", count) % {"count": count}
    else:
        words = gettext("no chip would come back")
    return format_html(
        '<button class="button is-ghost is-wide"><b>{}</b> <span>{}</span></button>', gettext("Collect:"), words
    )


@lru_cache(maxsize=256)
def around_bids(language: str, in_hand: int) -> tuple[SafeString, SafeString]:
    """The stepper around the forms; per amount the words on what stays in hand, for the script to show."""
    left = "|".join([stays_in_hand(in_hand - amount) for amount in range(1, in_hand + 1)])
    before = format_html(
        '<hr class="perforation"><div class="bids" data-left="{}"><p class="story" data-story>{}</p>'
        '<button type="button" class="button is-step bids__less" data-bid-step="-1" aria-label="{}">−</button>',
        left,
        gettext("Tap a space to bid for it."),
        gettext("less"),
    )
    after = format_html(
        '<button type="button" class="button is-step bids__more" data-bid-step="1" aria-label="{}">+</button></div>',
        gettext("more"),
    )
    return before, after


def stays_in_hand(count: int) -> str:
    """What is left after a bid."""
    if count == 0:
        return gettext("no chip stays in hand")
    return ngettext("%(count)s chip stays in hand", "%(count)s chips stay in hand", count) % {"count": count}


def bid_form(scene: Scene, people: Cast, seen: SquareObservation, space: SpaceSeen, own: SeatSeen) -> str:
    """One space: its story, what winning it now would do, and the bid (SQ-10)."""
    assert space.offer is not None
    name = space.name
    brackets = space.brackets[own.seat]
    data = f' id="at-{name}" class="bid-form" data-space="{name}"'
    if brackets:
        anchors = " ".join(seen.anchors(own.seat, name))
        data += f' data-brackets="{" ".join(brackets)}" data-anchors="{anchors}"'
    return (
        f"{form_head(scene, 'bid', f'bid.{name}', data)}"
        f'<input type="hidden" name="space" value="{name}">'
        f"{story(people, tale_of(space, own))}"
        f"{bid_field(people.language, name, space.offer.minimum, space.offer.maximum)}</form>"
    )


class Tale(NamedTuple):
    """What the story of a space depends on, for the one who might win it."""

    name: str
    zone: Zone
    owner: SeatNo | None
    height: int
    beans: int
    claim: Claim | None
    brackets: tuple[str, ...]
    blocks: int | None
    """Blocks in hand where they are too few for a win."""


def tale_of(space: SpaceSeen, own: SeatSeen) -> Tale:
    """The story of a space for the viewer."""
    brackets = space.brackets[own.seat]
    short = own.blocks if own.blocks <= len(brackets) else None
    height = len(space.stack)
    return Tale(space.name, space.zone, space.owner, height, space.beans, space.claim, brackets, short)


@lru_cache(maxsize=16384)
def story(people: Cast, tale: Tale) -> SafeString:
    """What is there, where the chips go, and what winning would bring."""
    sentences = []
    if tale.owner is not None:
        mine = tale.owner == people.me
        words = gettext("You own it, %(height)s high.") if mine else gettext("%(name)s owns it, %(height)s high.")
        sentences.append(words % {"name": people.names[tale.owner], "height": tale.height})
    if tale.claim is not None:
        words = gettext("%(name)s bids %(amount)s; the die shows %(die)s and stays so.")
        facts = {"name": people.names[tale.claim.seat], "amount": tale.claim.amount, "die": tale.claim.die}
        sentences.append(words % facts)
    sentences += [*gains(tale), str(ZONE_NOTES[tale.zone])]
    return format_html('<p class="story"><b>{}.</b> {}</p>', tale.name, " ".join(sentences))


def gains(tale: Tale) -> list[str]:
    """Beans and brackets of a win as the board stands now (SQ-6, SQ-7)."""
    found = {"beans": beans(tale.beans), "spaces": listed(tale.brackets)}
    sentences = []
    if tale.beans and tale.brackets:
        sentences.append(gettext("If you win: %(beans)s, and a block each on %(spaces)s.") % found)
    elif tale.beans:
        sentences.append(gettext("If you win: %(beans)s.") % found)
    elif tale.brackets:
        sentences.append(gettext("If you win: a block each on %(spaces)s too.") % found)
    if tale.blocks is not None:
        sentences.append(gettext("You have only %(blocks)s left.") % {"blocks": blocks(tale.blocks)})
    return sentences


@lru_cache(maxsize=8192)
def bid_field(language: str, name: str, minimum: int, maximum: int) -> SafeString:
    """The amount and the gold button; `#` stands for the amount that the script shows."""
    return format_html(
        '<input class="input" type="number" inputmode="numeric" name="amount" min="{minimum}" max="{maximum}"'
        ' value="{minimum}" required aria-label="{label}">'
        '<button class="button is-gold"><span data-says="{says}">{plain}</span><small>{small}</small></button>',
        minimum=minimum,
        maximum=maximum,
        label=gettext("Your bid on %(space)s") % {"space": name},
        says=gettext("Bid # on %(space)s") % {"space": name},
        plain=gettext("Bid on %(space)s") % {"space": name},
        small=gettext("%(minimum)s or more") % {"minimum": minimum},
    )
