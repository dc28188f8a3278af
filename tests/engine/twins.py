"""For the twin test: a state in which everything is different that a viewer may not know, and nothing else.

A twin need not be a state that play can reach: hidden things are changed harder than any game could change them.
"""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from games.engine import Event, Move, SeatNo, Viewer
from games.engine.for_sale import ChequesRevealed, GameEnded, HousesRevealed, RestTaken, SaleRevealed, Seal
from games.engine.for_sale.state import Buying, ForSaleState, Over, Selling

OPENINGS = (HousesRevealed, ChequesRevealed, SaleRevealed, RestTaken, GameEnded)
"""What everybody learns when it happens: from here on the twin's story is another one."""


def _for_sale_twin(state: ForSaleState, viewer: Viewer, rng: Random) -> ForSaleState:
    """Other decks, other cards taken out, other seals; other coins, hands and cheques unless all is open (FS-16)."""
    match state.phase:
        case Buying():
            return _buying_twin(state, state.phase, viewer, rng)
        case Selling():
            return _selling_twin(state, state.phase, viewer, rng)
        case Over():
            return state


def _buying_twin(state: ForSaleState, phase: Buying, viewer: Viewer, rng: Random) -> ForSaleState:
    deal, table = state.deal, phase.table
    drawn, unseen = deal.houses[: table.drawn], [*deal.houses[table.drawn :], *deal.houses_removed]
    hands, purses = list(table.hands), list(table.purses)
    if not deal.rules.open_information:
        hidden = [seat for seat in range(deal.rules.seats) if seat != viewer]
        unseen += [house for seat in hidden for house in hands[seat]]
        rng.shuffle(unseen)
        for seat in hidden:
            hands[seat] = tuple(sorted(unseen.pop() for _ in hands[seat]))
            purses[seat] += rng.randrange(1, 9)
    rng.shuffle(unseen)
    cheques = _shuffled((*deal.cheques, *deal.cheques_removed), rng)
    deal = _replaced(
        deal,
        houses=drawn + tuple(unseen[: len(deal.houses) - table.drawn]),
        houses_removed=tuple(unseen[len(deal.houses) - table.drawn :]),
        cheques=cheques[: len(deal.cheques)],
        cheques_removed=cheques[len(deal.cheques) :],
    )
    table = table._replace(hands=tuple(hands), purses=tuple(purses))
    return state._replace(deal=deal, phase=phase._replace(table=table))


def _selling_twin(state: ForSaleState, phase: Selling, viewer: Viewer, rng: Random) -> ForSaleState:
    deal, table = state.deal, phase.table
    seen, unseen = deal.cheques[: table.drawn], [*deal.cheques[table.drawn :], *deal.cheques_removed]
    hands, coins, takings = list(table.hands), list(table.coins), list(table.takings)
    hidden = [seat for seat in range(deal.rules.seats) if seat != viewer]
    if not deal.rules.open_information:
        houses = [house for seat in hidden for house in hands[seat]] + list(deal.houses_removed)
        rng.shuffle(houses)
        for seat in hidden:
            hands[seat] = tuple(sorted(houses.pop() for _ in hands[seat]))
            coins[seat] += rng.randrange(1, 9)
            takings[seat] = tuple(rng.randrange(99) for _ in takings[seat])
    rng.shuffle(unseen)
    sealed = tuple(
        rng.choice(hands[seat]) if seat in hidden and house is not None else house
        for seat, house in enumerate(phase.sealed)
    )
    deal = _replaced(
        deal,
        houses=_shuffled(deal.houses, rng),
        houses_removed=_shuffled(deal.houses_removed, rng),
        cheques=seen + tuple(unseen[: len(deal.cheques) - table.drawn]),
        cheques_removed=tuple(unseen[len(deal.cheques) - table.drawn :]),
    )
    table = table._replace(hands=tuple(hands), coins=tuple(coins), takings=tuple(takings))
    return state._replace(deal=deal, phase=phase._replace(sealed=sealed, table=table))


def _shuffled(cards: tuple[int, ...], rng: Random) -> tuple[int, ...]:
    return tuple(rng.sample(cards, len(cards)))


def _replaced(deal: Any, **changes: Any) -> Any:
    fields = ("rules", "first", "houses", "cheques", "houses_removed", "cheques_removed")
    return type(deal)(**{name: changes.get(name, getattr(deal, name)) for name in fields})


def _for_sale_twin_move(twin: ForSaleState, seat: SeatNo, move: Move, rng: Random) -> Move:
    """The others' seals are hidden too."""
    if isinstance(move, Seal) and isinstance(twin.phase, Selling):
        return Seal(rng.choice(twin.phase.table.hands[seat]))
    return move


def _until_opened(events: tuple[Event, ...]) -> tuple[Event, ...]:
    kept = []
    for event in events:
        if isinstance(event, OPENINGS):
            break
        kept.append(event)
    return tuple(kept)


def _same_state(state: Any, viewer: Viewer, rng: Random) -> Any:
    """Everything is open (SQ-2): there is nothing to change."""
    return state


def _same_move(twin: Any, seat: SeatNo, move: Move, rng: Random) -> Move:
    return move


def _all_events(events: tuple[Event, ...]) -> tuple[Event, ...]:
    return events


TWINS: Mapping[str, Callable[..., Any]] = {"for_sale": _for_sale_twin, "square_on_sale": _same_state}
TWIN_MOVES: Mapping[str, Callable[..., Move]] = {"for_sale": _for_sale_twin_move, "square_on_sale": _same_move}
UNTIL_OPENED: Mapping[str, Callable[..., tuple[Event, ...]]] = {
    "for_sale": _until_opened,
    "square_on_sale": _all_events,
}
