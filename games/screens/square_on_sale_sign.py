"""The sign of Square on Sale: whose turn it is and what is asked, one question at a time; and the line at the top."""

from __future__ import annotations

from typing import cast

from games.engine.square_on_sale import Question, SquareObservation
from games.engine.square_on_sale.scoring import outcome
from games.screens.base import Scene, Sign
from games.screens.markup import SafeString, format_html
from games.screens.speech import gettext, ngettext
from games.screens.square_on_sale_words import listed, points


def seen_by(scene: Scene) -> SquareObservation:
    """The observation of this kind."""
    return cast(SquareObservation, scene.seen)


def sign(scene: Scene) -> Sign:
    """The first thing on the screen."""
    seen = seen_by(scene)
    if scene.status == "abandoned":
        return Sign(gettext("Ended early"), gettext("The table ended this game. Nobody wins."), False, None)
    if seen.end is not None:
        return result_sign(scene, seen)
    if seen.is_asked:
        return own_sign(scene, seen)
    headline = gettext("%(name)s’s turn") % {"name": scene.name(seen.seat)}
    return Sign(headline, others_question(seen), False, seen.seat)


def own_sign(scene: Scene, seen: SquareObservation) -> Sign:
    """What the viewer is asked now."""
    is_mine = scene.has_controls
    match seen.question:
        case Question.RESOLVE:
            words = gettext("Two of your dice win now. Which one first?")
        case Question.BRACKET:
            left = seen.table.blocks[seen.seat]
            words = ngettext(
                "Only %(count)s block is left. Which bracketed space gets it?",
                "Only %(count)s blocks are left. Which bracketed space gets the next?",
                left,
            ) % {"count": left}
        case Question.BEAN:
            words = gettext("Put a bean on an empty space of the centre.")
        case _ if not seen.offers:
            words = gettext("You cannot bid: collect from the edges.")
        case _:
            words = gettext("Tap a space and bid, or collect.")
    return Sign(gettext("Your turn"), words, is_mine, seen.seat)


def others_question(seen: SquareObservation) -> str:
    """What the one whose turn it is has to choose."""
    match seen.question:
        case Question.RESOLVE:
            return gettext("Two dice win now. Which one first?")
        case Question.BRACKET:
            return gettext("Blocks run short. Which bracketed space gets one?")
        case Question.BEAN:
            return gettext("A bean goes on the centre.")
        case _:
            return gettext("Bid on a space, or collect.")


def result_sign(scene: Scene, seen: SquareObservation) -> Sign:
    """Who won, and the viewer's own points."""
    result = outcome(seen.scores)
    totals, winners = result.scores, result.winners
    best = totals[winners[0]]
    if len(winners) > 1:
        names = listed([scene.name(seat) for seat in winners])
        words = gettext("%(names)s share it with %(points)s each.") % {"names": names, "points": points(best)}
        return Sign(gettext("Shared victory"), words, scene.me in winners, winners[0])
    winner = winners[0]
    if winner == scene.me:
        return Sign(gettext("You win"), gettext("You have %(points)s.") % {"points": points(best)}, True, winner)
    headline = gettext("%(name)s wins") % {"name": scene.name(winner)}
    if scene.me is None:
        return Sign(headline, gettext("With %(points)s.") % {"points": points(best)}, False, winner)
    words = gettext("%(points)s for the winner, %(own)s for you.")
    return Sign(headline, words % {"points": points(best), "own": points(totals[scene.me])}, False, winner)


def progress(scene: Scene) -> SafeString:
    """The game and its turn, and how near the end by collecting is (SQ-14)."""
    seen = seen_by(scene)
    if seen.collects > 1 and seen.end is None:
        words = gettext("<b>Square on Sale</b> · turn {turn} · collects {count} of {limit}")
    else:
        words = gettext("<b>Square on Sale</b> · turn {turn}")
    return format_html(words, turn=seen.turn, count=seen.collects, limit=seen.rules.collects_to_end)
