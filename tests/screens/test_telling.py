"""What viewers who are drawn together were told: it grows from move to move, and is what each would be told alone."""

from dataclasses import replace
from random import Random

import pytest

from games.engine import KINDS, ONLOOKER, SeatNo, told
from games.screens.base import Look
from games.screens.catalogue import SCREENS
from games.screens.render import render_rooms, render_screen, render_screens, scene_of
from games.screens.speech import speaking
from games.services.tables import Table
from tests.builders import a_game, is_in

pytestmark = pytest.mark.django_db


def looks_at(table: Table) -> list[Look]:
    """Everybody's at the table, and an onlooker's."""
    return [Look(table, "en", "http://testserver", person) for person in (*[each.id for each in table.people], None)]


def seen_anew(look: Look):
    """The same look at a snapshot of which nothing is remembered."""
    table = look.table
    return look._replace(table=replace(table, memo={}, play=replace(table.play, memo={})))


def log_of(screen):
    (log,) = [part for part in screen.parts if part.id == "log"]
    return log


@pytest.mark.parametrize("kind", KINDS)
def test_what_grows_from_move_to_move_together_is_what_each_is_shown_anew_alone(kind):
    evening, rng = a_game(4, kind=kind), Random(5)
    shown = []
    while evening.play.is_running:
        looks = looks_at(evening.table)
        shown.append((looks, [screen.html for screen in render_screens(looks)]))
        seat = rng.choice(evening.owing())
        evening.move(seat, rng.choice(evening.legal(seat)))
    shown.append((looks_at(evening.table), [screen.html for screen in render_screens(looks_at(evening.table))]))

    for looks, together in shown:
        assert together == [render_screen(seen_anew(look)).html for look in looks]


def test_rooms_that_are_drawn_in_step_are_what_each_is_alone():
    """Whatever they play, wherever they are, in whatever language they are read."""
    for_sale, squares, over = a_game(4, kind="for_sale"), a_game(3, kind="square_on_sale"), a_game(3, kind="for_sale")
    rng = Random(8)
    while over.play.is_running:
        seat = rng.choice(over.owing())
        over.move(seat, rng.choice(over.legal(seat)))
    for_sale.say(for_sale.on_turn(), "bid", amount=1)
    rooms = [
        [look._replace(language=language) for look, language in zip(looks_at(evening.table), LANGUAGES, strict=False)]
        for evening in (for_sale, over, squares, for_sale)
    ]
    rooms.insert(1, [Look(for_sale.table, "en", "http://testserver", None, True)])
    rooms.insert(3, [])

    together = [[screen.html for screen in screens] for screens in render_rooms(rooms)]

    assert together == [[render_screen(seen_anew(look)).html for look in looks] for looks in rooms]


LANGUAGES = ("en", "fr", "en", "de", "fr")


def test_a_snapshot_that_is_drawn_after_a_newer_one_tells_no_more_than_happened():
    evening = a_game(3, kind="for_sale")
    before = evening.table
    expected = [render_screen(seen_anew(look)).html for look in looks_at(before)]
    evening.say(evening.on_turn(), "bid", amount=1)
    render_screens(looks_at(evening.table))

    assert [screen.html for screen in render_screens(looks_at(before))] == expected


def test_all_but_the_one_a_line_speaks_to_share_it():
    evening = a_game(4, kind="for_sale")
    bidder = evening.on_turn()
    evening.say(bidder, "bid", amount=2)

    screens = render_screens(looks_at(evening.table)[:4])
    own = [log_of(screen).lines[-1] for screen in screens if screen.me == bidder]
    others = [log_of(screen).lines[-1] for screen in screens if screen.me != bidder]

    assert "You bid" in own[0].html
    assert len({id(line) for line in others}) == 1
    assert "You" not in others[0].html


def test_a_sealed_house_is_told_to_its_owner_alone(rng):
    evening = a_game(4, kind="for_sale")
    evening.play_on(rng, until=is_in("selling"))
    render_screens(looks_at(evening.table))
    seat = evening.owing()[0]
    evening.move(seat, evening.legal(seat)[0])

    lines = {screen.me: log_of(screen).lines[-1].html for screen in render_screens(looks_at(evening.table))}

    assert "You sealed" in lines.pop(seat)
    assert len(set(lines.values())) == 1
    assert "plate" not in lines[None]


@pytest.mark.parametrize("kind", KINDS)
def test_events_that_need_no_line_leave_no_gap_in_the_log(kind):
    evening = a_game(3, kind=kind)
    evening.play_on(Random(3))

    lines = log_of(render_screens(looks_at(evening.table))[0]).lines

    assert [line.id for line in lines] == [f"log-{number}" for number in range(len(lines))]


@pytest.mark.parametrize("kind", KINDS)
def test_those_whom_a_line_does_not_speak_to_read_what_onlookers_read(kind):
    evening = a_game(4, kind=kind)
    evening.play_on(Random(8))
    play, screen = evening.play, SCREENS[kind]
    *seated, onlooker = [scene_of(look, play) for look in looks_at(evening.table)]

    with speaking("en"):
        for event in told(play.kind, play.events, ONLOOKER):
            for scene in seated:
                if scene.me not in screen.addressed(event):
                    assert screen.sentence(event, scene) == screen.sentence(event, onlooker)


@pytest.mark.parametrize("kind", KINDS)
def test_signs_drawn_together_are_those_drawn_alone(kind):
    evening, rng = a_game(4, kind=kind), Random(6)
    screen = SCREENS[kind]
    while evening.play.is_running:
        scenes = [scene_of(look, evening.play) for look in looks_at(evening.table)[:4]]
        with speaking("en"):
            assert list(screen.signs(scenes)) == [screen.sign(scene) for scene in scenes]
        seat = SeatNo(rng.choice(evening.owing()))
        evening.move(seat, rng.choice(evening.legal(seat)))
