"""Sentences for people: why something was refused, and what happened around a game. Codes and facts in, words out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from django.utils.functional import Promise

from games.screens.catalogue import SCREENS
from games.screens.speech import gettext as _
from games.screens.speech import gettext_lazy, ngettext
from games.services.tables import Notice, Table

__all__ = ["bot_help", "bot_name", "fault_sentence", "list_of_names", "notice_sentence"]


# Refusals

SENTENCES: Mapping[str, Promise] = {
    # Rooms and people
    "no_such_room": gettext_lazy("There is no room with this code. Check the five letters."),
    "room_closed": gettext_lazy("This room is closed. Open a new one to play."),
    "no_such_game": gettext_lazy("There is no finished game with this number in this room."),
    "no_such_player": gettext_lazy("This player is no longer in the room."),
    "no_such_claim": gettext_lazy("This request has been answered already."),
    "no_such_page": gettext_lazy("There is nothing at this address."),
    "not_in_room": gettext_lazy("Only people in this room can do this. Join first."),
    "not_host": gettext_lazy("Only the host can do this."),
    "not_your_seat": gettext_lazy("You have no seat in this game, so you can only watch."),
    "already_in_room": gettext_lazy("This device already has a place in this room."),
    "pass_void": gettext_lazy("This link has been used or has run out. Ask for a new one on the other phone."),
    "seats_changed": gettext_lazy("Somebody joined or left meanwhile. Look at the seats and arrange them again."),
    "host_stays": gettext_lazy("The host cannot be removed. Make somebody else the host first."),
    "player_is_here": gettext_lazy("%(name)s is here. Only the seat of somebody who is away can be handed to a bot."),
    # Names
    "name_empty": gettext_lazy("Please type a name that can be read."),
    "name_too_long": gettext_lazy("A name has at most %(limit)s characters."),
    "name_has_controls": gettext_lazy("This name has invisible characters in it. Please type it again."),
    "name_taken": gettext_lazy("%(name)s is taken in this room. Choose another name."),
    # What is played
    "unknown_kind": gettext_lazy("We do not have this game."),
    "unknown_edition": gettext_lazy("This game has no such edition."),
    "no_such_edition": gettext_lazy("This game has no such edition."),
    "unknown_variant": gettext_lazy("This edition has no such variant."),
    "no_such_variant": gettext_lazy("This edition has no such variant."),
    "unknown_clock": gettext_lazy("There is no such clock."),
    "unknown_bot": gettext_lazy("There is no such bot."),
    "no_such_seat": gettext_lazy("There is no such seat."),
    # Before, during and after a game
    "game_running": gettext_lazy("A game is running. You can do this when it is over."),
    "room_in_play": gettext_lazy("A game is running in this room."),
    "no_game_yet": gettext_lazy("No game has begun yet."),
    "no_game_running": gettext_lazy("No game is running now."),
    "game_over": gettext_lazy("The game is over."),
    "not_your_turn": gettext_lazy("It is not your turn."),
    "wrong_phase": gettext_lazy("This move does not fit this part of the game."),
    "stale_decision": gettext_lazy("The table has moved on. This is how it stands now."),
    "key_reused": gettext_lazy("This was sent already. This is how the table stands now."),
    "no_ceiling_now": gettext_lazy("You cannot set a ceiling now."),
    "no_hints": gettext_lazy("This game is played without hints."),
    "not_asked": gettext_lazy("Nothing is asked of you now."),
    # Requests nobody's page would send
    "malformed": gettext_lazy("This request could not be read."),
    "malformed_move": gettext_lazy("This move could not be read."),
    "unknown_message": gettext_lazy("This message could not be read."),
    "unknown_move": gettext_lazy("This game has no such move."),
    "unknown_argument": gettext_lazy("This move could not be read."),
    "missing_argument": gettext_lazy("Something is missing in this move."),
    "wrong_type": gettext_lazy("This move needs a whole number."),
    "not_a_number": gettext_lazy("This move needs a whole number."),
    # The site
    "not_an_age": gettext_lazy("“%(value)s” is not a length of time."),
    "bad_request": gettext_lazy("This request could not be read."),
    "forbidden": gettext_lazy("This is not for you to do."),
    "unknown_language": gettext_lazy("We do not speak this language yet."),
    "csrf": gettext_lazy("This page was open for a long time. Go back, load it again and try once more."),
    "too_many": gettext_lazy("That was too often in a short time. Wait a moment."),
    "try_again": gettext_lazy("This could not be saved just now. Try again."),
    "server_error": gettext_lazy("Something went wrong on our side. Nothing of your game is lost."),
}


def _too_few(facts: Mapping[str, Any]) -> str:
    missing = int(facts["missing"])
    return ngettext("%(missing)s more player is needed.", "%(missing)s more players are needed.", missing) % facts


def _too_many_players(facts: Mapping[str, Any]) -> str:
    return _("This game is for up to %(most)s players. Remove somebody, or choose another game.") % facts


def _table_full(facts: Mapping[str, Any]) -> str:
    return _("All %(most)s seats are taken. You can watch.") % facts


def _wrong_seats(facts: Mapping[str, Any]) -> str:
    return _("This game is for %(minimum)s to %(maximum)s players.") % facts


def _wrong_players(facts: Mapping[str, Any]) -> str:
    return _("This game is for %(least)s to %(most)s players.") % facts


COUNTED: Mapping[str, Callable[[Mapping[str, Any]], str]] = {
    "too_few": _too_few,
    "too_many_players": _too_many_players,
    "table_full": _table_full,
    "wrong_seats": _wrong_seats,
    "wrong_players": _wrong_players,
}


def fault_sentence(code: str, facts: Mapping[str, Any], kind_slug: str | None = None) -> str:
    """Why something was refused; a kind's own words come first."""
    screen = SCREENS.get(kind_slug) if kind_slug else None
    special = screen.fault(code, facts) if screen is not None else None
    return special or known_sentence(code, facts) or _("This is not possible now.")


def known_sentence(code: str, facts: Mapping[str, Any]) -> str | None:
    """The sentence for a code that every game shares; services shout their codes, the engine does not."""
    key = str(code).lower()
    if key in COUNTED:
        return COUNTED[key](facts)
    return str(SENTENCES[key]) % facts if key in SENTENCES else None


# What happened around a game


def notice_sentence(notice: Notice, table: Table) -> str:
    """One line for all about something around the game; empty for what needs none."""
    name = notice.facts.get("name") or _seat_name(notice, table)
    template = NOTICES.get(notice.what)
    if notice.what == "takeover" and notice.facts.get("for_good"):
        template = LEFT_FOR_GOOD
    return str(template) % {"name": name} if template is not None else ""


def _seat_name(notice: Notice, table: Table) -> str:
    play = table.play
    if play is None or notice.seat is None or notice.seat >= len(play.chairs):
        return "–"
    return play.chairs[notice.seat].name


LEFT_FOR_GOOD = gettext_lazy("%(name)s has left. A bot plays on.")
NOTICES: Mapping[str, Promise] = {
    "timeout": gettext_lazy("%(name)s ran out of time. A bot made this one decision."),
    "takeover": gettext_lazy("A bot keeps the chair of %(name)s warm."),
    "return": gettext_lazy("%(name)s is back."),
    "claim": gettext_lazy("%(name)s goes on with another phone. The table agreed."),
    "transfer": gettext_lazy("%(name)s goes on with another phone."),
    "ended": gettext_lazy("The table ended this game early."),
    "host": gettext_lazy("%(name)s is the host now."),
}


# Bots

BOT_NAMES: Mapping[str, Promise] = {
    "easy": gettext_lazy("Easy bot"),
    "steady": gettext_lazy("Steady bot"),
    "sharp": gettext_lazy("Sharp bot"),
    "random": gettext_lazy("Random bot"),
}
BOT_HELP: Mapping[str, Promise] = {
    "easy": gettext_lazy("Kind to people who play for the first time."),
    "steady": gettext_lazy("Knows what a house is worth."),
    "sharp": gettext_lazy("Counts the cards and remembers what you hold."),
}


def bot_name(slug: str) -> str:
    """What a strength is called."""
    return str(BOT_NAMES.get(slug, slug.replace("_", " ").capitalize()))


def bot_help(slug: str) -> str:
    """One sentence on a strength, for the one who chooses."""
    return str(BOT_HELP.get(slug, ""))


def list_of_names(names: list[str]) -> str:
    """Names in a row, as a language joins them."""
    if len(names) < 2:
        return "".join(names)
    return _("%(names)s and %(last)s") % {"names": ", ".join(names[:-1]), "last": names[-1]}
