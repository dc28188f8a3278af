"""How Square on Sale looks and reads: one object that knows where each part of its screen is made."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from games.engine import Event, SeatNo
from games.screens.base import Part, Scene, Sign
from games.screens.markup import SafeString
from games.screens.speech import gettext
from games.screens.square_on_sale_board import board_part
from games.screens.square_on_sale_dock import dock_part
from games.screens.square_on_sale_log import addressed, cue, sentence
from games.screens.square_on_sale_players import chips_part, claims_part, players_part, turns_part
from games.screens.square_on_sale_result import result_parts
from games.screens.square_on_sale_sign import progress, seen_by, sign
from games.screens.square_on_sale_table import table_parts
from games.screens.square_on_sale_words import EDITION_HELPS, EDITION_NAMES, cast_of, fault


class SquareOnSaleScreen:
    """The screen of Square on Sale."""

    slug = "square_on_sale"
    stylesheet = "css/square_on_sale.css"
    rules_template = "games/square_on_sale/rules.html"

    def name(self) -> str:
        return gettext("Square on Sale")

    def edition_name(self, edition: str) -> str:
        return str(EDITION_NAMES[edition])

    def edition_help(self, edition: str) -> str:
        return str(EDITION_HELPS[edition])

    def variant_name(self, edition: str, variant: str) -> str:
        return variant  # there are none

    def variant_help(self, edition: str, variant: str) -> str:
        return ""

    def sign(self, scene: Scene) -> Sign:
        return sign(scene)

    def signs(self, scenes: Sequence[Scene]) -> Sequence[Sign]:
        return [sign(scene) for scene in scenes]

    def progress(self, scene: Scene) -> SafeString:
        return progress(scene)

    def parts(self, scene: Scene) -> Sequence[Part]:
        """Players, board, what is about to be won, last turns, chips; the dock is always there, so ids never change."""
        seen, people = seen_by(scene), cast_of(scene)
        spaces, seats = seen.spaces, seen.seats
        return (
            players_part(scene, people, seen, seats),
            board_part(people, spaces),
            turns_part(people, scene, seen),
            claims_part(people, seen),
            chips_part(scene, people, seats),
            dock_part(scene, people, seen, spaces, seats),
        )

    def columns(self, scenes: Sequence[Scene]) -> Iterable[Sequence[Part]]:
        return zip(*map(self.parts, scenes), strict=True)

    def table_parts(self, scene: Scene) -> Sequence[Part]:
        return table_parts(scene)

    def result_parts(self, scene: Scene) -> Sequence[Part]:
        return result_parts(scene)

    def sentence(self, event: Event, scene: Scene) -> SafeString | None:
        return sentence(event, scene)

    def addressed(self, event: Event) -> Collection[SeatNo | None]:
        return addressed(event)

    def cue(self, event: Event) -> Mapping[str, Any] | None:
        return cue(event)

    def fault(self, code: str, facts: Mapping[str, Any]) -> str | None:
        return fault(code, facts)


SQUARE_ON_SALE_SCREEN = SquareOnSaleScreen()
