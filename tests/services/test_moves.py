"""One move: whose seat, which key, which question, what the engine says; and what is kept of it."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.engine import KINDS, IllegalMove
from games.models import Game, Incident, PlayedMove, Player
from games.services import consent, journal, lobby, playing
from games.services.faults import KeyReused, Malformed, Missing, NotAllowedNow, NotYourSeat, StaleDecision
from games.services.playing import REFUSALS_KEPT
from games.services.turns import wish_of
from tests.builders import a_game, a_room, is_in
from tests.engine.tables import CANDIDATES

pytestmark = pytest.mark.django_db

every_kind = pytest.mark.parametrize("kind", KINDS)


def an_illegal_move(evening, seat):
    """One that the engine refuses from this seat now."""
    legal = set(evening.legal(seat))
    return next(move for move in CANDIDATES[evening.kind.info.slug] if move not in legal)


def stored(evening):
    return PlayedMove.objects.filter(game=evening.game)


# Which game


@every_kind
def test_a_move_meant_for_the_game_before_answers_no_question_of_the_next(kind):
    evening = a_game(3, kind=kind)
    for visitor in evening.visitors:
        if evening.play.is_running:
            consent.end_game(code=evening.code, visitor=visitor)
    lobby.rematch(code=evening.code, visitor=evening.host)
    seat = evening.on_turn()
    move = evening.legal(seat)[0]

    with pytest.raises(StaleDecision):
        evening.move(seat, move, key="f1.late")
    evening.move(seat, move, key="f2.now")

    assert [move.key for move in stored(evening)] == ["f2.now"]


@pytest.mark.parametrize("key", ["f.1", "f1", "g1.x", "1.f1.x", "f9999999999.x", "F1.x"])
def test_keys_of_scripts_name_no_game(key):
    evening = a_game(3)
    seat = evening.on_turn()

    evening.move(seat, evening.legal(seat)[0], key=key)

    assert stored(evening).count() == 1


def test_forms_and_messages_are_read_alike():
    play = a_game(3).play
    fields = {"move": "bid", "key": "k", "csrfmiddlewaretoken": "t"}

    form = wish_of(play, {**fields, "decision": "1", "amount": "3"})
    message = wish_of(play, {**fields, "type": "move", "decision": 1, "amount": 3})

    assert form == message


@pytest.mark.parametrize("decision", [None, "", "x", "-1", "1" * 10, True, 1.5, [1]])
def test_a_move_without_the_number_of_its_question_is_malformed(decision):
    with pytest.raises(Malformed):
        wish_of(a_game(3).play, {"move": "pass", "key": "k", "decision": decision})


# The same wish twice


@every_kind
def test_the_same_wish_again_gives_the_same_answer_and_no_second_move(kind):
    evening = a_game(3, kind=kind)
    seat = evening.on_turn()
    wish = evening.wish(evening.legal(seat)[0], key="once")
    visitor = evening.holder(seat)

    versions = {playing.submit_move(code=evening.code, visitor=visitor, wish=wish) for _ in range(3)}

    assert len(versions) == 1
    assert stored(evening).count() == evening.game.length == 1


@every_kind
def test_a_key_used_for_another_move_is_a_conflict(kind):
    evening = a_game(3, kind=kind)
    seat = evening.on_turn()
    first, second = evening.legal(seat)[:2]
    visitor = evening.holder(seat)
    playing.submit_move(code=evening.code, visitor=visitor, wish=evening.wish(first, key="once"))

    with pytest.raises(KeyReused):
        playing.submit_move(code=evening.code, visitor=visitor, wish=evening.wish(second, key="once"))

    assert stored(evening).count() == 1


@every_kind
def test_two_seats_may_use_the_same_key(kind, rng):
    evening = a_game(3, kind=kind)
    first = evening.on_turn()
    evening.play_on(rng, until=lambda play: first not in play.to_act)
    key = stored(evening).filter(seat=first).values_list("key", flat=True)[0]
    seat = evening.owing()[0]

    evening.move(seat, evening.legal(seat)[0], key=key)

    assert stored(evening).filter(key=key).count() == 2


@every_kind
def test_the_last_move_of_a_game_sent_again_is_still_known(kind, rng):
    evening = a_game(3, kind=kind)
    evening.play_on(rng)
    last = stored(evening).order_by("number").last()
    wish = playing.Wish(last.decision, last.key, playing.codec.move_from_json(KINDS[kind], last.fields))
    version = evening.room.version

    again = playing.submit_move(code=evening.code, visitor=evening.holder(last.seat), wish=wish)

    assert again == evening.room.version == version


@every_kind
def test_the_last_move_is_known_when_the_next_game_has_begun_before_it_is_sent_again(kind, rng):
    """Its answer was lost, and somebody else tapped "play again" meanwhile."""
    evening = a_game(3, kind=kind)
    evening.play_on(rng)
    last = stored(evening).order_by("number").last()
    wish = playing.Wish(last.decision, last.key, playing.codec.move_from_json(KINDS[kind], last.fields))
    mover = evening.holder(last.seat)
    other = next(visitor for visitor in evening.visitors if visitor != mover)
    lobby.rematch(code=evening.code, visitor=other)
    version = evening.room.version

    again = playing.submit_move(code=evening.code, visitor=mover, wish=wish)

    assert again == evening.room.version == version
    assert not stored(evening).exists(), "it is no move of the new game"
    with pytest.raises(StaleDecision):
        playing.submit_move(code=evening.code, visitor=other, wish=wish)


# Whose seat, which question


@every_kind
def test_a_stranger_has_no_seat(kind):
    evening = a_game(3, kind=kind)
    wish = evening.wish(evening.legal(evening.on_turn())[0])

    for visitor in ("stranger", ""):
        with pytest.raises(NotYourSeat):
            playing.submit_move(code=evening.code, visitor=visitor, wish=wish)
    assert not stored(evening).exists()


@every_kind
def test_somebody_else_s_turn_is_not_mine(kind):
    evening = a_game(3, kind=kind)
    turn = evening.on_turn()

    with pytest.raises(IllegalMove) as refused:
        evening.move((turn + 1) % 3, evening.legal(turn)[0])

    assert refused.value.code == "not_your_turn"
    assert not stored(evening).exists()


@every_kind
def test_a_move_for_an_old_question_is_stale(kind, rng):
    evening = a_game(3, kind=kind)
    old = evening.play.decision
    evening.play_on(rng, until=lambda play: play.decision > old)
    seat, length = evening.owing()[0], evening.game.length

    for decision in (old, 0, evening.play.decision + 1, 10**9):
        with pytest.raises(StaleDecision):
            evening.move(seat, evening.legal(seat)[0], decision=decision)
    assert evening.game.length == length


def test_there_are_no_moves_before_the_first_game():
    evening = a_room(3)
    move = next(iter(CANDIDATES[evening.table.kind_slug]))

    with pytest.raises(NotAllowedNow) as refused:
        playing.submit_move(code=evening.code, visitor=evening.host, wish=playing.Wish(1, "k", move))

    assert refused.value.code == "NO_GAME_YET"


@every_kind
def test_there_are_no_moves_after_the_end(kind, rng):
    evening = a_game(3, kind=kind)
    move = evening.legal(evening.on_turn())[0]
    evening.play_on(rng)

    with pytest.raises(NotAllowedNow) as refused:
        evening.move(0, move, key="late")

    assert refused.value.code == "GAME_OVER"


def test_there_are_no_moves_in_a_room_that_is_not_there():
    evening = a_game(3)

    with pytest.raises(Missing):
        playing.submit_move(code="AAAAA", visitor=evening.host, wish=evening.wish(evening.legal(evening.on_turn())[0]))


# Refusals


@every_kind
def test_a_refused_move_is_an_incident_and_not_a_move(kind):
    evening = a_game(3, kind=kind)
    seat, before = evening.on_turn(), evening.game.state

    with pytest.raises(IllegalMove) as refused:
        evening.move(seat, an_illegal_move(evening, seat))

    incident = Incident.objects.get(what=Incident.What.REFUSAL)
    assert (incident.game, incident.seat, incident.facts["code"]) == (evening.game, seat, refused.value.code)
    assert not stored(evening).exists()
    assert evening.game.state == before


@every_kind
def test_refusals_are_kept_up_to_a_number_and_shown_to_nobody(kind):
    evening = a_game(3, kind=kind)
    seat, version = evening.on_turn(), evening.room.version

    for _ in range(REFUSALS_KEPT + 5):
        with pytest.raises(IllegalMove):
            evening.move(seat, an_illegal_move(evening, seat))

    assert Incident.objects.filter(what=Incident.What.REFUSAL).count() == REFUSALS_KEPT
    assert evening.room.version == version
    evening.forget()
    assert evening.table.notices == ()


@every_kind
def test_a_refused_move_leaves_its_key_free(kind):
    evening = a_game(3, kind=kind)
    seat = evening.on_turn()
    with pytest.raises(IllegalMove):
        evening.move(seat, an_illegal_move(evening, seat), key="mine")

    evening.move(seat, evening.legal(seat)[0], key="mine")

    assert stored(evening).count() == 1


# What is kept


def test_a_bid_and_a_pass_have_columns_to_filter_and_sum():
    evening = a_game(3, kind="for_sale")
    seat = evening.on_turn()
    evening.say(seat, "bid", amount=4)
    evening.say((seat + 1) % 3, "pass")

    bid, left = stored(evening).order_by("number")
    assert (bid.move, bid.seat, bid.round, bid.amount, bid.house) == ("bid", seat, 1, 4, None)
    assert (left.move, left.round) == ("pass", 1)
    assert left.house is not None


def test_a_reveal_fills_in_the_cheques_of_the_choices_that_stood(rng):
    evening = a_game(3, kind="for_sale")
    evening.play_on(rng, until=is_in("selling"))
    hands = [evening.legal(seat) for seat in range(3)]
    evening.move(0, hands[0][0])
    evening.move(0, hands[0][1])
    evening.move(1, hands[1][0])
    assert not stored(evening).filter(cheque__isnull=False).exists()

    evening.move(2, hands[2][0])

    choices = list(stored(evening).filter(move="seal").order_by("number"))
    assert [choice.cheque is None for choice in choices] == [True, False, False, False]
    by_house = sorted(choices[1:], key=lambda choice: choice.house)
    cheques = [choice.cheque for choice in by_house]
    assert cheques == sorted(cheques)


def test_a_bid_on_a_space_has_its_column():
    evening = a_game(3, kind="square_on_sale")

    evening.say(evening.on_turn(), "bid", space="c3", amount=2)

    bid = stored(evening).get()
    assert (bid.move, bid.space, bid.amount) == ("bid", "c3", 2)


def test_thinking_longer_than_a_column_can_hold_loses_no_move():
    """Twenty-five days in milliseconds do not fit into PostgreSQL's integer."""
    evening = a_game(3)
    Game.objects.update(asked_at=timezone.now() - timedelta(days=40))
    evening.forget()

    evening.move(evening.on_turn(), evening.legal(evening.on_turn())[0])

    assert stored(evening).get().thought_ms == 2**31 - 1


def test_the_journal_writes_every_column_of_a_move():
    columns = {field.column for field in PlayedMove._meta.concrete_fields if not field.primary_key}

    assert set(journal.MOVE_COLUMNS) == columns


# Versions


@every_kind
def test_a_move_that_others_may_see_raises_version_and_revision(kind):
    evening = a_game(3, kind=kind)
    before = evening.room
    seat = evening.on_turn()

    version = evening.move(seat, evening.legal(seat)[0])

    after = evening.room
    assert (after.version, after.revision) == (before.version + 1, before.revision + 1)
    assert version == after.version


def test_a_replaced_seal_raises_the_revision_alone(rng):
    evening = a_game(3, kind="for_sale")
    evening.play_on(rng, until=is_in("selling"))
    evening.move(0, evening.legal(0)[0])
    before, decision = evening.room, evening.play.decision

    version = evening.move(0, evening.legal(0)[1])

    after = evening.room
    assert (after.version, after.revision) == (before.version, before.revision + 1)
    assert (version, evening.play.decision) == (before.version, decision)


@every_kind
def test_what_changes_nothing_raises_nothing(kind):
    evening = a_game(3, kind=kind)
    seat = evening.on_turn()
    evening.move(seat, evening.legal(seat)[0], key="once")
    before = evening.room
    move = playing.codec.move_from_json(KINDS[kind], stored(evening).get().fields)

    playing.submit_move(code=evening.code, visitor=evening.holder(seat), wish=evening.wish(move, key="once"))

    assert (evening.room.version, evening.room.revision) == (before.version, before.revision)


# Another game in the same room


def test_a_seat_of_the_last_game_says_nothing_about_this_one(rng):
    evening = a_game(3)
    evening.play_on(rng)
    lobby.leave_room(code=evening.code, visitor="visitor-Cleo")
    lobby.join_room(code=evening.code, visitor="visitor-Dan", name="Dan")
    lobby.rematch(code=evening.code, visitor=evening.host)
    assert Player.objects.get(name="Cleo").has_left

    with pytest.raises(NotYourSeat):
        playing.submit_move(
            code=evening.code,
            visitor="visitor-Cleo",
            wish=evening.wish(evening.legal(evening.on_turn())[0]),
        )
