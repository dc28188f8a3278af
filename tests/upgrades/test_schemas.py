"""Games stored under an older schema number, read by a version with a newer one: reviewed, audited, played on."""

import json
from io import StringIO

import pytest
from django.core.management import call_command

from games.engine import KINDS, check_record, codec
from games.models import Game, PlayedMove
from games.services import review
from games.services.records import record_of
from games.services.review import agrees_with_snapshot, make_replay
from games.services.tables import TABLES
from tests.builders import a_game

pytestmark = pytest.mark.django_db

every_kind = pytest.mark.parametrize("kind", KINDS)
OLD, NEW = codec.SCHEMA, codec.SCHEMA + 1


def old_shape(data):
    """An object as the older version wrote it: another number and another shape."""
    fields = {name: value for name, value in data.items() if name != "schema"}
    return {"schema": OLD, "fields": fields}


def upgraded(_slug, data):
    """The same object as the newer version writes it."""
    return {**data["fields"], "schema": NEW}


@pytest.fixture
def after_an_update(monkeypatch):
    """Turns all that is stored into what the older version wrote, and this process into the newer version."""

    def update():
        for game in Game.objects.all():
            game.opening, game.state = old_shape(game.opening), old_shape(game.state)
            game.save(update_fields=["opening", "state"])
        for move in PlayedMove.objects.all():
            PlayedMove.objects.filter(pk=move.pk).update(events=[old_shape(event) for event in move.events])
        monkeypatch.setattr(codec, "SCHEMA", NEW)
        monkeypatch.setattr(codec, "UPGRADES", {OLD: upgraded})
        forget()

    yield update
    forget()


def forget():
    """As a process that has just started."""
    TABLES.clear()
    review._kept.clear()


def audited():
    said = StringIO()
    call_command("audit", stdout=said)
    return said.getvalue()


@every_kind
def test_a_finished_game_of_an_older_schema_is_reviewed_without_a_difference(kind, rng, after_an_update):
    evening = a_game(3, kind=kind)
    evening.play_on(rng)
    after_an_update()

    replay = make_replay(evening.game)

    assert replay.difference is None
    assert agrees_with_snapshot(evening.game, replay)
    check_record(record_of(evening.game))


@every_kind
@pytest.mark.parametrize("page", ["", "replay/", "game.txt", "bids.csv", "sales.csv"])
def test_the_pages_of_a_game_of_an_older_schema_are_what_they_were(kind, page, rng, after_an_update, client):
    evening = a_game(3, kind=kind)
    evening.play_on(rng)
    path = f"/r/{evening.code}/games/1/{page}"
    before = client.get(path)
    assert before.status_code == 200

    after_an_update()

    assert told(client.get(path)) == told(before)


def told(response):
    """A page without the token that is masked anew each time."""
    body = b"".join(response.streaming_content) if response.streaming else response.content
    return [line for line in body.splitlines() if b"csrfmiddlewaretoken" not in line]


@every_kind
def test_the_audit_agrees_with_games_of_an_older_schema(kind, rng, after_an_update):
    over, running = a_game(3, kind=kind), a_game(3, kind=kind)
    over.play_on(rng)
    running.play_on(rng, until=lambda play: play.length == 12)

    after_an_update()

    assert "2 games" in audited()
    assert "0 differ" in audited()


@every_kind
def test_a_game_begun_under_an_older_schema_goes_on_and_ends_under_the_newer(kind, rng, after_an_update):
    evening = a_game(3, kind=kind)
    evening.play_on(rng, until=lambda play: play.length == 12)
    after_an_update()

    evening.play_on(rng)

    schemas = [event["schema"] for move in PlayedMove.objects.order_by("number") for event in move.events]
    assert set(schemas) == {OLD, NEW}
    assert evening.game.opening["schema"] == OLD
    assert evening.game.state["schema"] == NEW
    assert not evening.play.is_running
    assert make_replay(evening.game).difference is None
    assert "0 differ" in audited()


@every_kind
def test_a_stored_event_that_was_changed_is_still_found(kind, rng, after_an_update):
    evening = a_game(3, kind=kind)
    evening.play_on(rng)
    after_an_update()
    move = next(each for each in PlayedMove.objects.order_by("number") if each.events)
    text = json.dumps(move.events).replace('"seat": ', '"seat": 1')
    assert json.loads(text) != move.events
    PlayedMove.objects.filter(pk=move.pk).update(events=json.loads(text))

    with pytest.raises(SystemExit):
        audited()
    difference = make_replay(evening.game).difference
    assert (difference.move, difference.reason) == (move.number + 1, "events")
