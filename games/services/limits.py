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
            left = min(float(limit.most), left + (now - since) * limit.most / limit.seconds)
            is_allowed = left >= 1
            self._buckets[key] = (left - 1 if is_allowed else left, now)
            while len(self._buckets) > KEYS_KEPT:
                self._buckets.popitem(last=False)
        return is_allowed

    def clear(self) -> None:
        """Forget everything (tests)."""
        with self._lock:
            self._buckets.clear()


BUCKETS = Buckets()


def is_within(limit: Limit, *key: str) -> bool:
    """Count one; False if it is too many."""
    return not settings.RATE_LIMITS or BUCKETS.take(":".join(key), limit)


def count(limit: Limit, *key: str) -> None:
    """Count one, or refuse."""
    if not is_within(limit, *key):
        raise TooMany("TOO_MANY")
