"""The words of Square on Sale: names, counts, what a space holds, how a game ends, and why a move was refused."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from django.utils.functional import Promise

from games.engine import SeatNo
from games.engine.square_on_sale import Claim, End, Question, SquareFault, Zone
from games.screens.base import Scene
from games.screens.speech import gettext, gettext_lazy, ngettext

Words = str | Promise
Facts = Mapping[str, Any]

EDITION_NAMES: Mapping[str, Words] = {"2009": gettext_lazy("2009 edition")}
EDITION_HELPS: Mapping[str, Words] = {
    "2009": gettext_lazy("3 or 4 players: auctions on a board of 25 spaces, all at once and all in the open."),
}

ZONE_NAMES: Mapping[Zone, Words] = {
    Zone.CORNER: gettext_lazy("corner"),
    Zone.EDGE: gettext_lazy("edge"),
    Zone.CENTRE: gettext_lazy("centre"),
}
ZONE_HELPS: Mapping[Zone, Words] = {
    Zone.CORNER: gettext_lazy("Chips paid here never come back."),
    Zone.EDGE: gettext_lazy("Chips paid here come back when you collect, one per space."),
    Zone.CENTRE: gettext_lazy("Chips paid here come back by themselves, one per space and turn."),
}
ZONE_NOTES: Mapping[Zone, Words] = {
    Zone.CORNER: gettext_lazy("Chips paid here never come back."),
    Zone.EDGE: gettext_lazy("Paid chips come back by collecting."),
    Zone.CENTRE: gettext_lazy("Paid chips come back by themselves."),
}

ENDS: Mapping[End, Words] = {
    End.BLOCKS: gettext_lazy("The game ended because a player had put the last block."),
    End.FULL: gettext_lazy("The game ended because every space was built on."),
    End.COLLECTS: gettext_lazy("The game ended because everybody only collected."),
}


class Cast(NamedTuple):
    """Who is who for one viewer; hashable, so that what is made of it can be kept."""

    language: str
    me: SeatNo | None
    names: tuple[str, ...]
    looks: tuple[int, ...]


def cast_of(scene: Scene) -> Cast:
    """The people of a scene."""
    sitters = scene.sitters
    return Cast(
        scene.language, scene.me, tuple([each.name for each in sitters]), tuple([each.look for each in sitters])
    )


def listed(names: Sequence[str]) -> str:
    """Names or spaces in a row: "c3, d2 and d3"."""
    if len(names) < 2:
        return "".join(names)
    return gettext("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def chips(count: int) -> str:
    """So many chips."""
    return ngettext("%(count)s chip", "%(count)s chips", count) % {"count": count}


def beans(count: int) -> str:
    """So many beans."""
    return ngettext("%(count)s bean", "%(count)s beans", count) % {"count": count}


def blocks(count: int) -> str:
    """So many blocks."""
    return ngettext("%(count)s block", "%(count)s blocks", count) % {"count": count}


def signed(count: int) -> str:
    """A number that may be below zero, with a real minus."""
    return str(count).replace("-", "−")


def points(count: int) -> str:
    """So many points; they may be below zero, which no language's plural rule counts on."""
    return ngettext("%(count)s point", "%(count)s points", abs(count)) % {"count": signed(count)}


def called(cast: Cast, seat: SeatNo) -> str:
    """What a seat is called on this screen."""
    return gettext("You") if seat == cast.me else cast.names[seat]


# A space in one sentence


def owner_clause(cast: Cast, owner: SeatNo | None, height: int) -> str:
    """Who owns it, and how high it is."""
    if owner is None:
        return gettext("not built on")
    words = gettext("yours, %(height)s high") if owner == cast.me else gettext("owned by %(name)s, %(height)s high")
    return words % {"name": cast.names[owner], "height": height}


def bid_clause(cast: Cast, claim: Claim) -> str:
    """The running bid with its die."""
    words = (
        gettext("you bid %(amount)s, the die shows %(die)s")
        if claim.seat == cast.me
        else gettext("%(name)s bids %(amount)s, the die shows %(die)s")
    )
    return words % {"name": cast.names[claim.seat], "amount": claim.amount, "die": claim.die}


def paid_clause(cast: Cast, seat: SeatNo, count: int) -> str:
    """Paid chips of one player."""
    words = (
        ngettext("%(count)s chip of yours is paid", "%(count)s chips of yours are paid", count)
        if seat == cast.me
        else ngettext("%(count)s chip of %(name)s is paid", "%(count)s chips of %(name)s are paid", count)
    )
    return words % {"count": count, "name": cast.names[seat]}


def space_sentence(name: str, zone: Zone, clauses: Iterable[str]) -> str:
    """The whole space in one sentence, for its label."""
    return gettext("%(space)s, %(zone)s: %(facts)s.") % {
        "space": name,
        "zone": ZONE_NAMES[zone],
        "facts": "; ".join(clauses),
    }


# Why not


def _own_bid(facts: Facts) -> str:
    return gettext("Your own bid of %(amount)s is running on %(space)s. Bid on another space.") % facts


def _too_low(facts: Facts) -> str:
    return gettext("Bid at least %(minimum)s on %(space)s.") % facts


def _not_enough(facts: Facts) -> str:
    words = ngettext(
        "You have only %(chips)s chip in hand.", "You have only %(chips)s chips in hand.", int(facts["chips"])
    )
    return words % facts


def _no_space(facts: Facts) -> str:
    return gettext("There is no such space. They are called a1 to e5.")


def _no_die(facts: Facts) -> str:
    return gettext("You have no die on %(space)s to resolve now.") % facts


def _not_bracketed(facts: Facts) -> str:
    return gettext("%(space)s is not one of the bracketed spaces.") % facts


def _bean_outside(facts: Facts) -> str:
    return gettext("%(space)s is not in the centre: beans go there alone.") % facts


def _bean_on_blocks(facts: Facts) -> str:
    return gettext("%(space)s is built on: a bean needs an empty space.") % facts


def _bean_under_bid(facts: Facts) -> str:
    return gettext("A bid is running on %(space)s: a bean needs a space without one.") % facts


def _not_a_number(facts: Facts) -> str:
    return gettext("That is not a whole number.")


def _wrong_question(facts: Facts) -> str | None:
    words = QUESTIONS.get(facts.get("asked", ""))
    return None if words is None else str(words)


QUESTIONS: Mapping[str, Words] = {
    Question.RESOLVE: gettext_lazy("First choose which of your dice is resolved first."),
    Question.BRACKET: gettext_lazy("First choose which bracketed space gets the next block."),
    Question.ACT: gettext_lazy("Now bid on a space, or collect."),
    Question.BEAN: gettext_lazy("Now put the bean on a space of the centre."),
}

FAULTS: Mapping[str, Callable[[Facts], str | None]] = {
    SquareFault.NOT_A_NUMBER: _not_a_number,
    SquareFault.NO_SUCH_SPACE: _no_space,
    SquareFault.OWN_BID_RUNNING: _own_bid,
    SquareFault.BID_TOO_LOW: _too_low,
    SquareFault.NOT_ENOUGH_CHIPS: _not_enough,
    SquareFault.NO_DIE_TO_RESOLVE: _no_die,
    SquareFault.NOT_BRACKETED: _not_bracketed,
    SquareFault.BEAN_OUTSIDE_CENTRE: _bean_outside,
    SquareFault.BEAN_ON_BLOCKS: _bean_on_blocks,
    SquareFault.BEAN_UNDER_BID: _bean_under_bid,
    "wrong_phase": _wrong_question,
}


def fault(code: str, facts: Facts) -> str | None:
    """Why a move was refused; None for codes that are not of this game."""
    sentence = FAULTS.get(code)
    return None if sentence is None else sentence(facts)
