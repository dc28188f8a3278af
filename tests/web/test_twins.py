"""The twin test over pages: everything a viewer may not know is changed under them, and no byte they get differs."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from random import Random

import pytest
from django.db import transaction

from games.engine import KINDS, ONLOOKER, Event, SeatNo, Viewer, codec
from games.engine.for_sale import HouseSealed, SealReplaced
from games.models import Game, PlayedMove
from games.screens import render
from games.services.tables import TABLES as SNAPSHOTS
from tests.builders import Evening, a_game, stack_deck
from tests.engine.tables import OPEN_TABLES, TABLES, lively_game
from tests.engine.twins import TWINS
from tests.pages import Browser
from tests.twin_bytes import normal

pytestmark = pytest.mark.django_db


def _other_seal(event: Event, viewer: Viewer, rng: Random) -> Event:
    """What others sealed is told to nobody, before the reveal and after."""
    if isinstance(event, HouseSealed | SealReplaced) and event.seat != viewer:
        return replace(event, house=rng.randrange(1, 31))
    return event


def _same_event(event: Event, viewer: Viewer, rng: Random) -> Event:
    """Everything is open (SQ-2)."""
    return event


TWIN_EVENTS: Mapping[str, Callable[[Event, Viewer, Random], Event]] = {
    "for_sale": _other_seal,
    "square_on_sale": _same_event,
}

SOME_TABLES = [
    *(
        [table for table in TABLES if (table.slug, table.edition, table.variants) == wanted][
            -1 if wanted[0] == "square_on_sale" else 1
        ]
        for wanted in dict.fromkeys((table.slug, table.edition, table.variants) for table in TABLES)
    ),
    OPEN_TABLES[0],
]


def put_twin(evening: Evening, viewer: Viewer, rng: Random) -> bool:
    """Change in the database all that the viewer may not know; True if anything was different."""
    kind, game = evening.kind, evening.game
    state = codec.state_from_json(kind, game.state)
    twin = TWINS[kind.info.slug](state, viewer, rng)
    Game.objects.filter(pk=game.pk).update(state=codec.state_to_json(kind, twin))
    changed = []
    for move in PlayedMove.objects.filter(game=game):
        events = [codec.event_from_json(kind, event) for event in move.events]
        others = [TWIN_EVENTS[kind.info.slug](event, viewer, rng) for event in events]
        if others != events:
            move.events = [codec.event_to_json(kind, event) for event in others]
            changed.append(move)
    PlayedMove.objects.bulk_update(changed, ["events"])
    return bool(twin != state)


def forget_everything() -> None:
    SNAPSHOTS.clear()


def bytes_of(evening: Evening, browser: Browser, path: str) -> str:
    forget_everything()
    return normal(browser.open(f"/r/{evening.code}/{path}").bodies[-1])


@pytest.mark.parametrize("table", SOME_TABLES, ids=str)
def test_no_page_differs_between_a_game_and_its_twin(table):
    turns = lively_game(table, 10)
    evening = a_game(
        table.seats,
        kind=table.slug,
        edition=table.edition,
        variants=table.variants,
        open_information=table.open_information,
    )
    stack_deck(evening, turns[0].before)
    rng, differing, compared = Random(str(table)), 0, 0
    viewers: list[tuple[Viewer, Browser, str]] = [
        *((SeatNo(seat), Browser(evening.holder(seat)), "") for seat in range(table.seats)),
        (ONLOOKER, Browser("onlooker"), ""),
        (ONLOOKER, Browser(evening.host), "table/"),
    ]

    for number, turn in enumerate(turns):
        viewer, browser, path = viewers[number % len(viewers)]
        before = bytes_of(evening, browser, path)
        with transaction.atomic():
            differing += put_twin(evening, viewer, rng)
            twin = bytes_of(evening, browser, path)
            transaction.set_rollback(True)
        compared += 1
        assert twin == before, f"turn {number}"
        forget_everything()
        evening.move(turn.seat, turn.move)

    assert compared == len(turns)
    assert differing == (len(turns) if KINDS[table.slug].info.dealt else 0)


def test_the_twin_test_would_notice_a_leak(monkeypatch):
    """If pages were made from everything instead of from what the viewer may know."""
    table = next(table for table in TABLES if table.kind.info.dealt)
    evening = a_game(table.seats, kind=table.slug, edition=table.edition)
    stack_deck(evening, lively_game(table, 10)[0].before)
    monkeypatch.setattr(render, "viewers_of", lambda looks: [SeatNo(1)] * len(looks))
    browser = Browser("onlooker")
    before = bytes_of(evening, browser, "")

    put_twin(evening, ONLOOKER, Random(1))

    assert bytes_of(evening, browser, "") != before
