"""Pages: each view reads the request, calls one service or query, and answers."""

from __future__ import annotations

import json
import time
from typing import Any

from django.conf import settings
from django.db import connection
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, JsonResponse
from django.middleware.csrf import get_token
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import escape
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.safestring import mark_safe
from django.utils.translation import get_language
from django.views.decorators.csrf import ensure_csrf_cookie
from django.views.decorators.http import require_GET, require_POST, require_safe

from games.engine import KINDS
from games.models import Game
from games.screens.base import Look, Screen
from games.screens.catalogue import SCREENS
from games.screens.hints import hint_words
from games.screens.home import home_context
from games.screens.pieces import door
from games.screens.qr import qr_code
from games.screens.render import render_screen
from games.services import consent, hints, limits, lobby, metrics, playing, presence, queries, turns
from games.services.addresses import public_origin
from games.services.faults import Malformed, Missing, NotAllowedNow
from games.services.guessing import refuse_guessers
from games.services.records import record_of
from games.services.tables import Table, room_by_code
from games.web import forms
from games.web.context import address_of, visitor_of
from games.web.errors import is_script


class SeeOther(HttpResponseRedirect):
    """After a form: look at the page that shows what it did."""

    status_code = 303


def back_to_room(request: HttpRequest, code: str) -> HttpResponse:
    """To the room; our script stays where it is and gets its push."""
    if is_script(request):
        return HttpResponse(status=204)
    return SeeOther(reverse("room", args=[code.upper()]))


def private(response: HttpResponse) -> HttpResponse:
    """Pages of a room are nobody else's: not kept by caches, not found by search engines."""
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Robots-Tag"] = "noindex, nofollow"
    return response


# Home


@require_safe
@ensure_csrf_cookie
def home(request: HttpRequest) -> HttpResponse:
    """The first page: open, join, play alone, go back."""
    return render(request, "games/home.html", home_context(queries.my_rooms(visitor_of(request))))


def kinds_offered() -> list[dict[str, Any]]:
    """Every kind with its editions and variants in words, for forms."""
    offered = []
    for slug, kind in KINDS.items():
        screen = SCREENS[slug]
        editions = [
            {
                "slug": edition.slug,
                "name": screen.edition_name(edition.slug),
                "help": screen.edition_help(edition.slug),
                "seats": edition.seats,
                "variants": [
                    {
                        "slug": variant,
                        "name": screen.variant_name(edition.slug, variant),
                        "help": screen.variant_help(edition.slug, variant),
                    }
                    for variant in edition.variants
                ],
            }
            for edition in kind.info.editions.values()
        ]
        options = kind.info.options
        offered.append({"slug": slug, "name": screen.name(), "editions": editions, "options": options})
    return offered


@require_POST
def new_room(request: HttpRequest) -> HttpResponse:
    """Open a room and go to it."""
    limits.count(limits.ROOMS, "rooms", address_of(request))
    room = lobby.open_room(visitor=visitor_of(request), plan=forms.plan(request), name=request.POST.get("name", ""))
    return SeeOther(reverse("room", args=[room.code]))


@require_POST
def join_by_code(request: HttpRequest) -> HttpResponse:
    """To the room of that code."""
    code = "".join(request.POST.get("code", "").split()).upper()
    refuse_guessers(address=address_of(request), visitor=visitor_of(request), code=code)
    room_by_code(code)
    return SeeOther(reverse("room", args=[code]))


@require_POST
def solo(request: HttpRequest) -> HttpResponse:
    """A game against bots at once."""
    limits.count(limits.ROOMS, "rooms", address_of(request))
    plan = forms.plan(request)
    room = lobby.open_solo(
        visitor=visitor_of(request),
        plan=plan,
        name=request.POST.get("name", ""),
        players=forms.players(request.POST, plan),
        bot=request.POST.get("bot", "steady"),
    )
    return SeeOther(reverse("room", args=[room.code]))


# The room


def look_of(request: HttpRequest, table: Table, *, is_table_screen: bool = False) -> Look:
    """Who looks at the room, in which language."""
    visitor = visitor_of(request)
    person = None if is_table_screen else table.visitors.get(visitor)
    claim = next((claim.player for claim in table.claims if claim.visitor == visitor), None)
    origin = public_origin(request.scheme or "http", request.get_host())
    return Look(table, get_language() or settings.LANGUAGE_CODE, origin, person, is_table_screen, claim)


def room_page(request: HttpRequest, table: Table, screen: Screen, socket: str) -> HttpResponse:
    """The page that holds a screen; its forms get this browser's token."""
    token = f'name="csrfmiddlewaretoken" value="{escape(get_token(request))}"'
    html = screen.html.replace('name="csrfmiddlewaretoken" value=""', token)
    kinds = {table.kind_slug, table.play.kind.info.slug if table.play else table.kind_slug}
    context = {
        "screen": mark_safe(html),
        "title": screen.title,
        "code": table.code,
        "socket": socket,
        "now": round(time.time() * 1000),
        "stylesheets": [SCREENS[kind].stylesheet for kind in sorted(kinds)],
        "is_running": table.play is not None and table.play.is_running,
    }
    return private(render(request, "games/room.html", context))


def attended(code: str) -> Table:
    """The room after whatever was due in it has been done: a page load wakes bots like any reconnect."""
    if queries.current_table(code).is_closed:
        raise NotAllowedNow("ROOM_CLOSED")
    for _turn in range(40):
        if not playing.attend(code):
            break
    return queries.current_table(code)


@require_safe
@ensure_csrf_cookie
def room(request: HttpRequest, code: str) -> HttpResponse:
    """The room as this visitor may see it."""
    table = attended(code)
    presence.saw(table, visitor_of(request))
    if presence.sweep(code):
        table = queries.current_table(code)
    socket = reverse("room", args=[table.code]) + "live"
    return room_page(request, table, render_screen(look_of(request, table)), socket)


@require_safe
@ensure_csrf_cookie
def table_screen(request: HttpRequest, code: str) -> HttpResponse:
    """The public part of the room for a tablet or TV."""
    table = attended(code)
    screen = render_screen(look_of(request, table, is_table_screen=True))
    return room_page(request, table, screen, reverse("table", args=[table.code]) + "live")


@require_POST
def room_join(request: HttpRequest, code: str) -> HttpResponse:
    """Take a place."""
    limits.count(limits.JOINS, "joins", address_of(request))
    lobby.join_room(code=code, visitor=visitor_of(request), name=request.POST.get("name", ""))
    return back_to_room(request, code)


@require_POST
def room_leave(request: HttpRequest, code: str) -> HttpResponse:
    """Give up the place."""
    lobby.leave_room(code=code, visitor=visitor_of(request))
    return SeeOther(reverse("home"))


@require_POST
def room_start(request: HttpRequest, code: str) -> HttpResponse:
    """Begin the game."""
    lobby.start_game(code=code, visitor=visitor_of(request))
    return back_to_room(request, code)


@require_POST
def room_again(request: HttpRequest, code: str) -> HttpResponse:
    """Play again."""
    lobby.rematch(code=code, visitor=visitor_of(request))
    return back_to_room(request, code)


@require_POST
def room_end(request: HttpRequest, code: str) -> HttpResponse:
    """Agree to end the game early."""
    consent.end_game(code=code, visitor=visitor_of(request))
    return back_to_room(request, code)


@require_POST
def room_seats(request: HttpRequest, code: str) -> HttpResponse:
    """Arrange the seats clockwise."""
    lobby.arrange_seats(code=code, visitor=visitor_of(request), order=forms.order(request))
    return back_to_room(request, code)


@require_POST
def room_bots(request: HttpRequest, code: str) -> HttpResponse:
    """Add or remove a bot."""
    visitor, added = visitor_of(request), request.POST.get("add", "")
    if added:
        lobby.add_bot(code=code, visitor=visitor, bot=added)
    else:
        lobby.remove_bot(code=code, visitor=visitor, player=forms.number(request.POST, "remove"))
    return back_to_room(request, code)


@require_POST
def room_options(request: HttpRequest, code: str) -> HttpResponse:
    """Play something else next."""
    lobby.set_options(code=code, visitor=visitor_of(request), plan=forms.plan(request))
    return back_to_room(request, code)


@require_POST
def room_host(request: HttpRequest, code: str) -> HttpResponse:
    """Hand over being host."""
    lobby.hand_over(code=code, visitor=visitor_of(request), player=forms.number(request.POST, "player"))
    return back_to_room(request, code)


@require_POST
def room_remove(request: HttpRequest, code: str) -> HttpResponse:
    """Remove somebody before the start."""
    lobby.remove_player(code=code, visitor=visitor_of(request), player=forms.number(request.POST, "player"))
    return back_to_room(request, code)


@require_POST
def room_move(request: HttpRequest, code: str) -> HttpResponse:
    """One move."""
    visitor = visitor_of(request)
    limits.count(limits.POSTS, "posts", visitor)
    with metrics.counted_refusals():
        table = queries.current_table(code)
        turns.refuse_strangers(table, visitor)
        playing.submit_move(code=code, visitor=visitor, wish=turns.wish_of(table.play, request.POST.dict()))
    return back_to_room(request, code)


@require_POST
def room_ceiling(request: HttpRequest, code: str) -> HttpResponse:
    """Set, change or clear the secret ceiling."""
    visitor = visitor_of(request)
    limits.count(limits.POSTS, "posts", visitor)
    playing.set_ceiling(code=code, visitor=visitor, ceiling=forms.ceiling(request))
    return back_to_room(request, code)


@require_POST
def room_hints(request: HttpRequest, code: str) -> HttpResponse:
    """Agree to hints in the next game."""
    hints.agree_to_hints(code=code, visitor=visitor_of(request))
    return back_to_room(request, code)


@require_safe
def room_hint(request: HttpRequest, code: str) -> HttpResponse:
    """What the sharp bot would do in this seat now."""
    visitor = visitor_of(request)
    limits.count(limits.POSTS, "posts", visitor)
    words = hint_words(*hints.hint_for(code=code, visitor=visitor))
    if is_script(request):
        return private(JsonResponse({"html": words}))
    return private(render(request, "games/hint.html", {"code": code.upper(), "hint": words}))


@require_POST
def room_absent(request: HttpRequest, code: str) -> HttpResponse:
    """Hand a seat to a bot."""
    player = forms.number(request.POST, "player", 0)
    consent.hand_to_bot(code=code, visitor=visitor_of(request), player=player or None)
    return back_to_room(request, code)


@require_POST
def room_return(request: HttpRequest, code: str) -> HttpResponse:
    """Take the seat back."""
    consent.take_back(code=code, visitor=visitor_of(request))
    return back_to_room(request, code)


@require_POST
def room_transfer(request: HttpRequest, code: str) -> HttpResponse:
    """Offer the seat to another device by a one-time link, or take it there."""
    visitor, token = visitor_of(request), request.POST.get("token", "")
    if token:
        consent.take_transfer(code=code, visitor=visitor, token=token)
        return back_to_room(request, code)
    consent.offer_transfer(code=code, visitor=visitor)
    return SeeOther(reverse("transfer_offer", args=[code.upper()]))


@require_safe
def transfer_offer(request: HttpRequest, code: str) -> HttpResponse:
    """The link for the other device, on the one that still holds the seat."""
    token = consent.own_pass(code=code, visitor=visitor_of(request))
    origin = public_origin(request.scheme or "http", request.get_host())
    link = origin + reverse("transfer_page", args=[code.upper(), token])
    context = {"code": code.upper(), "link": link, "qr": qr_code(link), "minutes": consent.TRANSFER_MINUTES}
    return private(render(request, "games/transfer_offer.html", context))


@require_safe
@ensure_csrf_cookie
def transfer_page(request: HttpRequest, code: str, token: str) -> HttpResponse:
    """The other device confirms."""
    player = consent.offered_place(code, token)
    context = {"code": code.upper(), "token": token, "name": player.name, "door": door(player.look)}
    return private(render(request, "games/transfer.html", context))


@require_POST
def room_claim(request: HttpRequest, code: str) -> HttpResponse:
    """Claim a seat from a new device, or answer such a claim."""
    visitor, fields = visitor_of(request), request.POST
    if "agree" in fields or "refuse" in fields:
        name = "agree" if "agree" in fields else "refuse"
        claim = forms.number(fields, name)
        consent.answer_claim(code=code, visitor=visitor, claim=claim, is_agreed_to=name == "agree")
    else:
        limits.count(limits.JOINS, "claims", address_of(request))
        consent.claim_seat(code=code, visitor=visitor, player=forms.number(fields, "player"))
    return back_to_room(request, code)


# Finished games


@require_safe
def game_record(request: HttpRequest, code: str, number: int) -> HttpResponse:
    """A finished game as JSON."""
    game = queries.finished_game(code, number)
    if game.status != Game.Status.OVER:
        raise Missing("NO_SUCH_GAME")
    text = json.dumps(record_of(game), ensure_ascii=False, separators=(",", ":"))
    response = private(HttpResponse(text, content_type="application/json"))
    response.headers["Content-Disposition"] = f'inline; filename="{code.upper()}-{number}.json"'
    return response


# The rest


@require_safe
def rules(request: HttpRequest, kind: str) -> HttpResponse:
    """The rules in our words."""
    if kind not in SCREENS:
        raise Missing("NO_SUCH_PAGE")
    screen = SCREENS[kind]
    context = {"kind": screen, "stylesheets": [screen.stylesheet], "kinds": kinds_offered()}
    return render(request, screen.rules_template, context)


@require_POST
def language(request: HttpRequest) -> HttpResponse:
    """Choose a language."""
    chosen = request.POST.get("language", "")
    if chosen not in dict(settings.LANGUAGES):
        raise Malformed("UNKNOWN_LANGUAGE")
    target = request.POST.get("next", "/")
    is_ours = url_has_allowed_host_and_scheme(target, allowed_hosts=None) and target.startswith("/")
    response = SeeOther(target if is_ours else "/")
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        chosen,
        max_age=settings.LANGUAGE_COOKIE_AGE,
        httponly=True,
        samesite="Lax",
        secure=settings.UNDER_TLS,
    )
    return response


@require_GET
def show_metrics(request: HttpRequest) -> HttpResponse:
    """Figures of this process, where they are switched on."""
    if not settings.METRICS:
        raise Missing("NO_SUCH_PAGE")
    running = Game.objects.filter(status=Game.Status.RUNNING).count()
    return HttpResponse(metrics.exposition(running), content_type="text/plain; version=0.0.4")


@require_GET
def healthz(request: HttpRequest) -> HttpResponse:
    """Whether the database answers."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT 1")
    return HttpResponse("ok", content_type="text/plain")
