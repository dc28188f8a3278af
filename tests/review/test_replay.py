"""A replay is the live screen without its controls, and says so where the rules code has changed."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from django.utils import translation

from games.engine import EVERYTHING, KINDS, ONLOOKER, SeatNo, codec, told
from games.models import Game, PlayedMove
from games.screens import around
from games.screens.base import Look
from games.screens.catalogue import SCREENS
from games.screens.render import scene_of
from games.screens.replay import Spot, scene_at, screen_parts, sitters_of, spot_of
from games.services import review
from games.services.queries import table_of
from games.services.review import make_replay, seats_of
from games.services.tables import TABLES, read_play
from tests.engine.tables import Table
from tests.review.games import KIND_TABLES, finished

pytestmark = pytest.mark.django_db

GOLDEN = sorted((Path(__file__).parent.parent / "engine" / "golden").glob("*.json"))


@pytest.fixture(autouse=True)
def no_replays_kept():
    review._kept.clear()


def golden_table(path: Path) -> tuple[Table, dict]:
    golden = json.loads(path.read_text())
    kind = KINDS[golden["kind"]]
    rules = kind.rules(codec.state_from_json(kind, golden["opening"]))
    return Table(golden["kind"], rules.edition, tuple(getattr(rules, "variants", ())), rules.seats), golden


def live_play(game: Game, whole, replay, step: int):
    """The room's play as it was after so many moves, from the rows a live game has then."""
    stage = replay.stages[step]
    is_over = step == replay.length
    return replace(
        whole,
        state=stage.state,
        events=whole.events[: stage.heard],
        length=step,
        decision=replay.kind.decision(stage.state),
        status=game.status if is_over else Game.Status.RUNNING,
    )


@pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)
def test_a_replay_of_a_golden_game_equals_the_live_screens_step_by_step(path, store_golden):
    game = store_golden(path)
    replay, table, whole = make_replay(game), table_of(game.room), read_play(game)
    sitters = sitters_of(seats_of(game))
    people = {seat.number: seat.player_id for seat in seats_of(game)}
    screen = SCREENS[game.kind]
    views = ["table", *(f"seat-{seat}" for seat in range(game.players))]
    assert replay.difference is None

    with translation.override("en"):
        for step in (*range(0, replay.length, 3), replay.length):
            live = replace(table, play=live_play(game, whole, replay, step))
            for view in views:
                person = people.get(int(view[5:])) if view != "table" else None
                look = Look(table=live, language="en", origin="", person_id=person)
                seen_live = replace(scene_of(look, live.play), has_controls=False, version=0)
                shown = scene_at(game, replay, sitters, Spot(step, view))
                own_moves = replace(shown, own_moves=seen_live.own_moves)
                assert own_moves.seen == seen_live.seen
                is_over = live.play.status != Game.Status.RUNNING
                parts = screen.result_parts(seen_live) if is_over else screen.parts(seen_live)
                expected = (around.sign_part(screen.sign(seen_live), seen_live), *parts)
                assert [part.html for part in screen_parts(replay, shown)] == [part.html for part in expected]


@pytest.fixture
def store_golden(db):
    """A golden game as a stored one."""

    def store(path: Path) -> Game:
        table, golden = golden_table(path)
        kind = table.kind
        from django.utils import timezone

        from games.engine import SeatName, commit
        from games.models import Player, Room
        from games.services.importing import Opened, Span, store_game
        from games.services.naming import new_code
        from tests.review.games import NAMES, SALT

        opening = codec.state_from_json(kind, golden["opening"])
        skipped = ("seat", "events", "seen")
        moves = [
            (
                SeatNo(step["seat"]),
                codec.move_from_json(kind, {name: step[name] for name in step if name not in skipped}),
            )
            for step in golden["steps"]
        ]
        now = timezone.now()
        room = Room.objects.create(code=new_code(), kind=table.slug, edition=table.edition)
        game = store_game(
            room=room,
            kind=kind,
            opening=opening,
            moves=moves,
            seats=[SeatName(name) for name in NAMES[: table.seats]],
            opened=Opened(commit(SALT, kind.deck(opening)), SALT.hex()),
            span=Span(now, now),
            options={},
        )
        Player.objects.filter(room=room).update(has_left=False)
        TABLES.clear()
        return game

    return store


@pytest.mark.parametrize("table", KIND_TABLES, ids=str)
def test_a_replay_never_tells_a_viewer_more_than_was_told_live(table):
    game = finished(table)
    replay = make_replay(game)
    sitters = sitters_of(seats_of(game))

    for step in range(0, replay.length, 7):
        for view, viewer in (("table", ONLOOKER), ("seat-1", SeatNo(1)), ("all", EVERYTHING)):
            scene = scene_at(game, replay, sitters, Spot(step, view))
            assert scene.seen.viewer == viewer
            assert scene.seen.history == told(replay.kind, replay.history(step), viewer)
            assert not scene.has_controls


@pytest.mark.parametrize("table", KIND_TABLES, ids=str)
def test_a_replay_has_no_forms_and_keeps_the_result_to_the_last_step(client, table):
    game = finished(table)
    base = f"/r/{game.room.code}/games/1/replay/"

    for step in (0, 1, game.length // 2, game.length - 1):
        for view in ("table", "seat-0", "all"):
            page = client.get(base, {"step": step, "view": view})
            screen = page.content.decode().split('<div id="replay"')[1].split("</main>")[0]
            assert page.status_code == 200
            assert "<form" not in screen
            assert 'id="podium"' not in screen


@pytest.mark.parametrize("table", KIND_TABLES, ids=str)
def test_the_links_of_a_replay_lead_from_the_first_step_to_the_last(client, table):
    game = finished(table)
    address, seen = f"/r/{game.room.code}/games/1/replay/?step=0&view=seat-1", []
    import re

    while address:
        page = client.get(address).content.decode()
        seen.append(int(re.search(r'data-step="(\d+)"', page)[1]))
        found = re.search(r'data-go="next-round" href="([^"#]+)', page)
        address = found[1].replace("&amp;", "&") if found else ""

    assert seen[0] == 0
    assert seen[-1] == game.length
    assert seen == sorted(set(seen))
    assert len(seen) > 5


@pytest.mark.parametrize("table", KIND_TABLES, ids=str)
def test_where_stored_events_differ_the_replay_says_so_and_tells_them_in_sentences(client, table):
    game = finished(table)
    broken = PlayedMove.objects.get(game=game, number=game.length // 2)
    broken.events = broken.events[::-1] + broken.events[:1]
    broken.save()

    replay = make_replay(game)
    page = client.get(f"/r/{game.room.code}/games/1/replay/", {"step": game.length}).content.decode()

    assert replay.difference is not None
    assert replay.difference.move == broken.number + 1
    assert len(replay.stored) == game.length - broken.number
    assert "can no longer be played" in page
    assert "What was stored when it happened" in page
    assert page.count("<li>") > game.length // 4


@pytest.mark.parametrize("table", KIND_TABLES, ids=str)
def test_a_game_that_cannot_be_read_any_more_still_has_its_page(client, table):
    game = finished(table)
    Game.objects.filter(pk=game.pk).update(opening={"schema": 99})

    for tail in ("", "replay/", f"replay/?step={game.length}", "game.txt"):
        assert client.get(f"/r/{game.room.code}/games/1/{tail}").status_code == 200


@pytest.mark.parametrize(
    ("step", "view", "meant"),
    [
        ("", "", Spot(0, "table")),
        ("-3", "seat-9", Spot(0, "table")),
        ("7", "seat-2", Spot(7, "seat-2")),
        ("999999999", "all", Spot(0, "all")),
        ("5000", "all", Spot(40, "all")),
        ("²", "<script>", Spot(0, "table")),
    ],
)
def test_an_address_of_a_step_means_the_nearest_step_there_is(step, view, meant):
    assert spot_of(step, view, length=40, players=4) == meant


def test_running_games_have_no_pages(client):
    from tests.review.games import running

    game = running(KIND_TABLES[0], 1, 20)

    for tail in ("", "replay/", "record.json", "bids.csv", "sales.csv", "game.txt", "card.png"):
        assert client.get(f"/r/{game.room.code}/games/1/{tail}").status_code == 404
