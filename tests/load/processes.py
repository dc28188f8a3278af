"""Daphne processes of one site, with a data folder of their own; what they cost is read from `/proc`."""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psycopg

from games.management import serving
from tests.private_servers import free_port

ROOT = Path(__file__).resolve().parents[2]
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")
START_SECONDS = 60.0
STOP_SECONDS = 10.0


def cpu_of(pid: int) -> float:
    """Seconds of processor time that a process has used, its own and the system's for it."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_of(pid: int) -> int:
    """Bytes of memory that a process holds."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE


def tree_of(pid: int) -> list[int]:
    """A process and all its descendants."""
    found = [pid]
    for parent in found:
        with contextlib.suppress(FileNotFoundError):
            children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
            found.extend(map(int, children))
    return found


def tree_cpu(pid: int) -> float:
    """Seconds of processor time of a process and its descendants."""
    total = 0.0
    for each in tree_of(pid):
        with contextlib.suppress(FileNotFoundError, ProcessLookupError):
            total += cpu_of(each)
    return total


@dataclass
class Process:
    """One server process on one port; it can be killed and started again there."""

    command: Sequence[str]
    port: int
    environment: Mapping[str, str]
    log: Path
    popen: subprocess.Popen[bytes] | None = None
    spent: float = 0.0
    """Processor time of those that ended."""

    def start(self) -> None:
        """Start, and wait until it listens."""
        with self.log.open("ab") as log:
            self.popen = subprocess.Popen(
                self.command, cwd=ROOT, env=dict(self.environment), stdout=log, stderr=log, start_new_session=True
            )
        self.wait()

    def wait(self) -> None:
        """Until it listens; what it wrote if it ends before."""
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self.popen is not None and self.popen.poll() is None:
            with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
                return
            time.sleep(0.02)
        raise RuntimeError(f"it did not start: {self.log.read_text(errors='replace')[-3000:]}")

    @property
    def pid(self) -> int:
        """The process that runs now."""
        if self.popen is None:
            raise RuntimeError("not started")
        return self.popen.pid

    def cpu(self) -> float:
        """Seconds of processor time so far."""
        return self.spent + (cpu_of(self.pid) if self.popen is not None else 0.0)

    def memory(self) -> int:
        """Bytes held now."""
        return memory_of(self.pid)

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it, and wait for that."""
        if self.popen is None:
            return
        with contextlib.suppress(FileNotFoundError):
            self.spent += cpu_of(self.pid)
        with contextlib.suppress(ProcessLookupError):
            self.popen.send_signal(how)
        try:
            self.popen.wait(timeout=STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self.popen.kill()
            self.popen.wait(timeout=STOP_SECONDS)
            raise RuntimeError(f"it did not stop within {STOP_SECONDS:.0f} s") from None
        finally:
            self.popen = None

    def restart(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it and start it again on the same port."""
        self.stop(how)
        self.start()


@dataclass
class Site:
    """The processes of one site over one database."""

    folder: Path
    environment: Mapping[str, str]
    processes: list[Process] = field(default_factory=list)

    @property
    def ports(self) -> list[int]:
        """Where it listens."""
        return [process.port for process in self.processes]

    def cpu(self) -> float:
        """Seconds of processor time of all processes."""
        return sum(process.cpu() for process in self.processes)

    def log_sizes(self) -> dict[Path, int]:
        """How much each process has written, to look later at what was written since."""
        return {process.log: process.log.stat().st_size for process in self.processes}

    def logged(self, since: Mapping[Path, int] | None = None) -> str:
        """Everything the processes wrote, or what each of them has written since."""
        begins = since or {}
        written = (process.log.read_bytes()[begins.get(process.log, 0) :] for process in self.processes)
        return b"".join(written).decode(errors="replace")

    def manage(self, *arguments: str, seconds: float = 120.0) -> subprocess.CompletedProcess[str]:
        """Run a management command on this site's database."""
        command = [sys.executable, "manage.py", *arguments]
        return subprocess.run(
            command, cwd=ROOT, env=dict(self.environment), capture_output=True, text=True, check=False, timeout=seconds
        )


def daphne(port: int, application: str = serving.APPLICATION) -> list[str]:
    """The command of one process, as deployed."""
    return serving.daphne("127.0.0.1", port, application)


def fresh_database(address: str) -> str:
    """The address of a new, empty database on the PostgreSQL server that has this one."""
    name = f"forsale_{secrets.token_hex(4)}"
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}".encode())
    return f"{address.rpartition('/')[0]}/{name}"


def site_environment(folder: Path, **more: str) -> dict[str, str]:
    """The environment of a load run: no limits, hardly any pauses, only warnings logged."""
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "LANG", "TMPDIR") if name in os.environ}
    return {
        **kept,
        "DATA_DIR": str(folder),
        "SECRET_KEY": "only for load runs, never for a site that people use",
        "RATE_LIMITS": "0",
        "PACE": "0.02",
        "LOG_LEVEL": "WARNING",
        "PYTHONUNBUFFERED": "1",
        **more,
    }


@contextlib.contextmanager
def running_site(processes: int = 1, *, application: str = serving.APPLICATION, **environment: str) -> Iterator[Site]:
    """A migrated site with so many processes; it is gone afterwards."""
    with tempfile.TemporaryDirectory(prefix="forsale-load-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        (folder / "static").mkdir()
        site = Site(folder, site_environment(folder, **environment))
        migrated = site.manage("migrate", "--verbosity", "0")
        if migrated.returncode:
            raise RuntimeError(f"migrate failed: {migrated.stderr[-2000:]}")
        try:
            for number in range(processes):
                port = free_port()
                site.processes.append(
                    Process(daphne(port, application), port, site.environment, folder / f"daphne-{number}.log")
                )
                site.processes[-1].start()
            yield site
        finally:
            for process in site.processes:
                process.stop(signal.SIGKILL)


@contextlib.contextmanager
def running_program(module: str, *, daphne_application: bool = False) -> Iterator[Process]:
    """A bare server to compare with: a module that serves the port given, or an ASGI application under Daphne."""
    with tempfile.TemporaryDirectory(prefix="forsale-bare-", ignore_cleanup_errors=True) as name:
        folder, port = Path(name), free_port()
        command = (
            daphne(port, f"{module}:application") if daphne_application else [sys.executable, "-m", module, str(port)]
        )
        process = Process(command, port, site_environment(folder), folder / "log")
        process.start()
        try:
            yield process
        finally:
            process.stop(signal.SIGKILL)
