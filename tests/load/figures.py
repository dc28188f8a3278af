"""Percentiles, as the reader of a run wants to see them."""

from __future__ import annotations

from collections.abc import Iterable


def percentile(values: Iterable[float], share: float) -> float:
    """The value that so large a share is not above."""
    ranked = sorted(values)
    return ranked[min(len(ranked) - 1, int(share * len(ranked)))] if ranked else 0.0


def percentiles(seconds: Iterable[float]) -> str:
    """Median, 99th and largest, in milliseconds."""
    ranked = sorted(seconds)
    if not ranked:
        return "–"
    p50, p99 = percentile(ranked, 0.5) * 1000, percentile(ranked, 0.99) * 1000
    return f"p50 {p50:.0f} ms, p99 {p99:.0f} ms, max {ranked[-1] * 1000:.0f} ms"
