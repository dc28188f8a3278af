"""A room as one immutable snapshot, read once per revision and process and shared by everything that shows it.

The snapshot holds secrets (the state, visitors, ceilings): only `screens` and `services` touch it, and what a viewer
sees of it goes through the engine's `observe` and `tell`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from functools import cached_property
from threading import Lock
from typing import Any, NamedTuple

from django.db.models import Q

from games.engine import AnyKind, Event, SeatNo, codec, kind_of
from games.models import CODE_LETTERS, Claim, Game, Incident, PlayedMove, Player, Room, Seat, Vote
from games.services import journal
from games.services.faults import Missing


@dataclass(frozen=True, slots=True)
class Person:
    """A player of the room as everybody may see them."""

    id: int
    name: str
    bot: str
    look: int
    order: int | None
    is_away: bool
    has_left: bool


@dataclass(frozen=True, slots=True)
class Ceiling:
    """A seat's secret order for one round."""

    amount: int
    then: str
    round: int


@dataclass(frozen=True, slots=True)
class Chair:
    """A seat of the current game."""

    number: SeatNo
    player: int | None
    name: str
    look: int
    bot: str
    warmer: str
    was_replaced: bool
    timeouts: int
    deadline: datetime | None
    acts_at: datetime | None
    ceiling: Ceiling | None

    @property
    def driver(self) -> str:
        """The bot that moves for this seat now, or nothing."""
        return self.bot or self.warmer

    @property
    def is_untimed(self) -> bool:
        """Whether a move changes nothing here where there is no clock: no bot, no ceiling, no time is kept."""
        return not (self.driver or self.ceiling or self.deadline or self.acts_at or self.timeouts)


class Answers:
    """Every move of a game by seat and key, so that a wish sent twice is known.

    Snapshots share it, because it only grows and a copy for every move would touch all moves before: each knows how
    many it has, and the newest adds its own in place. Whoever comes second at the same snapshot gets a copy, for only
    one of two moves thought out there can be stored.
    """

    __slots__ = ("_count", "_numbered")

    def __init__(self, numbered: dict[tuple[int, str], tuple[int, Any]], count: int) -> None:
        self._numbered = numbered
        self._count = count

    def get(self, seat: int, key: str) -> Any:
        """The fields of the move that this seat made with this key; None if there is none."""
        number, fields = self._numbered.get((seat, key), NOT_ANSWERED)
        return fields if number < self._count else None

    def plus(self, seat: int, key: str, fields: Any) -> Answers:
        """With one move more; this one stays as it is."""
        with GROWING:
            numbered = self._numbered
            if len(numbered) != self._count:
                numbered = {known: move for known, move in numbered.items() if move[0] < self._count}
            numbered[seat, key] = (self._count, fields)
        return Answers(numbered, self._count + 1)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Answers) and self._mine() == other._mine()

    __hash__ = None  # type: ignore[assignment]

    def _mine(self) -> dict[tuple[int, str], Any]:
        return {known: fields for known, (number, fields) in self._numbered.items() if number < self._count}


NOT_ANSWERED: tuple[int, None] = (0, None)
GROWING = Lock()
"""Two threads may think out moves at one snapshot, and only one may add in place."""


def no_answers() -> Answers:
    """Of a game without moves."""
    return Answers({}, 0)


StoredMove = tuple[list[Any], int, str, Any]
"""Events, seat, key and fields of a move."""


class Course(NamedTuple):
    """What grows with the moves of a game, and is never changed otherwise."""

    events: tuple[Event, ...]
    fresh: int
    """How many of the events the last move brought."""
    answered: Answers
    moves_by_seat: tuple[int, ...]
    """How many moves each seat has made."""

    def after(self, kind: AnyKind, moves: Iterable[StoredMove]) -> Course:
        """With the moves that were stored since."""
        events, fresh, answered, counts = list(self.events), *self[1:]
        for stored, seat, key, fields in moves:
            events += [codec.event_from_json(kind, event) for event in stored]
            fresh, answered, counts = len(stored), answered.plus(seat, key, fields), one_more(counts, seat)
        return Course(tuple(events), fresh, answered, counts)


RUNNING = Game.Status.RUNNING.value


@dataclass(frozen=True)
class Play:
    """The current game of a room: its state, all its events, and its seats."""

    id: int
    number: int
    kind: AnyKind
    edition: str
    variants: tuple[str, ...]
    options: Mapping[str, Any]
    status: str
    state: Any
    events: tuple[Event, ...]
    length: int
    decision: int
    asked_at: datetime
    due_at: datetime | None
    commitment: str
    chairs: tuple[Chair, ...]
    fresh: int = 0
    """How many of the events the last move brought."""
    answered: Answers = field(default_factory=no_answers)
    moves_by_seat: tuple[int, ...] = ()
    """How many moves each seat has made."""
    memo: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """What screens have worked out and hand on to the snapshots that follow by moves; a snapshot read anew has none."""

    @property
    def is_running(self) -> bool:
        """Whether moves are still accepted."""
        return self.status == RUNNING

    @property
    def is_untimed(self) -> bool:
        """Whether a move changes no chair: there is no clock, no bot and no ceiling. Found out once for chairs."""
        known, is_so = self.memo.get("untimed", (None, False))
        if known is not self.chairs:
            is_so = not self.options.get("clock") and all(chair.is_untimed for chair in self.chairs)
            self.memo["untimed"] = (self.chairs, is_so)
        return is_so  # type: ignore[no-any-return]

    @property
    def course(self) -> Course:
        """What its moves brought so far."""
        return Course(self.events, self.fresh, self.answered, self.moves_by_seat)

    @property
    def state_text(self) -> str:
        """The state as it is stored."""
        return codec.state_to_text(self.kind, self.state, self.memo.setdefault("written", {}))

    def moved(self, **changes: Any) -> Play:
        """The game after a move: `dataclasses.replace` at a tenth of its price, for the one that every move needs."""
        after: Play = object.__new__(Play)
        after.__dict__.update(self.__dict__)
        after.__dict__.pop("to_act", None)
        after.__dict__.update(changes)
        return after

    @cached_property
    def to_act(self) -> frozenset[SeatNo]:
        """The seats that owe a move."""
        return self.kind.to_act(self.state) if self.is_running else frozenset()


def one_more(counts: tuple[int, ...], seat: int) -> tuple[int, ...]:
    """The counts with this seat's one higher."""
    return (*counts[:seat], counts[seat] + 1, *counts[seat + 1 :])


@dataclass(frozen=True, slots=True)
class Standing:
    """One player's evening so far."""

    name: str
    look: int
    games: int
    wins: int
    total: int


@dataclass(frozen=True, slots=True)
class Motion:
    """Something the table is asked to agree to."""

    name: str
    voters: frozenset[int]


@dataclass(frozen=True, slots=True)
class Asked:
    """A claim to a seat, waiting for consent."""

    id: int
    player: int
    visitor: str


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that happened around the game and all are told."""

    what: str
    seat: int | None
    facts: Mapping[str, Any]
    at: datetime


@dataclass(frozen=True)
class Table:
    """A room with its people and its current game at one revision."""

    room_id: int
    code: str
    version: int
    revision: int
    kind_slug: str
    edition: str
    variants: tuple[str, ...]
    options: Mapping[str, Any]
    host: int | None
    is_closed: bool
    people: tuple[Person, ...]
    visitors: Mapping[str, int]
    """Who holds which place: visitor -> player id. Never shown."""
    play: Play | None
    standings: tuple[Standing, ...] = ()
    motions: Mapping[str, Motion] = field(default_factory=dict)
    claims: tuple[Asked, ...] = ()
    notices: tuple[Notice, ...] = ()
    active_at: datetime = field(default=datetime.min.replace(tzinfo=UTC), compare=False)
    """When the room was last marked as active, as far as is known here: moves do so once a minute."""
    memo: dict[Any, Any] = field(default_factory=dict, compare=False, repr=False)
    """What screens have worked out and hand on to the snapshots that follow by moves; a snapshot read anew has none."""
    drawn: dict[Any, Any] = field(default_factory=dict, init=False, compare=False, repr=False)
    """What screens have drawn of this very snapshot: the viewers share it, and it goes when the snapshot goes."""

    def moved(self, **changes: Any) -> Table:
        """The room after moves, which leave everything else as it is; as cheap as `Play.moved`."""
        after: Table = object.__new__(Table)
        after.__dict__.update(self.__dict__)
        after.__dict__.update(changes, drawn={})
        return after

    @cached_property
    def kind(self) -> AnyKind:
        """The kind that the room is set to play next."""
        return kind_of(self.kind_slug)

    @cached_property
    def seated(self) -> tuple[Person, ...]:
        """Those who will play the next game, clockwise."""
        present = [person for person in self.people if person.order is not None and not person.has_left]
        return tuple(sorted(present, key=lambda person: (person.order, person.id)))

    def person(self, player_id: int | None) -> Person | None:
        """The person with this id."""
        for person in self.people:
            if person.id == player_id:
                return person
        return None

    def person_of(self, visitor: str) -> Person | None:
        """The person this browser is in the room."""
        return self.person(self.visitors.get(visitor))

    @property
    def seats(self) -> Mapping[int | None, SeatNo]:
        """The seats of the current game by the players who hold them; worked out once for as long as nobody changes."""
        chairs = self.play.chairs if self.play is not None else ()
        known, seats = self.memo.get("seats", (None, {}))
        if known is not chairs:
            seats = {chair.player: chair.number for chair in chairs if chair.player is not None}
            self.memo["seats"] = (chairs, seats)
        return seats  # type: ignore[no-any-return]

    def chair_of(self, player_id: int | None) -> Chair | None:
        """The seat this player holds in the current game."""
        seat = self.seats.get(player_id)
        return None if seat is None or self.play is None else self.play.chairs[seat]

    def seat_of(self, visitor: str) -> SeatNo | None:
        """The seat this browser holds in the current game."""
        chair = self.chair_of(self.visitors.get(visitor))
        return chair.number if chair else None


def room_by_code(code: str) -> Room:
    """The open room with this code, in either case of letters."""
    letters = code.strip().upper()
    room = Room.objects.filter(code=letters).first() if set(letters) <= set(CODE_LETTERS) else None
    if room is None:
        raise Missing("NO_SUCH_ROOM")
    return room


def read_table(room: Room, known: Table | None = None) -> Table:
    """Read the whole room from the database, but for the moves of `known`, an earlier snapshot of it: those stay as
    they are. Call it inside a transaction to get one moment of it."""
    players = list(Player.objects.filter(room=room).order_by("order", "id"))
    people = tuple(person_from(player) for player in players)
    game = Game.objects.filter(room=room).order_by("-number").first()
    play = read_play(game, known.play if known else None) if game else None
    return Table(
        room_id=room.pk,
        code=room.code,
        version=room.version,
        revision=room.revision,
        kind_slug=room.kind,
        edition=room.edition,
        variants=tuple(room.variants),
        options=room.options,
        host=room.host_id,
        is_closed=room.is_closed,
        people=people,
        visitors={player.visitor: player.pk for player in players if player.visitor and not player.has_left},
        play=play,
        standings=read_standings(room.pk, people),
        motions=read_motions(room),
        claims=tuple(Asked(claim.pk, claim.player_id, claim.visitor) for claim in Claim.objects.filter(room=room)),
        notices=read_notices(room, game),
        active_at=room.active_at,
    )


def person_from(player: Player) -> Person:
    """A row as a person."""
    return Person(player.pk, player.name, player.bot, player.look, player.order, player.is_away, player.has_left)


def read_play(game: Game, known: Play | None = None) -> Play:
    """A game with its events so far, of which `known` has the first."""
    if known is None or known.id != game.pk or known.length > game.length:
        length, course = 0, first_course(game, codec.state_from_json(kind_of(game.kind), game.opening))
    else:
        length, course = known.length, known.course
    since = PlayedMove.objects.filter(game=game, number__gte=length).order_by("number")
    moves = since.values_list("events", "seat", "key", "fields")
    chairs = tuple(map(chair_from, Seat.objects.filter(game=game).order_by("number")))
    state = codec.state_from_json(kind_of(game.kind), game.state)
    return play_from(game, state, course.after(kind_of(game.kind), moves), chairs)


def first_course(game: Game, opening: Any) -> Course:
    """A game that has just begun."""
    events = tuple(kind_of(game.kind).opening_events(opening))
    return Course(events, 0, no_answers(), (0,) * game.players)


def play_from(game: Game, state: Any, course: Course, chairs: tuple[Chair, ...]) -> Play:
    """A game from its row, what its moves brought, and its chairs."""
    return Play(
        id=game.pk,
        number=game.number,
        kind=kind_of(game.kind),
        edition=game.edition,
        variants=tuple(game.variants),
        options=game.options,
        status=game.status,
        state=state,
        length=game.length,
        decision=game.decision,
        asked_at=game.asked_at,
        due_at=game.due_at,
        commitment=game.commitment,
        chairs=chairs,
        **course._asdict(),
    )


def chair_from(seat: Seat) -> Chair:
    """A row as a chair."""
    ceiling = Ceiling(seat.ceiling_amount, seat.ceiling_then, seat.ceiling_round) if seat.ceiling_amount else None
    return Chair(
        number=SeatNo(seat.number),
        player=seat.player_id,
        name=seat.name,
        look=seat.look,
        bot=seat.bot,
        warmer=seat.warmer,
        was_replaced=seat.was_replaced,
        timeouts=seat.timeouts,
        deadline=seat.deadline,
        acts_at=seat.acts_at,
        ceiling=ceiling,
    )


def read_standings(room_id: int, people: Sequence[Person]) -> tuple[Standing, ...]:
    """The evening's running total over its finished games, best first."""
    sums = journal.sum_scores(room_id)
    rows = [Standing(person.name, person.look, *sums[person.id]) for person in people if person.id in sums]
    return tuple(sorted(rows, key=lambda row: (-row.wins, -row.total, row.name)))


def read_motions(room: Room) -> Mapping[str, Motion]:
    """Every motion with those who agreed so far."""
    voters: dict[str, set[int]] = {}
    for motion, voter in Vote.objects.filter(room=room).values_list("motion", "voter_id"):
        voters.setdefault(motion, set()).add(voter)
    return {name: Motion(name, frozenset(ids)) for name, ids in voters.items()}


NOTICES_SHOWN = 8


def read_notices(room: Room, game: Game | None) -> tuple[Notice, ...]:
    """What happened around the current game, the newest last; refusals are nobody's business."""
    rows = Incident.objects.filter(room=room).exclude(what=Incident.What.REFUSAL)
    rows = rows.filter(Q(game=game) | Q(game=None))
    newest = rows.order_by("-id")[:NOTICES_SHOWN]
    return tuple(Notice(row.what, row.seat, row.facts, row.at) for row in reversed(newest))


class TableCache:
    """The newest snapshot of each room in this process. A hint, never the truth: writers check the revision."""

    def __init__(self, size: int = 2000) -> None:
        self._tables: dict[int, Table] = {}
        self._size = size
        self._lock = Lock()

    def get(self, room_id: int) -> Table | None:
        """The newest snapshot known here."""
        return self._tables.get(room_id)

    def put(self, table: Table) -> None:
        """Keep a snapshot unless a newer one is here already."""
        with self._lock:
            known = self._tables.pop(table.room_id, None)
            newest = known if known is not None and known.revision > table.revision else table
            self._tables[table.room_id] = newest
            while len(self._tables) > self._size:
                del self._tables[next(iter(self._tables))]

    def forget(self, room_id: int) -> None:
        """Drop a room."""
        with self._lock:
            self._tables.pop(room_id, None)

    def clear(self) -> None:
        """Drop everything (tests)."""
        with self._lock:
            self._tables.clear()


TABLES = TableCache()
