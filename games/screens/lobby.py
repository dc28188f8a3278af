"""Before and between games: joining, the ring of seats, bots, options, and the button that starts."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from games.models import NAME_LENGTH
from games.screens import pieces, words
from games.screens.around import address, claims, notice, small_button
from games.screens.base import Look, Part
from games.screens.catalogue import SCREENS
from games.screens.invitation import invitation, sharing
from games.screens.markup import SafeString, format_html, mark_safe
from games.screens.menu import close_button, menu_part
from games.screens.plans import option_fields, plan_fields, plan_words
from games.screens.seating import people_sheet
from games.screens.solo import bots_offered
from games.screens.speech import gettext as _
from games.screens.speech import ngettext
from games.services.lobby import HINTS, Plan, seat_counts, why_not_start
from games.services.tables import Person

EMPTY = mark_safe("")


# Joining


def join_parts(look: Look) -> list[Part]:
    """A stranger before the first game: take a place, or watch the ring fill."""
    return [lobby_bar(look), join_sign(look), ring_part(look), join_dock(look), menu_part(look)]


def lobby_bar(look: Look) -> Part:
    """What is played, its rules, and for the host the way to change it."""
    rules = format_html(
        '<a class="icon-button" href="/rules/{}/" target="_blank" rel="noopener" aria-label="{}">{}</a>',
        look.table.kind_slug,
        _("Rules"),
        pieces.icon("book"),
    )
    html = format_html(
        '<header id="bar" class="bar"><p class="bar__words">{}</p>{}{}{}</header>',
        game_words(look),
        pieces.icon_button("settings", _("Game and options"), 'popovertarget="options"') if look.is_host else "",
        rules,
        pieces.icon_button("menu", _("Menu"), 'popovertarget="menu"'),
    )
    return Part("bar", html)


def game_words(look: Look) -> SafeString:
    """What the room is set to play."""
    table = look.table
    return format_html(
        "<b>{}</b> · {}",
        SCREENS[table.kind_slug].name(),
        plan_words(table.kind_slug, table.edition, table.variants),
    )


def join_sign(look: Look) -> Part:
    """Whose room this is."""
    host = look.table.person(look.table.host)
    sentence = (
        _("%(name)s is the host. Type your name to sit down.") % {"name": host.name}
        if host is not None and host.name
        else _("Type your name to sit down.")
    )
    html = format_html(
        '<section id="sign" class="sign"><div class="sign__words"><h1>{}</h1><p>{}</p></div></section>',
        _("Room %(code)s") % {"code": look.table.code},
        sentence,
    )
    return Part("sign", html)


def is_full(look: Look) -> bool:
    """Whether every seat is taken."""
    return len(look.table.seated) >= max(seat_counts(look.table))


def join_dock(look: Look) -> Part:
    """The form that takes a place."""
    if is_full(look):
        sentence = _("All seats are taken. You can watch here.")
        return Part("dock", format_html('<div id="dock" class="dock is-quiet"><p>{}</p></div>', sentence))
    html = format_html('<div id="dock" class="dock">{}<p class="soft">{}</p></div>', join_form(look), one_phone_each())
    return Part("dock", html)


def one_phone_each() -> str:
    """What the join page must say."""
    return _("Everyone plays on their own phone: two people cannot share one.")


def join_form(look: Look) -> SafeString:
    """Name and button."""
    inside = format_html(
        '<div class="field"><label for="name">{}</label>'
        '<input class="input" id="name" type="text" name="name" value="" required '
        'maxlength="{}" autocomplete="nickname" enterkeyhint="go" spellcheck="false" data-keep="name"></div>'
        '<button class="button is-gold is-wide">{}</button>',
        _("Your name"),
        NAME_LENGTH,
        _("Sit down"),
    )
    return pieces.form(address(look, "join"), inside, css="stack")


# The lobby


def lobby_parts(look: Look) -> list[Part]:
    """Somebody of the room before the first game."""
    sit = [seatless_part(look)] if look.person.order is None else []
    parts = [lobby_bar(look), notices(look), invite_part(look), *sit, ring_part(look), start_dock(look)]
    return [*parts, *host_sheets(look), menu_part(look)]


def notices(look: Look) -> Part:
    """Claims to places, and whether everybody is content with hints."""
    found = [*claims(look), *hints_asked(look)]
    return Part("notices", format_html('<div id="notices" class="notices">{}</div>', pieces.joined(found)))


def hints_asked(look: Look) -> list[SafeString]:
    """Hints are for all or for nobody: those who have not agreed are asked."""
    people = [person for person in look.table.seated if not person.bot]
    if not look.table.options.get("hints") or len(people) < 2:
        return []
    motion = look.table.motions.get(HINTS)
    missing = [p for p in people if p.id != look.table.host and (motion is None or p.id not in motion.voters)]
    if not missing:
        return [notice(_("You play with hints."), css=" is-quiet")]
    if look.person_id in {person.id for person in missing}:
        control = pieces.form(address(look, "hints"), small_button(_("I agree")))
        return [notice(_("The host would like to play with hints of the sharp bot for everybody."), control)]
    names = words.list_of_names([person.name for person in missing])
    return [notice(_("Hints, if %(names)s agree.") % {"names": names}, css=" is-quiet")]


def invite_part(look: Look) -> Part:
    """Code, QR code and link: the first thing in a lobby."""
    way = invitation(look)
    html = format_html(
        '<section id="invite" class="invite-section section" aria-label="{}"><div class="panel invite">'
        '<div class="invite__qr">{}</div><div class="invite__words"><p class="soft">{}</p>'
        '<h1 class="invite__code"><span class="visually-hidden">{}</span> {}</h1>'
        '<a class="invite__link" href="{}">{}</a>{}</div></div></section>',
        _("Invite people"),
        way.qr,
        _("Scan, or type"),
        _("Room"),
        look.table.code,
        way.link,
        way.shown,
        sharing(way.link, _("Come and play %(game)s") % {"game": SCREENS[look.table.kind_slug].name()}),
    )
    return Part("invite", html)


def ring_part(look: Look) -> Part:
    """The seats as a ring, the viewer below, clockwise as the people sit."""
    seated, most = look.table.seated, max(seat_counts(look.table))
    places = max(most, len(seated))
    start = next((at for at, person in enumerate(seated) if person.id == look.person_id), 0)
    turned = [*seated[start:], *seated[:start]]
    items = [ring_seat(look, person, at) for at, person in enumerate(turned)]
    items += [free_seat(at) for at in range(len(turned), places)]
    html = format_html(
        '<section id="ring" class="ring is-of-{}" aria-label="{}">'
        '<div class="ring__table"><p class="ring__count">{}</p><p class="ring__help">{}</p>{}</div>'
        '<ol class="ring__seats is-plain">{}</ol></section>',
        places,
        _("Seats, clockwise"),
        _("%(taken)s of %(most)s") % {"taken": len(seated), "most": most},
        _("clockwise, as you sit"),
        ARROW,
        pieces.joined(items),
    )
    return Part("ring", html)


ARROW = mark_safe(
    '<svg class="ring__arrow" viewBox="0 0 44 100" aria-hidden="true" fill="none" stroke="currentColor" '
    'stroke-linecap="round" stroke-linejoin="round"><path stroke-width="3" stroke-dasharray="1 8" '
    'd="M26 4C42 34 36 68 12 90"/>'
    '<path stroke-width="3.4" d="M4 82l4 13 14-4"/></svg>'
)


def ring_seat(look: Look, person: Person, at: int) -> SafeString:
    """One who sits at the ring."""
    name = _("%(name)s (you)") % {"name": person.name} if person.id == look.person_id else person.name
    return format_html(
        '<li class="ring__seat is-at-{}{}">{}<span class="ring__name">{}</span>{}</li>',
        at,
        " is-away" if person.is_away else "",
        pieces.door(person.look, is_bot=bool(person.bot)),
        name,
        role_of(look, person),
    )


def role_of(look: Look, person: Person) -> SafeString:
    """What else is to be said of a person."""
    if person.id == look.table.host:
        word = _("host, away") if person.is_away else _("host")
    elif person.bot:
        word = words.bot_name(person.bot)
    elif person.is_away:
        word = _("away")
    else:
        return EMPTY
    return format_html('<span class="ring__role">{}</span>', word)


def free_seat(at: int) -> SafeString:
    """A seat that nobody has taken."""
    return format_html(
        '<li class="ring__seat is-free is-at-{}">{}<span class="ring__name">{}</span></li>',
        at,
        pieces.sprite("door-free", "door"),
        _("free"),
    )


def seatless_part(look: Look) -> Part:
    """This device runs the table; its owner may sit down too."""
    inside = (
        format_html(
            '<details class="panel fold is-slim"><summary>{}</summary>{}<p class="hint">{}</p></details>',
            _("No seat yet: sit down too?"),
            join_form(look),
            one_phone_each(),
        )
        if not is_full(look)
        else format_html('<p class="soft">{}</p>', _("This device runs the table without a seat."))
    )
    return Part("sit", format_html('<section id="sit" class="sit-section section">{}</section>', inside))


# The dock of the lobby


def start_dock(look: Look) -> Part:
    """The host's controls, or whom the others wait for."""
    if not look.is_host:
        host = look.table.person(look.table.host)
        name = host.name if host is not None else ""
        sentence = _("Waiting for %(name)s to start.") % {"name": name} if name else _("Waiting for the host to start.")
        reason = why_not_start(look.table)
        hint = words.fault_sentence(reason[0], reason[1], look.table.kind_slug) if reason else ""
        return Part(
            "dock",
            format_html(
                '<div id="dock" class="dock is-quiet"><p><b>{}</b></p><p class="soft">{}</p></div>', sentence, hint
            ),
        )
    html = format_html(
        '<div id="dock" class="dock"><div class="dock__row">{}{}</div>{}</div>',
        bot_control(look),
        sheet_button("people", _("Arrange seats")),
        start_control(look),
    )
    return Part("dock", html)


def sheet_button(sheet: str, label: str, icon: str = "") -> SafeString:
    """Opens a sheet."""
    return format_html(
        '<button type="button" class="button is-ghost is-grow" popovertarget="{}">{}{}</button>',
        sheet,
        pieces.icon(icon) if icon else "",
        label,
    )


def bot_control(look: Look) -> SafeString:
    """Add a bot: at once where there is one strength, else after choosing."""
    if is_full(look):
        return EMPTY
    offered = bots_offered(look.table.kind_slug)
    if len(offered) > 1:
        return sheet_button("bots", _("Add a bot"), "bot")
    inside = pieces.joined(
        format_html(
            '{}<button class="button is-ghost" id="add-bot">{}{}</button>',
            pieces.hidden("add", slug),
            pieces.icon("bot"),
            _("Add a bot"),
        )
        for slug in offered
    )
    return pieces.form(address(look, "bots"), inside, css="is-grow")


def start_control(look: Look) -> SafeString:
    """Start, with what it means; or in words why not yet."""
    reason = why_not_start(look.table)
    if reason is not None:
        sentence = words.fault_sentence(reason[0], reason[1], look.table.kind_slug)
        return format_html('<p class="button is-quiet is-wide" id="start">{}</p>', sentence)
    people = len(look.table.seated)
    free = max(seat_counts(look.table)) - people
    wait = ngettext("or wait: %(free)s seat is free", "or wait: %(free)s seats are free", free) % {"free": free}
    inside = format_html(
        '<button class="button is-gold is-wide" id="start">{}<small>{}</small></button>',
        _("Start with %(people)s") % {"people": people},
        wait if free else _("everybody is here"),
    )
    return pieces.form(address(look, "start"), inside)


# Sheets of the host


def host_sheets(look: Look) -> list[Part]:
    """What the host sets up, each in its sheet."""
    if not look.is_host:
        return []
    return [people_sheet(look), bots_sheet(look), options_sheet(look)]


def bots_sheet(look: Look) -> Part:
    """Which bot to add."""
    html = format_html(
        '<section id="bots" class="sheet" popover aria-labelledby="bots-title"><div class="sheet__head">'
        '<h2 id="bots-title">{}</h2>{}</div>{}</section>',
        _("Add a bot"),
        close_button("bots"),
        pieces.form(address(look, "bots"), bot_buttons(look.language, look.table.kind_slug), css="menu__list"),
    )
    return Part("bots", html)


@lru_cache(maxsize=64)
def bot_buttons(language: str, kind_slug: str) -> SafeString:
    """A button for each strength."""
    return pieces.joined(
        format_html(
            '<button class="menu__item" name="add" value="{}">{}<span>{}<small>{}</small></span></button>',
            slug,
            pieces.icon("bot"),
            words.bot_name(slug),
            words.bot_help(slug),
        )
        for slug in bots_offered(kind_slug)
    )


def options_sheet(look: Look) -> Part:
    """What is played, and how."""
    table = look.table
    inside = format_html(
        '<fieldset class="field"><legend>{}</legend>{}</fieldset>{}'
        '<button class="button is-gold is-wide is-slim">{}</button>',
        _("Game"),
        games_offered(look.language, table.kind_slug, table.edition, table.variants),
        option_fields(table.options, table.seated),
        _("Keep these options"),
    )
    html = format_html(
        '<section id="options" class="sheet" popover aria-labelledby="options-title"><div class="sheet__head">'
        '<h2 id="options-title">{}</h2>{}</div>{}</section>',
        _("Game and options"),
        close_button("options"),
        pieces.form(address(look, "options"), inside, css="stack"),
    )
    return Part("options", html)


@lru_cache(maxsize=256)
def games_offered(language: str, kind_slug: str, edition: str, variants: tuple[str, ...]) -> SafeString:
    """Every game with its editions and variants, these chosen: rooms choose among few."""
    return plan_fields(Plan(kind_slug, edition, variants))


# Between games


def between_parts(look: Look) -> list[Part]:
    """After a result: sit down for the next game, and the host's controls."""
    if look.person is None or look.person.order is None:
        return [between_join(look), *host_sheets(look)]
    if not look.is_host:
        return []
    links = pieces.joined(
        [
            text_button("people", _("Arrange seats")),
            text_button("bots", _("Add a bot")) if not is_full(look) else EMPTY,
            text_button("options", _("Game and options")),
        ]
    )
    html = format_html('<nav id="between" class="section between" aria-label="{}">{}</nav>', _("Next game"), links)
    return [Part("between", html), *host_sheets(look)]


def text_button(sheet: str, label: str) -> SafeString:
    """Opens a sheet, quietly."""
    return format_html('<button type="button" class="button is-text" popovertarget="{}">{}</button>', sheet, label)


def between_join(look: Look) -> Part:
    """A newcomer sits down for the next game."""
    inside = (
        format_html('<p class="soft">{}</p>', _("All seats are taken. You can watch here."))
        if is_full(look)
        else format_html(
            '<div class="panel stack"><h2>{}</h2>{}<p class="hint">{}</p></div>',
            _("Join the next game"),
            join_form(look),
            one_phone_each(),
        )
    )
    return Part("between", format_html('<section id="between" class="section">{}</section>', inside))


# Table screens


def table_lobby_parts(look: Look) -> Sequence[Part]:
    """The lobby on a TV: how to get in, and who is there."""
    way = invitation(look)
    html = format_html(
        '<section id="invite" class="table-invite"><div class="table-invite__qr">{}</div>'
        '<div class="table-invite__words"><p class="soft">{}</p>'
        '<h1 class="invite__code"><span class="visually-hidden">{}</span> {}</h1>'
        '<p class="table-invite__link">{}</p></div></section>',
        way.qr,
        _("Scan, or type"),
        _("Room"),
        look.table.code,
        way.shown,
    )
    head = format_html('<header id="bar" class="table-head"><p>{}</p></header>', game_words(look))
    return [Part("bar", head), Part("invite", html), ring_part(look)]
