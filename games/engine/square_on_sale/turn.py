"""The course of a turn: each step leads to the next until somebody has a choice or the game is over (SQ-3)."""

from __future__ import annotations

from games.engine.contract import SeatNo
from games.engine.square_on_sale.auction import collect
from games.engine.square_on_sale.beans import bean_spaces, put_bean
from games.engine.square_on_sale.board import CENTRE
from games.engine.square_on_sale.dice import resolve_dice
from games.engine.square_on_sale.draft import Draft
from games.engine.square_on_sale.events import CentreCollected, GameEnded, turn_began, turn_ended
from games.engine.square_on_sale.scoring import end_of, outcome, scores
from games.engine.square_on_sale.state import ACTING, Bracketing, Over, Phase, PlacingBean, Resolving


def begin_turn(draft: Draft) -> Phase:
    """Steps 1 and 2: collect from the centre, then resolve the dice (SQ-4, SQ-5)."""
    draft.events.append(turn_began(draft.turn, draft.seat))
    if spaces := draft.take_back(CENTRE):
        draft.events.append(CentreCollected(draft.seat, spaces))
    return after_dice(draft, resolve_dice(draft))


def after_dice(draft: Draft, asked: Resolving | Bracketing | None) -> Phase:
    """Step 3: whoever has no chips in hand can only collect, so it happens by itself (SQ-12)."""
    if asked is not None:
        return asked
    if draft.chips[draft.seat]:
        return ACTING
    collect(draft, forced=True)
    return after_action(draft)


def after_action(draft: Draft) -> Phase:
    """Step 4: a bean, without a question where there is one space, not at all where there is none (SQ-13)."""
    spaces = bean_spaces(draft.stacks, draft.bids) if draft.bean_pool else ()
    if len(spaces) > 1:
        return PlacingBean(spaces)
    if spaces:
        put_bean(draft, spaces[0])
    return end_turn(draft)


def end_turn(draft: Draft) -> Phase:
    """The game ends here (SQ-14) or the next seat's turn begins."""
    draft.events.append(turn_ended(draft.turn, draft.seat, draft.collects))
    end = end_of(draft)
    if end is not None:
        result = outcome(scores(draft.stacks, draft.won, draft.blocks))
        draft.events.append(GameEnded(end, result.scores, result.winners))
        return Over(end)
    draft.turn += 1
    draft.seat = SeatNo((draft.seat + 1) % draft.rules.seats)
    return begin_turn(draft)
