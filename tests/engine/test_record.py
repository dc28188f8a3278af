"""A record is found true exactly if playing it again gives it; any other is refused at the first place that differs."""

import copy
import json
from functools import cache

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from games.engine import (
    KINDS,
    BadRecord,
    RecordFault,
    SeatName,
    check_record,
    commit,
    make_record,
    replay_record,
)
from tests.engine.tables import TABLES, Table, lively_game

SALT = bytes(range(32))

FOR_SALE = Table("for_sale", "2015", (), 4)
NOT_ENOUGH = Table("for_sale", "2015", ("not_enough",), 5)
SQUARE_ON_SALE = Table("square_on_sale", "2009", (), 3)


@cache
def _record_text(table, seed):
    kind, turns = table.kind, lively_game(table, seed)
    opening = turns[0].before
    events = kind.opening_events(opening) + tuple(event for turn in turns for event in turn.events)
    seats = [SeatName(f"Player {seat}", None if seat else "steady") for seat in range(table.seats)]
    record = make_record(
        kind,
        opening=opening,
        final=turns[-1].after,
        events=events,
        seats=seats,
        commitment=commit(SALT, kind.deck(opening)),
        salt=SALT,
    )
    return json.dumps(record)


def a_record(table=FOR_SALE, seed=0):
    return json.loads(_record_text(table, seed))


def recommitted(record):
    """As somebody would do who wants a changed deal to look true."""
    record["commitment"] = commit(bytes.fromhex(record["opening"]["salt"]), record["opening"]["deck"])
    return record


def fault_of(record):
    with pytest.raises(BadRecord) as fault:
        check_record(record)
    return fault.value


def index_of(record, name):
    return next(number for number, event in enumerate(record["events"]) if event["e"] == name)


def test_a_record_has_every_key_of_the_format():
    record = a_record()

    assert list(record) == [
        "format",
        "kind",
        "edition",
        "variants",
        "players",
        "seats",
        "setup",
        "events",
        "result",
        "commitment",
        "opening",
    ]
    assert record["format"] == "auction-record/1"
    assert record["seats"][0] == {"name": "Player 0", "bot": "steady"}
    assert record["seats"][1] == {"name": "Player 1", "bot": None}
    assert record["opening"]["salt"] == SALT.hex()


def test_options_and_extra_keys_are_kept_but_never_hide_the_format():
    turns = lively_game(FOR_SALE, 0)

    record = make_record(
        FOR_SALE.kind,
        opening=turns[0].before,
        final=turns[-1].after,
        events=(),
        seats=[],
        commitment="",
        salt=SALT,
        options={"open_information": True},
        extra={"room": "K7QXM", "kind": "chess"},
    )

    assert record["options"] == {"open_information": True}
    assert record["room"] == "K7QXM"
    assert record["kind"] == "for_sale"


@pytest.mark.parametrize("table", [FOR_SALE, NOT_ENOUGH, SQUARE_ON_SALE], ids=str)
def test_more_keys_are_allowed_anywhere(table):
    record = a_record(table)
    record["played"] = "yesterday"
    record["seats"][0]["colour"] = "green"
    record["opening"]["by"] = "the host"
    record["result"]["story"] = []
    for event in record["events"]:
        event["thought"] = 1.5
    record["options"] = {"open_information": True, "clock": 30}

    check_record(record)


def test_playing_a_record_again_gives_opening_moves_events_and_end():
    turns = lively_game(SQUARE_ON_SALE, 0)

    replayed = replay_record(a_record(SQUARE_ON_SALE))

    assert replayed.kind is KINDS["square_on_sale"]
    assert replayed.opening == turns[0].before
    assert replayed.final == turns[-1].after
    assert [move for _, move in replayed.moves] == [turn.move for turn in turns]
    assert replayed.seats[0] == SeatName("Player 0", "steady")


@pytest.mark.parametrize(
    ("change", "code", "path"),
    [
        (lambda r: r.pop("format"), RecordFault.MISSING, "format"),
        (lambda r: r.update(format="auction-record/2"), RecordFault.UNKNOWN_FORMAT, "format"),
        (lambda r: r.update(kind="chess"), RecordFault.UNKNOWN_KIND, "kind"),
        (lambda r: r.update(edition="1066"), RecordFault.UNKNOWN_RULESET, "edition"),
        (lambda r: r.update(variants=["no_such"]), RecordFault.UNKNOWN_RULESET, "edition"),
        (lambda r: r.update(variants=[["not_enough"]]), RecordFault.WRONG_TYPE, "variants"),
        (lambda r: r.update(players=4.0), RecordFault.WRONG_TYPE, "players"),
        (lambda r: r.update(players=True), RecordFault.WRONG_TYPE, "players"),
        (lambda r: r["seats"].pop(), RecordFault.DIFFERENT, "seats"),
        (lambda r: r["seats"].__setitem__(2, None), RecordFault.WRONG_TYPE, "seats[2]"),
        (lambda r: r["seats"][1].pop("bot"), RecordFault.MISSING, "seats[1].bot"),
        (lambda r: r["seats"][1].update(name=5), RecordFault.WRONG_TYPE, "seats[1].name"),
        (lambda r: r["setup"].update(first=9), RecordFault.DIFFERENT, "setup.first"),
        (lambda r: r["setup"].update(coins=[21, 21, 21, 22]), RecordFault.DIFFERENT, "setup.coins[3]"),
        (lambda r: r.update(options={"open_information": 1}), RecordFault.WRONG_TYPE, "options.open_information"),
        (lambda r: r["opening"].update(salt="not hexadecimal"), RecordFault.WRONG_COMMITMENT, "commitment"),
        (lambda r: r["opening"].update(salt="00"), RecordFault.WRONG_COMMITMENT, "commitment"),
        (lambda r: r.update(commitment="0" * 64), RecordFault.WRONG_COMMITMENT, "commitment"),
        (lambda r: r["result"]["totals"].__setitem__(1, 1000), RecordFault.DIFFERENT, "result.totals[1]"),
        (lambda r: r["result"].pop("winners"), RecordFault.MISSING, "result.winners"),
        (lambda r: r["events"].append({"e": "round"}), RecordFault.DIFFERENT, None),
    ],
)
def test_the_first_difference_is_named(change, code, path):
    record = a_record()
    change(record)

    fault = fault_of(record)

    assert fault.code == code
    assert fault.facts["path"] == (path or f"events[{len(record['events']) - 1}]")


@pytest.mark.parametrize("junk", [None, [], 1, "record", True, 1.5, {}, [{}]])
def test_what_is_no_record_is_refused(junk):
    assert fault_of(junk).code in {RecordFault.WRONG_TYPE, RecordFault.MISSING}


def test_a_deal_that_was_touched_does_not_open_its_commitment():
    record = a_record()
    houses = record["opening"]["deck"]["houses"]
    houses[-1], houses[-2] = houses[-2], houses[-1]

    assert fault_of(record).code == RecordFault.WRONG_COMMITMENT


def test_a_deck_that_is_not_the_editions_cards_is_refused_even_if_committed_to():
    record = a_record()
    record["opening"]["deck"]["houses"][0] = 31

    assert fault_of(recommitted(record)).facts["path"] == "opening.deck.houses"


def test_a_changed_deal_is_noticed_in_the_events_even_if_committed_to():
    record = a_record()
    houses = record["opening"]["deck"]["houses"]
    houses.insert(0, houses.pop())

    assert fault_of(recommitted(record)).facts["path"].startswith("events[0].houses")


def test_a_changed_refund_is_named_with_what_was_expected_and_found():
    record = a_record()
    number = index_of(record, "pass")
    right = record["events"][number]["refund"]
    record["events"][number]["refund"] = right + 1

    fault = fault_of(record)

    assert fault.code == RecordFault.DIFFERENT
    assert fault.facts == {"path": f"events[{number}].refund", "expected": right, "found": right + 1}


def test_true_is_not_one():
    record = a_record()
    record["events"][0]["no"] = True

    assert fault_of(record).facts["path"] == "events[0].no"


def test_an_illegal_bid_is_named():
    record = a_record()
    number = index_of(record, "bid")
    record["events"][number]["stake"] = 1000

    fault = fault_of(record)

    assert fault.code == RecordFault.ILLEGAL_MOVE
    assert fault.facts["path"] == f"events[{number}]"


def test_a_difference_before_an_illegal_move_comes_first():
    record = a_record()
    record["events"][0]["no"] = 2
    record["events"][index_of(record, "bid")]["stake"] = 1000

    assert fault_of(record).facts["path"] == "events[0].no"


@pytest.mark.parametrize("table", [FOR_SALE, NOT_ENOUGH, SQUARE_ON_SALE], ids=str)
def test_a_game_cut_short_is_refused(table):
    for kept in (0, 1, len(a_record(table)["events"]) // 2, len(a_record(table)["events"]) - 1):
        record = a_record(table)
        record["events"] = record["events"][:kept]

        assert fault_of(record).facts["path"].startswith("events")


def test_an_event_that_is_left_out_is_noticed():
    record = a_record()
    number = index_of(record, "last")
    del record["events"][number]

    assert fault_of(record).facts["path"].startswith(f"events[{number}]")


def places(value, path=()):
    """Every place in a record."""
    yield path
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in inner:
        yield from places(item, (*path, key))


def put(record, path, value):
    holder = record
    for key in path[:-1]:
        holder = holder[key]
    holder[path[-1]] = value


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 40) | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=6,
)
FREE_TEXT = {"name", "bot", "options"}
"""What a record may say without anybody being able to check it."""


@settings(max_examples=400, deadline=None)
@given(st.sampled_from(TABLES), st.sampled_from((0, 52)), st.randoms(use_true_random=False), json_values)
def test_any_other_value_anywhere_is_refused_and_nothing_else_happens(table, seed, rng, value):
    record = a_record(table, seed)
    path = rng.choice([path for path in places(record) if path])
    before = copy.deepcopy(record)
    put(record, path, value)

    try:
        check_record(record)
    except BadRecord as fault:
        assert isinstance(fault.facts["path"], str)
    else:
        assert json.dumps(record) == json.dumps(before) or FREE_TEXT & set(map(str, path)) or is_seat(path, value)


def is_seat(path, value):
    return path[0] == "seats" and isinstance(value, dict)


@settings(max_examples=200, deadline=None)
@given(json_values)
def test_arbitrary_json_is_refused_and_nothing_else_happens(value):
    assert fault_of(value).code


@settings(max_examples=200, deadline=None)
@given(st.sampled_from([FOR_SALE, NOT_ENOUGH, SQUARE_ON_SALE]), st.randoms(use_true_random=False))
def test_events_in_another_order_are_refused(table, rng):
    record = a_record(table)
    events = record["events"]
    one, other = rng.sample(range(len(events)), 2)
    assume(events[one] != events[other])
    events[one], events[other] = events[other], events[one]

    assert fault_of(record).facts["path"].startswith("events")


def test_a_record_nested_too_deep_is_refused():
    deep = []
    for _ in range(5000):
        deep = [deep]
    in_the_deck = a_record()
    in_the_deck["opening"]["deck"]["more"] = deep
    in_an_event = a_record()
    in_an_event["events"][0] = deep

    assert fault_of(in_the_deck).code == RecordFault.WRONG_COMMITMENT
    assert fault_of(in_an_event).facts["path"].startswith("events[0]")


def test_a_number_of_any_size_is_shown_in_few_characters():
    record = a_record()
    record["events"][0]["no"] = 10**5000

    assert len(str(fault_of(record))) < 300


def test_text_that_has_no_utf8_is_refused():
    record = a_record()
    record["opening"]["deck"]["\ud800"] = "\udfff"

    assert fault_of(record).code == RecordFault.WRONG_COMMITMENT
