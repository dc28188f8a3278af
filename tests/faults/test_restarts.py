"""Processes are killed and stopped while rooms of people and bots play over real sockets."""

import asyncio
import contextlib
import signal
import sqlite3
from time import monotonic

from tests.faults.restarts import restart_often
from tests.load.phones import LOST, Phone


def test_killing_the_only_process_loses_no_acknowledged_move(small_site):
    survived = asyncio.run(restart_often(small_site, 5, 3, signal.SIGKILL))

    print(survived.figures("kill -9 three times, SQLite, 1 process, 5 rooms"))
    survived.check()
    assert survived.crowd.recoveries


def test_killing_one_of_two_processes_loses_no_acknowledged_move(large_site):
    survived = asyncio.run(restart_often(large_site, 5, 4, signal.SIGKILL))

    print(survived.figures("kill -9 four times, PostgreSQL and Redis, 2 processes, 5 rooms"))
    survived.check()
    assert survived.crowd.recoveries


def test_a_process_that_is_asked_to_stop_loses_nothing(large_site):
    survived = asyncio.run(restart_often(large_site, 4, 3, signal.SIGTERM))

    print(survived.figures("SIGTERM three times, PostgreSQL and Redis, 2 processes, 4 rooms"))
    survived.check()


def test_a_process_in_the_middle_of_a_request_stops_when_it_is_asked_to(small_site):
    async def seconds_to_stop():
        phone = Phone(small_site.ports)
        _, unfinished = await asyncio.open_connection("127.0.0.1", phone.port)
        unfinished.write(b"GET / HTTP/1.1\r\n")
        with sqlite3.connect(small_site.folder / "forsale.sqlite3", isolation_level=None) as other:
            other.execute("BEGIN IMMEDIATE")
            waiting = asyncio.create_task(phone.post("/r/", kind="for_sale", name="Ada"))
            await asyncio.sleep(0.5)
            began = monotonic()
            stopping = asyncio.create_task(asyncio.to_thread(small_site.processes[0].restart))
            await asyncio.sleep(0.5)
            other.execute("ROLLBACK")
        await stopping
        with contextlib.suppress(*LOST):
            await waiting
        unfinished.close()
        return monotonic() - began

    assert asyncio.run(seconds_to_stop()) < 8
