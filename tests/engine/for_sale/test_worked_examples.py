"""The examples of the rules, move by move."""

from games.engine.for_sale import FOR_SALE, Bid, LastBuyer, Sale, SaleRevealed, SeatPassed
from tests.builders_for_sale import PASS, a_buying_phase, a_selling_phase, all_seal, for_sale_rules, played

A, B, C, D = range(4)
THEO, MARIANNE, GUILAINE = range(3)


def test_an_auction_of_1997_in_which_players_go_along():
    """FS-44"""
    state = a_buying_phase(lot=(1, 13, 15, 19), coins=(15,) * 4, rules=for_sale_rules(4, "1997"))

    step = played(
        state,
        (A, Bid(1)),
        (B, Bid(1)),
        (C, Bid(2)),
        (D, PASS),
        (A, Bid(3)),
        (B, Bid(3)),
        (C, PASS),
        (A, PASS),
    )

    left = [event for event in step.events if isinstance(event, SeatPassed | LastBuyer)]
    assert left == [
        SeatPassed(1, D, stake=0, refund=0, house=1),
        SeatPassed(1, C, stake=2, refund=1, house=13),
        SeatPassed(1, A, stake=3, refund=2, house=15),
        LastBuyer(1, B, stake=3, house=19),
    ]
    assert step.state.phase.table.coins == (14, 12, 14, 15)


def test_an_auction_of_2015():
    """FS-70"""
    state = a_buying_phase(lot=(8, 20, 28), coins=(28,) * 3)

    step = played(
        state,
        (THEO, Bid(1)),
        (MARIANNE, Bid(2)),
        (GUILAINE, Bid(3)),
        (THEO, Bid(4)),
        (MARIANNE, PASS),
        (GUILAINE, PASS),
    )

    assert step.events[4:7] == (
        SeatPassed(1, MARIANNE, stake=2, refund=1, house=8),
        SeatPassed(1, GUILAINE, stake=3, refund=2, house=20),
        LastBuyer(1, THEO, stake=4, house=28),
    )
    assert step.state.phase.table.coins == (24, 27, 27)


def test_a_sale_of_2015():
    """FS-71"""
    state = a_selling_phase(hands=((28,), (8,), (20,)), cheques=(13, 12, 0))

    step = all_seal(state, [28, 8, 20])

    assert step.events[3] == SaleRevealed(1, (Sale(THEO, 28, 13), Sale(GUILAINE, 20, 12), Sale(MARIANNE, 8, 0)))
    assert FOR_SALE.outcome(step.state).scores == (13, 0, 12)
