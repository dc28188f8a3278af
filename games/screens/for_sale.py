"""For Sale on the screen: the parts it is made of in each phase; how each looks is in the `for_sale_*` modules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from games.engine import Event
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
from games.screens.for_sale_buying import buying_dock
from games.screens.for_sale_reveal import reveal_part
from games.screens.for_sale_selling import selling_dock
from games.screens.for_sale_sign import seen_by
from games.screens.for_sale_street import last_round_part, offer_part, open_part, strip_part
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

    def progress(self, scene: Scene) -> SafeString:
        return for_sale_sign.progress(scene)

    def parts(self, scene: Scene) -> Sequence[Part]:
        """The same ids in every phase, so that a push can always carry single parts."""
        seen = seen_by(scene)
        offer = scene.shared("offer", lambda: offer_part(scene, seen))
        parts = [offer, strip_part(scene, seen), last_round_part(scene, seen)]
        if seen.rules.open_information:
            parts.append(open_part(scene, seen))
        parts.append(reveal_part(scene, seen))
        if scene.has_controls:
            parts.append(selling_dock(scene, seen) if seen.phase == "selling" else buying_dock(scene, seen))
        return parts

    def table_parts(self, scene: Scene) -> Sequence[Part]:
        return for_sale_table.table_parts(scene)

    def result_parts(self, scene: Scene) -> Sequence[Part]:
        return for_sale_result.result_parts(scene)

    def sentence(self, event: Event, scene: Scene) -> SafeString | None:
        return for_sale_log.sentence(event, scene)

    def cue(self, event: Event) -> Mapping[str, Any] | None:
        return for_sale_cues.cue(event)

    def fault(self, code: str, facts: Mapping[str, Any]) -> str | None:
        return for_sale_words.fault(code, facts)

    def examples(self) -> Mapping[str, Sequence[SafeString]]:
        """For the rules page."""
        return for_sale_examples.examples()


FOR_SALE_SCREEN: KindScreen = ForSaleScreen()
