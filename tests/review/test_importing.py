"""A record from outside becomes a game like any other, or is refused at the first place that breaks a rule."""

import copy
import json
from io import StringIO
from random import Random

import pytest
from django.core.management import call_command

from games.bots.roster import BOTS
from games.bots.simulation import simulate
from games.engine import KINDS, BadRecord, Options, check_record
from games.models import Game, PlayedMove, Room, Seat
from games.services.importing import import_record
from games.services.records import record_of
from games.services.review import agrees_with_snapshot, make_replay
from tests.engine.for_sale import referee as for_sale_referee
from tests.engine.square_on_sale import referee as square_referee

pytestmark = pytest.mark.django_db


def _for_sale_referee(record: dict) -> None:
    referee = for_sale_referee.Referee(record["edition"], short=bool(record["variants"]), players=record["players"])
    referee.follow(record["setup"], record["opening"]["deck"], record["events"], record["result"])


def _square_referee(record: dict) -> None:
    referee = square_referee.Referee(record["setup"], record["players"])
    for turn in record["events"]:
        referee.follow(turn)
    assert record["result"]["totals"] == referee.totals()


REFEREES = {"for_sale": _for_sale_referee, "square_on_sale": _square_referee}
"""A second reading of the rules: raises where a record breaks one."""

RULED = ("format", "kind", "edition", "variants", "players", "setup", "events", "result", "commitment", "opening")
"""What the rules decide."""


def a_record(slug: str, seed: int = 3) -> dict:
    kind = KINDS[slug]
    edition = next(iter(kind.info.editions.values()))
    rules = kind.ruleset(edition.slug, frozenset(), Options(), edition.seats[0])
    names = ["random", *["steady"] * (edition.seats[0] - 1)]
    record = next(iter(simulate(kind, rules, names=names, roster=BOTS[slug], games=1, seed=seed)))
    return json.loads(json.dumps(record))


@pytest.mark.parametrize("slug", KINDS)
def test_an_imported_game_is_shown_like_any_other_and_gives_the_same_record(client, slug):
    record = a_record(slug)

    game = import_record(record)

    again = record_of(game)
    assert {key: again[key] for key in RULED} == {key: record[key] for key in RULED}
    assert [seat["name"] for seat in again["seats"]] == [seat["name"] for seat in record["seats"]]
    assert agrees_with_snapshot(game, make_replay(game))
    assert game.room.is_closed
    assert client.get(f"/r/{game.room.code}/games/1/").status_code == 200
    check_record(json.loads(client.get(f"/r/{game.room.code}/games/1/record.json").content))


@pytest.mark.parametrize("slug", KINDS)
def test_a_sealed_choice_has_its_cheque_and_a_bid_its_amount(slug):
    game = import_record(a_record(slug))

    moves = PlayedMove.objects.filter(game=game)

    assert moves.count() == game.length
    assert not moves.filter(move="bid", amount=None).exists()
    assert not moves.filter(move="seal", cheque=None).exists()
    assert len(game.trades) > 5


def mutated(record: dict, rng: Random) -> tuple[dict, str]:
    """The record with one thing changed somewhere, and the key it is under."""
    broken = copy.deepcopy(record)
    top = rng.choice(list(broken))
    holder, key = broken, top
    while isinstance(holder[key], dict | list) and holder[key] and rng.random() < 0.9:
        holder = holder[key]
        key = rng.choice(list(holder)) if isinstance(holder, dict) else rng.randrange(len(holder))
    change_one(holder, key, rng)
    return broken, top


def change_one(holder, key, rng: Random) -> None:
    old = holder[key]
    new = rng.choice(
        [
            None,
            True,
            -1,
            0,
            1,
            2,
            7,
            10**30,
            1.5,
            "",
            "x",
            "\ud800",
            "a1",
            [],
            {},
            [[]],
            {"a": {}},
            old,
            "delete",
            "twice",
        ]
    )
    if new == "delete":
        del holder[key]
    elif new == "twice" and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(old))
    elif isinstance(old, int) and not isinstance(old, bool) and rng.random() < 0.6:
        holder[key] = old + rng.choice([-1, 1, 2])
    else:
        holder[key] = new


def same(one: object, other: object) -> bool:
    """Equal, also in types: true is not 1."""
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


@pytest.mark.parametrize("slug", KINDS)
def test_a_thousand_mutated_records_never_crash_and_none_that_breaks_a_rule_is_taken_in(slug):
    record, rng = a_record(slug), Random(slug)
    refused = accepted = 0

    for _ in range(1000):
        broken, top = mutated(record, rng)
        try:
            game = import_record(broken)
        except BadRecord as fault:
            refused += 1
            assert fault.facts.get("path") is not None
            continue
        accepted += 1
        again = record_of(game)
        assert same([again[key] for key in RULED], [broken[key] for key in RULED]), top
        REFEREES[slug](broken)

    assert refused > 500
    assert accepted > 20
    assert Game.objects.count() == Room.objects.count() == accepted


def test_names_from_outside_cannot_disturb_a_page(client):
    record = a_record("for_sale")
    record["seats"][0]["name"] = "\u202e<script>alert(1)</script>\ud800\0" + "x" * 500
    record["seats"][1]["name"] = ""
    record["seats"][2] |= {"bot": "../../etc \ud800"}

    game = import_record(record)

    names = list(Seat.objects.filter(game=game).order_by("number").values_list("name", flat=True))
    page = client.get(f"/r/{game.room.code}/games/1/").content.decode()
    assert names[0].startswith("<script>")
    assert len(names[0]) == 40
    assert names[1] == "Player 2"
    assert Seat.objects.get(game=game, number=2).bot == "etc"
    assert "<script>alert" not in page


def test_further_keys_in_the_deck_would_be_lost_and_are_refused():
    from games.engine import commit

    record = a_record("square_on_sale")
    record["opening"]["deck"]["more"] = 1
    record["commitment"] = commit(bytes.fromhex(record["opening"]["salt"]), record["opening"]["deck"])
    check_record(record)

    with pytest.raises(BadRecord) as refused:
        import_record(record)

    assert refused.value.facts["path"] == "opening.deck"


def test_the_command_says_the_first_violation_and_its_place(tmp_path):
    good, bad = a_record("for_sale"), a_record("for_sale")
    bad["events"][5]["stake"] = 99
    file = tmp_path / "games.jsonl"
    file.write_text("\n".join([json.dumps(good), json.dumps(bad), "{nonsense"]))
    said = StringIO()

    with pytest.raises(SystemExit) as ended:
        call_command("import_record", str(file), stdout=said)

    lines = said.getvalue().splitlines()
    assert ended.value.code == 1
    assert lines[0].startswith("record 1: /r/")
    assert "refused at events[5]" in lines[1]
    assert "not JSON" in lines[2]
    assert Game.objects.count() == 1
