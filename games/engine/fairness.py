"""Randomness of real deals, the commitment to a deal and its opening. Whoever sees the commitment at the start can
check at the end that the deal was not touched."""

from __future__ import annotations

import hashlib
import json
import secrets
from hmac import compare_digest
from random import Random, SystemRandom

from games.engine.contract import Json

SALT_BYTES = 32


def secure_rng() -> Random:
    """The operating system's randomness, for every real deal."""
    return SystemRandom()


def new_salt() -> bytes:
    """Secret bytes that keep a commitment from being guessed by trying every deal."""
    return secrets.token_bytes(SALT_BYTES)


def canonical(deck: Json) -> bytes:
    """The one spelling of a deck that is hashed: sorted keys, no spaces, UTF-8."""
    return json.dumps(deck, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def commit(salt: bytes, deck: Json) -> str:
    """SHA-256 over the salt and the canonical deck, in hexadecimal."""
    return hashlib.sha256(salt + canonical(deck)).hexdigest()


def opens(commitment: str, salt: bytes, deck: Json) -> bool:
    """Whether salt and deck are what the commitment was made of."""
    return compare_digest(commitment.lower().encode(), commit(salt, deck).encode())
