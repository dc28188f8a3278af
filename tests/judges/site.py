"""A site of its own for the judges: its own folder and port, static files hashed and compressed as they are served."""

from __future__ import annotations

import contextlib
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.load.processes import Process, Site, daphne, site_environment
from tests.private_servers import free_port


@contextlib.contextmanager
def judged_site(**environment: str) -> Iterator[int]:
    """The port of a running site; it is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="forsale-judged-", ignore_cleanup_errors=True) as name:
        folder, port = Path(name), free_port()
        site = Site(folder, site_environment(folder, **{"PACE": "1", **environment}))
        for command in (("migrate",), ("collectstatic", "--noinput")):
            done = site.manage(*command, "--verbosity", "0")
            if done.returncode:
                raise SystemExit(f"{command[0]} failed: {done.stderr[-2000:]}")
        process = Process(daphne(port), port, site.environment, folder / "daphne.log")
        process.start()
        try:
            yield port
        finally:
            process.stop(signal.SIGTERM)
