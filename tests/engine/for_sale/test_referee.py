"""Records of random games stand up to a second reading of the rules (FS-1 to FS-64)."""

from copy import deepcopy
from random import Random

import pytest

from games.engine.for_sale import FOR_SALE
from tests.builders_for_sale import a_played_game, for_sale_rules
from tests.engine.for_sale.referee import Referee

TABLES = [
    (edition.slug, variants, seats)
    for edition in FOR_SALE.info.editions.values()
    for variants in ((), *((variant,) for variant in edition.variants))
    for seats in edition.seats
]


def a_record(edition, variants, seats, seed, boldness):
    rules = for_sale_rules(seats, edition, *variants)
    opening, game = a_played_game(rules, Random(seed), boldness)
    return {
        "setup": FOR_SALE.record_setup(opening),
        "deck": FOR_SALE.deck(opening),
        "events": FOR_SALE.record_events(game.events),
        "result": FOR_SALE.record_result(game.state),
    }


@pytest.mark.parametrize(("edition", "variants", "seats"), TABLES)
@pytest.mark.parametrize("boldness", [0.0, 0.8])
def test_the_referee_agrees_with_every_bid_sale_and_score(edition, variants, seats, boldness):
    for seed in range(6):
        record = a_record(edition, variants, seats, seed, boldness)

        Referee(edition, short=bool(variants), players=seats).follow(**record)

        assert record["result"]["winners"]


@pytest.mark.parametrize(
    "spoil",
    [
        lambda record: record["events"].pop(),
        lambda record: record["events"].insert(1, record["events"][1]),
        lambda record: record["events"][1].update(seat=(record["events"][1]["seat"] + 1) % 4),
        lambda record: record["result"]["coins"].reverse(),
        lambda record: record["result"]["totals"].__setitem__(0, 99),
        lambda record: record["deck"]["cheques"].__setitem__(0, 1),
    ],
)
def test_the_referee_is_awake(spoil):
    record = deepcopy(a_record("2015", (), 4, 1, 0.8))
    spoil(record)

    with pytest.raises((AssertionError, StopIteration, KeyError)):
        Referee("2015", short=False, players=4).follow(**record)
