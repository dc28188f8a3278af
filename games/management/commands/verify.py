"""Check records: the deal that was committed to, and that playing the moves again gives every event and the result."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from contextlib import closing
from typing import Any, BinaryIO

from django.core.management.base import BaseCommand, CommandError, CommandParser

from games.engine import BadRecord, check_record


class Command(BaseCommand):
    """Say of every record whether it is true, or its first difference."""

    help = "Check the records in a file: one JSON object, or one per line."
    requires_system_checks: tuple[str, ...] = ()

    def add_arguments(self, parser: CommandParser) -> None:
        """One file."""
        parser.add_argument("file", help="a file of records, or - for standard input")

    def handle(self, *args: Any, **options: Any) -> None:
        """One line per record; the exit code is 0 only if all are true."""
        with closing(opened(options["file"])) as source:
            verdicts = [self._say(number, text) for number, text in enumerate(texts(source), 1)]
        if not verdicts:
            self.stdout.write("no record found")
        if not verdicts or not all(verdicts):
            sys.exit(1)

    def _say(self, number: int, text: bytes) -> bool:
        difference = _first_difference(text)
        self.stdout.write(f"record {number}: {difference or 'ok'}")
        return difference is None


def opened(name: str) -> BinaryIO:
    """The file of that name, or standard input for `-`."""
    if name == "-":
        return sys.stdin.buffer
    try:
        return open(name, "rb")
    except OSError as fault:
        raise CommandError(f"cannot read {name}: {fault.strerror}", returncode=2) from fault


def texts(source: BinaryIO) -> Iterator[bytes]:
    """The records one at a time; a first line that is no JSON by itself begins one object over many lines."""
    for line in source:
        if not line.strip():
            continue
        if not _is_json(line):
            yield line + source.read()
            return
        yield line
        break
    yield from (line for line in source if line.strip())


def _is_json(text: bytes) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _first_difference(text: bytes) -> str | None:
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as fault:
        return f"not JSON ({str(fault)[:100]})"
    try:
        check_record(record)
    except BadRecord as fault:
        facts = ", ".join(f"{name} {value!r}" for name, value in fault.facts.items() if name != "path")
        return f"{fault.facts.get('path', '')}: {fault.code} ({facts})"
    return None
