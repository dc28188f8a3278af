"""Pages through ASGI: a thread of their own while they are made, which stays for the next."""

import asyncio
import threading
from http import HTTPStatus

import pytest
from django.http import HttpResponse
from django.test import override_settings
from django.urls import path

from games.web import handler
from games.web.handler import PageHandler

AT_ONCE = 3
SEEN: list[threading.Thread] = []
MEETING = threading.Barrier(AT_ONCE, timeout=10)


def look(request):
    SEEN.append(threading.current_thread())
    return HttpResponse("seen")


def meet(request):
    MEETING.wait()
    return look(request)


urlpatterns = [path("look", look), path("meet", meet)]


@pytest.fixture(autouse=True)
def nobody_waits():
    """No thread from before, and none left behind."""
    SEEN.clear()
    handler.IDLE.clear()
    yield
    while handler.IDLE:
        handler.IDLE.pop().shutdown()


async def ask(pages, address):
    """The status of a page."""
    sent, asked = [], [{"type": "http.request", "body": b"", "more_body": False}]

    async def receive():
        if asked:
            return asked.pop()
        return await asyncio.Event().wait()  # the visitor stays

    async def send(message):
        sent.append(message)

    scope = {
        "type": "http",
        "method": "GET",
        "path": address,
        "query_string": b"",
        "headers": [(b"host", b"testserver")],
    }
    await pages(scope, receive, send)
    return sent[0]["status"]


async def waiting(threads):
    """Whether so many threads wait for a page, once those at work have put themselves back."""
    for _look in range(500):
        if len(handler.IDLE) == threads:
            return True
        await asyncio.sleep(0.01)
    return False


@pytest.mark.asyncio
@override_settings(ROOT_URLCONF=__name__)
async def test_one_page_after_another_is_made_on_the_same_thread():
    pages = PageHandler()

    for _page in range(3):
        assert await ask(pages, "/look") == HTTPStatus.OK
        assert await waiting(1)

    assert len(set(SEEN)) == 1


@pytest.mark.asyncio
@override_settings(ROOT_URLCONF=__name__)
async def test_pages_at_the_same_time_have_a_thread_each_and_not_all_of_them_stay(monkeypatch):
    monkeypatch.setattr(handler, "THREADS_KEPT", AT_ONCE - 1)
    pages = PageHandler()

    answers = await asyncio.gather(*[ask(pages, "/meet") for _ in range(AT_ONCE)])

    assert answers == [HTTPStatus.OK] * AT_ONCE
    assert len(set(SEEN)) == AT_ONCE
    assert await waiting(AT_ONCE - 1)


@pytest.mark.asyncio
@override_settings(ROOT_URLCONF=__name__)
async def test_a_page_for_one_who_has_gone_keeps_its_thread_until_it_is_made(monkeypatch):
    """Somebody else's page must not wait behind it."""
    monkeypatch.setattr(f"{__name__}.MEETING", threading.Barrier(2, timeout=10))
    pages = PageHandler()
    asked = asyncio.ensure_future(ask(pages, "/meet"))
    await asyncio.sleep(0.2)
    asked.cancel()
    await asyncio.wait([asked])

    assert len(handler.IDLE) == 0
    assert await ask(pages, "/meet") == HTTPStatus.OK
    assert await waiting(2)
    assert len(set(SEEN)) == 2


@pytest.mark.asyncio
@pytest.mark.django_db(transaction=True)
async def test_a_refusal_is_a_page_in_words_here_too():
    assert await ask(PageHandler(), "/r/QQQQQ/") == HTTPStatus.NOT_FOUND


@pytest.mark.asyncio
async def test_nothing_but_pages_is_served():
    with pytest.raises(ValueError, match="websocket"):
        await PageHandler()({"type": "websocket"}, None, None)
