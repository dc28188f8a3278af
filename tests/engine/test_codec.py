"""Moves are read strictly; what is stored carries a schema number; what cannot be read is refused with a reason."""

import json
from dataclasses import fields
from random import Random
from typing import get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import (
    KINDS,
    SCHEMA,
    MalformedMove,
    MoveFault,
    Options,
    StorageFault,
    UnreadableData,
    codec,
    event_from_json,
    event_to_json,
    move_from_form,
    move_from_json,
    move_to_json,
    observation_to_json,
    state_from_json,
    state_to_json,
)

FOR_SALE = KINDS["for_sale"]
SQUARE_ON_SALE = KINDS["square_on_sale"]

EVERY_ARGUMENT = [
    pytest.param(kind, name, field.name, get_type_hints(made)[field.name], id=f"{slug}-{name}-{field.name}")
    for slug, kind in KINDS.items()
    for name, made in kind.info.moves.items()
    for field in fields(made)
]
every_argument = pytest.mark.parametrize(("kind", "name", "field", "wanted"), EVERY_ARGUMENT)

JUNK = (True, False, 1.0, 1.5, float("nan"), "1", "", "a1", None, [], [1], {}, {"amount": 1}, -1, 0, 1, 10**30)


def well_formed(kind, name):
    hints = get_type_hints(kind.info.moves[name])
    return {"move": name, **{f.name: 1 if hints[f.name] is int else "a1" for f in fields(kind.info.moves[name])}}


def an_opening(kind):
    edition = next(iter(kind.info.editions))
    return kind.deal(kind.ruleset(edition, frozenset(), Options(), 4), Random(1))


def test_a_move_is_written_with_its_name_and_arguments():
    move = FOR_SALE.info.moves["bid"](5)

    assert move_to_json(move) == {"move": "bid", "amount": 5}


@every_argument
def test_an_argument_of_another_type_is_malformed(kind, name, field, wanted):
    for junk in JUNK:
        if type(junk) is wanted:
            continue
        with pytest.raises(MalformedMove) as fault:
            move_from_json(kind, {**well_formed(kind, name), field: junk})
        assert fault.value.code == MoveFault.WRONG_TYPE
        assert fault.value.facts["field"] == field


@every_argument
def test_a_missing_argument_is_malformed(kind, name, field, wanted):
    data = well_formed(kind, name)
    del data[field]

    with pytest.raises(MalformedMove) as fault:
        move_from_json(kind, data)

    assert (fault.value.code, fault.value.facts["field"]) == (MoveFault.MISSING_ARGUMENT, field)


@pytest.mark.parametrize(("kind", "name"), [(kind, name) for kind in KINDS.values() for name in kind.info.moves])
def test_an_argument_too_many_is_malformed(kind, name):
    with pytest.raises(MalformedMove) as fault:
        move_from_json(kind, {**well_formed(kind, name), "seat": 2})

    assert (fault.value.code, fault.value.facts["field"]) == (MoveFault.UNKNOWN_ARGUMENT, "seat")


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
@pytest.mark.parametrize("name", ["", "Bid", "__class__", "steal", None, 1, True, ["bid"], {"move": "bid"}])
def test_an_unknown_move_is_malformed(kind, name):
    with pytest.raises(MalformedMove) as fault:
        move_from_json(kind, {"move": name})

    assert fault.value.code == MoveFault.UNKNOWN_MOVE


@pytest.mark.parametrize("reader", [move_from_json, move_from_form])
def test_no_move_at_all_is_malformed(reader):
    with pytest.raises(MalformedMove) as fault:
        reader(FOR_SALE, {"amount": "5"})

    assert fault.value.code == MoveFault.UNKNOWN_MOVE


@pytest.mark.parametrize("amount", [-(10**30), -1, 0, 10**30])
def test_any_whole_number_is_well_formed_and_left_to_the_rules(amount):
    assert move_from_json(FOR_SALE, {"move": "bid", "amount": amount}).amount == amount


@pytest.mark.parametrize(("text", "amount"), [("5", 5), ("-5", -5), ("007", 7), ("0", 0), ("123456789", 123456789)])
def test_digits_of_a_form_become_a_number(text, amount):
    assert move_from_form(FOR_SALE, {"move": "bid", "amount": text}).amount == amount


@pytest.mark.parametrize(
    "text", ["", "-", "--5", "+5", " 5", "5 ", "5.0", "1e3", "1_000", "٥", "²", "five", "1234567890", "0x5", "None"]
)
def test_other_text_of_a_form_is_no_number(text):
    with pytest.raises(MalformedMove) as fault:
        move_from_form(FOR_SALE, {"move": "bid", "amount": text})

    assert (fault.value.code, fault.value.facts["field"]) == (MoveFault.WRONG_TYPE, "amount")


def test_a_space_of_a_form_stays_text():
    move = move_from_form(SQUARE_ON_SALE, {"move": "bid", "space": "c3", "amount": "4"})

    assert (move.space, move.amount) == ("c3", 4)


def test_a_form_with_more_fields_is_malformed():
    with pytest.raises(MalformedMove) as fault:
        move_from_form(FOR_SALE, {"move": "pass", "amount": "3"})

    assert fault.value.code == MoveFault.UNKNOWN_ARGUMENT


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)
move_like = st.fixed_dictionaries(
    {}, optional={"move": st.sampled_from(["bid", "seal", "pass", "bean", "collect"]) | json_values}
)


@given(st.sampled_from(list(KINDS.values())), move_like, st.dictionaries(st.text(max_size=8), json_values, max_size=3))
def test_whatever_is_sent_is_a_move_or_malformed(kind, data, more):
    try:
        move = move_from_json(kind, {**more, **data})
    except MalformedMove as fault:
        assert fault.code in set(MoveFault)
    else:
        assert move_from_json(kind, move_to_json(move)) == move


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_states_and_events_carry_the_schema_number(kind):
    opening = an_opening(kind)

    assert state_to_json(kind, opening)["schema"] == SCHEMA
    assert event_to_json(kind, kind.opening_events(opening)[0])["schema"] == SCHEMA


@pytest.mark.parametrize("schema", [SCHEMA + 1, 0, -1, None, "1", [], 10**30, 1.5])
def test_an_unknown_schema_is_refused_with_both_numbers(schema):
    data = {**state_to_json(FOR_SALE, an_opening(FOR_SALE)), "schema": schema}

    with pytest.raises(UnreadableData) as fault:
        state_from_json(FOR_SALE, data)

    assert fault.value.code == StorageFault.UNKNOWN_SCHEMA
    assert fault.value.facts["newest"] == SCHEMA


def test_data_without_a_schema_is_refused():
    data = state_to_json(FOR_SALE, an_opening(FOR_SALE))
    del data["schema"]

    with pytest.raises(UnreadableData) as fault:
        state_from_json(FOR_SALE, data)

    assert fault.value.code == StorageFault.UNKNOWN_SCHEMA


def test_older_data_is_upgraded_step_by_step(monkeypatch):
    opening = an_opening(FOR_SALE)
    renamed = {0: lambda slug, data: {**data, "decision": data["question"], "schema": 1}}
    moved = {-1: lambda slug, data: {**data, "question": data["asked"], "schema": 0}}
    monkeypatch.setattr(codec, "UPGRADES", {**renamed, **moved})
    old = {**state_to_json(FOR_SALE, opening), "schema": -1}
    old["asked"] = old.pop("decision")

    assert state_from_json(FOR_SALE, old) == opening


@pytest.mark.parametrize("data", [None, [], "state", 7, True])
def test_stored_data_that_is_no_object_is_refused(data):
    with pytest.raises(UnreadableData) as fault:
        state_from_json(FOR_SALE, data)

    assert fault.value.code == StorageFault.NOT_AN_OBJECT


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_stored_data_of_another_shape_is_refused(kind):
    opening = an_opening(kind)
    good = state_to_json(kind, opening)
    for key in (key for key in good if key != "schema"):
        with pytest.raises(UnreadableData):
            state_from_json(kind, {name: value for name, value in good.items() if name != key})


def test_a_state_of_another_kind_is_refused():
    with pytest.raises(UnreadableData) as fault:
        state_from_json(SQUARE_ON_SALE, state_to_json(FOR_SALE, an_opening(FOR_SALE)))

    assert fault.value.code == StorageFault.WRONG_SHAPE


def test_writing_leaves_the_state_as_it_was():
    opening = an_opening(SQUARE_ON_SALE)

    written = state_to_json(SQUARE_ON_SALE, opening)
    written["table"]["chips"][0] = 99

    assert state_to_json(SQUARE_ON_SALE, opening)["table"]["chips"][0] == 20


def test_an_event_is_written_under_the_name_of_its_class():
    (event,) = FOR_SALE.opening_events(an_opening(FOR_SALE))

    written = event_to_json(FOR_SALE, event)

    assert written["is"] == "HousesRevealed"
    assert event_from_json(FOR_SALE, json.loads(json.dumps(written))) == event


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_an_observation_can_be_spelled_out(kind):
    opening = an_opening(kind)
    seen = kind.observe(opening, 0, kind.opening_events(opening))

    spelled = json.loads(json.dumps(observation_to_json(seen)))

    assert spelled["viewer"] == 0
    assert spelled["decision"] == kind.decision(opening)
    assert len(spelled["history"]) == 1


@pytest.mark.parametrize("slug", KINDS)
def test_a_state_as_text_is_the_same_as_json_all_game_long(slug):
    """What a move leaves alone is not written again: it must be the game's own, and nothing that did change."""
    kind, rng = KINDS[slug], Random(3)
    rules = kind.rules(an_opening(kind))
    for _game in range(3):
        state, written = kind.deal(rules, rng), {}
        while owing := sorted(kind.to_act(state)):
            state = kind.apply(state, owing[0], rng.choice(kind.legal_moves(state, owing[0]))).state
            assert json.loads(codec.state_to_text(kind, state, written)) == state_to_json(kind, state)
            assert json.loads(codec.state_to_text(kind, state)) == state_to_json(kind, state)
