"""Reading environment variables, and the few settings that need more than a line."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import re
import secrets
import sys
import tempfile
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qsl, unquote, urlsplit

from django.core.exceptions import ImproperlyConfigured


def text(name: str, default: str) -> str:
    """The variable as it stands."""
    return os.environ.get(name, default)


def flag(name: str, *, default: bool) -> bool:
    """1, true, yes or on; 0, false, no or off."""
    value = os.environ.get(name, "").strip().lower()
    if not value:
        return default
    if value in {"1", "true", "yes", "on"}:
        return True
    if value in {"0", "false", "no", "off"}:
        return False
    raise ImproperlyConfigured(f"{name} must be 1 or 0, not {value!r}.")


def number(name: str, default: int) -> int:
    """A whole number."""
    value = os.environ.get(name, "").strip()
    try:
        return int(value) if value else default
    except ValueError:
        raise ImproperlyConfigured(f"{name} must be a whole number, not {value!r}.") from None


def names(name: str) -> list[str]:
    """Words separated by commas."""
    return [word.strip() for word in os.environ.get(name, "").split(",") if word.strip()]


def is_command(*commands: str) -> bool:
    """Whether one of these management commands is running."""
    return len(sys.argv) > 1 and sys.argv[1] in commands


def kept_secret(path: Path) -> str:
    """A secret made once by the first process to need it and kept from then on."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists():
        make_secret(path)
    secret = path.read_text().strip()
    if not secret:
        raise ImproperlyConfigured(f"{path} is empty: remove it, and a new secret is made.")
    return secret


def make_secret(path: Path) -> None:
    """The file is there with all that it holds or not at all; of two processes the first one's stays."""
    handle, unfinished = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-")  # for its owner alone
    try:
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(64))
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(unfinished, path)
    finally:
        os.unlink(unfinished)


def host_of(url: str, *, only_under_tls: bool) -> list[str]:
    """The host of the public address, which a site under TLS answers to alone."""
    parts = urlsplit(url)
    if not parts.hostname or (only_under_tls and parts.scheme != "https"):
        return []
    return [parts.hostname]


def database(name: str, default_path: Path) -> dict[str, Any]:
    """Django's database settings from an address."""
    address = os.environ.get(name, "")
    if not address or address.startswith("sqlite:///"):
        path = Path(address.removeprefix("sqlite:///")) if address else default_path
        return sqlite(path)
    parts = urlsplit(address)
    if parts.scheme not in {"postgres", "postgresql"}:
        raise ImproperlyConfigured(f"{name} must begin with postgresql:// or sqlite:///.")
    return postgresql(parts)


def sqlite(path: Path) -> dict[str, Any]:
    """SQLite so that an acknowledged move survives the death of the machine and writers wait for each other."""
    path.parent.mkdir(parents=True, exist_ok=True)
    pragmas = ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=8000", "cache_size=-8000", "temp_store=MEMORY")
    return {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": path,
        "CONN_MAX_AGE": None,
        "OPTIONS": {
            "transaction_mode": "IMMEDIATE",
            "timeout": 8,
            "init_command": ";".join(f"PRAGMA {pragma}" for pragma in pragmas),
        },
        # Threads of one test share a database only if it is a file.
        "TEST": {"NAME": str(path.with_name("test.sqlite3"))},
    }


def postgresql(address: SplitResult) -> dict[str, Any]:
    """PostgreSQL with a pool shared by all threads of the process, and statements that it need not read anew."""
    from psycopg_pool.base import AttemptWithBackoff  # noqa: PLC0415  (a home installation need not load it)

    pool = {"min_size": 2, "max_size": 16, "timeout": 10}
    # While the pool waits to connect again, nobody else may try. It would wait twice as long each time, in the end
    # longer than a page waits for it, with the database long back: a second each time is enough.
    AttemptWithBackoff.DELAY_BACKOFF = 1.0
    # A machine that is gone without a word is given up after 45 seconds, not after the two hours of the system.
    patience = {
        "connect_timeout": 5,
        "keepalives": 1,
        "keepalives_idle": 30,
        "keepalives_interval": 5,
        "keepalives_count": 3,
    }
    return {
        "ENGINE": "django.db.backends.postgresql",
        "NAME": unquote(address.path.lstrip("/")),
        "HOST": unquote(address.hostname or ""),
        "PORT": address.port or "",
        "USER": unquote(address.username or ""),
        "PASSWORD": unquote(address.password or ""),
        # After a restart every connection in the pool is dead: each is checked before it is handed out.
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {"pool": pool, "prepare_threshold": 3, **patience, **dict(parse_qsl(address.query))},
    }


def channel_layers(redis_url: str) -> dict[str, Any]:
    """Redis carries nudges between processes; with one process nothing is needed between processes."""
    if not redis_url:
        return {}
    return {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [redis_url], "prefix": "forsale"},
        }
    }


PASS = re.compile(r"(/transfer/)[^/\s\"']+")
"""The pass of a seat in the path of a transfer link."""


def without_passes(line: str) -> str:
    """A line of the log in which nobody finds a pass to take a seat with."""
    return PASS.sub(r"\1***", line)


class PlainFormatter(logging.Formatter):
    """Lines for people."""

    def format(self, record: logging.LogRecord) -> str:
        """As usual, without passes."""
        return without_passes(super().format(record))


class JsonFormatter(logging.Formatter):
    """One JSON object per line, for log collectors."""

    def format(self, record: logging.LogRecord) -> str:
        """Time, level, logger and message; a traceback where there is one."""
        line = {
            "time": self.formatTime(record),
            "level": record.levelname,
            "logger": record.name,
            "message": without_passes(record.getMessage()),
        }
        if record.exc_info:
            line["traceback"] = without_passes(self.formatException(record.exc_info))
        return json.dumps(line, ensure_ascii=False)


def logging_config(level: str, style: str) -> dict[str, Any]:
    """Everything to standard error, without the noise of every request."""
    formatters: dict[str, Any] = {
        "plain": {"()": PlainFormatter, "fmt": "%(asctime)s %(levelname)s %(name)s: %(message)s"},
        "json": {"()": JsonFormatter},
    }
    if style not in formatters:
        raise ImproperlyConfigured("LOG_FORMAT must be plain or json.")
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": formatters,
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": style}},
        "root": {"handlers": ["console"], "level": level},
        "loggers": {
            "django.request": {"level": "ERROR"},
            # Scanners ask for any host; each would leave a traceback.
            "django.security.DisallowedHost": {"level": "CRITICAL"},
            "django.channels.server": {"level": "WARNING"},
            "daphne": {"level": "WARNING"},
            # While Redis is away it writes a traceback every second; `games.announce` says it in a line.
            "channels_redis": {"level": "CRITICAL"},
        },
    }
