"""Phase 1: houses are bought at auction."""

from __future__ import annotations

from games.engine.contract import Event, SeatNo, Step
from games.engine.faults import IllegalMove, TurnFault
from games.engine.for_sale import selling
from games.engine.for_sale.editions import LOW_BID_FAULTS, MINIMUM_BIDS, REFUNDS, ForSaleRules
from games.engine.for_sale.events import BidPlaced, HousesRevealed, LastBuyer, SeatPassed
from games.engine.for_sale.faults import ForSaleFault
from games.engine.for_sale.moves import PASS, Bid, ForSaleMove, Pass, turn_moves
from games.engine.for_sale.state import (
    BoughtRound,
    Buying,
    BuyingTable,
    Deal,
    ForSaleState,
    Phase,
    Purchase,
    clockwise,
)


def begin(deal: Deal) -> Buying:
    """Coins are dealt and the first houses revealed (FS-4)."""
    seats = deal.rules.seats
    return _reveal(deal, deal.first, (deal.rules.coins,) * seats, ((),) * seats, None)


def minimum_bid(rules: ForSaleRules, phase: Buying, seat: SeatNo) -> int:
    """The lowest bid the rules allow this seat, whether or not it has the coins (FS-23, FS-43)."""
    return MINIMUM_BIDS[rules.raising](phase.highest, phase.stakes[seat])


def passing(rules: ForSaleRules, phase: Buying, seat: SeatNo) -> Purchase:
    """What a pass would give: the lowest house for half the stake (FS-8), or nothing for nothing (FS-30, FS-32)."""
    stake = phase.stakes[seat]
    houses = phase.table.houses
    # More seats than houses: those who leave now go home empty and lose nothing.
    if len(phase.queue) > len(houses):
        return Purchase(seat, stake, stake, None)
    return Purchase(seat, stake, REFUNDS[rules.refund](stake), houses[0])


def check(rules: ForSaleRules, phase: Buying, seat: SeatNo, move: ForSaleMove) -> None:
    """Only the seat whose turn it is may bid or pass (FS-5), and pass at any time (FS-7)."""
    if not isinstance(move, (Bid, Pass)):
        raise IllegalMove(TurnFault.WRONG_PHASE)
    if seat != phase.queue[0]:
        raise IllegalMove(TurnFault.NOT_YOUR_TURN)
    if isinstance(move, Bid):
        _check_amount(rules, phase, seat, move.amount)


def legal_moves(rules: ForSaleRules, phase: Buying, seat: SeatNo) -> tuple[Bid | Pass, ...]:
    """The pass, and every bid that is high enough and can be paid (FS-9)."""
    if seat != phase.queue[0]:
        return ()
    return turn_moves(minimum_bid(rules, phase, seat), phase.table.purses[seat])


def bid(state: ForSaleState, phase: Buying, seat: SeatNo, amount: int) -> Step[ForSaleState]:
    """Coins are added to those in front (FS-6); the next seat still in is asked."""
    queue, stakes, _, table = phase
    after = Buying(queue[1:] + queue[:1], (*stakes[:seat], amount, *stakes[seat + 1 :]), amount, table)
    placed = BidPlaced(table.round, seat, amount, amount - stakes[seat])
    return Step(ForSaleState(state.deal, after, state.decision + 1), (placed,))


def leave(state: ForSaleState, phase: Buying, seat: SeatNo) -> Step[ForSaleState]:
    """A pass (FS-8), and the end of the round when a single seat is left (FS-10)."""
    queue, stakes, highest, table = phase
    purchase = passing(state.deal.rules, phase, seat)
    table = _settle(table, purchase)
    passed = SeatPassed(table.round, seat, purchase.stake, purchase.refund, purchase.house)
    if len(queue) == 2:
        return _close(state, table, queue[1], stakes[queue[1]], passed)
    after = Buying(queue[1:], (*stakes[:seat], 0, *stakes[seat + 1 :]), highest, table)
    return Step(ForSaleState(state.deal, after, state.decision + 1), (passed,))


def revealed(table: BuyingTable) -> HousesRevealed:
    """The beginning of a round as an event."""
    return HousesRevealed(table.round, table.first, table.houses)


def lowest_move(rules: ForSaleRules, phase: Buying, seat: SeatNo, ceiling: int) -> Bid | Pass:
    """The smallest legal bid where it is at most `ceiling` and can be paid, otherwise the pass."""
    minimum = minimum_bid(rules, phase, seat)
    return Bid(minimum) if minimum <= min(ceiling, phase.table.purses[seat]) else PASS


def _check_amount(rules: ForSaleRules, phase: Buying, seat: SeatNo, amount: int) -> None:
    # Not isinstance: True is no number of coins.
    if type(amount) is not int:
        raise IllegalMove(ForSaleFault.NOT_A_NUMBER, field="amount")
    if amount < minimum_bid(rules, phase, seat):
        raise _too_low(rules, phase, seat, amount)
    if amount > phase.table.purses[seat]:
        raise IllegalMove(ForSaleFault.NOT_ENOUGH_COINS, amount=amount, maximum=phase.table.purses[seat])


def _too_low(rules: ForSaleRules, phase: Buying, seat: SeatNo, amount: int) -> IllegalMove:
    highest = phase.highest
    code = LOW_BID_FAULTS[rules.raising](amount, highest) if highest else ForSaleFault.BID_TOO_LOW
    minimum = minimum_bid(rules, phase, seat)
    return IllegalMove(code, amount=amount, minimum=minimum, highest=highest, stake=phase.stakes[seat])


def _close(state: ForSaleState, table: BuyingTable, last: SeatNo, stake: int, passed: SeatPassed) -> Step[ForSaleState]:
    """The last seat pays its whole stake, takes the last house (FS-10) and begins the next round (FS-11)."""
    deal, (house,) = state.deal, table.houses
    table = _settle(table, Purchase(last, stake, 0, house))
    bought = LastBuyer(table.round, last, stake, house)
    previous = BoughtRound(table.round, table.taken)
    after: Phase
    opening: tuple[Event, ...]
    if table.drawn == len(deal.houses):
        after, opening = selling.begin(deal, table.purses, table.hands, previous)
    else:
        after = _reveal(deal, last, table.purses, table.hands, previous, drawn=table.drawn)
        opening = (revealed(after.table),)
    return Step(ForSaleState(deal, after, state.decision + 1), (passed, bought, *opening))


def _reveal(
    deal: Deal,
    first: SeatNo,
    purses: tuple[int, ...],
    hands: tuple[tuple[int, ...], ...],
    previous: BoughtRound | None,
    *,
    drawn: int = 0,
) -> Buying:
    """Houses are put on offer, fewer where the deck runs out (FS-5, FS-32); the queue begins with `first`."""
    rules = deal.rules
    houses = tuple(sorted(deal.houses[drawn : drawn + rules.lot]))
    number = previous.round + 1 if previous else 1
    table = BuyingTable(number, first, drawn + len(houses), houses, (), purses, hands, previous)
    return Buying(clockwise(first, rules.seats), (0,) * rules.seats, 0, table)


def _settle(table: BuyingTable, purchase: Purchase) -> BuyingTable:
    """Coins not taken back leave the game, the house goes to its hand."""
    round_no, first, drawn, houses, taken, purses, hands, previous = table
    seat, stake, refund, house = purchase
    if house is not None:
        houses = houses[1:]
        hands = (*hands[:seat], hands[seat] + (house,), *hands[seat + 1 :])
    if stake != refund:
        purses = (*purses[:seat], purses[seat] - stake + refund, *purses[seat + 1 :])
    return BuyingTable(round_no, first, drawn, houses, (*taken, purchase), purses, hands, previous)
