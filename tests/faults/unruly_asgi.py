"""The site with nudges that misbehave, where every nudge passes: on its way to the listeners of a process, whoever
announced it, and on its way to the other processes.

Some are dropped, some doubled, some late, so that younger ones overtake them. Each fate is a line in the log.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from random import Random

from forsale_site.asgi import application
from games import announce
from games.announce import Listeners, Nudge

LATEST_SECONDS = 0.8
FATES = ("dropped", "doubled", "late", "on time")
CHANCES = (2, 5, 8, 5)
"""Few are dropped: the room then stands still until its sockets look by themselves, and nothing can be overtaken."""
rng = Random(7)
logger = logging.getLogger("unruly")
hear, publish = Listeners.hear, announce.publish
newest: dict[tuple[str, int], int] = {}
sending: set[asyncio.Task[None]] = set()


def fate_of(where: str) -> str:
    """What becomes of a nudge."""
    fate = rng.choices(FATES, CHANCES)[0]
    logger.warning("a nudge %s: %s", where, fate)
    return fate


def note_order(where: str, nudge: Nudge) -> None:
    """A younger one of the same room may have come by already."""
    seen = newest.get((where, nudge.room_id), 0)
    if nudge.revision < seen:
        logger.warning("a nudge %s: overtaken", where)
    newest[where, nudge.room_id] = max(seen, nudge.revision)


def hear_now(listeners: Listeners, nudge: Nudge) -> None:
    """To those who listen in this process."""
    note_order("inside", nudge)
    hear(listeners, nudge)


def hear_unruly(listeners: Listeners, nudge: Nudge) -> None:
    """Instead of `Listeners.hear`: nudges of this process's own commits and of other processes come this way."""
    fate = fate_of("inside")
    if fate == "late":
        asyncio.get_running_loop().call_later(rng.random() * LATEST_SECONDS, hear_now, listeners, nudge)
    elif fate != "dropped":
        for _time in range(2 if fate == "doubled" else 1):
            hear_now(listeners, nudge)


async def publish_later(nudge: Nudge) -> None:
    """To the other processes, after those that were announced meanwhile."""
    await asyncio.sleep(rng.random() * LATEST_SECONDS)
    note_order("between", nudge)
    await publish((nudge,))


async def publish_unruly(nudges: Sequence[Nudge]) -> None:
    """Instead of `announce.publish`: each of those that go together has a fate of its own."""
    now: list[Nudge] = []
    for nudge in nudges:
        fate = fate_of("between")
        if fate == "late":
            task = asyncio.get_running_loop().create_task(publish_later(nudge))
            sending.add(task)
            task.add_done_callback(sending.discard)
        elif fate != "dropped":
            now += [nudge, nudge] if fate == "doubled" else [nudge]
            note_order("between", nudge)
    if now:
        await publish(now)


Listeners.hear = hear_unruly  # type: ignore[method-assign]
announce.publish = publish_unruly

__all__ = ["application"]
