"""Auctions in thought, fast: everybody raises by as little as the rules allow until somebody's limit is reached.

Whole laps around the table are taken in one step; a test compares that with going one bid at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from games.engine.for_sale import Raising

Climb = Callable[[list[int], list[int], int, Sequence[int]], int]
"""By the queue, the stakes, the highest bid and the limits, all by seat: the highest bid when the first in the queue
will not go on. The queue and the stakes are changed."""


def climb_higher(queue: list[int], stakes: list[int], highest: int, limits: Sequence[int]) -> int:
    """Every bid is one higher than the last (FS-23)."""
    seats = len(queue)
    laps = (min([limits[seat] for seat in queue]) - highest) // seats
    if laps > 0:
        highest += laps * seats
        for place, seat in enumerate(queue, 1 - seats):
            stakes[seat] = highest + place
    while highest < limits[queue[0]]:
        seat = queue.pop(0)
        highest += 1
        stakes[seat] = highest
        queue.append(seat)
    return highest


def climb_along(queue: list[int], stakes: list[int], highest: int, limits: Sequence[int]) -> int:
    """Whoever has bid less goes along, and with all alike one adds a coin (FS-43)."""
    while True:
        seat = queue[0]
        if stakes[seat] == highest:
            # The next to bid is the one who bid longest ago, so all are alike here.
            room = min([limits[other] for other in queue]) - highest
            if room > 0:
                highest += room
                for other in queue:
                    stakes[other] = highest
            if highest >= limits[seat]:
                return highest
            highest += 1
        elif highest > limits[seat]:
            return highest
        stakes[seat] = highest
        del queue[0]
        queue.append(seat)


CLIMBS: Mapping[Raising, Climb] = {Raising.HIGHER: climb_higher, Raising.GO_ALONG: climb_along}
