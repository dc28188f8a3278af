"""The end of a game of Square on Sale: what ended it, who won, and the count space by space."""

from __future__ import annotations

from games.engine import Outcome, SeatNo
from games.engine.square_on_sale import Score, SpaceSeen, SquareObservation
from games.engine.square_on_sale.scoring import outcome
from games.screens import pieces
from games.screens.base import Part, Scene
from games.screens.markup import SafeString, escape, format_html, format_html_join, mark_safe
from games.screens.speech import gettext
from games.screens.square_on_sale_board import block, board_part
from games.screens.square_on_sale_sign import seen_by, sign
from games.screens.square_on_sale_words import ENDS, called, cast_of, listed, points, signed


def result_parts(scene: Scene) -> list[Part]:
    """The verdict, the towers of the best, the count and the board as it stands at the end."""
    seen, people = seen_by(scene), cast_of(scene)
    spaces, scores = seen.spaces, seen.scores
    result = outcome(scores)
    order = sorted((SeatNo(seat) for seat in range(len(scores))), key=lambda seat: (result.ranks[seat], seat))
    is_over = seen.end is not None
    towers = towers_part(scene, result, order) if is_over else Part("towers", mark_safe('<ol id="towers" hidden></ol>'))
    board = board_part(people, spaces, tag="span")
    return [verdict_part(scene), towers, count_part(scene, seen, result, order, spaces), board]


def verdict_part(scene: Scene) -> Part:
    """Who won, for table screens; phones have it on their sign."""
    words = sign(scene)
    html = '<header id="verdict" class="square-verdict"><h1>{}</h1><p>{}</p></header>'
    return Part("verdict", format_html(html, words.headline, words.sentence))


# The towers


def towers_part(scene: Scene, result: Outcome, order: list[SeatNo]) -> Part:
    """A tower of blocks per player, the best the highest."""
    towers = format_html_join(
        "",
        '<li class="tower is-rank-{rank} {colour}" data-seat="{seat}"><span class="tower__blocks"><b>{rank}</b>{shape}'
        '</span><span class="tower__name">{name}</span><b class="tower__points">{points}</b></li>',
        (
            {
                "rank": result.ranks[seat],
                "colour": pieces.colour_class(scene.sitters[seat].look),
                "seat": seat,
                "shape": pieces.sprite(f"shape-{pieces.shape_of(scene.sitters[seat].look)}", "tower__shape"),
                "name": called(cast_of(scene), seat),
                "points": points(result.scores[seat]),
            }
            for seat in order
        ),
    )
    return Part("towers", format_html('<ol id="towers" class="towers">{}</ol>', towers))


# The count


def count_part(
    scene: Scene,
    seen: SquareObservation,
    result: Outcome,
    order: list[SeatNo],
    spaces: tuple[SpaceSeen, ...],
) -> Part:
    """Heights of the own spaces, plus beans, minus blocks left (SQ-15); below it every space that counts."""
    rows = "".join([count_row(scene, seen.scores[seat], seat) for seat in order])
    heads = (gettext("player"), gettext("spaces"), gettext("beans"), gettext("blocks left"), gettext("total"))
    html = format_html(
        '<section id="count" class="count section"><div class="panel"><p>{}</p><table class="table"><thead><tr>{}</tr>'
        '</thead><tbody>{}</tbody></table>{}<h2>{}</h2><ul class="is-plain">{}</ul></div></section>',
        end_words(seen),
        format_html_join("", '<th scope="col">{}</th>', ((head,) for head in heads)),
        mark_safe(rows),
        format_html_join("", '<p class="soft">{}</p>', ((note,) for note in notes(scene, seen, result))),
        gettext("Space by space"),
        mark_safe("".join([owned(scene, seat, spaces) for seat in order])),
    )
    return Part("count", html)


def end_words(seen: SquareObservation) -> str:
    """What ended the game (SQ-14)."""
    if seen.end is None:
        return gettext("The table ended this game early. These are the points as the board stood.")
    return str(ENDS[seen.end])


def count_row(scene: Scene, score: Score, seat: SeatNo) -> str:
    """One player's points by where they come from."""
    mine = ' class="is-mine"' if seat == scene.me else ""
    name = gettext("You") if seat == scene.me else scene.name(seat)
    unused = f"−{score.unused}" if score.unused else "0"
    return (
        f'<tr{mine} data-seat="{seat}"><th scope="row">{pieces.badge(scene.sitters[seat].look)}{escape(name)}</th>'
        f"<td>{score.spaces}</td><td>{score.beans}</td><td>{unused}</td>"
        f'<td class="is-total">{signed(score.total)}</td></tr>'
    )


def owned(scene: Scene, seat: SeatNo, spaces: tuple[SpaceSeen, ...]) -> str:
    """All spaces of one player, each with its height, the highest first."""
    mine = sorted((space for space in spaces if space.owner == seat), key=lambda space: -space.height)
    look = scene.sitters[seat].look
    found = "".join([f"<li>{space_worth(look, space)}</li>" for space in mine])
    none = escape(gettext("no space"))
    inside = f"<ol>{found}</ol>" if found else f"<p>{none}</p>"
    name = gettext("You") if seat == scene.me else scene.name(seat)
    return f'<li class="count__player"><b>{pieces.badge(look)}{escape(name)}</b>{inside}</li>'


def space_worth(look: int, space: SpaceSeen) -> SafeString:
    """A space and its height."""
    return format_html("{}<span>{}</span>", block(look, space.height, is_read=True), space.name)


def notes(scene: Scene, seen: SquareObservation, result: Outcome) -> list[str]:
    """Shared victories, bids left unresolved, and for whom a bot played."""
    found = []
    if seen.end is not None and len(result.winners) > 1:
        names = listed([scene.name(seat) for seat in result.winners])
        found.append(gettext("%(names)s have equally many points: they share the victory.") % {"names": names})
    if seen.claims:
        found.append(gettext("Bids still running at the end count nothing."))
    found += [
        gettext("A bot played for %(name)s for a while.") % {"name": sitter.name}
        for sitter in scene.sitters
        if sitter.was_replaced
    ]
    return found
