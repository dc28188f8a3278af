"""The dock while houses are sold: the hand, one house to seal, and what is sealed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from games.engine.for_sale.observation import ForSaleObservation
from games.screens import pieces
from games.screens.base import NOT_DRAWN, Part, Scene
from games.screens.for_sale_pieces import card, move_form, slips
from games.screens.for_sale_sign import seen_by
from games.screens.markup import SafeString, escape, format_html, mark_safe
from games.screens.speech import gettext

MOST_IN_A_ROW = 5


def selling_docks(scenes: Sequence[Scene]) -> list[Part]:
    """Each viewer's hand; the same while others choose."""
    first = scenes[0]
    drawn = first.memo.setdefault(("hands", first.language), {})
    docks = []
    for scene in scenes:
        seen = seen_by(scene)
        sources = (seen.sealable, seen.seals, seen.coins, seen.cheques, scene.decision, scene.own_moves, scene.code)
        known, dock = drawn.get(scene.me, NOT_DRAWN)
        if known != sources:
            dock = drawn_dock(scene, seen)
            drawn[scene.me] = (sources, dock)
        docks.append(dock)
    return docks


def drawn_dock(scene: Scene, seen: ForSaleObservation) -> Part:
    """Lit until the viewer has sealed; then quiet, the choice still changeable (FS-14)."""
    if not seen.sealable:
        words = escape(gettext("You have no houses left. Nothing to do until the end."))
        inside = f"<p>{takings(scene, seen)}</p><p>{words}</p>"
        return Part("dock", mark_safe(f'<section id="dock" class="dock is-quiet">{inside}</section>'))
    css = "dock is-quiet" if seen.my_seal else "dock"
    return Part("dock", mark_safe(f'<section id="dock" class="{css}">{seal_form(scene, seen)}</section>'))


def seal_form(scene: Scene, seen: ForSaleObservation) -> str:
    """Every house of the hand is a radio button, and one button seals the chosen one."""
    sealed, language, edition, decision = seen.my_seal or 0, scene.language, scene.edition, scene.decision
    legend = gettext("Your hand: tap another") if sealed else gettext("Your hand: tap a house")
    cards = "".join([hand_card(language, edition, house, decision, house == sealed) for house in seen.sealable])
    css = "hand is-full" if len(seen.sealable) > MOST_IN_A_ROW else "hand"
    return (
        f'{move_form(scene, "seal", "seal")}<fieldset class="{css} is-private"><legend class="label">'
        f"<span>{escape(legend)}</span>{takings(scene, seen)}</legend>{cards}</fieldset>"
        f"{seal_button(language, is_sealed=bool(sealed))}</form>"
    )


def hand_card(language: str, edition: str, house: int, decision: int, is_sealed: bool) -> str:
    """A card as a radio button; the sealed one wears an envelope. A new question gets new ids, so that no old choice
    lives on."""
    face, name = hand_face(language, edition, house, is_sealed), f"{decision}-{house}"
    css, checked = ("hand__card is-sealed", " checked") if is_sealed else ("hand__card", "")
    field = f'<input type="radio" name="house" value="{house}" id="house-{name}" required{checked}>'
    return f'<label class="{css}">{field}{face}</label>'


@cache
def hand_face(language: str, edition: str, house: int, is_sealed: bool) -> str:
    """What is seen of a card in the hand, whatever the question."""
    mark = pieces.envelope() if is_sealed else f'<span class="card__tick">{pieces.icon("check")}</span>'
    return f"{card(language, edition, house)}{mark}"


@cache
def seal_button(language: str, *, is_sealed: bool) -> SafeString:
    """ "Seal house 24": the script fills in which, from the words given here."""
    if is_sealed:
        return format_html(
            '<button class="button is-outline is-wide" data-chosen="{}" data-sealed="{}"><span>{}</span></button>',
            gettext("Seal house # instead"),
            gettext("House # is sealed"),
            gettext("Seal this house instead"),
        )
    return format_html(
        '<button class="button is-gold is-row is-wide" data-chosen="{}">{}<span>{}</span></button>'
        '<p class="dock__note soft">{}</p>',
        gettext("Seal house #"),
        pieces.envelope(),
        gettext("Seal this house"),
        gettext("You can change it until all have sealed."),
    )


def takings(scene: Scene, seen: ForSaleObservation) -> SafeString:
    """The viewer's own coins and cheques so far."""
    return _takings(scene.language, seen.my_coins or 0, seen.my_cheques or ())


@lru_cache(maxsize=4096)
def _takings(language: str, coins: int, cheques: tuple[int, ...]) -> SafeString:
    return format_html(
        '<span class="takings is-private"><span class="visually-hidden">{}</span>{}{}</span>',
        gettext("Yours so far:"),
        pieces.coins(coins),
        slips(cheques),
    )
