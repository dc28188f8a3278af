"""What the sharp bot would do and why, as codes and facts."""

from random import Random

import pytest

from games.bots.advice import REASON_CODES, REASONS, evaluate, explain
from games.bots.roster import BOTS
from games.engine import KINDS, Options, SeatNo, play, told
from games.engine.for_sale import Bid, Pass, Seal
from tests.bots.quick import QUICK
from tests.engine.tables import TABLES, lively_game


@pytest.fixture(autouse=True)
def quick_sharp_bots(monkeypatch):
    monkeypatch.setattr("games.bots.advice.BOTS", QUICK)


def questions(slug):
    """Decisions of lively games: what the seat saw and what it could do."""
    for table in (table for table in TABLES if table.slug == slug):
        events = table.kind.opening_events(lively_game(table, 1)[0].before)
        for number, turn in enumerate(lively_game(table, 1)):
            if number % 5 == 0 and turn.seat in table.kind.to_act(turn.before):
                seen = table.kind.observe(turn.before, turn.seat, told(table.kind, events, turn.seat))
                yield seen, table.kind.legal_moves(turn.before, turn.seat)
            events += turn.events


@pytest.mark.parametrize("slug", KINDS)
def test_every_advice_is_a_legal_move_with_a_known_reason(slug):
    for seen, legal in questions(slug):
        advice = explain(slug, seen, legal, Random(1))

        assert advice.move in legal
        assert advice.reason_code in REASON_CODES[slug]
        assert all(isinstance(fact, int | str) for fact in advice.facts.values())


@pytest.mark.parametrize("slug", KINDS)
def test_evaluations_are_of_legal_moves_and_the_best_comes_first(slug):
    for seen, legal in questions(slug):
        weighed = evaluate(slug, seen, legal, Random(1))

        assert all(move in legal for move, _ in weighed)
        assert all(0 <= value <= 1 for _, value in weighed)
        assert [value for _, value in weighed] == sorted((value for _, value in weighed), reverse=True)


@pytest.mark.parametrize("slug", KINDS)
def test_there_is_a_reason_for_every_legal_move(slug):
    """Also for one that the bot would not make: the words then say what speaks for it."""
    for seen, legal in questions(slug):
        for move in (legal[0], legal[len(legal) // 2], legal[-1]):
            assert REASONS[slug](seen, move)[0] in REASON_CODES[slug]


def asked(houses, *bids, edition="2015"):
    """What the next seat of three sees after these houses were put on offer and these bids made."""
    kind = KINDS["for_sale"]
    rules = kind.ruleset(edition, frozenset(), Options(), 3)
    deck = kind.deck(kind.deal(rules, Random(1), SeatNo(0)))
    rest = [house for house in deck["houses"] if house not in houses]
    state = kind.opening(rules, {**deck, "houses": [*houses, *rest]}, SeatNo(0))
    events = kind.opening_events(state)
    for seat, amount in enumerate(bids):
        step = play(kind, state, SeatNo(seat), Bid(amount))
        state, events = step.state, events + step.events
    seat = SeatNo(len(bids))
    return kind.observe(state, seat, told(kind, events, seat)), kind.legal_moves(state, seat)


def test_it_says_how_much_houses_that_differ_are_worth():
    advice = explain("for_sale", *asked((1, 16, 30), 1), Random(1))

    assert isinstance(advice.move, Bid)
    assert advice.reason_code == "worth_up_to"
    assert advice.facts["limit"] >= advice.move.amount


def test_it_says_that_houses_are_too_alike_to_pay_for():
    advice = explain("for_sale", *asked((14, 15, 16), 3, 4), Random(1))

    assert advice.move == Pass()
    assert advice.reason_code == "spread_small"
    assert advice.facts == {"lowest": 14, "highest": 16}


@pytest.mark.parametrize(("edition", "is_free"), [("2015", True), ("classic", False)])
def test_it_calls_a_bid_free_only_where_a_pass_gives_it_back_whole(edition, is_free):
    """FS-8, FS-63: half a coin is rounded up or down."""
    seen, _ = asked((14, 15, 16), edition=edition)

    assert (REASONS["for_sale"](seen, Bid(1))[0] == "free_bid") == is_free


def test_it_does_not_call_a_house_too_dear_that_is_worth_the_bid():
    seen, _ = asked((1, 2, 30))

    assert REASONS["for_sale"](seen, Pass())[0] != "too_dear"


def test_the_advisers_are_the_sharp_bots():
    assert all(hasattr(bots["sharp"], "weigh") for bots in BOTS.values())
    assert REASONS["for_sale"](asked((1, 16, 30))[0], Bid(1))[0] in ("free_bid", "worth_up_to")
    assert Seal(3) not in asked((1, 16, 30))[1]
