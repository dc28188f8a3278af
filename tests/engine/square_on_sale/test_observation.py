"""What viewers see: the same open table for all (SQ-2), and the answers for the one who is asked."""

from random import Random

from games.engine.contract import ONLOOKER, SeatNo
from games.engine.play import play
from games.engine.square_on_sale import (
    SPACES,
    SQUARE_ON_SALE,
    BidOffer,
    Claim,
    Collect,
    OrderSeen,
    Question,
    Score,
    SpaceWon,
    TurnBegan,
    WinSeen,
    Zone,
    position,
)
from tests.builders_square_on_sale import a_square_table, an_acting_turn, random_square_game, start_of_turn
from tests.engine.square_on_sale.test_dice import FIGURE_THREE, SHORT


def seen_by(viewer, state):
    return SQUARE_ON_SALE.observe(state, viewer, ())


def test_everybody_sees_the_same_table():
    """SQ-2"""
    for step in random_square_game(2, 3):
        onlooker = seen_by(ONLOOKER, step.state)
        for seat in range(3):
            seen = seen_by(SeatNo(seat), step.state)
            assert (seen.table, seen.asked, seen.turn) == (onlooker.table, onlooker.asked, onlooker.turn)


def test_everybody_is_told_everything():
    """SQ-2"""
    for event in (TurnBegan(1, SeatNo(0)), SpaceWon(SeatNo(0), "c3", 4, 2)):
        assert [SQUARE_ON_SALE.tell(event, viewer) for viewer in (SeatNo(0), SeatNo(1), ONLOOKER)] == [event] * 3


def test_an_observation_can_be_played_on_in_thought():
    """SQ-2: nothing is hidden, so the position seen is the position."""
    for step in random_square_game(4, 4):
        assert position(seen_by(SeatNo(1), step.state)) == step.state


def test_a_space_tells_what_lies_on_it():
    state = an_acting_turn(
        stacks={"c3": (0, 1)}, bids={"c3": (2, 4, 1)}, paid={0: {"c3": 3}}, owners={"c1": 0, "c2": 1}, chips=(9, 9, 9)
    )

    space = seen_by(SeatNo(0), state).space("c3")

    assert (space.name, space.zone, space.owner, space.stack, space.height) == ("c3", Zone.CENTRE, 1, (0, 1), 2)
    assert space.paid == (3, 0, 0)
    assert space.brackets == (("c2",), (), ())
    assert space.claim == Claim("c3", 2, 4, 1, wins_on_turn=11, own_turns=1, outbid_at=5)
    assert space.offer == BidOffer("c3", 5, 9)
    assert not space.takes_bean


def test_the_board_is_seen_in_board_order():
    seen = seen_by(ONLOOKER, an_acting_turn(beans={"b2": 3}))

    assert tuple(space.name for space in seen.spaces) == SPACES
    assert [space.name for space in seen.spaces if space.takes_bean] == [
        name for name in SPACES if name[0] in "bcd" and name[1] in "234"
    ]
    assert seen.space("b2").beans == 3


def test_a_seat_tells_where_its_chips_are():
    state = an_acting_turn(
        chips=(4, 20, 20),
        paid={0: {"a1": 2, "a3": 3, "c1": 1, "c3": 5}},
        bids={"e2": (0, 4, 2), "e3": (0, 1, 1)},
        owners={"b2": 0},
        won=(2, 0, 0),
        blocks=(19, 20, 20),
    )

    seat = seen_by(ONLOOKER, state).seats[0]

    assert (seat.chips, seat.bidding, seat.from_centre, seat.from_edges, seat.lost) == (4, 5, 5, 4, 2)
    assert (seat.next_centre, seat.next_edges) == (1, 2)
    assert (seat.blocks, seat.beans, seat.points) == (19, 2, Score(1, 2, 19))
    assert seat.points.total == -16


def test_only_the_seat_to_act_is_offered_bids():
    state = an_acting_turn(bids={"c5": (0, 2, 2), "e5": (2, 30, 1)}, chips=(10, 5, 3))

    mine = seen_by(SeatNo(0), state)

    assert len(mine.offers) == 23
    assert mine.offers[0] == BidOffer("a1", 1, 10)
    assert (mine.is_asked, mine.question) == (True, Question.ACT)
    assert seen_by(SeatNo(1), state).offers == seen_by(ONLOOKER, state).offers == ()
    assert not seen_by(SeatNo(1), state).is_asked


def test_offers_agree_with_the_legal_moves():
    rng = Random(3)
    for step in random_square_game(6, 4):
        state = step.state
        if state.phase.question is not Question.ACT or rng.random() < 0.5:
            continue
        offered = {
            (offer.space, amount)
            for offer in seen_by(state.seat, state).offers
            for amount in range(offer.minimum, offer.maximum + 1)
        }
        legal = {(bid.space, bid.amount) for bid in SQUARE_ON_SALE.legal_moves(state, state.seat)[:-1]}
        assert offered == legal


def test_collect_says_what_would_come_back():
    """SQ-12"""
    state = an_acting_turn(paid={0: {"a3": 2, "c1": 1, "c3": 4, "a1": 1}})

    assert seen_by(SeatNo(0), state).collectable == ("a3", "c1")


def test_claims_say_who_wins_what_when_and_come_true():
    """SQ-5: a die showing 1 wins at the start of the bidder's next turn, one showing 2 at the one after."""
    state = an_acting_turn(1, turn=9, bids={"a1": (0, 1, 1), "a2": (0, 1, 2), "e5": (1, 3, 1), "e4": (2, 2, 1)})
    claims = seen_by(ONLOOKER, state).claims

    assert [(claim.space, claim.wins_on_turn) for claim in claims] == [("e4", 10), ("a1", 11), ("e5", 12), ("a2", 14)]

    won = {}
    while len(won) < 4:
        step = play(SQUARE_ON_SALE, state, state.seat, Collect())
        state = step.state
        won |= {event.space: state.turn for event in step.events if isinstance(event, SpaceWon)}
    assert won == {claim.space: claim.wins_on_turn for claim in claims}


def test_a_die_that_waits_for_its_order_wins_this_turn():
    state = start_of_turn(turn=9, **FIGURE_THREE).state

    assert [(claim.space, claim.wins_on_turn, claim.own_turns) for claim in seen_by(ONLOOKER, state).claims] == [
        ("d4", 9, 0),
        ("e3", 9, 0),
    ]


def test_both_orders_of_two_dice_can_be_compared():
    """SQ-16"""
    seen = seen_by(SeatNo(0), start_of_turn(**FIGURE_THREE).state)

    assert seen.question is Question.RESOLVE
    assert seen.orders == (
        OrderSeen(
            "d4",
            (WinSeen("d4", 2, ("d4", "b2", "c3", "d2", "d3"), (), 0), WinSeen("e3", 0, ("e3", "e2"), (), 0)),
        ),
        OrderSeen(
            "e3",
            (WinSeen("e3", 0, ("e3", "b3", "c3", "d3", "e2"), (), 0), WinSeen("d4", 2, ("d4",), (), 0)),
        ),
    )


def test_an_order_that_runs_short_shows_what_will_be_chosen():
    """SQ-8, SQ-16"""
    seen = seen_by(SeatNo(0), start_of_turn(**FIGURE_THREE, blocks=(3, 20, 20)).state)

    assert seen.orders[0].wins == (
        WinSeen("d4", 2, ("d4",), ("b2", "c3", "d2", "d3"), 2),
        WinSeen("e3", 0, (), (), 0),
    )


def test_a_bracket_question_names_its_spaces():
    """SQ-8"""
    seen = seen_by(SeatNo(0), start_of_turn(**SHORT, blocks=(3, 20, 20)).state)

    assert (seen.question, seen.bracket_from, seen.bracket_spaces) == (Question.BRACKET, "c3", ("b3", "c2", "d3"))
    assert seen.seats[0].blocks == 2


def test_a_bean_question_names_its_spaces():
    """SQ-13"""
    state = an_acting_turn(bean_pool=4, owners={name: 1 for name in SPACES if name not in ("b2", "d4")})
    seen = seen_by(SeatNo(0), play(SQUARE_ON_SALE, state, SeatNo(0), Collect()).state)

    assert (seen.question, seen.bean_spaces) == (Question.BEAN, ("b2", "d4"))


def test_winning_without_a_block_brackets_nothing():
    """SQ-8"""
    pieces = {"owners": {"c1": 0, "c2": 1}}

    assert seen_by(ONLOOKER, an_acting_turn(**pieces)).would_bracket(SeatNo(0), "c3") == ("c2",)
    assert seen_by(ONLOOKER, an_acting_turn(**pieces, blocks=(0, 9, 9))).would_bracket(SeatNo(0), "c3") == ()


def test_a_finished_game_is_seen_with_its_end():
    state = play(SQUARE_ON_SALE, an_acting_turn(blocks=(0, 1, 1)), SeatNo(0), Collect()).state
    seen = seen_by(SeatNo(0), state)

    assert (seen.phase, seen.end, seen.question, seen.to_act) == ("over", "blocks", None, frozenset())
    assert seen.table == a_square_table(blocks=(0, 1, 1))


def test_the_latest_turn_of_each_seat_can_be_read_from_the_history():
    steps = list(random_square_game(7, 3))
    opening, final = steps[0], steps[-1].state
    history = tuple(event for step in steps for event in step.events)

    first = SQUARE_ON_SALE.observe(opening.state, ONLOOKER, opening.events).last_turns
    last = SQUARE_ON_SALE.observe(final, ONLOOKER, history).last_turns

    assert sorted(first, key=len) == [(), (), opening.events]
    assert sorted(turn[0].turn for turn in last) == [final.turn - 2, final.turn - 1, final.turn]
    assert all(turn[0] == TurnBegan(turn[0].turn, seat) for seat, turn in enumerate(last))
    played = sum(sorted(last, key=lambda turn: turn[0].turn), ())
    assert history[-len(played) :] == played
