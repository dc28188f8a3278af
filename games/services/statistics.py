"""The numbers of the dashboard, from the running totals: never from the games themselves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from math import sqrt

from django.db.models import Q
from django.utils import timezone

from games.models import Figure, Game
from games.services.figures import VICTORY

DAYS_SHOWN = 60
Z = 1.96
"""For 95 %."""


@dataclass(frozen=True, slots=True)
class Mean:
    """A mean with half of its 95 % interval."""

    value: float
    half: float
    count: int


@dataclass(frozen=True, slots=True)
class Sums:
    """Totals that are still to be divided."""

    count: int = 0
    total: int = 0
    squares: int = 0

    def __add__(self, other: Sums) -> Sums:
        return Sums(self.count + other.count, self.total + other.total, self.squares + other.squares)

    def mean(self, unit: int = 1) -> Mean:
        """In units; the interval by the normal approximation."""
        if not self.count:
            return Mean(0.0, 0.0, 0)
        value = self.total / self.count / unit
        variance = max(0.0, self.squares / self.count / unit**2 - value**2)
        return Mean(value, Z * sqrt(variance / self.count), self.count)


@dataclass(frozen=True, slots=True)
class Advantage:
    """How often each place of a table wins: by seat, or by how long after the first player."""

    kind: str
    players: int
    places: tuple[Mean, ...]


@dataclass(frozen=True, slots=True)
class Prices:
    """What the items of an edition cost and brought on average."""

    kind: str
    edition: str
    items: tuple[str, ...]
    paid: tuple[Mean, ...]
    earned: tuple[Mean | None, ...]


@dataclass(frozen=True, slots=True)
class Driver:
    """How people and each bot fare."""

    kind: str
    name: str
    seats: int
    share: Mean
    fair: float
    score: Mean


@dataclass(frozen=True, slots=True)
class Dashboard:
    """Everything the dashboard shows."""

    finished: Mapping[str, int]
    """Kind to finished games."""
    running: int
    days: tuple[date, ...]
    per_day: Mapping[str, tuple[int, ...]]
    """Kind to games per day."""
    seats: tuple[Advantage, ...]
    turns: tuple[Advantage, ...]
    prices: tuple[Prices, ...]
    drivers: tuple[Driver, ...]


def read_dashboard() -> Dashboard:
    """Two queries, however many games there are."""
    today = timezone.now().date()
    days = tuple(today - timedelta(days=back) for back in range(DAYS_SHOWN - 1, -1, -1))
    figures = list(Figure.objects.filter(~Q(topic=Figure.Topic.DAY) | Q(key__gte=days[0].isoformat())))
    finished = {each.kind: each.count for each in figures if each.topic == Figure.Topic.GAMES}
    counts = {(each.kind, each.key): each.count for each in figures if each.topic == Figure.Topic.DAY}
    return Dashboard(
        finished=finished,
        running=Game.objects.filter(status=Game.Status.RUNNING).count(),
        days=days,
        per_day={kind: tuple(counts.get((kind, day.isoformat()), 0) for day in days) for kind in finished},
        seats=_advantages(figures, Figure.Topic.SEAT),
        turns=_advantages(figures, Figure.Topic.TURN),
        prices=_prices(figures),
        drivers=_drivers(figures),
    )


def _sums(figure: Figure) -> Sums:
    return Sums(figure.count, figure.total, figure.squares)


def _advantages(figures: Sequence[Figure], topic: str) -> tuple[Advantage, ...]:
    found: dict[tuple[str, int], dict[int, Sums]] = defaultdict(lambda: defaultdict(Sums))
    for figure in figures:
        if figure.topic == topic:
            found[figure.kind, figure.players][int(figure.key)] += _sums(figure)
    return tuple(
        Advantage(kind, players, tuple(places[place].mean(VICTORY) for place in range(players)))
        for (kind, players), places in sorted(found.items())
    )


def _prices(figures: Sequence[Figure]) -> tuple[Prices, ...]:
    paid: dict[tuple[str, str], dict[str, Sums]] = defaultdict(lambda: defaultdict(Sums))
    earned: dict[tuple[str, str], dict[str, Sums]] = defaultdict(lambda: defaultdict(Sums))
    for figure in figures:
        if figure.topic == Figure.Topic.PAID:
            paid[figure.kind, figure.edition][figure.key] += _sums(figure)
        elif figure.topic == Figure.Topic.EARNED:
            earned[figure.kind, figure.edition][figure.key] += _sums(figure)
    found = []
    for (kind, edition), items in sorted(paid.items()):
        order = tuple(sorted(items, key=lambda item: (len(item), item)))
        sold = earned[kind, edition]
        found.append(
            Prices(
                kind,
                edition,
                order,
                tuple(items[item].mean() for item in order),
                tuple(sold[item].mean() if item in sold else None for item in order),
            )
        )
    return tuple(found)


def _drivers(figures: Sequence[Figure]) -> tuple[Driver, ...]:
    shares: dict[tuple[str, str], Sums] = defaultdict(Sums)
    scores: dict[tuple[str, str], Sums] = defaultdict(Sums)
    fair: dict[tuple[str, str], float] = defaultdict(float)
    for figure in figures:
        key = (figure.kind, figure.key)
        if figure.topic == Figure.Topic.DRIVER:
            shares[key] += _sums(figure)
            fair[key] += figure.count / figure.players
        elif figure.topic == Figure.Topic.SCORE:
            scores[key] += _sums(figure)
    return tuple(
        Driver(kind, name, sums.count, sums.mean(VICTORY), fair[kind, name] / sums.count, scores[kind, name].mean())
        for (kind, name), sums in sorted(shares.items())
    )
