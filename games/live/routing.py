"""Addresses of sockets."""

from __future__ import annotations

from channels.routing import URLRouter
from django.urls import re_path

from games.live.consumers import Refuse, RoomConsumer, TableConsumer
from games.live.origin import OwnOriginOnly

websockets = OwnOriginOnly(
    URLRouter(
        [
            re_path(r"^r/(?P<code>[A-Za-z]{5})/live$", RoomConsumer.as_asgi()),
            re_path(r"^r/(?P<code>[A-Za-z]{5})/table/live$", TableConsumer.as_asgi()),
            re_path(r"^.*$", Refuse.as_asgi()),
        ]
    )
)
