"""Rooms, people and games for tests of everything above the engine, built by the services that the site uses."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any

from django.db import connection
from django.utils import timezone

from games import engine
from games.engine import KINDS, AnyKind, Move, SeatNo, codec
from games.models import Game, Player, Room, Seat
from games.services import lobby, playing
from games.services.lobby import checked_plan
from games.services.playing import Wish
from games.services.queries import current_table
from games.services.tables import TABLES, Chair, Play, Table

NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eva", "Finn")
FIRST_KIND = next(iter(KINDS))
LONG_AGO = timedelta(days=1)


def visitor_of(name: str) -> str:
    """The browser of somebody of this name."""
    return f"visitor-{name}"


@dataclass
class Evening:
    """A room with its people; the host is the first of them."""

    code: str
    names: tuple[str, ...]

    @property
    def host(self) -> str:
        return visitor_of(self.names[0])

    @property
    def visitors(self) -> tuple[str, ...]:
        return tuple(map(visitor_of, self.names))

    @property
    def table(self) -> Table:
        return current_table(self.code)

    @property
    def play(self) -> Play:
        play = self.table.play
        assert play is not None
        return play

    @property
    def kind(self) -> AnyKind:
        return self.play.kind

    @property
    def room(self) -> Room:
        return Room.objects.get(code=self.code)

    @property
    def game(self) -> Game:
        """The room's last game."""
        game = Game.objects.filter(room__code=self.code).order_by("-number").first()
        assert game is not None
        return game

    def player(self, name: str) -> Player:
        return Player.objects.get(room__code=self.code, name=name)

    def seat_row(self, seat: int) -> Seat:
        return Seat.objects.get(game=self.game, number=seat)

    def chair(self, seat: int) -> Chair:
        return self.play.chairs[seat]

    def holder(self, seat: int) -> str:
        """The visitor who holds this seat."""
        player = self.chair(seat).player
        return next(visitor for visitor, person in self.table.visitors.items() if person == player)

    def owing(self) -> list[SeatNo]:
        """The seats that owe a move, in order."""
        return sorted(self.play.to_act)

    def on_turn(self) -> SeatNo:
        """The only seat that owes a move."""
        (seat,) = self.owing()
        return seat

    def legal(self, seat: int) -> Sequence[Move]:
        return self.kind.legal_moves(self.play.state, SeatNo(seat))

    def wish(self, move: Move, *, key: str = "", decision: int | None = None) -> Wish:
        play = self.play
        return Wish(play.decision if decision is None else decision, key or f"k{play.length}.{move.name}", move)

    def move(self, seat: int, move: Move, *, key: str = "", decision: int | None = None) -> int:
        """The seat's holder makes a move; gives the room's version after it."""
        wish = self.wish(move, key=key, decision=decision)
        return playing.submit_move(code=self.code, visitor=self.holder(seat), wish=wish)

    def say(self, seat: int, name: str, **arguments: Any) -> int:
        """The same, by the name of the move."""
        return self.move(seat, codec.move_from_json(self.kind, {"move": name, **arguments}))

    def play_on(self, rng: Random, until: Callable[[Play], bool] = lambda play: False) -> None:
        """People make random legal moves until something holds, or to the end."""
        while (play := self.play).is_running and not until(play):
            seat = rng.choice(sorted(play.to_act))
            self.move(seat, rng.choice(self.legal(seat)))

    # Time

    def forget(self) -> None:
        """What this process knows of the room is old: a test has written around the services."""
        TABLES.clear()

    def make_due(self, *, acts: Sequence[int] = (), clocks: Sequence[int] = ()) -> None:
        """The pauses of these seats are over, the clocks of those have run out."""
        past = timezone.now() - timedelta(seconds=1)
        seats = Seat.objects.filter(game=self.game)
        seats.filter(number__in=acts, acts_at__isnull=False).update(acts_at=past)
        seats.filter(number__in=clocks, deadline__isnull=False).update(deadline=past)
        Game.objects.filter(pk=self.game.pk).update(due_at=past)
        self.forget()

    def let_time_pass(self) -> None:
        """Every pause is over; clocks are not."""
        self.make_due(acts=range(6))

    def attend(self) -> bool:
        return playing.attend(self.code)

    def attend_all(self, most: int = 400) -> int:
        """Let bots and ceilings move until nothing of theirs is left to do; gives how many moves they made."""
        for made in range(most):
            self.let_time_pass()
            if not self.play.is_running or not self.attend():
                return made
        raise AssertionError(f"still moving after {most} moves")

    def unseen(self, name: str, since: timedelta) -> None:
        """Nothing was heard of this person for so long."""
        Player.objects.filter(room__code=self.code, name=name).update(seen_at=timezone.now() - since)


def a_room(
    people: int = 3,
    *,
    kind: str = FIRST_KIND,
    edition: str = "",
    variants: Sequence[str] = (),
    bots: Sequence[str] = (),
    **options: Any,
) -> Evening:
    """A lobby with so many people, the host first, and bots after them."""
    names = NAMES[:people]
    plan = checked_plan(kind, edition, variants, options)
    room = lobby.open_room(visitor=visitor_of(names[0]), plan=plan, name=names[0])
    for name in names[1:]:
        lobby.join_room(code=room.code, visitor=visitor_of(name), name=name)
    for bot in bots:
        lobby.add_bot(code=room.code, visitor=visitor_of(names[0]), bot=bot)
    return Evening(room.code, names)


def a_game(people: int = 3, **plan: Any) -> Evening:
    """The same with its game begun."""
    evening = a_room(people, **plan)
    lobby.start_game(code=evening.code, visitor=evening.host)
    return evening


def a_game_from(opening: Any, people: int, **plan: Any) -> Evening:
    """A game that begins with this deal."""
    evening = a_game(people, **plan)
    stack_deck(evening, opening)
    return evening


def stack_deck(evening: Evening, opening: Any) -> None:
    """Put another deal in place of the one that was made; nothing may have been played yet."""
    kind, game = evening.kind, evening.game
    assert game.length == 0
    game.opening = game.state = codec.state_to_json(kind, opening)
    game.decision = kind.decision(opening)
    game.save(update_fields=["opening", "state", "decision"])
    evening.forget()


def skip_to_the_end(evening: Evening, rng: Random) -> None:
    """The game as if it had been played to its end, without its moves: quick, for tests of what comes after."""
    kind, game, state = evening.kind, evening.game, evening.play.state
    while owing := sorted(kind.to_act(state)):
        state = engine.play(kind, state, owing[0], rng.choice(kind.legal_moves(state, owing[0]))).state
    game.state, game.decision = codec.state_to_json(kind, state), kind.decision(state)
    game.status, game.ended_at = Game.Status.OVER, timezone.now()
    game.save()
    evening.forget()


def is_in(phase: str) -> Callable[[Play], bool]:
    """Whether a game has come to this phase, for `play_on`."""
    return lambda play: phase_of(play) == phase


def phase_of(play: Play) -> str:
    """The word that screens carry."""
    return str(play.kind.observe(play.state, SeatNo(0), ()).phase)


def close_connection() -> None:
    """For the end of a test's own thread."""
    connection.close()
