"""From a snapshot of a room to one viewer's screen: who looks, what they may see, and the parts their page is made of.

A kind's screen gets a `Scene`: an observation and the people's names, never the state, visitors or ceilings of others.
A screen is a row of parts, each one element with an id, so that a push can carry only those that changed.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from html import escape as escaped
from json.encoder import encode_basestring, encode_basestring_ascii
from typing import Any, NamedTuple, Protocol, TypeVar

from games.engine import Event, Observation, SeatNo, codec
from games.screens.markup import SafeString, escape, mark_safe
from games.services.tables import Ceiling, Table

T = TypeVar("T")

quoted = encode_basestring_ascii
"""Text as it stands in a frame. Frames are ASCII alone: then they are put together and sent without a look at each
letter, and even in French they grow by a fortieth only."""


class Part:
    """One element of the screen; the html's outermost element carries this id. Nobody changes a part."""

    html: SafeString
    known_entry: str | None = None
    """The `entry`, once somebody has asked for it."""
    _around: tuple[str, ...] | None = None

    def __init__(self, name: str, html: SafeString, inner: tuple[Part, ...] = ()) -> None:
        self.id = name
        self.inner = inner
        """Elements inside this one that may change alone: a push carries only those while the rest stays the same."""
        self.html = html
        """The whole element."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Part) and (self.id, self.html) == (other.id, other.html)

    def __hash__(self) -> int:
        return hash((self.id, self.html))

    @property
    def entry(self) -> str:
        """Name and html as they stand in a frame; those who see the same share it."""
        entry = self.known_entry
        if entry is None:
            entry = self.known_entry = f'"{self.id}": {quoted(self.html)}'
        return entry

    def since(self, before: Part) -> Sequence[Part]:
        """The elements to send to one who sees `before`, which has the same id."""
        if self.inner and self.around == before.around:
            return self.inner_since(before)
        return [] if self.html == before.html else [self]

    def inner_since(self, before: Part) -> Sequence[Part]:
        """The inner parts to send where all around them is the same; the whole if there are others than before."""
        changed = changed_parts(before.inner, self.inner)
        return [self] if changed is None else changed

    @property
    def around(self) -> tuple[str, ...]:
        """The html with a gap for each inner part."""
        if self._around is None:
            around = str(self.html)
            for part in self.inner:
                around = around.replace(part.html, "\0", 1)
            self._around = (around,)
        return self._around


class Row(Part):
    """Inner parts one after the other; the whole is put together only where somebody needs it whole."""

    def __init__(self, name: str, before: str, inner: tuple[Part, ...], after: str) -> None:
        self.id, self.inner, self.before, self.after = name, inner, before, after

    @property
    def html(self) -> SafeString:  # type: ignore[override]
        return mark_safe(f"{self.before}{''.join([part.html for part in self.inner])}{self.after}")

    @property
    def around(self) -> tuple[str, ...]:
        return (self.before, self.after)

    def since(self, before: Part) -> Sequence[Part]:
        if isinstance(before, Row) and before.before is self.before and before.after is self.after:
            return self.inner_since(before)
        return super().since(before)


def changed_parts(old: Sequence[Part], new: Sequence[Part]) -> list[Part] | None:
    """What is new in a row of elements; None if it is made of other elements than before."""
    if len(old) != len(new):
        return None
    changed: list[Part] = []
    for was, now in zip(old, new, strict=True):
        if was is now:
            continue
        if was.id != now.id:
            return None
        if type(now) is not Part or now.inner:
            changed += now.since(was)
        elif now.html != was.html:  # as most are: sent whole or not at all
            changed.append(now)
    return changed


class Screen(NamedTuple):
    """All that one viewer sees of a room at one version."""

    version: int
    decision: int
    phase: str
    title: str
    """For the page's title: whose turn it is and what is asked."""
    layout: str
    """A class name for the whole: `is-room`, `is-game`, `is-table`."""
    me: SeatNo | None
    """The viewer's seat, for scripts that sound and move things: which of them are the viewer's own."""
    parts: tuple[Part, ...]

    @property
    def attributes(self) -> dict[str, str]:
        """What the main element carries."""
        return {
            "class": self.layout,
            "data-version": str(self.version),
            "data-decision": str(self.decision),
            "data-phase": self.phase,
            "data-title": self.title,
            "data-me": self.seat,
        }

    @property
    def attributes_text(self) -> str:
        """The same as they stand in a frame; only the title has other people's words in it."""
        return (
            f'{{"class": "{self.layout}", "data-version": "{self.version}", "data-decision": "{self.decision}", '
            f'"data-phase": "{self.phase}", "data-title": {quoted(self.title)}, "data-me": "{self.seat}"}}'
        )

    @property
    def seat(self) -> str:
        """The viewer's seat as a word; empty for those without."""
        return "" if self.me is None else str(self.me)

    @property
    def html(self) -> SafeString:
        """The whole main element."""
        attributes = " ".join(f'{name}="{escape(value)}"' for name, value in self.attributes.items())
        inside = "".join(part.html for part in self.parts)
        return mark_safe(f'<main id="screen" {attributes}>{inside}</main>')


class Look(NamedTuple):
    """Who looks at a room, how."""

    table: Table
    language: str
    origin: str
    """Scheme and host that links and QR codes of this page use."""
    person_id: int | None = None
    """Which person of the room this browser is; None for strangers."""
    is_table_screen: bool = False
    visitor_claim: int | None = None
    """The place that this stranger has asked for."""

    @property
    def person(self) -> Any:
        """The person of the room who looks, or None."""
        return self.table.person(self.person_id)

    @property
    def is_host(self) -> bool:
        """Whether the host looks."""
        return self.person_id is not None and self.person_id == self.table.host


class Sitter(NamedTuple):
    """Who sits where, as everybody sees it."""

    seat: SeatNo
    name: str
    look: int
    bot: str
    """Slug of the bot that plays or keeps this chair warm; empty for a person."""
    is_warmed: bool
    """A bot keeps the chair warm for an absent person."""
    is_away: bool
    was_replaced: bool
    deadline: datetime | None
    """When this seat's clock runs out."""


NOT_DRAWN: tuple[None, None] = (None, None)
DrawAll = Callable[[Sequence["Scene"]], list[Part]]


@dataclass(slots=True)
class Scene:
    """What a kind's screen draws from. Nobody changes it; Python makes a frozen one at four times the price."""

    seen: Observation
    sitters: tuple[Sitter, ...]
    me: SeatNo | None
    code: str
    game_number: int
    version: int
    decision: int
    edition: str
    variants: tuple[str, ...]
    options: Mapping[str, Any]
    language: str
    has_controls: bool
    """False in replays, for onlookers and for table screens: then no form is drawn."""
    ceiling: Ceiling | None = None
    """The viewer's own."""
    status: str = "running"
    own_moves: int = 0
    commitment: str = ""
    """The fingerprint of the deal, shown from the start on."""
    common: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)
    """What all who read this snapshot in this language see alike, drawn once."""
    memo: dict[Hashable, Any] = field(default_factory=dict, compare=False, repr=False)
    """What was drawn for this game's snapshots before this one."""

    def shared(self, key: Hashable, draw: Callable[[], T]) -> T:
        """Something that depends on nothing but what everybody may see: drawn for the first, handed to the others."""
        found: T | None = self.common.get(key)
        if found is None:
            found = self.common[key] = draw()
        return found

    def kept_column(self, name: str, scenes: Sequence[Scene], sources: tuple[Any, ...], draw: DrawAll) -> list[Part]:
        """What viewers who are drawn together, of whom this one is the first, saw after the move before, if it is drawn
        from the same sources again: they are compared once for all of them, which costs next to nothing where they are
        the very same objects."""
        key = (name, self.language, *[scene.me for scene in scenes])
        known, column = self.memo.get(key, NOT_DRAWN)
        if known != sources:
            column = draw(scenes)
            self.memo[key] = (sources, column)
        return column  # type: ignore[no-any-return]

    @property
    def names(self) -> tuple[str, ...]:
        """What the seats are called."""
        return self.shared("names", lambda: tuple([sitter.name for sitter in self.sitters]))

    def key(self, move: str) -> str:
        """The one-time key of a plain form: the same for the same question until the viewer has moved."""
        return f"f{self.game_number}.{self.me}.{self.decision}.{self.own_moves}.{move}"

    def name(self, seat: SeatNo) -> str:
        """What this seat is called (never "you")."""
        return self.sitters[seat].name

    def clockwise_from_me(self) -> tuple[Sitter, ...]:
        """The viewer first, then clockwise; for onlookers from seat 0."""
        start = self.me or 0
        return (*self.sitters[start:], *self.sitters[:start])


class Sign(NamedTuple):
    """The first thing on the screen: whose turn it is and what is asked."""

    headline: str
    sentence: str
    is_mine: bool
    """Gold: the viewer is asked."""
    seat: SeatNo | None
    """Whose door hangs beside the words."""
    title: str = ""
    """For the page's title where it differs from the headline."""


class KindScreen(Protocol):
    """How one kind of game looks and reads. Texts are lazy translations or made under the active language."""

    slug: str
    stylesheet: str
    rules_template: str

    def name(self) -> str:
        """What the game is called."""

    def edition_name(self, edition: str) -> str:
        """What an edition is called."""

    def edition_help(self, edition: str) -> str:
        """One plain sentence on an edition, for the one who chooses."""

    def variant_name(self, edition: str, variant: str) -> str:
        """What a variant is called in this edition."""

    def variant_help(self, edition: str, variant: str) -> str:
        """One plain sentence on a variant."""

    def sign(self, scene: Scene) -> Sign:
        """Whose turn it is, and what is asked of the viewer."""

    def signs(self, scenes: Sequence[Scene]) -> Sequence[Sign]:
        """The same for several viewers of one snapshot of a running game; those who are asked the same share one."""

    def progress(self, scene: Scene) -> SafeString:
        """Where the game is ("Buying · round 3 of 6"), for the bar at the top."""

    def parts(self, scene: Scene) -> Sequence[Part]:
        """The running game below the sign on a phone, its forms included where the viewer may move."""

    def columns(self, scenes: Sequence[Scene]) -> Iterable[Sequence[Part]]:
        """The same for several viewers of one snapshot, all with a seat or all without: part by part, each a column
        with a place per viewer. What is the same for all of them need be drawn only once. Between two columns other
        rooms are drawn."""

    def table_parts(self, scene: Scene) -> Sequence[Part]:
        """The running game on a table screen: large, public, no controls."""

    def result_parts(self, scene: Scene) -> Sequence[Part]:
        """The finished game: podium, counts, tie-breaks in words."""

    def sentence(self, event: Event, scene: Scene) -> SafeString | None:
        """One line of the log for an event told to the viewer; None for what needs no line."""

    def addressed(self, event: Event) -> Collection[SeatNo | None]:
        """The seats that read of the event in words of their own; all others who were told it share theirs."""

    def cue(self, event: Event) -> Mapping[str, Any] | None:
        """What scripts may animate and sound for an event told to the viewer: {"cue": "bid", "seat": 2, …}."""

    def fault(self, code: str, facts: Mapping[str, Any]) -> str | None:
        """Why a move of this game was refused, in words; None for a code of others."""


def cue_attribute(cue: Mapping[str, Any]) -> str:
    """A cue inside a value in single quotes; an empty one for an event that needs none, so that all are counted."""
    facts = [f'"{name}":{as_json(fact)}' for name, fact in cue.items()]
    return escaped(f"{{{','.join(facts)}}}", quote=False).replace("'", "&#x27;")


def as_json(fact: Any) -> str:
    """A fact of a cue; most are numbers and words, which need no encoder."""
    if type(fact) is int:
        return str(fact)
    return encode_basestring(fact) if type(fact) is str else codec.AS_TEXT(fact)
