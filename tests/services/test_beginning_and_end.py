"""What the journal writes and reads in SQL when a game begins and ends is what the ORM would."""

from collections import defaultdict
from datetime import date

import pytest
from django.utils import timezone

from games.models import Figure, Game, Incident, PlayedMove, Seat
from games.services import figures, journal, lobby
from games.services.figures import Amounts, Sitting, Summary
from games.services.tables import Standing, read_standings
from tests.builders import a_game, visitor_of

pytestmark = pytest.mark.django_db(transaction=True)


def stored_values(row):
    """Everything in a row but its id."""
    return {field.attname: getattr(row, field.attname) for field in row._meta.concrete_fields if not field.primary_key}


def a_new_game(room):
    now = timezone.now()
    plan = {"kind": "for_sale", "edition": "2015", "variants": ["é", "b"], "options": {"clock": 30, "hints": False}}
    cards = {"deck": [1, 2, None], "name": "Léa “<b>”"}
    return Game(
        room=room, number=7, players=3, opening=cards, state=cards, salt="s", commitment="c", due_at=now, **plan
    )


def test_every_column_of_a_new_game_is_kept_as_the_orm_keeps_it():
    evening = a_game(3)
    raw, saved = a_new_game(evening.room), a_new_game(evening.room)
    seats = [
        Seat(number=no, player_id=each.id, name="Léa", acts_at=timezone.now())
        for no, each in enumerate(evening.table.people)
    ]

    journal.begin_game(raw, seats)

    saved.started_at, saved.asked_at, saved.due_at, saved.number = raw.started_at, raw.asked_at, raw.due_at, 8
    saved.save()
    written, expected = (stored_values(Game.objects.get(pk=game.pk)) for game in (raw, saved))
    assert written == {**expected, "number": 7}
    assert [stored_values(seat) for seat in raw.seats.order_by("number")] == [stored_values(seat) for seat in seats]
    if journal.connection.vendor == "sqlite":  # where JSON is text, and lists of reviewers compare it
        texts = [
            journal.run("SELECT variants, options, opening FROM games_game WHERE id = %s", game.pk).fetchone()
            for game in (raw, saved)
        ]
        assert texts[0] == texts[1]


def standings_one_by_one(evening):
    """The evening's total, seat by seat."""
    sums = defaultdict(lambda: [0, 0, 0])
    for seat in Seat.objects.filter(game__room=evening.room, game__status=Game.Status.OVER, score__isnull=False):
        row = sums[seat.player_id]
        row[0], row[1], row[2] = row[0] + 1, row[1] + (seat.rank == 1), row[2] + seat.score
    rows = [Standing(each.name, each.look, *sums[each.id]) for each in evening.table.people if each.id in sums]
    return tuple(sorted(rows, key=lambda row: (-row.wins, -row.total, row.name)))


def test_the_database_sums_the_evening_as_one_would_seat_by_seat(rng):
    evening = a_game(4)
    for _ in range(3):
        evening.play_on(rng)
        lobby.rematch(code=evening.code, visitor=visitor_of("Bob"))
    Seat.objects.filter(game__number=1, number=1).update(player=None)
    Seat.objects.filter(game__number=2, number=2).update(score=None, rank=None)
    Game.objects.filter(number=3).update(status=Game.Status.ABANDONED)

    found = read_standings(evening.room.pk, evening.table.people)

    assert found == standings_one_by_one(evening)
    assert sorted(row.games for row in found) == [1, 1, 2, 2]


def test_more_totals_than_one_statement_takes_are_all_added_twice():
    trades = [[0, f"item {number}", number, 1, 2 * number, 2] for number in range(journal.FIGURES_AT_ONCE)]
    sittings = [Sitting(0, 10, 1, figures.PERSON), Sitting(1, -4, 2, "")]
    summary = Summary("for_sale", "2015", ("a", "b"), 2, 1, date(2024, 5, 1), trades, sittings)

    for _ in range(2):
        amounts = Amounts()
        amounts.note_game(summary)
        amounts.store()

    last = Figure.objects.get(topic=Figure.Topic.EARNED, key="item 499")
    assert (last.variants, last.players, last.count, last.total, last.squares) == ("a+b", 2, 2, 1996, 2 * 998**2)
    assert Figure.objects.count() == 2 + 2 + 2 + 1 + 1 + 2 * len(trades)
    assert Figure.objects.get(topic=Figure.Topic.DAY).key == "2024-05-01"


def test_what_is_unusual_is_found_among_incidents_and_thinking_times():
    evening = a_game(3)
    game, now = evening.game, timezone.now()
    for what, count in ((Incident.What.REFUSAL, figures.MANY_REFUSALS), (Incident.What.TIMEOUT, 2)):
        for _ in range(count):
            Incident.objects.create(room=evening.room, game=game, what=what)
    same = {"game": game, "decision": 0, "move": "pass", "round": 1, "fields": {}, "events": [], "made_at": now}
    for number in range(figures.FAST_MOVES):
        PlayedMove.objects.create(number=2 * number, seat=0, key=f"{number}", thought_ms=10, by="steady", **same)
        PlayedMove.objects.create(number=2 * number + 1, seat=1, key=f"{number}", thought_ms=10, **same)

    evening.forget()
    assert figures.oddities(evening.play, shared=False) == ["refusals", "fast"]

    PlayedMove.objects.filter(game=game, number=1).delete()
    evening.forget()
    assert figures.oddities(evening.play, shared=True) == ["shared", "refusals"]
