"""Why the sharp bot would make a move of Square on Sale, in words."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.screens.speech import gettext_lazy

REASONS = {
    "brackets": gettext_lazy("winning %(space)s would bracket others’ spaces and bring about %(gain)s points."),
    "takes_over": gettext_lazy("it takes %(space)s from another bidder."),
    "beans": gettext_lazy("%(beans)s beans lie on %(space)s."),
    "points": gettext_lazy("%(space)s would bring about %(gain)s points."),
    "no_chips_to_spare": gettext_lazy("the chips in hand are few, and %(back)s would come back."),
    "chips_back": gettext_lazy("no bid is worth its chips now, and %(back)s would come back."),
    "waits": gettext_lazy("no bid is worth its chips now."),
    "bean_for_me": gettext_lazy("nobody gains more than you by winning %(space)s."),
    "bean_least_harm": gettext_lazy("on %(space)s the bean helps the others least."),
    "order_gains": gettext_lazy("beginning with %(space)s puts %(blocks)s blocks."),
    "highest_stack": gettext_lazy("%(space)s is the highest of them."),
    "best_bracket": gettext_lazy("%(space)s helps most in the turns to come."),
}


def reason(code: str, facts: Mapping[str, Any]) -> str:
    """One reason as the end of a sentence."""
    return str(REASONS[code]) % facts
