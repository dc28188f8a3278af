"""HTTP goes to Django, websockets to the live part."""

from __future__ import annotations

import gc
import os
import sys

import django
from channels.routing import ProtocolTypeRouter

from forsale_site import daphne_stopping

gc.disable()  # loading leaves no garbage worth a look, and a first page waits for it
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "forsale_site.settings")
django.setup(set_prefix=False)

from forsale_site import daphne_floods, daphne_sockets  # noqa: E402  (need the app registry)
from games.live.routing import websockets  # noqa: E402
from games.web.handler import PageHandler  # noqa: E402

daphne_sockets.make_tolerant()
daphne_stopping.stop_in_time()
daphne_floods.guard()
application = ProtocolTypeRouter({"http": PageHandler(), "websocket": websockets})

# What is loaded by now lives as long as the process: the collector need not look at it again for every thousandth move.
gc.freeze()
# What a closed socket leaves are rings, and it has outlived the first look by then. Without a second look soon, dead
# sockets gather by the thousand; the third look, at everything that lives, stays as rare as it would be with 20 and 20.
gc.set_threshold(20_000, 2, 200)
gc.enable()

# A thread that comes back from the disk asks for the interpreter at each statement: five milliseconds each, the usual
# patience, are what a person waits.
sys.setswitchinterval(0.0005)
