"""Phase 2: houses are sold for cheques by sealed choice."""

from __future__ import annotations

from games.engine.contract import Event, SeatNo, Step
from games.engine.faults import IllegalMove, TurnFault
from games.engine.for_sale.editions import EDITIONS
from games.engine.for_sale.events import ChequesRevealed, HouseSealed, RestTaken, SaleRevealed, SealReplaced
from games.engine.for_sale.faults import ForSaleFault
from games.engine.for_sale.moves import SEALS, ForSaleMove, Seal
from games.engine.for_sale.scoring import game_ended
from games.engine.for_sale.state import (
    BoughtRound,
    Deal,
    ForSaleState,
    Over,
    Rest,
    Sale,
    Selling,
    SellingTable,
    SoldRound,
    alone,
    clockwise,
)

EVERY_SEAT = clockwise(SeatNo(0), max(max(edition.seats) for edition in EDITIONS.values()))
"""The seats of the fullest table."""

Rows = tuple[tuple[int, ...], ...]
"""Cards per seat."""


def begin(
    deal: Deal, coins: tuple[int, ...], hands: Rows, previous: BoughtRound
) -> tuple[Selling | Over, tuple[Event, ...]]:
    """All houses are bought: the first sale (FS-13)."""
    sorted_hands = tuple([tuple(sorted(hand)) for hand in hands])
    return _next(deal, SellingTable(0, 0, (), coins, sorted_hands, ((),) * len(hands), previous))


def check(phase: Selling, seat: SeatNo, move: ForSaleMove) -> None:
    """Each seat with houses may seal one of them, and another until the last has sealed (FS-13, FS-14)."""
    if not isinstance(move, Seal):
        raise IllegalMove(TurnFault.WRONG_PHASE)
    hands = phase.table.hands
    if not (0 <= seat < len(hands) and hands[seat]):
        raise IllegalMove(TurnFault.NOT_YOUR_TURN)
    if type(move.house) is not int:
        raise IllegalMove(ForSaleFault.NOT_A_NUMBER, field="house")
    if move.house not in hands[seat]:
        raise IllegalMove(ForSaleFault.NOT_YOUR_HOUSE, house=move.house)


def legal_moves(phase: Selling, seat: SeatNo) -> tuple[Seal, ...]:
    """Every house in hand, also for a seat that has sealed one (FS-14)."""
    hands = phase.table.hands
    return tuple(map(SEALS.__getitem__, hands[seat])) if 0 <= seat < len(hands) else ()


def seal(state: ForSaleState, phase: Selling, seat: SeatNo, house: int) -> Step[ForSaleState]:
    """A house is laid face down; the last missing one is the reveal (FS-14)."""
    waiting, sealed, table = phase
    sealed = (*sealed[:seat], house, *sealed[seat + 1 :])
    if seat not in waiting:
        replaced = SealReplaced(table.round, seat, house)
        return Step(ForSaleState(state.deal, Selling(waiting, sealed, table), state.decision), (replaced,))
    waiting -= alone(seat)
    laid = HouseSealed(table.round, seat, house)
    if waiting:
        return Step(ForSaleState(state.deal, Selling(waiting, sealed, table), state.decision), (laid,))
    table, sold = _reveal(table, sealed)
    after, opening = _next(state.deal, table)
    return Step(ForSaleState(state.deal, after, state.decision + 1), (laid, sold, *opening))


def rounds_left(hands: Rows) -> int:
    """Sales to come, this one included: they go on while two seats have houses (FS-33, FS-34)."""
    return sorted(map(len, hands))[-2]


def revealed(table: SellingTable) -> ChequesRevealed:
    """The beginning of a sale as an event."""
    return ChequesRevealed(table.round, table.cheques)


def _reveal(table: SellingTable, sealed: tuple[int | None, ...]) -> tuple[SellingTable, SaleRevealed]:
    """The highest house takes the highest cheque, and so on down; sold houses leave the game (FS-13)."""
    number, drawn, cheques, coins, hands, takings, _ = table
    sellers = {house: seat for seat, house in zip(EVERY_SEAT, sealed, strict=False) if house is not None}
    houses = sorted(sellers, reverse=True)
    hands_left, taken = list(hands), list(takings)
    sales = tuple(map(Sale, [sellers[house] for house in houses], houses, cheques))
    for seat, house, cheque in sales:
        hand = hands_left[seat]
        place = hand.index(house)
        hands_left[seat] = hand[:place] + hand[place + 1 :]
        taken[seat] += (cheque,)
    after = SellingTable(number, drawn, (), coins, tuple(hands_left), tuple(taken), SoldRound(number, sales))
    return after, SaleRevealed(number, sales)


def _next(deal: Deal, table: SellingTable) -> tuple[Selling | Over, tuple[Event, ...]]:
    """Another sale while two seats have houses; a single one takes the rest (FS-34); with none it is over (FS-15)."""
    number, drawn, _, coins, hands, takings, previous = table
    holders = frozenset([seat for seat, hand in zip(EVERY_SEAT, hands, strict=False) if hand])
    if not holders:
        return _end(table, None)
    if len(holders) == 1:
        return _end(table, _rest(deal, table, min(holders)))
    cheques = tuple(sorted(deal.cheques[drawn : drawn + len(holders)], reverse=True))
    table = SellingTable(number + 1, drawn + len(holders), cheques, coins, hands, takings, previous)
    return Selling(holders, (None,) * len(hands), table), (revealed(table),)


def _rest(deal: Deal, table: SellingTable, seat: SeatNo) -> Rest:
    cheques = sorted(deal.cheques[table.drawn :], reverse=True)
    return Rest(seat, tuple(sorted(table.hands[seat], reverse=True)), tuple(cheques))


def _end(table: SellingTable, rest: Rest | None) -> tuple[Over, tuple[Event, ...]]:
    """All houses are sold (FS-15)."""
    takings = table.takings
    if rest is None:
        over = Over(table.round, table.coins, takings, None, table.previous)
        return over, (game_ended(over),)
    takings = (*takings[: rest.seat], takings[rest.seat] + rest.cheques, *takings[rest.seat + 1 :])
    over = Over(table.round, table.coins, takings, rest, table.previous)
    return over, (RestTaken(rest.seat, rest.houses, rest.cheques), game_ended(over))
