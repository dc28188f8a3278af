"""A process that is asked to stop does so, whatever its threads wait for. Under another server nothing is done.

Django answers a page on a thread that waits for the event loop. Daphne's loop may end first, with half a request from
anybody for example; then that thread would wait for ever, and the process with it, until it is killed.
"""

from __future__ import annotations

import os
import sys
import threading
import time

GRACE_SECONDS = 3.0


def stop_in_time() -> None:
    """End this process a moment after it was asked to; an acknowledged move is in the database by then."""
    reactor = sys.modules.get("twisted.internet.reactor")
    if "daphne.server" in sys.modules and reactor is not None:
        reactor.addSystemEventTrigger("before", "shutdown", watch_the_end)


def watch_the_end() -> None:
    """Wait on a thread that holds up nothing: a process that stops by itself takes it along."""
    threading.Thread(target=end, name="end", daemon=True).start()


def end() -> None:
    """Leave without waiting for anybody."""
    time.sleep(GRACE_SECONDS)
    os._exit(0)
