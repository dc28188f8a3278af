"""Who asks: one signed cookie per browser. Never a name, a socket or a form field."""

from __future__ import annotations

import secrets
from collections.abc import Mapping

from django.conf import settings
from django.core import signing

SALT = "games.visitor"


def new_visitor() -> str:
    """An id nobody can guess."""
    return secrets.token_hex(16)


def signed(visitor: str) -> str:
    """The cookie's value."""
    return signing.dumps(visitor, salt=SALT)


def read_visitor(cookies: Mapping[str, str]) -> str:
    """The visitor of these cookies, or an empty text for none or a forged one."""
    try:
        return str(signing.loads(cookies.get(settings.VISITOR_COOKIE_NAME, ""), salt=SALT))
    except signing.BadSignature:
        return ""
