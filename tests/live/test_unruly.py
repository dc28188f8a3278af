"""Whatever a browser sends: it is answered with a reason or the socket is closed, and nothing raises a traceback."""

import json
from random import Random
from types import SimpleNamespace

import pytest

from games.engine import KINDS
from games.live.consumers import FRAME_BYTES, NO_SUCH_ROOM, TRY_LATER
from games.services import limits
from tests.builders import a_game
from tests.live.phones import Phone

pytestmark = pytest.mark.django_db(transaction=True)

every_kind = pytest.mark.parametrize("kind", KINDS)

ODD_VALUES = [
    None,
    True,
    False,
    0,
    -1,
    1,
    10**30,
    1.5,
    -0.0,
    1e308,
    "",
    "0",
    "1",
    "-1",
    "１",
    "a1",
    "bid",
    "pass",
    "seal",
    "collect",
    "\x00",
    "\x00a1",
    "\u202e",
    "💰",
    "'; DROP TABLE games_room; --",
    "<script>alert(1)</script>",
    "k" * 64,
    "k" * 65,
    "k" * 1000,
    [],
    {},
    [1, 2, 3],
    {"amount": 1},
    [[[[[]]]]],
]
NAMES = [
    "type",
    "key",
    "decision",
    "move",
    "amount",
    "house",
    "space",
    "version",
    "then",
    "",
    "__class__",
    "code",
    "\x00",
]
TYPES = ["move", "beat", "screen", "parts", "ack", "refused", "MOVE", "websocket.disconnect", "", None, 7, [], {}]

ODD_TEXTS = [
    "",
    " ",
    "null",
    "true",
    "7",
    '"move"',
    "[]",
    "{}",
    "[{}]",
    "{",
    "}{",
    "NaN",
    '{"type": NaN}',
    '{"type": Infinity}',
    '{"type":"move","decision":NaN,"key":"k","move":"pass"}',
    '{"type":"move","decision":1e400,"key":"k","move":"pass"}',
    '{"type":"move","decision":' + "9" * 3000 + ',"key":"k","move":"pass"}',
    '{"type":"move","decision":1,"key":"k","move":"bid","amount":' + "9" * 3000 + "}",
    '{"type":"move","decision":1,"key":"\\ud800","move":"pass"}',
    '{"type":"move","decision":1,"key":"k","move":"\\udfff"}',
    '{"type":"move","decision":1,"key":"k","move":"pass","\\ud800":1}',
    '{"type":"move","decision":1,"key":"\\u0000","move":"pass"}',
    '{"type":"beat","version":"\\ud800"}',
    '{"type":"beat"}',
    '{"type":"move"}',
    '{"type":"move","type":"beat"}',
    "[" * 4000,
    '{"a":' * 800,
    "\ufeff{}",
    "pass",
    "\x00",
]


@pytest.mark.parametrize("text", ODD_TEXTS, ids=lambda text: repr(text[:40]))
async def test_odd_texts_are_answered_or_heard(text, phones):
    evening = a_game(3, kind="for_sale")
    phone = await phones(evening.code, evening.holder(evening.on_turn()))

    await phone.say(text)

    await phone.say({"type": "beat", "version": -1})
    answers = [await phone.frame()]
    while answers[-1]["type"] != "screen" or answers[-1].get("html") is None:
        answers.append(await phone.frame())
    assert {answer["type"] for answer in answers} <= {"refused", "screen", "parts", "beat"}
    assert evening.game.length == 0


@every_kind
async def test_hundreds_of_odd_frames_raise_nothing(kind, phones):
    evening = a_game(3, kind=kind)
    rng = Random(f"fuzz {kind}")
    phone = await phones(evening.code, evening.holder(evening.on_turn()))

    for _ in range(300):
        message = {rng.choice(NAMES): rng.choice(ODD_VALUES) for _ in range(rng.randrange(6))}
        message["type"] = rng.choice(TYPES) if rng.random() < 0.5 else "move"
        if rng.random() < 0.5:
            message |= {"key": rng.choice(ODD_VALUES), "decision": 1, "move": rng.choice([*evening.kind.info.moves])}
        await phone.say(message)
    await phone.say({"type": "beat", "version": -1})

    seen = set()
    while (frame := await phone.frame())["type"] != "closed":
        seen.add(frame["type"])
        if frame["type"] == "refused":
            assert frame["text"]
            assert frame["code"]
            assert "Traceback" not in frame["text"]
        if await phone.is_quiet(0.1):
            break
    assert "refused" in seen
    assert "closed" not in seen
    assert all(move.fields["move"] in evening.kind.info.moves for move in evening.game.moves.all())


@pytest.mark.parametrize("is_table", [False, True])
async def test_a_frame_of_more_than_four_kibibytes_closes_the_socket(is_table):
    evening = a_game(3)
    phone = await Phone(evening.code, evening.host, is_table=is_table).open()

    await phone.say(json.dumps({"type": "beat", "version": 1, "more": "x" * FRAME_BYTES}))

    assert await phone.heard("closed") == {"type": "closed", "code": 1008}
    await phone.hang_up()


async def test_bytes_are_counted_and_not_characters():
    evening = a_game(3)
    phone = await Phone(evening.code, evening.host).open()

    await phone.say('{"x":"' + "é" * 2100 + '"}')

    assert (await phone.heard("closed"))["code"] == 1008
    await phone.hang_up()


async def test_a_frame_of_just_four_kibibytes_is_read(phones):
    evening = a_game(3)
    phone = await phones(evening.code, evening.host)
    text = '{"type":"x","more":"' + "x" * (FRAME_BYTES - 22) + '"}'
    assert len(text) == FRAME_BYTES

    await phone.say(text)

    assert (await phone.frame())["code"] == "UNKNOWN_MESSAGE"


@pytest.mark.parametrize("is_table", [False, True])
async def test_a_binary_frame_closes_the_socket(is_table):
    evening = a_game(3)
    phone = await Phone(evening.code, evening.host, is_table=is_table).open()

    await phone.say(b'{"type":"beat","version":1}')

    assert (await phone.heard("closed"))["code"] == 1008
    await phone.hang_up()


async def test_a_flood_closes_the_socket(settings):
    settings.RATE_LIMITS = True
    evening = a_game(3)
    phone = await Phone(evening.code, evening.host).open()
    version = evening.room.version

    for _ in range(int(limits.FRAMES.most * 1.5)):
        await phone.say({"type": "beat", "version": version})

    assert (await phone.heard("closed"))["code"] == 1008
    await phone.hang_up()


@pytest.mark.parametrize("is_table", [False, True])
async def test_guessing_codes_by_sockets_is_limited_like_guessing_them_by_pages(settings, monkeypatch, is_table):
    settings.RATE_LIMITS = True
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 0.0))
    guesses = []

    for _ in range(limits.UNKNOWN_CODES.most + 1):
        phone = Phone("AAAAA", is_table=is_table)
        assert not await phone.connect()
        guesses.append(phone.close_code)
        await phone.hang_up()

    assert guesses == [NO_SUCH_ROOM] * limits.UNKNOWN_CODES.most + [TRY_LATER]


async def test_guesses_by_pages_and_by_sockets_are_counted_together(settings, monkeypatch):
    settings.RATE_LIMITS = True
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 0.0))
    for _ in range(limits.UNKNOWN_CODES.most):
        limits.count(limits.UNKNOWN_CODES, "codes", "127.0.0.1")

    phone = Phone("AAAAA")
    phone.socket.scope["client"] = ("127.0.0.1", 5000)

    assert not await phone.connect()
    assert phone.close_code == TRY_LATER
    await phone.hang_up()


async def test_who_has_guessed_too_often_gets_sockets_of_no_room_but_their_own(settings, monkeypatch):
    settings.RATE_LIMITS = True
    monkeypatch.setattr(limits, "time", SimpleNamespace(monotonic=lambda: 0.0))
    evening = a_game(3)
    for _ in range(limits.UNKNOWN_CODES.most):
        limits.count(limits.UNKNOWN_CODES, "codes", "127.0.0.1")

    stranger, player = Phone(evening.code), Phone(evening.code, evening.host)
    for phone in (stranger, player):
        phone.socket.scope["client"] = ("127.0.0.1", 5000)

    assert not await stranger.connect()
    assert stranger.close_code == TRY_LATER
    assert await player.connect()
    await stranger.hang_up()
    await player.hang_up()


async def test_a_person_who_taps_quickly_is_no_flood(settings, phones):
    settings.RATE_LIMITS = True
    evening = a_game(3)
    phone = await phones(evening.code, evening.host)

    for _ in range(20):
        await phone.say({"type": "x"})

    assert [(await phone.heard("refused"))["type"] for _ in range(20)] == ["refused"] * 20


async def test_odd_cookies_make_a_stranger(phones):
    evening = a_game(3)
    for cookie in ("visitor=", "visitor=x", 'visitor="', "=;=;=", "\x7f", "visitor=" + "x" * 5000):
        phone = Phone(evening.code, cookie=cookie)
        await phone.open()
        await phone.say({"type": "move", "key": "k", "decision": 1, "move": "pass"})
        assert (await phone.heard("refused"))["code"] == "NOT_YOUR_SEAT"
        await phone.hang_up()


async def test_frames_after_the_close_are_let_drop():
    evening = a_game(3)
    phone = await Phone(evening.code, evening.host).open()
    await phone.say(b"x")
    await phone.heard("closed")

    await phone.say({"type": "beat", "version": 1})
    await phone.say(b"x")

    await phone.hang_up()
    assert evening.game.length == 0
