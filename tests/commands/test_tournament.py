"""`manage.py tournament`: who wins how often, and how fast; outside players are welcome."""

import io
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

OUTSIDER = '''
from dataclasses import dataclass

@dataclass
class Passer:
    """Never bids, sells its lowest house."""

    def choose(self, observation, legal_moves, rng):
        return legal_moves[0]


class Cheat:
    def choose(self, observation, legal_moves, rng):
        return None


class Broken:
    def choose(self, observation, legal_moves, rng):
        return legal_moves[1000]


class Mute:
    pass
'''


@pytest.fixture
def outsider(tmp_path):
    path = tmp_path / "outsider.py"
    path.write_text(OUTSIDER)
    return path


def printed(*arguments):
    out = io.StringIO()
    call_command("tournament", *arguments, stdout=out)
    return out.getvalue().splitlines()


def refusal(*arguments):
    with pytest.raises(CommandError) as refused:
        printed(*arguments)
    assert refused.value.returncode == 2
    assert "\n" not in str(refused.value)
    return str(refused.value)


def test_it_prints_a_line_for_every_bot_under_its_headings():
    title, head, *rows = printed("--players", "4", "--bots", "steady,random", "--games", "8", "--seed", "7")

    assert title == "for_sale 2015, 4 players, 8 games, par 25.0%"
    assert " ".join(head.split()) == "bot games win share (95 %) mean rank mean score ms p50 ms p99"
    assert [row.split()[:2] for row in rows] == [["steady", "8"], ["random", "8"]]


def test_it_plays_the_edition_and_variant_asked_for():
    title, *_ = printed(
        *("--edition", "1997", "--variant", "not_enough", "--players", "5"),
        *("--bots", "easy", "--games", "2", "--seed", "1"),
    )

    assert title == "for_sale 1997 not_enough, 5 players, 2 games, par 20.0%"


def test_it_plays_square_on_sale():
    title, _, row = printed("--kind", "square_on_sale", "--bots", "random", "--games", "2", "--seed", "1")

    assert title == "square_on_sale 2009, 3 players, 2 games, par 33.3%"
    assert row.startswith("random")


def test_the_same_seed_gives_the_same_table_but_for_the_times():
    def results():
        return [
            row.split()[:-2]
            for row in printed("--players", "3", "--bots", "easy,steady", "--games", "6", "--seed", "3")
        ]

    assert results() == results()


def test_an_outside_player_takes_part(outsider):
    *_, passer, steady = printed("--players", "4", "--bots", f"{outsider}:Passer,steady", "--games", "4", "--seed", "1")

    assert passer.startswith("Passer")
    assert steady.startswith("steady")


def test_an_outside_player_that_makes_an_illegal_move_is_named(outsider):
    assert refusal("--bots", f"steady,{outsider}:Cheat", "--seed", "1") == "Cheat in seat 1 made an illegal move: None"


def test_an_outside_player_that_raises_is_named(outsider):
    complaint = refusal("--bots", f"{outsider}:Broken", "--seed", "1")

    assert complaint.startswith("Broken in seat ")
    assert complaint.endswith("raised IndexError: tuple index out of range")


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (("--kind", "chess"), "unknown kind 'chess'; allowed: for_sale, square_on_sale"),
        (("--edition", "1066"), "unknown edition '1066'; allowed: 2015, 1997, classic"),
        (("--variant", "sharks"), "unknown variant 'sharks'; allowed: not_enough"),
        (("--bots", "sharp,deep"), "unknown bot 'deep'; allowed: easy, steady, sharp, random"),
        (("--players", "7"), "unknown number of players '7'; allowed: 3, 4, 5, 6"),
        (("--bots", "easy,easy,easy,easy", "--players", "3"), "4 bots for 3 players: name one per seat at most"),
        (("--bots", "nowhere.py:Nobody"), "no such file: nowhere.py"),
    ],
)
def test_a_wrong_call_ends_with_one_line_that_says_what_is_allowed(arguments, complaint):
    assert refusal(*arguments) == complaint


def test_a_file_without_the_class_is_refused(outsider):
    assert f"cannot make Nobody of {outsider}: AttributeError" in refusal("--bots", f"{outsider}:Nobody")


def test_a_class_without_the_method_is_refused(outsider):
    assert refusal("--bots", f"{outsider}:Mute") == f"Mute of {outsider} has no method choose"


def test_a_file_that_is_not_python_is_refused(tmp_path):
    path = tmp_path / "poem.py"
    path.write_text("roses are red")

    assert "SyntaxError" in refusal("--bots", f"{path}:Rose")


def test_the_command_itself_ends_with_exit_code_two_and_one_line():
    command = [sys.executable, "manage.py", "tournament", "--bots", "nobody"]

    ended = subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False)

    assert ended.returncode == 2
    assert len(ended.stderr.splitlines()) == 1
    assert ended.stdout == ""
