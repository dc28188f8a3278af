"""Who is there: last-seen times, who counts as away, and a host who is gone too long."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.models import Incident, Player
from games.services import lobby, presence
from tests.builders import a_game, a_room, visitor_of

pytestmark = pytest.mark.django_db

A_WHILE = presence.AWAY_AFTER + timedelta(seconds=5)
TOO_LONG = timedelta(minutes=2, seconds=5)


def away(evening):
    return {person.name for person in evening.table.people if person.is_away}


def test_one_who_is_not_seen_for_a_while_is_away_for_all_to_see():
    evening = a_room(3)
    evening.unseen("Bob", A_WHILE)
    version = evening.room.version

    assert presence.sweep(evening.code)

    assert away(evening) == {"Bob"}
    assert evening.room.version == version + 1
    assert not presence.sweep(evening.code)


def test_one_who_is_seen_again_is_back():
    evening = a_room(3)
    evening.unseen("Bob", A_WHILE)
    presence.sweep(evening.code)

    presence.mark_seen([evening.player("Bob").pk])
    presence.sweep(evening.code)

    assert away(evening) == set()


def test_loading_a_page_counts_as_being_there():
    evening = a_room(2)
    evening.unseen("Bob", TOO_LONG)

    presence.saw(evening.table, visitor_of("Bob"))

    assert timezone.now() - evening.player("Bob").seen_at < timedelta(seconds=5)


def test_strangers_loading_a_page_change_nothing():
    evening = a_room(2)
    before = list(Player.objects.values_list("seen_at", flat=True))

    presence.saw(evening.table, "stranger")

    assert list(Player.objects.values_list("seen_at", flat=True)) == before


def test_a_host_unseen_for_two_minutes_is_replaced_by_the_next_player():
    evening = a_room(3)
    evening.unseen("Ann", TOO_LONG)

    presence.sweep(evening.code)

    assert evening.table.host == evening.player("Bob").pk
    assert Incident.objects.get(what=Incident.What.HOST).facts == {"name": "Bob"}


def test_a_host_unseen_for_one_minute_stays():
    evening = a_room(3)
    evening.unseen("Ann", timedelta(minutes=1, seconds=50))

    presence.sweep(evening.code)

    assert evening.table.host == evening.player("Ann").pk
    assert away(evening) == {"Ann"}


def test_the_next_host_is_one_who_is_there():
    evening = a_room(4)
    evening.unseen("Ann", TOO_LONG)
    evening.unseen("Bob", A_WHILE)

    presence.sweep(evening.code)

    assert evening.table.host == evening.player("Cleo").pk


def test_where_nobody_is_there_the_host_stays():
    evening = a_room(3)
    for name in evening.names:
        evening.unseen(name, TOO_LONG)

    presence.sweep(evening.code)

    assert evening.table.host == evening.player("Ann").pk
    assert not Incident.objects.exists()


def test_bots_never_become_host():
    evening = a_room(1, bots=["steady", "steady"])
    evening.unseen("Ann", TOO_LONG)

    presence.sweep(evening.code)

    assert evening.table.host == evening.player("Ann").pk


def test_the_old_host_who_returns_is_an_ordinary_player():
    evening = a_room(3)
    evening.unseen("Ann", TOO_LONG)
    presence.sweep(evening.code)

    presence.mark_seen([evening.player("Ann").pk])
    presence.sweep(evening.code)

    assert evening.table.host == evening.player("Bob").pk


def test_a_new_host_may_start_the_game():
    evening = a_room(3)
    evening.unseen("Ann", TOO_LONG)
    presence.sweep(evening.code)

    lobby.start_game(code=evening.code, visitor=visitor_of("Bob"))

    assert evening.play.is_running


def test_the_host_is_replaced_while_a_game_runs_too():
    evening = a_game(3)
    evening.unseen("Ann", TOO_LONG)

    presence.sweep(evening.code)

    assert evening.table.host == evening.player("Bob").pk
    assert evening.table.notices[-1].what == Incident.What.HOST


def test_only_rooms_where_something_stirs_are_swept():
    calm, one_gone, one_back, host_gone = (a_room(3) for _ in range(4))
    one_gone.unseen("Bob", A_WHILE)
    one_back.unseen("Bob", A_WHILE)
    presence.sweep(one_back.code)
    presence.mark_seen([one_back.player("Bob").pk])
    host_gone.unseen("Ann", A_WHILE)
    presence.sweep(host_gone.code)
    host_gone.unseen("Ann", TOO_LONG)
    rooms = [calm, one_gone, one_back, host_gone]

    found = presence.stirred([evening.code for evening in rooms])

    assert set(found) == {one_gone.code, one_back.code, host_gone.code}
    assert len(found) == 3
    assert all(presence.sweep(code) for code in found)
    assert presence.stirred([evening.code for evening in rooms]) == []
