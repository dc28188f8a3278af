"""The small choices of a turn of Square on Sale, each as one form of radio buttons: a die's order, a block, a bean."""

from __future__ import annotations

from typing import NamedTuple

from games.engine.square_on_sale import OrderSeen, SquareObservation, WinSeen
from games.screens import pieces
from games.screens.base import Scene
from games.screens.markup import escape
from games.screens.speech import gettext, ngettext
from games.screens.square_on_sale_words import beans, listed


def form_head(scene: Scene, move: str, key: str, attributes: str = "") -> str:
    """The opening of a form for one move, with everything that is not the player's choice."""
    return (
        f'<form method="post" action="/r/{scene.code}/move" data-move{attributes}>{pieces.CSRF}'
        f'<input type="hidden" name="decision" value="{scene.decision}">'
        f'<input type="hidden" name="key" value="{scene.key(key)}">'
        f'<input type="hidden" name="move" value="{move}">'
    )


# One of a few


class Option(NamedTuple):
    """One answer: the space it names, its words, and what scripts tint for it."""

    space: str
    words: str = ""
    brackets: tuple[str, ...] = ()


def choice_form(scene: Scene, move: str, question: str, options: list[Option], button: tuple[str, str]) -> str:
    """Radio buttons, the first one chosen, and a gold button: its plain words, and those that name the choice."""
    head = form_head(scene, move, move, ' class="choice-form"')
    pills = "".join([pill(option, is_first=place == 0) for place, option in enumerate(options)])
    wide = " is-wide" if options[0].words else ""
    plain, says = button
    return (
        f'{head}<fieldset class="picks{wide}"><legend>{escape(question)}</legend>{pills}</fieldset>'
        f'<button class="button is-gold is-wide"><span data-says="{escape(says)}">{escape(plain)}</span></button>'
        "</form>"
    )


def pill(option: Option, *, is_first: bool) -> str:
    """One radio button with its consequence."""
    checked = " checked" if is_first else ""
    tints = f' data-brackets="{" ".join(option.brackets)}"' if option.brackets else ""
    words = f"<small>{escape(option.words)}</small>" if option.words else ""
    return (
        f'<label class="pick"><input type="radio" name="space" value="{option.space}" required{checked}{tints}>'
        f"<span><b>{option.space}</b>{words}</span></label>"
    )


def resolve_form(scene: Scene, seen: SquareObservation) -> str:
    """Both orders of two dice, each with all it brings, side by side (SQ-5)."""
    options = [Option(order.first, order_words(order), order_spaces(order)) for order in seen.orders]
    button = (gettext("Resolve this one first"), gettext("Resolve # first"))
    return choice_form(scene, "resolve", gettext("Which die first? Compare what happens."), options, button)


def order_words(order: OrderSeen) -> str:
    """What comes of one order."""
    first, *later = [win_words(win) for win in order.wins]
    return " ".join(
        [gettext("First %(win)s.") % {"win": first}, *(gettext("Then %(win)s.") % {"win": w} for w in later)]
    )


def win_words(win: WinSeen) -> str:
    """One win: beans, blocks, and how many blocks are still to be chosen (SQ-8)."""
    gained = [beans(win.beans)] if win.beans else []
    if win.placed:
        gained.append(
            ngettext("a block on %(spaces)s", "blocks on %(spaces)s", len(win.placed)) % {"spaces": listed(win.placed)}
        )
    else:
        gained.append(gettext("no block left for it"))
    if win.choose:
        words = ngettext("%(count)s more of %(spaces)s", "%(count)s more of %(spaces)s", win.choose)
        gained.append(words % {"count": win.choose, "spaces": ", ".join(win.choices)})
    return gettext("%(space)s: %(gained)s") % {"space": win.space, "gained": ", ".join(gained)}


def order_spaces(order: OrderSeen) -> tuple[str, ...]:
    """All spaces that get a block in this order."""
    return tuple(dict.fromkeys(space for win in order.wins for space in win.placed))


def bracket_form(scene: Scene, seen: SquareObservation) -> str:
    """Which bracketed space gets the next block (SQ-8)."""
    options = [Option(space, brackets=(space,)) for space in seen.bracket_spaces]
    question = gettext("%(space)s brackets all of these. Which one gets the next block?") % {"space": seen.bracket_from}
    return choice_form(scene, "bracket", question, options, (gettext("Put the block there"), gettext("Block on #")))


def bean_form(scene: Scene, seen: SquareObservation) -> str:
    """Where the bean goes (SQ-13)."""
    options = [Option(space) for space in seen.bean_spaces]
    question = gettext("Where does the bean go?")
    return choice_form(scene, "bean", question, options, (gettext("Put the bean there"), gettext("Bean on #")))
