"""The people of a game of Square on Sale: what each holds, where the chips are, who wins what when, last turns."""

from __future__ import annotations

from functools import lru_cache
from typing import cast

from games.engine import Event
from games.engine.square_on_sale import Claim, SeatSeen, SquareObservation, TurnBegan
from games.screens import pieces
from games.screens.base import Part, Scene, Sitter
from games.screens.markup import SafeString, escape, format_html, mark_safe
from games.screens.speech import gettext
from games.screens.square_on_sale_board import chip, die, tile
from games.screens.square_on_sale_log import line
from games.screens.square_on_sale_words import Cast, beans, blocks, called, chips, listed, points, signed

# The row of players


def players_part(scene: Scene, people: Cast, seen: SquareObservation, seats: tuple[SeatSeen, ...]) -> Part:
    """Everybody clockwise from the viewer: blocks, chips in hand, beans, and points as the board stands."""
    found = [player_part(people, sitter, seats[sitter.seat], seen) for sitter in scene.clockwise_from_me()]
    label = escape(gettext("Players"))
    inside = "".join([part.html for part in found])
    html = f'<ol id="players" class="players is-{len(found)}" aria-label="{label}">{inside}</ol>'
    return Part("players", mark_safe(html), tuple(found))


def player_part(people: Cast, sitter: Sitter, seat: SeatSeen, seen: SquareObservation) -> Part:
    """One player."""
    css = "player"
    if sitter.seat == people.me:
        css += " is-mine"
    if sitter.seat in seen.to_act:
        css += " is-now"
    deadline = f' data-deadline="{sitter.deadline.isoformat()}"' if sitter.deadline else ""
    html = (
        f'<li id="player-{seat.seat}" class="{css}" data-seat="{seat.seat}"{deadline}>'
        f"{tile(sitter.look)}{holdings(people, seat)}{mark(sitter)}</li>"
    )
    return Part(f"player-{seat.seat}", mark_safe(html))


@lru_cache(maxsize=8192)
def holdings(people: Cast, seat: SeatSeen) -> SafeString:
    """Name and counts; the words for those who do not see the drawings."""
    words = gettext("%(points)s; %(blocks)s left, %(chips)s in hand, %(beans)s") % {
        "points": points(seat.points.total),
        "blocks": blocks(seat.blocks),
        "chips": chips(seat.chips),
        "beans": beans(seat.beans),
    }
    return format_html(
        '<b class="player__name">{}</b><span class="player__points" aria-hidden="true">{}</span>'
        '<span class="player__held" aria-hidden="true"><i><i class="{} held is-blocks"></i>{}</i><i>{}{}</i>'
        '<i><i class="beans is-1"></i>{}</i></span><span class="visually-hidden">{}</span>',
        called(people, seat.seat),
        signed(seat.points.total),
        pieces.colour_class(people.looks[seat.seat]),
        seat.blocks,
        chip(people.looks[seat.seat]),
        seat.chips,
        seat.beans,
        words,
    )


def mark(sitter: Sitter) -> str:
    """A bot keeps the chair warm, or nobody is there."""
    if sitter.is_warmed:
        icon, words = "bot", gettext("a bot plays for now")
    elif sitter.bot:
        return unseen(gettext("bot"))
    elif sitter.is_away:
        icon, words = "wifi-off", gettext("away")
    else:
        return ""
    return f'<span class="player__mark">{pieces.icon(icon)}{unseen(words)}</span>'


def unseen(words: str) -> str:
    """Words for screen readers alone."""
    return f'<span class="visually-hidden">{escape(words)}</span>'


# Where the chips are


def chips_part(scene: Scene, people: Cast, seats: tuple[SeatSeen, ...]) -> Part:
    """Every player's chips: in hand, in running bids, coming back from centre and edges, lost on corners."""
    rows = tuple([chip_row(people, seats[sitter.seat]) for sitter in scene.clockwise_from_me()])
    before, after = around_chips(people.language)
    return Part("chips", mark_safe(f"{before}{''.join([row.html for row in rows])}{after}"), rows)


@lru_cache(maxsize=8)
def around_chips(language: str) -> tuple[SafeString, SafeString]:
    """The head of the table, and what its columns mean."""
    heads = (gettext("in hand"), gettext("bid"), gettext("centre"), gettext("edges"), gettext("corners"))
    before = format_html(
        '<section id="chips" class="chips section"><details class="fold" id="chips-fold"><summary>{}</summary>'
        '<table class="table"><thead><tr><th scope="col">{}</th>{}</tr></thead><tbody>',
        gettext("Where the chips are"),
        gettext("player"),
        mark_safe("".join([format_html('<th scope="col">{}</th>', head) for head in heads])),
    )
    words = gettext(
        "Centre: one per space comes back at the start of each turn; +n comes next. Edges: one per space comes back "
        "with a collect. Corners: lost for good."
    )
    return before, format_html('</tbody></table><p class="soft">{}</p></details></section>', words)


@lru_cache(maxsize=8192)
def chip_row(people: Cast, seat: SeatSeen) -> Part:
    """One player's chips."""
    html = format_html(
        '<tr id="chips-{}"{}><th scope="row">{}{}</th><td>{}</td><td>{}</td><td>{}{}</td><td>{}{}</td><td>{}</td></tr>',
        seat.seat,
        mark_safe(' class="is-own"') if seat.seat == people.me else "",
        tile(people.looks[seat.seat]),
        called(people, seat.seat),
        seat.chips,
        seat.bidding,
        seat.from_centre,
        back(seat.next_centre),
        seat.from_edges,
        back(seat.next_edges),
        seat.lost,
    )
    return Part(f"chips-{seat.seat}", html)


@lru_cache(maxsize=64)
def back(count: int) -> SafeString:
    """How many of them come back next time."""
    return format_html(' <small class="chips__back">+{}</small>', count) if count else mark_safe("")


# Who wins what, when


def claims_part(people: Cast, seen: SquareObservation) -> Part:
    """Every running bid: who wins which space in which turn, and what it takes to stop it."""
    claims = seen.claims
    if not claims:
        return Part("claims", mark_safe('<section id="claims" class="claims section"></section>'))
    items = [
        claim_item(people, claim, seen.would_bracket(claim.seat, claim.space), seen.anchors(claim.seat, claim.space))
        for claim in claims
    ]
    html = format_html(
        '<section id="claims" class="claims section"><p class="label">{}</p><ul class="is-plain">{}</ul></section>',
        gettext("About to be won"),
        mark_safe("".join(items)),
    )
    return Part("claims", html)


@lru_cache(maxsize=8192)
def claim_item(people: Cast, claim: Claim, brackets: tuple[str, ...], anchors: tuple[str, ...]) -> SafeString:
    """One running bid in words; scripts find in it what to tint."""
    words = (
        gettext("{space}: yours for {chips} in turn {turn}, unless outbid with {minimum}.")
        if claim.seat == people.me
        else gettext("{space}: {name}’s for {chips} in turn {turn}, unless outbid with {minimum}.")
    )
    also = gettext("That would bracket {spaces}.") if brackets else ""
    return format_html(
        '<li data-claim="{}" data-colour="{}" data-brackets="{}" data-anchors="{}">{}{}<span>{} {}</span></li>',
        claim.space,
        pieces.colour_class(people.looks[claim.seat]),
        " ".join(brackets),
        " ".join(anchors),
        die(claim.die),
        chip(people.looks[claim.seat]),
        format_html(
            words,
            space=format_html("<b>{}</b>", claim.space),
            name=people.names[claim.seat],
            chips=chips(claim.amount),
            turn=claim.wins_on_turn,
            minimum=claim.outbid_at,
        ),
        format_html(also, spaces=listed(brackets)),
    )


# The last turns


def turns_part(people: Cast, scene: Scene, seen: SquareObservation) -> Part:
    """What each player did last, in sentences: the others clockwise from the viewer, then the viewer."""
    told = turns_told(seen)
    first, *others = scene.clockwise_from_me()
    order = [*others, first] if scene.me is not None else [first, *others]
    found = tuple([turn_part(people, sitter, told, seen.rules.collects_to_end) for sitter in order])
    label = escape(gettext("Last turns"))
    html = (
        f'<section id="turns" class="turns section" aria-label="{label}"><p class="label">{label}</p>'
        f'<ul class="is-plain">{"".join([part.html for part in found])}</ul></section>'
    )
    return Part("turns", mark_safe(html), found)


Told = dict[int, tuple[int, tuple[Event, ...]]]
"""Per seat the events of its latest turn, and the number of the first of them."""


def turns_told(seen: SquareObservation) -> Told:
    """The latest turn of each seat with the place of its first event: together they are the end of the history."""
    found: Told = {}
    until = len(seen.history)
    for events in sorted(filter(None, seen.last_turns), key=_turn, reverse=True):
        until -= len(events)
        found[_began(events).seat] = (until, events)
    return found


def _began(events: tuple[Event, ...]) -> TurnBegan:
    return cast(TurnBegan, events[0])


def _turn(events: tuple[Event, ...]) -> int:
    return _began(events).turn


def turn_part(people: Cast, sitter: Sitter, told: Told, collects_to_end: int) -> Part:
    """One player's last turn; each sentence carries the number of its event, which scripts show step by step. Another
    turn is another paragraph, not the old one whose sentences would move about in it."""
    name = f"turn-{sitter.seat}"
    at, events = told.get(sitter.seat, (0, ()))
    if not events:
        return Part(name, mark_safe(f'<li id="{name}" hidden></li>'))
    lines = [(at + place, line(people, event, collects_to_end)) for place, event in enumerate(events)]
    words = " ".join([f'<span data-no="{no}">{text}</span>' for no, text in lines if text is not None])
    return Part(name, mark_safe(f'<li id="{name}">{tile(sitter.look)}<p id="from-{at}">{words}</p></li>'))
