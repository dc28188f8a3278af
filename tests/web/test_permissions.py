"""Who may do what: host, another player, an onlooker with a cookie, a stranger without one, by every address."""

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver

from games.engine import KINDS, codec
from games.models import Game, Player
from games.services import lobby
from games.services.hints import agree_to_hints
from games.services.visitors import signed
from games.web import views
from tests.builders import Evening, a_game, a_room, skip_to_the_end

pytestmark = pytest.mark.django_db

OK, BAD, NO, LATE, NOT_NOW = 303, 400, 403, 409, 422
ROLES = ("host", "seat", "onlooker", "stranger")

Fields = dict[str, Any]


def client_of(evening: Evening, role: str) -> Client:
    """The browser of somebody with this role; a stranger has never been here."""
    client = Client()
    visitors = {"host": evening.visitors[0], "seat": evening.visitors[1], "onlooker": "somebody-else"}
    if role in visitors:
        client.cookies["visitor"] = signed(visitors[role])
    return client


def a_finished_game(kind: str) -> Evening:
    evening = a_game(3, kind=kind)
    skip_to_the_end(evening, Random(kind))
    return evening


STAGES: dict[str, Callable[[str], Evening]] = {
    "lobby": lambda kind: a_room(3, kind=kind),
    "running": lambda kind: a_game(3, kind=kind),
    "over": a_finished_game,
}

ids: Callable[[Evening], list[int]] = lambda evening: [person.id for person in evening.table.seated]  # noqa: E731

FIELDS: dict[str, Callable[[Evening], Fields]] = {
    "join": lambda evening: {"name": "Newcomer"},
    "leave": lambda evening: {},
    "start": lambda evening: {},
    "again": lambda evening: {},
    "end": lambda evening: {},
    "seats": lambda evening: {"order": ids(evening)[::-1]},
    "bots": lambda evening: {"add": "steady"},
    "options": lambda evening: {"kind": evening.table.kind_slug, "edition": evening.table.edition, "clock": "60"},
    "host": lambda evening: {"player": evening.player("Bob").pk},
    "remove": lambda evening: {"player": evening.player("Cleo").pk},
    "ceiling": lambda evening: {"round": 1, "amount": 3, "then": "ask"},
    "transfer": lambda evening: {},
    "claim": lambda evening: {"player": evening.player("Cleo").pk},
    "absent": lambda evening: {},
    "return": lambda evening: {},
    "hints": lambda evening: {},
}

# What each role gets: host, another seat, onlooker, stranger.
LOBBY = {
    "join": (OK, OK, OK, OK),
    "leave": (OK, OK, NO, NO),
    "start": (OK, NO, NO, NO),
    "again": (NOT_NOW, NOT_NOW, NO, NO),
    "end": (NOT_NOW, NOT_NOW, NO, NO),
    "seats": (OK, NO, NO, NO),
    "bots": (OK, NO, NO, NO),
    "options": (OK, NO, NO, NO),
    "host": (OK, NO, NO, NO),
    "remove": (OK, NO, NO, NO),
    "ceiling": (NOT_NOW, NOT_NOW, NO, NO),
    "transfer": (OK, OK, NO, NO),
    "claim": (NOT_NOW, NOT_NOW, OK, OK),
    "absent": (NOT_NOW, NOT_NOW, NO, NO),
    "return": (NOT_NOW, NOT_NOW, NO, NO),
    "hints": (NOT_NOW, NOT_NOW, NO, NO),
}
RUNNING = LOBBY | {
    "join": (OK, OK, NOT_NOW, NOT_NOW),
    "start": (NOT_NOW, NO, NO, NO),
    "again": (OK, OK, NO, NO),
    "end": (OK, OK, NO, NO),
    "seats": (NOT_NOW, NO, NO, NO),
    "bots": (NOT_NOW, NO, NO, NO),
    "options": (NOT_NOW, NO, NO, NO),
    "remove": (NOT_NOW, NO, NO, NO),
    "absent": (OK, OK, NO, NO),
    "return": (OK, OK, NO, NO),
}
OVER = LOBBY | {"again": (OK, OK, NO, NO)}
CEILINGS = {True: (OK, OK, NO, NO), False: (NOT_NOW, NOT_NOW, NO, NO)}

MATRIX = [
    (stage, deed, role, row[at])
    for stage, rows in {"lobby": LOBBY, "running": RUNNING, "over": OVER}.items()
    for deed, row in rows.items()
    for at, role in enumerate(ROLES)
]


def marks(evening: Evening) -> tuple[Any, ...]:
    """What a refused request must leave as it is."""
    room = evening.room
    people = sorted(Player.objects.values_list("pk", "order", "has_left", "visitor", "transfer_token"))
    return room.version, room.revision, room.host_id, people, Game.objects.count()


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("stage", "deed", "role", "status"), MATRIX)
def test_every_deed_is_for_those_who_may_do_it(kind, stage, deed, role, status):
    evening = STAGES[stage](kind)
    if (stage, deed) == ("running", "ceiling"):
        status = CEILINGS[KINDS[kind].info.standing_orders][ROLES.index(role)]
    before = marks(evening)

    response = client_of(evening, role).post(f"/r/{evening.code}/{deed}", FIELDS[deed](evening))

    assert response.status_code == status
    if status != OK:
        assert marks(evening) == before
        assert "<h1>" in response.content.decode()


def test_the_matrix_has_every_deed_of_the_site():
    deeds = {name.removeprefix("room_") for name in get_resolver().reverse_dict if isinstance(name, str)}
    posted = {deed for deed in deeds if hasattr(views, f"room_{deed}")} - {"hint"}

    assert posted == {*FIELDS, "move"}
    assert all(set(rows) == set(FIELDS) for rows in (LOBBY, RUNNING, OVER))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("role", ROLES)
def test_a_move_is_for_the_seat_that_owes_one(kind, stage, role):
    evening = STAGES[stage](kind)
    move = codec.move_to_json(evening.legal(evening.owing()[0])[0]) if stage == "running" else {"move": "bid"}
    fields = {"decision": evening.play.decision if stage != "lobby" else 1, "key": "k", **move}
    if stage != "running" and kind == "square_on_sale":
        fields |= {"space": "a1"}
    if stage != "running":
        fields |= {"amount": 1}
    client = client_of(evening, role)
    member = {"host": 0, "seat": 1}.get(role)
    expected = NO if member is None else NOT_NOW
    if stage == "running" and member is not None and member in evening.owing():
        expected = OK

    response = client.post(f"/r/{evening.code}/move", fields)

    assert response.status_code == expected
    assert stage == "over" or Game.objects.filter(length__gt=0).exists() == (expected == OK)


@pytest.mark.parametrize("kind", KINDS)
def test_a_device_that_runs_the_table_has_no_moves(kind):
    tv = Client()
    tv.post("/r/", {"kind": kind, "edition": "", "name": ""})
    code = Game._meta.apps.get_model("games", "Room").objects.get().code
    for name in ("Ann", "Bob", "Cleo"):
        Client().post(f"/r/{code}/join", {"name": name})
    assert tv.post(f"/r/{code}/start").status_code == OK
    evening = Evening(code, ("Ann", "Bob", "Cleo"))
    move = codec.move_to_json(evening.legal(evening.on_turn())[0])

    response = tv.post(f"/r/{code}/move", {"decision": 1, "key": "k", **move})

    assert response.status_code == NO
    assert evening.game.length == 0


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("role", ROLES)
def test_everybody_may_look_at_the_room_and_the_table(kind, stage, role):
    evening = STAGES[stage](kind)
    client = client_of(evening, role)

    for path in (f"/r/{evening.code}/", f"/r/{evening.code}/table/", f"/r/{evening.code.lower()}/"):
        response = client.get(path)
        assert response.status_code == 200
        assert '<main id="screen"' in response.content.decode()


PHASES = {"lobby": ("lobby", "lobby", "join", "join"), "over": ("over",) * 4}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("role", ROLES)
def test_the_screen_says_which_phase_it_shows(kind, stage, role):
    evening = STAGES[stage](kind)

    html = client_of(evening, role).get(f"/r/{evening.code}/").content.decode()

    expected = PHASES.get(stage, (None,) * 4)[ROLES.index(role)]
    running = {"for_sale": "buying", "square_on_sale": "turn"}
    assert f'data-phase="{expected or running[kind]}"' in html
    assert f'data-version="{evening.room.version}"' in html


@pytest.mark.parametrize("kind", KINDS)
def test_a_record_is_there_for_everybody_when_the_game_is_over_and_not_before(kind):
    evening = a_game(3, kind=kind)
    path = f"/r/{evening.code}/games/1/record.json"
    assert {client_of(evening, role).get(path).status_code for role in ROLES} == {404}

    evening.play_on(Random(1))

    answers = [client_of(evening, role).get(path) for role in ROLES]
    assert {answer.status_code for answer in answers} == {200}
    assert len({answer.content for answer in answers}) == 1
    assert Client().get(f"/r/{evening.code}/games/2/record.json").status_code == 404


FILES = ("", "replay/", "bids.csv", "sales.csv", "game.txt", "card.png")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("role", ROLES)
def test_nobody_looks_behind_a_running_game_and_everybody_behind_one_that_is_over(kind, role):
    evening = a_game(3, kind=kind)
    client = client_of(evening, role)
    before = {client.get(f"/r/{evening.code}/games/1/{file}").status_code for file in FILES}

    skip_to_the_end(evening, Random(kind))

    assert before == {404}
    assert {client.get(f"/r/{evening.code}/games/1/{file}").status_code for file in FILES} == {200}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("stage", STAGES)
def test_a_hint_is_for_the_seat_that_is_asked_where_the_table_agreed(kind, stage):
    evening = a_room(3, kind=kind, hints=True)
    for visitor in evening.visitors:
        agree_to_hints(code=evening.code, visitor=visitor)
    if stage != "lobby":
        lobby.start_game(code=evening.code, visitor=evening.host)
    if stage == "over":
        skip_to_the_end(evening, Random(kind))
    owing = evening.owing() if stage == "running" else []
    places = {"host": 0, "seat": 1}

    answers = {role: client_of(evening, role).get(f"/r/{evening.code}/hint").status_code for role in ROLES}

    asked = {role: 200 if place in owing else NOT_NOW for role, place in places.items()}
    assert answers == {**asked, "onlooker": NO, "stranger": NO}


@pytest.mark.parametrize("role", ROLES)
def test_the_link_that_moves_a_seat_is_shown_to_its_holder_alone(role):
    evening = a_room(3)
    host = client_of(evening, "host")
    host.post(f"/r/{evening.code}/transfer")
    token = Player.objects.get(name="Ann").transfer_token

    response = client_of(evening, role).get(f"/r/{evening.code}/transfer/")

    assert token
    assert (token in response.content.decode()) == (role == "host")
    assert (response.status_code == 200) == (role == "host")


@pytest.mark.parametrize("deed", [*FIELDS, "move"])
def test_there_is_nothing_to_do_in_a_room_that_is_not_there(deed):
    evening = a_game(3)
    fields = FIELDS[deed](evening) if deed in FIELDS else {"decision": 1, "key": "k", "move": "pass"}
    client = client_of(evening, "host")

    assert client.post(f"/r/AAAAA/{deed}", fields).status_code == 404
    assert client.post(f"/r/AAAA/{deed}", fields).status_code == 404


# Malformed and stale


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "change",
    [
        {"decision": ""},
        {"decision": "one"},
        {"decision": "1.0"},
        {"decision": "9" * 40},
        {"key": ""},
        {"key": "k" * 65},
        {"key": "nul\x00"},
        {"key": "ключ"},
        {"move": ""},
        {"move": "castle"},
        {"move": "bid", "amount": "many"},
        {"move": "bid", "amount": "9" * 60},
        {"move": "bid", "amount": "٣"},
        {"surplus": "1"},
    ],
    ids=str,
)
def test_a_malformed_move_is_a_bad_request(kind, change):
    evening = a_game(3, kind=kind)
    seat = evening.on_turn()
    client = Client()
    client.cookies["visitor"] = signed(evening.holder(seat))
    move = codec.move_to_json(evening.legal(seat)[0])

    response = client.post(f"/r/{evening.code}/move", {"decision": 1, "key": "k", **move, **change})

    assert response.status_code == BAD
    assert evening.game.length == 0


@pytest.mark.parametrize(
    ("deed", "fields"),
    [
        ("join", {"name": ""}),
        ("join", {"name": "N" * 21}),
        ("join", {"name": "a\u202eb"}),
        ("seats", {"order": ["x"]}),
        ("bots", {"add": "skynet"}),
        ("bots", {"remove": "x"}),
        ("bots", {}),
        ("options", {"kind": "chess"}),
        ("options", {"kind": "for_sale", "edition": "1066"}),
        ("options", {"kind": "for_sale", "variant": "x"}),
        ("options", {"kind": "for_sale", "clock": "7"}),
        ("options", {"kind": "for_sale", "clock": "-30"}),
        ("options", {"kind": "for_sale", "first": "x"}),
        ("host", {}),
        ("host", {"player": "x"}),
        ("remove", {"player": "-1"}),
        ("ceiling", {"round": "1"}),
        ("ceiling", {"amount": "x", "round": "1"}),
        ("claim", {"player": "x"}),
        ("claim", {"agree": "x"}),
        ("absent", {"player": "x"}),
    ],
    ids=str,
)
def test_a_malformed_form_is_a_bad_request(deed, fields):
    evening = a_room(2)
    client = client_of(evening, "host" if deed != "join" else "onlooker")
    before = marks(evening)

    response = client.post(f"/r/{evening.code}/{deed}", fields)

    assert response.status_code == BAD
    assert marks(evening) == before


@pytest.mark.parametrize("kind", KINDS)
def test_a_stale_move_and_a_used_key_are_conflicts(kind):
    evening = a_game(3, kind=kind)
    seat = evening.on_turn()
    client = Client()
    client.cookies["visitor"] = signed(evening.holder(seat))
    first, second = map(codec.move_to_json, evening.legal(seat)[:2])
    path = f"/r/{evening.code}/move"

    assert client.post(path, {"decision": 99, "key": "a", **first}).status_code == LATE
    assert client.post(path, {"decision": 1, "key": "a", **first}).status_code == OK
    assert client.post(path, {"decision": 1, "key": "a", **first}).status_code == OK
    assert client.post(path, {"decision": 1, "key": "a", **second}).status_code == LATE
    assert client.post(path, {"decision": 1, "key": "b", **second}).status_code == LATE
    assert evening.game.length == 1


@pytest.mark.parametrize("kind", KINDS)
def test_our_script_gets_the_sentence_and_the_code(kind):
    evening = a_game(3, kind=kind)
    client = client_of(evening, "onlooker")

    response = client.post(f"/r/{evening.code}/start", headers={"x-requested-with": "live", "accept-language": "de"})

    assert response.status_code == NO
    assert response.json()["code"] == "NOT_IN_ROOM"
    assert len(response.json()["text"]) > 10


def test_our_script_needs_no_page_after_a_deed():
    evening = a_room(3)

    response = client_of(evening, "host").post(f"/r/{evening.code}/start", headers={"x-requested-with": "live"})

    assert response.status_code == 204
