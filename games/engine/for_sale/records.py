"""The deal, the events and the result of For Sale as they stand in a record, and back; and the columns of a move."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from games.engine.contract import Event, Json, MoveRow, SeatNo
from games.engine.faults import BadRecord
from games.engine.for_sale.editions import ForSaleRules
from games.engine.for_sale.events import (
    BidPlaced,
    ChequesRevealed,
    HousesRevealed,
    LastBuyer,
    RestTaken,
    SaleRevealed,
    SeatPassed,
)
from games.engine.for_sale.faults import RecordFault
from games.engine.for_sale.moves import PASS, Bid, ForSaleMove, Seal
from games.engine.for_sale.scoring import outcome
from games.engine.for_sale.state import Deal, ForSaleState, Over

STEPS_WITHOUT_A_MOVE = ("round", "last", "rest")


def deck_of(deal: Deal) -> Json:
    """The deal, in drawing order."""
    return {
        "houses": list(deal.houses),
        "cheques": list(deal.cheques),
        "houses_removed": list(deal.houses_removed),
        "cheques_removed": list(deal.cheques_removed),
    }


def deal_from(rules: ForSaleRules, deck: Json, first: SeatNo) -> Deal:
    """The deal that `deck_of` told of; raises `BadRecord` where it does not fit the rules."""
    if type(first) is not int or not 0 <= first < rules.seats:
        raise BadRecord(RecordFault.WRONG_DECK, path="setup.first")
    houses, houses_removed = _cards(deck, "houses", rules.houses, rules.removed)
    cheques, cheques_removed = _cards(deck, "cheques", rules.cheques, rules.removed)
    return Deal(rules, first, houses, cheques, houses_removed, cheques_removed)


def setup_of(deal: Deal) -> Json:
    """What the table could see before the first card."""
    return {
        "first": deal.first,
        "coins": [deal.rules.coins] * deal.rules.seats,
        "houses_removed": len(deal.houses_removed),
        "cheques_removed": len(deal.cheques_removed),
    }


def result_of(state: ForSaleState) -> Json:
    """How the game ended; `ValueError` for one that has not."""
    over = state.phase
    if not isinstance(over, Over):
        raise ValueError("a running game has no result")
    result = outcome(over)
    return {
        "coins": list(over.coins),
        "cheques": [list(taken) for taken in over.takings],
        "totals": list(result.scores),
        "ranks": list(result.ranks),
        "winners": list(result.winners),
    }


def row_of(before: ForSaleState, seat: SeatNo, move: ForSaleMove, events: Sequence[Event]) -> MoveRow:
    """The columns of a stored move; a reveal gives every choice of its round a cheque."""
    if isinstance(move, Bid):
        return MoveRow(before.round, amount=move.amount)
    if isinstance(move, Seal):
        cheques = {sale.seat: sale.cheque for sold in events if isinstance(sold, SaleRevealed) for sale in sold.results}
        return MoveRow(before.round, house=move.house, cheque=cheques.get(seat), cheques=cheques)
    passed = next(event for event in events if isinstance(event, SeatPassed))
    return MoveRow(before.round, amount=passed.stake, house=passed.house)


def written(events: Sequence[Event]) -> list[Json]:
    """The events of a record. Seals leave no trace but the sale."""
    entries = map(_entry, events)
    return [entry for entry in entries if entry is not None]


def moves_of(seats: int, events: Sequence[Json]) -> Iterator[tuple[SeatNo, ForSaleMove]]:
    """The moves that a record's events tell of; raises `BadRecord` at the first that cannot be read."""
    for number, entry in enumerate(events):
        path = f"events[{number}]"
        match entry:
            case {"e": "bid", "seat": seat, "stake": stake}:
                yield _seat(seat, seats, path), Bid(_number(stake, f"{path}.stake"))
            case {"e": "pass", "seat": seat}:
                yield _seat(seat, seats, path), PASS
            case {"e": "sale", "results": list(results)}:
                yield from _seals(results, seats, f"{path}.results")
            case {"e": name} if name in STEPS_WITHOUT_A_MOVE:
                pass
            case _:
                raise BadRecord(RecordFault.UNREADABLE, path=path)


def _entry(event: Event) -> Json | None:
    return _buying_entry(event) or _selling_entry(event)


def _buying_entry(event: Event) -> Json | None:
    match event:
        case HousesRevealed(number, first, houses):
            return {"e": "round", "phase": "buy", "no": number, "first": first, "houses": list(houses)}
        case BidPlaced(_, seat, amount):
            return {"e": "bid", "seat": seat, "stake": amount}
        case SeatPassed(_, seat, stake, refund, house):
            return {"e": "pass", "seat": seat, "stake": stake, "refund": refund, "house": house}
        case LastBuyer(_, seat, stake, house):
            return {"e": "last", "seat": seat, "stake": stake, "refund": 0, "house": house}
        case _:
            return None


def _selling_entry(event: Event) -> Json | None:
    match event:
        case ChequesRevealed(number, cheques):
            return {"e": "round", "phase": "sale", "no": number, "cheques": list(cheques)}
        case SaleRevealed(_, results):
            return {"e": "sale", "results": [sale._asdict() for sale in results]}
        case RestTaken(seat, houses, cheques):
            return {"e": "rest", "seat": seat, "houses": list(houses), "cheques": list(cheques)}
        case _:
            return None


def _cards(deck: Json, name: str, cards: tuple[int, ...], removed: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The deck of that name and the cards taken out of it, which together are the cards of the box."""
    drawn = _numbers(deck, name)
    taken_out = _numbers(deck, f"{name}_removed")
    if len(taken_out) != removed:
        raise BadRecord(RecordFault.WRONG_DECK, path=f"opening.deck.{name}_removed")
    if sorted(drawn + taken_out) != sorted(cards):
        raise BadRecord(RecordFault.WRONG_DECK, path=f"opening.deck.{name}")
    return drawn, taken_out


def _numbers(deck: Json, name: str) -> tuple[int, ...]:
    numbers = deck.get(name) if isinstance(deck, dict) else None
    if not isinstance(numbers, list) or any(type(number) is not int for number in numbers):
        raise BadRecord(RecordFault.WRONG_DECK, path=f"opening.deck.{name}")
    return tuple(numbers)


def _seals(results: list[object], seats: int, path: str) -> Iterator[tuple[SeatNo, Seal]]:
    for number, result in enumerate(results):
        match result:
            case {"seat": seat, "house": house}:
                place = f"{path}[{number}]"
                yield _seat(seat, seats, place), Seal(_number(house, f"{place}.house"))
            case _:
                raise BadRecord(RecordFault.UNREADABLE, path=f"{path}[{number}]")


def _seat(value: object, seats: int, path: str) -> SeatNo:
    seat = _number(value, f"{path}.seat")
    if not 0 <= seat < seats:
        raise BadRecord(RecordFault.UNREADABLE, path=f"{path}.seat")
    return SeatNo(seat)


def _number(value: object, path: str) -> int:
    # Not isinstance: JSON's true is no number.
    if type(value) is not int:
        raise BadRecord(RecordFault.UNREADABLE, path=path)
    return value
