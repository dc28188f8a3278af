"""Twins in the admin: everything secret about a running game is changed, and not a byte of any page, file or log is."""

import logging
import re
from random import Random

import pytest
from django.utils import timezone

from games.engine import KINDS, ONLOOKER, codec
from games.models import Game, Incident, PlayedMove, Room, Seat
from tests.engine.tables import TABLES, lively_game
from tests.engine.twins import TWINS
from tests.review.games import finished, running

pytestmark = pytest.mark.django_db

NOISE = re.compile(rb'name="csrfmiddlewaretoken" value="[^"]+"')

RUNNING_TABLES = [
    table for table in TABLES if (table.slug, table.seats, table.variants) in {(slug, 4, ()) for slug in KINDS}
]


LISTS = ("game", "runninggame", "bid", "salechoice", "incident", "room", "player", "reviewnote")

GUESSED = {
    "game": ("length__gt=5", "salt__startswith=0", "state__decision=3", "when=2026", "all="),
    "runninggame": (
        *("length=20", "length__gt=5", "salt__startswith=0", "revision__gt=3", "state__decision=3", "o=1.2.3.4.5.6"),
        *("opening__deal__houses__0=5", "opening__contains=1", "seats__ceiling_amount__gt=0", "moves__house=3"),
        *("due_at__isnull=True", "asked_at__gt=2026-01-01", "decision__gt=3", "q=Mia"),
    ),
    "bid": ("game__id__exact={pk}", "game={pk}", "house=3", "seat=1", "q={code}", "amount__gt=2"),
    "salechoice": ("game__id__exact={pk}", "game={pk}", "house=3", "seat=1", "q={code}"),
    "incident": ("game__id__exact={pk}", "what=refusal", "facts__maximum=4", "q={code}"),
    "room": ("revision__gt=3", "games__length__gt=3", "active_at__gt=2020-01-01", "untouched=30", "q=Mia", "o=1.2.3.4"),
    "player": ("visitor__startswith=a", "seats__ceiling_amount__gt=0", "seen_at__gt=2020-01-01", "q={code}"),
    "reviewnote": ("game__length__gt=3", "game__salt__startswith=0"),
}
"""What somebody may try to put into an address."""


def addresses(game: Game) -> list[str]:
    """Every address of the admin that could have to do with a game, guessed ones included."""
    found = ["/admin/", "/admin/games/", "/admin/games/game/dashboard/"]
    for name in LISTS:
        base, pk = f"/admin/games/{name}/", game.room_id if name == "room" else game.pk
        found += [base, *(f"{base}{pk}/{tail}" for tail in ("change/", "history/", "delete/"))]
        found += [f"{base}?{query.format(pk=game.pk, code=game.room.code)}" for query in GUESSED[name]]
    for name in ("game", "runninggame"):
        found += [f"/admin/games/{name}/{game.pk}/{tail}" for tail in ("replay/", "export/records/", "export/bids/")]
    found += [
        "/admin/autocomplete/?app_label=games&model_name=reviewnote&field_name=game&term=" + game.room.code,
        f"/r/{game.room.code}/games/",
        *(f"/r/{game.room.code}/games/1/{tail}" for tail in ("", "replay/", "record.json", "bids.csv", "game.txt")),
    ]
    return found


def everything_shown(client, game: Game) -> dict[str, tuple[int, bytes]]:
    """Status and bytes of every address, and of every export of all games."""
    shown = {}
    for address in addresses(game):
        response = client.get(address)
        body = b"".join(response.streaming_content) if response.streaming else response.content
        shown[address] = (response.status_code, NOISE.sub(b"", body))
    for what in ("records", "bids", "sales", "choices"):
        fields = {"action": f"export_{what}", "_selected_action": [game.pk], "select_across": "1"}
        for name in ("game", "runninggame"):
            response = client.post(f"/admin/games/{name}/", fields)
            body = b"".join(response.streaming_content) if response.streaming else response.content
            shown[f"{name} {what}"] = (response.status_code, NOISE.sub(b"", body))
    question = client.post("/admin/games/room/", {"action": "purge_rooms", "_selected_action": game.room_id})
    shown["purge"] = (question.status_code, NOISE.sub(b"", question.content))
    return shown


def change_all_secrets(game: Game, table, turns, moves: int) -> None:
    """A twin: other decks, hands, coins and seals; other orders, refusals, salt, and an invisible move more."""
    kind, rng = table.kind, Random(5)
    twin = TWINS[table.slug](turns[moves].before, ONLOOKER, rng)
    opening = TWINS[table.slug](turns[0].before, ONLOOKER, rng)
    Game.objects.filter(pk=game.pk).update(
        state=codec.state_to_json(kind, twin),
        opening=codec.state_to_json(kind, opening),
        salt="ff" * 32,
        length=game.length + 1,
        due_at=timezone.now(),
        asked_at=timezone.now(),
    )
    for seal in PlayedMove.objects.filter(game=game, move="seal"):
        PlayedMove.objects.filter(pk=seal.pk).update(house=99, fields={"move": "seal", "house": 99}, events=[])
    Seat.objects.filter(game=game).update(
        ceiling_amount=17, ceiling_then="pass", ceiling_round=3, acts_at=timezone.now()
    )
    Incident.objects.create(
        room=game.room, game=game, seat=1, what=Incident.What.REFUSAL, facts={"code": "not_enough", "maximum": 4}
    )
    Room.objects.filter(pk=game.room_id).update(revision=999, active_at=timezone.now())


@pytest.mark.parametrize("table", RUNNING_TABLES, ids=str)
def test_twins_look_the_same_on_every_page_in_every_file_and_in_the_logs(admin_client, caplog, table):
    turns = lively_game(table, 2)
    moves = int(len(turns) * 0.9)
    finished(table, 1)
    game = running(table, 2, moves)
    Incident.objects.create(room=game.room, game=game, seat=0, what=Incident.What.TIMEOUT, facts={"name": "Mia"})
    caplog.set_level(logging.INFO)

    before = everything_shown(admin_client, game)
    log_before = [re.sub(r"\d{2}:\d{2}", "", record.getMessage()) for record in caplog.records]
    caplog.clear()
    change_all_secrets(game, table, turns, moves)
    after = everything_shown(admin_client, game)
    log_after = [re.sub(r"\d{2}:\d{2}", "", record.getMessage()) for record in caplog.records]

    assert [address for address in before if before[address] != after[address]] == []
    assert log_before == log_after
    assert before["/admin/games/runninggame/"][1].count(game.room.code.encode()) >= 1
    assert {status for status, _ in before.values()} <= {200, 302, 400, 403, 404}


@pytest.mark.parametrize("table", RUNNING_TABLES, ids=str)
def test_a_running_game_is_listed_with_what_an_onlooker_knows(admin_client, table):
    game = running(table, 2, 30)

    page = admin_client.get("/admin/games/runninggame/").content.decode()
    detail = admin_client.get(f"/admin/games/runninggame/{game.pk}/change/").content.decode()

    assert "Mia" in page
    assert f"/r/{game.room.code}/table/" in page
    assert game.commitment in detail
    assert game.salt not in page + detail


@pytest.mark.parametrize("table", RUNNING_TABLES, ids=str)
def test_moves_of_a_running_game_are_in_no_list(admin_client, table):
    running(table, 2, 30)

    for name in ("game", "bid", "salechoice"):
        page = admin_client.get(f"/admin/games/{name}/")
        assert list(page.context["cl"].result_list) == []
