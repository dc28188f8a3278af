"""Reading what forms send, strictly: each function gives a value of the right type or refuses the request."""

from __future__ import annotations

from django.http import HttpRequest, QueryDict

from games.screens.solo import players_field, usual_players
from games.services.faults import Malformed
from games.services.lobby import Plan, checked_plan
from games.services.tables import Ceiling

WIDEST_NUMBER = 9


def number(fields: QueryDict, name: str, default: int | None = None) -> int:
    """A whole number of at most nine digits."""
    text = fields.get(name, "").strip()
    if not text and default is not None:
        return default
    if not (text.isascii() and text.isdigit() and len(text) <= WIDEST_NUMBER):
        raise Malformed("NOT_A_NUMBER", field=name)
    return int(text)


def flag(fields: QueryDict, name: str) -> bool:
    """A checkbox."""
    return fields.get(name, "") not in {"", "0", "false", "off"}


def plan(request: HttpRequest) -> Plan:
    """What to play, from the forms of a new room and of the options."""
    fields = request.POST
    options = {
        "open_information": flag(fields, "open_information"),
        "hints": flag(fields, "hints"),
        "clock": number(fields, "clock", 0),
        "first": number(fields, "first", 0),
    }
    variants = [variant for variant in fields.getlist("variant") if variant]
    return checked_plan(fields.get("kind", ""), fields.get("edition", ""), variants, options)


def players(fields: QueryDict, chosen: Plan) -> int:
    """How many play against bots: `players`, or what was chosen under the edition that is played."""
    under_edition = number(
        fields, players_field(chosen.kind, chosen.edition), usual_players(chosen.kind, chosen.edition)
    )
    return number(fields, "players", under_edition)


def order(request: HttpRequest) -> list[int]:
    """Players clockwise."""
    ids = request.POST.getlist("order")
    if not all(text.isascii() and text.isdigit() and len(text) <= WIDEST_NUMBER for text in ids):
        raise Malformed("NOT_A_NUMBER", field="order")
    return [int(text) for text in ids]


def ceiling(request: HttpRequest) -> Ceiling:
    """A secret order for this round."""
    fields = request.POST
    return Ceiling(number(fields, "amount"), fields.get("then", "ask"), number(fields, "round"))
