"""Names people may give themselves, and codes of rooms."""

from __future__ import annotations

import secrets
import unicodedata
from collections.abc import Iterable

from games.models import CODE_LETTERS, NAME_LENGTH, Room
from games.services.faults import Malformed, NotAllowedNow

JOINERS = "\u200c\u200d"  # needed inside words of some scripts and inside emoji
FORBIDDEN = {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}
VISIBLE = {"L", "N", "P", "S"}


def clean_name(raw: str) -> str:
    """The name as it will be shown; control and direction characters are refused."""
    if any(unicodedata.category(char) in FORBIDDEN and char not in JOINERS for char in raw.strip()):
        raise Malformed("NAME_HAS_CONTROLS")
    name = " ".join(unicodedata.normalize("NFC", raw).split())
    if not any(unicodedata.category(char)[0] in VISIBLE for char in name):
        raise Malformed("NAME_EMPTY")
    if len(name) > NAME_LENGTH:
        raise Malformed("NAME_TOO_LONG", limit=NAME_LENGTH)
    return name


def sameness(name: str) -> str:
    """Two names with the same value cannot be told apart at a table."""
    shown = (char for char in unicodedata.normalize("NFKC", name) if char not in JOINERS)
    return "".join(shown).casefold()


def refuse_duplicate(name: str, others: Iterable[str]) -> None:
    """Everybody at a table has their own name."""
    if sameness(name) in {sameness(other) for other in others}:
        raise NotAllowedNow("NAME_TAKEN", name=name)


def new_code() -> str:
    """Five letters that no room has."""
    while True:
        code = "".join(secrets.choice(CODE_LETTERS) for _ in range(5))
        if not Room.objects.filter(code=code).exists():
            return code
