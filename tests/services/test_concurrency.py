"""Several at once: threads with connections of their own against the real database.

The pairs show a race that happens when the room is not held, and that the hold prevents it. Without the hold the
unique constraint is the last guard: it keeps the game whole, and an honest move is lost with a database error.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from threading import Barrier
from time import monotonic, sleep
from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction

from games.engine import KINDS, check_record
from games.models import Game, PlayedMove, Player, Room
from games.services import changing, consent, journal, lobby, playing, records
from games.services.faults import Conflict, Missing, StaleDecision
from games.services.tables import read_table
from tests.builders import Evening, a_game, a_room, is_in, visitor_of

pytestmark = pytest.mark.django_db(transaction=True)

every_kind = pytest.mark.parametrize("kind", KINDS)

WHOLE_GAME_SECONDS = 120.0
"""Far more than a whole game takes, on a machine that has other things to do."""


def at_once(*deeds: Callable[[], Any]) -> list[Any]:
    """Do these in threads that start together; gives what each returned or raised."""
    start = Barrier(len(deeds))

    def run(deed: Callable[[], Any]) -> Any:
        start.wait(60)
        try:
            return deed()
        except Exception as fault:  # whatever it is, the test wants to see it
            return fault
        finally:
            connection.close()

    with ThreadPoolExecutor(len(deeds)) as threads:
        return list(threads.map(run, deeds))


@contextmanager
def nobody_holds_rooms(monkeypatch: pytest.MonkeyPatch, writers: int) -> Iterator[None]:
    """Every writer has read the room before any of them writes: what the hold of the row makes impossible."""
    all_have_read = Barrier(writers)

    @contextmanager
    def not_holding(code: str, **_: bool) -> Iterator[changing.Change]:
        room = Room.objects.get(code=code)
        table = read_table(room)
        all_have_read.wait(60)
        with transaction.atomic():
            row = journal.HeldRow(room.pk, room.version, room.revision, room.is_closed)
            change = changing.Change(row, table)
            yield change
            if change.is_made:
                changing.store(change)

    with monkeypatch.context() as patched:
        patched.setattr(playing, "changing", not_holding)
        yield


def kinds_of(answers: Sequence[Any]) -> Counter[str]:
    return Counter(type(answer).__name__ for answer in answers)


def sender(evening: Evening, seat: int, move: Any, key: str) -> Callable[[], int]:
    """A move of this seat, ready to be sent."""
    wish, visitor = evening.wish(move, key=key), evening.holder(seat)
    return lambda: playing.submit_move(code=evening.code, visitor=visitor, wish=wish)


# The last seal


def before_the_last_seals(rng: Any) -> tuple[Evening, list[Callable[[], int]]]:
    """A sale in which two of three have yet to seal, and their seals."""
    evening = a_game(3, kind="for_sale")
    evening.play_on(rng, until=is_in("selling"))
    evening.move(0, evening.legal(0)[0])
    return evening, [sender(evening, seat, evening.legal(seat)[0], f"seal {seat}") for seat in (1, 2)]


def test_without_the_hold_one_of_the_last_two_seals_is_lost(rng, monkeypatch):
    evening, seals = before_the_last_seals(rng)

    with nobody_holds_rooms(monkeypatch, writers=2):
        answers = at_once(*seals)

    assert kinds_of(answers) == {"int": 1, IntegrityError.__name__: 1}
    evening.forget()
    assert len(evening.owing()) == 1, "somebody sealed, was refused, and must seal again"


def test_with_the_hold_the_last_two_seals_count_and_reveal_once(rng):
    evening, seals = before_the_last_seals(rng)
    decision = evening.play.decision

    answers = at_once(*seals)

    assert kinds_of(answers) == {"int": 2}
    evening.forget()
    assert evening.play.decision == decision + 1
    reveals = [event for move in PlayedMove.objects.all() for event in move.events if "SaleRevealed" in str(event)]
    assert len(reveals) == 1
    assert PlayedMove.objects.filter(move="seal", cheque__isnull=False).count() == 3


# The last pass


def before_the_last_pass(rng: Any) -> tuple[Evening, list[Callable[[], int]]]:
    """An auction in which a pass ends the round: its owner taps pass, and a script of theirs bids."""
    evening = a_game(3, kind="for_sale")
    evening.say(evening.on_turn(), "pass")
    seat = evening.on_turn()
    passing, bidding = evening.legal(seat)[:2]
    return evening, [sender(evening, seat, passing, "pass"), sender(evening, seat, bidding, "bid")]


def test_without_the_hold_the_last_pass_meets_a_database_error(rng, monkeypatch):
    _, taps = before_the_last_pass(rng)

    with nobody_holds_rooms(monkeypatch, writers=2):
        answers = at_once(*taps)

    assert kinds_of(answers) == {"int": 1, IntegrityError.__name__: 1}


def test_with_the_hold_the_last_pass_is_made_once_and_the_other_is_stale(rng):
    for _ in range(4):
        evening, taps = before_the_last_pass(rng)

        answers = at_once(*taps)

        assert kinds_of(answers) == {"int": 1, StaleDecision.__name__: 1}
        evening.forget()
        assert evening.game.length == 2


def test_a_pass_and_the_clock_at_the_same_time_are_one_move():
    for _ in range(4):
        evening = a_game(3, kind="for_sale", clock=30)
        seat = evening.on_turn()
        evening.make_due(clocks=[seat])
        tap = sender(evening, seat, evening.legal(seat)[0], "tap")

        tapped, attended = at_once(tap, evening.attend)

        assert evening.game.length == 1
        assert (type(tapped), attended) in {(int, False), (StaleDecision, True)}


# The same wish


@every_kind
def test_the_same_wish_five_times_at_once_is_one_move(kind):
    evening = a_game(3, kind=kind)
    seat = evening.on_turn()
    tap = sender(evening, seat, evening.legal(seat)[0], "once")

    answers = at_once(*[tap] * 5)

    assert len(set(answers)) == 1
    assert evening.game.length == PlayedMove.objects.count() == 1


@every_kind
def test_different_moves_for_one_question_at_once_are_one_move(kind):
    evening = a_game(3, kind=kind)
    seat = evening.on_turn()
    moves = evening.legal(seat)[:4]

    answers = at_once(*[sender(evening, seat, move, f"key {number}") for number, move in enumerate(moves)])

    assert kinds_of(answers) == {"int": 1, "StaleDecision": len(moves) - 1}
    assert evening.game.length == 1


# What is due


@every_kind
def test_a_bot_that_many_wake_at_once_moves_once(kind, settings):
    settings.PACE = 100.0  # nobody's next move is due while this lasts
    evening = a_game(1, kind=kind, bots=["steady", "steady"])
    while not evening.chair(evening.owing()[0]).bot:
        evening.move(0, evening.legal(0)[0])
    evening.let_time_pass()
    before = evening.game.length

    answers = at_once(*[evening.attend] * 4)

    assert sorted(answers) == [False, False, False, True]
    assert evening.game.length == before + 1


@every_kind
def test_a_clock_that_many_notice_at_once_runs_out_once(kind):
    evening = a_game(3, kind=kind, clock=30)
    evening.make_due(clocks=evening.owing())

    answers = at_once(*[evening.attend] * 4)

    assert answers.count(True) == 1
    assert evening.game.length == 1
    assert evening.chair(PlayedMove.objects.get().seat).timeouts == 1


def test_two_bots_that_seal_at_once_both_seal(settings):
    settings.PACE = 100.0
    evening = a_game(1, kind="for_sale", bots=["steady", "steady"])
    while not is_in("selling")(evening.play):
        if evening.owing() == [0]:
            evening.move(0, evening.legal(0)[0])
        else:
            evening.let_time_pass()
            evening.attend()
    length = evening.game.length
    evening.let_time_pass()

    at_once(*[evening.attend] * 3)
    evening.attend_all()

    assert evening.owing() == [0]
    assert evening.game.length == length + 2


# Around the game


def test_play_again_by_three_at_once_gives_one_game(rng):
    evening = a_game(3)
    evening.play_on(rng)

    answers = at_once(
        *[lambda visitor=visitor: lobby.rematch(code=evening.code, visitor=visitor) for visitor in evening.visitors]
    )

    assert answers == [None] * 3
    assert Game.objects.count() == 2
    assert evening.play.number == 2


def test_start_twice_at_once_gives_one_game():
    evening = a_room(3)

    answers = at_once(*[lambda: lobby.start_game(code=evening.code, visitor=evening.host)] * 2)

    assert kinds_of(answers) == {"NoneType": 1, "NotAllowedNow": 1}
    assert Game.objects.count() == 1


def test_the_last_seat_goes_to_one_of_many():
    evening = a_room(5, edition="2015")
    names = ["Uma", "Vic", "Wim", "Xu"]

    answers = at_once(
        *[lambda name=name: lobby.join_room(code=evening.code, visitor=visitor_of(name), name=name) for name in names]
    )

    assert kinds_of(answers) == {"int": 1, "NotAllowedNow": 3}
    assert len(evening.table.seated) == 6


def test_one_browser_that_joins_twice_at_once_sits_once():
    evening = a_room(1)

    answers = at_once(*[lambda: lobby.join_room(code=evening.code, visitor="b", name="Bob")] * 3)

    assert len(set(answers)) == 1
    assert Player.objects.count() == 2


def test_the_same_name_at_once_goes_to_one():
    evening = a_room(1)

    answers = at_once(
        *[lambda visitor=visitor: lobby.join_room(code=evening.code, visitor=visitor, name="Bob") for visitor in "xyz"]
    )

    assert kinds_of(answers) == {"int": 1, "NotAllowedNow": 2}


def test_a_pass_for_a_seat_is_taken_by_one_of_two_phones():
    evening = a_game(3)
    token = consent.offer_transfer(code=evening.code, visitor=visitor_of("Bob"))

    answers = at_once(
        *[
            lambda phone=phone: consent.take_transfer(code=evening.code, visitor=phone, token=token)
            for phone in ("phone 1", "phone 2")
        ]
    )

    assert kinds_of(answers) == {"NoneType": 1, Missing.__name__: 1}
    evening.forget()
    assert sorted(evening.table.seat_of(phone) == 1 for phone in ("phone 1", "phone 2")) == [False, True]


@every_kind
def test_three_people_who_all_tap_as_fast_as_they_can_play_a_whole_game(kind):
    """Every tap is a move or a refusal in words, and the record is true."""
    evening = a_game(3, kind=kind)

    def play_as(seat: int) -> list[str]:
        problems, deadline = [], monotonic() + WHOLE_GAME_SECONDS
        while monotonic() < deadline:
            play = evening.play
            if not play.is_running:
                return problems
            legal = play.kind.legal_moves(play.state, seat)
            if seat not in play.to_act or not legal:
                sleep(0.0005)  # looking without a pause keeps those who are asked from the processor
                continue
            wish = playing.Wish(play.decision, f"{seat}.{play.length}", legal[play.length % len(legal)])
            try:
                playing.submit_move(code=evening.code, visitor=visitor_of(evening.names[seat]), wish=wish)
            except Conflict as fault:
                problems.append(fault.code)
        raise AssertionError("the game does not end")

    answers = at_once(*[lambda seat=seat: play_as(seat) for seat in range(3)])

    assert [answer for answer in answers if isinstance(answer, Exception)] == []
    check_record(records.record_of(evening.game))
