"""Hints: what the sharp bot would do in your place, for tables that play with them.

Hints are off unless the host switched them on and everybody agreed before the start; against bots alone there is nobody
to ask. The bot sees what the player sees.
"""

from __future__ import annotations

import random
import secrets
from typing import Any

from games.bots.advice import Advice, explain
from games.engine import told
from games.models import Vote
from games.services.changing import changing
from games.services.faults import NotAllowedNow
from games.services.lobby import HINTS, refuse_if_running, require_person
from games.services.queries import current_table
from games.services.turns import require_seat


def agree_to_hints(*, code: str, visitor: str) -> None:
    """Be content that everybody may ask for hints in the next game."""
    with changing(code) as change:
        person = require_person(change.table, visitor)
        refuse_if_running(change.table)
        if not change.table.options.get("hints"):
            raise NotAllowedNow("NO_HINTS")
        Vote.objects.get_or_create(room=change.room, motion=HINTS, voter_id=person.id)


def hint_for(*, code: str, visitor: str) -> tuple[str, Advice]:
    """The kind's slug, and what the sharp bot would do in this visitor's seat now."""
    play, chair = require_seat(current_table(code), visitor)
    if not play.options.get("hints"):
        raise NotAllowedNow("NO_HINTS")
    if chair.number not in play.to_act or chair.driver:
        raise NotAllowedNow("NOT_ASKED")
    slug: str = play.kind.info.slug
    seen: Any = play.kind.observe(play.state, chair.number, told(play.kind, play.events, chair.number))
    legal = play.kind.legal_moves(play.state, chair.number)
    return slug, explain(slug, seen, legal, random.Random(secrets.randbits(64)))
