"""The site with nudges that misbehave: of every four one is lost, one doubled, one late; late ones overtake."""

from __future__ import annotations

import threading
from random import Random

from forsale_site.asgi import application
from games import announce

LATEST_SECONDS = 0.8
rng = Random(7)
spread = announce.spread


def unruly(nudge: announce.Nudge) -> None:
    """Lose, double, delay, or pass on a nudge."""
    fate = rng.randrange(4)
    if fate == 1:
        spread(nudge)
        spread(nudge)
    elif fate == 2:
        later = threading.Timer(rng.random() * LATEST_SECONDS, spread, [nudge])
        later.daemon = True
        later.start()
    elif fate == 3:
        spread(nudge)


announce.spread = unruly

__all__ = ["application"]
