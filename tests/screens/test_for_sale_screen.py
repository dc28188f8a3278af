"""The screen of For Sale: right forms for the right seat, nothing secret, all editions, every phase."""

from dataclasses import replace
from datetime import UTC, datetime
from functools import cache
from random import Random

import pytest
from django.template.loader import render_to_string
from django.utils import translation

from games.engine import EVERYTHING, ONLOOKER, SeatNo, told
from games.engine.for_sale import FOR_SALE, Bid, Pass, Seal
from games.engine.for_sale.events import EVENT_CLASSES, BidPlaced, ChequesRevealed, LastBuyer
from games.engine.for_sale.faults import ForSaleFault
from games.screens.base import Scene, Sitter, cue_attribute
from games.screens.for_sale import FOR_SALE_SCREEN as SCREEN
from games.screens.for_sale_examples import AUCTION, FIRST_TO_PASS, GOING_ALONG, SALE
from games.screens.for_sale_words import DWELLINGS, drawing, dwelling, money
from games.services.tables import Ceiling
from tests.builders_for_sale import a_buying_phase, a_selling_phase, an_ended_game, for_sale_rules, played
from tests.engine.tables import OPEN_TABLES, TABLES, lively_game
from tests.engine.twins import TWINS
from tests.screens.pages import read, read_parts

FOR_SALE_TABLES = [table for table in TABLES if table.slug == "for_sale"]
EVERY_TABLE = [*FOR_SALE_TABLES, *(table for table in OPEN_TABLES if table.slug == "for_sale")]

NAMES = ("Mia", "Jonas", "Lena", "Amara", "Théo", "Inès")


@pytest.fixture(autouse=True)
def in_english():
    with translation.override("en"):
        yield


def a_scene(state, viewer, events=(), **changes):
    rules = state.deal.rules
    me = None if viewer in (ONLOOKER, EVERYTHING) else viewer
    sitters = tuple(
        Sitter(SeatNo(seat), NAMES[seat], seat, "", False, False, False, None) for seat in range(rules.seats)
    )
    scene = Scene(
        seen=FOR_SALE.observe(state, viewer, told(FOR_SALE, events, viewer)),
        sitters=sitters,
        me=me,
        code="KWTXM",
        game_number=1,
        version=7,
        decision=state.decision,
        edition=rules.edition,
        variants=rules.variants,
        options={},
        language="en",
        has_controls=me is not None,
        own_moves=0,
    )
    return replace(scene, **changes)


def shown(state, viewer, events=(), **changes):
    """The running game's parts, read back."""
    return read_parts(SCREEN.parts(a_scene(state, viewer, events, **changes)))


def words_of(reader):
    return " ".join(" ".join(reader.words).split())


def offered_moves(reader):
    """Every move that the forms on the screen can send."""
    moves = set()
    for form in reader.forms:
        if form.action != "/r/KWTXM/move":
            continue
        assert form.buttons == 1
        assert form.method == "post"
        match form.fields["move"]:
            case "pass":
                moves.add(Pass())
            case "bid":
                low, high = form.numbers["amount"]
                assert form.fields["amount"] == str(low)
                moves |= {Bid(amount) for amount in range(low, high + 1)}
            case "seal":
                moves |= {Seal(int(house)) for house in form.radios["house"]}
    return moves


@cache
def situations(table, count=9):
    """States of a lively game with the events so far: the first, the last, and some on the way."""
    turns = lively_game(table, 0)
    events = list(FOR_SALE.opening_events(turns[0].before))
    met = [(turns[0].before, tuple(events))]
    for turn in turns:
        events += turn.events
        met.append((turn.after, tuple(events)))
    between = Random(str(table)).sample(range(1, len(met) - 1), count)
    return tuple(met[place] for place in (0, *sorted(between), len(met) - 1))


# Every phase, edition, variant and number of players


@pytest.mark.parametrize("table", EVERY_TABLE, ids=str)
def test_every_seat_is_offered_exactly_its_legal_moves_in_every_situation(table):
    for state, events in situations(table):
        if not FOR_SALE.to_act(state):
            continue
        for number in range(table.seats):
            seat = SeatNo(number)

            offered = offered_moves(shown(state, seat, events))

            assert offered == set(FOR_SALE.legal_moves(state, seat))


@pytest.mark.parametrize("table", EVERY_TABLE, ids=str)
def test_onlookers_and_table_screens_never_get_a_form(table):
    for state, events in situations(table):
        if not FOR_SALE.to_act(state):
            continue
        scene = a_scene(state, ONLOOKER, events)

        phone, tv = read_parts(SCREEN.parts(scene)), read_parts(SCREEN.table_parts(scene))

        assert phone.forms == tv.forms == []
        assert "dock" not in phone.ids
        assert "is-private" not in "".join(part.html for part in [*SCREEN.parts(scene), *SCREEN.table_parts(scene)])


@pytest.mark.parametrize("table", EVERY_TABLE, ids=str)
def test_the_ids_of_the_parts_stay_the_same_from_deal_to_last_sale(table):
    rows = {
        tuple(part.id for part in SCREEN.parts(a_scene(state, SeatNo(0), events)))
        for state, events in situations(table)
        if FOR_SALE.to_act(state)
    }

    assert len(rows) == 1
    assert {"offer", "strip", "last-round", "reveal", "dock"} <= set(*rows)


@pytest.mark.parametrize("table", EVERY_TABLE, ids=str)
def test_the_result_is_drawn_for_every_seat_and_onlookers(table):
    *_, (state, events) = situations(table)
    viewers = [ONLOOKER, *(SeatNo(seat) for seat in range(table.seats))]

    for viewer in viewers:
        scene = a_scene(state, viewer, events, status="over", has_controls=False)
        page = read_parts(SCREEN.result_parts(scene))

        assert {"podium", "score", "deal", "reveal"} <= set(page.ids)
        assert page.forms == []
        assert SCREEN.sign(scene).headline


@pytest.mark.parametrize("table", FOR_SALE_TABLES, ids=str)
def test_a_screen_depends_on_nothing_that_the_viewer_may_not_know(table):
    rng = Random(str(table))
    for state, events in situations(table):
        if not FOR_SALE.to_act(state):
            continue
        for viewer in (ONLOOKER, *(SeatNo(seat) for seat in range(table.seats))):
            twin = TWINS["for_sale"](state, viewer, rng)
            one, other = a_scene(state, viewer, events), a_scene(twin, viewer, events)

            assert SCREEN.parts(one) == SCREEN.parts(other)
            assert SCREEN.table_parts(one) == SCREEN.table_parts(other)
            assert SCREEN.sign(one) == SCREEN.sign(other)


@pytest.mark.parametrize("table", FOR_SALE_TABLES, ids=str)
def test_every_event_told_has_a_whole_sentence_and_a_cue(table):
    *_, (state, events) = situations(table)
    for viewer in (ONLOOKER, SeatNo(0)):
        scene = a_scene(state, viewer, events)
        for event in scene.seen.history:
            sentence = SCREEN.sentence(event, scene)
            cue = SCREEN.cue(event)

            assert read(sentence).words
            assert "{" not in sentence
            assert cue["cue"]
            assert cue_attribute(cue)


def test_all_kinds_of_events_occur_in_those_games():
    seen = {type(event) for table in FOR_SALE_TABLES for _, events in [situations(table)[-1]] for event in events}

    assert seen == set(EVENT_CLASSES)


# Buying


def test_the_sign_is_gold_only_for_the_seat_that_is_asked():
    state = a_buying_phase(bids=(2, 5, 3), coins=(12, 12, 12), turn=0)

    mine, others = SCREEN.sign(a_scene(state, SeatNo(0))), SCREEN.sign(a_scene(state, SeatNo(1)))

    assert (mine.headline, mine.sentence, mine.is_mine) == ("Your turn", "Bid 6 or more, or pass.", True)
    assert (others.headline, others.is_mine) == ("Mia’s turn", False)
    assert "You lead with 5." in others.sentence
    assert others.title == "Mia’s turn · 6 or more to stay in. You lead with 5."


def test_the_pass_says_its_whole_consequence():
    state = a_buying_phase(lot=(8, 14, 27), bids=(2, 5, 3), turn=0)

    assert "Pass: take house 8 get 1 coin back, 1 is lost" in words_of(shown(state, SeatNo(0)))


@pytest.mark.parametrize(
    ("edition", "stake", "words"),
    [
        ("2015", 0, "it costs you nothing"),
        ("2015", 1, "get 1 coin back, none is lost"),
        ("2015", 3, "get 2 coins back, 1 is lost"),
        ("2015", 4, "get 2 coins back, 2 are lost"),
        ("classic", 1, "1 coin is lost"),
        ("classic", 3, "get 1 coin back, 2 are lost"),
    ],
)
def test_the_price_of_passing_follows_the_edition(edition, stake, words):
    state = a_buying_phase(rules=for_sale_rules(3, edition), bids=(stake, 5, 0), turn=0)

    assert words in words_of(shown(state, SeatNo(0)))


def test_in_the_variant_the_first_pass_gives_no_house_and_all_coins_back():
    rules = for_sale_rules(4, "2015", "not_enough")
    state = a_buying_phase(lot=(3, 7, 12), coins=(10, 10, 10, 10), rules=rules, bids=(3, 4, 0, 0), turn=0)

    assert "Pass: no house all 3 coins back" in words_of(shown(state, SeatNo(0)))


def test_in_the_variant_one_who_passed_empty_has_a_shutter_and_a_dash():
    rules = for_sale_rules(4, "2015", "not_enough")
    state = a_buying_phase(lot=(3, 7, 12), coins=(10, 10, 10, 10), rules=rules, turn=0)
    state = played(state, (0, Pass())).state

    assert "passed without a house" in words_of(shown(state, SeatNo(1)))
    assert "door-circle-shut" in SCREEN.parts(a_scene(state, SeatNo(1)))[1].html


def test_in_1997_the_lowest_bid_is_called_going_along():
    state = a_buying_phase(rules=for_sale_rules(3, "1997"), bids=(1, 3, 0), turn=2)
    scene = a_scene(state, SeatNo(2))

    assert SCREEN.sign(scene).sentence == "Go along with 3, bid more, or pass."
    assert "Go along: 3~|Bid 4~" in "".join(part.html for part in SCREEN.parts(scene))


def test_a_seat_that_cannot_pay_is_told_so_and_can_only_pass():
    state = a_buying_phase(coins=(4, 10, 10), bids=(2, 5, 0), turn=0)
    page = shown(state, SeatNo(0))

    assert offered_moves(page) == {Pass()}
    assert "pass is all that is left" in words_of(page)
    assert SCREEN.sign(a_scene(state, SeatNo(0))).sentence == "You have too few coins to bid: only passing is left."


def test_the_words_for_every_amount_come_with_the_field():
    state = a_buying_phase(coins=(7, 10, 10), bids=(2, 5, 0), turn=0)

    html = SCREEN.parts(a_scene(state, SeatNo(0)))[-1].html

    assert 'min="6" max="7"' in html
    assert 'data-says="Bid 6~adds 4 coins to your 2|Bid 7~adds 5 coins to your 2"' in html


def test_the_highest_bid_wears_the_pill_and_the_turn_the_lamp():
    state = a_buying_phase(bids=(2, 5, 0), turn=2)

    strip = SCREEN.parts(a_scene(state, SeatNo(0)))[1].html

    assert '<li id="seat-1" class="seat is-top" data-seat="1">' in strip
    assert '<li id="seat-2" class="seat is-now" data-seat="2">' in strip
    assert strip.index('data-seat="0"') < strip.index('data-seat="1"') < strip.index('data-seat="2"')


def test_the_strip_begins_with_the_viewer():
    strip = SCREEN.parts(a_scene(a_buying_phase(), SeatNo(1)))[1].html

    assert strip.index('data-seat="1"') < strip.index('data-seat="2"') < strip.index('data-seat="0"')


def test_the_lowest_house_goes_next():
    page = shown(a_buying_phase(lot=(12, 3, 7)), ONLOOKER)

    assert words_of(page).index("goes next") > words_of(page).index("3")
    assert words_of(page).index("goes next") < words_of(page).index("7")


def test_the_last_round_stays_beside_the_new_one():
    state = a_buying_phase(lot=(3, 7, 12), bids=(2, 5, 0), turn=2, deck=(1, 2, 4))
    state = played(state, (2, Pass()), (0, Pass())).state

    last = next(part.html for part in SCREEN.parts(a_scene(state, ONLOOKER)) if part.id == "last-round")

    assert words_of(read(last)) == "Last round Lena 3 for nothing Mia 7 for 1 Jonas 12 for 5"


# The secret ceiling


def ceiling_forms(page):
    return [form for form in page.forms if form.action == "/r/KWTXM/ceiling"]


def test_a_ceiling_can_be_set_while_waiting_and_on_the_own_turn():
    state = a_buying_phase(bids=(2, 5, 0), turn=2)

    for seat in (SeatNo(0), SeatNo(2)):
        (form,) = ceiling_forms(shown(state, seat))

        assert form.fields["round"] == "1"
        assert form.numbers["amount"] == (1, 10)
        assert form.fields["amount"] == "6"
        assert form.radios["then"] == ["pass", "ask"]


def test_a_ceiling_that_is_set_can_be_seen_and_cleared_by_its_owner():
    state = a_buying_phase(bids=(2, 5, 0), turn=2)
    page = shown(state, SeatNo(0), ceiling=Ceiling(9, "ask", 1))

    change, clear = ceiling_forms(page)

    assert change.fields["amount"] == "9"
    assert clear.fields["amount"] == "0"
    assert "up to 9" in words_of(page)


def test_a_ceiling_of_an_earlier_round_is_not_shown():
    page = shown(a_buying_phase(bids=(2, 5, 0), turn=2), SeatNo(0), ceiling=Ceiling(9, "ask", 4))

    assert len(ceiling_forms(page)) == 1
    assert "up to 9" not in words_of(page)


def test_no_ceiling_is_offered_to_one_who_has_passed_or_could_never_bid():
    passed = played(a_buying_phase(turn=0), (0, Pass())).state
    poor = a_buying_phase(coins=(4, 10, 10), bids=(2, 5, 0), turn=1)

    assert ceiling_forms(shown(passed, SeatNo(0))) == []
    assert ceiling_forms(shown(poor, SeatNo(0))) == []


# Selling


def test_before_sealing_the_sign_is_gold_and_after_it_says_whom_all_wait_for():
    state = a_selling_phase(hands=((8, 24), (20, 21), (28, 29)), cheques=(13, 12, 0))
    sealed = played(state, (0, Seal(24))).state

    before, after = SCREEN.sign(a_scene(state, SeatNo(0))), SCREEN.sign(a_scene(sealed, SeatNo(0)))

    assert (before.headline, before.is_mine) == ("Sell a house", True)
    assert (after.headline, after.is_mine) == ("Sealed", False)
    assert words_of(read(after.sentence)) == "You sealed house 24 . Waiting for Jonas and Lena."
    assert "24" not in after.title


def test_the_sealed_house_can_be_changed_and_is_marked():
    state = played(a_selling_phase(hands=((8, 24), (20,), (28,))), (0, Seal(24))).state

    dock = SCREEN.parts(a_scene(state, SeatNo(0)))[-1].html

    assert 'class="dock is-quiet"' in dock
    assert 'value="24" id="house-1-24" required checked' in dock
    assert "is-gold" not in dock


def test_others_see_that_a_house_is_sealed_but_not_which():
    state = played(a_selling_phase(hands=((8, 24), (20,), (28,))), (0, Seal(24))).state

    for viewer in (SeatNo(1), ONLOOKER):
        page = shown(state, viewer)

        assert "has sealed" in words_of(page)
        assert "24" not in words_of(page)


def test_one_without_houses_has_nothing_to_do():
    page = shown(a_selling_phase(hands=((), (20,), (28,)), cheques=(13, 12)), SeatNo(0))

    assert page.forms == []
    assert "You have no houses left" in words_of(page)


def test_the_reveal_lists_houses_from_highest_to_lowest_and_stays_hidden_without_a_script():
    state = a_selling_phase(hands=((8, 9), (20, 21), (28, 29)), cheques=(13, 12, 0), deck=(2, 3, 4))
    state = played(state, (0, Seal(8)), (1, Seal(20)), (2, Seal(28))).state

    reveal = next(part.html for part in SCREEN.parts(a_scene(state, SeatNo(1))) if part.id == "reveal")

    assert '<section id="reveal" class="reveal is-night" hidden data-round="1"' in reveal
    assert reveal.index('data-house="28"') < reveal.index('data-house="20"') < reveal.index('data-house="8"')
    assert "You sold house 20 for $12,000." in reveal
    assert "bounced" in reveal


def test_a_big_hand_lies_in_two_rows():
    state = a_selling_phase(hands=((1, 2, 3, 4, 5, 6), (20,), (28,)))

    assert 'class="hand is-full is-private"' in SCREEN.parts(a_scene(state, SeatNo(0)))[-1].html
    assert 'class="hand is-private"' in SCREEN.parts(a_scene(state, SeatNo(1)))[-1].html


# Open information


def test_an_open_table_shows_the_others_coins_and_houses_and_a_closed_one_does_not():
    hands = ((4, 5), (17,), (30,))
    open_rules = for_sale_rules(3, open_information=True)

    opened = shown(a_buying_phase(rules=open_rules, coins=(10, 6, 9), hands=hands), SeatNo(0))
    closed = shown(a_buying_phase(coins=(10, 6, 9), hands=hands), SeatNo(0))

    assert "Jonas 6 17" in words_of(opened)
    assert "open-table" not in closed.ids
    assert "17" not in words_of(closed)


# Results


def result(coins, cheques, viewer=ONLOOKER, **changes):
    scene = a_scene(an_ended_game(coins, cheques), viewer, status="over", has_controls=False, **changes)
    return words_of(read_parts(SCREEN.result_parts(scene))), SCREEN.sign(scene)


def test_the_winner_and_the_own_place_are_said():
    words, sign = result((4, 3, 1), ((54,), (49,), (40,)), SeatNo(1))

    assert (sign.headline, sign.sentence) == ("Mia wins", "You came second with $52,000.")
    assert "Mia 54 4 58" in words
    assert "You 49 3 52" in words


def test_a_tie_is_explained_by_the_coins_left():
    words, _ = result((3, 1, 0), ((42,), (44,), (9,)))

    assert "$45,000 each: Mia kept more coins than Jonas (3 to 1)." in words


def test_a_tie_is_explained_to_those_in_it():
    first, _ = result((3, 1, 0), ((42,), (44,), (9,)), SeatNo(0))
    second, _ = result((3, 1, 0), ((42,), (44,), (9,)), SeatNo(1))

    assert "you kept more coins than Jonas (3 to 1)" in first
    assert "Mia kept more coins than you (3 to 1)" in second


def test_three_in_a_tie_are_listed_with_their_coins():
    words, _ = result((3, 1, 0), ((42,), (44,), (45,)))

    assert "Mia, Jonas and Lena have $45,000 each; the coins left decide: Mia 3, Jonas 1, Lena 0." in words


def test_a_shared_victory_is_called_so():
    words, sign = result((3, 3, 0), ((42,), (42,), (9,)), SeatNo(0))

    assert (sign.headline, sign.is_mine) == ("Shared victory", True)
    assert sign.sentence == "You share it with Jonas: $45,000 each."
    assert "they share the place" in words


def test_who_was_replaced_by_a_bot_is_said():
    state = an_ended_game((3, 1, 0), ((42,), (4,), (9,)))
    scene = a_scene(state, ONLOOKER, status="over", has_controls=False)
    sitters = (scene.sitters[0], scene.sitters[1]._replace(was_replaced=True), scene.sitters[2])

    words = words_of(read_parts(SCREEN.result_parts(replace(scene, sitters=sitters))))

    assert "A bot played for Jonas for a while." in words
    assert "A bot played for Mia" not in words


def test_a_game_ended_early_has_no_winner_and_shows_only_what_was_known():
    state = a_buying_phase(coins=(10, 6, 9), hands=((4, 5), (17,), (30,)))
    scene = a_scene(state, SeatNo(0), status="abandoned", has_controls=False)

    page = read_parts(SCREEN.result_parts(scene))

    assert SCREEN.sign(scene).headline == "Ended early"
    assert "podium" not in page.ids
    assert "You 10 4 5" in words_of(page)
    assert "Jonas hidden" in words_of(page)


def test_everything_is_shown_of_an_ended_game_to_those_who_may_see_everything():
    state = a_buying_phase(coins=(10, 6, 9), hands=((4, 5), (17,), (30,)))
    scene = a_scene(state, EVERYTHING, status="abandoned", has_controls=False)

    assert "Jonas 6 17" in words_of(read_parts(SCREEN.result_parts(scene)))


# Words


def test_names_are_escaped_everywhere():
    name = "<i>&\"'x"
    state = a_selling_phase(hands=((8, 9), (20, 21), (28, 29)), cheques=(13, 12, 0), deck=(2, 3, 4))
    state, events = played(state, (0, Seal(8)), (1, Seal(20)), (2, Seal(28))).state, ()
    over = an_ended_game((3, 3, 0), ((42,), (42,), (9,)))
    for situation, status in ((a_buying_phase(bids=(1, 0, 0), turn=1), "running"), (state, "running"), (over, "over")):
        scene = a_scene(situation, ONLOOKER, events, status=status)
        sitters = tuple(sitter._replace(name=name, was_replaced=True) for sitter in scene.sitters)
        scene = replace(scene, sitters=sitters)
        parts = SCREEN.result_parts(scene) if status == "over" else [*SCREEN.parts(scene), *SCREEN.table_parts(scene)]

        html = "".join(part.html for part in parts)

        assert "<i>" not in html
        assert "&lt;i&gt;&amp;&quot;&#x27;x" in html


def test_names_are_escaped_in_the_log():
    state = a_buying_phase()
    step = played(state, (0, Bid(2)), (1, Pass()))
    scene = a_scene(step.state, ONLOOKER, step.events)
    scene = replace(scene, sitters=tuple(sitter._replace(name="<i>") for sitter in scene.sitters))

    lines = [SCREEN.sentence(event, scene) for event in scene.seen.history]

    assert all("<i>" not in line and "&lt;i&gt;" in line for line in lines)


@pytest.mark.parametrize("code", list(ForSaleFault))
def test_every_refusal_has_a_sentence(code):
    facts = {"amount": 4, "minimum": 6, "maximum": 9, "highest": 5, "stake": 2, "house": 24, "field": "amount"}

    sentence = SCREEN.fault(code, facts)

    assert sentence.endswith(".")
    assert "%" not in sentence


def test_refusals_of_others_are_left_to_them():
    assert SCREEN.fault("not_your_turn", {}) is None


@pytest.mark.parametrize("table", FOR_SALE_TABLES, ids=str)
def test_every_edition_and_variant_has_a_name_and_a_help(table):
    assert SCREEN.edition_name(table.edition)
    assert SCREEN.edition_help(table.edition).endswith(".")
    for variant in table.variants:
        assert SCREEN.variant_name(table.edition, variant)
        assert SCREEN.variant_help(table.edition, variant).endswith(".")


def test_the_twenty_houses_of_1997_are_twenty_of_the_thirty():
    assert len(DWELLINGS) == 30
    assert (drawing("1997", 1), drawing("1997", 5), drawing("1997", 20)) == (1, 8, 30)
    assert dwelling("1997", 5) == dwelling("2015", 8) == "Teapot"


def test_money_is_written_as_on_the_cheques_of_the_edition():
    assert [money(13, 1_000), money(13, 1_000_000)] == ["$13,000", "$13M"]


def test_away_and_bots_are_marked_with_words():
    scene = a_scene(a_buying_phase(), SeatNo(0))
    one, two, three = scene.sitters
    scene = replace(scene, sitters=(one, two._replace(is_away=True), three._replace(bot="steady", is_warmed=True)))

    strip = SCREEN.parts(scene)[1].html

    assert "away" in strip
    assert "a bot plays for now" in strip
    assert "door-diamond-bot" in strip


def test_a_clock_that_runs_is_in_the_strip():
    scene = a_scene(a_buying_phase(), SeatNo(0))
    deadline = datetime(2030, 1, 1, 12, 0, tzinfo=UTC)
    scene = replace(scene, sitters=(scene.sitters[0]._replace(deadline=deadline), *scene.sitters[1:]))

    assert 'data-deadline="2030-01-01T12:00:00+00:00"' in SCREEN.parts(scene)[1].html


def test_the_whole_game_on_a_phone_of_four_stays_under_eight_kilobytes_on_the_own_turn():
    rules = for_sale_rules(4)
    state = a_buying_phase(lot=(3, 7, 12, 20), coins=(21,) * 4, rules=rules, hands=((1, 2, 4),) * 4)
    scene = a_scene(state, SeatNo(0), ceiling=Ceiling(5, "pass", 1))

    size = sum(len(part.html.encode()) for part in SCREEN.parts(scene))

    assert size < 8_000


def auction_example(events, *, rules):
    """Play what the example tells, and give what the engine says happened."""
    (opening, *told_events) = events
    state = a_buying_phase(lot=opening.houses, coins=(15, 15, 15), rules=rules, turn=opening.first)
    moves = [
        (event.seat, Bid(event.amount) if isinstance(event, BidPlaced) else Pass())
        for event in told_events
        if not isinstance(event, LastBuyer)
    ]
    return [event for event in played(state, *moves).events if not isinstance(event, ChequesRevealed)]


@pytest.mark.parametrize(
    ("events", "rules"),
    [
        (AUCTION, for_sale_rules(3)),
        (GOING_ALONG, for_sale_rules(3, "1997")),
        (FIRST_TO_PASS, for_sale_rules(3, "2015", "not_enough")),
    ],
)
def test_the_auctions_on_the_rules_page_follow_from_the_rules(events, rules):
    assert auction_example(events, rules=rules) == list(events[1:])


def test_the_sale_on_the_rules_page_follows_from_the_rules():
    cheques, sold = SALE
    state = a_selling_phase(hands=((19, 20), (6, 7), (24, 25)), cheques=cheques.cheques, deck=(2, 3, 4))

    events = played(state, *((sale.seat, Seal(sale.house)) for sale in sold.results)).events

    assert sold in events


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_rules_page_is_whole_in_every_language(language):
    with translation.override(language):
        html = render_to_string(SCREEN.rules_template, {"kind": SCREEN, "stylesheets": [SCREEN.stylesheet]})

    assert html.count("<h2") >= 6
    assert "ruling" in html
