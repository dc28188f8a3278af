"""The least that a broadcast costs with Channels: Daphne, the in-memory layer, 8 kB to all of a group."""

from __future__ import annotations

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.load.bare_settings")

import django
from channels.generic.websocket import AsyncWebsocketConsumer
from channels.routing import ProtocolTypeRouter

django.setup()
MESSAGE = "x" * 8192


class Broadcaster(AsyncWebsocketConsumer):  # type: ignore[misc]
    """A tap is answered by one message to the whole group."""

    async def connect(self) -> None:
        """Join the group of the path."""
        self.group = "room" + self.scope["path"].replace("/", "")
        await self.channel_layer.group_add(self.group, self.channel_name)
        await self.accept()

    async def disconnect(self, code: int) -> None:
        """Leave it."""
        await self.channel_layer.group_discard(self.group, self.channel_name)

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        """A tap."""
        await self.channel_layer.group_send(self.group, {"type": "tell", "text": MESSAGE})

    async def tell(self, message: dict[str, str]) -> None:
        """The message for this socket."""
        await self.send(text_data=message["text"])


application = ProtocolTypeRouter({"websocket": Broadcaster.as_asgi()})
