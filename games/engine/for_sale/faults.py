"""What For Sale refuses, as codes; the facts that go with each stand beside it."""

from __future__ import annotations

from enum import StrEnum


class ForSaleFault(StrEnum):
    """Reasons why a move is not allowed now."""

    NOT_A_NUMBER = "not_a_number"  # field
    BID_TOO_LOW = "bid_too_low"  # amount, minimum, highest (0: nobody has bid), stake
    BID_NOT_HIGHER = "bid_not_higher"  # amount, minimum, highest, stake
    BID_BELOW_HIGHEST = "bid_below_highest"  # amount, minimum, highest, stake; where going along is allowed
    NO_COIN_ADDED = "no_coin_added"  # amount, minimum, highest, stake; where going along is allowed
    NOT_ENOUGH_COINS = "not_enough_coins"  # amount, maximum
    NOT_YOUR_HOUSE = "not_your_house"  # house


class RulesetFault(StrEnum):
    """Reasons why there is no such game."""

    NO_SUCH_EDITION = "no_such_edition"  # edition
    NO_SUCH_VARIANT = "no_such_variant"  # edition, variant
    WRONG_SEATS = "wrong_seats"  # seats, minimum, maximum
    NO_SUCH_SEAT = "no_such_seat"  # seat, seats


class RecordFault(StrEnum):
    """Reasons why a record cannot be read; `path` says where."""

    WRONG_DECK = "wrong_deck"  # path
    UNREADABLE = "unreadable"  # path
