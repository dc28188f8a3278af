"""What happened in a game of For Sale: as sentences for the log."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
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
from games.screens.markup import SafeString, format_html, mark_safe
from games.screens.pieces import coins, plate, slip
from games.screens.speech import gettext

Names = tuple[str, ...]


def sentence(event: Event, scene: Scene) -> SafeString | None:
    """One line of the log."""
    return line(scene.language, event, scene.names, scene.me)


def line(language: str, event: Event, names: Names, me: SeatNo | None) -> SafeString | None:
    """The sentence as this seat reads it. Those of every move are made of what comes again in other games."""
    words = LINES.get(type(event))
    return None if words is None else words(language, event, names, me)


def addressed(event: Event) -> Collection[SeatNo | None]:
    """The seats to which the sentence says "you"."""
    if isinstance(event, SaleRevealed):
        return [sale.seat for sale in event.results]
    return event.winners if isinstance(event, GameEnded) else (getattr(event, "seat", None),)


def row(houses: tuple[int, ...]) -> SafeString:
    """Houses with room between them."""
    return mark_safe(" ".join(map(plate, houses)))


def slip_row(cheques: tuple[int, ...]) -> SafeString:
    """Cheques with room between them."""
    return mark_safe(" ".join(map(slip, cheques)))


def houses_line(language: str, event: HousesRevealed, names: Names, me: SeatNo | None) -> SafeString:
    return format_html(gettext("Round {number}: houses {houses}."), number=event.round, houses=row(event.houses))


def cheques_line(language: str, event: ChequesRevealed, names: Names, me: SeatNo | None) -> SafeString:
    words = gettext("Sale {number}: cheques {cheques}.")
    return format_html(words, number=event.round, cheques=slip_row(event.cheques))


def bid_line(language: str, event: BidPlaced, names: Names, me: SeatNo | None) -> SafeString:
    return bid_words(language, None if event.seat == me else names[event.seat], event.amount)


@lru_cache(maxsize=8192)
def bid_words(language: str, name: str | None, amount: int) -> SafeString:
    """What somebody bids, or the reader where nobody is named."""
    words = gettext("You bid {coins}.") if name is None else gettext("{name} bids {coins}.")
    return format_html(words, name=name, coins=coins(amount))


def pass_line(language: str, event: SeatPassed, names: Names, me: SeatNo | None) -> SafeString:
    name = None if event.seat == me else names[event.seat]
    return pass_words(language, name, event.house, event.stake, event.refund)


@lru_cache(maxsize=16384)
def pass_words(language: str, name: str | None, house: int | None, stake: int, refund: int) -> SafeString:
    """What somebody passes with, or the reader where nobody is named."""
    mine = name is None
    if house is None and stake == 0:
        words = gettext("You pass without a house.") if mine else gettext("{name} passes without a house.")
    elif house is None:
        words = (
            gettext("You pass without a house; all {back} back.")
            if mine
            else gettext("{name} passes without a house; all {back} back.")
        )
    elif stake == 0:
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
        name=name,
        house=plate(house or 0),
        back=coins(refund),
        lost=coins(stake - refund),
    )


def last_line(language: str, event: LastBuyer, names: Names, me: SeatNo | None) -> SafeString:
    words = gettext("You pay {coins} for {house}.") if event.seat == me else gettext("{name} pays {coins} for {house}.")
    return format_html(words, name=names[event.seat], coins=coins(event.stake), house=plate(event.house))


def seal_line(language: str, event: HouseSealed | SealReplaced, names: Names, me: SeatNo | None) -> SafeString:
    """Which house it is only its owner is told; it turns face down with the hand."""
    name = None if event.seat == me and event.house is not None else names[event.seat]
    return seal_words(language, name, event.house, isinstance(event, SealReplaced))


@lru_cache(maxsize=8192)
def seal_words(language: str, name: str | None, house: int | None, is_again: bool) -> SafeString:
    """What somebody sealed, or the reader where nobody is named."""
    if house is None:
        return format_html(gettext("{name} has sealed a house."), name=name)
    shown = format_html('<span class="is-private">{}</span>', plate(house))
    if name is not None:  # told to reviewers of a finished game
        return format_html(gettext("{name} sealed {house}."), name=name, house=shown)
    words = gettext("You sealed {house} instead.") if is_again else gettext("You sealed {house}.")
    return format_html(words, house=shown)


def sale_line(language: str, event: SaleRevealed, names: Names, me: SeatNo | None) -> SafeString:
    you = gettext("you")
    sold = [sold_words(you if seat == me else names[seat], house, cheque) for seat, house, cheque in event.results]
    return mark_safe(gettext("Sold: {sales}.").format(sales=", ".join(sold)))


@lru_cache(maxsize=8192)
def sold_words(name: str, house: int, cheque: int) -> SafeString:
    """Who sold which house for which cheque."""
    return format_html("{} {} {}", name, plate(house), slip(cheque))


def rest_line(language: str, event: RestTaken, names: Names, me: SeatNo | None) -> SafeString:
    words = (
        gettext("Only you have houses left: {houses} bring {cheques}.")
        if event.seat == me
        else gettext("Only {name} has houses left: {houses} bring {cheques}.")
    )
    return format_html(words, name=names[event.seat], houses=row(event.houses), cheques=slip_row(event.cheques))


def end_line(language: str, event: GameEnded, names: Names, me: SeatNo | None) -> SafeString:
    if len(event.winners) > 1:
        winners = listed([names[seat] for seat in event.winners])
        return format_html(gettext("The game is over. {names} share the victory."), names=winners)
    winner = event.winners[0]
    words = gettext("The game is over. You win.") if winner == me else gettext("The game is over. {name} wins.")
    return format_html(words, name=names[winner])


LINES: Mapping[type[Event], Callable[[str, Any, Names, SeatNo | None], SafeString]] = {
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
