"""Charts drawn by the server: an SVG for the eye, and the same numbers as a table for everybody else.

Colours come from classes (a player's, or none), because the page's policy allows no style attributes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from games.screens.markup import SafeString, escape, format_html, mark_safe
from games.screens.numbers import percent
from games.screens.speech import gettext

WIDTH, HEIGHT = 560, 240
LEFT, RIGHT, TOP, BOTTOM = 48, 12, 14, 38
DASHES = ("", "7 4", "2 4", "9 3 2 3", "12 4", "4 3")
"""Lines differ by more than their colour."""


@dataclass(frozen=True, slots=True)
class Series:
    """One line or one set of bars: what it is called, its class, and a value per place (None: no value)."""

    name: str
    css: str
    values: tuple[float | None, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """Values over places."""

    id: str
    title: str
    places: tuple[str, ...]
    """What stands under each value."""
    series: tuple[Series, ...]
    place_name: str
    """What the places are: "round", "turn", "day"."""


@dataclass(frozen=True, slots=True)
class Interval:
    """A share with its 95 % interval, between 0 and 1, and what would be fair."""

    name: str
    share: float
    low: float
    high: float
    fair: float
    count: int


def line_chart(chart: Chart) -> SafeString:
    """Lines over places, with the table of their values."""
    scale = Scale.over(chart)
    marks = "".join(_line(series, number, scale) for number, series in enumerate(chart.series))
    return _figure(chart, scale, marks)


def bar_chart(chart: Chart) -> SafeString:
    """Bars over places, side by side where there are several series."""
    scale = Scale.over(chart)
    marks = "".join(_bars(series, number, len(chart.series), scale) for number, series in enumerate(chart.series))
    return _figure(chart, scale, marks)


def interval_chart(title: str, rows: Sequence[Interval]) -> SafeString:
    """Shares as dots with their intervals, one row each, and a mark where a fair share would be."""
    height = 24 * len(rows) + 30
    most = max((row.high for row in rows), default=1.0)
    step = nice_step(most * 100 / 4) / 100
    edge = step * (int(most / step) + 1)
    left, right = 130, 16
    wide = WIDTH - left - right

    def x(share: float) -> float:
        return round(left + wide * share / edge, 1)

    drawn = [_percent_axis(x, step, edge, height)]
    for number, row in enumerate(rows):
        y = 14 + 24 * number
        drawn.append(
            f'<text class="chart__name" x="{left - 8}" y="{y + 4}" text-anchor="end">{escape(row.name)}</text>'
            f'<line class="chart__interval" x1="{x(row.low)}" x2="{x(row.high)}" y1="{y}" y2="{y}"/>'
            f'<line class="chart__fair" x1="{x(row.fair)}" x2="{x(row.fair)}" y1="{y - 9}" y2="{y + 9}"/>'
            f'<circle class="chart__dot" cx="{x(row.share)}" cy="{y}" r="4.5"/>'
        )
    interval = gettext("95 %% interval") % ()  # doubled as the collector writes it for templates
    heads = (gettext("share of victories"), interval, gettext("fair"), gettext("games"))
    body = "".join(
        f'<tr><th scope="row">{escape(row.name)}</th><td>{percent(row.share, 1)}</td>'
        f"<td>{percent(row.low, 1)} – {percent(row.high, 1)}</td><td>{percent(row.fair, 1)}</td>"
        f"<td>{row.count}</td></tr>"
        for row in rows
    )
    svg = f'<svg class="chart__drawing" viewBox="0 0 {WIDTH} {height}" aria-hidden="true">{"".join(drawn)}</svg>'
    return _with_table(title, svg, _head_row("", heads), body)


def _percent_axis(x: object, step: float, edge: float, height: int) -> str:
    assert callable(x)
    ticks = [step * number for number in range(round(edge / step) + 1)]
    return "".join(
        f'<line class="chart__grid" x1="{x(tick)}" x2="{x(tick)}" y1="0" y2="{height - 22}"/>'
        f'<text class="chart__tick" x="{x(tick)}" y="{height - 6}" text-anchor="middle">{percent(tick)}</text>'
        for tick in ticks
    )


# How values become places on the paper


@dataclass(frozen=True, slots=True)
class Scale:
    """Where a value of a place is drawn."""

    places: int
    low: float
    high: float
    step: float

    @classmethod
    def over(cls, chart: Chart) -> Scale:
        """A scale with room for every value and for 0."""
        values = [value for series in chart.series for value in series.values if value is not None]
        low, high = min([0.0, *values]), max([1.0, *values])
        step = nice_step((high - low) / 4)
        return cls(len(chart.places), step * _floor(low / step), step * -_floor(-high / step), step)

    def x(self, place: float) -> float:
        """The middle of a place."""
        wide = WIDTH - LEFT - RIGHT
        return round(LEFT + wide * (place + 0.5) / max(1, self.places), 1)

    def y(self, value: float) -> float:
        """The height of a value."""
        tall = HEIGHT - TOP - BOTTOM
        return round(TOP + tall * (self.high - value) / (self.high - self.low), 1)

    @property
    def ticks(self) -> list[float]:
        """Round values for the grid."""
        count = round((self.high - self.low) / self.step)
        return [self.low + self.step * number for number in range(count + 1)]


def _floor(value: float) -> int:
    return int(value // 1)


def nice_step(least: float) -> float:
    """The next of 1, 2, 5, 10, 20, 50 …"""
    step = 1.0
    while step < least:
        step *= 2.5 if str(step).startswith("2") else 2
    return step


def _line(series: Series, number: int, scale: Scale) -> str:
    drawn = [(scale.x(place), scale.y(value)) for place, value in enumerate(series.values) if value is not None]
    points = " ".join(f"{x},{y}" for x, y in drawn)
    dash = f' stroke-dasharray="{DASHES[number % len(DASHES)]}"' if DASHES[number % len(DASHES)] else ""
    dots = "".join(f'<circle class="chart__dot" cx="{x}" cy="{y}" r="3"/>' for x, y in drawn) if len(drawn) < 40 else ""
    return f'<g class="{series.css}"><polyline class="chart__line" points="{points}"{dash}/>{dots}</g>'


def _bars(series: Series, number: int, of: int, scale: Scale) -> str:
    wide = (WIDTH - LEFT - RIGHT) / max(1, scale.places) * 0.8
    each = wide / of
    zero = scale.y(0)
    rects = []
    for place, value in enumerate(series.values):
        if not value:
            continue
        x, y = scale.x(place) - wide / 2 + number * each, scale.y(value)
        rects.append(
            f'<rect class="chart__bar" x="{x:.1f}" y="{min(y, zero)}" width="{max(1.0, each - 0.5):.1f}" '
            f'height="{abs(zero - y):.1f}"/>'
        )
    return f'<g class="{series.css}">{"".join(rects)}</g>'


def _figure(chart: Chart, scale: Scale, marks: str) -> SafeString:
    grid = "".join(
        f'<line class="chart__grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y}" y2="{y}"/>'
        f'<text class="chart__tick" x="{LEFT - 6}" y="{y}" dy=".33em" text-anchor="end">{_short(tick)}</text>'
        for tick, y in ((tick, scale.y(tick)) for tick in scale.ticks)
    )
    every = max(1, -(-len(chart.places) // 10))
    under = "".join(
        f'<text class="chart__tick" x="{scale.x(place)}" y="{HEIGHT - 8}" text-anchor="middle">{escape(name)}</text>'
        for place, name in enumerate(chart.places)
        if place % every == 0
    )
    svg = (
        f'<svg class="chart__drawing" viewBox="0 0 {WIDTH} {HEIGHT}" aria-hidden="true">{grid}{under}{marks}</svg>'
        f"{_legend(chart)}"
    )
    body = "".join(
        f'<tr><th scope="row">{escape(name)}</th>'
        + "".join(f"<td>{_short(series.values[place])}</td>" for series in chart.series)
        + "</tr>"
        for place, name in enumerate(chart.places)
    )
    return _with_table(chart.title, svg, _head_row(chart.place_name, [series.name for series in chart.series]), body)


def _legend(chart: Chart) -> str:
    if len(chart.series) < 2:
        return ""
    items = "".join(
        f'<li class="{series.css}"><svg class="chart__key" viewBox="0 0 26 10" aria-hidden="true">'
        f'<line class="chart__line" x1="1" x2="25" y1="5" y2="5" stroke-dasharray="{DASHES[number % len(DASHES)]}"/>'
        f"</svg>{escape(series.name)}</li>"
        for number, series in enumerate(chart.series)
    )
    return f'<ul class="chart__legend is-plain" aria-hidden="true">{items}</ul>'


def _short(value: float | None) -> str:
    if value is None:
        return "–"
    return f"{value:.0f}" if float(value).is_integer() else f"{value:.1f}"


def _head_row(corner: str, heads: Sequence[str]) -> str:
    cells = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    return f'<tr><th scope="col">{escape(corner)}</th>{cells}</tr>'


def _with_table(title: str, svg: str, head: str, body: str) -> SafeString:
    return format_html(
        '<figure class="chart"><figcaption class="chart__title">{}</figcaption>{}'
        '<details class="fold chart__numbers"><summary>{}</summary><div class="chart__scroll" tabindex="0">'
        '<table class="table">'
        "<thead>{}</thead><tbody>{}</tbody></table></div></details></figure>",
        title,
        mark_safe(svg),
        gettext("The numbers as a table"),
        mark_safe(head),
        mark_safe(body),
    )
