"""What the table agrees to: ending early, absent seats, moving a seat to another device, claims to a lost one."""

from datetime import timedelta

import pytest
from django.utils import timezone

from games.engine import KINDS
from games.models import Claim, Game, Incident, Player, Vote
from games.services import consent, lobby, playing, presence
from games.services.faults import Forbidden, Missing, NotAllowedNow, NotYourSeat
from games.services.tables import Ceiling
from tests.builders import a_game, a_room, visitor_of

pytestmark = pytest.mark.django_db

every_kind = pytest.mark.parametrize("kind", KINDS)
ANN, BOB, CLEO, DAN = map(visitor_of, ("Ann", "Bob", "Cleo", "Dan"))


def go_away(evening, *names):
    """Nothing was heard of these people for a while, and the table knows."""
    for name in names:
        evening.unseen(name, presence.AWAY_AFTER + timedelta(seconds=5))
    presence.sweep(evening.code)
    assert {person.name for person in evening.table.people if person.is_away} >= set(names)


# Ending early


@every_kind
def test_the_host_and_the_majority_end_a_game(kind):
    evening = a_game(4, kind=kind)

    assert not consent.end_game(code=evening.code, visitor=ANN)
    assert not consent.end_game(code=evening.code, visitor=BOB)
    assert consent.end_game(code=evening.code, visitor=CLEO)

    game = evening.game
    assert game.status == Game.Status.ABANDONED
    assert game.ended_at is not None
    assert game.due_at is None
    assert Incident.objects.filter(what=Incident.What.ENDED).exists()


@every_kind
def test_a_majority_without_the_host_ends_nothing(kind):
    evening = a_game(4, kind=kind)

    for visitor in (BOB, CLEO, DAN):
        assert not consent.end_game(code=evening.code, visitor=visitor)

    assert evening.play.is_running
    assert evening.table.motions["end"].voters == {evening.player(name).pk for name in ("Bob", "Cleo", "Dan")}


def test_asking_twice_counts_once():
    evening = a_game(4)

    for _ in range(3):
        assert not consent.end_game(code=evening.code, visitor=ANN)

    assert Vote.objects.filter(motion="end").count() == 1


def test_those_who_are_away_are_not_asked():
    evening = a_game(4)
    go_away(evening, "Cleo", "Dan")
    consent.end_game(code=evening.code, visitor=ANN)

    assert consent.end_game(code=evening.code, visitor=BOB)


def test_bots_are_not_asked():
    evening = a_game(1, bots=["steady", "steady"])

    assert consent.end_game(code=evening.code, visitor=ANN)


def test_a_host_without_a_seat_needs_the_players():
    room = lobby.open_room(visitor="tv", plan=lobby.checked_plan("for_sale", "", (), {}), name="")
    for visitor in (ANN, BOB, CLEO):
        lobby.join_room(code=room.code, visitor=visitor, name=visitor.removeprefix("visitor-"))
    lobby.start_game(code=room.code, visitor="tv")

    assert not consent.end_game(code=room.code, visitor="tv")
    assert not consent.end_game(code=room.code, visitor=ANN)
    assert consent.end_game(code=room.code, visitor=BOB)


def test_strangers_have_no_say():
    evening = a_game(3)

    with pytest.raises(Forbidden):
        consent.end_game(code=evening.code, visitor="stranger")


def test_only_a_running_game_is_ended(rng):
    evening = a_game(3)
    evening.play_on(rng)

    with pytest.raises(NotAllowedNow) as refused:
        consent.end_game(code=evening.code, visitor=ANN)

    assert refused.value.code == "NO_GAME_RUNNING"


def test_an_ended_game_takes_no_moves_and_gives_way_to_the_next():
    evening = a_game(3)
    seat, move = evening.on_turn(), evening.legal(evening.on_turn())[0]
    for visitor in (ANN, BOB):
        consent.end_game(code=evening.code, visitor=visitor)

    with pytest.raises(NotAllowedNow):
        evening.move(seat, move)
    lobby.rematch(code=evening.code, visitor=CLEO)

    assert (evening.play.number, evening.play.is_running) == (2, True)
    assert evening.table.motions == {}


def test_what_was_due_in_an_ended_game_is_no_more():
    evening = a_game(1, bots=["steady", "steady"], clock=30)
    if not evening.chair(evening.on_turn()).bot:
        evening.move(0, evening.legal(0)[0])
    consent.end_game(code=evening.code, visitor=ANN)
    length = evening.game.length

    evening.let_time_pass()

    assert not evening.attend()
    assert evening.game.length == length


def test_an_ended_game_forgets_its_ceilings():
    evening = a_game(3, kind="for_sale")
    playing.set_ceiling(code=evening.code, visitor=evening.holder(0), ceiling=Ceiling(9, "ask", 1))
    for visitor in (ANN, BOB):
        consent.end_game(code=evening.code, visitor=visitor)

    assert evening.chair(0).ceiling is None


# Absence


@every_kind
def test_the_host_alone_hands_an_absent_seat_to_a_bot(kind):
    evening = a_game(4, kind=kind)
    go_away(evening, "Dan")

    assert consent.hand_to_bot(code=evening.code, visitor=ANN, player=evening.player("Dan").pk)

    assert evening.chair(3).warmer == "steady"
    assert Incident.objects.filter(what=Incident.What.TAKEOVER, seat=3).exists()


@every_kind
def test_so_does_a_majority_without_the_host(kind):
    evening = a_game(5, kind=kind) if kind == "for_sale" else a_game(4, kind=kind)
    away = evening.names[-1]
    go_away(evening, away)
    target = evening.player(away).pk

    assert not consent.hand_to_bot(code=evening.code, visitor=BOB, player=target)
    assert not consent.hand_to_bot(code=evening.code, visitor=BOB, player=target)
    done = [consent.hand_to_bot(code=evening.code, visitor=visitor, player=target) for visitor in (CLEO, DAN)]

    assert True in done
    assert evening.chair(len(evening.names) - 1).warmer == "steady"
    assert not Vote.objects.exists()


def test_the_seat_of_one_who_is_there_is_not_handed_over():
    evening = a_game(3)

    with pytest.raises(NotAllowedNow) as refused:
        consent.hand_to_bot(code=evening.code, visitor=ANN, player=evening.player("Bob").pk)

    assert (refused.value.code, refused.value.facts) == ("PLAYER_IS_HERE", {"name": "Bob"})


def test_strangers_hand_nobody_s_seat_over():
    evening = a_game(3)
    go_away(evening, "Cleo")

    with pytest.raises(Forbidden):
        consent.hand_to_bot(code=evening.code, visitor="stranger", player=evening.player("Cleo").pk)
    with pytest.raises(Missing):
        consent.hand_to_bot(code=evening.code, visitor=ANN, player=10**8)


def test_absence_means_nothing_without_a_running_game():
    evening = a_room(3)

    for deed in (consent.hand_to_bot, consent.take_back):
        extra = {"player": None} if deed is consent.hand_to_bot else {}
        with pytest.raises(NotAllowedNow):
            deed(code=evening.code, visitor=ANN, **extra)


# Another phone


@every_kind
def test_a_seat_moves_to_another_phone_once(kind):
    evening = a_game(3, kind=kind)
    token = consent.offer_transfer(code=evening.code, visitor=BOB)

    consent.take_transfer(code=evening.code, visitor="new phone", token=token)

    assert evening.table.seat_of("new phone") == 1
    assert evening.table.seat_of(BOB) is None
    with pytest.raises(Missing):
        consent.take_transfer(code=evening.code, visitor="thief", token=token)
    assert Incident.objects.filter(what=Incident.What.TRANSFER).count() == 1


def test_the_new_phone_plays_and_the_old_one_does_not(rng):
    evening = a_game(3)
    seat = evening.on_turn()
    old = evening.holder(seat)
    token = consent.offer_transfer(code=evening.code, visitor=old)
    consent.take_transfer(code=evening.code, visitor="new phone", token=token)
    wish = evening.wish(evening.legal(seat)[0])

    with pytest.raises(NotYourSeat):
        playing.submit_move(code=evening.code, visitor=old, wish=wish)
    playing.submit_move(code=evening.code, visitor="new phone", wish=wish)

    assert evening.game.length == 1


def test_a_new_pass_makes_the_old_one_void():
    evening = a_room(2)
    old = consent.offer_transfer(code=evening.code, visitor=BOB)
    new = consent.offer_transfer(code=evening.code, visitor=BOB)

    with pytest.raises(Missing):
        consent.offered_place(evening.code, old)
    assert consent.offered_place(evening.code, new).name == "Bob"


def test_a_pass_runs_out():
    evening = a_room(2)
    token = consent.offer_transfer(code=evening.code, visitor=BOB)
    Player.objects.update(transfer_until=timezone.now() - timedelta(seconds=1))

    with pytest.raises(Missing) as refused:
        consent.take_transfer(code=evening.code, visitor="new phone", token=token)

    assert refused.value.code == "PASS_VOID"


@pytest.mark.parametrize("token", ["", "x" * 20, "\x00" * 20])
def test_a_pass_that_was_never_given_opens_nothing(token):
    evening = a_room(2)

    with pytest.raises(Missing):
        consent.take_transfer(code=evening.code, visitor="thief", token=token)


def test_a_pass_is_good_in_its_own_room_only():
    evening, elsewhere = a_room(2), a_room(2)
    token = consent.offer_transfer(code=evening.code, visitor=BOB)

    with pytest.raises(Missing):
        consent.take_transfer(code=elsewhere.code, visitor="new phone", token=token)


def test_who_sits_already_takes_no_second_place():
    evening = a_room(3)
    token = consent.offer_transfer(code=evening.code, visitor=BOB)

    with pytest.raises(NotAllowedNow) as refused:
        consent.take_transfer(code=evening.code, visitor=CLEO, token=token)

    assert refused.value.code == "ALREADY_IN_ROOM"
    assert consent.offered_place(evening.code, token).name == "Bob"


def test_a_stranger_has_no_place_to_offer():
    with pytest.raises(Forbidden):
        consent.offer_transfer(code=a_room(2).code, visitor="stranger")


def test_the_host_s_rights_move_with_the_place():
    evening = a_room(2)
    token = consent.offer_transfer(code=evening.code, visitor=ANN)

    consent.take_transfer(code=evening.code, visitor="new phone", token=token)

    assert evening.table.person_of("new phone").id == evening.table.host


# A lost phone


def claim(evening, name, visitor="new phone"):
    consent.claim_seat(code=evening.code, visitor=visitor, player=evening.player(name).pk)
    return Claim.objects.get(room=evening.room, visitor=visitor).pk


def answer(evening, visitor, asked, *, yes=True):
    consent.answer_claim(code=evening.code, visitor=visitor, claim=asked, is_agreed_to=yes)


@every_kind
def test_the_host_and_one_more_grant_a_claim(kind):
    evening = a_game(4, kind=kind)
    asked = claim(evening, "Dan")

    answer(evening, ANN, asked)
    assert evening.table.seat_of("new phone") is None
    answer(evening, BOB, asked)

    assert evening.table.seat_of("new phone") == 3
    assert evening.table.seat_of(DAN) is None
    assert Incident.objects.filter(what=Incident.What.CLAIM).exists()
    assert not Claim.objects.exists()


def test_the_others_without_the_host_do_not_grant_a_claim():
    evening = a_game(4)
    asked = claim(evening, "Dan")

    answer(evening, BOB, asked)
    answer(evening, CLEO, asked)

    assert evening.table.seat_of("new phone") is None


def test_a_majority_grants_a_claim_if_the_host_is_gone():
    evening = a_game(4)
    go_away(evening, "Ann", "Dan")
    asked = claim(evening, "Dan")

    answer(evening, BOB, asked)
    assert evening.table.seat_of("new phone") is None
    answer(evening, CLEO, asked)

    assert evening.table.seat_of("new phone") == 3


def test_the_host_s_own_seat_is_granted_by_a_majority_of_the_others():
    evening = a_game(3)
    asked = claim(evening, "Ann")

    answer(evening, BOB, asked)
    answer(evening, CLEO, asked)

    assert evening.table.seat_of("new phone") == 0
    assert evening.table.person_of("new phone").id == evening.table.host


def test_the_player_who_is_asked_for_may_grant_the_claim_alone():
    evening = a_game(3)

    answer(evening, BOB, claim(evening, "Bob"))

    assert evening.table.seat_of("new phone") == 1


def test_one_who_agrees_twice_is_still_one():
    evening = a_game(4)
    asked = claim(evening, "Dan")

    answer(evening, ANN, asked)
    answer(evening, ANN, asked)

    assert evening.table.seat_of("new phone") is None


def test_consent_to_one_claim_is_no_consent_to_another_place():
    """Otherwise a stranger asks for an empty chair first and for yours when half have agreed."""
    evening = a_game(4)
    asked = claim(evening, "Dan")
    answer(evening, ANN, asked)

    asked = claim(evening, "Cleo")
    answer(evening, BOB, asked)

    assert evening.table.seat_of("new phone") is None
    assert evening.table.seat_of(CLEO) == 2


def test_asking_again_for_the_same_place_keeps_the_consent():
    evening = a_game(4)
    answer(evening, ANN, claim(evening, "Dan"))

    answer(evening, BOB, claim(evening, "Dan"))

    assert evening.table.seat_of("new phone") == 3


def test_the_host_or_the_player_refuses_a_claim():
    for visitor in (ANN, DAN):
        evening = a_game(4)
        asked = claim(evening, "Dan")
        with pytest.raises(Forbidden):
            answer(evening, BOB, asked, yes=False)

        answer(evening, visitor, asked, yes=False)

        assert evening.table.claims == ()
        with pytest.raises(Missing):
            answer(evening, ANN, asked)


def test_strangers_answer_no_claims_and_members_make_none():
    evening = a_game(3)
    asked = claim(evening, "Cleo")

    with pytest.raises(Forbidden):
        answer(evening, "new phone", asked)
    with pytest.raises(NotAllowedNow):
        claim(evening, "Cleo", visitor=BOB)


def test_nobody_claims_a_bot_or_somebody_of_another_room():
    evening, elsewhere = a_game(2, bots=["steady"]), a_room(1)
    bot = evening.table.seated[-1].id

    for player in (bot, elsewhere.player("Ann").pk, 10**8):
        with pytest.raises(Missing):
            consent.claim_seat(code=evening.code, visitor="new phone", player=player)


def test_a_claim_of_another_room_is_not_answered_here():
    evening, elsewhere = a_game(3), a_game(3)
    asked = claim(elsewhere, "Cleo")

    with pytest.raises(Missing):
        answer(evening, ANN, asked)
