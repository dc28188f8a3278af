"""QR codes as inline SVG: one path in the colour of the text, made once per address."""

from __future__ import annotations

from functools import lru_cache

import segno

from games.screens.markup import SafeString, format_html, mark_safe

QUIET_ZONE = 4
EYE_ONLY = mark_safe('aria-hidden="true"')


@lru_cache(maxsize=512)
def qr_code(address: str, label: str = "") -> SafeString:
    """The address as a QR code; without a label it is for the eye only, and words beside it say the same."""
    rows = [bytes(row) for row in segno.make(address, error="m", micro=False).matrix]
    side = len(rows) + 2 * QUIET_ZONE
    spoken = format_html('role="img" aria-label="{}"', label) if label else EYE_ONLY
    return format_html(
        '<svg class="qr" viewBox="0 0 {} {}" shape-rendering="crispEdges" {}><path d="{}"/></svg>',
        side,
        side,
        spoken,
        path_of(rows),
    )


def path_of(rows: list[bytes]) -> str:
    """Each dark run of a row as one flat rectangle."""
    runs = []
    for y, row in enumerate(rows, QUIET_ZONE):
        x = 0
        while x < len(row):
            length = 0
            while x + length < len(row) and row[x + length]:
                length += 1
            if length:
                runs.append(f"M{x + QUIET_ZONE} {y}h{length}v1h-{length}z")
            x += length or 1
    return "".join(runs)
