"""How Square on Sale looks and reads: the board, the turn, the players and the count."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, cast

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.engine import Event
from games.engine.square_on_sale import Question, SquareObservation, TurnBegan
from games.screens import pieces
from games.screens.base import Part, Scene, Sign


class SquareOnSaleScreen:
    """The screen of Square on Sale."""

    slug = "square_on_sale"
    stylesheet = "css/square_on_sale.css"
    rules_template = "games/square_on_sale/rules.html"

    def name(self) -> str:
        return gettext("Square on Sale")

    def edition_name(self, edition: str) -> str:
        return gettext("2009 edition")

    def edition_help(self, edition: str) -> str:
        return gettext("3 or 4 players, one board of 25 spaces, everything in the open.")

    def variant_name(self, edition: str, variant: str) -> str:
        return variant

    def variant_help(self, edition: str, variant: str) -> str:
        return ""

    def sign(self, scene: Scene) -> Sign:
        seen = cast(SquareObservation, scene.seen)
        if seen.me == seen.seat and seen.is_asked:
            return Sign(gettext("Your turn"), "", scene.has_controls, seen.seat)
        return Sign(gettext("%(name)s’s turn") % {"name": scene.name(seen.seat)}, "", False, seen.seat)

    def progress(self, scene: Scene) -> SafeString:
        seen = cast(SquareObservation, scene.seen)
        return format_html(gettext("turn {number}"), number=seen.turn)

    def parts(self, scene: Scene) -> Sequence[Part]:
        seen = cast(SquareObservation, scene.seen)
        if not (scene.has_controls and seen.is_asked):
            return ()
        return (Part("dock", format_html('<section id="dock" class="dock">{}</section>', self._forms(scene, seen))),)

    def table_parts(self, scene: Scene) -> Sequence[Part]:
        return ()

    def result_parts(self, scene: Scene) -> Sequence[Part]:
        return ()

    def sentence(self, event: Event, scene: Scene) -> SafeString | None:
        if isinstance(event, TurnBegan):
            return format_html(gettext("Turn {number}: {name}."), number=event.turn, name=scene.name(event.seat))
        return None

    def cue(self, event: Event) -> Mapping[str, Any] | None:
        return None

    def fault(self, code: str, facts: Mapping[str, Any]) -> str | None:
        return None

    def _forms(self, scene: Scene, seen: SquareObservation) -> SafeString:
        if seen.question is Question.ACT:
            fields = [
                (
                    "bid",
                    offer.space,
                    format_html(
                        '<input type="number" name="amount" min="{0}" max="{1}" value="{0}">',
                        offer.minimum,
                        offer.maximum,
                    ),
                )
                for offer in seen.offers
            ]
            fields.append(("collect", "", SafeString("")))
        elif seen.question is Question.RESOLVE:
            fields = [("resolve", order.first, SafeString("")) for order in seen.orders]
        elif seen.question is Question.BRACKET:
            fields = [("bracket", space, SafeString("")) for space in seen.bracket_spaces]
        else:
            fields = [("bean", space, SafeString("")) for space in seen.bean_spaces]
        return format_html_join(
            "",
            '<form method="post" action="/r/{}/move" data-move>{}{}{}{}{}{}<button class="button">{} {}</button></form>',
            (
                (
                    scene.code,
                    pieces.CSRF,
                    pieces.hidden("decision", scene.decision),
                    pieces.hidden("key", scene.key(move + space)),
                    pieces.hidden("move", move),
                    pieces.hidden("space", space) if space else "",
                    field,
                    move,
                    space,
                )
                for move, space, field in fields
            ),
        )


SQUARE_ON_SALE_SCREEN = SquareOnSaleScreen()
