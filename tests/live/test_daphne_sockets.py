"""Frames that go straight to the socket: whole, in order, and never to somebody who is gone."""

import pytest

from forsale_site import daphne_sockets
from forsale_site.daphne_sockets import BINARY, TEXT, framed


class Server:
    """A transport of Twisted's: takes so many bytes at once, keeps the rest."""

    def __init__(self, takes=10**9):
        self.takes = takes
        self.dataBuffer = b""
        self._tempDataBuffer = []
        self.sent = b""
        self.kept = b""

    def writeSomeData(self, data):
        if self.takes is None:
            return ConnectionResetError("gone")
        taken, self.takes = data[: self.takes], max(0, self.takes - len(data))
        self.sent += taken
        return len(taken)

    def write(self, data):
        self._tempDataBuffer.append(data)
        self.kept += data


class Protocol:
    """Daphne's protocol, as much of it as is used."""

    STATE_OPEN = 3

    def __init__(self, transport, state=3, extensions=()):
        self.transport, self.state, self.websocket_extensions_in_use = transport, state, list(extensions)
        self.through_the_library = []

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
    assert framed(b"x" * length, TEXT) == head + b"x" * length


def test_text_goes_straight_to_a_socket_that_takes_it():
    transport = Server()

    daphne_sockets.send(Protocol(transport), "Grüße")

    assert transport.sent == framed("Grüße".encode(), TEXT)
    assert transport.kept == b""


def test_what_a_socket_does_not_take_waits_and_the_next_frame_waits_behind_it():
    transport = Server(takes=4)
    protocol = Protocol(transport)

    daphne_sockets.send(protocol, "first")
    daphne_sockets.send(protocol, b"second", binary=True)

    assert transport.sent + transport.kept == framed(b"first", TEXT) + framed(b"second", BINARY)
    assert len(transport.sent) == 4


def test_nothing_is_sent_to_one_who_is_gone():
    closing, lost = Server(), Server(takes=None)

    daphne_sockets.send(Protocol(closing, state=2), "late")
    daphne_sockets.send(Protocol(lost), "late")

    assert (closing.sent, closing.kept, lost.sent, lost.kept) == (b"", b"", b"", b"")


def test_a_connection_of_another_kind_is_left_to_the_library():
    class Encrypted(Server):
        pass

    compressed, encrypted = Protocol(Server(), extensions=["deflate"]), Protocol(Encrypted())

    daphne_sockets.send(compressed, "text")
    daphne_sockets.send(encrypted, b"bytes", binary=True)

    assert compressed.through_the_library == [(b"text", False)]
    assert encrypted.through_the_library == [(b"bytes", True)]
