"""Numbers as each language writes them."""

import pytest
from django.utils.translation import override

from games.screens.numbers import decimal, percent


@pytest.mark.parametrize(
    ("language", "written", "with_place"),
    [("en", "12%", "12.5%"), ("fr", "12\u202f%", "12,5\u202f%"), ("de", "12\u202f%", "12,5\u202f%")],
)
def test_a_share_is_written_as_percent_in_the_readers_language(language, written, with_place):
    with override(language):
        assert percent(0.1204) == written
        assert percent(0.1252, 1) == with_place


def test_a_number_has_the_decimal_sign_of_the_language():
    with override("en"):
        assert decimal(54.25, 1) in {"54.2", "54.3"}
    with override("de"):
        assert decimal(54.31, 1) == "54,3"


def test_all_and_nothing_are_written_without_places():
    with override("en"):
        assert (percent(0), percent(1)) == ("0%", "100%")
