"""The menu of a room: rules, table screen, moving and handing over seats, ending, leaving, language."""

from __future__ import annotations

from functools import lru_cache

from django.conf import settings

from games.screens import pieces, words
from games.screens.base import Look, Part
from games.screens.markup import SafeString, format_html, mark_safe
from games.screens.speech import gettext as _
from games.screens.speech import ngettext
from games.services.tables import Chair

EMPTY = mark_safe("")


def menu_part(look: Look) -> Part:
    """Everything that is not the game itself; a popover, so that it opens without a script."""
    items = [*reading(look), *preferences(look), *own_seat(look), *others_seats(look), *ending(look), *leaving(look)]
    html = format_html(
        '<section id="menu" class="sheet menu" popover aria-labelledby="menu-title"><div class="sheet__head">'
        '<h2 id="menu-title">{}</h2>{}</div><ul class="menu__list">{}</ul>{}{}</section>',
        _("Room %(code)s") % {"code": look.table.code},
        close_button("menu"),
        pieces.joined(f"<li>{item}</li>" for item in items),
        language_form(look),
        fingerprint(look),
    )
    return Part("menu", html)


def fingerprint(look: Look) -> SafeString:
    """What proves, when the game is over, that no card was touched after the deal."""
    play = look.table.play
    if play is None or not play.kind.info.dealt:
        return EMPTY
    return format_html(
        '<p class="hint">{} <code class="fingerprint">{}</code></p>', _("Fingerprint of this deal:"), play.commitment
    )


def close_button(sheet: str) -> SafeString:
    """Closes a sheet."""
    return pieces.icon_button("close", _("Close"), f'popovertarget="{sheet}" popovertargetaction="hide"')


@lru_cache(maxsize=4096)
def link(icon: str, label: str, address: str, *, help_text: str = "") -> SafeString:
    """A line that leads elsewhere, in a tab of its own: the game stays open."""
    return format_html(
        '<a class="menu__item" href="{}" target="_blank" rel="noopener">{}{}</a>',
        address,
        pieces.icon(icon),
        with_help(label, help_text),
    )


def with_help(label: str, help_text: str) -> SafeString:
    """A label with a line of help."""
    return format_html("<span>{}{}</span>", label, format_html("<small>{}</small>", help_text) if help_text else "")


def post(look: Look, action: str, icon: str, label: str, *, help_text: str = "", **fields: int | str) -> SafeString:
    """A line that does something."""
    return posting(f"/r/{look.table.code}/{action}", icon, label, help_text, **fields)


@lru_cache(maxsize=4096)
def posting(address: str, icon: str, label: str, help_text: str, **fields: int | str) -> SafeString:
    """The form of such a line; the words are part of the key, so each language has its own."""
    hidden = pieces.joined(pieces.hidden(name, value) for name, value in fields.items())
    button = format_html('<button class="menu__item">{}{}</button>', pieces.icon(icon), with_help(label, help_text))
    return pieces.form(address, hidden + button)


def reading(look: Look) -> list[SafeString]:
    """Rules and the table screen."""
    return [
        link("book", _("Rules"), f"/rules/{look.table.kind_slug}/"),
        link(
            "tv",
            _("Table screen"),
            f"/r/{look.table.code}/table/",
            help_text=_("For a TV or tablet in the middle: everything everybody may see."),
        ),
    ]


def preferences(look: Look) -> list[SafeString]:
    """What only this device remembers; shown by the script that does it."""
    toggles = [("mute", "mute", _("Mute all sounds"))]
    if look.table.chair_of(look.person_id) is not None:
        toggles.append(("hand", "eye-off", _("Hide my hand")))
    return [
        format_html(
            '<button type="button" class="menu__item" aria-pressed="false" hidden data-preference="{}">{}'
            '<span>{}</span><span class="menu__state">{}</span></button>',
            name,
            pieces.icon(icon),
            label,
            pieces.sprite("check", "icon"),
        )
        for name, icon, label in toggles
    ]


def own_chair(look: Look) -> Chair | None:
    """The viewer's seat in the running game."""
    play = look.table.play
    return look.table.chair_of(look.person_id) if play is not None and play.is_running else None


def own_seat(look: Look) -> list[SafeString]:
    """Moving one's own seat, handing it to a bot, taking it back."""
    if look.person is None:
        return []
    items = [
        post(
            look,
            "transfer",
            "phone",
            _("Go on with another phone"),
            help_text=_("You get a link and a QR code that move your seat once."),
        )
    ]
    chair = own_chair(look)
    if chair is not None and chair.warmer:
        items.append(post(look, "return", "hand", _("Take my seat back")))
    elif chair is not None:
        items.append(
            post(
                look,
                "absent",
                "bot",
                _("Let a bot play for me"),
                help_text=_("You can take your seat back at any time."),
            )
        )
    return items


def others_seats(look: Look) -> list[SafeString]:
    """Seats of those who are away, for people of the game; one's own seat on a new phone, for strangers."""
    play = look.table.play
    if play is None or not play.is_running:
        return []
    if look.person is None:
        return claims(look)
    if own_chair(look) is None and not look.is_host:
        return []
    return [
        post(
            look,
            "absent",
            "bot",
            _("Let a bot play for %(name)s") % {"name": person.name},
            help_text=agreed_to(look, f"absent:{person.id}") or _("The host decides, or most of the players."),
            player=person.id,
        )
        for person in look.table.people
        for chair in [look.table.chair_of(person.id)]
        if chair is not None and not chair.driver and person.is_away and person.id != look.person_id
    ]


def claims(look: Look) -> list[SafeString]:
    """That was my seat: for one who comes with another phone."""
    people = [
        person
        for person in look.table.people
        if not person.bot and not person.has_left and look.table.chair_of(person.id) is not None
    ]
    if not people:
        return []
    asked = _("You asked. The table is being asked.")
    forms = pieces.joined(
        post(
            look,
            "claim",
            "hand",
            _("I am %(name)s") % {"name": person.name},
            help_text=asked if person.id == look.visitor_claim else "",
            player=person.id,
        )
        for person in people
    )
    fold = format_html(
        '<details class="fold menu__fold"><summary>{}{}</summary><p class="hint">{}</p>{}</details>',
        pieces.icon("phone"),
        _("One of these seats is mine"),
        _("You come with another phone? The table is asked whether it is you."),
        forms,
    )
    return [fold]


def agreed_to(look: Look, motion: str) -> str:
    """Who agrees to something so far."""
    known = look.table.motions.get(motion)
    if known is None or not known.voters:
        return ""
    names = [person.name or _("The host") for person in look.table.people if person.id in known.voters]
    many = ngettext("%(names)s agrees so far.", "%(names)s agree so far.", len(names))
    return many % {"names": words.list_of_names(names)}


def ending(look: Look) -> list[SafeString]:
    """Ending the game early: the host and most of the players together."""
    play = look.table.play
    if play is None or not play.is_running or (own_chair(look) is None and not look.is_host):
        return []
    rule = _("It ends when the host and most of the players agree.")
    return [post(look, "end", "flag", _("End this game early"), help_text=agreed_to(look, "end") or rule)]


def leaving(look: Look) -> list[SafeString]:
    """Out of the room, or home."""
    home = format_html(
        '<a class="menu__item" href="/">{}<span>{}</span></a>', pieces.icon("arrow-left"), _("Home page")
    )
    if look.person is None:
        return [home]
    help_text = _("A bot plays on in your seat, for good.") if own_chair(look) is not None else ""
    return [home, post(look, "leave", "close", _("Leave the room"), help_text=help_text)]


def language_form(look: Look) -> SafeString:
    """One button for each language."""
    table = "table/" if look.is_table_screen else ""
    return languages(f"/r/{look.table.code}/{table}", look.language)


@lru_cache(maxsize=1024)
def languages(next_page: str, current: str) -> SafeString:
    """The form that chooses a language and comes back to the page."""
    buttons = pieces.joined(
        format_html(
            '<button class="languages__choice" name="language" value="{}" lang="{}"{}>{}</button>',
            code,
            code,
            mark_safe(' aria-current="true"') if code == current else "",
            LANGUAGE_NAMES.get(code, code),
        )
        for code, _name in settings.LANGUAGES
    )
    inside = pieces.hidden("next", next_page) + buttons
    return pieces.form("/language", inside, css="languages")


LANGUAGE_NAMES = {"en": "English", "fr": "Français", "de": "Deutsch"}
