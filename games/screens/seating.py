"""The host's list of people: order clockwise, who leaves, who is host. Works by forms; a script adds dragging."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from games.screens import pieces, words
from games.screens.base import Look, Part
from games.screens.markup import SafeString, format_html, mark_safe
from games.screens.menu import close_button
from games.screens.speech import gettext as _
from games.services.tables import Person

HANDLE = mark_safe(
    '<span class="seating__handle" data-handle aria-hidden="true"><svg class="icon" viewBox="0 0 24 24" '
    'fill="currentColor"><path d="M8 5h3v3H8zm5 0h3v3h-3zM8 10.5h3v3H8zm5 0h3v3h-3zM8 16h3v3H8zm5 0h3v3h-3z"/>'
    "</svg></span>"
)


def people_sheet(look: Look) -> Part:
    """Everybody at the table in the order they sit."""
    table = look.table
    return drawn_sheet(look.language, table.code, table.seated, table.host)


@lru_cache(maxsize=2048)
def drawn_sheet(language: str, code: str, seated: tuple[Person, ...], host: int | None) -> Part:
    """The same list for the whole evening, unless somebody comes, goes or moves."""
    rows = pieces.joined(row(code, seated, at, host) for at in range(len(seated)))
    html = format_html(
        '<section id="people" class="sheet" popover aria-labelledby="people-title"><div class="sheet__head">'
        '<h2 id="people-title">{}</h2>{}</div><p class="hint">{}</p>{}'
        '<ol class="seating is-plain" data-seating>{}</ol>{}</section>',
        _("Seats, clockwise"),
        close_button("people"),
        _("Put everybody in the order in which you sit around the table."),
        tap_mode(),
        rows,
        drop_form(code),
    )
    return Part("people", html)


def tap_mode() -> SafeString:
    """Sit down in order: tap one after the other; shown by the script that does it."""
    label = _("Tap the names in order instead")
    return format_html(
        '<button type="button" class="button is-text" data-tap-order hidden aria-pressed="false" '
        'data-help="{}" data-label="{}">{}</button>',
        _("Now tap the names clockwise around the table."),
        label,
        label,
    )


def drop_form(code: str) -> SafeString:
    """Posts the order that a script has made."""
    button = format_html("<button hidden>{}</button>", _("Seat them in this order"))
    return pieces.form(f"/r/{code}/seats", button, css="seating__form")


def row(code: str, seated: Sequence[Person], at: int, host: int | None) -> SafeString:
    """One person with what the host may do."""
    person = seated[at]
    return format_html(
        '<li class="seating__row" data-player="{}">{}{}<span class="seating__name" data-name>{}</span>{}{}{}</li>',
        person.id,
        HANDLE,
        pieces.door(person.look, is_bot=bool(person.bot)),
        person.name,
        move_form(code, moved(seated, at, -1), person, "up", _("Move %(name)s up") % {"name": person.name}),
        move_form(code, moved(seated, at, +1), person, "down", _("Move %(name)s down") % {"name": person.name}),
        person_actions(code, person, host),
    )


def moved(seated: Sequence[Person], at: int, by: int) -> list[int]:
    """The same people with one of them a place further; at the ends of the list around to the other end."""
    ids = [person.id for person in seated]
    ids.insert((at + by) % len(seated), ids.pop(at))
    return ids


def move_form(code: str, order: Sequence[int], person: Person, icon: str, label: str) -> SafeString:
    """A button that seats everybody anew."""
    fields = pieces.joined(pieces.hidden("order", player) for player in order)
    button = format_html(
        '<button class="icon-button" id="{}-{}" aria-label="{}">{}</button>', icon, person.id, label, pieces.icon(icon)
    )
    return pieces.form(f"/r/{code}/seats", fields + button)


def person_actions(code: str, person: Person, host: int | None) -> SafeString:
    """Remove, or make host."""
    if person.id == host:
        return format_html('<div class="seating__actions soft">{}</div>', _("host"))
    if person.bot:
        field = pieces.hidden("remove", person.id)
        return format_html(
            '<div class="seating__actions"><span class="soft">{}</span>{}</div>',
            words.bot_name(person.bot),
            pieces.form(f"/r/{code}/bots", field + text_button(_("Remove"))),
        )
    field = pieces.hidden("player", person.id)
    return format_html(
        '<div class="seating__actions">{}{}</div>',
        pieces.form(f"/r/{code}/host", field + text_button(_("Make host"))),
        pieces.form(f"/r/{code}/remove", field + text_button(_("Remove"))),
    )


def text_button(label: str) -> SafeString:
    """A quiet button inside a row."""
    return format_html('<button class="button is-text">{}</button>', label)
