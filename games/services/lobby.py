"""Before and between games: opening a room, joining, seats, bots, options, starting, playing again."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone

from games.bots.names import name_for
from games.bots.roster import BOTS
from games.engine import KINDS, BadRuleset, Options, SeatNo, codec, fairness, kind_of
from games.models import Claim, Game, Incident, Player, Room, Seat, Vote
from games.services import journal, timing
from games.services.changing import Change, changing
from games.services.faults import Conflict, Forbidden, Malformed, Missing, NotAllowedNow
from games.services.naming import clean_name, new_code, refuse_duplicate
from games.services.tables import Person, Table, first_course, play_from, read_notices

CLOCKS = (0, 30, 60, 120)
LOOKS = 6
SOLO_NAME = "Player"
HINTS = "hints"
"""The motion that everybody at the table agrees to before a game with hints."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a room is set to play."""

    kind: str
    edition: str
    variants: tuple[str, ...] = ()
    options: Mapping[str, Any] = field(default_factory=dict)


def checked_plan(kind: str, edition: str, variants: Collection[str], options: Mapping[str, Any]) -> Plan:
    """A plan that the engine knows; an edition of another game becomes this game's first."""
    if kind not in KINDS:
        raise Malformed("UNKNOWN_KIND")
    info = KINDS[kind].info
    if not edition or edition not in info.editions:
        if edition and not any(edition in other.info.editions for other in KINDS.values()):
            raise Malformed("UNKNOWN_EDITION")
        edition = next(iter(info.editions))
    known = {variant for other in KINDS.values() for each in other.info.editions.values() for variant in each.variants}
    if set(variants) - known:
        raise Malformed("UNKNOWN_VARIANT")
    kept = tuple(variant for variant in info.editions[edition].variants if variant in variants)
    return Plan(kind, edition, kept, checked_options(options))


def checked_options(options: Mapping[str, Any]) -> dict[str, Any]:
    """Options with their types and defaults."""
    clock = options.get("clock", 0)
    if clock not in CLOCKS:
        raise Malformed("UNKNOWN_CLOCK")
    return {
        "open_information": bool(options.get("open_information")),
        "hints": bool(options.get("hints")),
        "clock": clock,
        "first": int(options.get("first") or 0),
    }


def seat_counts(table: Table) -> tuple[int, ...]:
    """How many may play what the room is set to."""
    return table.kind.info.editions[table.edition].seats


# Opening and joining


@transaction.atomic
def open_room(*, visitor: str, plan: Plan, name: str = "") -> Room:
    """A new room; with a name its maker takes the first seat, without one the device only runs the table."""
    name = clean_name(name) if name.strip() else ""
    room = Room.objects.create(
        code=new_code(),
        kind=plan.kind,
        edition=plan.edition,
        variants=list(plan.variants),
        options=dict(plan.options),
    )
    room.host = Player.objects.create(room=room, visitor=visitor, name=name, order=0 if name else None)
    room.save(update_fields=["host"])
    return room


def join_room(*, code: str, visitor: str, name: str) -> int:
    """Take a place in the lobby (or the next game's); the same browser twice is the same person."""
    name = clean_name(name)
    with changing(code) as change:
        known = change.table.person_of(visitor)
        if known is not None and known.order is not None:
            change.is_made = False
            return known.id
        refuse_if_running(change.table)
        refuse_if_full(change.table)
        refuse_duplicate(name, (p.name for p in change.table.people if not p.has_left and p is not known))
        place = {"name": name, "look": free_look(change.table), "order": next_order(change.table)}
        if known is not None:
            Player.objects.filter(pk=known.id).update(**place)
            return known.id
        Claim.objects.filter(room=change.room, visitor=visitor).delete()
        player = returning_player(change, visitor, place) or Player.objects.create(
            room=change.room, visitor=visitor, **place
        )
        if change.room.host_id is None:
            change.room.host = player
        return player.pk


def returning_player(change: Change, visitor: str, place: Mapping[str, Any]) -> Player | None:
    """Somebody of the same name who left earlier this evening: their total goes on."""
    gone = Player.objects.filter(room=change.room, has_left=True, visitor="", bot="", name=place["name"]).first()
    if gone is None:
        return None
    gone.visitor, gone.order, gone.has_left, gone.is_away = visitor, place["order"], False, False
    taken = {person.look for person in change.table.seated}
    gone.look = place["look"] if gone.look in taken else gone.look
    gone.seen_at = timezone.now()
    gone.save()
    return gone


def refuse_if_running(table: Table) -> None:
    """Places change between games only."""
    if table.play is not None and table.play.is_running:
        raise NotAllowedNow("GAME_RUNNING")


def refuse_if_full(table: Table) -> None:
    """No more people than the edition has seats."""
    most = max(seat_counts(table))
    if len(table.seated) >= most:
        raise NotAllowedNow("TABLE_FULL", most=most)


def free_look(table: Table) -> int:
    """The first pair of colour and shape that nobody at the table has."""
    taken = {person.look for person in table.seated}
    return next(look for look in range(LOOKS + len(taken)) if look not in taken)


def next_order(table: Table) -> int:
    """The place after the last one."""
    return max((person.order for person in table.seated if person.order is not None), default=-1) + 1


def leave_room(*, code: str, visitor: str) -> None:
    """Give up the place; in a running game a bot keeps the chair for good."""
    with changing(code) as change:
        person = require_person(change.table, visitor)
        drop(change, person)


def drop(change: Change, person: Person) -> None:
    """Take somebody away from the table, and hand on what they held."""
    game = change.table.play
    chair = change.table.chair_of(person.id)
    if game is not None and game.is_running and chair is not None and not chair.bot:
        timing.hand_to_bot(change, chair, gone_for_good=True)
    Player.objects.filter(pk=person.id).update(has_left=True, visitor="", order=None, transfer_token="")
    Vote.objects.filter(room=change.room, voter=person.id).delete()
    Claim.objects.filter(room=change.room, player=person.id).delete()
    if change.room.host_id == person.id:
        change.room.host_id = next_host(change.table, without=person.id)


def next_host(table: Table, without: int) -> int | None:
    """The next person around the table who is there, then any person at all."""
    people = [person for person in table.people if not person.bot and not person.has_left and person.id != without]
    people.sort(key=lambda person: (person.is_away, person.order is None, person.order or 0))
    return people[0].id if people else None


def open_solo(*, visitor: str, plan: Plan, name: str, players: int, bot: str) -> Room:
    """A room with one person and bots, and its game begun."""
    seats = KINDS[plan.kind].info.editions[plan.edition].seats
    if players not in seats:
        raise Malformed("WRONG_PLAYERS", least=min(seats), most=max(seats))
    if bot not in BOTS[plan.kind]:
        raise Malformed("UNKNOWN_BOT")
    with transaction.atomic():
        room = open_room(visitor=visitor, plan=plan, name=name.strip() or SOLO_NAME)
        for _seat in range(players - 1):
            add_bot(code=room.code, visitor=visitor, bot=bot)
        start_game(code=room.code, visitor=visitor)
    return room


# What the host does


def require_person(table: Table, visitor: str) -> Person:
    """Only people of the room."""
    person = table.person_of(visitor)
    if person is None:
        raise Forbidden("NOT_IN_ROOM")
    return person


def require_host(table: Table, visitor: str) -> Person:
    """Only the host."""
    person = require_person(table, visitor)
    if person.id != table.host:
        raise Forbidden("NOT_HOST")
    return person


def arrange_seats(*, code: str, visitor: str, order: Sequence[int]) -> None:
    """Put everybody clockwise as named; the list must hold everybody once."""
    with changing(code) as change:
        require_host(change.table, visitor)
        refuse_if_running(change.table)
        if sorted(order) != sorted(person.id for person in change.table.seated):
            raise Conflict("SEATS_CHANGED")
        for place, player_id in enumerate(order):
            Player.objects.filter(pk=player_id).update(order=place)


def add_bot(*, code: str, visitor: str, bot: str) -> None:
    """A bot takes the next seat."""
    with changing(code) as change:
        require_host(change.table, visitor)
        refuse_if_running(change.table)
        refuse_if_full(change.table)
        if bot not in BOTS[change.table.kind_slug]:
            raise Malformed("UNKNOWN_BOT")
        name = name_for(bot, [person.name for person in change.table.people])
        Player.objects.create(
            room=change.room, name=name, bot=bot, look=free_look(change.table), order=next_order(change.table)
        )


def remove_bot(*, code: str, visitor: str, player: int) -> None:
    """Take a bot away."""
    with changing(code) as change:
        require_host(change.table, visitor)
        refuse_if_running(change.table)
        person = change.table.person(player)
        if person is None or not person.bot or person.has_left:
            raise Missing("NO_SUCH_PLAYER")
        drop(change, person)


def set_options(*, code: str, visitor: str, plan: Plan) -> None:
    """Play something else next."""
    with changing(code) as change:
        require_host(change.table, visitor)
        refuse_if_running(change.table)
        first = plan.options["first"]
        if first and first not in {person.id for person in change.table.seated}:
            raise Missing("NO_SUCH_PLAYER")
        change.room.kind, change.room.edition = plan.kind, plan.edition
        change.room.variants, change.room.options = list(plan.variants), dict(plan.options)
        if not plan.options["hints"]:
            Vote.objects.filter(room=change.room, motion=HINTS).delete()


def hand_over(*, code: str, visitor: str, player: int) -> None:
    """Make somebody else the host."""
    with changing(code) as change:
        require_host(change.table, visitor)
        person = change.table.person(player)
        if person is None or person.bot or person.has_left:
            raise Missing("NO_SUCH_PLAYER")
        change.room.host_id = person.id
        tell_of(change, Incident.What.HOST, name=person.name)


def remove_player(*, code: str, visitor: str, player: int) -> None:
    """Remove somebody before the start."""
    with changing(code) as change:
        require_host(change.table, visitor)
        refuse_if_running(change.table)
        person = change.table.person(player)
        if person is None or person.has_left:
            raise Missing("NO_SUCH_PLAYER")
        if person.id == change.table.host:
            raise NotAllowedNow("HOST_STAYS")
        drop(change, person)


def tell_of(change: Change, what: str, seat: int | None = None, **facts: int | str) -> None:
    """Note something that all are told and reviewers can read."""
    game = change.table.play
    Incident.objects.create(
        room=change.room, game_id=game.id if game and game.is_running else None, seat=seat, what=what, facts=facts
    )


# Starting


def start_game(*, code: str, visitor: str) -> None:
    """Deal the first game of the room, or the next after its result."""
    with changing(code) as change:
        require_host(change.table, visitor)
        refuse_if_running(change.table)
        begin(change)


def rematch(*, code: str, visitor: str) -> None:
    """The same people play again; whoever taps second finds the game begun."""
    with changing(code) as change:
        require_person(change.table, visitor)
        if change.table.play is None:
            raise NotAllowedNow("NO_GAME_YET")
        if change.table.play.is_running:
            change.is_made = False
            return
        begin(change)


def why_not_start(table: Table) -> tuple[str, dict[str, int]] | None:
    """The reason why the game cannot begin yet, as a code with facts."""
    counts = seat_counts(table)
    people = len(table.seated)
    if people < min(counts):
        return "TOO_FEW", {"missing": min(counts) - people, "least": min(counts)}
    if people > max(counts):
        return "TOO_MANY_PLAYERS", {"surplus": people - max(counts), "most": max(counts)}
    return None


def has_hints(table: Table) -> bool:
    """Whether the next game is played with hints: the host wants them and nobody at the table is against it."""
    people = {person.id for person in table.seated if not person.bot}
    motion = table.motions.get(HINTS)
    agreed = (motion.voters if motion else frozenset()) | {table.host}
    return bool(table.options.get("hints")) and (len(people) < 2 or people <= agreed)


def begin(change: Change) -> None:
    """Deal with the operating system's randomness and commit to the deal."""
    table = change.table
    reason = why_not_start(table)
    if reason is not None:
        raise NotAllowedNow(reason[0], **reason[1])
    kind, seated = kind_of(table.kind_slug), table.seated
    options = Options(open_information=bool(table.options.get("open_information")))
    try:
        rules = kind.ruleset(table.edition, frozenset(table.variants), options, len(seated))
    except BadRuleset as fault:
        raise NotAllowedNow(fault.code, **fault.facts) from None
    named = [SeatNo(no) for no, person in enumerate(seated) if person.id == table.options.get("first")]
    opening = kind.deal(rules, fairness.secure_rng(), named[0] if named else None)
    salt = fairness.new_salt()
    written, now = codec.state_to_json(kind, opening), timezone.now()
    game = Game(
        room_id=change.row.id,
        number=table.play.number + 1 if table.play else 1,
        kind=table.kind_slug,
        edition=table.edition,
        variants=list(table.variants),
        options={**table.options, "hints": has_hints(table)},
        players=len(seated),
        opening=written,
        state=written,
        decision=kind.decision(opening),
        salt=salt.hex(),
        commitment=fairness.commit(salt, kind.deck(opening)),
        started_at=now,
        asked_at=now,
        with_bots=any(person.bot for person in seated),
        first_seat=kind.record_setup(opening)["first"],
    )
    seats = [
        Seat(number=no, player_id=person.id, name=person.name, look=person.look, bot=person.bot)
        for no, person in enumerate(seated)
    ]
    chairs = timing.wind_up(game, seats, kind, opening)
    try:
        journal.begin_game(game, seats)
    except IntegrityError:
        raise Conflict("GAME_RUNNING") from None
    if table.motions.keys() - {HINTS}:
        Vote.objects.filter(room=change.row.id).exclude(motion=HINTS).delete()
    change.after = replace(
        table,
        version=change.version,
        revision=change.row.revision + change.steps,
        play=play_from(game, opening, first_course(game, opening), chairs),
        motions={name: motion for name, motion in table.motions.items() if name == HINTS},
        notices=read_notices(change.room, game) if table.notices else (),
        memo={},
    )
