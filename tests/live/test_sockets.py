"""What goes over a socket: the whole screen first, then what changed; moves, acknowledgements and refusals."""

from random import Random

import pytest

from games import announce
from games.engine import KINDS, codec
from games.live import consumers, housekeeping
from games.live.hub import HUBS
from games.models import PlayedMove
from games.services import consent, lobby, moderating, playing
from tests.builders import a_game, a_room, is_in, visitor_of
from tests.live.phones import Phone, settle, shown_after
from tests.pages import Page

pytestmark = pytest.mark.django_db(transaction=True)

every_kind = pytest.mark.parametrize("kind", KINDS)


def frame_for(evening, move, *, key="key", decision=None):
    """A move as our script sends it."""
    fields = {name: str(value) for name, value in codec.move_to_json(move).items()}
    return {
        "type": "move",
        "key": key,
        "decision": str(evening.play.decision if decision is None else decision),
        **fields,
    }


# Opening


@every_kind
@pytest.mark.parametrize("stage", ["lobby", "running"])
async def test_every_connect_begins_with_the_whole_screen(kind, stage, phones):
    evening = a_room(3, kind=kind) if stage == "lobby" else a_game(3, kind=kind)

    for visitor in (*evening.visitors, "onlooker", ""):
        phone = await phones(evening.code, visitor)
        assert phone.first["version"] == evening.room.version
        assert phone.first["html"].startswith('<main id="screen"')
    television = await phones(evening.code, is_table=True)
    assert television.first["version"] == evening.room.version


async def test_codes_are_read_in_either_case(phones):
    evening = a_room(1)

    assert (await phones(evening.code.lower(), evening.host)).first["version"] == evening.room.version


@pytest.mark.parametrize(
    "origin",
    [
        "http://evil.example",
        "http://testserver:8001",
        "https://testserver",
        "http://testserver.evil.example",
        "http://eviltestserver",
        "null",
        "file://",
        "testserver",
        "http://testserver:bad",
        "",
    ],
)
async def test_a_page_of_another_origin_opens_no_socket(origin):
    evening = a_room(1)
    for is_table in (False, True):
        phone = Phone(evening.code, evening.host, is_table=is_table, origin=origin)

        assert not await phone.connect()
        await phone.hang_up()
    assert HUBS.all() == []


@pytest.mark.parametrize("origin", ["http://testserver", "http://testserver:80", "http://TESTSERVER"])
async def test_a_page_of_our_own_does(origin):
    evening = a_room(1)
    phone = Phone(evening.code, evening.host, origin=origin)

    assert await phone.connect()
    await phone.hang_up()


async def test_the_public_address_is_our_own_too(settings):
    settings.PUBLIC_URL = "http://192.0.2.7:8000"
    evening = a_room(1)
    phone = Phone(evening.code, evening.host, origin="http://192.0.2.7:8000", host="localhost:8000")

    assert await phone.connect()
    await phone.hang_up()


async def test_a_host_that_is_not_ours_opens_no_socket(settings):
    settings.ALLOWED_HOSTS = ["testserver"]
    evening = a_room(1)
    phone = Phone(evening.code, evening.host, host="evil.example", origin="http://evil.example")

    assert not await phone.connect()
    await phone.hang_up()


@pytest.mark.parametrize("code", ["AAAAA", "aaaaa", "A", "AAAAAA", "12345", "../.."])
async def test_a_room_that_is_not_there_has_no_socket(code):
    phone = Phone(code)

    assert not await phone.connect()
    assert phone.close_code == 4404
    await phone.hang_up()


# Whose screen


@every_kind
async def test_each_seat_gets_its_own_screen(kind, phones, rng):
    evening = a_game(3, kind=kind)
    evening.play_on(rng, until=lambda play: play.length >= 8)
    seats = [evening.table.seat_of(visitor) for visitor in evening.visitors]

    pages = [Page((await phones(evening.code, visitor)).first["html"]) for visitor in evening.visitors]

    for seat, page in zip(seats, pages, strict=True):
        assert bool(page.posts("move")) == bool(evening.legal(seat))
    for visitor, is_table in (("onlooker", False), ("", False), (evening.host, True)):
        page = Page((await phones(evening.code, visitor, is_table=is_table)).first["html"])
        assert page.posts("move") == page.posts("ceiling") == []


async def test_a_hand_is_seen_by_its_owner_alone(phones, rng):
    evening = a_game(3, kind="for_sale")
    evening.play_on(rng, until=is_in("selling"))

    for seat, visitor in enumerate(evening.visitors):
        (form,) = Page((await phones(evening.code, visitor)).first["html"]).posts("move")
        assert {int(house) for house in form.radios["house"]} == {move.house for move in evening.legal(seat)}


async def test_a_seal_is_told_to_its_owner_alone(phones, rng):
    evening = a_game(3, kind="for_sale")
    evening.play_on(rng, until=is_in("selling"))
    everybody = [await phones(evening.code, visitor) for visitor in (*evening.visitors, "onlooker")]
    evening.move(0, evening.legal(0)[0])
    for phone in everybody:
        await phone.until_version(evening.room.version)

    evening.move(0, evening.legal(0)[1])

    mine = await everybody[0].heard("parts", "screen")
    assert mine["version"] == evening.room.version
    assert f'value="{evening.legal(0)[1].house}"' in str(mine["parts"])
    for phone in everybody[1:]:
        assert await phone.is_quiet()


async def test_a_ceiling_is_told_to_its_owner_alone(phones):
    evening = a_game(3, kind="for_sale")
    seat = (evening.on_turn() + 1) % 3
    mine = await phones(evening.code, evening.holder(seat))
    others = [await phones(evening.code, visitor) for visitor in ("onlooker", evening.holder((seat + 1) % 3))]
    television = await phones(evening.code, is_table=True)

    playing.set_ceiling(code=evening.code, visitor=evening.holder(seat), ceiling=playing.Ceiling(13, "ask", 1))

    told = await mine.heard("parts", "screen")
    assert told["version"] == evening.room.version
    for phone in (*others, television):
        assert await phone.is_quiet()


# Moves


@every_kind
async def test_a_move_is_acknowledged_after_its_commit_and_pushed_to_all(kind, phones):
    evening = a_game(3, kind=kind)
    seat = evening.on_turn()
    mover = await phones(evening.code, evening.holder(seat))
    others = [await phones(evening.code, "onlooker"), await phones(evening.code, is_table=True)]

    await mover.say(frame_for(evening, evening.legal(seat)[0], key="mine"))

    answer = await mover.heard("ack", "refused")
    assert answer == {"type": "ack", "key": "mine"}
    assert PlayedMove.objects.filter(key="mine").exists()
    version = evening.room.version
    for phone in others:
        assert (await phone.until_version(version))["version"] >= version
    if not any(f'"data-version": "{version}"' in frame for frame in mover.frames):
        assert (await mover.until_version(version))["version"] >= version


@every_kind
async def test_numbers_may_be_sent_as_numbers(kind, phones):
    evening = a_game(3, kind=kind)
    seat = evening.on_turn()
    mover = await phones(evening.code, evening.holder(seat))
    move = codec.move_to_json(evening.legal(seat)[-1])

    await mover.say({"type": "move", "key": "k", "decision": 1, **move})

    assert (await mover.heard("ack", "refused"))["type"] == "ack"


@every_kind
async def test_the_same_move_by_socket_and_by_post_is_one(kind, phones):
    evening = a_game(3, kind=kind)
    seat = evening.on_turn()
    mover = await phones(evening.code, evening.holder(seat))
    move = evening.legal(seat)[0]

    await mover.say(frame_for(evening, move, key="one"))
    playing.submit_move(code=evening.code, visitor=evening.holder(seat), wish=evening.wish(move, key="one", decision=1))
    await mover.heard("ack")
    await mover.say(frame_for(evening, move, key="one", decision=1))

    assert (await mover.heard("ack", "refused"))["type"] == "ack"
    assert evening.game.length == 1


@every_kind
@pytest.mark.parametrize(("language", "other"), [("en", "de"), ("de", "fr"), ("fr", "en")])
async def test_a_refusal_is_said_in_the_browser_s_language(kind, phones, language, other):
    evening = a_game(3, kind=kind)
    seat = (evening.on_turn() + 1) % 3
    texts = []
    for spoken in (language, other):
        phone = await phones(evening.code, evening.holder(seat), language=spoken)
        await phone.say(frame_for(evening, evening.legal(evening.on_turn())[0], key="k"))
        refused = await phone.heard("refused", "ack")
        assert (refused["type"], refused["key"], refused["code"]) == ("refused", "k", "not_your_turn")
        texts.append(refused["text"])

    assert len(texts[0]) > 5
    assert texts[0] != texts[1]


@every_kind
async def test_a_stale_move_is_refused_and_answered_with_the_whole_screen(kind, phones):
    evening = a_game(3, kind=kind)
    phone = await phones(evening.code, evening.holder(evening.on_turn()))

    await phone.say(frame_for(evening, evening.legal(evening.on_turn())[0], decision=77))

    assert (await phone.frame())["code"] == "STALE_DECISION"
    fresh = await phone.frame()
    assert (fresh["type"], fresh["version"]) == ("screen", evening.room.version)
    assert evening.game.length == 0


@every_kind
async def test_onlookers_and_strangers_make_no_moves(kind, phones):
    evening = a_game(3, kind=kind)
    for visitor in ("onlooker", ""):
        phone = await phones(evening.code, visitor)
        await phone.say(frame_for(evening, evening.legal(evening.on_turn())[0]))
        assert (await phone.heard("refused", "ack"))["code"] == "NOT_YOUR_SEAT"
    assert evening.game.length == 0


@every_kind
async def test_a_table_screen_takes_no_moves_even_from_a_player_s_browser(kind, phones):
    evening = a_game(3, kind=kind)
    television = await phones(evening.code, evening.holder(evening.on_turn()), is_table=True)

    await television.say(frame_for(evening, evening.legal(evening.on_turn())[0]))

    assert (await television.frame())["type"] == "refused"
    assert evening.game.length == 0


async def test_a_move_before_the_first_game_is_refused(phones):
    evening = a_room(3)
    phone = await phones(evening.code, evening.host)

    await phone.say({"type": "move", "key": "k", "decision": 1, "move": "pass"})

    assert (await phone.frame())["code"] == "NO_GAME_YET"


# What changed


@every_kind
@pytest.mark.parametrize("role", ["seat", "onlooker", "table"])
async def test_what_changed_adds_up_to_the_whole_screen(kind, role, phones):
    """A browser that applies every frame shows what one that connects now is sent."""
    evening = a_game(3, kind=kind)
    rng = Random(role)
    arguments = {"seat": (evening.holder(0), False), "onlooker": ("x", False), "table": ("x", True)}[role]
    phone = await phones(evening.code, arguments[0], is_table=arguments[1])
    shown, version, in_parts = shown_after("", phone.first), phone.first["version"], 0

    for _ in range(45):
        if not evening.play.is_running:
            break
        seat = rng.choice(evening.owing())
        evening.move(seat, rng.choice(evening.legal(seat)))
        for frame in [await phone.heard("parts", "screen"), *await phone.catch_up(0.02)]:
            if frame["type"] == "beat":
                continue
            if frame["type"] == "parts":
                in_parts += 1
                assert frame["base"] == version
                assert frame["screen"]["data-version"] == str(frame["version"])
            shown, version = shown_after(shown, frame), frame["version"]
        assert version == evening.room.version
        await phone.say({"type": "beat", "version": version})
        assert {frame["type"] for frame in await phone.catch_up(0.02)} <= {"beat"}

    fresh = Phone(evening.code, arguments[0], is_table=arguments[1])
    await fresh.open()
    await fresh.hang_up()
    assert shown == shown_after("", fresh.first)
    assert in_parts > 10


@every_kind
async def test_a_browser_that_is_behind_gets_the_whole_screen(kind, phones):
    evening = a_game(3, kind=kind)
    phone = await phones(evening.code, "onlooker")

    for version in (0, -1, evening.room.version - 1, 10**12, None, "x"):
        await phone.say({"type": "beat", "version": version})
        frame = await phone.frame()
        assert (frame["type"], frame["version"]) == ("screen", evening.room.version)


@every_kind
async def test_a_browser_that_is_up_to_date_gets_nothing(kind, phones):
    evening = a_game(3, kind=kind)
    phone = await phones(evening.code, "onlooker")

    await phone.say({"type": "beat", "version": evening.room.version})

    assert await phone.is_quiet()


@every_kind
async def test_the_server_beats_with_the_version_and_notes_who_is_there(kind, phones):
    evening = a_game(3, kind=kind)
    phone = await phones(evening.code, evening.host)
    evening.unseen("Ann", housekeeping.presence.AWAY_AFTER * 2)

    await housekeeping.beat()

    beat = await phone.frame()
    assert (beat["type"], beat["version"]) == ("beat", evening.room.version)
    assert not evening.table.person_of(evening.host).is_away
    evening.unseen("Bob", housekeeping.presence.AWAY_AFTER * 2)
    await housekeeping.beat()
    assert (await phone.heard("parts", "screen"))["version"] == evening.room.version
    assert evening.table.person_of(visitor_of("Bob")).is_away


@every_kind
async def test_a_lost_nudge_heals_when_versions_are_compared(kind, phones, monkeypatch):
    evening = a_game(3, kind=kind)
    phone = await phones(evening.code, "onlooker")
    monkeypatch.setattr(announce, "spread", lambda nudge: None)
    seat = evening.on_turn()
    evening.move(seat, evening.legal(seat)[0])
    assert await phone.is_quiet()

    await housekeeping.compare_versions()

    assert (await phone.heard("parts", "screen"))["version"] == evening.room.version


async def test_people_of_a_room_that_was_purged_are_turned_away_and_others_stay(phones):
    gone, kept = a_game(3), a_game(3)
    phone, other = await phones(gone.code, "onlooker"), await phones(kept.code, "onlooker")
    gone.room.delete()

    await housekeeping.compare_versions()

    closed = await phone.heard("closed")
    assert closed["code"] == consumers.NO_SUCH_ROOM
    assert await other.is_quiet()


async def test_people_of_a_room_that_is_closed_are_turned_away_and_nobody_comes_back(phones):
    evening = a_game(3)
    phone = await phones(evening.code, evening.host)

    moderating.close_room(code=evening.code)

    assert (await phone.heard("closed"))["code"] == consumers.NO_SUCH_ROOM
    late = Phone(evening.code, evening.host)
    assert await late.connect()
    assert (await late.heard("closed"))["code"] == consumers.NO_SUCH_ROOM


async def test_a_nudge_for_a_room_that_was_purged_ends_there(phones):
    evening = a_game(3)
    phone = await phones(evening.code, "onlooker")
    room = evening.room
    room_id = room.pk
    room.delete()
    evening.forget()

    announce.LISTENERS.hear(announce.Nudge(room_id, room.version + 1, room.revision + 1))

    assert (await phone.heard("closed"))["code"] == consumers.NO_SUCH_ROOM


async def test_a_change_by_another_process_is_read_anew(phones, monkeypatch):
    """The nudge of another process finds an old snapshot in this one's memory."""
    evening = a_game(3)
    phone = await phones(evening.code, "onlooker")
    monkeypatch.setattr(announce, "spread", lambda nudge: None)
    seat = evening.on_turn()
    evening.move(seat, evening.legal(seat)[0])
    room = evening.room
    evening.forget()

    announce.LISTENERS.hear(announce.Nudge(room.pk, room.version, room.revision))

    assert (await phone.heard("parts", "screen"))["version"] == room.version


async def test_the_lobby_is_live(phones):
    evening = a_room(2)
    phone = await phones(evening.code, evening.host)
    stranger = await phones(evening.code, "stranger")

    lobby.join_room(code=evening.code, visitor="c", name="Cléo")

    for each in (phone, stranger):
        frame = await each.heard("parts", "screen")
        assert "Cléo" in str(frame)


async def test_start_and_play_again_reach_onlookers_too(phones, rng):
    evening = a_room(3)
    onlooker = await phones(evening.code, "onlooker")
    lobby.start_game(code=evening.code, visitor=evening.host)
    assert 'data-phase="buying"' in (await onlooker.until_version(evening.room.version))["html"]
    evening.play_on(rng)
    await onlooker.until_version(evening.room.version)

    lobby.rematch(code=evening.code, visitor=evening.host)

    frame = await onlooker.until_version(evening.room.version)
    assert 'data-phase="buying"' in str(frame.get("html")) or frame["screen"]["data-phase"] == "buying"


async def test_two_tabs_of_one_browser_show_the_same(phones):
    evening = a_game(3)
    seat = evening.on_turn()
    tabs = [await phones(evening.code, evening.holder(seat)) for _ in range(2)]
    evening.move(seat, evening.legal(seat)[0])

    frames = [await tab.heard("parts", "screen") for tab in tabs]

    assert frames[0] == frames[1]


async def test_sockets_of_one_view_share_one_frame(phones):
    """Each distinct view is made once per process and version, however many look."""
    evening = a_game(3)
    crowd = [await phones(evening.code, f"onlooker {number}") for number in range(5)]
    seat = evening.on_turn()
    evening.move(seat, evening.legal(seat)[0])
    for phone in crowd:
        await phone.heard("parts", "screen")

    (hub,) = HUBS.all()
    assert len({id(member.shown) for member in hub.members}) == 1


# Other devices


@every_kind
async def test_the_old_phone_is_cut_off_when_the_seat_moves(kind, phones):
    evening = a_game(3, kind=kind)
    seat = evening.on_turn()
    visitor = evening.holder(seat)
    old = await phones(evening.code, visitor)
    move = evening.legal(seat)[0]
    token = consent.offer_transfer(code=evening.code, visitor=visitor)

    consent.take_transfer(code=evening.code, visitor="new phone", token=token)

    frame = await old.until_version(evening.room.version)
    assert Page(frame.get("html") or "".join(frame["parts"].values())).posts("move") == []
    await old.say(frame_for(evening, move))
    assert (await old.heard("refused", "ack"))["code"] == "NOT_YOUR_SEAT"
    new = await phones(evening.code, "new phone")
    await new.say(frame_for(evening, move))
    assert (await new.heard("refused", "ack"))["type"] == "ack"


async def test_a_stranger_whose_claim_is_granted_sees_the_seat(phones):
    evening = a_game(3)
    seat = evening.on_turn()
    stranger = await phones(evening.code, "new phone")
    player = evening.chair(seat).player
    consent.claim_seat(code=evening.code, visitor="new phone", player=player)
    claim = evening.table.claims[0].id

    consent.answer_claim(code=evening.code, visitor=evening.holder(seat), claim=claim, is_agreed_to=True)

    await stranger.until_version(evening.room.version)
    fresh = await phones(evening.code, "new phone")
    assert Page(fresh.first["html"]).posts("move")


# Bots, ceilings and clocks act while somebody is connected


@every_kind
async def test_bots_are_woken_by_a_connect_and_play_on(kind, phones):
    evening = a_game(1, kind=kind, bots=["steady", "steady"])
    lobby.leave_room(code=evening.code, visitor=evening.host)

    phone = await phones(evening.code, "onlooker")
    while evening.game.length < 12:
        frame = await phone.heard("parts", "screen")
        await phone.say({"type": "beat", "version": frame["version"]})

    assert set(PlayedMove.objects.values_list("by", flat=True)) == {"steady"}


async def test_a_ceiling_acts_while_somebody_is_connected(phones):
    evening = a_game(3, kind="for_sale")
    phone = await phones(evening.code, "onlooker")
    seat = evening.on_turn()

    playing.set_ceiling(code=evening.code, visitor=evening.holder(seat), ceiling=playing.Ceiling(3, "ask", 1))

    await phone.heard("parts", "screen")
    assert PlayedMove.objects.get().amount == 1


@every_kind
async def test_a_clock_runs_out_while_somebody_is_connected(kind, phones):
    evening = a_game(3, kind=kind, clock=30)
    evening.make_due(clocks=evening.owing())

    phone = await phones(evening.code, "onlooker")
    await phone.heard("parts", "screen")

    assert PlayedMove.objects.get().by == "steady"


# Going


async def test_a_room_without_sockets_is_forgotten(phones):
    evening = a_room(1)
    phone = Phone(evening.code, evening.host)
    await phone.open()
    assert len(HUBS.all()) == 1

    await phone.hang_up()
    await settle()

    assert HUBS.all() == []
    assert announce.LISTENERS.rooms() == []


async def test_a_move_is_made_though_its_phone_hangs_up_at_once(caplog):
    evening = a_game(3)
    seat = evening.on_turn()
    phone = await Phone(evening.code, evening.holder(seat)).open()

    await phone.say(frame_for(evening, evening.legal(seat)[0]))
    await phone.hang_up()
    for _ in range(100):
        await settle()
        if evening.game.length:
            break

    assert evening.game.length == 1
    assert [record for record in caplog.records if record.levelname in ("WARNING", "ERROR")] == []


async def test_a_change_after_everybody_has_gone_harms_nobody():
    evening = a_game(3)
    phone = Phone(evening.code, evening.host)
    await phone.open()
    await phone.hang_up()
    seat = evening.on_turn()

    evening.move(seat, evening.legal(seat)[0])
    await settle()

    assert evening.game.length == 1


async def test_a_browser_that_never_answers_is_sent_no_more_than_it_can_hold(phones, monkeypatch):
    """Daphne's queues are unbounded: what is not answered for is counted, and the whole comes with the answer."""
    monkeypatch.setattr(consumers, "UNANSWERED_BYTES", 20_000)
    evening = a_game(3)
    silent = await phones(evening.code, "onlooker")
    rng = Random(5)

    for _ in range(40):
        seat = rng.choice(evening.owing())
        evening.move(seat, rng.choice(evening.legal(seat)))
        await settle()
    caught = await silent.catch_up()

    assert sum(map(len, silent.frames)) < 60_000
    assert caught[-1].get("version", 0) < evening.room.version
    await silent.say({"type": "beat", "version": caught[-1]["version"]})
    assert (await silent.heard("screen", "parts"))["version"] == evening.room.version
