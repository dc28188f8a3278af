"""The screen of Square on Sale: forms for exactly the legal moves, a sentence per space and event, all escaped."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from functools import lru_cache
from html.parser import HTMLParser
from itertools import pairwise

import pytest
from django.utils import translation

from games.engine import ONLOOKER, Event, SeatNo
from games.engine.faults import IllegalMove
from games.engine.play import play
from games.engine.square_on_sale import (
    SPACES,
    SQUARE_ON_SALE,
    Bid,
    Collect,
    End,
    Over,
    Question,
    SquareFault,
    SquareState,
    events,
)
from games.screens.base import Part, Scene, Sitter
from games.screens.square_on_sale import SQUARE_ON_SALE_SCREEN
from tests.builders_square_on_sale import an_acting_turn, random_square_game, start_of_turn

NAMES = ("Mia", "Jonas", "Lena", "Amara")
NASTY = ("<b>\"&'</b>", "</script><i>", "{name}", "%s%(x)s")
VOID = {"input", "hr", "br", "img"}


def a_scene(state, viewer=ONLOOKER, history=(), names=NAMES, **changes) -> Scene:
    me = None if viewer is ONLOOKER else viewer
    sitters = tuple(
        Sitter(SeatNo(seat), names[seat], seat, "", False, False, False, None) for seat in range(state.rules.seats)
    )
    scene = Scene(
        seen=SQUARE_ON_SALE.observe(state, viewer, tuple(history)),
        sitters=sitters,
        me=me,
        code="KWTXM",
        game_number=1,
        version=7,
        decision=SQUARE_ON_SALE.decision(state),
        edition="2009",
        variants=(),
        options={},
        language="en",
        has_controls=me is not None,
    )
    return replace(scene, **changes)


@lru_cache
def played(seed: int, seats: int) -> tuple[tuple[SquareState, tuple[Event, ...]], ...]:
    """Every state of a random game with its history so far."""
    history: tuple[Event, ...] = ()
    found = []
    for step in random_square_game(seed, seats):
        history = (*history, *step.events)
        found.append((step.state, history))
    return tuple(found)


class Forms(HTMLParser):
    """The forms of a page, and whether every element is closed in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []
        self.forms: list[dict[str, list[dict[str, str | None]]]] = []
        self.feed(html)
        assert not self.open, f"left open: {self.open}"

    def handle_starttag(self, tag, attrs):
        found = dict(attrs)
        assert len(found) == len(attrs), f"an attribute twice in {tag}: {attrs}"
        assert "style" not in found and not any(name.startswith("on") for name in found)
        if "id" in found:
            self.ids.append(found["id"])
        if tag == "form":
            assert found["method"] == "post" and found["action"] == "/r/KWTXM/move" and "data-move" in found
            self.forms.append({})
        if tag == "input" and "name" in found:
            self.forms[-1].setdefault(found["name"], []).append(found)
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag, f"{tag} closes something else"


def html_of(parts) -> str:
    return "".join(part.html for part in parts)


def offered(scene: Scene) -> set[tuple[object, ...]]:
    """The moves that the forms of a screen can send, bids as (space, lowest, highest)."""
    found: set[tuple[object, ...]] = set()
    html = html_of(SQUARE_ON_SALE_SCREEN.parts(scene))
    for form in Forms(html).forms if "<form" in html else ():
        assert [field["value"] for field in form["csrfmiddlewaretoken"]] == [""]
        assert [field["value"] for field in form["decision"]] == [str(scene.decision)]
        assert 0 < len(form["key"][0]["value"]) <= 64
        move = form["move"][0]["value"]
        spaces = [field["value"] for field in form.get("space", ())]
        if move == "bid":
            (amount,) = form["amount"]
            found.add((move, spaces[0], int(amount["min"]), int(amount["max"])))
        else:
            found |= {(move, space) for space in spaces} if spaces else {(move,)}
    return found


def legal(state: SquareState, seat: SeatNo) -> set[tuple[object, ...]]:
    moves = SQUARE_ON_SALE.legal_moves(state, seat)
    amounts: dict[str, list[int]] = {}
    found: set[tuple[object, ...]] = set()
    for move in moves:
        if isinstance(move, Bid):
            amounts.setdefault(move.space, []).append(move.amount)
        elif isinstance(move, Collect):
            found.add((move.name,))
        else:
            found.add((move.name, move.space))
    return found | {("bid", space, min(bids), max(bids)) for space, bids in amounts.items()}


# Forms


@pytest.mark.parametrize("seats", [3, 4])
def test_the_forms_are_exactly_the_legal_moves_and_nobody_else_has_any(seats):
    for state, history in played(11, seats):
        for seat in map(SeatNo, range(seats)):
            assert offered(a_scene(state, seat, history)) == legal(state, seat)
        assert offered(a_scene(state, ONLOOKER, history)) == set()
        assert offered(a_scene(state, state.seat, history, has_controls=False)) == set()


def two_dice():
    """The worked example of SQ-16: which die first matters."""
    owners = {"a1": 0, "a3": 0, "d1": 0, "e1": 0, "b2": 1, "b3": 1, "c3": 1, "d2": 2, "d3": 2, "e2": 2}
    bids = {"d4": (0, 2, 1), "e3": (0, 1, 1)}
    return start_of_turn(0, owners=owners, bids=bids, beans={"d4": 2}, chips=(5, 5, 5))


def test_both_orders_of_two_dice_can_be_compared_before_choosing():
    """SQ-5, SQ-16."""
    state = two_dice().state
    html = html_of(SQUARE_ON_SALE_SCREEN.parts(a_scene(state, SeatNo(0))))

    assert offered(a_scene(state, SeatNo(0))) == {("resolve", "d4"), ("resolve", "e3")}
    assert "First d4: 2 beans, blocks on d4, b2, c3, d2 and d3. Then e3: blocks on e3 and e2." in html
    assert "First e3: blocks on e3, b3, c3, d3 and e2. Then d4: 2 beans, a block on d4." in html


def test_the_bracketed_spaces_are_asked_one_at_a_time_when_blocks_run_short():
    """SQ-8."""
    owners = {"a1": 0, "b2": 1, "c3": 1, "d1": 0, "d2": 1, "d3": 1}
    state = start_of_turn(0, owners=owners, bids={"d4": (0, 2, 1)}, blocks=(3, 9, 9)).state

    assert state.phase.question is Question.BRACKET
    assert offered(a_scene(state, SeatNo(0))) == {("bracket", space) for space in ("b2", "c3", "d2", "d3")}
    assert "Only 2 blocks are left" in SQUARE_ON_SALE_SCREEN.sign(a_scene(state, SeatNo(0))).sentence


def test_a_bid_tells_what_winning_would_bracket_and_names_the_anchors():
    """SQ-7."""
    state = an_acting_turn(owners={"a1": 0, "b2": 1, "c3": 2}, beans={"d4": 2}, chips=(5, 5, 5))
    html = html_of(SQUARE_ON_SALE_SCREEN.parts(a_scene(state, SeatNo(0))))

    assert 'data-space="d4" data-brackets="b2 c3" data-anchors="a1"' in html
    assert "If you win: 2 beans, and a block each on b2 and c3." in html


def test_collecting_says_how_many_chips_come_back():
    """SQ-12."""
    none = html_of(SQUARE_ON_SALE_SCREEN.parts(a_scene(an_acting_turn(), SeatNo(0))))
    paid = an_acting_turn(paid={0: {"a2": 3, "e4": 1, "a1": 2, "c3": 1}})
    two = html_of(SQUARE_ON_SALE_SCREEN.parts(a_scene(paid, SeatNo(0))))

    assert "no chip would come back" in none
    assert "2 chips from the edges" in two


# Every screen of many games


@pytest.mark.parametrize("seats", [3, 4])
@pytest.mark.parametrize("seed", [1, 7])
def test_every_moment_of_a_game_renders_for_every_viewer(seed, seats):
    ids = None
    for state, history in played(seed, seats)[:-1]:
        for viewer in (ONLOOKER, *map(SeatNo, range(seats))):
            scene = a_scene(state, viewer, history)
            parts = SQUARE_ON_SALE_SCREEN.parts(scene)
            sign = SQUARE_ON_SALE_SCREEN.sign(scene)

            assert sign.headline and sign.sentence and sign.is_mine == (viewer == state.seat)
            ids = ids or [part.id for part in parts]
            assert [part.id for part in parts] == ids
            assert str(state.turn) in SQUARE_ON_SALE_SCREEN.progress(scene)


@pytest.mark.parametrize("seats", [3, 4])
def test_tags_are_closed_and_ids_are_unique(seats):
    for state, history in played(5, seats)[:-1:4]:
        for viewer in (ONLOOKER, state.seat):
            page = Forms(html_of(SQUARE_ON_SALE_SCREEN.parts(a_scene(state, viewer, history))))

            assert len(page.ids) == len(set(page.ids))


@pytest.mark.parametrize("seats", [3, 4])
def test_the_table_screen_has_no_controls_and_shows_every_space(seats):
    for state, history in played(3, seats)[:-1:3]:
        html = html_of(SQUARE_ON_SALE_SCREEN.table_parts(a_scene(state, ONLOOKER, history)))

        assert not re.search("<(form|a|input|button)[ >]", html)
        assert set(SPACES) <= set(Forms(html).ids)


@pytest.mark.parametrize("viewer", [ONLOOKER, SeatNo(0), SeatNo(2)])
@pytest.mark.parametrize("seed", [1, 2])
def test_the_result_names_the_end_and_counts_space_by_space(seed, viewer):
    """SQ-14, SQ-15."""
    state, history = played(seed, 3)[-1]
    scene = a_scene(state, viewer, history, status="over")
    html = html_of(SQUARE_ON_SALE_SCREEN.result_parts(scene))
    Forms(html)

    assert str(SQUARE_ON_SALE.outcome(state).scores[0]).replace("-", "−") in html
    assert "The game ended because" in html
    for at, stack in enumerate(state.table.stacks):
        assert html.count(f"<span>{SPACES[at]}</span>") == (1 if stack else 0)


def test_each_end_has_words_of_its_own():
    """SQ-14."""
    told = set()
    for end in End:
        state = replace(an_acting_turn(), phase=Over(end))
        html = html_of(SQUARE_ON_SALE_SCREEN.result_parts(a_scene(state, SeatNo(0))))
        told.add(re.search("The game ended because[^<]*", html)[0])

    assert len(told) == len(End)


def test_a_shared_victory_is_said():
    """SQ-15."""
    state = replace(an_acting_turn(owners={"a1": 0, "a2": 1}), phase=Over(End.FULL))
    scene = a_scene(state, SeatNo(2))

    assert SQUARE_ON_SALE_SCREEN.sign(scene).headline == "Shared victory"
    assert "Mia and Jonas share it" in SQUARE_ON_SALE_SCREEN.sign(scene).sentence
    assert "they share the victory" in html_of(SQUARE_ON_SALE_SCREEN.result_parts(scene))


def test_a_game_ended_early_has_no_winner():
    state, history = played(1, 3)[20]
    scene = a_scene(state, SeatNo(0), history, status="abandoned", has_controls=False)
    html = html_of(SQUARE_ON_SALE_SCREEN.result_parts(scene))

    assert SQUARE_ON_SALE_SCREEN.sign(scene).headline == "Ended early"
    assert "These are the points as the board stood." in html
    assert 'class="towers"' not in html


# Words


def test_every_space_is_one_sentence():
    table = {"owners": {"b2": 1}, "bids": {"b2": (0, 3, 2)}, "paid": {1: {"b2": 2}, 2: {"b2": 1}}}
    html = html_of(SQUARE_ON_SALE_SCREEN.parts(a_scene(an_acting_turn(2, **table), SeatNo(0))))
    labels = re.findall('class="space"[^>]* aria-label="([^"]*)"', html)

    assert len(labels) == 25
    assert all(label.endswith(".") for label in labels)
    assert (
        "b2, centre: owned by Jonas, 1 high; you bid 3, the die shows 2; 2 chips of Jonas are paid; "
        "1 chip of Lena is paid." in labels
    )


EXAMPLES: tuple[Event, ...] = (
    events.TurnBegan(4, SeatNo(1)),
    events.CentreCollected(SeatNo(1), ("b2", "c3")),
    events.DieTurned(SeatNo(1), "d4"),
    events.SpaceWon(SeatNo(1), "d4", 3, 2),
    events.SpaceWon(SeatNo(1), "d4", 1, 0),
    events.BlockPlaced(SeatNo(1), "d4", 2, False),
    events.BlockPlaced(SeatNo(1), "d3", 2, True),
    events.BidMade(SeatNo(1), "a1", 4, 2, None, 0),
    events.BidMade(SeatNo(1), "a1", 4, 1, SeatNo(2), 3),
    events.EdgesCollected(SeatNo(1), ("a2",), False),
    events.EdgesCollected(SeatNo(1), ("a2",), True),
    events.EdgesCollected(SeatNo(1), (), True),
    events.BeanPut(SeatNo(1), "c3", 4),
    events.TurnEnded(9, SeatNo(1), 3),
    events.GameEnded(End.FULL, (3, 4, 1), (SeatNo(1),)),
    events.GameEnded(End.FULL, (3, 4, 4), (SeatNo(1), SeatNo(2))),
)


def test_every_event_of_the_engine_is_among_the_examples():
    happened = {kind for kind in vars(events).values() if isinstance(kind, type) and issubclass(kind, Event)}

    assert {type(event) for event in EXAMPLES} == happened - {Event}


@pytest.mark.parametrize("language", ["en", "fr", "de"])
@pytest.mark.parametrize("viewer", [ONLOOKER, SeatNo(0), SeatNo(1), SeatNo(2)])
@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: type(event).__name__)
def test_every_event_has_a_sentence_for_everybody(event, viewer, language):
    with translation.override(language):
        text = SQUARE_ON_SALE_SCREEN.sentence(event, a_scene(an_acting_turn(), viewer, language=language))

    assert text and "{" not in text and "None" not in text


@pytest.mark.parametrize("event", EXAMPLES, ids=lambda event: type(event).__name__)
def test_cues_can_be_written_as_json_and_name_spaces(event):
    cue = SQUARE_ON_SALE_SCREEN.cue(event)

    if isinstance(event, events.TurnEnded):
        assert cue is None
    else:
        assert json.loads(json.dumps(cue))["cue"] == cue["cue"]
        assert set(cue.get("spaces", ())) <= set(SPACES)


def test_a_turn_ended_without_collects_in_a_row_needs_no_line():
    scene = a_scene(an_acting_turn())

    assert SQUARE_ON_SALE_SCREEN.sentence(events.TurnEnded(9, SeatNo(1), 1), scene) is None


@pytest.mark.parametrize("code", SquareFault)
def test_every_refusal_has_words(code):
    facts = {"space": "d4", "amount": 3, "minimum": 4, "chips": 2, "height": 1, "field": "amount"}

    assert SQUARE_ON_SALE_SCREEN.fault(code, facts).endswith(".")


def test_refusals_of_the_engine_bring_the_facts_their_words_need():
    state = an_acting_turn(bids={"d4": (0, 2, 2), "e5": (1, 7, 1)}, chips=(6, 5, 5))
    told = []
    for move in (Bid("d4", 3), Bid("e5", 7), Bid("a1", 9), Bid("z9", 1), Bid("a1", 0)):
        with pytest.raises(IllegalMove) as refused:
            play(SQUARE_ON_SALE, state, SeatNo(0), move)
        told.append(SQUARE_ON_SALE_SCREEN.fault(refused.value.code, refused.value.facts))

    assert told[0] == "Your own bid of 2 is running on d4. Bid on another space."
    assert told[2] == "You have only 6 chips in hand."
    assert all(told)


def test_names_are_escaped_everywhere():
    for state, history in (*played(2, 4)[::9], played(2, 4)[-1]):
        for viewer in (ONLOOKER, SeatNo(0)):
            scene = a_scene(state, viewer, history, names=NASTY)
            screen = SQUARE_ON_SALE_SCREEN
            log = "".join(filter(None, (screen.sentence(event, scene) for event in history)))
            shown = html_of((*screen.parts(scene), *screen.table_parts(scene), *screen.result_parts(scene)))

            assert '<b>"' not in shown + log and "</script>" not in shown + log
            Forms(html_of(screen.parts(scene)))


# Pushes


@pytest.mark.parametrize("of_screen", ["parts", "table_parts"])
def test_each_turn_is_told_in_a_paragraph_of_its_own(of_screen):
    """A push would else make old sentences into new ones elsewhere in the same paragraph, which browsers count as
    movement."""
    turns = {}
    paragraphs = {}
    for state, history in played(5, 4)[:-1]:
        html = html_of(getattr(SQUARE_ON_SALE_SCREEN, of_screen)(a_scene(state, ONLOOKER, history)))
        for paragraph, turn in re.findall(r'<p id="([^"]+)"><span data-no="\d+">Turn (\d+):', html):
            turns.setdefault(paragraph, set()).add(turn)
            paragraphs.setdefault(turn, set()).add(paragraph)

    assert len(paragraphs) > 20
    assert [len(each) for each in (*turns.values(), *paragraphs.values())] == [1] * 2 * len(paragraphs)


def test_a_bid_pushes_the_row_it_changes_and_not_the_board():
    before = an_acting_turn(bids={"e5": (2, 1, 2)})
    after = replace(before, table=an_acting_turn(bids={"e5": (2, 1, 2), "d4": (0, 3, 2)}).table)
    was, now = (SQUARE_ON_SALE_SCREEN.parts(a_scene(state, SeatNo(1))) for state in (before, after))
    changed = {}
    for old, new in zip(was, now, strict=True):
        changed.update({part.id: part.html for part in new.since(old)})

    assert "row-4" in changed
    assert not {"board", "row-1", "row-2", "row-3", "row-5"} & set(changed)
    assert all(f'id="{name}"' in html for name, html in changed.items())


def test_a_part_whose_inner_parts_stay_but_whose_rest_changes_is_sent_whole():
    row = Part("row", "<p id='row'>1</p>")

    after = Part("all", "<div>b<p id='row'>1</p></div>", (row,))

    assert after.since(Part("all", "<div>a<p id='row'>1</p></div>", (row,))) == [after]


def test_a_push_in_the_middle_of_a_game_is_small():
    sizes = []
    moments = played(7, 4)[20:80]
    screens = [SQUARE_ON_SALE_SCREEN.parts(a_scene(state, SeatNo(0), history)) for state, history in moments]
    for was, now in pairwise(screens):
        changed = {}
        for old, new in zip(was, now, strict=True):
            changed.update({part.id: part.html for part in new.since(old)})
        sizes.append(len(json.dumps(changed, ensure_ascii=False).encode()))

    assert sorted(sizes)[len(sizes) // 2] < 8_000
