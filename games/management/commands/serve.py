"""`make run`: migrate, find the address that phones can open, print it with its QR code, and serve."""

from __future__ import annotations

import os
import socket
import sys
from argparse import ArgumentParser
from typing import Any

import segno
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand

from games.management.serving import daphne

ANY_INTERFACE = "0.0.0.0"


class Command(BaseCommand):
    """Serve this machine's network with one process."""

    help = "Serve the site to the phones on this network and print the link with its QR code."
    requires_system_checks: list[str] = []  # noqa: RUF012

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The port, and the address to listen on."""
        parser.add_argument("--port", type=int, default=8000)
        parser.add_argument("--bind", default=ANY_INTERFACE)

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare, print, become Daphne."""
        port, bind = options["port"], options["bind"]
        if not is_free(bind, port):
            sys.exit(f"Port {port} is taken on this machine. Choose another one, for example: make run PORT={port + 1}")
        call_command("migrate", verbosity=0)
        call_command("collectstatic", verbosity=0, interactive=False)
        url = settings.PUBLIC_URL or f"http://{address_for_phones()}:{port}"
        self.stdout.write(f"\nOpen this on every phone in your network:\n\n    {url}\n\n")
        self.stdout.flush()
        segno.make(url, error="m").terminal(out=sys.stdout, compact=True)
        self.stdout.write("\nStop with Ctrl+C. Games are kept and go on at the next start.\n")
        self.stdout.flush()
        os.environ["PUBLIC_URL"] = url
        os.execv(sys.executable, daphne(bind, port))


def is_free(bind: str, port: int) -> bool:
    """Whether nobody listens there yet."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((bind, port))
        except OSError:
            return False
    return True


def address_for_phones() -> str:
    """This machine's address on the network that leads outside; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # a documentation address: only the route is looked up
            address = str(probe.getsockname()[0])
        except OSError:
            address = ""
    return address if address and not address.startswith("0.") else "127.0.0.1"
