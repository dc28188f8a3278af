"""The screen of a room for one viewer: chooses the parts, builds the scene, and renders each distinct screen once.

This is the only place above the engine that touches a game's state, and it hands on nothing but observations.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from games.engine import ONLOOKER, SeatNo, Viewer
from games.screens import around, clock, hints, lobby, menu
from games.screens.base import KindScreen, Look, Part, Scene, Screen, Sign, Sitter
from games.screens.catalogue import SCREENS
from games.screens.speech import gettext as _
from games.screens.speech import speaking
from games.screens.telling import cues_parts, histories_of, log_parts
from games.services.tables import Chair, Play, Table

VIEWS_KEPT = 64
"""Of one snapshot: everybody's, a few onlookers' languages, a few table screens."""


Drawing = Generator[None, None, list[Screen]]
"""Screens that are being drawn: it stops after each step, so that other rooms can take the same one before the next."""


def render_rooms(rooms: Sequence[Sequence[Look]]) -> list[list[Screen]]:
    """What viewers of some rooms see, of each room in one snapshot; each distinct screen is drawn once.

    Those of a room whose screens are made of the same parts are drawn together, part by part instead of viewer by
    viewer: what nobody's eyes change is looked at once. And all rooms are drawn in step: the processor has each part's
    code at hand for all of them.
    """
    fresh: list[dict[Any, Screen]] = [{} for _ in rooms]
    by_language: dict[str, list[tuple[dict[Any, Screen], Mapping[Any, Look]]]] = {}
    for looks, screens in zip(rooms, fresh, strict=True):
        for (language, *_alike), group in groups_of(looks).items():
            by_language.setdefault(language, []).append((screens, group))
    for language, groups in by_language.items():
        with speaking(language):
            drawn = in_step([make_screens(list(group.values())) for _, group in groups])
        for (screens, group), together in zip(groups, drawn, strict=True):
            screens.update(zip(group, together, strict=True))
    return [found(looks, screens) for looks, screens in zip(rooms, fresh, strict=True)]


def render_screens(looks: Sequence[Look]) -> list[Screen]:
    """What these viewers see of a snapshot of one room."""
    return render_rooms([looks])[0]


def render_screen(look: Look) -> Screen:
    """What this viewer sees of the room now."""
    return render_screens([look])[0]


def groups_of(looks: Sequence[Look]) -> Mapping[tuple[str, bool, bool], Mapping[Any, Look]]:
    """Those whose screens are not drawn yet, by language, by table screen or phone, and by whether they have a seat."""
    groups: dict[tuple[str, bool, bool], dict[Any, Look]] = {}
    if not looks:
        return groups
    drawn, seats = looks[0].table.drawn, looks[0].table.seats
    for look in looks:
        key = look[1:]
        if key not in drawn:
            group = (look.language, look.is_table_screen, look.person_id in seats)
            groups.setdefault(group, {})[key] = look
    return groups


def found(looks: Sequence[Look], fresh: Mapping[Any, Screen]) -> list[Screen]:
    """Everybody's screen; those that are new are kept with the snapshot."""
    if not looks:
        return []
    drawn = looks[0].table.drawn
    screens = [fresh.get(look[1:]) or drawn[look[1:]] for look in looks]
    if len(drawn) < VIEWS_KEPT:
        drawn.update(fresh)
    return screens


def in_step(drawings: Sequence[Drawing]) -> list[list[Screen]]:
    """Finish all of them, each step for one after the other."""
    finished: list[list[Screen]] = [[] for _ in drawings]
    under_way = dict(enumerate(drawings))
    while under_way:
        for place, drawing in tuple(under_way.items()):
            try:
                next(drawing)
            except StopIteration as end:
                finished[place] = end.value
                del under_way[place]
    return finished


def make_screens(looks: Sequence[Look]) -> Drawing:
    """Choose between joining, the lobby, a running game and a result, for looks that belong together."""
    play = looks[0].table.play
    if play is None:
        return one_by_one([partial(waiting_screen, look) for look in looks])
    if not play.is_running:
        return over_screens(looks, play)
    if looks[0].is_table_screen:
        return one_by_one([partial(running_table, look, play) for look in looks])
    return running_screens(looks, play)


def one_by_one(screens: Iterable[Callable[[], Screen]]) -> Drawing:
    """Screens that need not be drawn together."""
    drawn = []
    for draw in screens:
        drawn.append(draw())
        yield
    return drawn


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


def viewers_of(looks: Sequence[Look]) -> list[Viewer]:
    """Whose knowledge these looks have: each its seat's, or an onlooker's; a table screen is always an onlooker."""
    seats = looks[0].table.seats
    return [ONLOOKER if look.is_table_screen else seats.get(look.person_id, ONLOOKER) for look in looks]


def scene_of(look: Look, play: Play) -> Scene:
    """Everything a kind's screen may draw from."""
    (scene,) = scenes_of((look,), play)
    return scene


def scenes_of(looks: Sequence[Look], play: Play) -> list[Scene]:
    """The same for several who read one snapshot in one language."""
    table, language, is_running = looks[0].table, looks[0].language, play.is_running
    sitters, common = sitters_of(table, play), table.drawn.setdefault(("common", language), {})
    viewers = viewers_of(looks)
    observed = play.kind.observe_each(play.state, viewers, histories_of(viewers, play))
    scenes = []
    for viewer, seen in zip(viewers, observed, strict=True):
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
            me is not None and is_running,
            None if me is None else play.chairs[me].ceiling,
            play.status,
            0 if me is None else play.moves_by_seat[me],
            play.commitment,
            common,
            play.memo,
        )
        scenes.append(scene)
    return scenes


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
    cues = cues_parts(play, kind_screen, (scene,))
    parts = (*kind_screen.table_parts(scene), clock.clock_part(scene), corner, *cues)
    return running_screen(look.table, scene, kind_screen.sign(scene), "is-game is-table", parts)


def running_screens(looks: Sequence[Look], play: Play) -> Drawing:
    """A game under way on the phones of those who belong together: a column for each part, a row for each phone."""
    kind_screen, table = SCREENS[play.kind.info.slug], looks[0].table
    scenes = scenes_of(looks, play)
    yield
    signs = kind_screen.signs(scenes)
    columns: list[Sequence[Part]] = [
        [bar_part(kind_screen, scenes[0], play)] * len(scenes),
        around.sign_parts(signs, scenes),
        clock.clock_parts(scenes),
        hints.hint_parts(scenes, signs),
        around.notices_parts(looks),
    ]
    yield
    for column in kind_screen.columns(scenes):
        columns.append(column)
        yield
    columns.append(log_parts(play, kind_screen, scenes))
    yield
    columns += menu_parts(looks, play), cues_parts(play, kind_screen, scenes)
    yield
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


def menu_parts(looks: Sequence[Look], play: Play) -> list[Part]:
    """The menus, which moves do not change."""
    menus = menus_of(looks[0].table, play)
    found = []
    for look in looks:
        part = menus.get(look[1:])
        if part is None:
            part = menus[look[1:]] = menu.menu_part(look)
        found.append(part)
    return found


def menus_of(table: Table, play: Play) -> dict[Any, Part]:
    """The menus that were drawn for as long as the same bots play."""
    chairs, sources, menus = table.memo.get("menus", (None, None, {}))
    if chairs is not play.chairs or sources[0] != play.status:
        now = (play.status, [chair.driver for chair in play.chairs])
        menus = menus if now == sources else {}
        table.memo["menus"] = (play.chairs, now, menus)
    return menus  # type: ignore[no-any-return]


def over_screens(looks: Sequence[Look], play: Play) -> Drawing:
    """A finished or abandoned game, and the way to the next."""
    kind_screen, scenes = SCREENS[play.kind.info.slug], scenes_of(looks, play)
    logs, cues = log_parts(play, kind_screen, scenes), cues_parts(play, kind_screen, scenes)
    rows = zip(looks, scenes, logs, cues, strict=True)
    return one_by_one([partial(over_screen, look, play, scene, log, cue) for look, scene, log, cue in rows])


def over_screen(look: Look, play: Play, scene: Scene, log: Part, cues: Part) -> Screen:
    """One viewer's end of a game."""
    kind_screen = SCREENS[play.kind.info.slug]
    sign = kind_screen.sign(scene)
    if look.is_table_screen:
        parts = [*kind_screen.result_parts(scene), around.standings_part(look), around.table_corner_part(look), cues]
    else:
        parts = [
            bar_part(kind_screen, scene, play),
            around.sign_part(sign, scene),
            around.notices_part(look),
            *kind_screen.result_parts(scene),
            around.standings_part(look),
            scene.shared(("again", look.person is None), lambda: around.again_part(look)),
            *lobby.between_parts(look),
            log,
            # When nothing is played any more, all who have a place in the room are offered the same, and all others.
            scene.shared(("menu", look.person is None, scene.me is None), lambda: menu.menu_part(look)),
            cues,
        ]
    return Screen(
        look.table.version,
        play.decision,
        "over",
        sign.title or sign.headline,
        layout(look, "is-over"),
        scene.me,
        tuple(parts),
    )
