"""What every template may use."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import get_language, get_language_info

from games.services.addresses import public_origin


def page(request: HttpRequest) -> dict[str, Any]:
    """Languages to choose from, and the address to share."""
    return {
        "languages": [(code, get_language_info(code)["name_local"].capitalize()) for code, _ in settings.LANGUAGES],
        "current_language": get_language() or settings.LANGUAGE_CODE,
        "origin": public_origin(request.scheme or "http", request.get_host()),
    }
