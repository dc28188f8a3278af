"""The only way games are ever deleted: whole rooms with all that belongs to them. The dashboard's totals stay."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime, timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from games.models import Claim, Game, Incident, PlayedMove, Player, ReviewNote, Room, Seat, Vote
from games.services.faults import Malformed, NotAllowedNow
from games.services.tables import TABLES

ROOMS_AT_ONCE = 50
UNITS = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}


@dataclass(frozen=True, slots=True)
class Purged:
    """What was deleted."""

    rooms: int
    games: int


def parse_age(text: str) -> timedelta:
    """`90d`, `12w` or `36h`."""
    match = re.fullmatch(r"([1-9][0-9]{0,4})([hdw])", text.strip())
    if match is None:
        raise Malformed("NOT_AN_AGE", value=text[:40])
    return int(match[1]) * UNITS[match[2]]


def rooms_before(moment: datetime) -> list[int]:
    """Rooms in which nothing has happened since."""
    return list(Room.objects.filter(active_at__lt=moment).order_by("pk").values_list("pk", flat=True))


def purge_older_than(age: timedelta) -> Purged:
    """Delete the rooms untouched for so long."""
    return purge_rooms(rooms_before(timezone.now() - age))


def purge_expired() -> Purged:
    """Delete what the retention setting does not keep."""
    days = settings.RETENTION_DAYS
    return purge_older_than(timedelta(days=days)) if days > 0 else Purged(0, 0)


def purge_by_hand(room_ids: list[int]) -> Purged:
    """Delete chosen rooms; one with a running game must have been closed before."""
    busy = Game.objects.filter(room__in=room_ids, status=Game.Status.RUNNING, room__is_closed=False)
    if busy.exists():
        raise NotAllowedNow("ROOM_IN_PLAY")
    return purge_rooms(room_ids)


def purge_rooms(room_ids: list[int]) -> Purged:
    """Delete these rooms, some at a time, so that nobody waits long for the database."""
    rooms = games = 0
    for start in range(0, len(room_ids), ROOMS_AT_ONCE):
        chunk = room_ids[start : start + ROOMS_AT_ONCE]
        with transaction.atomic():
            found = list(Game.objects.filter(room__in=chunk).values_list("pk", flat=True))
            for of_game in (PlayedMove, Seat, ReviewNote):
                of_game.objects.filter(game__in=found).delete()
            for of_room in (Incident, Vote, Claim):
                of_room.objects.filter(room__in=chunk).delete()
            Game.objects.filter(pk__in=found).delete()
            Room.objects.filter(pk__in=chunk).update(host=None)
            Player.objects.filter(room__in=chunk).delete()
            rooms += Room.objects.filter(pk__in=chunk).delete()[0]
            games += len(found)
        for room_id in chunk:
            TABLES.forget(room_id)
    return Purged(rooms, games)
