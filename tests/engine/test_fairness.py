"""Commitments to a deal: they open with what they were made of, and with nothing else."""

import hashlib
from random import SystemRandom

from hypothesis import given
from hypothesis import strategies as st

from games.engine import KINDS, Options, canonical, commit, new_salt, opens, secure_rng

DECK = {"houses": [3, 1, 2], "cheques": [0, 15], "cheques_removed": [], "houses_removed": [4]}


def test_real_deals_use_the_randomness_of_the_operating_system():
    assert isinstance(secure_rng(), SystemRandom)


def test_two_real_deals_are_not_alike():
    kind = KINDS["for_sale"]
    rules = kind.ruleset("2015", frozenset(), Options(), 4)

    assert kind.deck(kind.deal(rules, secure_rng())) != kind.deck(kind.deal(rules, secure_rng()))


def test_a_salt_has_128_bits_or_more_and_is_new_every_time():
    salts = {new_salt() for _ in range(50)}

    assert len(salts) == 50
    assert all(len(salt) >= 16 for salt in salts)


def test_the_canonical_spelling_has_sorted_keys_no_spaces_and_utf8():
    assert canonical({"b": [1, 2], "a": {"é": None}}) == '{"a":{"é":null},"b":[1,2]}'.encode()


def test_a_commitment_is_the_sha256_of_salt_and_canonical_deck():
    salt = bytes(range(16))

    expected = hashlib.sha256(salt + b'{"cheques":[0,15],"cheques_removed":[],"houses":[3,1,2],"houses_removed":[4]}')

    assert commit(salt, DECK) == expected.hexdigest()


def test_a_commitment_opens_with_its_salt_and_deck_in_any_order_of_keys():
    salt = new_salt()

    assert opens(commit(salt, DECK), salt, dict(reversed(DECK.items())))


def test_a_commitment_in_capitals_is_the_same_number():
    salt = new_salt()

    assert opens(commit(salt, DECK).upper(), salt, DECK)


@given(st.binary(min_size=16, max_size=40), st.permutations([1, 2, 3]))
def test_a_commitment_opens_with_nothing_else(salt, houses):
    made_of = bytes(16)
    commitment = commit(made_of, DECK)

    assert opens(commitment, salt, {**DECK, "houses": houses}) == (salt == made_of and houses == DECK["houses"])


def test_a_text_that_is_no_commitment_opens_with_nothing():
    assert not opens("", b"", DECK)
    assert not opens("é" * 64, b"", DECK)
