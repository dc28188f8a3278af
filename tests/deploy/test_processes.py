"""A process is started with the same options wherever it is started: at home, in tests, by systemd, in a container."""

import json
import re
import shlex
from types import SimpleNamespace

import pytest
from django.core.management import call_command

from games.management import serving
from games.management.commands import serve
from tests.load.processes import ROOT, daphne


def started_by_systemd():
    unit = (ROOT / "deploy" / "forsale@.service").read_text()
    return shlex.split(re.search(r"^ExecStart=(.*)$", unit, re.MULTILINE)[1])


def started_in_a_container():
    dockerfile = (ROOT / "deploy" / "Dockerfile").read_text()
    return json.loads(re.search(r"^CMD (.*)$", dockerfile, re.MULTILINE)[1])


def started_at_home(monkeypatch):
    started = []
    monkeypatch.setattr(serve, "call_command", lambda *_, **__: None)
    monkeypatch.setattr(
        serve, "os", SimpleNamespace(environ={}, execv=lambda _program, command: started.extend(command))
    )
    call_command("serve", port=0)
    return started


def options_of(command):
    """What stands between the address and the application."""
    begin = command.index("--port") + 2
    return tuple(command[begin:-1]), command[-1]


@pytest.mark.parametrize("started", [started_by_systemd, started_in_a_container, lambda: daphne(8000)])
def test_every_process_has_the_same_options(started):
    assert options_of(started()) == (serving.OPTIONS, serving.APPLICATION)


def test_a_process_at_home_has_them_too(monkeypatch, capsys):
    assert options_of(started_at_home(monkeypatch)) == (serving.OPTIONS, serving.APPLICATION)
