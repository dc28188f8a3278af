"""What a finished game tells: prices, profits, charts, the proof, the text, the picture, and the evening."""

import csv
import hashlib
import json
import re
import struct
import zlib
from io import StringIO

import pytest
from django.utils import translation

from games.engine import KINDS
from games.models import Game, Seat
from games.screens.charts import Chart, Series, line_chart, nice_step
from games.screens.finished import finished_page, plain_text, tale_of
from games.screens.preview import HEIGHT, WIDTH, preview
from games.screens.stories import STORIES
from games.screens.story_for_sale import pars, profit
from games.services import review
from games.services.figures import trades_from
from games.services.review import replay_of
from tests.engine.tables import TABLES
from tests.review.games import KIND_TABLES, finished

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def english():
    review._kept.clear()
    with translation.override("en"):
        yield


def test_every_kind_has_a_story():
    assert set(STORIES) == set(KINDS)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_every_table_has_a_page_with_charts_that_can_be_read_as_tables(client, table):
    game = finished(table, names=("Mia", "Jonas", "Léa <b>", "Otto", "Noor", "Kim"))

    page = client.get(f"/r/{game.room.code}/games/1/").content.decode()

    assert page.count('class="chart__drawing"') == page.count("The numbers as a table") == 2
    assert "Léa &lt;b&gt;" in page
    assert "Léa <b>" not in page
    assert 'style="' not in page
    assert "None" not in page.split("<body")[1].split('id="proof"')[0]


def test_what_was_paid_and_earned_gives_every_seat_its_result():
    for table in [table for table in TABLES if table.slug == "for_sale"]:
        game = finished(table)
        trades = trades_from(game.trades)
        coins = table.rules.coins
        for seat in Seat.objects.filter(game=game):
            mine = [trade for trade in trades if trade.seat == seat.number]
            assert coins - sum(trade.paid for trade in mine) + sum(trade.earned for trade in mine) == seat.score


def test_the_worth_by_rank_shares_out_exactly_the_cheques_of_the_game():
    trades = trades_from(finished(KIND_TABLES[0]).trades)

    worth = pars(trades)

    assert sorted(worth.values()) == sorted(trade.earned for trade in trades)
    assert worth[max(worth, key=int)] == max(trade.earned for trade in trades)


def test_the_best_flip_and_the_worst_overbid_are_what_they_say():
    game = finished(KIND_TABLES[0])
    tale = tale_of(game, replay_of(game))
    told = {each.title: each for each in STORIES["for_sale"].highlights(tale)}

    best = max(tale.trades, key=profit)
    worst = min(tale.trades, key=profit)

    assert told["Best flip"].seat is not None
    assert f">{best.item}<" in told["Best flip"].words or profit(best) == max(map(profit, tale.trades))
    assert profit(worst) < 0
    assert f">{worst.item}<" in told["Worst overbid"].words


@pytest.mark.parametrize("table", KIND_TABLES, ids=str)
def test_the_last_values_of_the_charts_are_the_results(table):
    game = finished(table)
    tale = tale_of(game, replay_of(game))

    chart = next(each for each in STORIES[table.slug].charts(tale) if each.id in ("money", "points"))

    assert [series.values[-1] for series in chart.series] == list(tale.outcome.scores)


@pytest.mark.parametrize("table", KIND_TABLES, ids=str)
def test_the_proof_on_the_page_opens_the_commitment(client, table):
    game = finished(table)
    page = client.get(f"/r/{game.room.code}/games/1/").content.decode()
    from html import unescape

    salt, deck, commitment = (
        unescape(re.search(rf'data-{name}="([^"]*)"', page)[1]) for name in ("salt", "deck", "commitment")
    )

    assert hashlib.sha256(bytes.fromhex(salt) + deck.encode()).hexdigest() == commitment == game.commitment


@pytest.mark.parametrize("table", KIND_TABLES, ids=str)
def test_the_text_tells_the_result_and_every_event_without_markup(table):
    game = finished(table)
    replay = replay_of(game)

    text = plain_text(game, replay, tale_of(game, replay))

    assert "Léa <b>" in text
    assert "</" not in text
    assert "&lt;" not in text
    assert len(text.splitlines()) > game.length // 3
    for seat in Seat.objects.filter(game=game):
        assert seat.name in text


@pytest.mark.parametrize("table", KIND_TABLES, ids=str)
def test_the_files_of_a_game_say_the_same_as_its_rows(client, table):
    game = finished(table)
    base = f"/r/{game.room.code}/games/1/"

    bids = list(csv.DictReader(StringIO(b"".join(client.get(base + "bids.csv").streaming_content).decode())))
    sales = list(csv.DictReader(StringIO(b"".join(client.get(base + "sales.csv").streaming_content).decode())))
    record = json.loads(client.get(base + "record.json").content)

    assert len(bids) == game.moves.filter(move__in=("bid", "pass")).count()
    assert sum(int(row["paid"]) for row in sales) == sum(row[2] for row in game.trades)
    assert record["result"]["totals"] == [seat.score for seat in Seat.objects.filter(game=game).order_by("number")]


def test_the_picture_for_previews_is_a_png_of_the_right_size(client):
    game = finished(KIND_TABLES[1])

    picture = client.get(f"/r/{game.room.code}/games/1/card.png").content

    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", picture[16:24]) == (WIDTH, HEIGHT)
    start = picture.index(b"IDAT") + 4
    size = struct.unpack(">I", picture[start - 8 : start - 4])[0]
    assert len(zlib.decompress(picture[start : start + size])) == HEIGHT * (WIDTH + 1)


def test_negative_scores_and_missing_ranks_can_be_drawn():
    assert preview(((0, -12, 3), (1, None, 0), (7, 123, 1))).startswith(b"\x89PNG")


@pytest.mark.parametrize("table", KIND_TABLES, ids=str)
def test_link_previews_of_a_replay_tell_no_result(client, table):
    game = finished(table)
    winner = Seat.objects.filter(game=game, rank=1).first()

    head = client.get(f"/r/{game.room.code}/games/1/replay/").content.decode().split("</head>")[0]

    assert "og:title" in head
    assert winner.name not in head
    assert "card.png" not in head


def test_the_evening_has_totals_records_and_every_game(client):
    one = finished(KIND_TABLES[0], 1)
    other = finished(KIND_TABLES[0], 2)
    Game.objects.filter(pk=other.pk).update(room=one.room, number=2)
    for seat in Seat.objects.filter(game=other):
        twin = Seat.objects.get(game=one, number=seat.number)
        Seat.objects.filter(pk=seat.pk).update(player=twin.player)

    page = client.get(f"/r/{one.room.code}/games/").content.decode()

    total = sum(Seat.objects.filter(game__room=one.room, number=0).values_list("score", flat=True))
    assert f'<td class="is-total">{total}</td>' in page
    assert "Running total after each game" in page
    assert "Best flip of the evening" in page
    assert "Closest finish" in page
    assert page.count("evening__game") == 2


def test_a_room_without_finished_games_says_so(client):
    game = finished(KIND_TABLES[0])
    Game.objects.all().delete()

    page = client.get(f"/r/{game.room.code}/games/")

    assert page.status_code == 200
    assert "No game has been finished here yet." in page.content.decode()


def test_a_chart_without_values_can_be_drawn():
    chart = Chart("x", "Empty", ("1",), (Series("a", "", (None,)),), "round")

    assert "chart__drawing" in line_chart(chart)
    assert [nice_step(least) for least in (0.3, 1.5, 3, 7, 12, 30, 80)] == [1, 2, 5, 10, 20, 50, 100]


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("table", KIND_TABLES, ids=str)
def test_the_page_is_made_in_every_language(table, language):
    game = finished(table)

    with translation.override(language):
        page = finished_page(game)

    assert page.story
    assert page.proof
