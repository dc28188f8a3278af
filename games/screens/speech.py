"""The words of screens: Django's gettext, with each text looked up once per language.

A move asks for some fifty texts, and Django works out the language of the moment for each. Inside `speaking` the
language is known; outside it these are Django's own functions.
"""

from __future__ import annotations

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


class speaking:  # noqa: N801  (used as `with speaking("de"):`)
    """Draw screens in this language. Inside another one for the same language it costs next to nothing."""

    __slots__ = ("_before", "_django", "_texts")

    def __init__(self, language: str) -> None:
        self._texts = TEXTS.setdefault(language, {})
        self._before = NOW.texts
        speaks_already = self._before is self._texts or translation.get_language() == language
        self._django = None if speaks_already else translation.override(language)

    def __enter__(self) -> None:
        NOW.texts = self._texts
        if self._django is not None:
            self._django.__enter__()

    def __exit__(self, *fault: object) -> None:
        NOW.texts = self._before
        if self._django is not None:
            self._django.__exit__(None, None, None)


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
