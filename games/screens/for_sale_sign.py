"""The sign of For Sale, whose turn it is and what is asked, and where the game is."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from games.engine import Outcome, SeatNo
from games.engine.for_sale.editions import MINIMUM_BIDS
from games.engine.for_sale.observation import ForSaleObservation
from games.screens.base import Scene, Sign
from games.screens.for_sale_words import listed, money, own_place
from games.screens.markup import SafeString, format_html, mark_safe, shown
from games.screens.speech import gettext


def seen_by(scene: Scene) -> ForSaleObservation:
    """The scene's observation, which is of this game."""
    return scene.seen  # type: ignore[return-value]  # a cast is a call, and this is asked a dozen times for a move


def progress(scene: Scene) -> SafeString:
    """ "Buying · round 3 of 6"."""
    seen = seen_by(scene)
    if seen.phase == "over" or scene.status != "running":
        return format_html("<b>{}</b>", gettext("Game %(number)s") % {"number": scene.game_number})
    return where(scene.language, seen.phase, seen.round, seen.rounds)


@cache
def where(language: str, phase: str, number: int, count: int) -> SafeString:
    """Phase and round in words."""
    return format_html("<b>{}</b> · {}", phase_name(phase), round_words(number, count))


def phase_name(phase: str) -> str:
    """What the phase is called."""
    return gettext("Selling") if phase == "selling" else gettext("Buying")


def round_words(number: int, count: int) -> str:
    """Which round of how many."""
    return gettext("round %(number)s of %(count)s") % {"number": number, "count": count}


def sign(scene: Scene) -> Sign:
    """Whose turn it is and what is asked of the viewer."""
    seen = seen_by(scene)
    if scene.status == "abandoned":
        return Sign(gettext("Ended early"), gettext("The table ended this game. Nobody wins it."), False, None)
    if seen.result is not None:
        return result_sign(scene, seen, seen.result)
    return selling_sign(scene, seen) if seen.phase == "selling" else buying_sign(scene)


def signs(scenes: Sequence[Scene]) -> list[Sign]:
    """The signs of viewers of one snapshot of a running game."""
    if seen_by(scenes[0]).phase == "selling":
        return [selling_sign(scene, seen_by(scene)) for scene in scenes]
    return buying_signs(scenes)


# Buying


def buying_sign(scene: Scene) -> Sign:
    """The seat whose turn it is, and what it may do."""
    (found,) = buying_signs((scene,))
    return found


def buying_signs(scenes: Sequence[Scene]) -> list[Sign]:
    """The same for several viewers; all but the one whose turn it is and the one who leads are told the same."""
    first, seen = scenes[0], seen_by(scenes[0])
    turn, highest, needed = seen.queue[0], seen.highest, needed_bid(seen)
    language, name = first.language, first.name(turn)
    waiting = others_turn(language, turn, name, needed, 0)
    found = []
    for scene in scenes:
        me = scene.me
        if me == turn:
            found.append(Sign(gettext("Your turn"), own_choice(seen_by(scene)), scene.has_controls, turn))
        elif me is not None and 0 < highest == seen.bids[me]:
            found.append(others_turn(language, turn, name, needed, highest))
        else:
            found.append(waiting)
    return found


@lru_cache(maxsize=4096)
def others_turn(language: str, turn: SeatNo, name: str, minimum: int, own_lead: int) -> Sign:
    """Somebody else decides; the viewer may lead."""
    headline = gettext("%(name)s’s turn") % {"name": name}
    needed = gettext("%(amount)s or more to stay in.") % {"amount": minimum}
    if not own_lead:
        return Sign(headline, needed, False, turn)
    lead = gettext("You lead with %(amount)s.") % {"amount": own_lead}
    return Sign(headline, together(needed, lead), False, turn, f"{headline} · {needed} {lead}")


def together(first: str, second: str) -> SafeString:
    """Two sentences, each kept on one line where it can be."""
    return mark_safe(f"<span>{shown(first)}</span> <span>{shown(second)}</span>")


def needed_bid(seen: ForSaleObservation) -> int:
    """The lowest bid of the seat whose turn it is, whether or not it has the coins."""
    return MINIMUM_BIDS[seen.rules.raising](seen.highest, seen.bids[seen.queue[0]])


def own_choice(seen: ForSaleObservation) -> str:
    """What the viewer may do."""
    bidding = seen.bidding
    if bidding is None or bidding.minimum is None:
        return gettext("You have too few coins to bid: only passing is left.")
    if seen.highest and bidding.minimum == seen.highest:
        return gettext("Go along with %(amount)s, bid more, or pass.") % {"amount": bidding.minimum}
    return gettext("Bid %(amount)s or more, or pass.") % {"amount": bidding.minimum}


def public_choice(seen: ForSaleObservation) -> str:
    """What that seat may do, for a table screen."""
    needed = needed_bid(seen)
    if seen.highest and needed == seen.highest:
        return gettext("Go along with %(amount)s, bid more, or pass.") % {"amount": needed}
    return gettext("Bid %(amount)s or more, or pass.") % {"amount": needed}


# Selling


def selling_sign(scene: Scene, seen: ForSaleObservation) -> Sign:
    """Choose and seal, or wait for those who have not."""
    me = scene.me
    if me is not None and me in seen.to_act:
        words = gettext("Highest house takes the highest cheque.")
        return Sign(gettext("Sell a house"), words, scene.has_controls, me)
    waiting = waiting_words(scene, seen)
    first = min(seen.to_act, default=None)
    if me is None or seen.my_seal is None:
        return Sign(gettext("Sealing houses"), waiting, False, first)
    title = gettext("Sealed. %(waiting)s") % {"waiting": waiting}
    return Sign(gettext("Sealed"), together(own_seal(scene.language, seen.my_seal), waiting), False, first, title)


@cache
def own_seal(language: str, house: int) -> SafeString:
    """The number is the viewer's secret until the reveal: it turns face down with the hand."""
    number = format_html('<span class="is-private">{}</span>', house)
    return format_html(gettext("You sealed house {house}."), house=number)


def waiting_words(scene: Scene, seen: ForSaleObservation) -> str:
    """Whose seals are missing, clockwise from the viewer."""
    names = [sitter.name for sitter in scene.clockwise_from_me() if sitter.seat in seen.to_act]
    return gettext("Waiting for %(names)s.") % {"names": listed(names)}


# Over


def result_sign(scene: Scene, seen: ForSaleObservation, result: Outcome) -> Sign:
    """Who won, and the viewer's own place."""
    winners = result.winners
    best = money(result.scores[winners[0]], seen.rules.unit)
    if len(winners) > 1:
        return Sign(gettext("Shared victory"), shared_words(scene, winners, best), scene.me in winners, winners[0])
    winner = winners[0]
    if winner == scene.me:
        return Sign(gettext("You win"), gettext("You have %(total)s.") % {"total": best}, True, winner)
    headline = gettext("%(name)s wins") % {"name": scene.name(winner)}
    if scene.me is None:
        return Sign(headline, gettext("With %(total)s.") % {"total": best}, False, winner)
    own = own_place(result.ranks[scene.me], money(result.scores[scene.me], seen.rules.unit))
    return Sign(headline, own, False, winner)


def shared_words(scene: Scene, winners: tuple[SeatNo, ...], best: str) -> str:
    """Who shares the victory."""
    if scene.me in winners:
        others = listed([scene.name(seat) for seat in winners if seat != scene.me])
        return gettext("You share it with %(names)s: %(total)s each.") % {"names": others, "total": best}
    names = listed([scene.name(seat) for seat in winners])
    return gettext("%(names)s share it: %(total)s each.") % {"names": names, "total": best}
