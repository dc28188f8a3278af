"""The pages that are judged: rooms brought into every state by plain HTTP, and for each page who looks at it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from random import Random

from tests.judges.visitors import TOKEN, Visitor

NAMES = ("Mia", "Jonas", "Lena", "Amara", "Théo", "Zoë")
LONGEST_GAME = 3000


@dataclass(frozen=True)
class Scene:
    """One page as one person sees it."""

    name: str
    path: str
    visitor: Visitor
    script: str = ""
    """Run in the page before it is looked at, e.g. to open a sheet."""
    sends: Mapping[str, object] | None = None
    """Fields of a form to send to `path`; the answer is the page. Sent from `comes_from`."""
    comes_from: str = "/"
    status: int = 200
    traits: frozenset[str] = field(default_factory=frozenset)
    """`fast`: where speed counts; `found`: for search engines; `table`: for large screens."""

    def html(self, language: str) -> str:
        """What the server sends."""
        if self.sends is None:
            answer = self.visitor.get(self.path, language)
        else:
            answer = self.visitor.send(self.path, self.sends, language)
        if answer.status != self.status:
            raise RuntimeError(f"{self.name}: {answer.status} instead of {self.status}")
        return answer.text


@dataclass
class Room:
    """A room with its people."""

    code: str
    people: list[Visitor]

    @property
    def path(self) -> str:
        """Its address."""
        return f"/r/{self.code}/"

    def asked(self) -> Visitor:
        """The first who may move now."""
        return next(person for person in self.people if self.owes(person))

    def waiting(self) -> Visitor:
        """The first who may not."""
        return next(person for person in self.people if not self.owes(person))

    def owes(self, person: Visitor) -> bool:
        """Whether this person's page is lit and has moves."""
        return 'class="sign is-gold"' in person.get(self.path).text and bool(person.moves(self.code))

    def phase(self) -> str:
        """Where the game is."""
        return self.people[0].get(self.path).text.partition('data-phase="')[2].partition('"')[0]

    def step(self, choose: Callable[[Visitor, str], None]) -> None:
        """Whoever is asked first makes a move."""
        choose(self.asked(), self.code)

    def play_until(self, is_there: Callable[[], bool], choose: Callable[[Visitor, str], None]) -> None:
        """Play on."""
        for _ in range(LONGEST_GAME):
            if is_there():
                return
            self.step(choose)
        raise RuntimeError("the game does not get there")


def first_move(person: Visitor, code: str) -> None:
    """Whatever the page offers first."""
    person.move(code, person.moves(code)[0])


def lowest_bid(person: Visitor, code: str) -> None:
    """Bid the least, where a bid is offered."""
    forms = person.moves(code)
    person.move(code, next((form for form in forms if form.move == "bid"), forms[0]))


def lively(rng: Random) -> Callable[[Visitor, str], None]:
    """Moves as people make them: any legal one, bids near the lowest."""

    def choose(person: Visitor, code: str) -> None:
        forms = person.moves(code)
        bids = [form for form in forms if form.move == "bid"]
        form = rng.choice(bids) if bids and rng.random() < 0.6 else rng.choice(forms)
        chosen: dict[str, object] = {name: rng.choice(values) for name, values in form.choices.items()}
        chosen |= {name: min(high, low + rng.choice((0, 0, 1))) for name, (low, high) in form.ranges.items()}
        person.move(code, form, **chosen)

    return choose


def collect_or_first(person: Visitor, code: str) -> None:
    """In Square on Sale collecting ends the game soon."""
    forms = person.moves(code)
    person.move(code, next((form for form in forms if form.move == "collect"), forms[0]))


ROOMS: list[Room] = []
"""All that were opened, so that nobody in them seems away when a picture is taken."""


def open_room(port: int, seats: int, kind: str = "for_sale", edition: str = "2015", *, is_started: bool = True) -> Room:
    """A room full of people."""
    people = [Visitor(port) for _ in range(seats)]
    opened = people[0].post("/r/", kind=kind, edition=edition, name=NAMES[0])
    if opened.status != 303:
        raise RuntimeError(f"no room: {opened.status}")
    code = opened.location.split("/")[2]
    for person, name in zip(people[1:], NAMES[1:], strict=False):
        person.post(f"/r/{code}/join", name=name)
    if is_started:
        people[0].post(f"/r/{code}/start")
    ROOMS.append(Room(code, people))
    return ROOMS[-1]


def show(popover: str) -> str:
    """The script that opens a sheet."""
    return f"document.getElementById('{popover}').showPopover()"


FAST = frozenset({"fast"})
FOUND = frozenset({"found"})
TABLE = frozenset({"table"})
REVEAL = (
    "const reveal = document.getElementById('reveal');"
    "const show = () => reveal.hidden && (reveal.hidden = false);"
    "new MutationObserver(show).observe(reveal, { attributes: true }); show()"
)
"""A push that comes later would hide it again."""


def outside(port: int) -> Iterator[Scene]:
    """Pages outside a room."""
    stranger = Visitor(port)
    yield Scene("home", "/", stranger, traits=FAST | FOUND)
    yield Scene("home: new room", "/", stranger, show("new-room"))
    yield Scene("home: against bots", "/", stranger, show("alone"))
    yield Scene("rules of For Sale", "/rules/for_sale/", stranger, traits=FOUND)
    yield Scene("rules of Square on Sale", "/rules/square_on_sale/", stranger, traits=FOUND)
    yield Scene("offline", "/offline/", stranger)
    yield Scene("error 404", "/nobody/lives/here", stranger, status=404)
    yield Scene("error 403", "/solo", stranger, sends={"kind": "for_sale"}, status=403)


def lobbies(port: int) -> Iterator[Scene]:
    """Before a game."""
    room = open_room(port, 3, is_started=False)
    host, guest = room.people[:2]
    yield Scene("join", room.path, Visitor(port))
    yield Scene("lobby: host", room.path, host)
    yield Scene("lobby: menu", room.path, host, "document.querySelector('[popovertarget]').click()")
    yield Scene("lobby: guest", room.path, guest)
    yield Scene("lobby: table screen", room.path + "table/", Visitor(port), traits=TABLE)
    alone = open_room(port, 1, is_started=False)
    sends = {"csrfmiddlewaretoken": TOKEN}
    yield Scene("error 422", alone.path + "start", alone.people[0], "", sends, alone.path, 422)
    guest.post(room.path + "transfer")
    yield Scene("another phone", room.path + "transfer/", guest)


def auctions(port: int) -> Iterator[Scene]:
    """Houses are bought."""
    room = open_room(port, 5)
    for _ in range(6):
        room.step(lowest_bid)
    room.play_until(lambda: 'class="last-round' in room.people[0].get(room.path).text, first_move)
    for _ in range(3):
        room.step(lowest_bid)
    room.step(first_move)
    asked, waiting = room.asked(), room.waiting()
    yield Scene("home: back to my game", "/", asked)
    yield Scene("buying: my turn", room.path, asked, traits=FAST)
    yield Scene("buying: waiting", room.path, waiting, traits=FAST)
    yield Scene("buying: ceiling", room.path, asked, "document.getElementById('ceiling')?.setAttribute('open', '')")
    yield Scene("buying: menu", room.path, asked, show("menu"))
    yield Scene("buying: onlooker", room.path, Visitor(port))
    yield Scene("buying: table screen", room.path + "table/", Visitor(port), traits=TABLE)
    six = open_room(port, 6)
    yield Scene("buying: six", six.path, six.asked())


def sales(port: int) -> Iterator[Scene]:
    """Houses are sold."""
    room = open_room(port, 5)
    choose = lively(Random(5))
    room.play_until(lambda: room.phase() == "selling", choose)
    for _ in range(5):
        room.step(choose)
    sealed = room.asked()
    first_move(sealed, room.code)
    yield Scene("selling: choose", room.path, room.asked(), traits=FAST)
    yield Scene("selling: sealed", room.path, sealed)
    yield Scene("selling: reveal", room.path, room.asked(), REVEAL)
    yield Scene("selling: table screen", room.path + "table/", Visitor(port), traits=TABLE)
    yield Scene("reveal: table screen", room.path + "table/", Visitor(port), REVEAL, traits=TABLE)


def results(port: int) -> Iterator[Scene]:
    """The end of a game and its story."""
    room = open_room(port, 3, edition="1997")
    room.play_until(lambda: room.phase() == "over", lively(Random(6)))
    yield Scene("result", room.path, room.people[1], traits=FAST)
    yield Scene("result: table screen", room.path + "table/", Visitor(port), traits=TABLE)
    yield Scene("story", room.path + "games/1/", room.people[1])
    yield Scene("replay", room.path + "games/1/replay/?step=20", room.people[1])
    yield Scene("evening", room.path + "games/", room.people[1])


def is_bidding(room: Room) -> bool:
    """Whether the one who is asked may bid."""
    return any(form.move == "bid" for form in room.asked().moves(room.code))


def squares(port: int) -> Iterator[Scene]:
    """Square on Sale."""
    room = open_room(port, 3, "square_on_sale", "2009")
    choose = lively(Random(7))
    for _ in range(60):
        room.step(choose)
    room.play_until(lambda: is_bidding(room), choose)
    yield Scene("Square on Sale: turn", room.path, room.asked(), traits=FAST)
    yield Scene("Square on Sale: waiting", room.path, room.waiting())
    yield Scene("Square on Sale: table", room.path + "table/", Visitor(port), traits=TABLE)
    over = open_room(port, 4, "square_on_sale", "2009")
    over.play_until(lambda: over.phase() == "over", collect_or_first)
    yield Scene("Square on Sale: result", over.path, over.people[0])
    yield Scene("Square on Sale: story", over.path + "games/1/", over.people[0])
    yield Scene("Square on Sale: replay", over.path + "games/1/replay/", over.people[0])


GROUPS = (outside, lobbies, auctions, sales, results, squares)
QUICK_NAMES = frozenset(
    {"home", "home: new room", "lobby: host", "buying: my turn", "selling: choose", "selling: reveal", "result"}
    | {"buying: table screen", "Square on Sale: turn", "rules of For Sale", "error 404"}
)


def is_built(scene: Scene) -> bool:
    """Whether this site has the page."""
    return scene.sends is not None or scene.visitor.get(scene.path).status == scene.status


def all_scenes(port: int, *, is_quick: bool, only: frozenset[str] = frozenset()) -> list[Scene]:
    """Every scene, or the few of a quick run, or those of some groups."""
    groups = [group for group in GROUPS if not only or group.__name__ in only]
    scenes = [scene for group in groups for scene in group(port) if is_built(scene)]
    return [scene for scene in scenes if scene.name in QUICK_NAMES] if is_quick else scenes
