"""Rate limits per visitor and per address, kept in this process; generous to a table behind one router."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock

from django.conf import settings

from games.services.faults import TooMany

KEYS_KEPT = 50_000


@dataclass(frozen=True, slots=True)
class Limit:
    """So many in so many seconds; unused ones are saved up to that many."""

    most: int
    seconds: float


JOINS = Limit(60, 60)
ROOMS = Limit(30, 60)
UNKNOWN_CODES = Limit(40, 60)
POSTS = Limit(120, 20)
FRAMES = Limit(60, 10)
SOCKETS = Limit(60, 60)
SOCKETS_BY_ADDRESS = Limit(600, 60)
"""All visitors of one router together; a new cookie is no new beginning."""
AWAY_SECONDS = 10.0
"""Who was thrown out is not let in for so long."""


def refilled(left: float, since: float, now: float, limit: Limit) -> float:
    """How many are allowed now where so many were left then."""
    return min(float(limit.most), left + (now - since) * limit.most / limit.seconds)


class Buckets:
    """Token buckets by key, the least used forgotten first."""

    def __init__(self) -> None:
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = Lock()

    def take(self, key: str, limit: Limit) -> bool:
        """Whether one more is allowed now."""
        now = time.monotonic()
        with self._lock:
            left, since = self._buckets.pop(key, (float(limit.most), now))
            left = refilled(left, since, now, limit)
            is_allowed = left >= 1
            self._buckets[key] = (left - 1 if is_allowed else left, now)
            while len(self._buckets) > KEYS_KEPT:
                self._buckets.popitem(last=False)
        return is_allowed

    def has_left(self, key: str, limit: Limit) -> bool:
        """Whether one more would be allowed now; nothing is counted."""
        now = time.monotonic()
        left, since = self._buckets.get(key, (float(limit.most), now))
        return refilled(left, since, now, limit) >= 1

    def clear(self) -> None:
        """Forget everything (tests)."""
        with self._lock:
            self._buckets.clear()


class Outcasts:
    """Who was thrown out a moment ago, the first forgotten first."""

    def __init__(self) -> None:
        self._until: OrderedDict[str, float] = OrderedDict()
        self._lock = Lock()

    def add(self, key: str) -> None:
        """Thrown out now, for a while."""
        with self._lock:
            self._until.pop(key, None)
            self._until[key] = time.monotonic() + AWAY_SECONDS
            while len(self._until) > KEYS_KEPT:
                self._until.popitem(last=False)

    def has(self, key: str) -> bool:
        """Whether the while is not over yet."""
        until = self._until.get(key)
        return until is not None and time.monotonic() < until

    def is_empty(self) -> bool:
        """Whether nobody was thrown out for a while: then nobody need be asked who they are."""
        with self._lock:
            while self._until and next(iter(self._until.values())) <= time.monotonic():
                self._until.popitem(last=False)
            return not self._until

    def clear(self) -> None:
        """Forgive everybody (tests)."""
        with self._lock:
            self._until.clear()


BUCKETS = Buckets()
OUTCASTS = Outcasts()


def is_within(limit: Limit, *key: str) -> bool:
    """Count one; False if it is too many."""
    return not settings.RATE_LIMITS or BUCKETS.take(":".join(key), limit)


def count(limit: Limit, *key: str) -> None:
    """Count one, or refuse."""
    if not is_within(limit, *key):
        raise TooMany("TOO_MANY")


def is_used_up(limit: Limit, *key: str) -> bool:
    """Whether one more would be too many; nothing is counted."""
    return settings.RATE_LIMITS and not BUCKETS.has_left(":".join(key), limit)


def throw_out(who: str) -> None:
    """Hear nothing of a visitor, or of an address without visitors, for a while."""
    if settings.RATE_LIMITS:
        OUTCASTS.add(who)
