"""nginx as shipped, with TLS and websockets, in front of two processes."""

import asyncio
import http.client
import json
import signal

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

from tests.deploy.proxied import HOST, proxied_site, trusting

TOKEN = "a" * 32


@pytest.fixture(scope="module")
def proxied():
    with proxied_site() as site:
        yield site


def ask(proxied, method, path, *, body=None, headers=None, cookies=None):
    """One request through nginx."""
    connection = http.client.HTTPSConnection(HOST, proxied.port, timeout=20, context=trusting())
    cookie = "; ".join(f"{name}={value}" for name, value in {"csrftoken": TOKEN, **(cookies or {})}.items())
    sent = {"Cookie": cookie, "Referer": proxied.origin + "/", **(headers or {})}
    if body is not None:
        sent["Content-Type"] = "application/x-www-form-urlencoded"
        body = f"csrfmiddlewaretoken={TOKEN}&{body}"
    connection.request(method, path, body=body, headers=sent)
    answer = connection.getresponse()
    text = answer.read().decode()
    connection.close()
    return answer, text


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


def test_figures_are_for_this_machine_only_and_hold_no_codes(proxied):
    code, _ = a_room(proxied)

    answer, text = ask(proxied, "GET", "/metrics")

    assert answer.status == 200
    assert "forsale_sockets" in text
    assert code not in text


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
