"""The words of screens: Django's gettext, with each text looked up once per language.

A move asks for some fifty texts, and Django works out the language of the moment for each. Inside `speaking` the
language is known, and Django is asked only for texts that nobody has needed yet; outside it these are Django's own
functions. What screens say must come from here: Django itself does not hear of the language that is spoken.
"""

from __future__ import annotations

from collections.abc import Callable
from threading import local

from django.utils import translation
from django.utils.functional import Promise, lazy

__all__ = ["gettext", "gettext_lazy", "ngettext", "pgettext", "speaking"]

COUNTS_KEPT = 100
"""Sentences with larger numbers than this are looked up each time."""

Texts = dict[str | tuple[str, str] | tuple[str, int], str]

TEXTS: dict[str, Texts] = {}
"""By language: what was looked up. Keys are texts of the program, so there are never more than it has."""


class Speaking(local):
    """What this thread is speaking now."""

    language = ""
    texts: Texts | None = None


NOW = Speaking()


class speaking:  # noqa: N801  (used as `with speaking("de"):`)
    """Draw screens in this language."""

    __slots__ = ("_before", "_language")

    def __init__(self, language: str) -> None:
        self._language = language

    def __enter__(self) -> None:
        self._before = (NOW.language, NOW.texts)
        NOW.language, NOW.texts = self._language, TEXTS.setdefault(self._language, {})

    def __exit__(self, *fault: object) -> None:
        NOW.language, NOW.texts = self._before


def gettext(message: str) -> str:
    """The text in the language of the moment."""
    texts = NOW.texts
    if texts is None:
        return translation.gettext(message)
    text = texts.get(message)
    if text is None:
        with translation.override(NOW.language):
            text = texts[message] = translation.gettext(message)
    return text


gettext_lazy: Callable[[str], Promise] = lazy(gettext, str)  # type: ignore[assignment]
"""For texts that stand in tables: looked up when they are shown."""


def pgettext(context: str, message: str) -> str:
    """The text for one of several meanings."""
    texts = NOW.texts
    if texts is None:
        return translation.pgettext(context, message)
    text = texts.get((context, message))
    if text is None:
        with translation.override(NOW.language):
            text = texts[context, message] = translation.pgettext(context, message)
    return text


def ngettext(singular: str, plural: str, number: int) -> str:
    """The text for this number of things."""
    texts = NOW.texts
    if texts is None:
        return translation.ngettext(singular, plural, number)
    text = texts.get((singular, number))
    if text is None:
        with translation.override(NOW.language):
            text = translation.ngettext(singular, plural, number)
        if 0 <= number < COUNTS_KEPT:
            texts[singular, number] = text
    return text
