"""What happened in a game of For Sale: as sentences for the log."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from games.engine import Event, SeatNo
from games.engine.for_sale.events import (
    BidPlaced,
    ChequesRevealed,
    GameEnded,
    HouseSealed,
    HousesRevealed,
    LastBuyer,
    RestTaken,
    SaleRevealed,
    SealReplaced,
    SeatPassed,
)
from games.screens.base import Scene
from games.screens.for_sale_words import listed
from games.screens.markup import SafeString, format_html, format_html_join, mark_safe
from games.screens.pieces import coins, plate, slip
from games.screens.speech import gettext

Names = tuple[str, ...]


def sentence(event: Event, scene: Scene) -> SafeString | None:
    """One line of the log."""
    reader = scene.me if getattr(event, "seat", scene.me) == scene.me else None  # all who are not meant read the same
    return line(scene.language, event, scene.names, reader)


@lru_cache(maxsize=16384)
def line(language: str, event: Event, names: Names, me: SeatNo | None) -> SafeString | None:
    """The sentence, made once for all who read it in the same words."""
    words = LINES.get(type(event))
    return None if words is None else words(event, names, me)


def row(houses: tuple[int, ...]) -> SafeString:
    """Houses with room between them."""
    return mark_safe(" ".join(map(plate, houses)))


def slip_row(cheques: tuple[int, ...]) -> SafeString:
    """Cheques with room between them."""
    return mark_safe(" ".join(map(slip, cheques)))


def houses_line(event: HousesRevealed, names: Names, me: SeatNo | None) -> SafeString:
    return format_html(gettext("Round {number}: houses {houses}."), number=event.round, houses=row(event.houses))


def cheques_line(event: ChequesRevealed, names: Names, me: SeatNo | None) -> SafeString:
    words = gettext("Sale {number}: cheques {cheques}.")
    return format_html(words, number=event.round, cheques=slip_row(event.cheques))


def bid_line(event: BidPlaced, names: Names, me: SeatNo | None) -> SafeString:
    words = gettext("You bid {coins}.") if event.seat == me else gettext("{name} bids {coins}.")
    return format_html(words, name=names[event.seat], coins=coins(event.amount))


def pass_line(event: SeatPassed, names: Names, me: SeatNo | None) -> SafeString:
    mine = event.seat == me
    if event.house is None and event.stake == 0:
        words = gettext("You pass without a house.") if mine else gettext("{name} passes without a house.")
    elif event.house is None:
        words = (
            gettext("You pass without a house; all {back} back.")
            if mine
            else gettext("{name} passes without a house; all {back} back.")
        )
    elif event.stake == 0:
        words = (
            gettext("You pass and take {house} for nothing.")
            if mine
            else gettext("{name} passes and takes {house} for nothing.")
        )
    else:
        words = (
            gettext("You pass and take {house}; {back} back, {lost} lost.")
            if mine
            else gettext("{name} passes and takes {house}; {back} back, {lost} lost.")
        )
    return format_html(
        words,
        name=names[event.seat],
        house=plate(event.house or 0),
        back=coins(event.refund),
        lost=coins(event.stake - event.refund),
    )


def last_line(event: LastBuyer, names: Names, me: SeatNo | None) -> SafeString:
    words = gettext("You pay {coins} for {house}.") if event.seat == me else gettext("{name} pays {coins} for {house}.")
    return format_html(words, name=names[event.seat], coins=coins(event.stake), house=plate(event.house))


def seal_line(event: HouseSealed | SealReplaced, names: Names, me: SeatNo | None) -> SafeString:
    """Which house it is only its owner is told; it turns face down with the hand."""
    if event.house is None:
        return format_html(gettext("{name} has sealed a house."), name=names[event.seat])
    house = format_html('<span class="is-private">{}</span>', plate(event.house))
    if event.seat != me:  # told to reviewers of a finished game
        return format_html(gettext("{name} sealed {house}."), name=names[event.seat], house=house)
    if isinstance(event, SealReplaced):
        return format_html(gettext("You sealed {house} instead."), house=house)
    return format_html(gettext("You sealed {house}."), house=house)


def sale_line(event: SaleRevealed, names: Names, me: SeatNo | None) -> SafeString:
    sold = format_html_join(
        ", ",
        "{} {} {}",
        (
            (gettext("you") if sale.seat == me else names[sale.seat], plate(sale.house), slip(sale.cheque))
            for sale in event.results
        ),
    )
    return format_html(gettext("Sold: {sales}."), sales=sold)


def rest_line(event: RestTaken, names: Names, me: SeatNo | None) -> SafeString:
    words = (
        gettext("Only you have houses left: {houses} bring {cheques}.")
        if event.seat == me
        else gettext("Only {name} has houses left: {houses} bring {cheques}.")
    )
    return format_html(words, name=names[event.seat], houses=row(event.houses), cheques=slip_row(event.cheques))


def end_line(event: GameEnded, names: Names, me: SeatNo | None) -> SafeString:
    if len(event.winners) > 1:
        winners = listed([names[seat] for seat in event.winners])
        return format_html(gettext("The game is over. {names} share the victory."), names=winners)
    winner = event.winners[0]
    words = gettext("The game is over. You win.") if winner == me else gettext("The game is over. {name} wins.")
    return format_html(words, name=names[winner])


LINES: Mapping[type[Event], Callable[[Any, Names, SeatNo | None], SafeString]] = {
    HousesRevealed: houses_line,
    BidPlaced: bid_line,
    SeatPassed: pass_line,
    LastBuyer: last_line,
    ChequesRevealed: cheques_line,
    HouseSealed: seal_line,
    SealReplaced: seal_line,
    SaleRevealed: sale_line,
    RestTaken: rest_line,
    GameEnded: end_line,
}
