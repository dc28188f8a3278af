"""What each edition and variant puts on the table."""

import pytest

from games.engine.contract import Options
from games.engine.faults import BadRuleset
from games.engine.for_sale import FOR_SALE
from games.engine.for_sale.editions import REFUNDS, Raising, Refund
from tests.builders_for_sale import for_sale_rules


def by_seats(fact, edition, *variants):
    seats = FOR_SALE.info.editions[edition].seats
    return {count: fact(for_sale_rules(count, edition, *variants)) for count in seats}


def coins(rules):
    return rules.coins


def removed(rules):
    return rules.removed


def rounds(rules):
    return rules.buying_rounds


def cards_used(rules):
    return len(rules.houses) - rules.removed


def test_the_2015_edition_is_the_default():
    assert next(iter(FOR_SALE.info.editions)) == "2015"


@pytest.mark.parametrize(("edition", "unit"), [("2015", 1_000), ("classic", 1_000), ("1997", 1_000_000)])
def test_one_coin_is_one_unit_of_the_money_on_the_cheques(edition, unit):
    """FS-2"""
    assert for_sale_rules(4, edition).unit == unit


@pytest.mark.parametrize("edition", ["2015", "1997", "classic"])
def test_every_house_is_unique_and_there_is_a_cheque_for_each(edition):
    """FS-3"""
    rules = for_sale_rules(4, edition)

    assert len(set(rules.houses)) == len(rules.houses) == len(rules.cheques)


def test_the_2015_box_has_thirty_houses_and_cheques_without_a_one():
    """FS-20"""
    rules = for_sale_rules(3)

    assert rules.houses == tuple(range(1, 31))
    assert sorted(rules.cheques) == [0, 0, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11] + [
        value for value in (12, 13, 14, 15) for _ in range(2)
    ]


def test_coins_of_2015_depend_on_the_number_of_players_and_never_exceed_the_84_of_the_box():
    """FS-20, FS-21"""
    dealt = by_seats(coins, "2015")

    assert dealt == {3: 28, 4: 21, 5: 16, 6: 14}
    assert all(seats * each <= 84 for seats, each in dealt.items())


def test_2015_takes_two_cards_out_of_each_deck_with_four_players_only():
    """FS-22"""
    assert by_seats(removed, "2015") == {3: 0, 4: 2, 5: 0, 6: 0}
    assert by_seats(rounds, "2015") == {3: 10, 4: 7, 5: 6, 6: 5}


def test_2015_and_classic_ask_for_a_higher_bid_and_1997_lets_players_go_along():
    """FS-23, FS-43, FS-60"""
    raising = {edition: for_sale_rules(4, edition).raising for edition in FOR_SALE.info.editions}

    assert raising == {"2015": Raising.HIGHER, "1997": Raising.GO_ALONG, "classic": Raising.HIGHER}


def test_the_variant_offers_one_house_fewer_than_players():
    """FS-30, FS-50"""
    for edition in ("2015", "1997"):
        assert by_seats(lambda rules: rules.seats - rules.lot, edition) == dict.fromkeys(by_seats(coins, edition), 0)
        assert set(by_seats(lambda rules: rules.seats - rules.lot, edition, "not_enough").values()) == {1}


def test_the_variant_of_2015_takes_other_numbers_of_cards_out():
    """FS-31"""
    assert by_seats(removed, "2015", "not_enough") == {3: 10, 4: 0, 5: 3, 6: 0}


def test_the_variant_of_2015_with_five_players_has_a_seventh_round():
    """FS-32"""
    assert by_seats(rounds, "2015", "not_enough") == {3: 10, 4: 10, 5: 7, 6: 6}


def test_the_1997_box_has_twenty_houses_and_cheques_without_one_and_two():
    """FS-40"""
    rules = for_sale_rules(3, "1997")

    assert rules.houses == tuple(range(1, 21))
    assert sorted(rules.cheques) == [0, 0, *range(3, 21)]


def test_1997_deals_fifteen_coins_to_each():
    """FS-41"""
    assert by_seats(coins, "1997") == {3: 15, 4: 15, 5: 15}


def test_1997_takes_two_cards_out_of_each_deck_with_three_players_only():
    """FS-42"""
    assert by_seats(removed, "1997") == {3: 2, 4: 0, 5: 0}
    assert by_seats(rounds, "1997") == {3: 6, 4: 5, 5: 4}


def test_the_variant_of_1997_uses_16_18_or_20_cards():
    """FS-51"""
    assert by_seats(cards_used, "1997", "not_enough") == {3: 16, 4: 18, 5: 20}
    assert by_seats(rounds, "1997", "not_enough") == {3: 8, 4: 6, 5: 5}


def test_the_classic_box_has_the_cards_of_2015():
    """FS-60"""
    classic, modern = for_sale_rules(4, "classic"), for_sale_rules(4, "2015")

    assert (classic.houses, classic.cheques) == (modern.houses, modern.cheques)


def test_classic_deals_18_coins_to_three_or_four_and_14_to_more():
    """FS-61"""
    assert by_seats(coins, "classic") == {3: 18, 4: 18, 5: 14, 6: 14}


def test_classic_takes_six_cards_out_with_three_players_and_two_with_four():
    """FS-62"""
    assert by_seats(removed, "classic") == {3: 6, 4: 2, 5: 0, 6: 0}


def test_refunds_are_rounded_up_except_in_the_classic_edition():
    """FS-8, FS-63"""
    up, down = REFUNDS[Refund.HALF_UP], REFUNDS[Refund.HALF_DOWN]

    assert [up(stake) for stake in (0, 1, 2, 3, 7)] == [0, 1, 1, 2, 4]
    assert [down(stake) for stake in (0, 1, 2, 3, 7)] == [0, 0, 1, 1, 3]
    assert for_sale_rules(4, "classic").refund is Refund.HALF_DOWN
    assert {for_sale_rules(4, edition).refund for edition in ("2015", "1997")} == {Refund.HALF_UP}


def test_the_classic_edition_has_no_variant():
    """FS-64"""
    with pytest.raises(BadRuleset) as refused:
        for_sale_rules(4, "classic", "not_enough")

    assert refused.value.code == "no_such_variant"
    assert refused.value.facts == {"edition": "classic", "variant": "not_enough"}


def test_an_unknown_edition_is_refused():
    with pytest.raises(BadRuleset) as refused:
        for_sale_rules(4, "1899")

    assert (refused.value.code, refused.value.facts) == ("no_such_edition", {"edition": "1899"})


@pytest.mark.parametrize(("edition", "seats"), [("2015", 2), ("2015", 7), ("1997", 6), ("classic", 0)])
def test_a_number_of_players_that_the_box_does_not_serve_is_refused(edition, seats):
    with pytest.raises(BadRuleset) as refused:
        for_sale_rules(seats, edition)

    most = max(FOR_SALE.info.editions[edition].seats)
    assert (refused.value.code, refused.value.facts) == ("wrong_seats", {"seats": seats, "minimum": 3, "maximum": most})


def test_open_information_is_a_choice_of_the_table():
    """FS-16"""
    opened = FOR_SALE.ruleset("2015", frozenset(), Options(open_information=True), 3)

    assert opened.open_information
    assert not for_sale_rules(3).open_information
