"""The words of screens: Django's gettext, with each text looked up once per language.

A move asks for some fifty texts, and Django works out the language of the moment for each. Inside `speaking` the
language is known; outside it these are Django's own functions.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import local

from django.utils import translation

__all__ = ["gettext", "ngettext", "pgettext", "speaking"]

COUNTS_KEPT = 100
"""Sentences with larger numbers than this are looked up each time."""

Texts = dict[str | tuple[str, str] | tuple[str, int], str]

TEXTS: dict[str, Texts] = {}
"""By language: what was looked up. Keys are texts of the program, so there are never more than it has."""


class Speaking(local):
    """What this thread is speaking now."""

    texts: Texts | None = None


NOW = Speaking()


@contextmanager
def speaking(language: str) -> Iterator[None]:
    """Draw a screen in this language."""
    before = NOW.texts
    NOW.texts = TEXTS.setdefault(language, {})
    try:
        if translation.get_language() == language:
            yield
        else:
            with translation.override(language):
                yield
    finally:
        NOW.texts = before


def gettext(message: str) -> str:
    """The text in the language of the moment."""
    texts = NOW.texts
    if texts is None:
        return translation.gettext(message)
    text = texts.get(message)
    if text is None:
        text = texts[message] = translation.gettext(message)
    return text


def pgettext(context: str, message: str) -> str:
    """The text for one of several meanings."""
    texts = NOW.texts
    if texts is None:
        return translation.pgettext(context, message)
    text = texts.get((context, message))
    if text is None:
        text = texts[context, message] = translation.pgettext(context, message)
    return text


def ngettext(singular: str, plural: str, number: int) -> str:
    """The text for this number of things."""
    texts = NOW.texts
    if texts is None or not 0 <= number < COUNTS_KEPT:
        return translation.ngettext(singular, plural, number)
    text = texts.get((singular, number))
    if text is None:
        text = texts[singular, number] = translation.ngettext(singular, plural, number)
    return text
