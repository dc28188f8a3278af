"""Why the sharp bot would make a move of For Sale, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.screens.speech import gettext_lazy

REASONS = {
    "free_bid": gettext_lazy("this bid risks nothing, passing later gives it back."),
    "worth_this": gettext_lazy("these houses are worth this bid, a higher one may not pay."),
    "worth_up_to": gettext_lazy("house %(house)s is worth up to %(limit)s here."),
    "cannot_pay": gettext_lazy("you cannot pay more than %(highest)s."),
    "spread_small": gettext_lazy("houses %(lowest)s and %(highest)s will bring nearly the same."),
    "save_coins": gettext_lazy("%(coins)s coins must last for the rounds to come."),
    "too_dear": gettext_lazy("house %(house)s is not worth %(minimum)s."),
    "others_go_further": gettext_lazy("the others will most likely go further than it pays to follow."),
    "only_house": gettext_lazy("house %(house)s is all there is."),
    "high_for_high": gettext_lazy("a strong house should take the %(highest)s."),
    "low_for_all_good": gettext_lazy("even the lowest cheque, %(lowest)s, is good: a weak house is enough."),
    "low_for_all_poor": gettext_lazy("no cheque is worth a strong house now."),
    "matches_cheque": gettext_lazy("it fits the cheques on offer, from %(lowest)s to %(highest)s."),
}


def reason(code: str, facts: Mapping[str, Any]) -> str:
    """One reason as the end of a sentence."""
    return str(REASONS[code]) % facts
