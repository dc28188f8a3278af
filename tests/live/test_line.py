"""Frames on their way to a browser, under a server that knows nothing of lines of its own."""

import asyncio

from games.live.line import EXTENSION, AsgiLine, line_of


class Server:
    """Takes a message when it is told to."""

    def __init__(self):
        self.taken, self.may_take, self.is_gone = [], asyncio.Event(), False

    async def send(self, message):
        await self.may_take.wait()
        if self.is_gone:
            raise OSError("gone")
        self.taken.append(message.get("text", message.get("code")))


async def settled():
    for _turn in range(5):
        await asyncio.sleep(0)


async def test_nobody_waits_for_a_slow_server_and_the_order_stays():
    server = Server()
    line = AsgiLine(server.send)

    line.send("one")
    line.send("two")
    await settled()
    line.send("three")
    server.may_take.set()
    await settled()

    assert server.taken == ["one", "two", "three"]


async def test_a_line_is_closed_behind_what_was_sent_and_takes_nothing_more():
    server = Server()
    server.may_take.set()
    line = AsgiLine(server.send)

    line.send("last")
    line.close(1008)
    line.send("too late")
    await settled()

    assert server.taken == ["last", 1008]


async def test_what_is_sent_to_one_who_is_gone_is_dropped():
    server = Server()
    server.may_take.set()
    server.is_gone = True
    line = AsgiLine(server.send)

    line.send("one")
    line.send("two")
    await settled()
    server.is_gone = False
    line.send("three")
    await settled()

    assert server.taken == ["three"]


def test_a_line_that_the_server_offers_is_taken():
    offered, server = object(), Server()

    assert line_of({"extensions": {EXTENSION: offered}}, server.send) is offered
    assert isinstance(line_of({}, server.send), AsgiLine)
    assert isinstance(line_of({"extensions": None}, server.send), AsgiLine)
