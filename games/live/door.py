"""Who knocks, before there is a socket: the visitor of the cookie, else the address."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from games.live.consumers import cookies_of
from games.live.origin import header
from games.services.addresses import client_address
from games.services.limits import OUTCASTS
from games.services.visitors import read_visitor


def who_knocks(scope: Mapping[str, Any]) -> str:
    """The one whom limits are counted for."""
    peer = (scope.get("client") or ("",))[0]
    return read_visitor(cookies_of(scope)) or client_address(peer, header(dict(scope), "x-forwarded-for"))


def is_turned_away(scope: Mapping[str, Any]) -> bool:
    """Whether somebody was thrown out a moment ago. As long as nobody was, this costs nothing."""
    return not OUTCASTS.is_empty() and OUTCASTS.has(who_knocks(scope))
