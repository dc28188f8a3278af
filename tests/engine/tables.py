"""What the tests of every kind share: all tables there are, lively games on them, and what each kind must keep."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from games.engine import KINDS, AnyKind, Event, Move, Options, SeatNo, play
from games.engine.for_sale import Bid, Pass, Seal
from games.engine.for_sale.state import Buying, Over, Selling
from games.engine.square_on_sale import SPACES, Bean, Bracket, Collect, Resolve
from games.engine.square_on_sale import Bid as SpaceBid


@dataclass(frozen=True)
class Table:
    """One way to sit down to a game."""

    slug: str
    edition: str
    variants: tuple[str, ...]
    seats: int
    open_information: bool = False

    @property
    def kind(self) -> AnyKind:
        return KINDS[self.slug]

    @property
    def rules(self) -> Any:
        options = Options(open_information=self.open_information)
        return self.kind.ruleset(self.edition, frozenset(self.variants), options, self.seats)

    def __str__(self) -> str:
        open_or_not = ("open",) if self.open_information else ()
        return "-".join((self.slug, self.edition, *self.variants, str(self.seats), *open_or_not))


@dataclass(frozen=True)
class Turn:
    """A move on its way: the state it was made in, and what came of it."""

    before: Any
    seat: SeatNo
    move: Move
    events: tuple[Event, ...]
    after: Any


def _tables() -> Iterator[Table]:
    for slug, kind in KINDS.items():
        for edition in kind.info.editions.values():
            for variants in ((), *((variant,) for variant in edition.variants)):
                for seats in edition.seats:
                    yield Table(slug, edition.slug, variants, seats)


TABLES = tuple(_tables())

OPEN_TABLES = tuple(
    Table(table.slug, table.edition, table.variants, table.seats, open_information=True)
    for table in TABLES
    if "open_information" in table.kind.info.options
)


STYLES: tuple[tuple[float, float], ...] = ((0.7, 0.0), (0.0, 0.0), (0.0, 0.0), (0.2, 0.7))
"""How often a move is among the first three, and how often the last, of the legal ones; otherwise it is any."""


@cache
def lively_game(table: Table, seed: int) -> tuple[Turn, ...]:
    """A game in which answers are also changed while others still think; the seed decides its style."""
    kind, rng = table.kind, Random(f"{table} {seed}")
    state = kind.deal(table.rules, rng)
    turns = []
    while owing := sorted(kind.to_act(state)):
        seat = rng.choice(owing)
        if rng.random() < 0.2:
            seat = rng.choice([SeatNo(other) for other in range(table.seats) if kind.legal_moves(state, SeatNo(other))])
        legal = kind.legal_moves(state, seat)
        move = rng.choice(_tempting(legal, STYLES[seed % len(STYLES)], rng.random()))
        step = play(kind, state, seat, move)
        turns.append(Turn(state, seat, move, step.events, step.state))
        state = step.state
    return tuple(turns)


def _tempting(legal: Sequence[Move], style: tuple[float, float], chance: float) -> Sequence[Move]:
    first, last = style
    if chance < first:
        return legal[:3]
    return legal[-1:] if chance < first + last else legal


def _for_sale_candidates() -> Iterator[Move]:
    yield Pass()
    for number in (-(10**9), *range(-1, 33), 10**9):
        yield Bid(number)
        yield Seal(number)


def _square_candidates() -> Iterator[Move]:
    yield Collect()
    for space in (*SPACES, "", "A1", "a6", "f1", "a1 ", "centre"):
        yield from (Resolve(space), Bracket(space), Bean(space))
        yield from (SpaceBid(space, amount) for amount in (-(10**9), *range(-1, 23), 10**9))


CANDIDATES: Mapping[str, tuple[Move, ...]] = {
    "for_sale": tuple(_for_sale_candidates()),
    "square_on_sale": tuple(_square_candidates()),
}
"""Every move that could be legal, and many that cannot."""


def _for_sale_is_conserved(state: Any) -> None:
    """Every card of the box is in one place; coins only leave, and by what refunds do not give back."""
    deal, phase, rules = state.deal, state.phase, state.deal.rules
    assert Counter(deal.houses + deal.houses_removed) == Counter(rules.houses)
    assert Counter(deal.cheques + deal.cheques_removed) == Counter(rules.cheques)
    match phase:
        case Buying():
            held = [house for hand in phase.table.hands for house in hand]
            left = deal.houses[phase.table.drawn :]
            assert Counter([*held, *phase.table.houses, *left]) == Counter(deal.houses)
            assert all(0 <= stake <= purse for stake, purse in zip(phase.stakes, phase.table.purses, strict=True))
            assert sum(phase.table.purses) <= rules.coins * rules.seats
        case Selling():
            taken = [cheque for row in phase.table.takings for cheque in row]
            left = deal.cheques[phase.table.drawn :]
            assert Counter([*taken, *phase.table.cheques, *left]) == Counter(deal.cheques)
            held = [house for hand in phase.table.hands for house in hand]
            assert len(held) == len(phase.table.cheques) + len(left)
            assert set(held) <= set(deal.houses)
        case Over():
            assert Counter(cheque for row in phase.takings for cheque in row) == Counter(deal.cheques)
            assert all(coins >= 0 for coins in phase.coins)


def _square_is_conserved(state: Any) -> None:
    """Chips, blocks, beans and dice only change their places; nobody has more than two running bids (SQ-11)."""
    table, rules = state.table, state.rules
    running = [bid for bid in table.bids if bid is not None]
    for seat in range(rules.seats):
        own = [bid.amount for bid in running if bid.seat == seat]
        assert len(own) <= 2
        assert table.chips[seat] + sum(own) + sum(table.paid[seat]) == rules.chips
        assert table.blocks[seat] + sum(stack.count(seat) for stack in table.stacks) == rules.blocks
    assert min(table.chips) >= 0
    assert min(table.blocks) >= 0
    assert sum(table.beans) + sum(table.won) + table.bean_pool == sum(rules.beans) + rules.bean_pool
    assert table.bean_pool >= 0
    assert table.dice_pool + len(running) == rules.dice
    assert not any(beans and stack for beans, stack in zip(table.beans, table.stacks, strict=True))  # SQ-9


IS_CONSERVED: Mapping[str, Callable[[Any], None]] = {
    "for_sale": _for_sale_is_conserved,
    "square_on_sale": _square_is_conserved,
}
