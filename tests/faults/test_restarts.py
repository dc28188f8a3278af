"""Processes are killed and stopped while rooms of people and bots play over real sockets."""

import asyncio
import signal

from tests.faults.restarts import restart_often


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
