"""What somebody who runs the site may do to a room from outside: close it, open it again, hide a name."""

from __future__ import annotations

from django.db import transaction

from games.models import Incident, Player, Room, Seat
from games.services.changing import changing

HIDDEN_NAME = "***"


def close_room(*, code: str) -> None:
    """Nobody can do anything in this room any more; its games stay readable."""
    with changing(code, even_closed=True) as change:
        if change.room.is_closed:
            change.is_made = False
            return
        change.room.is_closed = True


def reopen_room(*, code: str) -> None:
    """Let people go on."""
    with changing(code, even_closed=True) as change:
        if not change.room.is_closed:
            change.is_made = False
            return
        change.room.is_closed = False


def hide_name(*, player_id: int) -> None:
    """Replace a player's name everywhere it is kept: seats, and what was told around the games."""
    player = Player.objects.select_related("room").get(pk=player_id)
    with changing(player.room.code, even_closed=True) as change:
        _replace_name(change.room, player)


def hide_seat_name(*, seat_id: int) -> None:
    """The same for a seat whose player is gone."""
    seat = Seat.objects.select_related("game__room").get(pk=seat_id)
    if seat.player_id is not None:
        hide_name(player_id=seat.player_id)
        return
    with changing(seat.game.room.code, even_closed=True):
        Seat.objects.filter(pk=seat_id).update(name=HIDDEN_NAME)


def _replace_name(room: Room, player: Player) -> None:
    with transaction.atomic():
        for incident in Incident.objects.filter(room=room, facts__name=player.name):
            incident.facts = {**incident.facts, "name": HIDDEN_NAME}
            incident.save(update_fields=["facts"])
        Seat.objects.filter(player=player).update(name=HIDDEN_NAME)
        Player.objects.filter(pk=player.pk).update(name=HIDDEN_NAME)
