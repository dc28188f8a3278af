"""nginx as shipped, with TLS and websockets, in front of two processes."""

import asyncio
import http.client
import json
import signal
import time

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.deploy.proxied import HOST, ask, nginx, proxied_site, trusting
from tests.load.processes import running_site


@pytest.fixture(scope="module")
def proxied():
    with proxied_site() as site:
        yield site


def visitor_of(answer):
    """The visitor cookie that an answer set."""
    set_cookies = answer.headers.get_all("Set-Cookie") or []
    return next(line.split(";")[0].split("=", 1)[1] for line in set_cookies if line.startswith("visitor="))


def a_room(proxied):
    """A new room with its host's cookie."""
    answer, text = ask(proxied, "POST", "/r/", body="kind=for_sale&edition=2015&name=Ada")
    assert answer.status == 303, text
    return answer.headers["Location"].split("/")[2], visitor_of(answer)


def open_socket(proxied, code, visitor, origin):
    """A socket through nginx."""
    return connect(
        f"wss://{HOST}:{proxied.port}/r/{code}/live",
        ssl=trusting(),
        origin=origin,
        additional_headers={"Cookie": f"visitor={visitor}"},
        proxy=None,
    )


def lines_of(log, count):
    """The log, once it has so many lines: nginx writes a line after its answer."""
    deadline = time.monotonic() + 5
    while len(log.read_text().splitlines()) < count and time.monotonic() < deadline:
        time.sleep(0.05)
    return log.read_text()


def test_plain_http_leads_to_tls(proxied):
    connection = http.client.HTTPConnection("127.0.0.1", proxied.plain_port, timeout=20)
    connection.request("GET", "/rules/for_sale/", headers={"Host": HOST})
    answer = connection.getresponse()

    assert answer.status == 301
    assert answer.headers["Location"] == f"https://{HOST}/rules/for_sale/"


def test_pages_come_with_secure_cookies_and_strict_transport(proxied):
    answer, _ = ask(proxied, "GET", "/")

    assert answer.status == 200
    assert "max-age=31536000" in answer.headers["Strict-Transport-Security"]
    assert all("Secure" in line for line in answer.headers.get_all("Set-Cookie"))


def test_a_push_reaches_a_phone_at_the_other_process(proxied):
    code, host = a_room(proxied)

    async def two_phones():
        # least_conn puts the second socket to the other process.
        async with (
            open_socket(proxied, code, host, proxied.origin) as one,
            open_socket(proxied, code, host, proxied.origin) as other,
        ):
            before = [json.loads(await socket.recv())["version"] for socket in (one, other)]
            answer, text = await asyncio.to_thread(ask, proxied, "POST", f"/r/{code}/join", body="name=Ben")
            assert answer.status == 303, text
            async with asyncio.timeout(4):
                after = [json.loads(await socket.recv())["version"] for socket in (one, other)]
        return before, after

    before, after = asyncio.run(two_phones())

    assert all(new > old for old, new in zip(before, after, strict=True))


def test_a_page_of_another_site_may_not_open_a_socket(proxied):
    code, host = a_room(proxied)

    async def from_elsewhere():
        async with open_socket(proxied, code, host, "https://elsewhere.example"):
            pass

    with pytest.raises(InvalidStatus) as refusal:
        asyncio.run(from_elsewhere())

    assert refusal.value.response.status_code == 403


def test_an_unknown_host_is_not_answered(proxied):
    answer, _ = ask(proxied, "GET", "/", headers={"Host": "elsewhere.example"})

    assert answer.status == 400


def test_figures_are_for_this_machine_and_hold_no_codes(proxied):
    code, _ = a_room(proxied)

    answer, text = ask(proxied, "GET", "/metrics")

    assert answer.status == 200
    assert "forsale_sockets" in text
    assert code not in text


def test_figures_are_for_nobody_but_those_who_are_named(proxied):
    with nginx(proxied.site, without=("allow 127.0.0.1;", "allow ::1;")) as strict:
        figures, text = ask(strict, "GET", "/metrics")
        page, _ = ask(strict, "GET", "/")

    assert (figures.status, page.status) == (403, 200)
    assert "forsale_sockets" not in text


@pytest.mark.parametrize("environment", [{"METRICS": "0"}, {}])
def test_figures_that_nobody_asked_for_are_not_there(environment):
    with running_site(**environment) as site:
        connection = http.client.HTTPConnection("127.0.0.1", site.ports[0], timeout=20)
        connection.request("GET", "/metrics")
        answer = connection.getresponse()

    assert answer.status == 404


def test_a_pass_for_a_seat_is_in_no_line_of_the_log(proxied):
    token = "a-pass-for-a-seat-0123456789"
    path = f"/r/ABCDE/transfer/{token}/"
    plain = http.client.HTTPConnection("127.0.0.1", proxied.plain_port, timeout=20)
    before = len(proxied.access_log.read_text().splitlines())

    ask(proxied, "GET", path)
    ask(proxied, "GET", f"/r/abcde/%74ransfer/{token}/?next={token}")
    ask(proxied, "GET", "/static/css/site.css", headers={"Referer": proxied.origin + path})
    plain.request("GET", path, headers={"Host": HOST})
    plain.getresponse()
    logged = lines_of(proxied.access_log, 4 + before)

    assert logged.count('"GET /r/ABCDE/transfer/-" ') == 2
    assert '"GET /static/css/site.css" 200' in logged
    assert token not in logged


def test_a_killed_process_is_not_noticed(proxied):
    proxied.site.processes[0].stop(signal.SIGKILL)
    try:
        statuses = [ask(proxied, "GET", "/healthz")[0].status for _ in range(6)]
    finally:
        proxied.site.processes[0].start()

    assert statuses == [200] * 6


def test_too_large_a_form_is_refused_by_the_proxy(proxied):
    answer, _ = ask(proxied, "POST", "/join", body="code=" + "A" * 200_000)

    assert answer.status == 413
