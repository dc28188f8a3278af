"""What the home page shows: three cards, the games to choose from, and the rooms this browser is in."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.engine import KINDS
from games.models import Player
from games.screens import pieces
from games.screens.catalogue import SCREENS
from games.screens.markup import SafeString
from games.screens.plans import default_plan, option_fields, plan_fields
from games.screens.solo import bot_fields, usual_players, with_players
from games.services.queries import table_of

SHOWN = (8, 19, 29)


def home_context(mine: Sequence[Player]) -> dict[str, Any]:
    """Everything `games/home.html` needs; `mine` are the places this browser holds."""
    plan = default_plan()
    return {
        "cards": [pieces.card(house, house) for house in SHOWN],
        "kinds": [{"slug": slug, "name": SCREENS[slug].name()} for slug in KINDS],
        "plan_fields": plan_fields(plan),
        "option_fields": option_fields({}),
        "solo": {
            "kind": plan.kind,
            "edition": plan.edition,
            "players": usual_players(plan.kind, plan.edition),
            "plan_fields": plan_fields(plan, with_players),
            "bot_fields": bot_fields(),
        },
        "my_rooms": [my_room(player) for player in mine],
    }


def my_room(player: Player) -> dict[str, str | bool | SafeString]:
    """A room to go back to, and whether somebody waits there."""
    table = table_of(player.room)
    chair = table.chair_of(player.pk)
    return {
        "code": table.code,
        "name": player.name,
        "door": pieces.door(player.look),
        "is_my_turn": table.play is not None and chair is not None and chair.number in table.play.to_act,
        "is_running": table.play is not None and table.play.is_running,
    }
