"""What happened in a game of Square on Sale: as sentences for the log and the last turns, and as cues for scripts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import Any, cast

from games.engine import Event, SeatNo
from games.engine.square_on_sale import (
    BeanPut,
    BidMade,
    BlockPlaced,
    CentreCollected,
    DieTurned,
    EdgesCollected,
    GameEnded,
    SpaceWon,
    SquareObservation,
    TurnBegan,
    TurnEnded,
)
from games.screens.base import Scene
from games.screens.markup import SafeString, format_html
from games.screens.speech import gettext, ngettext
from games.screens.square_on_sale_words import ENDS, Cast, beans, cast_of, chips, listed

Cue = Mapping[str, Any]

COLLECTS_TOLD = 2
"""From so many collects in a row on, the log counts them: they can end the game (SQ-14)."""


def sentence(event: Event, scene: Scene) -> SafeString | None:
    """One line of the log."""
    return line(cast_of(scene), event, cast(SquareObservation, scene.seen).rules.collects_to_end)


@lru_cache(maxsize=16384)
def line(people: Cast, event: Event, collects_to_end: int) -> SafeString | None:
    """The sentence, made once for all who read it in the same words."""
    match event:
        case TurnBegan():
            words = gettext("Turn {turn}: you.") if event.seat == people.me else gettext("Turn {turn}: {name}.")
            return format_html(words, turn=event.turn, name=people.names[event.seat])
        case TurnEnded():
            return ended_line(event, collects_to_end)
        case GameEnded():
            return over_line(people, event)
        case _:
            teller = TELLERS.get(type(event))
            return None if teller is None else teller(people, event)


def addressed(event: Event) -> Collection[SeatNo | None]:
    """The seats to which the sentence says "you"."""
    match event:
        case GameEnded():
            return event.winners
        case BidMade():
            return (event.seat, event.returned_to)
        case _:
            return (getattr(event, "seat", None),)


def centre_line(people: Cast, event: CentreCollected) -> SafeString:
    words = (
        gettext("You take {chips} back from the centre: {spaces}.")
        if event.seat == people.me
        else gettext("{name} takes {chips} back from the centre: {spaces}.")
    )
    return format_html(
        words, name=people.names[event.seat], chips=chips(len(event.spaces)), spaces=listed(event.spaces)
    )


def die_line(people: Cast, event: DieTurned) -> SafeString:
    words = (
        gettext("Your die on {space} goes from 2 to 1.")
        if event.seat == people.me
        else gettext("The die of {name} on {space} goes from 2 to 1.")
    )
    return format_html(words, name=people.names[event.seat], space=event.space)


def won_line(people: Cast, event: SpaceWon) -> SafeString:
    if event.beans:
        words = (
            gettext("You win {space} for {chips} and take {beans}.")
            if event.seat == people.me
            else gettext("{name} wins {space} for {chips} and takes {beans}.")
        )
    else:
        words = (
            gettext("You win {space} for {chips}.")
            if event.seat == people.me
            else gettext("{name} wins {space} for {chips}.")
        )
    return format_html(
        words,
        name=people.names[event.seat],
        space=event.space,
        chips=chips(event.paid),
        beans=beans(event.beans),
    )


def block_line(people: Cast, event: BlockPlaced) -> SafeString:
    mine = event.seat == people.me
    if event.bracket:
        words = (
            gettext("You bracket {space}: now yours, {height} high.")
            if mine
            else gettext("{name} brackets {space}, now {height} high.")
        )
    else:
        words = (
            gettext("You put a block on {space}, now {height} high.")
            if mine
            else gettext("{name} puts a block on {space}, now {height} high.")
        )
    return format_html(words, name=people.names[event.seat], space=event.space, height=event.height)


def bid_line(people: Cast, event: BidMade) -> SafeString:
    mine = event.seat == people.me
    if event.returned_to is None:
        words = gettext("You bid {amount} on {space}.") if mine else gettext("{name} bids {amount} on {space}.")
    elif mine:
        words = gettext("You bid {amount} on {space}; {other} gets {returned} back, the die stays at {die}.")
    elif event.returned_to == people.me:
        words = gettext("{name} bids {amount} on {space}; you get {returned} back, the die stays at {die}.")
    else:
        words = gettext("{name} bids {amount} on {space}; {other} gets {returned} back, the die stays at {die}.")
    return format_html(
        words,
        name=people.names[event.seat],
        other=people.names[event.returned_to or 0],
        amount=event.amount,
        space=event.space,
        returned=chips(event.returned),
        die=event.die,
    )


def edges_line(people: Cast, event: EdgesCollected) -> SafeString:
    mine = event.seat == people.me
    if not event.spaces:
        words = gettext("You collect; nothing comes back.") if mine else gettext("{name} collects; nothing comes back.")
    elif event.forced:
        words = (
            gettext("You have no chips in hand and collect {chips} from the edges: {spaces}.")
            if mine
            else gettext("{name} has no chips in hand and collects {chips} from the edges: {spaces}.")
        )
    else:
        words = (
            gettext("You collect {chips} from the edges: {spaces}.")
            if mine
            else gettext("{name} collects {chips} from the edges: {spaces}.")
        )
    return format_html(
        words, name=people.names[event.seat], chips=chips(len(event.spaces)), spaces=listed(event.spaces)
    )


def bean_line(people: Cast, event: BeanPut) -> SafeString:
    words = (
        gettext("You put a bean on {space}.") if event.seat == people.me else gettext("{name} puts a bean on {space}.")
    )
    return format_html(words, name=people.names[event.seat], space=event.space)


def ended_line(event: TurnEnded, collects_to_end: int) -> SafeString | None:
    """Worth a line only while collects in a row pile up (SQ-14)."""
    if event.collects < COLLECTS_TOLD:
        return None
    words = ngettext(
        "That was {count} collect in a row; {limit} end the game.",
        "That was {count} collects in a row; {limit} end the game.",
        event.collects,
    )
    return format_html(words, count=event.collects, limit=collects_to_end)


def over_line(people: Cast, event: GameEnded) -> SafeString:
    """What ended it, and who won."""
    if len(event.winners) > 1:
        words = gettext("{end} {names} share the victory.")
    elif event.winners[0] == people.me:
        words = gettext("{end} You win.")
    else:
        words = gettext("{end} {names} wins.")
    return format_html(words, end=str(ENDS[event.end]), names=listed([people.names[seat] for seat in event.winners]))


TELLERS: Mapping[type[Event], Callable[[Cast, Any], SafeString]] = {
    CentreCollected: centre_line,
    DieTurned: die_line,
    SpaceWon: won_line,
    BlockPlaced: block_line,
    BidMade: bid_line,
    EdgesCollected: edges_line,
    BeanPut: bean_line,
}


# Cues: which spaces a step touches, in the order it happened

CUES: Mapping[type[Event], Callable[[Any], Cue]] = {
    TurnBegan: lambda event: {"cue": "turn", "seat": event.seat},
    CentreCollected: lambda event: {"cue": "centre", "seat": event.seat, "spaces": event.spaces},
    DieTurned: lambda event: {"cue": "die", "seat": event.seat, "spaces": (event.space,)},
    SpaceWon: lambda event: {"cue": "win", "seat": event.seat, "spaces": (event.space,)},
    BlockPlaced: lambda event: {
        "cue": "bracket" if event.bracket else "block",
        "seat": event.seat,
        "spaces": (event.space,),
    },
    BidMade: lambda event: {"cue": "bid", "seat": event.seat, "spaces": (event.space,), "amount": event.amount},
    EdgesCollected: lambda event: {"cue": "collect", "seat": event.seat, "spaces": event.spaces},
    BeanPut: lambda event: {"cue": "bean", "seat": event.seat, "spaces": (event.space,)},
    GameEnded: lambda event: {"cue": "result", "winners": event.winners},
}


def cue(event: Event) -> Cue | None:
    """What scripts may animate and sound for an event; the end of a turn needs nothing."""
    make = CUES.get(type(event))
    return None if make is None else make(event)
