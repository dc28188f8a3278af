"""The words of For Sale: editions, dwellings, money, places, and why a move was refused."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise

from games.engine.for_sale.faults import ForSaleFault
from games.screens.speech import gettext, gettext_lazy, ngettext

Words = str | Promise

EDITION_NAMES: Mapping[str, Words] = {
    "2015": gettext_lazy("2015 edition"),
    "1997": gettext_lazy("1997 edition"),
    "classic": gettext_lazy("Classic edition"),
}

EDITION_HELPS: Mapping[str, Words] = {
    "2015": gettext_lazy("3 to 6 players, thirty houses; who passes gets half back, rounded up."),
    "1997": gettext_lazy("3 to 5 players, twenty houses; you may go along with a bid instead of raising it."),
    "classic": gettext_lazy("3 to 6 players, thirty houses, fewer coins; who passes gets half back, rounded down."),
}

VARIANT_NAMES: Mapping[tuple[str, str], Words] = {
    ("2015", "not_enough"): gettext_lazy("Not enough for everyone"),
    ("1997", "not_enough"): gettext_lazy("Real estate sharks"),
}

VARIANT_HELPS: Mapping[str, Words] = {
    "not_enough": gettext_lazy("One house fewer than players: who passes first gets no house, but all coins back."),
}

DWELLINGS: tuple[Words, ...] = (
    gettext_lazy("Umbrella"),
    gettext_lazy("Cardboard box"),
    gettext_lazy("Flowerpot"),
    gettext_lazy("Barrel"),
    gettext_lazy("Pillow fort"),
    gettext_lazy("Tent"),
    gettext_lazy("Nesting box"),
    gettext_lazy("Teapot"),
    gettext_lazy("Rubber boot"),
    gettext_lazy("Beach hut"),
    gettext_lazy("Caravan"),
    gettext_lazy("Houseboat"),
    gettext_lazy("Old tram"),
    gettext_lazy("Treehouse"),
    gettext_lazy("Greenhouse"),
    gettext_lazy("Mountain hut"),
    gettext_lazy("Water tower"),
    gettext_lazy("Windmill"),
    gettext_lazy("Lighthouse"),
    gettext_lazy("Crooked house"),
    gettext_lazy("Little station"),
    gettext_lazy("Farmhouse"),
    gettext_lazy("Observatory"),
    gettext_lazy("Airship"),
    gettext_lazy("Glass villa"),
    gettext_lazy("Pagoda"),
    gettext_lazy("Castle"),
    gettext_lazy("Skyscraper"),
    gettext_lazy("Space station"),
    gettext_lazy("Moon palace"),
)
"""By the number of their drawing, 1…30."""

DRAWINGS: Mapping[str, tuple[int, ...]] = {
    "2015": tuple(range(1, 31)),
    "1997": (1, 2, 4, 6, 8, 9, 10, 11, 12, 14, 15, 17, 18, 19, 20, 23, 24, 27, 29, 30),
    "classic": tuple(range(1, 31)),
}
"""Which drawing an edition shows for a house, lowest first."""


def drawing(edition: str, house: int) -> int:
    """The number of the drawing for this house."""
    return DRAWINGS[edition][house - 1]


def dwelling(edition: str, house: int) -> str:
    """What is drawn on the card of this house."""
    return str(DWELLINGS[drawing(edition, house) - 1])


def money(amount: int, unit: int) -> str:
    """An amount as printed on the cheques of an edition (FS-2): 13 is $13,000 or $13M. No total reaches 1,000 coins."""
    if amount == 0:
        return gettext("$0")
    pattern = gettext("$%(amount)sM") if unit == 1_000_000 else gettext("$%(amount)s,000")
    return pattern % {"amount": amount}


def listed(names: list[str]) -> str:
    """Names in a row: "Mia, Jonas and Lena"."""
    if len(names) < 2:
        return "".join(names)
    return gettext("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}


def own_place(rank: int, total: str) -> str:
    """The viewer's place in a finished game, when it is not the first."""
    patterns = {
        2: gettext("You came second with %(total)s."),
        3: gettext("You came third with %(total)s."),
        4: gettext("You came fourth with %(total)s."),
        5: gettext("You came fifth with %(total)s."),
        6: gettext("You came sixth with %(total)s."),
    }
    return patterns[rank] % {"total": total}


def deck_left(houses: int) -> str:
    """How many houses are still to come."""
    if houses == 0:
        return gettext("last houses")
    return ngettext("%(count)s house in the deck", "%(count)s houses in the deck", houses) % {"count": houses}


def cheques_left(cheques: int) -> str:
    """How many cheques are still to come."""
    if cheques == 0:
        return gettext("last cheques")
    return ngettext("%(count)s cheque left", "%(count)s cheques left", cheques) % {"count": cheques}


def coins_in_hand(coins: int) -> str:
    """The words beside the number of coins in hand."""
    return ngettext("coin in hand", "coins in hand", coins)


# Why not

Facts = Mapping[str, Any]


def _too_low(facts: Facts) -> str:
    return gettext("Bid at least %(minimum)s. Nothing at all is a pass.") % facts


def _not_higher(facts: Facts) -> str:
    return gettext("The highest bid is %(highest)s: bid at least %(minimum)s, or pass.") % facts


def _below_highest(facts: Facts) -> str:
    return gettext("The highest bid is %(highest)s: go along with %(minimum)s or more, or pass.") % facts


def _no_coin_added(facts: Facts) -> str:
    return gettext("You already have %(stake)s in front of you: bid at least %(minimum)s, or pass.") % facts


def _not_enough_coins(facts: Facts) -> str:
    return (
        ngettext(
            "You have only %(maximum)s coin, those in front of you included.",
            "You have only %(maximum)s coins, those in front of you included.",
            int(facts["maximum"]),
        )
        % facts
    )


def _not_your_house(facts: Facts) -> str:
    return gettext("House %(house)s is not in your hand.") % facts


def _not_a_number(facts: Facts) -> str:
    return gettext("That is not a whole number.")


FAULTS: Mapping[str, Callable[[Facts], str]] = {
    ForSaleFault.NOT_A_NUMBER: _not_a_number,
    ForSaleFault.BID_TOO_LOW: _too_low,
    ForSaleFault.BID_NOT_HIGHER: _not_higher,
    ForSaleFault.BID_BELOW_HIGHEST: _below_highest,
    ForSaleFault.NO_COIN_ADDED: _no_coin_added,
    ForSaleFault.NOT_ENOUGH_COINS: _not_enough_coins,
    ForSaleFault.NOT_YOUR_HOUSE: _not_your_house,
}


def fault(code: str, facts: Facts) -> str | None:
    """Why a move was refused; None for codes that are not of this game."""
    sentence = FAULTS.get(code)
    return None if sentence is None else sentence(facts)
