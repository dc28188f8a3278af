"""A finished game step by step, drawn by the same screens as the live one, without their controls.

A replay tells nothing beyond the step it is at. Its links are plain addresses (`?step=…&view=…`), so it works without
scripts and any step can be shared; `replay.js` only saves the page loads.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from urllib.parse import urlencode

from django.utils.translation import get_language

from games.engine import EVERYTHING, ONLOOKER, Event, Json, Observation, Options, SeatNo, Viewer, told
from games.models import Game, Seat
from games.screens import around, pieces
from games.screens.base import Part, Scene, Sitter
from games.screens.catalogue import SCREENS
from games.screens.markup import SafeString, format_html, format_html_join, mark_safe
from games.screens.speech import gettext
from games.screens.stories import STORIES
from games.services.review import Replay, replay_of, seats_of

TABLE, ALL, SEAT = "table", "all", "seat-"


@dataclass(frozen=True, slots=True)
class Spot:
    """Where in a replay somebody is, and whose eyes they use."""

    step: int
    view: str

    def address(self, base: str, step: int | None = None, view: str | None = None) -> str:
        """The address of this spot, or of another step or view from it."""
        query = urlencode({"step": self.step if step is None else step, "view": view or self.view})
        return f"{base}?{query}"


def spot_of(step: str, view: str, *, length: int, players: int) -> Spot:
    """The spot that an address means; whatever cannot be meant becomes the nearest that can."""
    number = int(step) if step.isascii() and step.isdigit() and len(step) < 7 else 0
    views = (TABLE, ALL, *(f"{SEAT}{seat}" for seat in range(players)))
    return Spot(min(number, length), view if view in views else TABLE)


def viewer_of(view: str) -> Viewer:
    """Whose knowledge a view has."""
    if view == ALL:
        return EVERYTHING
    return SeatNo(int(view.removeprefix(SEAT))) if view.startswith(SEAT) else ONLOOKER


def sitters_of(seats: Sequence[Seat]) -> tuple[Sitter, ...]:
    """Who sat where."""
    return tuple(
        Sitter(
            seat=SeatNo(seat.number),
            name=seat.name,
            look=seat.look,
            bot=seat.bot,
            is_warmed=False,
            is_away=False,
            was_replaced=seat.was_replaced,
            deadline=None,
        )
        for seat in seats
    )


def scene_at(game: Game, replay: Replay, sitters: tuple[Sitter, ...], spot: Spot) -> Scene:
    """What the viewer saw after so many moves; a step that could not be played again shows the last that could."""
    step = min(spot.step, len(replay.stages) - 1)
    viewer = viewer_of(spot.view)
    if step < 0:
        return _scene(game, sitters, stand_in(game, replay, viewer), status=game.status)
    stage = replay.stages[step]
    history = told(replay.kind, replay.history(step), viewer)
    seen = replay.kind.observe(stage.state, viewer, history)
    is_last = spot.step == replay.length
    return _scene(game, sitters, seen, status=game.status if is_last else Game.Status.RUNNING)


def stand_in(game: Game, replay: Replay, viewer: Viewer) -> Observation:
    """Some table of these rules, for the words about events whose own table cannot be read; nothing of it is drawn."""
    rules = replay.kind.ruleset(game.edition, frozenset(game.variants), Options(), game.players)
    seen: Observation = replay.kind.observe(replay.kind.deal(rules, Random(0)), viewer, ())
    return seen


def _scene(game: Game, sitters: tuple[Sitter, ...], seen: Observation, *, status: str) -> Scene:
    viewer = seen.viewer
    return Scene(
        seen=seen,
        sitters=sitters,
        me=viewer if isinstance(viewer, int) else None,
        code=game.room.code,
        game_number=game.number,
        version=0,
        decision=seen.decision,
        edition=game.edition,
        variants=tuple(game.variants),
        options=game.options,
        language=get_language() or "en",
        has_controls=False,
        status=status,
        commitment=game.commitment,
    )


def screen_parts(replay: Replay, scene: Scene) -> tuple[Part, ...]:
    """The parts of the live screen at this moment."""
    kind_screen = SCREENS[replay.kind.info.slug]
    sign = around.sign_part(kind_screen.sign(scene), scene)
    is_over = scene.status != Game.Status.RUNNING
    return (sign, *(kind_screen.result_parts(scene) if is_over else kind_screen.parts(scene)))


# The page


@dataclass(frozen=True, slots=True)
class ReplayPage:
    """A replay at one spot, ready for a template."""

    spot: Spot
    length: int
    html: SafeString
    title: str


def replay_page(game: Game, *, step: str, view: str, base: str) -> ReplayPage:
    """The replay of a finished game; `base` is the address that its links lead to."""
    replay = replay_of(game)
    sitters = sitters_of(seats_of(game))
    spot = spot_of(step, view, length=replay.length, players=game.players)
    scene = scene_at(game, replay, sitters, spot)
    kind_screen = SCREENS[game.kind]
    has_stage = spot.step < len(replay.stages)
    body = pieces.joined(
        [
            difference_html(replay, spot, base),
            said_html(replay, scene, spot),
            pieces.joined(part.html for part in screen_parts(replay, scene)) if has_stage else mark_safe(""),
            known_html(game, scene) if has_stage else mark_safe(""),
        ]
    )
    html = format_html(
        '<div id="replay" class="replay" data-step="{}" data-last="{}" data-view="{}">{}'
        '<div class="replay__screen">{}</div>{}</div>',
        spot.step,
        replay.length,
        spot.view,
        controls_html(replay, scene, spot, base),
        body,
        log_html(replay, scene) if has_stage else stored_log_html(replay, scene, spot),
    )
    return ReplayPage(spot, replay.length, html, f"{kind_screen.name()} · {spot.step}/{replay.length}")


def controls_html(replay: Replay, scene: Scene, spot: Spot, base: str) -> SafeString:
    """Step by step, round by round, to the ends; by itself with a script; and whose eyes to look through."""
    rounds = replay.rounds
    earlier = max((step for step in rounds if step < spot.step), default=0)
    later = min((step for step in rounds if step > spot.step), default=replay.length)
    back, on = max(0, spot.step - 1), min(replay.length, spot.step + 1)
    links = pieces.joined(
        [
            _link(spot, base, earlier, "skip", gettext("Round before"), "prev-round", is_flipped=True),
            _link(spot, base, back, "arrow-left", gettext("Step back"), "prev"),
            _play_button(),
            _link(spot, base, on, "arrow-right", gettext("Next step"), "next"),
            _link(spot, base, later, "skip", gettext("Next round"), "next-round"),
        ]
    )
    progress = SCREENS[replay.kind.info.slug].progress(scene) if replay.stages else mark_safe("")
    return format_html(
        '<nav class="replay__bar" aria-label="{label}"><p class="replay__place"><span>{progress}</span>'
        '<span class="number">{step}</span></p><div class="replay__buttons">{links}</div>'
        '<progress class="replay__track" max="{last}" value="{now}" aria-hidden="true"></progress>{views}</nav>',
        label=gettext("Replay"),
        progress=progress,
        step=gettext("step %(step)s of %(last)s") % {"step": spot.step, "last": replay.length},
        links=links,
        last=max(1, replay.length),
        now=spot.step,
        views=views_html(scene, spot, base),
    )


def _link(  # noqa: PLR0917  (one button)
    spot: Spot, base: str, step: int, symbol: str, label: str, go: str, *, is_flipped: bool = False
) -> SafeString:
    css = "icon-button is-framed is-flipped" if is_flipped else "icon-button is-framed"
    if step == spot.step:
        return format_html(
            '<span class="{} is-off" data-go="{}" role="link" aria-disabled="true" aria-label="{}">{}</span>',
            css,
            go,
            label,
            pieces.icon(symbol),
        )
    return format_html(
        '<a class="{}" data-go="{}" href="{}#replay" aria-label="{}">{}</a>',
        css,
        go,
        spot.address(base, step=step),
        label,
        pieces.icon(symbol),
    )


def _play_button() -> SafeString:
    return format_html(
        '<button type="button" class="icon-button is-framed" data-autoplay aria-pressed="false" aria-label="{}" hidden>'
        '<span class="is-when-released">{}</span><span class="is-when-pressed">{}</span></button>',
        gettext("Play by itself"),
        pieces.icon("play"),
        pieces.icon("pause"),
    )


def views_html(scene: Scene, spot: Spot, base: str) -> SafeString:
    """The table's eyes, each player's, or all-knowing ones."""
    choices = [(TABLE, gettext("The table"), pieces.icon("tv"))]
    choices += [(f"{SEAT}{each.seat}", each.name, pieces.badge(each.look)) for each in scene.sitters]
    choices.append((ALL, gettext("All-knowing"), pieces.icon("eye")))
    items = format_html_join(
        "",
        '<li><a class="replay__view{}" href="{}#replay"{}>{}{}</a></li>',
        (
            (
                " is-chosen" if view == spot.view else "",
                spot.address(base, view=view),
                mark_safe(' aria-current="true"') if view == spot.view else "",
                drawing,
                name,
            )
            for view, name, drawing in choices
        ),
    )
    return format_html(
        '<div class="replay__views"><p class="visually-hidden">{}</p><ul class="is-plain">{}</ul></div>',
        gettext("Seen by"),
        items,
    )


def said_html(replay: Replay, scene: Scene, spot: Spot) -> SafeString:
    """What this very step led to, in sentences; scripts have it read aloud."""
    lines = sentences(replay, scene, events_at(replay, spot))
    if not lines:
        return mark_safe('<div class="replay__said" id="said"></div>')
    items = format_html_join("", "<li>{}</li>", ((line,) for line in lines))
    return format_html('<ol class="replay__said is-plain" id="said">{}</ol>', items)


def events_at(replay: Replay, spot: Spot) -> Sequence[Event | Json]:
    """What followed from the move of this step."""
    if spot.step < len(replay.stages):
        return replay.stages[spot.step].events
    first = replay.length - len(replay.stored) + 1
    return replay.stored[spot.step - first] if replay.stored and spot.step >= first else ()


def sentences(replay: Replay, scene: Scene, events: Sequence[Event | Json]) -> list[SafeString]:
    """Events as the viewer was told them; what today's code cannot read stands as it was stored."""
    kind_screen = SCREENS[replay.kind.info.slug]
    found = []
    for event in events:
        if not isinstance(event, Event):
            found.append(format_html("<code>{}</code>", str(event)[:300]))
            continue
        heard = replay.kind.tell(event, scene.seen.viewer)
        sentence = kind_screen.sentence(heard, scene) if heard is not None else None
        if sentence is not None:
            found.append(sentence)
    return found


def known_html(game: Game, scene: Scene) -> SafeString:
    """What the viewer knew beyond the table."""
    if scene.seen.viewer is ONLOOKER or scene.status != Game.Status.RUNNING:
        return mark_safe("")
    inside = STORIES[game.kind].known(scene)
    if not inside:
        return mark_safe("")
    title = gettext("In hand") if scene.me is not None else gettext("What only you know now")
    return format_html('<section class="section known"><div class="panel"><h2>{}</h2>{}</div></section>', title, inside)


def log_html(replay: Replay, scene: Scene) -> SafeString:
    """Everything told so far, the newest first."""
    lines = sentences(replay, scene, scene.seen.history)
    return _log(list(reversed(lines)), gettext("What has happened so far"))


def stored_log_html(replay: Replay, scene: Scene, spot: Spot) -> SafeString:
    """Where play and storage differ: the stored events of all steps until this one, in sentences."""
    first = replay.length - len(replay.stored) + 1
    events = [event for events in replay.stored[: spot.step - first + 1] for event in events]
    return _log(list(reversed(sentences(replay, scene, events))), gettext("What was stored when it happened"))


def _log(lines: Sequence[SafeString], title: str) -> SafeString:
    items = format_html_join("", "<li>{}</li>", ((line,) for line in lines))
    return format_html(
        '<details class="log fold section" id="replay-log"><summary>{}</summary>'
        '<ol class="log-lines">{}</ol></details>',
        title,
        items,
    )


def difference_html(replay: Replay, spot: Spot, base: str) -> SafeString:
    """Said plainly where today's rules do not give what happened then."""
    if replay.difference is None:
        return mark_safe("")
    words = gettext(
        "The rules code has changed since this game was played: from step %(step)s on it can no longer be played "
        "again. What happened then is shown in sentences, as it was stored."
    ) % {"step": replay.difference.move}
    return format_html(
        '<div class="notice section" role="note">{}<p class="is-grow">{}</p></div>', pieces.icon("warning"), words
    )
