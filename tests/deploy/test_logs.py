"""What the site writes into its log: one JSON object per line where that is wanted, and never a secret."""

import json
import logging
import re
import sqlite3
from contextlib import closing
from http.client import HTTPConnection

import pytest

from forsale_site import environment as env
from tests.load.processes import running_site

TOKEN = "aB3_-dEfGhIjKlMnOp"
"""A pass for a seat, as a transfer link carries it."""
PATH = f"/r/ABCDE/transfer/{TOKEN}/"
COOKIE = "visitor=the-cookie-of-somebody"

STYLES = pytest.mark.parametrize("style", ["plain", "json"])


def written(style, message, *arguments, exc_info=None):
    """What one message becomes in a log of this style."""
    configured = env.logging_config("INFO", style)["formatters"][style]
    formatter = configured.pop("()")(**configured)
    return formatter.format(logging.LogRecord("site", logging.ERROR, "x.py", 1, message, arguments, exc_info))


@STYLES
def test_the_pass_of_a_transfer_link_is_in_no_line(style):
    """Whoever reads the log within ten minutes could take the seat."""
    line = written(style, "Internal Server Error: %s", PATH)

    assert TOKEN not in line
    assert "/r/ABCDE/transfer/" in line


@STYLES
def test_the_pass_of_a_transfer_link_is_in_no_traceback(style):
    try:
        raise ValueError(f"nothing at {PATH}")
    except ValueError as fault:
        line = written(style, "it failed", exc_info=(type(fault), fault, fault.__traceback__))

    assert "ValueError" in line
    assert TOKEN not in line


def test_a_line_of_json_holds_all_of_a_message():
    message = 'two\nlines, "quoted", \x00, é, 💰, \u2028'

    line = written("json", "%s", message)

    assert "\n" not in line
    assert json.loads(line)["message"] == message


@pytest.fixture(scope="module")
def troubled_log():
    """All that a process wrote, with LOG_FORMAT=json, while pages were refused, missing and broken."""
    with running_site(LOG_FORMAT="json", LOG_LEVEL="INFO") as site:
        (port,) = site.ports
        ask(port, "POST", "/r/", "kind=for_sale")
        ask(port, "GET", PATH)
        ask(port, "GET", "/nowhere")
        ask(port, "GET", "/r/ABCDE/live", upgrade=True)
        with closing(sqlite3.connect(site.folder / "forsale.sqlite3")) as database:
            database.execute("ALTER TABLE games_room RENAME TO away")
        assert ask(port, "GET", PATH) == 500
        assert ask(port, "POST", "/join", "code=ABCDE", token=True) == 500
        ask(port, "GET", "/r/ABCDE/live", upgrade=True)
        site.processes[0].stop()
        yield site.logged()


def ask(port, method, path, body=None, *, upgrade=False, token=False):
    """One request with a visitor's cookie; gives the status."""
    headers = {"Cookie": f"{COOKIE}; csrftoken={'t' * 32}", "Origin": f"http://127.0.0.1:{port}"}
    if body:
        headers["Content-Type"] = "application/x-www-form-urlencoded"
        body += f"&csrfmiddlewaretoken={'t' * 32}" if token else ""
    if upgrade:
        headers |= {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13"}
        headers["Sec-WebSocket-Key"] = "dGhlIHNhbXBsZSBub25jZQ=="
    with closing(HTTPConnection("127.0.0.1", port, timeout=30)) as connection:
        connection.request(method, path, body, headers)
        return connection.getresponse().status


def test_every_line_is_a_json_object_with_time_level_logger_and_message(troubled_log):
    lines = [json.loads(line) for line in troubled_log.strip().split("\n")]

    assert all({"time", "level", "logger", "message"} <= set(line) for line in lines)
    assert [line for line in lines if "SQLITE_ERROR" in line["message"] and "room_by_code" in line["traceback"]]
    assert [line for line in lines if "/r/ABCDE/transfer/" in line["message"]]


def test_no_line_holds_a_pass_a_cookie_or_the_secret_key(troubled_log):
    assert troubled_log
    for secret in (TOKEN, "the-cookie-of-somebody", "t" * 32, "only for load runs, never for a site"):
        assert secret not in troubled_log
    assert not re.search(r"visitor=|csrftoken|sessionid", troubled_log)
