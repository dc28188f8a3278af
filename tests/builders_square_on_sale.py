"""Situations of Square on Sale for tests, built directly: spaces by name, everything else empty or as at the start."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random

from games.engine.contract import Event, Options, SeatNo, Step
from games.engine.play import play
from games.engine.square_on_sale import (
    SPACES,
    SQUARE_ON_SALE,
    Acting,
    Collect,
    RunningBid,
    SquareRules,
    SquareState,
    Table,
)


def square_rules(seats: int = 3) -> SquareRules:
    return SQUARE_ON_SALE.ruleset("2009", frozenset(), Options(), seats)


def a_square_table(
    seats: int = 3,
    *,
    owners: Mapping[str, int] | None = None,
    stacks: Mapping[str, tuple[int, ...]] | None = None,
    bids: Mapping[str, tuple[int, int, int]] | None = None,
    beans: Mapping[str, int] | None = None,
    paid: Mapping[int, Mapping[str, int]] | None = None,
    chips: tuple[int, ...] | None = None,
    blocks: tuple[int, ...] | None = None,
    won: tuple[int, ...] | None = None,
    bean_pool: int = 0,
) -> Table:
    """`owners` puts one block on a space, `stacks` several (bottom to top); a bid is (seat, amount, die)."""
    rules = square_rules(seats)
    piles = {**{name: (seat,) for name, seat in (owners or {}).items()}, **(stacks or {})}
    running = {name: RunningBid(SeatNo(seat), amount, die) for name, (seat, amount, die) in (bids or {}).items()}
    return Table(
        stacks=tuple(tuple(SeatNo(seat) for seat in piles.get(name, ())) for name in SPACES),
        bids=tuple(running.get(name) for name in SPACES),
        beans=tuple((beans or {}).get(name, 0) for name in SPACES),
        paid=tuple(tuple((paid or {}).get(seat, {}).get(name, 0) for name in SPACES) for seat in range(seats)),
        chips=chips or (rules.chips,) * seats,
        blocks=blocks or (rules.blocks,) * seats,
        won=won or (0,) * seats,
        bean_pool=bean_pool,
        dice_pool=rules.dice - len(running),
    )


def an_acting_turn(seat: int = 0, *, seats: int = 3, turn: int = 9, collects: int = 0, **pieces) -> SquareState:
    """The seat is asked to bid or collect."""
    return SquareState(
        rules=square_rules(seats),
        first=SeatNo(0),
        turn=turn,
        seat=SeatNo(seat),
        collects=collects,
        decision=40,
        table=a_square_table(seats, **pieces),
        phase=Acting(),
    )


def start_of_turn(seat: int = 0, *, seats: int = 3, turn: int = 9, **pieces) -> Step[SquareState]:
    """What happens when the seat's turn begins: the seat before it collects nothing, and the turn passes on.

    The events of the seat before are left out.
    """
    before = an_acting_turn((seat - 1) % seats, seats=seats, turn=turn - 1, **pieces)
    step = play(SQUARE_ON_SALE, before, before.seat, Collect())
    return Step(step.state, step.events[2:])


def events_of(events: tuple[Event, ...], *wanted: type[Event]) -> list[Event]:
    return [event for event in events if isinstance(event, wanted)]


def random_square_game(seed: int, seats: int) -> Iterator[Step[SquareState]]:
    """Every step of a random game, the opening first."""
    rng = Random(seed)
    state = SQUARE_ON_SALE.deal(square_rules(seats), rng)
    yield Step(state, SQUARE_ON_SALE.opening_events(state))
    while SQUARE_ON_SALE.to_act(state):
        step = play(SQUARE_ON_SALE, state, state.seat, rng.choice(SQUARE_ON_SALE.legal_moves(state, state.seat)))
        yield step
        state = step.state
