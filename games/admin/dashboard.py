"""The dashboard: all finished games in figures and charts, from totals, so that it costs the same for any number."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.formats import date_format
from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.screens.catalogue import SCREENS
from games.screens.charts import Chart, Interval, Series, bar_chart, interval_chart
from games.screens.numbers import decimal, percent
from games.services.figures import PERSON
from games.services.statistics import Advantage, Dashboard, Driver, Mean, Prices, read_dashboard

COLOURS = ("is-teal", "is-brick", "is-plum", "is-leaf", "is-rose", "is-slate")


def context() -> dict[str, Any]:
    """What the template shows."""
    read = read_dashboard()
    after = (gettext("First player"), gettext("%(place)s after the first"))
    seat = (gettext("Seat %(place)s"), gettext("Seat %(place)s"))
    return {
        "title": gettext("Dashboard"),
        "kinds": [(SCREENS[kind].name(), count) for kind, count in sorted(read.finished.items())],
        "finished": sum(read.finished.values()),
        "running": read.running,
        "per_day": per_day(read),
        "prices": [price_chart(prices) for prices in read.prices],
        "seats": [advantage_chart(each, seat, gettext("By seat")) for each in read.seats],
        "turns": [advantage_chart(each, after, gettext("By who begins")) for each in read.turns],
        "drivers": [driver_row(driver) for driver in read.drivers],
    }


def per_day(read: Dashboard) -> SafeString:
    """Finished games of each kind, day by day."""
    series = tuple(
        Series(SCREENS[kind].name(), COLOURS[number % len(COLOURS)], tuple(map(float, counts)))
        for number, (kind, counts) in enumerate(sorted(read.per_day.items()))
    )
    places = tuple(date_format(day, "j.n.") for day in read.days)
    return bar_chart(Chart("days", gettext("Finished games per day"), places, series, gettext("day")))


def price_chart(prices: Prices) -> SafeString:
    """What everything of an edition cost and brought on average."""
    series = [Series(gettext("mean price"), "is-brick", tuple(round(mean.value, 2) for mean in prices.paid))]
    if any(mean is not None for mean in prices.earned):
        values = tuple(None if mean is None else round(mean.value, 2) for mean in prices.earned)
        series.append(Series(gettext("mean cheque"), "is-leaf", values))
    screen = SCREENS[prices.kind]
    title = gettext("%(game)s, %(edition)s: mean price and takings") % {
        "game": screen.name(),
        "edition": screen.edition_name(prices.edition),
    }
    return bar_chart(Chart(f"{prices.kind}-{prices.edition}", title, prices.items, tuple(series), gettext("item")))


def advantage_chart(advantage: Advantage, place_words: tuple[str, str], title: str) -> SafeString:
    """Each place's share of victories with its interval; the first of the words is for place 0."""
    rows = intervals(
        [place_words[place > 0] % {"place": place} for place in range(len(advantage.places))],
        advantage.places,
        1 / advantage.players,
    )
    name = SCREENS[advantage.kind].name()
    words = gettext("%(title)s: %(game)s with %(players)s players")
    return interval_chart(words % {"title": title, "game": name, "players": advantage.players}, rows)


def intervals(names: Sequence[str], means: Sequence[Mean], fair: float) -> list[Interval]:
    """Shares with their intervals, kept between nothing and all."""
    return [
        Interval(name, mean.value, max(0.0, mean.value - mean.half), min(1.0, mean.value + mean.half), fair, mean.count)
        for name, mean in zip(names, means, strict=True)
    ]


def driver_row(driver: Driver) -> dict[str, str]:
    """People and bots, each in a row."""
    low, high = max(0.0, driver.share.value - driver.share.half), min(1.0, driver.share.value + driver.share.half)
    return {
        "kind": SCREENS[driver.kind].name(),
        "name": gettext("people") if driver.name == PERSON else driver.name,
        "seats": str(driver.seats),
        "share": percent(driver.share.value, 1),
        "interval": f"{percent(low, 1)} – {percent(high, 1)}",
        "fair": percent(driver.fair, 1),
        "score": decimal(driver.score.value, 1),
    }
