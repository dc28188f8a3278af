"""Bots against each other, every deal played from every seat, and what came of it in numbers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from statistics import fmean, stdev
from time import thread_time
from types import TracebackType
from typing import Any

from games.bots.base import Bot
from games.bots.simulation import play_out, real_chance, seeded_chance
from games.engine import AnyKind

NORMAL_95 = 1.96
"""Standard deviations either side of a mean that hold it 95 times in 100."""


class PlayerFault(Exception):
    """A player broke down or made a move that is not allowed."""

    def __init__(self, name: str, seat: int, complaint: str) -> None:
        super().__init__(f"{name} in seat {seat} {complaint}")
        self.name = name
        self.seat = seat


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean, and where it may truly lie with 95 % confidence."""

    mean: float
    low: float
    high: float


@dataclass(slots=True)
class Entrant:
    """A bot under its name, and how it fared in each of its seats."""

    name: str
    bot: Bot
    shares: list[float] = field(default_factory=list)
    """Per game its part of the victory, shared ones as fractions; the mean over its copies at the table."""
    ranks: list[float] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    """Per move, on one core."""

    @property
    def games(self) -> int:
        """In how many it took part."""
        return len(self.shares)

    @property
    def win_share(self) -> Interval:
        """By Wilson's score, which stays inside 0…1 and honest near its ends."""
        return share_interval(fmean(self.shares), self.games)

    @property
    def rank(self) -> Interval:
        """1 is best."""
        return mean_interval(self.ranks)

    @property
    def score(self) -> Interval:
        """Money or points."""
        return mean_interval(self.scores)

    def milliseconds(self, percent: int) -> float:
        """So many percent of its moves took no longer."""
        if not self.seconds:
            return 0.0
        ordered = sorted(self.seconds)
        return 1000 * ordered[min(len(ordered) - 1, len(ordered) * percent // 100)]


def share_interval(share: float, games: int) -> Interval:
    """Wilson's interval for a share of this many games."""
    square = NORMAL_95**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    reach = NORMAL_95 * sqrt(share * (1 - share) / games + square / (4 * games**2)) / (1 + square / games)
    return Interval(share, max(0.0, middle - reach), min(1.0, middle + reach))


def mean_interval(values: Sequence[float]) -> Interval:
    """The normal interval of a mean."""
    mean = fmean(values)
    reach = NORMAL_95 * stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0
    return Interval(mean, mean - reach, mean + reach)


def seating(entrants: int, seats: int, game: int) -> list[int]:
    """Who sits where in this game: the first named once, the others in turn on the seats that are left.

    One place further with every game.
    """
    others = range(1, entrants) or (0,)
    order = [0, *(others[at % len(others)] for at in range(seats - 1))]
    turned = game % seats
    return order[seats - turned :] + order[: seats - turned]


def tournament(
    kind: AnyKind, rules: Any, entrants: Sequence[Entrant], *, seats: int, games: int, seed: int | None
) -> Iterator[int]:
    """Play the games one by one, keeping the results with the entrants; gives the number of games done.

    A deal is played as often as there are seats, so that everybody has had every seat of it.
    """
    for game in range(games):
        chance = real_chance() if seed is None else seeded_chance(seed, game // seats)
        whims = chance.bots if seed is None else Random(f"bots {seed} {game}")
        table = [entrants[at] for at in seating(len(entrants), seats, game)]
        opening = kind.deal(rules, chance.deal)
        players = [_Watched(entrant, seat) for seat, entrant in enumerate(table)]
        outcome = kind.outcome(play_out(kind, opening, players, whims).final)
        assert outcome is not None
        for entrant in {id(entrant): entrant for entrant in table}.values():
            places = [seat for seat, other in enumerate(table) if other is entrant]
            wins = sum(seat in outcome.winners for seat in places) / len(outcome.winners)
            entrant.shares.append(wins / len(places))
            entrant.ranks.append(fmean(outcome.ranks[seat] for seat in places))
            entrant.scores.append(fmean(outcome.scores[seat] for seat in places))
        yield game + 1


class _Watched:
    """A bot at the table with a stopwatch and a referee beside it."""

    def __init__(self, entrant: Entrant, seat: int) -> None:
        self.entrant = entrant
        self.seat = seat

    def choose(self, seen: Any, legal: Sequence[Any], rng: Random) -> Any:
        entrant = self.entrant
        with _Blame(entrant.name, self.seat):
            began = thread_time()
            move = entrant.bot.choose(seen, legal, rng)
            entrant.seconds.append(thread_time() - began)
        if move not in legal:
            raise PlayerFault(entrant.name, self.seat, f"made an illegal move: {move!r:.200}")
        return move


class _Blame:
    """Whatever a player's own code raises is told as that player's fault."""

    def __init__(self, name: str, seat: int) -> None:
        self.name = name
        self.seat = seat

    def __enter__(self) -> None:
        return None

    def __exit__(
        self, kind: type[BaseException] | None, fault: BaseException | None, trace: TracebackType | None
    ) -> None:
        if isinstance(fault, Exception):
            said = " ".join(str(fault).split())
            complaint = f"raised {type(fault).__name__}" + (f": {said:.200}" if said else "")
            raise PlayerFault(self.name, self.seat, complaint) from fault
