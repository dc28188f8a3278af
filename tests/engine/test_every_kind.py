"""What holds for every kind, edition, variant and number of seats, shown on whole games."""

import json
from dataclasses import fields, is_dataclass
from random import Random

import pytest

from games.engine import (
    EVERYTHING,
    KINDS,
    ONLOOKER,
    BadRuleset,
    IllegalMove,
    Options,
    SeatName,
    SeatNo,
    TurnFault,
    check_record,
    commit,
    event_from_json,
    event_to_json,
    make_record,
    move_from_json,
    move_to_json,
    new_salt,
    play,
    replay,
    state_from_json,
    state_to_json,
    told,
)
from tests.engine.tables import CANDIDATES, IS_CONSERVED, OPEN_TABLES, TABLES, lively_game
from tests.engine.twins import TWIN_MOVES, TWINS, UNTIL_OPENED

SEEDS = (0, 1, 3, 10, 14, 52)
"""Chosen so that rare questions are asked too; a test below says when they no longer do."""

every_table = pytest.mark.parametrize("table", TABLES, ids=str)
every_table_open_or_not = pytest.mark.parametrize("table", TABLES + OPEN_TABLES, ids=str)
every_game = pytest.mark.parametrize("seed", SEEDS)


def through_text(value):
    return json.loads(json.dumps(value))


def all_events(table, turns):
    return table.kind.opening_events(turns[0].before) + tuple(event for turn in turns for event in turn.events)


@pytest.mark.parametrize("slug", KINDS)
def test_these_games_use_every_class_that_is_ever_stored(slug):
    tables = [table for table in TABLES if table.slug == slug]
    games = [lively_game(table, seed) for table in tables for seed in SEEDS]

    met = {type(part) for turns in games for turn in turns for part in parts((turn.after, turn.events))}

    assert set(KINDS[slug].info.vocabulary) <= met


def parts(value):
    yield value
    if is_dataclass(value):
        value = [getattr(value, field.name) for field in fields(value)]
    if isinstance(value, tuple | list):
        for item in value:
            yield from parts(item)


@every_table
@every_game
def test_a_game_ends_with_an_outcome_and_nobody_left_to_act(table, seed):
    final = lively_game(table, seed)[-1].after

    outcome = table.kind.outcome(final)

    assert table.kind.to_act(final) == frozenset()
    assert not any(table.kind.legal_moves(final, SeatNo(seat)) for seat in range(table.seats))
    assert len(outcome.scores) == len(outcome.ranks) == table.seats
    assert outcome.winners == tuple(seat for seat, rank in enumerate(outcome.ranks) if rank == 1)


@every_table
@every_game
def test_a_running_game_has_somebody_to_act_and_no_outcome(table, seed):
    for turn in lively_game(table, seed):
        owing = table.kind.to_act(turn.before)

        assert owing
        assert all(table.kind.legal_moves(turn.before, seat) for seat in owing)
        assert table.kind.outcome(turn.before) is None


@every_table
@every_game
def test_cards_and_coins_and_pieces_are_conserved(table, seed):
    turns = lively_game(table, seed)

    for state in (turns[0].before, *(turn.after for turn in turns)):
        IS_CONSERVED[table.slug](state)


@every_table
@every_game
def test_the_decision_never_shrinks_and_grows_when_others_are_asked(table, seed):
    for turn in lively_game(table, seed):
        before, after = table.kind.decision(turn.before), table.kind.decision(turn.after)

        assert after >= before
        if not table.kind.to_act(turn.after) < table.kind.to_act(turn.before) | {turn.seat}:
            assert after > before


@every_table
def test_legal_moves_are_exactly_those_that_check_accepts(table):
    kind, candidates = table.kind, CANDIDATES[table.slug]
    for turn in lively_game(table, SEEDS[0]):
        for seat in map(SeatNo, range(table.seats)):
            legal = kind.legal_moves(turn.before, seat)
            accepted = {move for move in candidates if is_accepted(kind, turn.before, seat, move)}

            assert len(set(legal)) == len(legal)
            assert accepted == set(legal)


def is_accepted(kind, state, seat, move):
    try:
        kind.check(state, seat, move)
    except IllegalMove:
        return False
    return True


@every_table
def test_a_refused_move_says_why_and_changes_nothing(table):
    kind, rng = table.kind, Random(7)
    for turn in lively_game(table, SEEDS[1]):
        snapshot = state_to_json(kind, turn.before)
        for seat in (SeatNo(-1), SeatNo(table.seats), *map(SeatNo, range(table.seats))):
            legal = set(kind.legal_moves(turn.before, seat)) if 0 <= seat < table.seats else set()
            refused = [move for move in rng.sample(CANDIDATES[table.slug], 12) if move not in legal]
            for move in refused:
                with pytest.raises(IllegalMove) as fault:
                    play(kind, turn.before, seat, move)
                assert fault.value.code
        assert state_to_json(kind, turn.before) == snapshot


@every_table
def test_a_game_that_is_over_refuses_every_move(table):
    final = lively_game(table, SEEDS[0])[-1].after

    for seat in map(SeatNo, range(table.seats)):
        for move in CANDIDATES[table.slug]:
            with pytest.raises(IllegalMove) as fault:
                play(table.kind, final, seat, move)
            assert fault.value.code == TurnFault.GAME_OVER


@every_table
@every_game
def test_replay_equals_play(table, seed):
    turns = lively_game(table, seed)

    steps = replay(table.kind, turns[0].before, [(turn.seat, turn.move) for turn in turns])

    assert [(step.state, step.events) for step in steps] == [(turn.after, turn.events) for turn in turns]


@every_table_open_or_not
def test_every_state_event_and_move_survives_json(table):
    kind = table.kind
    for turn in lively_game(table, SEEDS[0]):
        state = state_from_json(kind, through_text(state_to_json(kind, turn.after)))

        assert state == turn.after
        assert repr(state) == repr(turn.after)  # a tuple and a named tuple may be equal; their names are not
        assert move_from_json(kind, through_text(move_to_json(turn.move))) == turn.move
        for event in turn.events:
            assert event_from_json(kind, through_text(event_to_json(kind, event))) == event


@every_table
@every_game
def test_the_record_of_a_game_is_found_true(table, seed):
    turns = lively_game(table, seed)
    opening, salt = turns[0].before, new_salt()

    record = make_record(
        table.kind,
        opening=opening,
        final=turns[-1].after,
        events=all_events(table, turns),
        seats=[SeatName(f"Player {seat}") for seat in range(table.seats)],
        commitment=commit(salt, table.kind.deck(opening)),
        salt=salt,
    )

    check_record(through_text(record))
    assert record["players"] == table.seats
    assert tuple(record["variants"]) == table.variants


@every_table
def test_an_opening_is_found_again_from_its_deck(table):
    opening = lively_game(table, SEEDS[0])[0].before

    again = table.kind.opening(
        table.rules, through_text(table.kind.deck(opening)), SeatNo(table.kind.record_setup(opening)["first"])
    )

    assert again == opening


@every_table
def test_the_host_may_name_the_first_player(table):
    for first in map(SeatNo, range(table.seats)):
        opening = table.kind.deal(table.rules, Random(1), first)

        assert table.kind.record_setup(opening)["first"] == first
        assert table.kind.to_act(opening) == {first}


@every_table_open_or_not
def test_a_viewer_cannot_tell_a_game_from_its_twin(table):
    """FS-16, SQ-2: whatever is hidden from a viewer changes nothing in what that viewer sees and is told."""
    kind, turns, rng = table.kind, lively_game(table, SEEDS[0]), Random(11)
    for viewer in (ONLOOKER, *map(SeatNo, range(table.seats))):
        history = told(kind, kind.opening_events(turns[0].before), viewer)
        for turn in turns:
            twin = TWINS[table.slug](turn.before, viewer, rng)

            assert kind.observe(twin, viewer, history) == kind.observe(turn.before, viewer, history)
            assert heard_of(kind, twin, turn, viewer, rng) == heard(kind, turn.events, viewer)

            history += told(kind, turn.events, viewer)


def heard(kind, events, viewer):
    return told(kind, UNTIL_OPENED[kind.info.slug](events), viewer)


def heard_of(kind, twin, turn, viewer, rng):
    """What the viewer hears when the seat makes its move, or another hidden one, in the twin."""
    is_own = viewer == turn.seat
    move = turn.move if is_own else TWIN_MOVES[kind.info.slug](twin, turn.seat, turn.move, rng)
    return heard(kind, play(kind, twin, turn.seat, move).events, viewer)


@pytest.mark.parametrize("table", [table for table in TABLES if table.kind.info.dealt], ids=str)
def test_twins_really_differ(table):
    """The twin test would prove nothing if twins were the same game."""
    turns, rng = lively_game(table, SEEDS[0]), Random(11)

    differing = sum(TWINS[table.slug](turn.before, ONLOOKER, rng) != turn.before for turn in turns)

    assert differing == len(turns)


@every_table
def test_everything_is_seen_when_the_game_is_over(table):
    turns = lively_game(table, SEEDS[0])
    events = all_events(table, turns)

    seen = [
        table.kind.observe(turns[-1].after, viewer, told(table.kind, events, viewer))
        for viewer in (EVERYTHING, ONLOOKER, *map(SeatNo, range(table.seats)))
    ]

    assert all(each.phase == "over" and each.to_act == frozenset() for each in seen)
    assert told(table.kind, events, EVERYTHING) == events


@every_table
def test_a_stored_move_has_a_row_for_reviewers(table):
    for turn in lively_game(table, SEEDS[0]):
        row = table.kind.row(turn.before, turn.seat, turn.move, turn.events)

        arguments = {name: value for name, value in move_to_json(turn.move).items() if name != "move"}
        assert row.round >= 1
        assert all(getattr(row, name) == value for name, value in arguments.items())


@pytest.mark.parametrize("slug", KINDS)
@pytest.mark.parametrize(
    ("edition", "variants", "seats"),
    [
        ("1066", (), 3),
        ("", (), 3),
        (None, ("no_such",), 3),
        (None, (), 1),
        (None, (), 0),
        (None, (), -3),
        (None, (), 7),
    ],
)
def test_an_impossible_table_is_refused(slug, edition, variants, seats):
    kind = KINDS[slug]

    with pytest.raises(BadRuleset) as fault:
        kind.ruleset(
            edition if edition is not None else next(iter(kind.info.editions)), frozenset(variants), Options(), seats
        )

    assert fault.value.code


@every_table_open_or_not
def test_viewers_who_look_together_see_what_each_sees_alone(table):
    viewers = [*map(SeatNo, range(table.seats)), ONLOOKER, EVERYTHING]
    for turn in lively_game(table, SEEDS[0]):
        histories = [(viewer,) for viewer in viewers]  # anything that tells them apart

        together = table.kind.observe_each(turn.after, viewers, histories)

        alone = [table.kind.observe(turn.after, *each) for each in zip(viewers, histories, strict=True)]
        assert list(together) == alone


@every_table
def test_what_onlookers_are_told_whole_everybody_is(table):
    for event in all_events(table, lively_game(table, SEEDS[0])):
        if table.kind.tell(event, ONLOOKER) is event:
            assert all(table.kind.tell(event, SeatNo(seat)) is event for seat in range(table.seats))
