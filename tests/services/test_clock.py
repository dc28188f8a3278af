"""Clocks, bots and chairs kept warm: times are columns, and whoever notices first does what is due."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.engine import KINDS, check_record
from games.management.commands.tend import tend_once
from games.models import Game, Incident, PlayedMove
from games.services import consent, lobby, playing, records
from games.services.faults import NotYourSeat
from games.services.tables import Ceiling
from tests.builders import a_game, is_in

pytestmark = pytest.mark.django_db

every_kind = pytest.mark.parametrize("kind", KINDS)


def made_by(evening):
    return list(PlayedMove.objects.filter(game=evening.game).order_by("number").values_list("seat", "by"))


def run_out(evening, *seats):
    """The clocks of these seats have run out, and somebody looks."""
    evening.make_due(clocks=seats)
    return evening.attend()


def incidents(evening, what):
    return Incident.objects.filter(room=evening.room, what=what).count()


# Clocks


@every_kind
@pytest.mark.parametrize("clock", [30, 60, 120])
def test_a_clock_gives_each_question_so_many_seconds(kind, clock):
    evening = a_game(3, kind=kind, clock=clock)
    chair = evening.chair(evening.on_turn())

    assert chair.deadline == evening.play.asked_at + timedelta(seconds=clock)
    assert evening.play.due_at == chair.deadline


@every_kind
def test_without_a_clock_nothing_is_ever_due(kind):
    evening = a_game(3, kind=kind)

    assert evening.play.due_at is None
    assert not evening.attend()


@every_kind
def test_a_clock_that_still_runs_does_nothing(kind):
    evening = a_game(3, kind=kind, clock=30)

    assert not evening.attend()
    assert evening.game.length == 0


@every_kind
def test_the_first_time_a_bot_makes_that_one_decision(kind):
    evening = a_game(3, kind=kind, clock=30)
    seat = evening.on_turn()

    assert run_out(evening, seat)

    assert made_by(evening) == [(seat, "steady")]
    chair = evening.chair(seat)
    assert (chair.timeouts, chair.warmer, chair.was_replaced) == (1, "", False)
    assert incidents(evening, Incident.What.TIMEOUT) == 1
    assert incidents(evening, Incident.What.TAKEOVER) == 0


@every_kind
def test_the_second_time_in_a_row_the_chair_is_kept_warm(kind, rng):
    evening = a_game(3, kind=kind, clock=30)
    seat = evening.on_turn()
    run_out(evening, seat)
    evening.play_on(rng, until=lambda play: seat in play.to_act)

    run_out(evening, seat)

    chair = evening.chair(seat)
    assert (chair.warmer, chair.was_replaced) == ("steady", True)
    assert incidents(evening, Incident.What.TIMEOUT) == 2
    assert incidents(evening, Incident.What.TAKEOVER) == 1


@every_kind
def test_a_move_of_their_own_makes_the_next_time_the_first_again(kind, rng):
    evening = a_game(3, kind=kind, clock=30)
    seat = evening.on_turn()
    run_out(evening, seat)
    evening.play_on(rng, until=lambda play: seat in play.to_act)
    evening.move(seat, evening.legal(seat)[0])
    evening.play_on(rng, until=lambda play: seat in play.to_act)
    assert evening.chair(seat).timeouts == 0

    run_out(evening, seat)

    assert evening.chair(seat).warmer == ""


def test_in_a_sale_each_seat_has_a_clock_of_its_own(rng):
    evening = a_game(3, kind="for_sale", clock=60)
    evening.play_on(rng, until=is_in("selling"))
    evening.move(0, evening.legal(0)[0])
    assert [chair.deadline is None for chair in evening.play.chairs] == [True, False, False]

    assert run_out(evening, 1)

    assert [chair.timeouts for chair in evening.play.chairs] == [0, 1, 0]
    assert evening.owing() == [2]
    assert evening.chair(2).deadline is not None


def test_changing_a_seal_does_not_wind_the_others_clocks(rng):
    evening = a_game(3, kind="for_sale", clock=60)
    evening.play_on(rng, until=is_in("selling"))
    evening.move(0, evening.legal(0)[0])
    before = [chair.deadline for chair in evening.play.chairs]

    evening.move(0, evening.legal(0)[1])

    assert [chair.deadline for chair in evening.play.chairs] == before


def test_clocks_start_after_the_time_a_reveal_takes(rng, settings):
    settings.PACE = 1.0
    evening = a_game(3, kind="for_sale", clock=30)
    evening.play_on(rng, until=is_in("selling"))
    for seat in range(3):
        evening.move(seat, evening.legal(seat)[0])

    shown_for = evening.play.asked_at - timezone.now()
    assert timedelta(seconds=3) < shown_for < timedelta(seconds=10)
    assert evening.chair(0).deadline == evening.play.asked_at + timedelta(seconds=30)


@every_kind
def test_a_game_with_a_clock_ends_though_nobody_moves(kind):
    evening = a_game(3, kind=kind, clock=30)

    for _ in range(2000):
        if evening.game.status == Game.Status.OVER:
            break
        evening.make_due(acts=range(3), clocks=range(3))
        tend_once()

    check_record(records.record_of(evening.game))
    assert all(chair.was_replaced for chair in evening.play.chairs)


@every_kind
def test_clocks_go_on_after_the_process_was_away(kind):
    """All that is known of a clock is in the database: a new process has empty memory."""
    evening = a_game(3, kind=kind, clock=30)
    seat = evening.on_turn()
    evening.make_due(clocks=[seat])
    evening.forget()

    assert tend_once() == 1
    assert made_by(evening) == [(seat, "steady")]


# Bots


@every_kind
def test_a_bot_moves_after_its_pause_and_only_once(kind):
    evening = a_game(1, kind=kind, bots=["steady", "steady"], clock=0)
    while not evening.chair(evening.owing()[0]).bot:
        evening.move(0, evening.legal(0)[0])
    bot = evening.owing()[0]
    assert evening.chair(bot).acts_at > evening.play.asked_at
    evening.let_time_pass()
    before = evening.play.length

    assert evening.attend()

    assert made_by(evening)[before:] == [(bot, "steady")]


@every_kind
def test_a_bot_has_no_clock(kind):
    evening = a_game(1, kind=kind, bots=["steady", "steady"], clock=30)

    assert all(chair.deadline is None for chair in evening.play.chairs if chair.bot)


def test_bots_are_quicker_when_only_bots_are_left(settings):
    settings.PACE = 1.0
    evening = a_game(1, kind="for_sale", bots=["steady", "steady"])
    while not evening.chair(evening.on_turn()).bot:
        evening.move(0, evening.legal(0)[0])
    with_people = evening.chair(evening.on_turn()).acts_at - evening.play.asked_at
    lobby.leave_room(code=evening.code, visitor=evening.host)
    evening.let_time_pass()
    evening.attend()
    alone = evening.chair(evening.on_turn()).acts_at - evening.play.asked_at

    assert alone < timedelta(seconds=0.5) < with_people


# A chair kept warm


@every_kind
def test_a_chair_kept_warm_is_taken_back_with_one_tap(kind):
    evening = a_game(3, kind=kind, clock=30)
    seat = evening.on_turn()
    consent.hand_to_bot(code=evening.code, visitor=evening.holder(seat), player=None)
    assert evening.chair(seat).acts_at is not None
    assert evening.chair(seat).deadline is None

    consent.take_back(code=evening.code, visitor=evening.holder(seat))

    chair = evening.chair(seat)
    assert (chair.warmer, chair.acts_at, chair.was_replaced) == ("", None, True)
    assert chair.deadline is not None
    assert incidents(evening, Incident.What.RETURN) == 1
    evening.let_time_pass()
    assert not evening.attend()


@every_kind
def test_taking_back_a_chair_that_is_not_warmed_changes_nothing(kind):
    evening = a_game(3, kind=kind)
    version = evening.room.version

    consent.take_back(code=evening.code, visitor=evening.host)

    assert evening.room.version == version


def test_somebody_returns_in_the_middle_of_an_auction():
    evening = a_game(3, kind="for_sale", clock=30)
    first = evening.on_turn()
    second = (first + 1) % 3
    consent.hand_to_bot(code=evening.code, visitor=evening.holder(second), player=None)
    evening.say(first, "bid", amount=1)
    assert evening.chair(second).acts_at is not None

    consent.take_back(code=evening.code, visitor=evening.holder(second))
    evening.say(second, "bid", amount=2)

    assert made_by(evening) == [(first, ""), (second, "")]


def test_somebody_returns_in_the_middle_of_a_sealed_sale(rng):
    evening = a_game(3, kind="for_sale", clock=30)
    evening.play_on(rng, until=is_in("selling"))
    consent.hand_to_bot(code=evening.code, visitor=evening.holder(1), player=None)
    evening.move(0, evening.legal(0)[0])
    evening.let_time_pass()
    assert evening.attend()
    assert evening.owing() == [2]

    consent.take_back(code=evening.code, visitor=evening.holder(1))
    mine = evening.legal(1)[-1]
    evening.move(1, mine)
    evening.move(2, evening.legal(2)[0])

    choices = PlayedMove.objects.filter(game=evening.game, move="seal", seat=1).order_by("number")
    assert [choice.by for choice in choices] == ["steady", ""]
    assert choices.last().house == mine.house
    assert choices.last().cheque is not None


@every_kind
def test_a_move_of_one_s_own_takes_the_chair_back_too(kind):
    evening = a_game(3, kind=kind)
    seat = evening.on_turn()
    consent.hand_to_bot(code=evening.code, visitor=evening.holder(seat), player=None)

    evening.move(seat, evening.legal(seat)[0])

    assert evening.chair(seat).warmer == ""
    assert made_by(evening) == [(seat, "")]


@every_kind
def test_a_leaver_never_freezes_a_game(kind, rng):
    evening = a_game(3, kind=kind)
    seat = evening.on_turn()
    lobby.leave_room(code=evening.code, visitor=evening.holder(seat))
    assert evening.chair(seat).warmer == "steady"

    while evening.play.is_running:
        if not evening.attend_all():
            waiting = next(other for other in evening.owing() if other != seat)
            evening.move(waiting, rng.choice(evening.legal(waiting)))

    check_record(records.record_of(evening.game))
    assert {by for number, by in made_by(evening) if number == seat} == {"steady"}
    assert {by for number, by in made_by(evening) if number != seat} == {""}


@every_kind
def test_one_who_left_for_good_does_not_come_back_into_the_chair(kind):
    evening = a_game(3, kind=kind)
    visitor = evening.holder(0)
    lobby.leave_room(code=evening.code, visitor=visitor)

    with pytest.raises(NotYourSeat):
        consent.take_back(code=evening.code, visitor=visitor)


def test_a_takeover_ends_the_ceiling():
    evening = a_game(3, kind="for_sale", clock=30)
    seat = evening.on_turn()
    playing.set_ceiling(code=evening.code, visitor=evening.holder(seat), ceiling=Ceiling(9, "ask", 1))

    consent.hand_to_bot(code=evening.code, visitor=evening.holder(seat), player=None)

    assert evening.chair(seat).ceiling is None


@every_kind
def test_the_result_notes_who_was_replaced(kind, rng):
    evening = a_game(3, kind=kind)
    consent.hand_to_bot(code=evening.code, visitor=evening.holder(1), player=None)
    consent.take_back(code=evening.code, visitor=evening.holder(1))
    evening.play_on(rng)

    assert [chair.was_replaced for chair in evening.play.chairs] == [False, True, False]
