"""The command of one process of the site: at home, in tests and under load the same as in `deploy/`."""

from __future__ import annotations

import sys

APPLICATION = "forsale_site.asgi:application"
FRAME_BYTES = "65536"
"""No browser says more at once; Daphne alone would take a megabyte."""
OPTIONS = (
    *("--verbosity", "0"),
    "--no-server-name",
    *("--websocket-max-message-size", FRAME_BYTES),
    *("--websocket-max-frame-size", FRAME_BYTES),
)


def daphne(bind: str, port: int | str, application: str = APPLICATION) -> list[str]:
    """Daphne on this interpreter."""
    return [sys.executable, "-m", "daphne", "--bind", bind, "--port", str(port), *OPTIONS, application]
