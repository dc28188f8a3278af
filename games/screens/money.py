"""Money as each language writes it, in the unit of the edition."""

from __future__ import annotations

THOUSAND = "thousand"
MILLION = "million"

NARROW_SPACE = "\N{NARROW NO-BREAK SPACE}"
SPACE = "\N{NO-BREAK SPACE}"
GROUPS = {"en": ",", "fr": NARROW_SPACE, "de": "."}


def grouped(number: int, language: str) -> str:
    """A whole number with the language's mark between thousands."""
    return f"{number:,}".replace(",", GROUPS.get(language, ","))


def money(amount: int, unit: str, language: str) -> str:
    """An amount of coins as money: $13,000, 13 000 $, 13.000 $; or $13M, 13 M$, 13 Mio. $ (FS-2)."""
    if unit == MILLION and amount:
        return _millions(grouped(amount, language), language)
    figures = grouped(amount * 1000, language)
    return f"${figures}" if language == "en" else f"{figures}{SPACE}$"


def _millions(figures: str, language: str) -> str:
    match language:
        case "fr":
            return f"{figures}{SPACE}M$"
        case "de":
            return f"{figures}{SPACE}Mio.{SPACE}$"
        case _:
            return f"${figures}M"
