"""The sharp player of Square on Sale: tries its better bids in thought, playing on for two rounds, and keeps the best.

Playouts are shared out by sequential halving: all candidates get a few, the better half gets more, and so on. Their
number is fixed, so the same chance leads to the same move on a fast and on a slow machine.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from games.bots.square_on_sale_worth import (
    INDEX,
    building,
    chance_to_win,
    standing,
    tempting_bids,
)
from games.engine import SeatNo
from games.engine.square_on_sale import (
    SPACES,
    SQUARE_ON_SALE,
    Acting,
    Bean,
    Bid,
    Bracketing,
    Collect,
    Over,
    PlacingBean,
    Question,
    SquareMove,
    SquareObservation,
    SquareState,
    position,
)

COLLECT = Collect()
DOUBT = 6.0
"""Points by which a table weighed in the middle of the game may be off."""
BEAN_HOPE = 0.1
"""What part of such a lead one bean makes sure of."""


class SharpBuilder:
    """Looks two rounds ahead."""

    def __init__(self, *, playouts: int = 60, candidates: int = 14, depth: int = 9) -> None:
        self.playouts = playouts
        self.candidates = candidates
        self.depth = depth

    def choose(self, seen: SquareObservation, legal: Sequence[SquareMove], rng: Random) -> SquareMove:
        """The move with the best chance to win in thought."""
        return max(self.weigh(seen, legal, rng), key=lambda pair: pair[1])[0]

    def weigh(
        self, seen: SquareObservation, legal: Sequence[SquareMove], rng: Random
    ) -> list[tuple[SquareMove, float]]:
        """The candidates with their chances to win."""
        state = position(seen)
        if seen.question is Question.BEAN:
            return weigh_beans(state, legal)
        candidates = list(legal) if seen.question is not Question.ACT else self._candidates(state)
        return self._halve(state, candidates, rng)

    def _candidates(self, state: SquareState) -> list[SquareMove]:
        """The collect, and the bids that seem to gain most, with some amounts each."""
        seat, table = state.seat, state.table
        chips = table.chips[seat]
        found: list[tuple[float, SquareMove]] = []
        for gain, at, amount in tempting_bids(table, seat):
            running = table.bids[at]
            amounts = {amount, amount + 2} if running else {1, 3, amount}
            found += [(gain, Bid(SPACES[at], wish)) for wish in sorted(amounts) if wish <= chips]
        found.sort(key=lambda pair: -pair[0])
        return [COLLECT, *(bid for _, bid in found[: self.candidates - 1])]

    def _halve(
        self, state: SquareState, candidates: Sequence[SquareMove], rng: Random
    ) -> list[tuple[SquareMove, float]]:
        me = state.seat
        starts = [SQUARE_ON_SALE.apply(state, me, move).state for move in candidates]
        sums, counts = [0.0] * len(starts), [0] * len(starts)
        alive = list(range(len(starts)))
        levels = max(1, (len(alive) - 1).bit_length())
        while True:
            each = max(1, self.playouts // levels // len(alive))
            for _ in range(each):
                seed = rng.getrandbits(32)
                for at in alive:
                    sums[at] += playout(starts[at], me, Random(seed), self.depth)
                    counts[at] += 1
            if len(alive) <= 2:
                break
            alive.sort(key=lambda at: sums[at] / counts[at], reverse=True)
            del alive[(len(alive) + 1) // 2 :]
        # Those that fell out early keep their value, but never lead.
        best = max(sums[at] / counts[at] for at in alive)
        values = [min(total / times, best - 1e-6) for total, times in zip(sums, counts, strict=True)]
        for at in alive:
            values[at] = sums[at] / counts[at]
        return list(zip(candidates, values, strict=True))


def weigh_beans(state: SquareState, legal: Sequence[SquareMove]) -> list[tuple[SquareMove, float]]:
    """A bean lies best where winning is worth most to oneself over what it is worth to the strongest rival."""
    stacks, seat = state.table.stacks, state.seat
    rivals = [SeatNo(other) for other in range(state.rules.seats) if other != seat]
    points = standing(state)
    mine = points[seat]
    found: list[tuple[SquareMove, float]] = []
    for move in legal:
        assert isinstance(move, Bean)
        at = INDEX[move.space]
        lead = building(stacks, seat)[at] - max(building(stacks, rival)[at] for rival in rivals)
        points[seat] = mine + BEAN_HOPE * lead
        found.append((move, chance_to_win(points, seat, DOUBT)))
    return found


def playout(state: SquareState, me: SeatNo, rng: Random, depth: int) -> float:
    """Play on for some turns, everybody taking what seems to gain most, and weigh the table then."""
    last = state.turn + depth
    while state.turn < last and not isinstance(state.phase, Over):
        state = SQUARE_ON_SALE.apply(state, state.seat, quick_move(state, rng)).state
    if isinstance(state.phase, Over):
        outcome = SQUARE_ON_SALE.outcome(state)
        assert outcome is not None
        points = [float(score) for score in outcome.scores]
        return chance_to_win(points, me, 1.0)
    return chance_to_win(standing(state), me, DOUBT)


def quick_move(state: SquareState, rng: Random) -> SquareMove:
    """A sensible move at once, with some chance in it."""
    phase, table, seat = state.phase, state.table, state.seat
    if isinstance(phase, Acting):
        best: SquareMove = COLLECT
        paid = table.paid[seat]
        most = 0.4 * sum([1 for at in EDGES if paid[at]]) * (2.5 if table.chips[seat] < 6 else 1)
        for gain, at, amount in tempting_bids(table, seat):
            felt = gain + 1.5 * rng.random()
            if felt > most:
                most, best = felt, Bid(SPACES[at], amount)
        return best
    if isinstance(phase, PlacingBean):
        spaces = phase.spaces
        return Bean(SPACES[spaces[int(rng.random() * len(spaces))]])
    legal = SQUARE_ON_SALE.legal_moves(state, seat)
    if isinstance(phase, Bracketing):
        return max(legal, key=lambda move: len(table.stacks[INDEX[move.space]]))  # type: ignore[union-attr]
    return legal[int(rng.random() * len(legal))]


EDGES = tuple(at for at, name in enumerate(SPACES) if (name[0] in "ae") != (name[1] in "15"))
