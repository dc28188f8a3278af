"""Square on Sale on a table screen: the board large, the players beside it, the sign on top, no controls."""

from __future__ import annotations

from games.engine.square_on_sale import SeatSeen, SquareObservation
from games.screens import pieces
from games.screens.base import Part, Scene, Sitter
from games.screens.markup import SafeString, escape, format_html, format_html_join, mark_safe
from games.screens.speech import gettext
from games.screens.square_on_sale_board import board_part, chip, die
from games.screens.square_on_sale_log import line
from games.screens.square_on_sale_players import mark, turns_told, unseen
from games.screens.square_on_sale_sign import others_question, seen_by, sign
from games.screens.square_on_sale_words import Cast, cast_of, points


def table_parts(scene: Scene) -> list[Part]:
    """One part, so that its stylesheet alone says what stands where; what changes often is pushed alone."""
    seen, people = seen_by(scene), cast_of(scene)
    head = head_part(scene, seen)
    board = board_part(people, seen.spaces, tag="span")
    players = players_part(scene, people, seen)
    last = last_part(scene, people, seen)
    html = f'<div id="square" class="square-tv">{head.html}{board.html}{players.html}{last.html}</div>'
    return [Part("square", mark_safe(html), (head, *board.inner, players, last))]


def head_part(scene: Scene, seen: SquareObservation) -> Part:
    """Where the game is, and whose turn; the sign hangs in the player's colour."""
    words = sign(scene)
    look = scene.sitters[seen.seat].look
    html = format_html(
        '<header id="square-head" class="square-tv__head"><p class="square-tv__place"><b>{}</b><span>{}</span>{}</p>'
        '<div class="square-tv__sign {}">{}<div><h1>{}</h1><p>{}</p></div></div></header>',
        gettext("Square on Sale"),
        gettext("turn %(turn)s") % {"turn": seen.turn},
        collects_words(seen),
        pieces.colour_class(look),
        pieces.sprite(f"door-{pieces.shape_of(look)}", "door"),
        words.headline,
        others_question(seen),
    )
    return Part("square-head", html)


def collects_words(seen: SquareObservation) -> SafeString:
    """How near the end by collecting is (SQ-14)."""
    if seen.collects < 2:
        return mark_safe("")
    words = gettext("collects in a row: %(count)s of %(limit)s")
    return format_html("<span>{}</span>", words % {"count": seen.collects, "limit": seen.rules.collects_to_end})


def players_part(scene: Scene, people: Cast, seen: SquareObservation) -> Part:
    """Doors with points, chips, blocks and beans; the lamp is on at the one whose turn it is."""
    seats = seen.seats
    rows = [player_row(sitter, seats[sitter.seat], is_now=sitter.seat in seen.to_act) for sitter in scene.sitters]
    label = escape(gettext("Players"))
    html = f'<ol id="square-players" class="square-tv__players" aria-label="{label}">{"".join(rows)}</ol>'
    return Part("square-players", mark_safe(html))


def player_row(sitter: Sitter, seat: SeatSeen, *, is_now: bool) -> str:
    """One player, readable from four metres."""
    back = gettext("back: centre %(centre)s, edges %(edges)s; lost: %(lost)s") % {
        "centre": seat.from_centre,
        "edges": seat.from_edges,
        "lost": seat.lost,
    }
    blocks, chips, beans = gettext("blocks left:"), gettext("chips in hand:"), gettext("beans:")
    return (
        f'<li class="{"is-now" if is_now else ""}" data-seat="{seat.seat}">{pieces.lamp() if is_now else ""}'
        f"{pieces.door(sitter.look, is_bot=bool(sitter.bot))}"
        f"<b>{escape(sitter.name)}</b>{mark(sitter)}"
        f'<span class="square-tv__points">{escape(points(seat.points.total))}</span>'
        f'<span class="square-tv__held"><i class="{pieces.colour_class(sitter.look)} held is-blocks"></i>'
        f"{unseen(blocks)}{seat.blocks}"
        f"{chip(sitter.look)}{unseen(chips)}{seat.chips}"
        f'<i class="beans is-1"></i>{unseen(beans)}{seat.beans}</span>'
        f"<small>{escape(back)}</small></li>"
    )


def last_part(scene: Scene, people: Cast, seen: SquareObservation) -> Part:
    """The turn before the running one, and the running one as far as it is told."""
    told = sorted(turns_told(seen).values(), reverse=True)[:2]
    items = []
    for at, events in told:
        lines = [(at + place, line(people, event, seen.rules.collects_to_end)) for place, event in enumerate(events)]
        spoken = [f'<span data-no="{no}">{text}</span>' for no, text in lines if text is not None]
        if len(spoken) > 1:
            items.append(f'<p id="from-{at}">{" ".join(spoken)}</p>')
    html = format_html(
        '<section id="square-last" class="square-tv__last">{}<h2>{}</h2>{}</section>',
        claims_list(people, seen),
        gettext("Last turns"),
        mark_safe("".join(items)),
    )
    return Part("square-last", html)


def claims_list(people: Cast, seen: SquareObservation) -> SafeString:
    """Who wins which space in which turn; it stands there without bids too, so that nothing below it jumps."""
    items = format_html_join(
        "",
        "<li>{}{}<b>{}</b> {}</li>",
        (
            (
                die(claim.die),
                chip(people.looks[claim.seat]),
                claim.space,
                gettext("turn %(turn)s") % {"turn": claim.wins_on_turn},
            )
            for claim in seen.claims
        ),
    )
    return format_html('<h2>{}</h2><ul class="square-tv__claims">{}</ul>', gettext("About to be won"), items)
