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
    before: dict[SeatNo | None, Cues] = play.memo.setdefault("cues", {})
    texts: dict[int, str] = {}
    """By the event's id, while histories hold the event."""
    drawn: dict[int, tuple[Cues, Part]] = {}
    """By the history's id: until something is secret, all were told the very same."""
    parts: dict[tuple[int, str], Part] = {}
    """By how much was told and the cues, which hold no secrets."""
    column = []
    for scene in scenes:
        me, history = scene.me, scene.seen.history
        known = drawn.get(id(history))
        if known is None:
            cues = newest_cues(history, play.fresh, before.get(me, NO_CUES), kind_screen, texts)
            key = (len(history), ",".join(cues[1]))
            part = parts.get(key)
            if part is None:
                part = parts[key] = cues_part(play.number, len(history), len(cues[1]), key[1])
            known = drawn[id(history)] = (cues, part)
        before[me], part = known
        column.append(part)
    return column


Cues = tuple[int, list[str]]
"""How many events were told, and the cues of the last of them."""

NO_CUES: Cues = (0, [])


def newest_cues(history: History, fresh: int, before: Cues, kind_screen: KindScreen, texts: dict[int, str]) -> Cues:
    """The cues to send now. Those of the events before are at hand, for each is sent with the moves that follow too."""
    start = max(0, len(history) - max(CUES_SENT, fresh))
    count, known = before
    if not count - len(known) <= start <= count <= len(history):
        count, known = start, []
    cues = known[start - count :] if start < count else []
    for event in history[count:]:
        text = texts.get(id(event))
        if text is None:
            text = texts[id(event)] = cue_attribute(kind_screen.cue(event) or {})
        cues.append(text)
    return len(history), cues


def cues_part(game: int, told: int, count: int, cues: str) -> Part:
    """The cues of one who was told so many events."""
    numbers = f'data-game="{game}" data-from="{told - count}" data-last="{told - 1}"'
    return Part("cues", mark_safe(f"<div id=\"cues\" hidden {numbers} data-cues='[{cues}]'></div>"))
