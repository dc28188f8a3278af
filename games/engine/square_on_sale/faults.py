"""What Square on Sale refuses, as codes; the facts that go with each stand beside it."""

from __future__ import annotations

from enum import StrEnum


class SquareFault(StrEnum):
    """Reasons why a move is not allowed now."""

    NOT_A_NUMBER = "not_a_number"  # field
    NO_SUCH_SPACE = "no_such_space"  # space
    OWN_BID_RUNNING = "own_bid_running"  # space, amount (of the running bid)
    BID_TOO_LOW = "bid_too_low"  # space, amount, minimum, chips
    NOT_ENOUGH_CHIPS = "not_enough_chips"  # space, amount, minimum, chips
    NO_DIE_TO_RESOLVE = "no_die_to_resolve"  # space
    NOT_BRACKETED = "not_bracketed"  # space
    BEAN_OUTSIDE_CENTRE = "bean_outside_centre"  # space
    BEAN_ON_BLOCKS = "bean_on_blocks"  # space, height
    BEAN_UNDER_BID = "bean_under_bid"  # space, amount (of the running bid)


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
    WRONG_SEAT = "wrong_seat"  # path, seat (whose turn it is)
    ILLEGAL_MOVE = "illegal_move"  # path, reason
