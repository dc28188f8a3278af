"""The secret ceiling: it bids for its owner, is seen by nobody else, and is gone with the round."""

from datetime import timedelta
from types import SimpleNamespace

import pytest

from games.engine import KINDS
from games.models import PlayedMove
from games.services import playing, records, timing
from games.services.faults import Malformed, NotAllowedNow, NotYourSeat, StaleDecision
from games.services.tables import Ceiling
from tests.builders import a_game, a_room, is_in

pytestmark = pytest.mark.django_db

WITH_ORDERS = [slug for slug, kind in KINDS.items() if kind.info.standing_orders]
WITHOUT = [slug for slug in KINDS if slug not in WITH_ORDERS]


def order(evening, seat, amount, then="ask"):
    """The seat sets a ceiling for the round that is played."""
    ceiling = Ceiling(amount, then, evening.kind.round(evening.play.state))
    playing.set_ceiling(code=evening.code, visitor=evening.holder(seat), ceiling=ceiling)


def bids(evening):
    rows = PlayedMove.objects.filter(game=evening.game).order_by("number")
    return [(row.seat, row.move, row.amount) for row in rows]


def seats_from_first(evening):
    first = evening.on_turn()
    return [(first + step) % len(evening.names) for step in range(len(evening.names))]


def test_a_ceiling_raises_by_the_smallest_step_when_its_time_comes(settings):
    settings.PACE = 100.0
    evening = a_game(3, kind="for_sale")
    first, second, _ = seats_from_first(evening)
    order(evening, second, 5)
    evening.say(first, "bid", amount=3)
    assert not evening.attend(), "not before its pause is over"

    evening.let_time_pass()

    assert evening.attend()
    assert bids(evening)[-1] == (second, "bid", 4)


def test_a_ceiling_set_on_the_own_turn_acts_by_itself():
    evening = a_game(3, kind="for_sale")
    first = evening.on_turn()

    order(evening, first, 2)
    evening.let_time_pass()

    assert evening.attend()
    assert bids(evening) == [(first, "bid", 1)]


def test_a_ceiling_that_is_passed_asks_its_owner():
    evening = a_game(3, kind="for_sale")
    first, second, _ = seats_from_first(evening)
    order(evening, second, 2, "ask")

    evening.say(first, "bid", amount=2)

    evening.let_time_pass()
    assert not evening.attend()
    assert evening.on_turn() == second
    assert evening.chair(second).acts_at is None


def test_a_ceiling_that_is_passed_passes_where_told_to():
    evening = a_game(3, kind="for_sale")
    first, second, _ = seats_from_first(evening)
    order(evening, second, 2, "pass")

    evening.say(first, "bid", amount=2)
    evening.attend_all()

    assert bids(evening)[-1][:2] == (second, "pass")


def test_two_ceilings_bid_against_each_other_until_the_lower_gives_up():
    evening = a_game(3, kind="for_sale")
    first, second, third = seats_from_first(evening)
    order(evening, first, 6, "pass")
    order(evening, second, 9, "pass")
    order(evening, third, 3, "pass")

    evening.attend_all()

    amounts = [amount for _, move, amount in bids(evening) if move == "bid"]
    assert amounts == list(range(1, 8))
    assert [seat for seat, move, _ in bids(evening) if move == "pass"] == [third, first]
    assert evening.kind.round(evening.play.state) == 2


def test_a_ceiling_goes_along_where_the_edition_lets_it():
    """FS-43: in 1997 the smallest legal bid may equal the highest."""
    evening = a_game(3, kind="for_sale", edition="1997")
    first, second, _ = seats_from_first(evening)
    order(evening, second, 5)

    evening.say(first, "bid", amount=3)
    evening.attend_all()

    assert bids(evening)[-1] == (second, "bid", 3)


def test_ceilings_are_gone_at_the_end_of_the_round():
    evening = a_game(3, kind="for_sale")
    seats = seats_from_first(evening)
    order(evening, seats[0], 9)
    for seat in seats[1:]:
        order(evening, seat, 1, "pass")
    evening.attend_all()
    assert evening.kind.round(evening.play.state) == 2

    assert [chair.ceiling for chair in evening.play.chairs] == [None] * 3
    evening.forget()
    assert [chair.ceiling for chair in evening.play.chairs] == [None] * 3


def test_a_ceiling_of_the_last_buying_round_does_not_live_on_in_the_sale(rng):
    evening = a_game(3, kind="for_sale")
    rounds = evening.kind.rules(evening.play.state).houses
    evening.play_on(rng, until=lambda play: play.kind.round(play.state) == len(rounds) // 3)
    order(evening, evening.on_turn(), 20)
    evening.play_on(rng, until=is_in("selling"))

    assert all(chair.ceiling is None for chair in evening.play.chairs)


def test_a_ceiling_is_changed_and_cleared_at_any_time():
    evening = a_game(3, kind="for_sale")
    first, second, _ = seats_from_first(evening)
    order(evening, second, 5)
    order(evening, second, 8, "pass")
    assert evening.chair(second).ceiling == Ceiling(8, "pass", 1)

    order(evening, second, 0)
    evening.say(first, "bid", amount=1)

    evening.let_time_pass()
    assert evening.chair(second).ceiling is None
    assert not evening.attend()


def test_a_ceiling_cleared_while_its_pause_runs_does_not_act():
    evening = a_game(3, kind="for_sale")
    first = evening.on_turn()
    order(evening, first, 5)
    assert evening.chair(first).acts_at is not None

    order(evening, first, 0)
    evening.let_time_pass()

    assert not evening.attend()
    assert bids(evening) == []


def test_setting_a_ceiling_is_seen_by_nobody_else():
    evening = a_game(3, kind="for_sale")
    before = evening.room

    order(evening, evening.on_turn(), 7)

    after = evening.room
    assert (after.version, after.revision) == (before.version, before.revision + 1)
    assert evening.table.notices == ()


def test_a_row_made_by_a_ceiling_is_that_of_a_bid_by_hand():
    by_hand, by_order = a_game(3, kind="for_sale"), a_game(3, kind="for_sale")
    by_hand.say(by_hand.on_turn(), "bid", amount=1)
    seat = by_order.on_turn()
    order(by_order, seat, 4)
    by_order.attend_all()

    rows = [PlayedMove.objects.filter(game=evening.game).values().get() for evening in (by_hand, by_order)]
    different = {name for name in rows[0] if rows[0][name] != rows[1][name]}
    assert different <= {"id", "game_id", "seat", "key", "thought_ms", "made_at", "events"}
    assert [event["amount"] for event in rows[1]["events"]] == [1]
    assert by_order.room.version == by_hand.room.version


def test_a_ceiling_never_reaches_a_record(rng):
    evening = a_game(3, kind="for_sale")
    order(evening, evening.on_turn(), 7)
    evening.play_on(rng)

    assert "ceiling" not in str(records.record_of(evening.game)).lower()


def test_a_ceiling_leaves_the_clock_alone():
    evening = a_game(3, kind="for_sale", clock=60)
    seat = evening.on_turn()
    deadline = evening.chair(seat).deadline

    order(evening, seat, 4)

    assert evening.chair(seat).deadline == deadline
    assert evening.play.due_at == evening.chair(seat).acts_at


def test_a_ceiling_for_another_round_is_stale():
    evening = a_game(3, kind="for_sale")

    for number in (0, 2, 99):
        with pytest.raises(StaleDecision):
            playing.set_ceiling(code=evening.code, visitor=evening.host, ceiling=Ceiling(5, "ask", number))
    assert all(chair.ceiling is None for chair in evening.play.chairs)


def test_a_ceiling_that_does_something_else_is_malformed():
    evening = a_game(3, kind="for_sale")

    with pytest.raises(Malformed):
        playing.set_ceiling(code=evening.code, visitor=evening.host, ceiling=Ceiling(5, "double", 1))


def test_a_stranger_has_no_ceiling():
    evening = a_game(3, kind="for_sale")

    with pytest.raises(NotYourSeat):
        playing.set_ceiling(code=evening.code, visitor="stranger", ceiling=Ceiling(5, "ask", 1))


def test_a_chair_that_a_bot_keeps_warm_has_no_ceiling(rng):
    """Its player takes it back first."""
    evening = a_game(3, kind="for_sale")
    playing.timing.Seat.objects.filter(game=evening.game, number=0).update(warmer="steady")
    evening.forget()

    with pytest.raises(NotAllowedNow) as refused:
        playing.set_ceiling(code=evening.code, visitor=evening.holder(0), ceiling=Ceiling(5, "ask", 1))

    assert refused.value.code == "NO_CEILING_NOW"


def test_there_is_no_ceiling_without_a_game():
    evening = a_room(3, kind="for_sale")

    with pytest.raises(NotAllowedNow):
        playing.set_ceiling(code=evening.code, visitor=evening.host, ceiling=Ceiling(5, "ask", 1))


@pytest.mark.parametrize("kind", WITHOUT)
def test_a_game_without_standing_orders_has_no_ceiling(kind):
    evening = a_game(3, kind=kind)

    with pytest.raises(NotAllowedNow) as refused:
        order(evening, 0, 5)

    assert refused.value.code == "NO_CEILING_NOW"


# What its timing tells


def test_no_pause_is_shorter_than_a_second_and_none_tells_what_is_behind_it(settings, monkeypatch):
    """A move that comes at once would say: that was a ceiling."""
    settings.PACE = 1.0
    chairs = a_game(2, kind="for_sale", bots=("steady",)).play.chairs
    pauses = {timing.ceiling_pause(), timing.ceiling_pause(), timing.bot_pause(chairs), timing.bot_pause(chairs)}
    assert len(pauses) == 4, "drawn anew each time"
    monkeypatch.setattr(timing, "CHANCE", SimpleNamespace(uniform=lambda least, _most: least))

    assert timing.ceiling_pause() >= timedelta(seconds=1)
    assert timing.bot_pause(chairs) >= timedelta(seconds=1)


def test_ceilings_and_bots_are_given_such_a_pause_at_every_question(settings):
    settings.PACE = 1.0
    evening = a_game(2, kind="for_sale", bots=("steady",))
    for seat in (chair.number for chair in evening.play.chairs if not chair.bot):
        order(evening, seat, 9, "pass")
    waits = []

    while evening.kind.round(evening.play.state) == 1 and len(waits) < 6:
        chair = evening.chair(evening.on_turn())
        waits.append(chair.acts_at - evening.play.asked_at)
        assert not evening.attend(), "not before its pause is over"
        evening.let_time_pass()
        assert evening.attend()

    assert len(waits) > 1
    assert min(waits) >= timedelta(seconds=1)
