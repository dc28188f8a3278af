"""Moves of sockets: those that wait together share a commit, and none of them can spoil another."""

import asyncio
import json
from datetime import timedelta
from functools import partial
from threading import Event, current_thread
from time import sleep

import pytest
from django.db import OperationalError, connection, transaction
from django.utils import timezone

from games.live import work, writer
from games.live.writer import WishedMove, Writer
from games.models import PlayedMove, Room
from games.services import commits, journal, lobby, playing
from games.services.faults import StaleDecision
from games.services.queries import table_by_id
from games.services.tables import TABLES, read_table
from tests.builders import Evening, a_game, is_in

pytestmark = pytest.mark.django_db(transaction=True)


def next_move(evening: Evening, key: str = "key", choice: int = 0) -> WishedMove:
    """The first legal move of the first seat that owes one, ready to be made."""
    seat = evening.owing()[0]
    wish = evening.wish(evening.legal(seat)[choice], key=key)
    return WishedMove(evening.room.pk, evening.code, evening.holder(seat), wish)


def games(count: int) -> tuple[list[Evening], list[WishedMove]]:
    evenings = [a_game(3) for _ in range(count)]
    return evenings, [next_move(evening) for evening in evenings]


def lengths(evenings: list[Evening]) -> list[int]:
    """How many moves the database has of each."""
    return [PlayedMove.objects.filter(game__room__code=evening.code).count() for evening in evenings]


class Held:
    """A writer that is busy until all moves wait, so that they share the next commit; it notes what is stored how."""

    def __init__(self, monkeypatch):
        self.commits: list[int] = []
        self.slow: list[str] = []
        self.writer = Writer()
        slowly, finish = playing.submit_move, self.writer._finish

        def finished(quick, stored):
            self.commits.append(len(quick))
            finish(quick, stored)

        def noted(**move):
            self.slow.append(move["code"])
            return slowly(**move)

        self.writer._finish = finished
        monkeypatch.setattr(writer, "submit_move", noted)

    async def make(self, *moves):
        """All moves at once; gives what came of each."""
        return await asyncio.gather(*await self.begin(*moves), return_exceptions=True)

    async def begin(self, *moves):
        """All moves at once, without waiting for them."""
        self.writer._is_committing = True
        waiting = [self.made(move) for move in moves]
        await asyncio.sleep(0)
        self.writer._is_committing = False
        self.writer._wake()
        return waiting

    def made(self, move):
        """What comes of a move, as somebody who waits for it sees it."""
        answer = asyncio.get_running_loop().create_future()

        def tell(fault):
            if fault is None:
                answer.set_result(None)
            else:
                answer.set_exception(fault)

        self.writer.make(move, tell)
        return answer


@pytest.fixture
def held(monkeypatch):
    holders = []

    def make() -> Held:
        holders.append(Held(monkeypatch))
        return holders[-1]

    yield make
    for holder in holders:
        holder.writer.close()


@pytest.mark.asyncio
async def test_moves_of_several_rooms_share_a_commit(held):
    evenings, moves = await work.in_thread(partial(games, 3))
    holder = held()

    answers = await holder.make(*moves)

    assert answers == [None, None, None]
    assert (holder.commits, holder.slow) == ([3], [])
    assert await work.in_thread(partial(lengths, evenings)) == [1, 1, 1]


@pytest.mark.asyncio
async def test_what_is_kept_after_a_commit_is_what_a_fresh_read_gives(held):
    evenings, moves = await work.in_thread(partial(games, 2))

    await held().make(*moves)

    for evening in evenings:
        stored = await work.in_thread(lambda evening=evening: read_table(evening.room))
        assert TABLES.get(stored.room_id) == stored


@pytest.mark.asyncio
async def test_a_room_is_marked_as_active_once_a_minute(held):
    (evening,), _ = await work.in_thread(partial(games, 1))
    holder, marks = held(), []

    def age(minutes):
        Room.objects.filter(code=evening.code).update(active_at=timezone.now() - timedelta(minutes=minutes))
        TABLES.clear()
        return next_move(evening, key=f"{minutes} minutes"), Room.objects.get(code=evening.code).active_at

    for minutes in (2, 0):
        move, before = await work.in_thread(partial(age, minutes))
        await holder.make(move)
        after = await work.in_thread(lambda: Room.objects.get(code=evening.code).active_at)
        marks.append(after != before)

    assert marks == [True, False]
    assert holder.slow == []


@pytest.mark.asyncio
async def test_a_whole_game_can_be_made_the_quick_way_but_for_its_last_move(held):
    (evening,), _ = await work.in_thread(partial(games, 1))
    holder = held()

    while (await work.in_thread(lambda: evening.play)).is_running:
        length = (await work.in_thread(lambda: evening.play)).length
        move = await work.in_thread(lambda length=length: next_move(evening, key=f"key{length}"))
        assert await holder.make(move) == [None]

    def outcome():
        sealed = PlayedMove.objects.filter(game=evening.game, move="seal")
        return evening.game.length, evening.game.status, sealed.filter(cheque=None).count()

    length, status, without_cheque = await work.in_thread(outcome)
    assert (len(holder.commits), len(holder.slow)) == (length - 1, 1)
    assert (status, without_cheque) == ("over", 0)
    assert await work.in_thread(lambda: TABLES.get(evening.room.pk) == read_table(evening.room))


@pytest.mark.asyncio
async def test_one_that_is_refused_leaves_the_others_alone(held):
    evenings, (first, second, third) = await work.in_thread(partial(games, 3))
    late = WishedMove(
        second.room_id, second.code, second.visitor, playing.Wish(second.wish.decision + 1, "late", second.wish.move)
    )
    holder = held()

    answers = await holder.make(first, late, third)

    assert (answers[0], answers[2]) == (None, None)
    assert isinstance(answers[1], StaleDecision)
    assert (holder.commits, holder.slow) == ([2], [second.code])
    assert await work.in_thread(partial(lengths, evenings)) == [1, 0, 1]


@pytest.mark.asyncio
async def test_a_move_made_at_an_old_copy_is_checked_again_and_made(held):
    """Another process changed the room: the quick way notices in its transaction and stores nothing of that room."""
    evenings, moves = await work.in_thread(partial(games, 2))

    def hand_over_elsewhere():
        old = TABLES.get(moves[0].room_id)
        bob = evenings[0].player("Bob").pk
        lobby.hand_over(code=evenings[0].code, visitor=evenings[0].host, player=bob)
        TABLES.forget(old.room_id)
        TABLES.put(old)

    await work.in_thread(hand_over_elsewhere)
    holder = held()

    answers = await holder.make(*moves)

    assert answers == [None, None]
    assert (holder.commits, holder.slow) == ([2], [evenings[0].code])
    assert await work.in_thread(partial(lengths, evenings)) == [1, 1]


@pytest.mark.asyncio
async def test_a_move_at_an_old_question_is_refused_by_what_is_stored(held):
    """Another process moved: this one's copy says the question is open, the database says it is not."""
    (evening,), (move,) = await work.in_thread(partial(games, 1))

    def move_elsewhere():
        old = table_by_id(move.room_id)
        evening.move(evening.on_turn(), evening.legal(evening.on_turn())[0], key="elsewhere")
        TABLES.forget(old.room_id)
        TABLES.put(old)

    await work.in_thread(move_elsewhere)

    (answer,) = await held().make(move)

    assert isinstance(answer, StaleDecision)
    assert await work.in_thread(partial(lengths, [evening])) == [1]


@pytest.mark.asyncio
@pytest.mark.parametrize("fault", [OperationalError("disk I/O error"), KeyError("a mistake of ours")])
@pytest.mark.parametrize("way", ["at_once", "patiently"])
async def test_where_a_commit_fails_each_is_tried_by_itself(held, monkeypatch, fault, way):
    evenings, moves = await work.in_thread(partial(games, 3))
    holder = held()
    store = holder.writer._store

    def failing(turns):
        raise fault

    async def failing_later(turns):
        await store.patiently(turns[:0])
        raise fault

    with monkeypatch.context() as broken:
        broken.setattr(store, "at_once", failing if way == "at_once" else lambda turns: None)
        broken.setattr(store, "patiently", failing_later)
        answers = await holder.make(*moves)

    assert answers == [None, None, None]
    assert sorted(holder.slow) == sorted(evening.code for evening in evenings)
    assert await work.in_thread(partial(lengths, evenings)) == [1, 1, 1]
    again = await work.in_thread(lambda: next_move(evenings[0], key="again"))
    assert await holder.make(again) == [None], "the writer goes on"
    assert len(holder.slow) == 3


@pytest.mark.asyncio
async def test_a_move_that_cannot_be_thought_out_holds_up_no_other_now_or_later(held, monkeypatch):
    evenings, moves = await work.in_thread(partial(games, 3))
    think = writer.quick_turn

    def mistaken(table, visitor, wish):
        if table.room_id == moves[1].room_id:
            raise KeyError("a mistake of ours")
        return think(table, visitor, wish)

    monkeypatch.setattr(writer, "quick_turn", mistaken)
    holder = held()

    first = await holder.make(*moves)
    again = [await work.in_thread(partial(next_move, evening, key="again")) for evening in evenings]
    second = await holder.make(*again)

    assert first == second == [None, None, None]
    assert holder.slow == [moves[1].code] * 2
    assert await work.in_thread(partial(lengths, evenings)) == [2, 2, 2]


@pytest.mark.asyncio
async def test_a_room_that_somebody_holds_holds_up_no_other_room_where_rooms_are_held_one_by_one(held):
    evenings, moves = await work.in_thread(partial(games, 2))
    is_held, may_go = Event(), Event()

    def hold():
        with transaction.atomic():
            journal.hold_room(evenings[0].code)
            is_held.set()
            may_go.wait(10)

    holding = asyncio.ensure_future(work.in_thread(hold))
    await work.in_thread(is_held.wait)
    making = await held().begin(*moves)
    await asyncio.wait(making, timeout=1)
    made_meanwhile = [each.done() for each in making]
    may_go.set()
    await asyncio.gather(holding, *making)

    assert made_meanwhile == {"sqlite": [False, False], "postgresql": [False, True]}[connection.vendor]
    assert await work.in_thread(partial(lengths, evenings)) == [1, 1]


@pytest.mark.asyncio
async def test_moves_of_one_room_are_made_one_after_the_other(held, rng):
    """The second seal builds on what the first one committed."""

    def selling():
        evening = a_game(3, kind="for_sale")
        evening.play_on(rng, until=is_in("selling"))
        seals = []
        for seat in evening.owing()[:2]:
            wish = evening.wish(evening.legal(seat)[0], key=f"seal{seat}")
            seals.append(WishedMove(evening.room.pk, evening.code, evening.holder(seat), wish))
        return evening, evening.game.length, seals

    evening, length, seals = await work.in_thread(selling)
    holder = held()

    answers = await holder.make(*seals)

    assert answers == [None, None]
    assert (holder.commits, holder.slow) == ([1, 1], [])
    assert (await work.in_thread(lambda: evening.game)).length == length + 2


@pytest.mark.asyncio
async def test_behind_a_crowd_the_next_gather_for_a_moment(held):
    _, moves = await work.in_thread(partial(games, 5))
    holder = held()
    holder.writer._store.crowd, holder.writer._store.gathering = 3, 1.5
    await holder.make(*moves[:3])

    first = holder.made(moves[3])
    await asyncio.sleep(0.1)
    await asyncio.gather(first, holder.made(moves[4]))

    assert holder.commits == [3, 2]


@pytest.mark.asyncio
async def test_behind_a_few_the_next_does_not_wait(held):
    _, moves = await work.in_thread(partial(games, 3))
    holder = held()
    holder.writer._store.crowd, holder.writer._store.gathering = 3, 3600

    await holder.make(*moves[:2])
    await holder.made(moves[2])

    assert holder.commits == [2, 1]


@pytest.mark.asyncio
async def test_a_move_that_comes_alone_does_not_wait(held):
    _, (first, second) = await work.in_thread(partial(games, 2))
    holder = held()
    holder.writer._store.crowd, holder.writer._store.gathering = 1, 0.05
    await holder.make(first)
    await asyncio.sleep(0.1)

    second = holder.made(second)
    assert holder.writer._not_before < asyncio.get_running_loop().time()
    await second

    assert holder.commits == [1, 1]


@pytest.mark.asyncio
async def test_the_same_wish_twice_is_one_move(held):
    (evening,), (move,) = await work.in_thread(partial(games, 1))

    assert await held().make(move, move) == [None, None]
    assert await work.in_thread(partial(lengths, [evening])) == [1]


@pytest.mark.asyncio
async def test_a_closed_room_takes_no_move_the_quick_way(held):
    (evening,), (move,) = await work.in_thread(partial(games, 1))
    turn = move.turn()

    def close_and_store():
        Room.objects.filter(pk=move.room_id).update(is_closed=True)
        return turn

    assert await work.in_thread(close_and_store) is not None
    stored = await held().writer._store.patiently([turn])

    assert list(stored) == [False]
    assert await work.in_thread(partial(lengths, [evening])) == [0]


def test_every_value_of_a_turn_has_a_column_on_postgresql():
    evening = a_game(3)
    turn = next_move(evening).turn()

    assert turn is not None
    assert set(json.loads(commits.as_record(turn))) - {"game_id"} == set(commits.TURN_COLUMNS)


# Whose thread waits for the disk


class Disk:
    """Commits that take as long as told; notes on which thread each was made."""

    def __init__(self):
        self.seconds, self.threads = 0.0, []

    def begin(self):
        return True

    def commit(self):
        self.threads.append(current_thread())
        sleep(self.seconds)


async def stored(storing):
    """Store nothing, at once where that is possible."""
    if storing.at_once([]) is None:
        await storing.patiently([])


@pytest.mark.asyncio
async def test_after_a_slow_commit_only_another_thread_waits_for_the_disk(monkeypatch):
    disk, storing, here = Disk(), writer.OnSqlite(), current_thread()
    monkeypatch.setattr(writer, "SqliteCommits", lambda: disk)

    await stored(storing)  # the first opens the connection
    await stored(storing)
    disk.seconds = 2 * writer.QUICK_DISK
    await stored(storing)
    await stored(storing)
    disk.seconds = 0.0
    await stored(storing)

    assert [thread is here for thread in disk.threads] == [False, True, True, False, False]


@pytest.mark.asyncio
async def test_a_disk_that_is_quick_again_is_trusted_after_a_while(monkeypatch):
    disk, storing, here = Disk(), writer.OnSqlite(), current_thread()
    monkeypatch.setattr(writer, "SqliteCommits", lambda: disk)
    monkeypatch.setattr(writer, "WARY_SECONDS", 0.05)
    disk.seconds = 2 * writer.QUICK_DISK
    await stored(storing)
    disk.seconds = 0.0

    await stored(storing)
    await asyncio.sleep(0.06)
    await stored(storing)

    assert [thread is here for thread in disk.threads] == [False, False, True]


@pytest.mark.asyncio
async def test_nothing_is_done_at_once_while_another_process_writes(monkeypatch):
    disk, storing = Disk(), writer.OnSqlite()
    monkeypatch.setattr(writer, "SqliteCommits", lambda: disk)
    await stored(storing)
    monkeypatch.setattr(disk, "begin", lambda: False)

    assert storing.at_once([]) is None
    assert len(disk.threads) == 1
