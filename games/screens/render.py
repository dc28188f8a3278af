"""The screen of a room for one viewer: chooses the parts, builds the scene, and renders each distinct screen once.

This is the only place above the engine that touches a game's state, and it hands on nothing but observations.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from operator import is_
from typing import Any

from games.engine import ONLOOKER, Event, SeatNo, Viewer
from games.screens import around, clock, hints, lobby, menu
from games.screens.base import KindScreen, Look, Part, Scene, Screen, Sign, Sitter, cue_attribute
from games.screens.catalogue import SCREENS
from games.screens.markup import SafeString, mark_safe
from games.screens.speech import gettext as _
from games.screens.speech import speaking
from games.services.tables import Chair, Play, Table

CUES_SENT = 4
"""At least; all that the last move brought, however much it was."""
VIEWS_KEPT = 64
"""Of one snapshot: everybody's, a few onlookers' languages, a few table screens."""


def render_screens(looks: Sequence[Look]) -> list[Screen]:
    """What these viewers see of a snapshot of one room, each distinct screen drawn once.

    Those whose screens are made of the same parts are drawn together, part by part instead of viewer by viewer: what
    nobody's eyes change is looked at once, and the processor has each part's code at hand for all of them.
    """
    if not looks:
        return []
    drawn, keys = looks[0].table.drawn, [look[1:] for look in looks]
    missing = {key: look for key, look in zip(keys, looks, strict=True) if key not in drawn}
    fresh: dict[Any, Screen] = {}
    for group in groups_of(list(missing.values())):
        with speaking(group[0].language):
            fresh.update(zip([look[1:] for look in group], make_screens(group), strict=True))
    found = [fresh[key] if key in fresh else drawn[key] for key in keys]
    if len(drawn) < VIEWS_KEPT:
        drawn.update(fresh)
    return found


def render_screen(look: Look) -> Screen:
    """What this viewer sees of the room now."""
    return render_screens([look])[0]


def groups_of(looks: Sequence[Look]) -> Iterable[Sequence[Look]]:
    """The looks by language, by table screen or phone, and by whether they have a seat."""
    groups: dict[tuple[str, bool, bool], list[Look]] = {}
    for look in looks:
        groups.setdefault((look.language, look.is_table_screen, viewer_of(look) is ONLOOKER), []).append(look)
    return groups.values()


def make_screens(looks: Sequence[Look]) -> list[Screen]:
    """Choose between joining, the lobby, a running game and a result, for looks that belong together."""
    play = looks[0].table.play
    if play is None:
        return [waiting_screen(look) for look in looks]
    if not play.is_running:
        return [over_screen(look, play) for look in looks]
    return [running_table(look, play) for look in looks] if looks[0].is_table_screen else running_screens(looks, play)


# Before the first game


def waiting_screen(look: Look) -> Screen:
    """Nothing is played yet."""
    if look.is_table_screen:
        phase, parts = "lobby", lobby.table_lobby_parts(look)
    elif look.person is None:
        phase, parts = "join", lobby.join_parts(look)
    else:
        phase, parts = "lobby", lobby.lobby_parts(look)
    title = _("Room %(code)s") % {"code": look.table.code}
    return Screen(look.table.version, 0, phase, title, layout(look, "is-room"), None, tuple(parts))


def layout(look: Look, usual: str) -> str:
    """Table screens have a layout of their own."""
    return f"{usual} is-table" if look.is_table_screen else usual


# Games


def viewer_of(look: Look) -> Viewer:
    """Whose knowledge this look has: its seat's, or an onlooker's; a table screen is always an onlooker."""
    return ONLOOKER if look.is_table_screen else look.table.seats.get(look.person_id, ONLOOKER)


def scene_of(look: Look, play: Play) -> Scene:
    """Everything a kind's screen may draw from."""
    (scene,) = scenes_of((look,), play)
    return scene


def scenes_of(looks: Sequence[Look], play: Play) -> list[Scene]:
    """The same for several who read one snapshot in one language."""
    table, language, kind, state = looks[0].table, looks[0].language, play.kind, play.state
    sitters, common = sitters_of(table, play), table.drawn.setdefault(("common", language), {})
    scenes = []
    for viewer in map(viewer_of, looks):
        seen = kind.observe(state, viewer, told_to(viewer, play))
        me = None if viewer is ONLOOKER else SeatNo(viewer)  # type: ignore[arg-type]
        scene = Scene(  # in the order of its fields: by their names it costs three times as much
            seen,
            sitters,
            me,
            table.code,
            play.number,
            table.version,
            play.decision,
            play.edition,
            play.variants,
            play.options,
            language,
            me is not None and play.is_running,
            None if me is None else play.chairs[me].ceiling,
            play.status,
            0 if me is None else play.moves_by_seat[me],
            play.commitment,
            common,
            play.memo,
        )
        scenes.append(scene)
    return scenes


def told_to(viewer: Viewer, play: Play) -> tuple[Event, ...]:
    """The events as this viewer was told them; a game only grows, so what was told before is kept."""
    key, events = ("told", viewer), play.events
    count, told, is_all = play.memo.get(key, NOTHING_YET)
    if count > len(events):  # an older snapshot than the one before
        count, told, is_all = NOTHING_YET
    if count < len(events):
        fresh = events[count:]
        heard = tuple([each for event in fresh if (each := play.kind.tell(event, viewer)) is not None])
        is_all = is_all and len(heard) == len(fresh) and all(map(is_, heard, fresh))
        told = events if is_all else told + heard  # who was told everything, as nearly all are, needs no copy
        play.memo[key] = (len(events), told, is_all)
    return told  # type: ignore[no-any-return]


NOTHING_YET: tuple[int, tuple[()], bool] = (0, (), True)


def sitters_of(table: Table, play: Play) -> tuple[Sitter, ...]:
    """Who sits where; the same for all viewers of a snapshot, and mostly after a move too."""
    chairs, sitters = table.memo.get("sitters", (None, ()))
    if chairs is not play.chairs:
        fresh = tuple([sitter_of(table, each) for each in play.chairs])
        sitters = sitters if fresh == sitters else fresh
        table.memo["sitters"] = (play.chairs, sitters)
    return sitters  # type: ignore[no-any-return]


def sitter_of(table: Table, chair: Chair) -> Sitter:
    """A chair as everybody sees it."""
    person = table.person(chair.player)
    return Sitter(
        seat=chair.number,
        name=chair.name,
        look=chair.look,
        bot=chair.driver,
        is_warmed=bool(chair.warmer),
        is_away=bool(person and person.is_away) and not chair.driver,
        was_replaced=chair.was_replaced,
        deadline=chair.deadline,
    )


def running_table(look: Look, play: Play) -> Screen:
    """A game under way on a table screen."""
    kind_screen, scene = SCREENS[play.kind.info.slug], scene_of(look, play)
    corner = around.table_corner_part(look)
    parts = (*kind_screen.table_parts(scene), clock.clock_part(scene), corner, cues_part(play, scene))
    return running_screen(look.table, scene, kind_screen.sign(scene), "is-game is-table", parts)


def running_screens(looks: Sequence[Look], play: Play) -> list[Screen]:
    """A game under way on the phones of those who belong together: a column for each part, a row for each phone."""
    kind_screen, table = SCREENS[play.kind.info.slug], looks[0].table
    scenes = scenes_of(looks, play)
    signs = [kind_screen.sign(scene) for scene in scenes]
    columns = (
        [bar_part(kind_screen, scenes[0], play)] * len(scenes),
        [around.sign_part(sign, scene) for sign, scene in zip(signs, scenes, strict=True)],
        clock.clock_parts(scenes),
        hints.hint_parts(scenes, signs),
        around.notices_parts(looks),
        *kind_screen.columns(scenes),
        [log_part(play, scene) for scene in scenes],
        menu_parts(looks, play),
        cues_parts(play, scenes),
    )
    return [
        running_screen(table, scene, sign, "is-game is-asked" if sign.is_mine else "is-game", parts)
        for scene, sign, parts in zip(scenes, signs, zip(*columns, strict=True), strict=True)
    ]


def running_screen(table: Table, scene: Scene, sign: Sign, layout: str, parts: tuple[Part, ...]) -> Screen:
    """One viewer's row."""
    title = sign.title or f"{sign.headline} · {sign.sentence}"
    return Screen(table.version, scene.decision, scene.seen.phase, title, layout, scene.me, parts)


def bar_part(kind_screen: KindScreen, scene: Scene, play: Play) -> Part:
    """The bar, with a way to hide the hand for one who has something to hide."""
    has_hand = scene.has_controls and play.kind.info.dealt
    return around.bar_part(scene.language, kind_screen.progress(scene), has_hand=has_hand)


def log_part(play: Play, scene: Scene) -> Part:
    """The log in sentences of all that was told to the viewer; it grows from the one before."""
    key, history = ("log", scene.me, scene.language), scene.seen.history
    log: around.Log | None = play.memo.get(key)
    if log is None or log.heard > len(history):  # nothing yet, or an older snapshot than the one before
        log = around.empty_log()
    if log.heard < len(history):
        kind_screen = SCREENS[play.kind.info.slug]
        log = log.grown([sentence_of(kind_screen, event, scene) for event in history[log.heard :]], len(history))
        play.memo[key] = log
    return log


def sentence_of(kind_screen: KindScreen, event: Event, scene: Scene) -> SafeString | None:
    """A line of the log; all whom it does not speak to share it. The event is kept with it, so that no other can come
    to stand in its place."""
    place = (id(event), scene.me if kind_screen.is_about(event, scene.me) else None)
    found: tuple[Event, SafeString | None] | None = scene.common.get(place)
    if found is None:
        found = scene.common[place] = (event, kind_screen.sentence(event, scene))
    return found[1]


def cues_parts(play: Play, scenes: Sequence[Scene]) -> list[Part]:
    """The cues of viewers of one snapshot; those who were told the very same are many."""
    drawn: dict[int, Part] = {}
    for scene in scenes:
        place = id(scene.seen.history)
        if place not in drawn:
            drawn[place] = cues_part(play, scene)
    return [drawn[id(scene.seen.history)] for scene in scenes]


def cues_part(play: Play, scene: Scene) -> Part:
    """What just happened, numbered, for scripts that animate and sound it; nearly always the same for everybody."""
    history = scene.seen.history
    start = max(0, len(history) - max(CUES_SENT, play.fresh))
    cues = ",".join([cue_of(play, scene, event) for event in history[start:]])
    key = (start, cues)
    part: Part | None = scene.common.get(key)
    if part is None:
        html = (
            f'<div id="cues" hidden data-game="{play.number}" data-from="{start}" data-last="{len(history) - 1}"'
            f" data-cues='[{cues}]'></div>"
        )
        part = scene.common[key] = Part("cues", mark_safe(html))
    return part


def cue_of(play: Play, scene: Scene, event: Event) -> str:
    """An event's cue; it is sent with the moves that follow too."""
    known: tuple[Event, str] | None = scene.memo.get(id(event))
    if known is None or known[0] is not event:
        cue = cue_attribute(SCREENS[play.kind.info.slug].cue(event) or {})
        known = scene.memo[id(event)] = (event, cue)
    return known[1]


def menu_parts(looks: Sequence[Look], play: Play) -> list[Part]:
    """The menus, which moves do not change."""
    table = looks[0].table
    memo, sources = table.memo, (play.status, tuple([chair.driver for chair in play.chairs]))
    if memo.get("menus of") != sources:
        memo["menus of"], memo["menus"] = sources, {}
    menus: dict[Any, Part] = memo["menus"]
    found = []
    for look in looks:
        part = menus.get(look[1:])
        if part is None:
            part = menus[look[1:]] = menu.menu_part(look)
        found.append(part)
    return found


def over_screen(look: Look, play: Play) -> Screen:
    """A finished or abandoned game, and the way to the next."""
    kind_screen = SCREENS[play.kind.info.slug]
    scene = scene_of(look, play)
    sign = kind_screen.sign(scene)
    if look.is_table_screen:
        parts = [*kind_screen.result_parts(scene), around.standings_part(look), around.table_corner_part(look)]
    else:
        parts = [
            bar_part(kind_screen, scene, play),
            around.sign_part(sign, scene),
            around.notices_part(look),
            *kind_screen.result_parts(scene),
            around.standings_part(look),
            scene.shared(("again", look.person is None), lambda: around.again_part(look)),
            *lobby.between_parts(look),
            log_part(play, scene),
            # When nothing is played any more, all who have a place in the room are offered the same, and all others.
            scene.shared(("menu", look.person is None, scene.me is None), lambda: menu.menu_part(look)),
        ]
    parts.append(cues_part(play, scene))
    return Screen(
        look.table.version,
        play.decision,
        "over",
        sign.title or sign.headline,
        layout(look, "is-over"),
        scene.me,
        tuple(parts),
    )
