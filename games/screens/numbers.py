"""Numbers as each language writes them: the decimal sign, and the space before a percent sign."""

from __future__ import annotations

from django.utils.formats import number_format

from games.screens.speech import gettext


def decimal(value: float, places: int) -> str:
    """With so many decimal places."""
    return number_format(value, decimal_pos=places, use_l10n=True)


def percent(share: float, places: int = 0) -> str:
    """A share of 1: "12%" in English, with a narrow space that does not break in French and German."""
    return gettext("%(number)s%%") % {"number": decimal(round(100 * share, places), places)}
