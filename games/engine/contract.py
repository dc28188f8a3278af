"""The contract that every kind of game fulfils; everything above the engine talks to this and to nothing else.

Only shapes live here: no rule of any game, no JSON, no text for people.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from random import Random
from types import MappingProxyType
from typing import Any, ClassVar, Generic, NamedTuple, NewType, Protocol, TypeVar, runtime_checkable

SeatNo = NewType("SeatNo", int)
"""A place at the table, 0…n−1 clockwise."""

Json = dict[str, Any]
"""A JSON object. What is inside is known by the codec and the record alone."""


class Audience(Enum):
    """Viewers who hold no seat."""

    ONLOOKER = "onlooker"
    EVERYTHING = "everything"  # only for a game that is over


ONLOOKER = Audience.ONLOOKER
EVERYTHING = Audience.EVERYTHING

Viewer = SeatNo | Audience


@dataclass(frozen=True, slots=True)
class Move:
    """A wish sent by a seat. Its fields are its arguments, all `int` or `str`."""

    name: ClassVar[str]


@dataclass(frozen=True, slots=True)
class Event:
    """A fact that followed from a move or from the deal."""

    def reveals(self) -> int:
        """How many cards this fact turns over one after another for all to see; clocks wait for that."""
        return 0


@runtime_checkable
class Observation(Protocol):
    """What one viewer may know now. Kinds add their own fields."""

    @property
    def viewer(self) -> Viewer:
        """Who looks."""

    @property
    def phase(self) -> str:
        """`buying`, `selling`, `turn`, … or `over`: the word the screen carries as `data-phase`."""

    @property
    def decision(self) -> int:
        """The number of the question now put to the table."""

    @property
    def to_act(self) -> frozenset[SeatNo]:
        """The seats that owe a move."""

    @property
    def history(self) -> tuple[Event, ...]:
        """Every event so far as it was told to this viewer."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the rules leave to the table and the engine must know."""

    open_information: bool = False


@dataclass(frozen=True, slots=True)
class Order:
    """A standing order of a seat: bid up to `amount` by the smallest legal steps, then `pass` or `ask`."""

    amount: int
    then: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended, per seat."""

    scores: tuple[int, ...]
    ranks: tuple[int, ...]
    """Competition ranks: 1, 2, 2, 4."""
    winners: tuple[SeatNo, ...]


class MoveRow(NamedTuple):
    """What a reviewer filters and sums of one move; the columns of a stored move."""

    round: int
    amount: int | None = None
    house: int | None = None
    cheque: int | None = None
    space: str | None = None
    cheques: Mapping[SeatNo, int] = MappingProxyType({})
    """Cheques that this move's reveal gave to the choices standing in this round."""


@dataclass(frozen=True, slots=True)
class Trade:
    """Something bought in a game, and what it was sold for where the game has a sale."""

    seat: SeatNo
    item: str
    """What it is: the number of a house, the name of a space."""
    paid: int
    bought: int
    """The round (or turn) in which it was bought."""
    earned: int | None = None
    sold: int | None = None


@dataclass(frozen=True, slots=True)
class Edition:
    """What is in a box: for how many seats, and which variants it allows."""

    slug: str
    seats: tuple[int, ...]
    variants: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class KindInfo:
    """What everybody may know of a kind before a game of it begins."""

    slug: str
    editions: Mapping[str, Edition]
    """By slug, the default first."""
    moves: Mapping[str, type[Move]]
    """Every move of the game by its name."""
    vocabulary: tuple[type[Any], ...]
    """Every dataclass that a stored ruleset, state or event of this kind is made of, for the codec."""
    options: frozenset[str] = frozenset()
    """Names of the fields of `Options` that mean something here."""
    standing_orders: bool = False
    """Whether `standing_move` ever answers."""
    dealt: bool = True
    """Whether chance goes beyond the choice of the first player."""


R = TypeVar("R")
S = TypeVar("S")
M = TypeVar("M", bound=Move)
O_co = TypeVar("O_co", bound=Observation, covariant=True)


class Step(NamedTuple, Generic[S]):
    """What a move led to: the new state, and the facts in the order they happened."""

    state: S
    events: tuple[Event, ...]


class GameKind(ABC, Generic[R, S, M, O_co]):
    """One game. States are immutable; `check` is the single truth of legality and `apply` trusts it."""

    info: ClassVar[KindInfo]

    @abstractmethod
    def ruleset(self, edition: str, variants: frozenset[str], options: Options, seats: int) -> R:
        """Edition with variants and options applied, for a number of seats; raises `BadRuleset`."""

    @abstractmethod
    def deal(self, rules: R, rng: Random, first: SeatNo | None = None) -> S:
        """Shuffle and set up; the only place with randomness. Without `first` chance names the first player."""

    @abstractmethod
    def opening(self, rules: R, deck: Json, first: SeatNo) -> S:
        """The state that `deal` would give for this deck and first player; raises `BadRecord` on a wrong deck."""

    @abstractmethod
    def rules(self, state: S) -> R:
        """The ruleset that this game is played by."""

    @abstractmethod
    def opening_events(self, state: S) -> tuple[Event, ...]:
        """The facts of the deal itself, told before the first move (for example the first cards on offer)."""

    @abstractmethod
    def deck(self, state: S) -> Json:
        """What the commitment covers, as in the record: the deal, in drawing order. `state` is the opening."""

    @abstractmethod
    def to_act(self, state: S) -> frozenset[SeatNo]:
        """The seats that owe a move; empty when the game is over."""

    @abstractmethod
    def decision(self, state: S) -> int:
        """The number of the question now put to the table; it grows when a new one is put."""

    @abstractmethod
    def round(self, state: S) -> int:
        """The number of the round (or turn) now played; standing orders end with it."""

    @abstractmethod
    def check(self, state: S, seat: SeatNo, move: M) -> None:
        """Raise `IllegalMove` with the reason unless this seat may make this move now."""

    @abstractmethod
    def legal_moves(self, state: S, seat: SeatNo) -> Sequence[M]:
        """Every move that `check` accepts from this seat, in a stable order."""

    @abstractmethod
    def apply(self, state: S, seat: SeatNo, move: M) -> Step[S]:
        """Carry out a checked move, and whatever follows without a choice."""

    @abstractmethod
    def observe(self, state: S, viewer: Viewer, history: Sequence[Event]) -> O_co:
        """What the viewer may know, built up from nothing; `history` was told to this viewer."""

    def observe_each(
        self, state: S, viewers: Sequence[Viewer], histories: Sequence[tuple[Event, ...]]
    ) -> Sequence[O_co]:
        """The same for several viewers; a kind may work out once what all of them see alike."""
        return [self.observe(state, viewer, history) for viewer, history in zip(viewers, histories, strict=True)]

    @abstractmethod
    def tell(self, event: Event, viewer: Viewer) -> Event | None:
        """The event as this viewer may know it when it happens, or None. What onlookers are told whole, all are."""

    @abstractmethod
    def outcome(self, state: S) -> Outcome | None:
        """The result when the game is over."""

    @abstractmethod
    def row(self, before: S, seat: SeatNo, move: M, events: Sequence[Event]) -> MoveRow:
        """The columns of a stored move: `before` is the state it was made in, `events` what followed."""

    @abstractmethod
    def record_setup(self, opening: S) -> Json:
        """The `setup` of a record (record.md)."""

    @abstractmethod
    def record_events(self, events: Sequence[Event]) -> list[Json]:
        """The `events` of a record (record.md), opening events included in `events`."""

    @abstractmethod
    def record_result(self, state: S) -> Json:
        """The `result` of a record (record.md)."""

    @abstractmethod
    def recorded_moves(self, opening: S, events: Sequence[Json]) -> Iterator[tuple[SeatNo, M]]:
        """The moves that a record's events tell of, from the opening on; raises `BadRecord` where it cannot be read."""

    def trades(self, events: Sequence[Event]) -> tuple[Trade, ...]:
        """What was bought for how much and sold for how much, from all events, in the order of buying."""
        return ()

    def standing_move(self, state: S, seat: SeatNo, order: Order) -> M | None:
        """The move a standing order makes for this seat now, or None to ask the player."""
        return None


AnyKind = GameKind[Any, Any, Any, Any]
"""A kind whose own types the caller does not know."""
