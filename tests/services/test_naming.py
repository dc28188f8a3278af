"""What people may call themselves, and what rooms are called."""

import pytest

from games.models import CODE_LETTERS, Player
from games.services import lobby
from games.services.faults import Malformed, NotAllowedNow
from games.services.naming import clean_name, new_code
from tests.builders import a_room

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    "name",
    ["Zoë", "Đặng Thị", "Иван", "李小龙", "مريم", "नेहा", "👩‍👩‍👧 Kit", "O'Neil-Ng", "N" * 20, "می‌خواهم", "7"],
)
def test_a_name_may_be_in_any_script(name):
    assert clean_name(name)


def test_a_name_is_shown_without_stray_spaces():
    assert clean_name("  Ann   Marie ") == "Ann Marie"


def test_letters_put_together_from_two_characters_count_as_one():
    assert clean_name("Zoe\u0308") == "Zoë"
    assert len(clean_name("e\u0301" * 20)) == 20


def test_a_name_of_twenty_one_characters_is_too_long():
    with pytest.raises(Malformed) as refused:
        clean_name("N" * 21)

    assert (refused.value.code, refused.value.facts) == ("NAME_TOO_LONG", {"limit": 20})


@pytest.mark.parametrize("name", ["", "   ", "\u0301", "\u200d", "\u200d\u200c", "\ufe0f"])
def test_a_name_that_cannot_be_seen_is_refused(name):
    with pytest.raises(Malformed) as refused:
        clean_name(name)

    assert refused.value.code == "NAME_EMPTY"


@pytest.mark.parametrize(
    "character",
    ["\x00", "\x07", "\x1b", "\n", "\u202e", "\u2066", "\u200f", "\u200b", "\ufeff", "\u2028", "\ud800", "\ue000"],
    ids=lambda character: f"U+{ord(character):04X}",
)
def test_control_and_direction_characters_are_refused(character):
    with pytest.raises(Malformed) as refused:
        clean_name(f"An{character}n")

    assert refused.value.code == "NAME_HAS_CONTROLS"


@pytest.mark.parametrize("other", ["Ann", "ann", "ANN", " Ann ", "Ａｎｎ", "A\u200dnn"])
def test_nobody_takes_a_name_that_reads_like_another(other):
    evening = a_room(1)

    with pytest.raises(NotAllowedNow) as refused:
        lobby.join_room(code=evening.code, visitor="another", name=other)

    assert refused.value.code == "NAME_TAKEN"
    assert Player.objects.filter(room__code=evening.code).count() == 1


def test_letters_that_fold_together_are_the_same_name():
    evening = a_room(1)
    lobby.join_room(code=evening.code, visitor="one", name="Groß")

    with pytest.raises(NotAllowedNow):
        lobby.join_room(code=evening.code, visitor="two", name="GROSS")


def test_the_same_name_in_another_room_is_free():
    a_room(1)

    assert a_room(1).player("Ann").name == "Ann"


def test_codes_are_five_letters_without_look_alikes():
    codes = [new_code() for _ in range(200)]

    assert all(len(code) == 5 and set(code) <= set(CODE_LETTERS) for code in codes)
    assert not set("IOS015") & set(CODE_LETTERS)
    assert len(set(codes)) > 190
