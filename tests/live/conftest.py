"""Phones that hang up when a test is over, and threads that let go of the test's database."""

import asyncio
from threading import Barrier

import pytest
from django.conf import settings
from django.db import connections

from games.announce import LISTENERS
from games.live.hub import HUBS
from games.live.reader import READERS
from games.live.work import THREADS, WRITING
from games.live.writer import WRITERS
from tests.live.phones import Phone


@pytest.fixture
async def phones():
    """Opens phones: `await phones(code, visitor)`."""
    opened: list[Phone] = []

    async def open_phone(*args, **kwargs):
        phone = Phone(*args, **kwargs)
        opened.append(phone)
        return await phone.open()

    yield open_phone
    for phone in opened:
        await phone.hang_up()


@pytest.fixture(autouse=True)
async def the_loop_of_the_test():
    """Tests work on the thread of their loop, which no server does: Django has a connection per context there, which
    nobody else would give back, and what is announced before the first socket must not wait for this very loop."""
    LISTENERS._loop, connection = asyncio.get_running_loop(), connections["default"]
    yield
    connection.close()


@pytest.fixture(autouse=True)
def nothing_left_open():
    """Hubs of one test's loop are of no use to the next, and neither are connections to its database."""
    yield
    HUBS._hubs.clear()
    LISTENERS._by_room.clear()
    for open_one in (*WRITERS.values(), *READERS.values()):
        open_one.close()
    WRITERS.clear()
    READERS.clear()
    together = Barrier(settings.WORK_THREADS)

    def close() -> None:
        together.wait(30)
        connections.close_all()

    for work in [THREADS.submit(close) for _ in range(settings.WORK_THREADS)]:
        work.result(60)
    WRITING.submit(connections.close_all).result(60)
