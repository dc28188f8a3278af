"""Frames that go straight to the socket: whole, in order, and never to somebody who is gone."""

import asyncio
import errno
import socket
from collections import deque

import pytest

from forsale_site import daphne_sockets
from forsale_site.daphne_sockets import TEXT, framed


class Server:
    """A transport of Twisted's: takes so many bytes at once, keeps the rest."""

    def __init__(self, takes=10**9):
        self.takes = takes
        self.dataBuffer = b""
        self._tempDataBuffer = []
        self.sent = b""
        self.pieces = []
        self.kept = b""
        self.is_aborted = False

    @property
    def _tempDataLen(self):
        return len(self.kept)

    def abortConnection(self):
        self.is_aborted = True

    @property
    def socket(self):
        return self

    def send(self, data):
        if self.takes is None:
            raise ConnectionResetError(errno.ECONNRESET, "gone")
        if self.takes == 0:
            raise BlockingIOError(errno.EAGAIN, "full")
        taken, self.takes = data[: self.takes], max(0, self.takes - len(data))
        self.sent += taken
        self.pieces.append(taken)
        return len(taken)

    def write(self, data):
        self._tempDataBuffer.append(data)
        self.kept += data


class Protocol:
    """Daphne's protocol, as much of it as is used."""

    STATE_OPEN = 3
    hear = None
    data, current_frame, inside_message, muted = b"", None, False, False

    def __init__(self, transport=None, state=3, extensions=(), may=True):
        self.maxMessagePayloadSize = 65536
        self.transport, self.state, self.websocket_extensions_in_use = transport, state, list(extensions)
        self.through_the_library, self.messages, self.may = [], [], may

    def may_say_more(self):
        return self.may

    @property
    def application_queue(self):
        return self

    def put_nowait(self, message):
        self.messages.append(message)

    def empty(self):
        return not self.messages

    def _dataReceived(self, data):
        self.through_the_library.append(data)

    def sendMessage(self, payload, binary):
        self.through_the_library.append((payload, binary))


@pytest.mark.parametrize(
    ("length", "head"),
    [
        (0, b"\x81\x00"),
        (125, b"\x81\x7d"),
        (126, b"\x81\x7e\x00\x7e"),
        (65535, b"\x81\x7e\xff\xff"),
        (65536, b"\x81\x7f\x00\x00\x00\x00\x00\x01\x00\x00"),
    ],
)
def test_a_message_is_one_frame_with_its_length_in_front(length, head):
    assert framed(b"x" * length) == head + b"x" * length


def test_text_goes_straight_to_a_socket_that_takes_it():
    transport = Server()

    daphne_sockets.send(Protocol(transport), ["Grüße"])

    assert transport.sent == framed("Grüße".encode())
    assert transport.kept == b""


def test_what_a_socket_does_not_take_waits_and_the_next_frame_waits_behind_it():
    transport = Server(takes=4)
    protocol = Protocol(transport)

    daphne_sockets.send(protocol, ["first"])
    daphne_sockets.send(protocol, ["second"])

    assert transport.sent + transport.kept == framed(b"first") + framed(b"second")
    assert len(transport.sent) == 4


def test_all_of_a_frame_waits_where_a_socket_takes_nothing_now():
    transport = Server(takes=0)

    daphne_sockets.send(Protocol(transport), ["later"])

    assert (transport.sent, transport.kept) == (b"", framed(b"later"))


def test_one_for_whom_too_much_waits_is_let_go():
    transport = Server(takes=4)
    protocol, frame = Protocol(transport), "x" * (daphne_sockets.MOST_WAITING // 4)

    for _ in range(4):
        assert not transport.is_aborted
        daphne_sockets.send(protocol, [frame])

    assert transport.is_aborted


def test_nothing_is_sent_to_one_who_is_gone():
    closing, lost = Server(), Server(takes=None)

    daphne_sockets.send(Protocol(closing, state=2), ["late"])
    daphne_sockets.send(Protocol(lost), ["late"])

    assert (closing.sent, closing.kept, lost.sent, lost.kept) == (b"", b"", b"", b"")


def test_a_connection_of_another_kind_is_left_to_the_library():
    class Encrypted(Server):
        pass

    compressed, encrypted = Protocol(Server(), extensions=["deflate"]), Protocol(Encrypted())

    daphne_sockets.send(compressed, ["text"])
    daphne_sockets.send(encrypted, ["one", "two"])

    assert compressed.through_the_library == [(b"text", False)]
    assert encrypted.through_the_library == [(b"one", False), (b"two", False)]


# From the browser


BINARY = 0x82


def from_a_browser(payload, first=TEXT, mask=b"\x01\xfe\x37\x99"):
    """A frame as browsers send it."""
    head = framed(payload)[: -len(payload) or None]
    masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
    return bytes([first, head[1] | 0x80]) + head[2:] + mask + masked


@pytest.mark.parametrize("length", [0, 1, 3, 125, 126, 127, 128, 4096, 65535])
def test_a_whole_text_is_heard_at_once(length):
    protocol, payload = Protocol(), ("ä" * length).encode()[:length] if length % 2 == 0 else b"x" * length

    daphne_sockets.receive(protocol, from_a_browser(payload))

    assert protocol.messages == [{"type": "websocket.receive", "text": payload.decode()}]
    assert protocol.through_the_library == []


ONE = from_a_browser(b"hello")


def test_who_listens_hears_at_once_unless_something_waits_to_be_heard():
    protocol, heard = Protocol(), []
    daphne_sockets.DirectLine(protocol).listen(heard.append)

    daphne_sockets.receive(protocol, from_a_browser(b"first"))
    protocol.put_nowait("what the library read")
    daphne_sockets.receive(protocol, from_a_browser(b"second"))

    assert heard == ["first"]
    assert protocol.messages == ["what the library read", {"type": "websocket.receive", "text": "second"}]


@pytest.fixture
def full_lines(monkeypatch):
    """Those with something to write, in this test alone."""
    lines = deque()
    monkeypatch.setattr(daphne_sockets, "FULL_LINES", lines)
    return lines


async def test_what_is_sent_in_one_turn_of_the_loop_goes_in_one_piece(full_lines):
    first, second = Server(), Server()
    lines = [daphne_sockets.DirectLine(Protocol(transport)) for transport in (first, second)]

    for text in ("one", "two"):
        for line in lines:
            line.send(text)
    assert first.pieces == []
    await asyncio.sleep(0)
    lines[0].send("three")
    await asyncio.sleep(0)

    assert first.pieces == [framed(b"one") + framed(b"two"), framed(b"three")]
    assert second.pieces == [framed(b"one") + framed(b"two")]
    assert not full_lines


async def test_what_was_sent_goes_before_the_line_is_closed(full_lines):
    transport, codes = Server(), []
    protocol = Protocol(transport)
    protocol.serverClose = lambda code: codes.append((code, transport.sent))
    line = daphne_sockets.DirectLine(protocol)

    line.send("last")
    line.close(1008)
    await asyncio.sleep(0)

    assert codes == [(1008, framed(b"last"))]
    assert transport.pieces == [framed(b"last")]


async def test_a_line_that_cannot_be_written_to_holds_up_no_other(full_lines):
    broken, good = Protocol(Server()), Server()
    broken.transport = object()
    broken.sendMessage = None  # a mistake of ours
    lines = [daphne_sockets.DirectLine(broken), daphne_sockets.DirectLine(Protocol(good))]

    faults = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: faults.append(context["exception"]))
    for line in lines:
        line.send("text")
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    lines[1].send("more")
    await asyncio.sleep(0)

    assert len(faults) == 1
    assert good.pieces == [framed(b"text"), framed(b"more")]


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(ONE[:-1], id="not all of it has come"),
        pytest.param(ONE[:5], id="not even the head"),
        pytest.param(ONE + ONE, id="two at once"),
        pytest.param(framed(b"hello"), id="not masked"),
        pytest.param(from_a_browser(b"hello", BINARY), id="no text"),
        pytest.param(from_a_browser(b"hello", 0x01), id="the beginning of a longer message"),
        pytest.param(from_a_browser(b"hello", 0x80), id="the end of one"),
        pytest.param(from_a_browser(b"hello", 0xC1), id="compressed"),
        pytest.param(from_a_browser(b"hello", 0x89), id="a ping"),
        pytest.param(from_a_browser(b"\xff\xfe"), id="not UTF-8"),
        pytest.param(b"\x81\xfe\x00\x05" + ONE[2:], id="a length in the wrong form"),
        pytest.param(b"\x81\xff" + bytes(131), id="a length of eight bytes"),
        pytest.param(from_a_browser(b"x" * 65537), id="too long"),
        pytest.param(b"", id="nothing"),
    ],
)
def test_anything_else_is_left_to_the_library(data):
    protocol = Protocol()

    daphne_sockets.receive(protocol, data)

    assert protocol.through_the_library == [data]
    assert protocol.messages == []


@pytest.mark.parametrize(
    "trait",
    [{"data": b"\x81"}, {"current_frame": object()}, {"inside_message": True}, {"state": 2}],
)
def test_in_the_middle_of_something_the_library_goes_on(trait):
    protocol = Protocol()
    for name, value in trait.items():
        setattr(protocol, name, value)

    daphne_sockets.receive(protocol, ONE)

    assert protocol.through_the_library == [ONE]


def test_a_message_over_the_limit_is_left_to_the_library():
    protocol = Protocol()
    protocol.maxMessagePayloadSize = 4

    daphne_sockets.receive(protocol, ONE)

    assert protocol.through_the_library == [ONE]


@pytest.mark.parametrize("trait", [{"may": False}, {"muted": True}])
def test_one_who_said_too_much_or_is_muted_is_not_heard(trait):
    protocol = Protocol()
    for name, value in trait.items():
        setattr(protocol, name, value)

    daphne_sockets.receive(protocol, ONE)

    assert protocol.messages == protocol.through_the_library == []


# What is heard straight from the event loop


class Connection:
    """An open connection as Twisted keeps it, with a real socket."""

    def __init__(self, is_read=True):
        self.bufferSize = 65536
        self.socket, self.other_end = socket.socketpair()
        self.socket.setblocking(False)
        self.reactor, self.protocol, self.heard, self.seen_by_twisted = self, self, [], []
        self.transport, self._asyncioEventloop = self, self
        self._readers = {self: self.fileno()} if is_read else {}
        self.listens = None

    def fileno(self):
        return self.socket.fileno()

    def add_reader(self, number, callback, *arguments):
        self.listens = (number, callback, *arguments)

    def dataReceived(self, data):
        self.heard.append(data)

    def _readOrWrite(self, transport, is_reading):
        self.seen_by_twisted.append((transport, is_reading))


Connection.__name__ = "Server"


def test_what_comes_goes_straight_to_the_protocol():
    connection = Connection()
    connection.other_end.send(b"a frame")

    daphne_sockets.read(connection)
    daphne_sockets.read(connection)  # woken for nothing

    assert connection.heard == [b"a frame"]
    assert connection.seen_by_twisted == []


@pytest.mark.parametrize("how", ["closed", "reset"])
def test_the_end_of_a_connection_is_left_to_twisted(how):
    connection = Connection()
    if how == "closed":
        connection.other_end.close()
    else:
        connection.socket.close()

    daphne_sockets.read(connection)

    assert connection.heard == []
    assert connection.seen_by_twisted == [(connection, True)]


@pytest.mark.parametrize("is_read", [True, False])
def test_only_a_socket_that_is_read_from_is_heard_directly(is_read):
    connection, opened = Connection(is_read), []

    daphne_sockets.listening_directly(opened.append)(connection)

    assert opened == [connection]
    assert connection.listens == ((connection.fileno(), daphne_sockets.read, connection) if is_read else None)
