"""The site as `deploy/` has it: nginx with TLS from the shipped file, two processes, PostgreSQL and Redis."""

from __future__ import annotations

import contextlib
import http.client
import os
import shutil
import ssl
import subprocess
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from tests.load.processes import ROOT, Process, Site, fresh_database, running_site
from tests.private_servers import free_port, postgresql_server, redis_server

HOST = "localhost"
TOKEN = "a" * 32
BEHIND_NGINX = {"PUBLIC_URL": f"https://{HOST}", "ALLOWED_ORIGINS": "", "TRUSTED_PROXIES": "1"}


@dataclass(frozen=True)
class Proxied:
    """A site behind nginx."""

    site: Site
    port: int
    """Under TLS."""
    plain_port: int
    access_log: Path

    @property
    def origin(self) -> str:
        """What browsers see."""
        return f"https://{HOST}:{self.port}"


def trusting() -> ssl.SSLContext:
    """Accepts the certificate made for this run."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    return context


def certificate(folder: Path) -> None:
    """A certificate of our own."""
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "1", "-subj", f"/CN={HOST}"]
    paths = ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run([*command, *paths], check=True, capture_output=True)


def configuration(
    folder: Path, *, port: int, plain_port: int, behind: Sequence[int], without: Sequence[str] = ()
) -> str:
    """The shipped file with this run's ports, paths and host name, inside the least that nginx needs around it."""
    shipped = (ROOT / "deploy" / "nginx.conf").read_text()
    changes = {
        "forsale.example.org": HOST,
        f"/etc/letsencrypt/live/{HOST}": str(folder),
        "/var/log/nginx/forsale.log": str(folder / "access.log"),
        "listen 80;": f"listen 127.0.0.1:{plain_port};",
        "listen [::]:80;": "",
        "listen 443 ssl;": f"listen 127.0.0.1:{port} ssl;",
        "listen [::]:443 ssl;": "",
        "127.0.0.1:8001": f"127.0.0.1:{behind[0]}",
        "127.0.0.1:8002": f"127.0.0.1:{behind[1]}",
        **dict.fromkeys(without, ""),
    }
    for old, new in changes.items():
        if old not in shipped:
            raise ValueError(f"deploy/nginx.conf has no {old!r}")
        shipped = shipped.replace(old, new)
    temporary = "".join(
        f"{name}_temp_path {folder}/{name};\n" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    user = "user root;\n" if os.getuid() == 0 else ""
    return (
        f"daemon off;\n{user}pid {folder}/pid;\nerror_log {folder}/error.log;\nworker_processes 1;\n"
        f"events {{ worker_connections 2048; }}\nhttp {{\naccess_log off;\n{temporary}{shipped}\n}}\n"
    )


@contextlib.contextmanager
def nginx(site: Site, without: Sequence[str] = ()) -> Iterator[Proxied]:
    """nginx in front of a site of two processes, its file without some of its lines."""
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    with tempfile.TemporaryDirectory(prefix="forsale-nginx-") as name:
        folder, port, plain_port = Path(name), free_port(), free_port()
        certificate(folder)
        file = folder / "nginx.conf"
        file.write_text(configuration(folder, port=port, plain_port=plain_port, behind=site.ports, without=without))
        command = [program, "-p", str(folder), "-e", str(folder / "error.log"), "-c", str(file)]
        process = Process(command, port, dict(os.environ), folder / "log")
        process.start()
        try:
            yield Proxied(site, port, plain_port, folder / "access.log")
        finally:
            process.stop()


def ask(
    proxied: Proxied, method: str, path: str, *, body: str | None = None, headers: Mapping[str, str] | None = None
) -> tuple[http.client.HTTPResponse, str]:
    """One request through nginx."""
    connection = http.client.HTTPSConnection(HOST, proxied.port, timeout=20, context=trusting())
    sent = {"Cookie": f"csrftoken={TOKEN}", "Referer": proxied.origin + "/", **(headers or {})}
    if body is not None:
        sent["Content-Type"] = "application/x-www-form-urlencoded"
        body = f"csrfmiddlewaretoken={TOKEN}&{body}"
    connection.request(method, path, body=body, headers=sent)
    answer = connection.getresponse()
    text = answer.read().decode(errors="replace")
    connection.close()
    return answer, text


@contextlib.contextmanager
def proxied_site() -> Iterator[Proxied]:
    """Everything together."""
    with contextlib.ExitStack() as stack:
        database = stack.enter_context(postgresql_server())
        nudges = stack.enter_context(redis_server())
        site = stack.enter_context(
            running_site(
                2,
                DATABASE_URL=fresh_database(database.address),
                REDIS_URL=nudges.address,
                METRICS="1",
                **BEHIND_NGINX,
            )
        )
        yield stack.enter_context(nginx(site))
