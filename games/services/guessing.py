"""Guessing codes of rooms: wrong guesses are counted by address, those at pages, forms and sockets together.

Who has guessed too often is told nothing more, neither of rooms that exist nor of others; people of a room stay in it,
for a whole table may sit behind that address.
"""

from __future__ import annotations

from games.models import Player
from games.services import limits
from games.services.faults import TooMany


def is_guess_within(address: str) -> bool:
    """Count one code that is no room's; False if it is too many."""
    return limits.is_within(limits.UNKNOWN_CODES, "codes", address)


def refuse_guessers(*, address: str, visitor: str, code: str) -> None:
    """Who asks for a room that is not theirs from an address that has guessed too often must wait."""
    if limits.is_used_up(limits.UNKNOWN_CODES, "codes", address) and not is_in_room(visitor, code):
        raise TooMany("TOO_MANY")


def is_in_room(visitor: str, code: str) -> bool:
    """Whether this browser has a place there."""
    return bool(visitor) and Player.objects.filter(room__code=code.upper(), visitor=visitor, has_left=False).exists()
