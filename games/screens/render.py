"""The screen of a room for one viewer: chooses the parts, builds the scene, and renders each distinct screen once.

This is the only place above the engine that touches a game's state, and it hands on nothing but observations.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from games.engine import ONLOOKER, Event, SeatNo, Viewer
from games.screens import around, clock, hints, lobby, menu
from games.screens.base import KindScreen, Look, Part, Scene, Screen, Sitter, cue_attribute
from games.screens.catalogue import SCREENS
from games.screens.markup import mark_safe
from games.screens.speech import gettext as _
from games.screens.speech import speaking
from games.services.tables import Chair, Play, Table

CUES_SENT = 4
"""At least; all that the last move brought, however much it was."""
VIEWS_KEPT = 64
"""Of one snapshot: everybody's, a few onlookers' languages, a few table screens."""


def render_screens(looks: Sequence[Look]) -> list[Screen]:
    """What these viewers see of the room now. Most tables read one language, which then is looked up once."""
    if not looks:
        return []
    language = looks[0].language
    with speaking(language):
        return [drawn_screen(look) if look.language == language else render_screen(look) for look in looks]


def render_screen(look: Look) -> Screen:
    """What this viewer sees of the room now."""
    with speaking(look.language):
        return drawn_screen(look)


def drawn_screen(look: Look) -> Screen:
    """The screen, in the language that is spoken; drawn once for all who see the same of this snapshot."""
    drawn, key = look.table.drawn, look[1:]
    screen: Screen | None = drawn.get(key)
    if screen is None:
        screen = make_screen(look)
        if len(drawn) < VIEWS_KEPT:
            drawn[key] = screen
    return screen


def make_screen(look: Look) -> Screen:
    """Choose between joining, the lobby, a running game and a result."""
    play = look.table.play
    if play is None:
        return waiting_screen(look)
    return running_screen(look, play) if play.is_running else over_screen(look, play)


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
    return Screen(look.table.version, 0, phase, title, layout(look, "is-room"), tuple(parts))


def layout(look: Look, usual: str) -> str:
    """Table screens have a layout of their own."""
    return f"{usual} is-table" if look.is_table_screen else usual


# Games


def viewer_of(look: Look) -> Viewer:
    """Whose knowledge this look has: its seat's, or an onlooker's; a table screen is always an onlooker."""
    chair = None if look.is_table_screen else look.table.chair_of(look.person_id)
    return ONLOOKER if chair is None else chair.number


def scene_of(look: Look, play: Play) -> Scene:
    """Everything a kind's screen may draw from."""
    table, kind, viewer = look.table, play.kind, viewer_of(look)
    me = None if viewer is ONLOOKER else SeatNo(viewer)  # type: ignore[arg-type]
    chair = None if me is None else play.chairs[me]
    return Scene(
        seen=kind.observe(play.state, viewer, told_to(viewer, play)),
        sitters=sitters_of(table, play),
        me=me,
        code=table.code,
        game_number=play.number,
        version=table.version,
        decision=play.decision,
        edition=play.edition,
        variants=play.variants,
        options=play.options,
        language=look.language,
        has_controls=chair is not None and play.is_running,
        ceiling=chair.ceiling if chair else None,
        status=play.status,
        own_moves=0 if me is None else play.moves_by_seat[me],
        commitment=play.commitment,
        common=table.drawn.setdefault(("common", look.language), {}),
        memo=play.memo,
    )


def told_to(viewer: Viewer, play: Play) -> tuple[Event, ...]:
    """The events as this viewer was told them; a game only grows, so what was told before is kept."""
    key = ("told", viewer)
    count, told = play.memo.get(key, NOTHING_YET)
    if count > len(play.events):  # an older snapshot than the one before
        count, told = NOTHING_YET
    if count < len(play.events):
        told += tuple([heard for event in play.events[count:] if (heard := play.kind.tell(event, viewer)) is not None])
        play.memo[key] = (len(play.events), told)
    return told  # type: ignore[no-any-return]


NOTHING_YET: tuple[int, tuple[()]] = (0, ())


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


def running_screen(look: Look, play: Play) -> Screen:
    """A game under way."""
    kind_screen = SCREENS[play.kind.info.slug]
    scene = scene_of(look, play)
    sign = kind_screen.sign(scene)
    if look.is_table_screen:
        parts = [*kind_screen.table_parts(scene), clock.clock_part(scene), around.table_corner_part(look)]
    else:
        parts = [
            scene.shared(("bar", scene.has_controls), lambda: bar_part(kind_screen, scene, play)),
            around.sign_part(sign, scene),
            clock.clock_part(scene),
            hints.hint_part(scene, sign),
            around.notices_part(look),
            *kind_screen.parts(scene),
            log_part(play, scene),
            menu_part(look, play),
        ]
    parts.append(cues_part(play, scene))
    return Screen(
        look.table.version,
        play.decision,
        scene.seen.phase,
        sign.title or f"{sign.headline} · {sign.sentence}",
        layout(look, "is-game is-asked" if sign.is_mine else "is-game"),
        tuple(parts),
    )


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
        sentence = SCREENS[play.kind.info.slug].sentence
        log = log.grown([sentence(event, scene) for event in history[log.heard :]], len(history))
        play.memo[key] = log
    return log


def cues_part(play: Play, scene: Scene) -> Part:
    """What just happened, numbered, for scripts that animate and sound it."""
    history = scene.seen.history
    start = max(0, len(history) - max(CUES_SENT, play.fresh))
    me, cues = "" if scene.me is None else scene.me, cues_of(play, scene, history[start:])
    html = (
        f'<div id="cues" hidden data-game="{play.number}" data-from="{start}" data-last="{len(history) - 1}"'
        f" data-me=\"{me}\" data-cues='[{cues}]'></div>"
    )
    return Part("cues", mark_safe(html))


def cues_of(play: Play, scene: Scene, events: tuple[Event, ...]) -> str:
    """The cues of these events; nearly always everybody was told the same."""
    known, cues = scene.common.get("cues", ((), ""))
    if known != events:
        cues = ",".join([cue_of(play.kind.info.slug, event) for event in events])
        scene.common["cues"] = (events, cues)
    return cues  # type: ignore[no-any-return]


@lru_cache(maxsize=1024)
def cue_of(slug: str, event: Event) -> str:
    """An event's cue; all viewers who were told the same share it."""
    return cue_attribute(SCREENS[slug].cue(event) or {})


def menu_part(look: Look, play: Play) -> Part:
    """The menu, which moves do not change."""
    memo, key, drivers = look.table.memo, ("menu", *look[1:]), drivers_of(look.table, play)
    known, part = memo.get(key, (None, None))
    if known != (play.status, drivers):
        part = menu.menu_part(look)
        memo[key] = ((play.status, drivers), part)
    return part  # type: ignore[no-any-return]


def drivers_of(table: Table, play: Play) -> tuple[str, ...]:
    """Which bots play, the same for all who look at a snapshot."""
    known: tuple[str, ...] | None = table.drawn.get("drivers")
    if known is None:
        known = table.drawn["drivers"] = tuple([chair.driver for chair in play.chairs])
    return known


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
            around.again_part(look),
            *lobby.between_parts(look),
            log_part(play, scene),
            menu.menu_part(look),
        ]
    parts.append(cues_part(play, scene))
    return Screen(
        look.table.version,
        play.decision,
        "over",
        sign.title or sign.headline,
        layout(look, "is-over"),
        tuple(parts),
    )
