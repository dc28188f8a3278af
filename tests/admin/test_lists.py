"""The lists of finished games: filters, search, dates, exports, and how many queries they take."""

import csv
import json
from datetime import UTC, datetime
from io import StringIO

import pytest
from django.contrib.auth.models import Permission, User

from games.engine import check_record
from games.models import Game, Incident
from tests.engine.tables import Table
from tests.review.games import KIND_TABLES, finished, running

pytestmark = pytest.mark.django_db

MOST_QUERIES = 10
SHORT = Table("for_sale", "1997", ("not_enough",), 3)


def listed(client, query: str) -> set[str]:
    """Codes of the rooms whose games the list shows."""
    page = client.get(f"/admin/games/game/?{query}")
    assert page.status_code == 200
    return {game.room.code for game in page.context["cl"].result_list}


@pytest.fixture
def two_games() -> tuple[Game, Game]:
    """One of For Sale 1997 with its variant, by three; one of Square on Sale."""
    return finished(SHORT), finished(KIND_TABLES[1], names=("Zoë", "Amara", "Ines", "Hugo"), with_bots=True)


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        ("kind=for_sale", {0}),
        ("kind=square_on_sale", {1}),
        ("edition=for_sale.1997", {0}),
        ("edition=for_sale.2015", set()),
        ("variant=not_enough", {0}),
        ("variant=none", {1}),
        ("players=3", {0}),
        ("with_bots=yes", {1}),
        ("with_bots=no", {0}),
        ("was_replaced=yes", set()),
        ("abandoned=no", {0, 1}),
        ("q=amara", {1}),
        ("q=nobody", set()),
        ("kind=nonsense&players=x&edition=.&variant=&when=nonsense", {0, 1}),
    ],
)
def test_filters_and_search_find_what_they_say(admin_client, two_games, query, expected):
    variant_of_none = query == "kind=nonsense&players=x&edition=.&variant=&when=nonsense"

    assert listed(admin_client, query) == {two_games[at].room.code for at in expected}
    assert variant_of_none or len(expected) < 3


def test_search_finds_a_room_by_its_code(admin_client, two_games):
    assert listed(admin_client, f"q={two_games[0].room.code.lower()}") == {two_games[0].room.code}


def test_replaced_unusual_and_abandoned_games_are_found(admin_client):
    replaced, odd, ended = finished(SHORT, 1, was_replaced=True), finished(SHORT, 2), finished(SHORT, 3)
    Game.objects.filter(pk=odd.pk).update(is_unusual=True, oddities=["fast"])
    Game.objects.filter(pk=replaced.pk).update(is_unusual=False)
    Game.objects.filter(pk=ended.pk).update(status=Game.Status.ABANDONED, is_unusual=False)

    assert listed(admin_client, "was_replaced=yes") == {replaced.room.code}
    assert listed(admin_client, "is_unusual=yes") == {odd.room.code}
    assert listed(admin_client, "abandoned=yes") == {ended.room.code}


def test_dates_are_drilled_down_from_years_to_days(admin_client):
    old, new = finished(SHORT, 1), finished(SHORT, 2)
    for game, when in ((old, datetime(2024, 3, 9, 20, tzinfo=UTC)), (new, datetime(2025, 7, 1, 8, tzinfo=UTC))):
        Game.objects.filter(pk=game.pk).update(ended_at=when, ended_on=when.date())

    years = admin_client.get("/admin/games/game/").content.decode()
    months = admin_client.get("/admin/games/game/?when=2024").content.decode()

    assert "?when=2025" in years
    assert "2024 (1)" in years
    assert "?when=2024-03" in months
    assert listed(admin_client, "when=2024") == {old.room.code}
    assert listed(admin_client, "when=2024-03-09") == {old.room.code}
    assert listed(admin_client, "when=2025-07") == {new.room.code}


@pytest.mark.parametrize("table", KIND_TABLES, ids=str)
def test_a_selection_is_exported_as_json_lines_and_csv(admin_client, table):
    games = [finished(table, 1), finished(table, 2)]
    finished(table, 3)

    def export(what: str) -> str:
        fields = {"action": f"export_{what}", "_selected_action": [game.pk for game in games]}
        return b"".join(admin_client.post("/admin/games/game/", fields).streaming_content).decode()

    records = [json.loads(line) for line in export("records").splitlines()]
    bids = list(csv.DictReader(StringIO(export("bids"))))

    for record in records:
        check_record(record)
    assert {record["room"] for record in records} == {game.room.code for game in games}
    assert {row["room"] for row in bids} == {game.room.code for game in games}
    assert export("sales").count("\n") == 1 + sum(len(game.trades) for game in games)
    assert export("choices").count("\n") == 1 + sum(game.moves.filter(move="seal").count() for game in games)


@pytest.fixture(params=["superuser", "viewer"])
def reviewer(request, client):
    """Somebody with every right, or with the permissions to view alone, which the database is asked for."""
    user = User.objects.create(username="reviewer", is_staff=True, is_superuser=request.param == "superuser")
    user.user_permissions.set(Permission.objects.filter(codename__in=("view_game", "view_room", "view_player")))
    client.force_login(user)
    return client


@pytest.mark.parametrize("table", KIND_TABLES, ids=str)
def test_every_page_takes_at_most_ten_queries(reviewer, django_assert_max_num_queries, table):
    games = [finished(table, seed) for seed in range(6)]
    running(table, 7, 12)
    for game in games:
        Incident.objects.create(room=game.room, game=game, what="timeout", facts={"name": "x"})
    first = games[0]
    pages = [
        "/admin/",
        *(
            f"/admin/games/{name}/"
            for name in ("game", "runninggame", "bid", "salechoice", "incident", "room", "player")
        ),
        "/admin/games/game/?kind=for_sale&players=4&with_bots=no&q=mia&flagged=no&when=2026",
        "/admin/games/game/dashboard/",
        f"/admin/games/game/{first.pk}/change/",
        f"/admin/games/game/{first.pk}/replay/?step=9&view=seat-1",
        *(f"/admin/games/game/{first.pk}/export/{what}/" for what in ("records", "bids", "sales", "choices")),
        f"/admin/games/bid/?game__id__exact={first.pk}",
        f"/admin/games/room/{first.room_id}/change/",
        f"/r/{first.room.code}/games/",
        f"/r/{first.room.code}/games/1/",
        f"/r/{first.room.code}/games/1/replay/?step=3",
    ]
    for page in pages:
        with django_assert_max_num_queries(MOST_QUERIES):
            response = reviewer.get(page)
            if response.streaming:
                b"".join(response.streaming_content)
        assert response.status_code == 200, page


def test_the_dashboard_says_what_was_played(admin_client):
    from games.services import figures

    for table in KIND_TABLES:
        for seed in range(3):
            finished(table, seed)
    figures.rebuild()

    page = admin_client.get("/admin/games/game/dashboard/").content.decode()

    assert "Finished games per day" in page
    assert page.count("<svg") >= 7
    assert "95 % interval" in page
    assert "<dd>6</dd>" in page


def test_the_replay_may_stand_in_a_frame_of_the_site_and_nothing_else_may(admin_client):
    game = finished(KIND_TABLES[0])

    frame = admin_client.get(f"/admin/games/game/{game.pk}/replay/")
    page = admin_client.get(f"/admin/games/game/{game.pk}/change/")

    assert frame.headers["X-Frame-Options"] == "SAMEORIGIN"
    assert "frame-ancestors 'self'" in frame.headers["Content-Security-Policy"]
    assert page.headers["X-Frame-Options"] == "DENY"
    assert f"/admin/games/game/{game.pk}/replay/" in page.content.decode()
