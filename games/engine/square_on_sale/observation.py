"""What a viewer sees: everything is open (SQ-2), so all see the same table and only the question differs.

The fields are the public facts; the properties work out what screens and bots show and weigh, by the rules' own
functions. They are computed when asked for: read one once and keep it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from games.engine.contract import Audience, Event, SeatNo, Viewer
from games.engine.square_on_sale import dice
from games.engine.square_on_sale.auction import bid_range
from games.engine.square_on_sale.board import (
    CENTRE,
    CORNERS,
    EDGES,
    INDEX,
    SPACES,
    ZONES,
    Stack,
    Zone,
    anchors,
    bracketed,
    names,
)
from games.engine.square_on_sale.editions import SquareRules
from games.engine.square_on_sale.events import TurnBegan
from games.engine.square_on_sale.scoring import Score, scores
from games.engine.square_on_sale.seen import BidOffer, Claim, OrderSeen, SeatSeen, SpaceSeen, WinSeen
from games.engine.square_on_sale.state import (
    Bracketing,
    End,
    Over,
    Phase,
    PlacingBean,
    Question,
    Resolving,
    RunningBid,
    SquareState,
    Table,
)


@dataclass(frozen=True, slots=True)
class SquareObservation:
    """A game of Square on Sale as a viewer sees it."""

    viewer: Viewer
    phase: str
    decision: int
    to_act: frozenset[SeatNo]
    history: tuple[Event, ...]

    rules: SquareRules
    first: SeatNo
    turn: int
    seat: SeatNo
    """Whose turn it is; when the game is over, who took the last one."""
    collects: int
    """Turns in a row that collected; the game ends at `rules.collects_to_end`."""
    table: Table
    asked: Phase

    @property
    def me(self) -> SeatNo | None:
        """The viewer's own seat."""
        return None if isinstance(self.viewer, Audience) else self.viewer

    @property
    def is_asked(self) -> bool:
        """Whether the viewer owes a move."""
        return self.viewer in self.to_act

    @property
    def question(self) -> Question | None:
        """What is asked of the seat to act; None when the game is over."""
        return self.asked.question

    @property
    def end(self) -> End | None:
        """What ended the game."""
        return self.asked.end if isinstance(self.asked, Over) else None

    @property
    def spaces(self) -> tuple[SpaceSeen, ...]:
        """All 25 in board order: a1, a2 … e5."""
        brackets = _brackets(self.table.stacks, self.table.blocks)
        return tuple([self._space(at, brackets[at]) for at in range(len(SPACES))])

    def space(self, name: str) -> SpaceSeen:
        """One space by its name."""
        at = INDEX[name]
        return self._space(at, _brackets(self.table.stacks, self.table.blocks)[at])

    @property
    def seats(self) -> tuple[SeatSeen, ...]:
        """All seats, clockwise from 0."""
        points = self.scores
        return tuple(self._seat(SeatNo(seat), points[seat]) for seat in range(self.rules.seats))

    @property
    def scores(self) -> tuple[Score, ...]:
        """Points per seat as the board stands (SQ-15)."""
        table = self.table
        return scores(table.stacks, table.won, table.blocks)

    @property
    def claims(self) -> tuple[Claim, ...]:
        """Who is about to win which space, the next one first."""
        found = (self._claim(at) for at, bid in enumerate(self.table.bids) if bid is not None)
        return tuple(sorted((claim for claim in found if claim is not None), key=_when))

    @property
    def offers(self) -> tuple[BidOffer, ...]:
        """Per space where the viewer may bid now: the lowest and the highest bid."""
        found = (self._offer(at) for at in range(len(SPACES)))
        return tuple(offer for offer in found if offer is not None)

    @property
    def collectable(self) -> tuple[str, ...]:
        """Edge spaces from which a collect of the seat whose turn it is would bring back a chip now (SQ-12)."""
        paid = self.table.paid[self.seat]
        return tuple(SPACES[at] for at in EDGES if paid[at])

    @property
    def bean_spaces(self) -> tuple[str, ...]:
        """The spaces asked about when a bean is to be put (SQ-13)."""
        return names(self.asked.spaces) if isinstance(self.asked, PlacingBean) else ()

    @property
    def bracket_spaces(self) -> tuple[str, ...]:
        """The bracketed spaces to choose from when blocks run short (SQ-8)."""
        return names(self.asked.candidates) if isinstance(self.asked, Bracketing) else ()

    @property
    def bracket_from(self) -> str | None:
        """The space just won that brackets them."""
        return SPACES[self.asked.space] if isinstance(self.asked, Bracketing) else None

    @property
    def orders(self) -> tuple[OrderSeen, ...]:
        """Both orders of two dice, each with its result, when the order is asked (SQ-5)."""
        if not isinstance(self.asked, Resolving):
            return ()
        ready = self.asked.dice
        return tuple(self._order((at, *(other for other in ready if other != at))) for at in ready)

    @property
    def last_turns(self) -> tuple[tuple[Event, ...], ...]:
        """Per seat what happened in its latest turn, the running one included; empty before its first."""
        found: dict[int, tuple[Event, ...]] = {}
        until = len(self.history)
        for at in range(len(self.history) - 1, -1, -1):
            event = self.history[at]
            if isinstance(event, TurnBegan):
                found.setdefault(event.seat, self.history[at:until])
                until = at
                if len(found) == self.rules.seats:
                    break
        return tuple(found.get(seat, ()) for seat in range(self.rules.seats))

    def would_bracket(self, seat: SeatNo, space: str) -> tuple[str, ...]:
        """The spaces that winning `space` now would bracket for the seat; none without a block to put there."""
        return _brackets(self.table.stacks, self.table.blocks)[INDEX[space]][seat]

    def anchors(self, seat: SeatNo, space: str) -> tuple[str, ...]:
        """The seat's own spaces at the far ends of the lines that `would_bracket` tells of."""
        if not self.would_bracket(seat, space):
            return ()
        return names(anchors(self.table.stacks, seat, INDEX[space]))

    def _space(self, at: int, brackets: tuple[tuple[str, ...], ...]) -> SpaceSeen:
        table = self.table
        stack = table.stacks[at]
        return SpaceSeen(
            name=SPACES[at],
            zone=ZONES[at],
            owner=stack[-1] if stack else None,
            stack=stack,
            beans=table.beans[at],
            claim=self._claim(at),
            paid=tuple([paid[at] for paid in table.paid]),
            brackets=brackets,
            offer=self._offer(at),
            takes_bean=ZONES[at] is Zone.CENTRE and not stack and table.bids[at] is None,
        )

    def _seat(self, seat: SeatNo, points: Score) -> SeatSeen:
        table, paid = self.table, self.table.paid[seat]
        return SeatSeen(
            seat=seat,
            chips=table.chips[seat],
            bidding=sum(bid.amount for bid in table.bids if bid is not None and bid.seat == seat),
            from_centre=sum(paid[at] for at in CENTRE),
            from_edges=sum(paid[at] for at in EDGES),
            lost=sum(paid[at] for at in CORNERS),
            next_centre=sum(paid[at] > 0 for at in CENTRE),
            next_edges=sum(paid[at] > 0 for at in EDGES),
            blocks=table.blocks[seat],
            beans=table.won[seat],
            points=points,
        )

    def _claim(self, at: int) -> Claim | None:
        bid = self.table.bids[at]
        if bid is None:
            return None
        own_turns = self._own_turns(at, bid)
        return Claim(
            space=SPACES[at],
            seat=bid.seat,
            amount=bid.amount,
            die=bid.die,
            wins_on_turn=self._turn_of(bid.seat, own_turns),
            own_turns=own_turns,
            outbid_at=bid.amount + 1,
        )

    def _own_turns(self, at: int, bid: RunningBid) -> int:
        """A die that still waits for its own player's resolving is one turn ahead of the others."""
        waits = self.asked.dice if isinstance(self.asked, Resolving) else ()
        if isinstance(self.asked, Bracketing):
            waits = self.asked.pending
        return bid.die - 1 if at in waits else bid.die

    def _turn_of(self, seat: SeatNo, own_turns: int) -> int:
        """The number of a seat's own_turns-th turn from now."""
        seats = self.rules.seats
        ahead = (seat - self.seat) % seats or seats
        return self.turn + ahead + (own_turns - 1) * seats

    def _offer(self, at: int) -> BidOffer | None:
        if self.question is not Question.ACT or self.me is None or self.me != self.seat:
            return None
        found = bid_range(self.table, self.me, at)
        return None if found is None else BidOffer(SPACES[at], *found)

    def _order(self, order: Sequence[int]) -> OrderSeen:
        table = self.table
        found = dice.wins(table.stacks, self.seat, order, table.blocks[self.seat])
        seen = [
            WinSeen(SPACES[win.space], table.beans[win.space], names(win.placed), names(win.choices), win.choose)
            for win in found
        ]
        return OrderSeen(SPACES[order[0]], tuple(seen))


@lru_cache(maxsize=256)
def _brackets(stacks: tuple[Stack, ...], blocks: tuple[int, ...]) -> tuple[tuple[tuple[str, ...], ...], ...]:
    """Per space, per seat: what winning it would bracket. Kept, because every viewer of a table asks the same."""
    return tuple(
        tuple(names(bracketed(stacks, SeatNo(seat), at)) if left else () for seat, left in enumerate(blocks))
        for at in range(len(SPACES))
    )


def _when(claim: Claim) -> tuple[int, str]:
    return claim.wins_on_turn, claim.space


def observe(
    state: SquareState, viewer: Viewer, to_act: frozenset[SeatNo], history: Sequence[Event]
) -> SquareObservation:
    """All of the table, for everyone (SQ-2)."""
    return SquareObservation(
        viewer=viewer,
        phase="over" if isinstance(state.phase, Over) else "turn",
        decision=state.decision,
        to_act=to_act,
        history=tuple(history),
        rules=state.rules,
        first=state.first,
        turn=state.turn,
        seat=state.seat,
        collects=state.collects,
        table=state.table,
        asked=state.phase,
    )


def position(seen: SquareObservation) -> SquareState:
    """The game as the viewer sees it, to be played on in thought: lawful because nothing is hidden (SQ-2)."""
    return SquareState(
        rules=seen.rules,
        first=seen.first,
        turn=seen.turn,
        seat=seen.seat,
        collects=seen.collects,
        decision=seen.decision,
        table=seen.table,
        phase=seen.asked,
    )
