"""HTTP goes to Django, websockets to the live part."""

from __future__ import annotations

import os

from channels.routing import ProtocolTypeRouter
from django.core.asgi import get_asgi_application

from forsale_site import daphne_sockets

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "forsale_site.settings")
django_application = get_asgi_application()

from games.live.routing import websockets  # noqa: E402  (needs the app registry)

daphne_sockets.make_tolerant()
application = ProtocolTypeRouter({"http": django_application, "websocket": websockets})
