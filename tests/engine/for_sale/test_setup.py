"""The deal."""

from collections import Counter
from random import Random

import pytest

from games.engine.faults import BadRecord, BadRuleset
from games.engine.for_sale import FOR_SALE, HousesRevealed
from tests.builders_for_sale import for_sale_rules


def test_the_removed_cards_and_both_decks_make_up_the_box():
    """FS-4"""
    rules = for_sale_rules(4)

    deal = FOR_SALE.deal(rules, Random(1)).deal

    assert len(deal.houses_removed) == len(deal.cheques_removed) == 2
    assert Counter(deal.houses + deal.houses_removed) == Counter(rules.houses)
    assert Counter(deal.cheques + deal.cheques_removed) == Counter(rules.cheques)


def test_everyone_gets_their_coins_and_nothing_else():
    """FS-4"""
    table = FOR_SALE.deal(for_sale_rules(5), Random(1)).phase.table

    assert table.purses == (16,) * 5
    assert table.hands == ((),) * 5


def test_chance_names_the_first_player():
    """FS-4"""
    rules = for_sale_rules(3)

    firsts = {FOR_SALE.deal(rules, Random(seed)).deal.first for seed in range(40)}

    assert firsts == {0, 1, 2}


def test_the_host_may_name_the_first_player_and_gets_the_same_cards():
    """FS-4"""
    rules = for_sale_rules(3)

    named, drawn = FOR_SALE.deal(rules, Random(9), 2), FOR_SALE.deal(rules, Random(9))

    assert named.phase.queue == (2, 0, 1)
    assert FOR_SALE.deck(named) == FOR_SALE.deck(drawn)


@pytest.mark.parametrize("first", [-1, 3])
def test_a_first_player_who_is_not_at_the_table_is_refused(first):
    with pytest.raises(BadRuleset) as refused:
        FOR_SALE.deal(for_sale_rules(3), Random(1), first)

    assert (refused.value.code, refused.value.facts) == ("no_such_seat", {"seat": first, "seats": 3})


def test_both_decks_are_shuffled():
    """FS-4"""
    rules = for_sale_rules(3)

    decks = {FOR_SALE.deal(rules, Random(seed)).deal.houses for seed in range(20)}
    cheques = {FOR_SALE.deal(rules, Random(seed)).deal.cheques for seed in range(20)}

    assert len(decks) == len(cheques) == 20


def test_the_first_houses_are_told_lowest_first_before_any_move():
    state = FOR_SALE.deal(for_sale_rules(3), Random(1), 1)

    (told,) = FOR_SALE.opening_events(state)

    assert told == HousesRevealed(round=1, first=1, houses=tuple(sorted(state.deal.houses[:3])))


def test_the_deal_can_be_laid_out_again_from_its_deck():
    rules = for_sale_rules(4, "1997", "not_enough")
    state = FOR_SALE.deal(rules, Random(3))

    assert FOR_SALE.opening(rules, FOR_SALE.deck(state), state.deal.first) == state


@pytest.mark.parametrize(
    ("spoil", "path"),
    [
        (lambda deck: deck.pop("houses"), "opening.deck.houses"),
        (lambda deck: deck["houses"].pop(), "opening.deck.houses"),
        (lambda deck: deck["houses"].__setitem__(0, deck["houses"][1]), "opening.deck.houses"),
        (lambda deck: deck["houses"].__setitem__(0, True), "opening.deck.houses"),
        (lambda deck: deck["houses"].__setitem__(0, "7"), "opening.deck.houses"),
        (lambda deck: deck["cheques"].__setitem__(0, 1), "opening.deck.cheques"),
        (lambda deck: deck["cheques_removed"].append(deck["cheques"].pop()), "opening.deck.cheques_removed"),
        (lambda deck: deck.update(houses_removed=None), "opening.deck.houses_removed"),
    ],
)
def test_a_deck_that_is_not_of_the_box_is_refused_with_its_place(spoil, path):
    rules = for_sale_rules(4)
    deck = FOR_SALE.deck(FOR_SALE.deal(rules, Random(3)))
    spoil(deck)

    with pytest.raises(BadRecord) as refused:
        FOR_SALE.opening(rules, deck, 0)

    assert (refused.value.code, refused.value.facts) == ("wrong_deck", {"path": path})


@pytest.mark.parametrize("first", [-1, 4, True, "0", None])
def test_a_first_player_outside_the_table_is_refused_in_a_record(first):
    rules = for_sale_rules(4)
    deck = FOR_SALE.deck(FOR_SALE.deal(rules, Random(3)))

    with pytest.raises(BadRecord) as refused:
        FOR_SALE.opening(rules, deck, first)

    assert refused.value.facts == {"path": "setup.first"}
