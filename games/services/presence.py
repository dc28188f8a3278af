"""Who is there: last-seen times, who counts as away, and a host who is gone too long."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import timedelta

from django.db.models import F, Q
from django.utils import timezone

from games.models import Incident, Player
from games.services.changing import Change, changing
from games.services.lobby import next_host, tell_of
from games.services.queries import current_table
from games.services.tables import Table

AWAY_AFTER = timedelta(seconds=45)
HOST_GONE_AFTER = timedelta(minutes=2)
SEEN_EVERY = timedelta(seconds=15)


def mark_seen(player_ids: Collection[int]) -> None:
    """These people's screens were here just now."""
    Player.objects.filter(pk__in=player_ids).update(seen_at=timezone.now())


def saw(table: Table, visitor: str) -> None:
    """Somebody asked for a page; noted at most every few seconds."""
    person = table.person_of(visitor)
    if person is not None:
        now = timezone.now()
        Player.objects.filter(pk=person.id, seen_at__lt=now - SEEN_EVERY).update(seen_at=now)


@dataclass(frozen=True, slots=True)
class Found:
    """What the last-seen times say that the table does not know yet."""

    away: Mapping[int, bool]
    """Player id -> whether they are away now."""
    host: int | None
    """Who is to be host instead of one who is gone."""

    def __bool__(self) -> bool:
        return bool(self.away) or self.host is not None


def stirred(codes: Collection[str]) -> list[str]:
    """Those of these rooms where a sweep may find something; one query for all of them."""
    now = timezone.now()
    gone = now - AWAY_AFTER
    people = Player.objects.filter(room__code__in=codes, bot="", has_left=False)
    changed = Q(is_away=False, seen_at__lt=gone) | Q(is_away=True, seen_at__gte=gone)
    is_host_gone = Q(room__host=F("pk"), seen_at__lt=now - HOST_GONE_AFTER)
    return list(people.filter(changed | is_host_gone).values_list("room__code", flat=True).distinct())


def sweep(code: str) -> bool:
    """Mark who has gone and who is back, and replace a host who is gone. True if anything changed."""
    if not changes_of(current_table(code)):
        return False
    with changing(code) as change:
        found = changes_of(change.table)
        change.is_made = bool(found)
        for player_id, is_away in found.away.items():
            Player.objects.filter(pk=player_id).update(is_away=is_away)
        if found.host is not None:
            replace_host(change, found.host)
    return change.is_made


def changes_of(table: Table) -> Found:
    """Whose presence changed, and whether somebody else must be host."""
    now = timezone.now()
    people = {person.id: person for person in table.people if not person.bot and not person.has_left}
    seen = dict(Player.objects.filter(pk__in=people).values_list("pk", "seen_at"))
    is_away = {player_id: now - seen_at > AWAY_AFTER for player_id, seen_at in seen.items()}
    changed = {player_id: away for player_id, away in is_away.items() if away != people[player_id].is_away}
    host_seen = seen.get(table.host or 0)
    is_host_gone = host_seen is not None and now - host_seen > HOST_GONE_AFTER
    return Found(changed, other_host(table, is_away) if is_host_gone else None)


def other_host(table: Table, is_away: Mapping[int, bool]) -> int | None:
    """The next person who is there now, if anybody is."""
    people = tuple(replace(person, is_away=is_away.get(person.id, person.is_away)) for person in table.people)
    candidate = next_host(replace(table, people=people), without=table.host or 0)
    return candidate if candidate is not None and not is_away.get(candidate, True) else None


def replace_host(change: Change, player_id: int) -> None:
    """All are told who is host now."""
    change.room.host_id = player_id
    person = change.table.person(player_id)
    tell_of(change, Incident.What.HOST, name=person.name if person else "")
