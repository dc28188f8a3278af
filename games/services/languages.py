"""Which of our languages a browser gets: the one it chose here, else the best of those it asks for."""

from __future__ import annotations

from django.conf import settings
from django.utils.translation import get_supported_language_variant
from django.utils.translation.trans_real import parse_accept_lang_header


def choose_language(chosen: str, accepted: str) -> str:
    """A language of ours for the cookie's value and the Accept-Language header."""
    wished = [chosen] if chosen in dict(settings.LANGUAGES) else []
    for wish in [*wished, *(code for code, _ in parse_accept_lang_header(accepted))]:
        try:
            return get_supported_language_variant(wish)
        except LookupError:
            continue
    return settings.LANGUAGE_CODE
