"""What is summed, purged, hidden, audited and exported of stored games."""

import csv
import json
from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from django.utils import timezone

from games.engine import check_record
from games.models import Figure, Game, Incident, PlayedMove, Player, ReviewNote, Room, Seat
from games.services import auditing, exporting, figures, moderating, purging
from games.services.faults import Malformed, NotAllowedNow
from games.services.figures import VICTORY, Amounts, Sitting, Summary
from tests.review.games import KIND_TABLES, finished, running

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("table", KIND_TABLES, ids=str)
def test_totals_of_a_game_add_up(table):
    finished(table, 1)
    finished(table, 2)

    assert figures.rebuild() == 2

    seats = Figure.objects.filter(topic=Figure.Topic.SEAT)
    assert sum(seats.values_list("total", flat=True)) == 2 * VICTORY
    assert set(seats.values_list("count", flat=True)) == {2}
    assert sum(Figure.objects.filter(topic=Figure.Topic.TURN).values_list("total", flat=True)) == 2 * VICTORY
    paid = Figure.objects.filter(topic=Figure.Topic.PAID)
    assert sum(paid.values_list("total", flat=True)) == sum(
        row[2] for game in Game.objects.all() for row in game.trades
    )


def test_totals_added_game_by_game_equal_totals_rebuilt():
    games = [finished(KIND_TABLES[0], seed) for seed in (1, 2, 3)]
    columns = ("topic", "kind", "edition", "variants", "players", "key", "count", "total", "squares")
    for game in games:
        amounts = Amounts()
        sittings = [Sitting(seat.number, seat.score, seat.rank, "person") for seat in game.seats.all()]
        amounts.note_game(
            Summary(
                kind=game.kind,
                edition=game.edition,
                variants=game.variants,
                players=game.players,
                first=game.first_seat,
                ended_on=game.ended_on,
                trades=game.trades,
                sittings=sittings,
            )
        )
        amounts.store()
    one_by_one = sorted(Figure.objects.values_list(*columns))

    figures.rebuild()

    assert sorted(Figure.objects.values_list(*columns)) == one_by_one
    assert one_by_one


@pytest.mark.parametrize(("text", "days"), [("90d", 90), ("2w", 14), ("36h", 1.5)])
def test_an_age_is_a_number_and_a_letter(text, days):
    assert purging.parse_age(text) == timedelta(days=days)


@pytest.mark.parametrize("text", ["", "d", "0d", "-3d", "90", "9 d", "1e3d", "999999d", "٣d"])
def test_anything_else_is_no_age(text):
    with pytest.raises(Malformed):
        purging.parse_age(text)


def test_a_purge_deletes_old_rooms_with_all_they_hold_and_nothing_else():
    old, new = finished(KIND_TABLES[0]), finished(KIND_TABLES[0], 2)
    figures.rebuild()
    ReviewNote.objects.create(game=old, text="note")
    Incident.objects.create(room=old.room, game=old, what="timeout")
    Room.objects.filter(pk=old.room_id).update(
        active_at=timezone.now() - timedelta(days=100), host=Player.objects.filter(room=old.room).first()
    )
    said = StringIO()

    call_command("purge", older_than="90d", stdout=said)

    assert said.getvalue().strip() == "purged 1 rooms with 1 games"
    assert list(Game.objects.values_list("pk", flat=True)) == [new.pk]
    assert set(PlayedMove.objects.values_list("game", flat=True)) == {new.pk}
    assert set(Seat.objects.values_list("game", flat=True)) == {new.pk}
    assert set(Player.objects.values_list("room", flat=True)) == {new.room_id}
    assert not ReviewNote.objects.exists()
    assert not Incident.objects.exists()
    assert Figure.objects.exists()


def test_the_retention_setting_purges_and_zero_keeps_everything(settings):
    game = finished(KIND_TABLES[0])
    Room.objects.update(active_at=timezone.now() - timedelta(days=31))

    settings.RETENTION_DAYS = 0
    assert purging.purge_expired().rooms == 0
    settings.RETENTION_DAYS = 30
    assert purging.purge_expired().rooms == 1
    assert not Game.objects.filter(pk=game.pk).exists()


def test_an_unknown_age_ends_with_code_two():
    with pytest.raises(CommandError) as refused:
        call_command("purge", older_than="soon")
    assert refused.value.returncode == 2


def test_a_room_in_play_is_not_purged_by_hand():
    game = running(KIND_TABLES[0], 1, 10)

    with pytest.raises(NotAllowedNow):
        purging.purge_by_hand([game.room_id])

    assert Game.objects.filter(pk=game.pk).exists()


def test_a_hidden_name_is_gone_from_every_table_and_page(client):
    game = finished(KIND_TABLES[0], names=("Rude Name", "Jonas", "Mia", "Otto"))
    player = Player.objects.get(room=game.room, name="Rude Name")
    Incident.objects.create(room=game.room, game=game, what="timeout", facts={"name": "Rude Name"})

    moderating.hide_name(player_id=player.pk)

    pages = [f"/r/{game.room.code}/", f"/r/{game.room.code}/games/"]
    pages += [f"/r/{game.room.code}/games/1/{tail}" for tail in ("", "replay/", "record.json", "game.txt")]
    for page in pages:
        assert b"Rude Name" not in client.get(page).content
    assert not Seat.objects.filter(name="Rude Name").exists()
    assert not Player.objects.filter(name="Rude Name").exists()
    assert Incident.objects.get().facts["name"] == moderating.HIDDEN_NAME


def test_a_closed_room_refuses_and_a_reopened_one_goes_on():
    game = finished(KIND_TABLES[0])

    moderating.close_room(code=game.room.code)
    assert Room.objects.get(pk=game.room_id).is_closed
    moderating.reopen_room(code=game.room.code)
    assert not Room.objects.get(pk=game.room_id).is_closed


@pytest.mark.parametrize("table", KIND_TABLES, ids=str)
def test_an_audit_finds_nothing_in_sound_games_and_every_broken_one(table):
    sound, broken, moved, opened = (finished(table, seed) for seed in (1, 2, 3, 4))
    said = StringIO()
    call_command("audit", stdout=said)
    assert "4 games" in said.getvalue()
    assert "0 differ" in said.getvalue()

    PlayedMove.objects.filter(game=broken, number=5).update(events=[])
    Game.objects.filter(pk=moved.pk).update(state=sound.state)
    Game.objects.filter(pk=opened.pk).update(salt="00" * 32)
    said = StringIO()
    with pytest.raises(SystemExit) as ended:
        call_command("audit", stdout=said)

    assert ended.value.code == 1
    assert f"{broken.room.code} 1: move 6: events" in said.getvalue()
    assert f"{moved.room.code} 1: another final state" in said.getvalue()
    assert f"{opened.room.code} 1: the commitment does not open" in said.getvalue()
    assert "3 differ" in said.getvalue()


def audited():
    """What the audit says, and whether it ends well."""
    said = StringIO()
    try:
        call_command("audit", stdout=said)
    except SystemExit as ended:
        return said.getvalue(), ended.code
    return said.getvalue(), 0


@pytest.mark.parametrize("table", KIND_TABLES, ids=str)
def test_an_audit_replays_running_games_too_and_says_only_where_they_are_broken(table):
    sound, moved, asked = (running(table, seed, 9) for seed in (1, 2, 3))
    assert audited()[1] == 0

    Game.objects.filter(pk=moved.pk).update(state=moved.opening)
    Game.objects.filter(pk=asked.pk).update(decision=asked.decision + 1)

    said, code = audited()
    assert code == 1
    assert said.splitlines()[:-1] == [
        f"{asked.room.code} 1: another question than its moves lead to",
        f"{moved.room.code} 1: another state than its moves make",
    ]
    assert sound.room.code not in said


def test_an_audit_of_a_running_game_does_not_mind_a_move_made_meanwhile():
    game = running(KIND_TABLES[0], 1, 9)
    rows = list(game.moves.order_by("number").values_list("number", "seat", "fields", "events"))

    assert auditing.fault_of(game, [*rows, (9, 0, {}, [])]) == ""
    assert auditing.fault_of(game, rows[:-1]) == "its moves are not those from 1 to 9"


@pytest.mark.parametrize(
    ("column", "value", "fault"),
    [
        ("state", '{"schema": 1}', "another final state"),
        ("state", "null", "another final state"),
        ("opening", "{}", "move 1: unreadable"),
        ("salt", "no hex", "unreadable"),
        ("kind", "gone", "of no kind that is known"),
        ("length", "3", "its moves are not those from 1 to 3"),
    ],
)
def test_an_audit_names_a_game_that_is_damaged_in_whatever_way_and_goes_on(column, value, fault):
    sound, damaged = finished(KIND_TABLES[0], 1), finished(KIND_TABLES[0], 2)
    with connection.cursor() as cursor:
        cursor.execute(f"UPDATE games_game SET {column} = %s WHERE id = %s", [value, damaged.pk])

    said, code = audited()

    assert code == 1
    assert said.splitlines()[0] == f"{damaged.room.code} 1: {fault}"
    assert "2 games" in said
    assert "1 differ" in said
    assert sound.room.code not in said


@pytest.mark.parametrize("table", KIND_TABLES, ids=str)
def test_exports_hold_finished_games_alone(table):
    done, under_way = finished(table), running(table, 2, 12)
    everything = Game.objects.all()

    records = [json.loads(line) for line in exporting.json_lines(everything)]
    bids = list(csv.DictReader(StringIO("".join(exporting.bids_csv(everything)))))
    trades = list(csv.DictReader(StringIO("".join(exporting.trades_csv(everything)))))
    choices = list(csv.DictReader(StringIO("".join(exporting.choices_csv(everything)))))

    assert [record["room"] for record in records] == [done.room.code]
    check_record(records[0])
    assert {row["room"] for row in [*bids, *trades, *choices]} == {done.room.code}
    assert len(bids) == done.moves.filter(move__in=("bid", "pass")).count()
    assert len(trades) == len(done.trades)
    assert len(choices) == done.moves.filter(move="seal").count()
    assert under_way.room.code not in "".join(exporting.bids_csv(everything))


def test_a_name_cannot_become_a_formula_in_a_spreadsheet():
    finished(KIND_TABLES[0], names=("=1+1", "@SUM", "-x", "+y"))

    rows = list(csv.DictReader(StringIO("".join(exporting.bids_csv(Game.objects.all())))))

    assert {row["name"] for row in rows} <= {"'=1+1", "'@SUM", "'-x", "'+y"}


@pytest.mark.parametrize("table", KIND_TABLES, ids=str)
def test_a_game_ended_early_is_exported_without_a_result(table):
    game = running(table, 1, 15)
    Game.objects.filter(pk=game.pk).update(status=Game.Status.ABANDONED, ended_at=timezone.now())

    record = json.loads(next(iter(exporting.json_lines(Game.objects.all()))))

    assert record["result"] is None
    assert record["abandoned"] is True
    assert record["opening"]["deck"]
