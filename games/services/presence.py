"""Who is there: last-seen times, who counts as away, and a host who is gone too long."""

from __future__ import annotations

from collections.abc import Collection
from datetime import timedelta

from django.utils import timezone

from games.models import Incident, Player
from games.services.changing import Change, changing
from games.services.lobby import next_host, tell_of
from games.services.queries import current_table
from games.services.tables import Table

AWAY_AFTER = timedelta(seconds=45)
HOST_GONE_AFTER = timedelta(minutes=2)
SEEN_EVERY = timedelta(seconds=15)
HOST = 0


def mark_seen(player_ids: Collection[int]) -> None:
    """These people's screens were here just now."""
    Player.objects.filter(pk__in=player_ids).update(seen_at=timezone.now())


def saw(table: Table, visitor: str) -> None:
    """Somebody asked for a page; noted at most every few seconds."""
    person = table.person_of(visitor)
    if person is not None:
        now = timezone.now()
        Player.objects.filter(pk=person.id, seen_at__lt=now - SEEN_EVERY).update(seen_at=now)


def sweep(code: str) -> bool:
    """Mark who has gone and who is back, and replace a host who is gone. True if anything changed."""
    table = current_table(code)
    if not changes_of(table):
        return False
    with changing(code) as change:
        found = changes_of(change.table)
        change.is_made = bool(found)
        if found.pop(HOST, None):
            replace_host(change)
        for player_id, is_away in found.items():
            Player.objects.filter(pk=player_id).update(is_away=is_away)
    return change.is_made


def changes_of(table: Table) -> dict[int, bool]:
    """Whose presence changed: player id -> is away; `HOST` for a host to be replaced."""
    now = timezone.now()
    people = {person.id: person for person in table.people if not person.bot and not person.has_left}
    seen = dict(Player.objects.filter(pk__in=people).values_list("pk", "seen_at"))
    found = {
        player_id: now - seen_at > AWAY_AFTER
        for player_id, seen_at in seen.items()
        if (now - seen_at > AWAY_AFTER) != people[player_id].is_away
    }
    host_seen = seen.get(table.host or 0)
    if host_seen is not None and now - host_seen > HOST_GONE_AFTER and has_other_host(table):
        found[HOST] = True
    return found


def has_other_host(table: Table) -> bool:
    """Whether somebody who is there could be host instead."""
    candidate = table.person(next_host(table, without=table.host or 0))
    return candidate is not None and not candidate.is_away


def replace_host(change: Change) -> None:
    """The next player who is there becomes host."""
    change.room.host_id = next_host(change.table, without=change.table.host or 0)
    person = change.table.person(change.room.host_id)
    tell_of(change, Incident.What.HOST, name=person.name if person else "")
