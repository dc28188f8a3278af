"""Runs a command with a private PostgreSQL and a private Redis on free ports, and removes both afterwards.

    python -m tests.private_servers pytest tests/services

DATABASE_URL and REDIS_URL point to them; nothing outside a temporary folder is touched.
"""

from __future__ import annotations

import contextlib
import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

WAIT_SECONDS = 30


def free_port() -> int:
    """A port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(port: int) -> None:
    """Until somebody listens there."""
    deadline = time.monotonic() + WAIT_SECONDS
    while time.monotonic() < deadline:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.05)
    raise SystemExit(f"nothing answers on port {port}")


@dataclass
class Server:
    """A server of our own; it can be stopped and started again where it was."""

    address: str
    port: int
    command: Sequence[str]
    log: Path
    how: signal.Signals
    ready: Sequence[str] = ()
    """A command that succeeds once the server not only listens but answers."""
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it listens."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, stdout=log, stderr=log, start_new_session=True)
        wait_for(self.port)
        deadline = time.monotonic() + WAIT_SECONDS
        while self.ready and subprocess.run(self.ready, check=False, stdout=subprocess.DEVNULL).returncode:
            if time.monotonic() > deadline:
                raise SystemExit(f"nothing answers on port {self.port}")
            time.sleep(0.05)

    def stop(self) -> None:
        """Stop it with its children."""
        if self.process is not None:
            stop_group(self.process, self.how)
            self.process = None


def as_postgres() -> list[str]:
    """PostgreSQL refuses to run as root."""
    return ["runuser", "-u", "postgres", "--"] if os.getuid() == 0 else []


@contextlib.contextmanager
def postgresql_server() -> Iterator[Server]:
    """A PostgreSQL server of our own."""
    programs = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if not programs:
        raise SystemExit("PostgreSQL is missing: make install-system")
    folder = Path(tempfile.mkdtemp(prefix="forsale-pg-"))
    if os.getuid() == 0:
        account = pwd.getpwnam("postgres")
        os.chown(folder, account.pw_uid, account.pw_gid)
    port = free_port()
    initdb = [
        programs[-1] / "initdb",
        "-D",
        folder / "data",
        "-U",
        "forsale",
        "--auth=trust",
        "-E",
        "UTF8",
        "--locale=C.UTF-8",
    ]
    subprocess.run([*as_postgres(), *map(str, initdb)], check=True, stdout=subprocess.DEVNULL)
    options = ["-p", str(port), "-k", str(folder), "-c", "listen_addresses=127.0.0.1", "-c", "max_connections=200"]
    start = [*as_postgres(), str(programs[-1] / "postgres"), "-D", str(folder / "data"), *options]
    address = f"postgresql://forsale@127.0.0.1:{port}/postgres"
    ready = [str(programs[-1] / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
    server = Server(address, port, start, folder / "log", signal.SIGINT, ready)
    try:
        server.start()
        yield server
    finally:
        server.stop()
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def postgresql() -> Iterator[str]:
    """The address of a PostgreSQL server of our own."""
    with postgresql_server() as server:
        yield server.address


@contextlib.contextmanager
def redis_server() -> Iterator[Server]:
    """A Redis server of our own."""
    port = free_port()
    program = shutil.which("redis-server")
    if program is None:
        raise SystemExit("Redis is missing: make install-system")
    start = [program, "--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    server = Server(f"redis://127.0.0.1:{port}/0", port, start, Path(os.devnull), signal.SIGTERM)
    try:
        server.start()
        yield server
    finally:
        server.stop()


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """The address of a Redis server of our own."""
    with redis_server() as server:
        yield server.address


def stop_group(server: subprocess.Popen[bytes], how: signal.Signals) -> None:
    """Stop a server and its children, gently and then not."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(server.pid, how)
    try:
        server.wait(timeout=10)
    except subprocess.TimeoutExpired:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait(timeout=10)


def main() -> int:
    """Run the command given."""
    if len(sys.argv) < 2:
        raise SystemExit("usage: python -m tests.private_servers COMMAND …")
    with postgresql() as database, redis() as nudges:
        environment = {**os.environ, "DATABASE_URL": database, "REDIS_URL": nudges}
        return subprocess.run(sys.argv[1:], env=environment, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
