"""What those who look at a game together were told of it, as histories, logs and cues.

A game only grows, so each of these grows from the snapshot before: rows with a place per viewer, kept in `Play.memo`.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from operator import is_

from games.engine import ONLOOKER, Event, SeatNo, Viewer
from games.screens.around import Log, empty_log, log_line
from games.screens.base import KindScreen, Part, Scene, cue_attribute
from games.screens.markup import mark_safe
from games.services.tables import Play

CUES_SENT = 4
"""At least; all that the last move brought, however much it was."""

History = tuple[Event, ...]

# Histories


def histories_of(viewers: Sequence[Viewer], play: Play) -> list[History]:
    """The events as each of these viewers was told them."""
    events, memo = play.events, play.memo.setdefault("told", {})
    histories = []
    fresh: History | None = None
    is_open = False
    for viewer in viewers:
        before, told = memo.get(viewer, NOTHING_YET)
        if before is not events:
            if len(before) > len(events):  # an older snapshot than the one before
                before, told = NOTHING_YET
            if fresh is None or len(before) + len(fresh) != len(events):
                fresh = events[len(before) :]
                is_open = all(play.kind.tell(event, ONLOOKER) is event for event in fresh)
            heard = fresh if is_open else heard_by(viewer, fresh, play)
            # Who was told everything, as nearly all are until something is secret, needs no copy.
            told = events if told is before and heard is fresh else told + heard
            memo[viewer] = (events, told)
        histories.append(told)
    return histories


NOTHING_YET: tuple[History, History] = ((), ())
"""Of the game's events and of those told."""


def heard_by(viewer: Viewer, fresh: History, play: Play) -> History:
    """What this viewer is told of some events; the very same tuple for one who may know them all."""
    heard = tuple([told for event in fresh if (told := play.kind.tell(event, viewer)) is not None])
    return fresh if len(heard) == len(fresh) and all(map(is_, heard, fresh)) else heard


# Logs


def log_parts(play: Play, kind_screen: KindScreen, scenes: Sequence[Scene]) -> list[Log]:
    """The logs in sentences of all that was told to viewers who read one language."""
    logs = play.memo.setdefault(("logs", scenes[0].language), {})
    written: Written = {}
    column = []
    for scene in scenes:
        log, heard = logs.get(scene.me), len(scene.seen.history)
        if log is None or log.heard > heard:  # nothing yet, or an older snapshot than the one before
            log = empty_log()
        if log.heard < heard:
            log = logs[scene.me] = log.grown(new_lines(log, scene, kind_screen, written), heard)
        column.append(log)
    return column


Written = dict[tuple[int, int], tuple[Collection[SeatNo | None], Part | None]]
"""The lines of one snapshot by their number and by their event's id, while histories hold the event: whom a line speaks
to in words of its own, and the line that all others read."""


def new_lines(log: Log, scene: Scene, kind_screen: KindScreen, written: Written) -> list[Part]:
    """What the log does not tell yet; all whom a line does not speak to share it."""
    me, number, lines = scene.me, log.count, []
    for event in scene.seen.history[log.heard :]:
        addressed, line = written.get((number, id(event)), NOT_WRITTEN)
        if addressed is None or me in addressed:
            sentence = kind_screen.sentence(event, scene)
            line = None if sentence is None else log_line(number, sentence)
            addressed = kind_screen.addressed(event)
            if me not in addressed:
                written[number, id(event)] = (addressed, line)
        if line is not None:
            lines.append(line)
            number += 1
    return lines


NOT_WRITTEN: tuple[None, None] = (None, None)


# Cues


def cues_parts(play: Play, kind_screen: KindScreen, scenes: Sequence[Scene]) -> list[Part]:
    """What just happened, numbered, for scripts that animate and sound it; nearly always the same for everybody."""
    texts: dict[int, tuple[Event, str]] = play.memo.setdefault("cues", {})
    drawn: dict[tuple[int, str], Part] = {}
    parts: dict[int, Part] = {}
    """By the history's id: those who were told the very same are many."""
    column = []
    for scene in scenes:
        history = scene.seen.history
        part = parts.get(id(history))
        if part is None:
            start = max(0, len(history) - max(CUES_SENT, play.fresh))
            cues = ",".join([cue_text(texts, kind_screen, event) for event in history[start:]])
            part = drawn.get((start, cues))
            if part is None:
                part = drawn[start, cues] = cues_part(play.number, start, len(history) - 1, cues)
            parts[id(history)] = part
        column.append(part)
    return column


def cues_part(game: int, start: int, last: int, cues: str) -> Part:
    """The cues of one who was told so much."""
    numbers = f'data-game="{game}" data-from="{start}" data-last="{last}"'
    return Part("cues", mark_safe(f"<div id=\"cues\" hidden {numbers} data-cues='[{cues}]'></div>"))


def cue_text(texts: dict[int, tuple[Event, str]], kind_screen: KindScreen, event: Event) -> str:
    """An event's cue; it is sent with the moves that follow too. The event is kept with it, so that no other can come
    to stand in its place."""
    known = texts.get(id(event))
    if known is None or known[0] is not event:
        known = texts[id(event)] = (event, cue_attribute(kind_screen.cue(event) or {}))
    return known[1]
