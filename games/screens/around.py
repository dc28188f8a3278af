"""What surrounds every game on a phone: the bar, the sign, notices, the log, the menu, and the way to the next game."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from functools import lru_cache

from games.screens import pieces, words
from games.screens.base import Look, Part, Scene, Sign
from games.screens.invitation import invitation
from games.screens.markup import SafeString, escape, format_html, mark_safe, shown
from games.screens.menu import menu_part
from games.screens.speech import gettext as _
from games.screens.speech import ngettext
from games.services.lobby import seat_counts, why_not_start
from games.services.tables import Asked, Play, Standing, Table

__all__ = [
    "Log",
    "LogLine",
    "again_part",
    "bar_part",
    "empty_log",
    "log_line",
    "menu_part",
    "notices_part",
    "sign_part",
    "sign_parts",
    "standings_part",
    "table_corner_part",
]

LogLine = SafeString
"""A sentence of the log."""

EMPTY = mark_safe("")


def address(look: Look, action: str) -> str:
    """Where a form of this room posts to."""
    return f"/r/{look.table.code}/{action}"


# The top of the screen


@lru_cache(maxsize=1024)
def bar_part(language: str, progress: SafeString, *, has_hand: bool) -> Part:
    """Where the game is, and the buttons that are always there."""
    where = Part("where", format_html('<p id="where" class="bar__words">{}</p>', progress))
    html = format_html(
        '<header id="bar" class="bar">{}{}{}{}</header>',
        where.html,
        pieces.pressed_button(("eye", "eye-off"), _("Hide my hand"), 'data-preference="hand"') if has_hand else "",
        pieces.pressed_button(("sound", "mute"), _("Mute"), 'data-preference="mute"'),
        pieces.icon_button("menu", _("Menu"), 'popovertarget="menu"'),
    )
    return Part("bar", html, (where,))


def sign_parts(signs: Sequence[Sign], scenes: Sequence[Scene]) -> list[Part]:
    """The signs of viewers of one snapshot; those who read the very same share it."""
    drawn: dict[int, Part] = {}
    column = []
    for sign, scene in zip(signs, scenes, strict=True):
        part = drawn.get(id(sign))
        if part is None:
            part = drawn[id(sign)] = sign_part(sign, scene)
        column.append(part)
    return column


def sign_part(sign: Sign, scene: Scene) -> Part:
    """Whose turn it is and what is asked; gold when it is the viewer."""
    door = EMPTY
    if sign.seat is not None:
        sitter = scene.sitters[sign.seat]
        door = pieces.door(sitter.look, is_bot=bool(sitter.bot))
    return hung(sign, door)


@lru_cache(maxsize=4096)
def hung(sign: Sign, door: SafeString) -> Part:
    """A sign with a door beside its words."""
    html = (
        f'<section id="sign" class="sign{" is-gold" if sign.is_mine else ""}">{door}<div class="sign__words">'
        f"<h1>{shown(sign.headline)}</h1><p>{shown(sign.sentence)}</p></div></section>"
    )
    return Part("sign", mark_safe(html))


# Notices

FRESH = timedelta(seconds=30)
"""A notice stands until this long before the present question was put."""


def notices_parts(looks: Sequence[Look]) -> list[Part]:
    """The notices of viewers of one snapshot, all with a seat or all without."""
    if is_quiet(looks[0].table) and looks[0].table.chair_of(looks[0].person_id) is not None:
        return [NO_NOTICES] * len(looks)
    return [notices_part(look) for look in looks]


def notices_part(look: Look) -> Part:
    """What the viewer should know or answer beside the game: a chair kept warm, claims, motions, who came and went."""
    found = [*own_chair(look), *watching(look), *claims(look), *motion_to_end(look), *absent(look), *latest(look)]
    return Part("notices", format_html('<div id="notices" class="notices">{}</div>', pieces.joined(found)))


NO_NOTICES = Part("notices", mark_safe('<div id="notices" class="notices"></div>'))


def is_quiet(table: Table) -> bool:
    """Whether there is plainly nothing to say to those who play, which is nearly always so."""
    if table.notices or table.claims or table.motions:
        return False
    people, chairs = table.people, table.play.chairs if table.play else ()
    known = table.memo.get("all there")
    if known is None or known[0] is not people or known[1] is not chairs:
        is_missed = any(person.is_away for person in people) or any(chair.warmer for chair in chairs)
        known = table.memo["all there"] = (people, chairs, not is_missed)
    return bool(known[2])


def notice(words_of_it: SafeString | str, controls: SafeString = EMPTY, css: str = "") -> SafeString:
    """One line with what can be done about it."""
    return format_html('<div class="notice{}"><p class="is-grow">{}</p>{}</div>', css, words_of_it, controls)


def small_button(label: str, css: str = "is-outline") -> SafeString:
    """A button beside a line of text."""
    return format_html('<button class="button is-small {}">{}</button>', css, label)


def own_chair(look: Look) -> list[SafeString]:
    """The way back for one whose chair a bot keeps warm."""
    chair = look.table.chair_of(look.person_id)
    if chair is None or not chair.warmer or not is_running(look):
        return []
    back = pieces.form(address(look, "return"), small_button(_("Take your seat back")))
    return [notice(_("A bot is playing for you."), back, " is-gold")]


def watching(look: Look) -> list[SafeString]:
    """Why there is nothing to do for one without a seat."""
    if not is_running(look) or look.table.chair_of(look.person_id) is not None:
        return []
    words_of_it = _("You are watching.") if look.person else _("You are watching. You can join the next game.")
    return [notice(words_of_it, css=" is-quiet")]


def claims(look: Look) -> list[SafeString]:
    """Claims to seats: a stranger's own, and those that people of the room are asked about."""
    if look.person is None:
        claimed = look.table.person(look.visitor_claim)
        if claimed is None:
            return []
        return [notice(_("You asked for the seat of %(name)s. The table is being asked.") % {"name": claimed.name})]
    return [claim_notice(look, claim) for claim in look.table.claims]


def claim_notice(look: Look, claim: Asked) -> SafeString:
    """Somebody with a new phone says who they are: is it true?"""
    claimed = look.table.person(claim.player)
    name = claimed.name if claimed else "–"
    if claim.player == look.person_id:
        question = _("Somebody wants to play in your place from another phone. Is it you?")
    else:
        question = _("Somebody with another phone says: “I am %(name)s.” Is it true?") % {"name": name}
    motion = look.table.motions.get(f"claim:{claim.id}")
    if motion is not None and look.person_id in motion.voters:
        return notice(_("You agreed that %(name)s changes phones. Somebody else must agree too.") % {"name": name})
    yes = format_html("{}{}", pieces.hidden("agree", claim.id), small_button(_("Yes")))
    controls = [pieces.form(address(look, "claim"), yes)]
    if look.is_host or claim.player == look.person_id:
        no = format_html("{}{}", pieces.hidden("refuse", claim.id), small_button(_("No"), "is-text"))
        controls.append(pieces.form(address(look, "claim"), no))
    return notice(question, pieces.joined(controls))


def motion_to_end(look: Look) -> list[SafeString]:
    """Who wants to end the game early."""
    motion = look.table.motions.get("end")
    if motion is None or not motion.voters or not is_running(look):
        return []
    names = [person.name or _("The host") for person in look.table.people if person.id in motion.voters]
    many = ngettext("%(names)s wants to end this game.", "%(names)s want to end this game.", len(names))
    sentence = many % {"names": words.list_of_names(names)}
    may_agree = look.is_host or look.table.chair_of(look.person_id) is not None
    if not may_agree or look.person_id in motion.voters:
        return [notice(sentence)]
    return [notice(sentence, pieces.form(address(look, "end"), small_button(_("Me too"))))]


def absent(look: Look) -> list[SafeString]:
    """Whom the table is waiting for and who is not there."""
    play = look.table.play
    if play is None or (look.table.chair_of(look.person_id) is None and not look.is_host):
        return []
    missed = []
    for chair in play.chairs:
        person = look.table.person(chair.player)
        is_missed = chair.number in play.to_act and not chair.driver and chair.player != look.person_id
        if person is not None and person.is_away and is_missed:
            missed.append((chair.name, person.id))
    if not missed:
        return []
    if len(missed) == 1:
        ((name, player),) = missed
        return [notice(_("%(name)s seems to be away.") % {"name": name}, for_a_bot(look, player, _("Let a bot play")))]
    sentence = _("%(names)s seem to be away.") % {"names": words.list_of_names([name for name, _player in missed])}
    controls = [for_a_bot(look, player, _("A bot for %(name)s") % {"name": name}) for name, player in missed]
    return [
        format_html(
            '<details class="notice is-many fold"><summary>{}</summary><div class="notice__choices">{}</div></details>',
            sentence,
            pieces.joined(controls),
        )
    ]


def for_a_bot(look: Look, player: int, label: str) -> SafeString:
    """A vote for a bot in somebody's place, until it is given."""
    motion = look.table.motions.get(f"absent:{player}")
    if motion is not None and look.person_id in motion.voters:
        return EMPTY
    inside = format_html("{}{}", pieces.hidden("player", player), small_button(label))
    return pieces.form(address(look, "absent"), inside)


def latest(look: Look) -> list[SafeString]:
    """The newest thing that happened around this game, while it is fresh."""
    play = look.table.play
    if play is None or not play.is_running or not look.table.notices:
        return []
    newest = look.table.notices[-1]
    chair = look.table.chair_of(look.person_id)
    is_known = chair is not None and bool(chair.warmer) and newest.seat == chair.number
    sentence = "" if is_known else words.notice_sentence(newest, look.table)
    return [notice(sentence, css=" is-quiet")] if sentence and newest.at >= play.asked_at - FRESH else []


def is_running(look: Look) -> bool:
    """Whether a game is under way."""
    return look.table.play is not None and look.table.play.is_running


# The log

AHEAD = 128
"""So many places stand ready, the last ones empty, so that a new line does not send the whole log again."""


class Log(Part):
    """All that was told to a viewer, a line each, the newest first.

    The logs of one viewer share a list and only add to it; each log is its first `count` lines.
    """

    def __init__(self, title: SafeString, lines: list[Part], heard: int = 0) -> None:
        self.id, self.inner, self.title, self.shared = "log", (), title, lines
        self.count = len(lines)
        self.heard = heard
        """How many events it tells of, those that need no line included."""

    def grown(self, fresh: Sequence[Part], heard: int) -> Log:
        """The log with the lines of what was told since."""
        # Where another log has grown from this one, the list has lines that are not this one's.
        lines = self.shared if len(self.shared) == self.count else self.shared[: self.count]
        lines += fresh
        return Log(self.title, lines, heard)

    @property
    def lines(self) -> list[Part]:
        """Its lines, the oldest first."""
        return self.shared[: self.count]

    @property
    def places(self) -> int:
        """How many lines it has room for."""
        return (self.count // AHEAD + 1) * AHEAD

    @property
    def html(self) -> SafeString:  # type: ignore[override]
        empty = no_lines(self.count, self.places)
        lines = "".join([line.html for line in reversed(self.lines)])
        return mark_safe(
            f'<details id="log" class="log fold section"><summary>{self.title}</summary>'
            f"<ol>{empty}{lines}</ol></details>"
        )

    def since(self, before: Part) -> Sequence[Part]:
        if isinstance(before, Log) and before.count // AHEAD == self.count // AHEAD and self.begins_like(before):
            return self.shared[before.count : self.count]
        return [self]

    def begins_like(self, before: Log) -> bool:
        """Whether the lines of the other one are the first of these."""
        if before.shared is self.shared:
            return before.count <= self.count
        return self.lines[: before.count] == before.lines


def empty_log() -> Log:
    """Nothing was told yet, in the language that is spoken now: the log is put together when nobody speaks any."""
    return Log(escape(_("What has happened so far")), [])


def log_line(number: int, words_of_it: LogLine) -> Part:
    """One line of the log."""
    return Part(f"log-{number}", mark_safe(f'<li id="log-{number}">{words_of_it}</li>'))


@lru_cache(maxsize=1024)
def no_lines(start: int, end: int) -> str:
    """Places for lines to come."""
    return "".join([f'<li id="log-{number}" hidden></li>' for number in range(end - 1, start - 1, -1)])


# After a game


def standings_part(look: Look) -> Part:
    """The evening's running total, from the second game on."""
    standings = look.table.standings
    games = max((row.games for row in standings), default=0)
    if games < 2 and (look.table.play is None or look.table.play.number < 2):
        return Part("standings", mark_safe('<section id="standings" hidden></section>'))
    own_name = look.person.name if look.person else None
    rows = pieces.joined([standing_row(look.language, row, is_mine=row.name == own_name) for row in standings])
    return Part("standings", format_html(standings_frame(look.language), rows))


@lru_cache(maxsize=16)
def standings_frame(language: str) -> str:
    """What surrounds the rows of the running total."""
    heads = "".join(format_html('<th scope="col">{}</th>', head) for head in (_("games"), _("wins"), _("total")))
    title, player = escape(_("This evening")), escape(_("Player"))
    return (
        f'<section id="standings" class="section standings"><div class="panel"><h2>{title}</h2>'
        '<table class="table"><thead><tr><th scope="col">'
        f'<span class="visually-hidden">{player}</span></th>{heads}</tr></thead>'
        "<tbody>{}</tbody></table></div></section>"
    )


@lru_cache(maxsize=2048)
def standing_row(language: str, row: Standing, *, is_mine: bool) -> SafeString:
    """One player's evening."""
    return format_html(
        '<tr{}><th scope="row">{}{}</th><td>{}</td><td>{}</td><td class="is-total">{}</td></tr>',
        mark_safe(' class="is-mine"') if is_mine else "",
        pieces.badge(row.look),
        _("You") if is_mine else row.name,
        row.games,
        row.wins,
        row.total,
    )


def again_part(look: Look) -> Part:
    """The story of this game and of the evening, and the next one with one tap."""
    play = look.table.play
    story = story_links(look, play) if play is not None else EMPTY
    button = again_button(look) if look.person is not None else EMPTY
    quiet = "" if look.person is not None else " is-quiet"
    return Part("again", format_html('<div id="again" class="dock{}">{}{}</div>', quiet, story, button))


def story_links(look: Look, play: Play) -> SafeString:
    """To the page of the finished game, and to that of all games of the room."""
    return format_html(
        '<div class="dock__row stories"><a class="button is-ghost" href="{}">{}{}</a>'
        '<a class="button is-ghost" href="{}">{}</a></div>',
        address(look, f"games/{play.number}/"),
        pieces.icon("book"),
        _("The story of this game"),
        address(look, "games/"),
        _("This evening"),
    )


def again_button(look: Look) -> SafeString:
    """Play again, or why it cannot begin."""
    reason = why_not_start(look.table)
    if reason is not None:
        return format_html(
            '<p class="button is-quiet is-wide">{}</p>',
            words.fault_sentence(reason[0], reason[1], look.table.kind_slug),
        )
    inside = format_html(
        '<button class="button is-gold is-wide" id="play-again">{}<small>{}</small></button>',
        _("Play again"),
        _("same people, same link"),
    )
    return pieces.form(address(look, "again"), inside)


# Table screens


def table_corner_part(look: Look) -> Part:
    """The room's code in the corner of a table screen, with its QR code until the seats are full."""
    has_room = not is_running(look) and len(look.table.seated) < max(seat_counts(look.table))
    html = format_html(
        '<aside id="corner" class="corner">{}<p class="corner__words"><span>{}</span><b>{}</b></p></aside>',
        invitation(look).qr if has_room else "",
        _("Room"),
        look.table.code,
    )
    return Part("corner", html)
