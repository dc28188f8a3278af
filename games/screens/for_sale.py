"""For Sale on the screen: the parts it is made of in each phase; how each looks is in the `for_sale_*` modules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from games.engine import Event, SeatNo
from games.screens import (
    for_sale_cues,
    for_sale_examples,
    for_sale_log,
    for_sale_result,
    for_sale_sign,
    for_sale_table,
    for_sale_words,
)
from games.screens.base import KindScreen, Part, Scene, Sign
from games.screens.for_sale_buying import buying_docks
from games.screens.for_sale_reveal import reveal_parts
from games.screens.for_sale_selling import selling_docks
from games.screens.for_sale_sign import seen_by
from games.screens.for_sale_street import last_round_parts, offer_part, open_part, strip_parts
from games.screens.markup import SafeString
from games.screens.speech import gettext


class ForSaleScreen:
    """How For Sale looks and reads."""

    slug = "for_sale"
    stylesheet = "css/for_sale.css"
    rules_template = "games/for_sale/rules.html"

    def name(self) -> str:
        return gettext("For Sale")

    def edition_name(self, edition: str) -> str:
        return str(for_sale_words.EDITION_NAMES[edition])

    def edition_help(self, edition: str) -> str:
        return str(for_sale_words.EDITION_HELPS[edition])

    def variant_name(self, edition: str, variant: str) -> str:
        return str(for_sale_words.VARIANT_NAMES[edition, variant])

    def variant_help(self, edition: str, variant: str) -> str:
        return str(for_sale_words.VARIANT_HELPS[variant])

    def sign(self, scene: Scene) -> Sign:
        return for_sale_sign.sign(scene)

    def signs(self, scenes: Sequence[Scene]) -> Sequence[Sign]:
        return for_sale_sign.signs(scenes)

    def progress(self, scene: Scene) -> SafeString:
        return for_sale_sign.progress(scene)

    def parts(self, scene: Scene) -> Sequence[Part]:
        return [part for (part,) in self.columns((scene,))]

    def columns(self, scenes: Sequence[Scene]) -> Iterable[Sequence[Part]]:
        """The same ids in every phase, so that a push can always carry single parts."""
        first, seen = scenes[0], seen_by(scenes[0])
        yield [offer_part(first, seen)] * len(scenes)
        yield strip_parts(scenes)
        # What is told of a round stays the same until the next one is over.
        sources = (seen.last_round, first.sitters, seen.phase == "over")
        yield first.kept_column("last-round", scenes, sources, last_round_parts)
        if seen.rules.open_information:
            yield [open_part(scene, seen_by(scene)) for scene in scenes]
        yield first.kept_column("reveal", scenes, sources, reveal_parts)
        if first.has_controls:
            yield selling_docks(scenes) if seen.phase == "selling" else buying_docks(scenes)

    def table_parts(self, scene: Scene) -> Sequence[Part]:
        return for_sale_table.table_parts(scene)

    def result_parts(self, scene: Scene) -> Sequence[Part]:
        return for_sale_result.result_parts(scene)

    def sentence(self, event: Event, scene: Scene) -> SafeString | None:
        return for_sale_log.sentence(event, scene)

    def addressed(self, event: Event) -> Collection[SeatNo | None]:
        return for_sale_log.addressed(event)

    def cue(self, event: Event) -> Mapping[str, Any] | None:
        return for_sale_cues.cue(event)

    def fault(self, code: str, facts: Mapping[str, Any]) -> str | None:
        return for_sale_words.fault(code, facts)

    def examples(self) -> Mapping[str, Sequence[SafeString]]:
        """For the rules page."""
        return for_sale_examples.examples()


FOR_SALE_SCREEN: KindScreen = ForSaleScreen()
