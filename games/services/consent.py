"""What the table agrees to: ending a game early, handing an absent seat to a bot, moving a seat to another device."""

from __future__ import annotations

import secrets
from dataclasses import replace
from datetime import timedelta

from django.utils import timezone

from games.models import Claim, Game, Incident, Player, Seat, Vote
from games.services import timing
from games.services.changing import Change, changing
from games.services.faults import Forbidden, Missing, NotAllowedNow
from games.services.figures import game_ended
from games.services.lobby import require_host, require_person, tell_of
from games.services.queries import current_table
from games.services.tables import Person, Play, Table
from games.services.turns import require_seat

TRANSFER_MINUTES = 10


def electorate(table: Table) -> frozenset[int]:
    """People of the running game who are there to be asked."""
    play = table.play
    if play is None:
        return frozenset()
    holders = {chair.player for chair in play.chairs if not chair.driver}
    here = {p.id for p in table.people if not p.bot and not p.is_away and not p.has_left}
    return frozenset(player for player in holders if player in here)


def has_majority(table: Table, voters: frozenset[int]) -> bool:
    """More than half of those who are there."""
    asked = electorate(table)
    return 2 * len(voters & asked) > len(asked)


def vote(change: Change, motion: str, voter: int) -> frozenset[int]:
    """Note consent and give all who consent to this motion by now."""
    Vote.objects.get_or_create(room=change.room, motion=motion, voter_id=voter)
    known = change.table.motions.get(motion)
    return (known.voters if known else frozenset()) | {voter}


def require_running(table: Table) -> Play:
    """Only while a game runs."""
    if table.play is None or not table.play.is_running:
        raise NotAllowedNow("NO_GAME_RUNNING")
    return table.play


# Ending early


def end_game(*, code: str, visitor: str) -> bool:
    """Agree to end the running game: the host and the majority together end it. True when it has ended."""
    with changing(code) as change:
        person = require_person(change.table, visitor)
        play = require_running(change.table)
        if person.id != change.table.host and change.table.chair_of(person.id) is None:
            raise Forbidden("NOT_YOUR_SEAT")
        voters = vote(change, "end", person.id)
        if change.table.host not in voters or not (has_majority(change.table, voters) or not electorate(change.table)):
            return False
        Seat.objects.filter(game=play.id).update(deadline=None, acts_at=None, ceiling_amount=0)
        game_ended(play, Game.Status.ABANDONED, timezone.now())
        tell_of(change, Incident.What.ENDED)
        return True


# Absence


def hand_to_bot(*, code: str, visitor: str, player: int | None) -> bool:
    """My own seat, or an absent player's by the host or by a majority. True when it is done."""
    with changing(code) as change:
        person = require_person(change.table, visitor)
        play = require_running(change.table)
        target = player or person.id
        chair = change.table.chair_of(target)
        if chair is None:
            raise Missing("NO_SUCH_PLAYER")
        if chair.driver:
            change.is_made = False
            return True
        if target != person.id and not is_agreed(change, person, target):
            return False
        timing.hand_to_bot(change, play.chairs[chair.number])
        Vote.objects.filter(room=change.room, motion=f"absent:{target}").delete()
        return True


def is_agreed(change: Change, person: Person, target: int) -> bool:
    """The host alone, or a majority of those who are there, may hand over the seat of one who is away."""
    absent = change.table.person(target)
    if absent is None or not (absent.is_away or absent.has_left):
        raise NotAllowedNow("PLAYER_IS_HERE", name=absent.name if absent else "")
    if person.id == change.table.host:
        return True
    if change.table.chair_of(person.id) is None:
        raise Forbidden("NOT_YOUR_SEAT")
    return has_majority(change.table, vote(change, f"absent:{target}", person.id))


def take_back(*, code: str, visitor: str) -> None:
    """Back in my own chair."""
    with changing(code) as change:
        play, chair = require_seat(change.table, visitor)
        require_running(change.table)
        if not chair.warmer:
            change.is_made = False
            return
        timing.change_chair(change, replace(chair, warmer="", timeouts=0), now=timezone.now())
        Vote.objects.filter(room=change.room, motion=f"absent:{chair.player}").delete()
        Incident.objects.create(
            room=change.room,
            game_id=play.id,
            seat=chair.number,
            what=Incident.What.RETURN,
            facts={"name": chair.name},
        )


# Another device


def offer_transfer(*, code: str, visitor: str) -> str:
    """A one-time pass for my place; a new one makes the old one void."""
    table = current_table(code)
    person = require_person(table, visitor)
    token = secrets.token_urlsafe(24)
    until = timezone.now() + timedelta(minutes=TRANSFER_MINUTES)
    Player.objects.filter(pk=person.id, visitor=visitor).update(transfer_token=token, transfer_until=until)
    return token


def own_pass(*, code: str, visitor: str) -> str:
    """The pass that was made for my place, as long as it is good."""
    person = require_person(current_table(code), visitor)
    mine = Player.objects.filter(pk=person.id, transfer_until__gt=timezone.now())
    token = mine.values_list("transfer_token", flat=True).first()
    if not token:
        raise Missing("PASS_VOID")
    return token


def offered_place(code: str, token: str) -> Player:
    """The place that a pass stands for, as long as it is good."""
    table = current_table(code)
    player = (
        Player.objects.filter(
            room=table.room_id, transfer_token=token, transfer_until__gt=timezone.now(), has_left=False
        ).first()
        if token.isprintable()
        else None
    )
    if not token or player is None:
        raise Missing("PASS_VOID")
    return player


def take_transfer(*, code: str, visitor: str, token: str) -> None:
    """Move the place to this device; the old one is cut off."""
    player = offered_place(code, token)
    with changing(code) as change:
        mine = change.table.person_of(visitor)
        if mine is not None and mine.id != player.pk:
            raise NotAllowedNow("ALREADY_IN_ROOM")
        moved = Player.objects.filter(pk=player.pk, transfer_token=token).update(
            visitor=visitor, transfer_token="", transfer_until=None, is_away=False, seen_at=timezone.now()
        )
        if not moved:
            raise Missing("PASS_VOID")
        Claim.objects.filter(room=change.room, visitor=visitor).delete()
        tell_of(change, Incident.What.TRANSFER, name=player.name)


def claim_seat(*, code: str, visitor: str, player: int) -> None:
    """Say from a new device that a place is mine."""
    with changing(code) as change:
        if change.table.person_of(visitor) is not None:
            raise NotAllowedNow("ALREADY_IN_ROOM")
        person = change.table.person(player)
        if person is None or person.bot or person.has_left:
            raise Missing("NO_SUCH_PLAYER")
        for other in Claim.objects.filter(room=change.room, visitor=visitor).exclude(player=person.id):
            # Consent was given to that place, not to this one.
            Vote.objects.filter(room=change.room, motion=f"claim:{other.pk}").delete()
        Claim.objects.update_or_create(room=change.room, visitor=visitor, defaults={"player_id": person.id})


def answer_claim(*, code: str, visitor: str, claim: int, is_agreed_to: bool) -> None:
    """Agree to a claim or refuse it. The host and one more agree; a majority if the host is gone."""
    with changing(code) as change:
        person = require_person(change.table, visitor)
        asked = next((each for each in change.table.claims if each.id == claim), None)
        if asked is None:
            raise Missing("NO_SUCH_CLAIM")
        if not is_agreed_to:
            if person.id != asked.player:
                require_host(change.table, visitor)
            Claim.objects.filter(pk=claim).delete()
            return
        if person.id == asked.player:
            grant(change, asked.player, asked.visitor)
            return
        voters = vote(change, f"claim:{claim}", person.id)
        if is_granted(change.table, asked.player, voters):
            grant(change, asked.player, asked.visitor)


def is_granted(table: Table, player: int, voters: frozenset[int]) -> bool:
    """Whether those who agreed are enough."""
    here = {p.id for p in table.people if not p.bot and not p.is_away and not p.has_left and p.id != player}
    host = table.person(table.host)
    if host is None or host.is_away or host.has_left or host.id == player:
        return 2 * len(voters & here) > len(here)
    others_needed = min(1, len(here - {host.id}))
    return host.id in voters and len((voters & here) - {host.id}) >= others_needed


def grant(change: Change, player: int, visitor: str) -> None:
    """The new device holds the place from now on, the old one is cut off."""
    Claim.objects.filter(room=change.room, player=player).delete()
    Vote.objects.filter(room=change.room, motion__startswith="claim:").delete()
    Player.objects.filter(pk=player).update(visitor=visitor, transfer_token="", is_away=False, seen_at=timezone.now())
    name = Player.objects.values_list("name", flat=True).get(pk=player)
    tell_of(change, Incident.What.CLAIM, name=name)
