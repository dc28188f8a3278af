"""`manage.py simulate`: records of games between bots, one per line, and nothing else."""

import io
import itertools
import json
import os
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command

from games.bots.roster import BOTS
from games.bots.simulation import simulate
from games.engine import KINDS, Options, check_record
from games.management.commands.simulate import _with_progress
from tests.engine.tables import TABLES


def records(*arguments):
    out = io.StringIO()
    call_command("simulate", *arguments, stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def run(*arguments, **more):
    command = [sys.executable, "manage.py", "simulate", *arguments]
    return subprocess.run(command, cwd=settings.BASE_DIR, capture_output=True, text=True, check=False, **more)


@pytest.mark.parametrize("table", TABLES, ids=str)
def test_it_plays_at_every_table_and_its_records_are_true(table):
    variants = [word for variant in table.variants for word in ("--variant", variant)]

    made = records(
        "--kind", table.slug, "--edition", table.edition, "--players", str(table.seats), "--games", "2", *variants
    )

    assert len(made) == 2
    for record in made:
        check_record(record)
        assert record["players"] == table.seats
        assert record["seats"][0]["bot"] == "steady"


def test_without_options_it_plays_one_game_of_the_first_kind():
    (record,) = records()

    assert (record["kind"], record["edition"], record["variants"]) == ("for_sale", "2015", [])


def test_each_seat_is_played_by_the_bot_named_for_it():
    (record,) = records("--players", "3", "--bots", "steady,random,random")

    assert [seat["bot"] for seat in record["seats"]] == ["steady", "random", "random"]


def test_a_seed_makes_a_run_repeatable():
    arguments = ("--players", "4", "--games", "3", "--bots", "random,steady,random,steady")

    assert records(*arguments, "--seed", "7") == records(*arguments, "--seed", "7")
    assert records(*arguments, "--seed", "7") != records(*arguments, "--seed", "8")


def test_a_longer_run_of_the_same_seed_begins_with_the_same_games():
    assert records("--games", "4", "--seed", "7")[:2] == records("--games", "2", "--seed", "7")


def test_games_of_one_seed_differ_from_each_other():
    one, other = records("--games", "2", "--seed", "7")

    assert one["opening"] != other["opening"]


def test_without_a_seed_no_two_runs_are_alike():
    assert records()[0]["opening"] != records()[0]["opening"]


def test_no_games_are_no_lines():
    assert records("--games", "0") == []


@pytest.mark.parametrize(
    ("arguments", "allowed"),
    [
        (["--kind", "chess"], "for_sale, square_on_sale"),
        (["--edition", "1066"], "2015, 1997, classic"),
        (["--kind", "square_on_sale", "--edition", "2015"], "2009"),
        (["--variant", "no_such"], "not_enough"),
        (["--edition", "classic", "--variant", "not_enough"], "none"),
        (["--players", "7"], "3, 4, 5, 6"),
        (["--players", "many"], "3, 4, 5, 6"),
        (["--players", "0"], "3, 4, 5, 6"),
        (["--kind", "square_on_sale", "--players", "5"], "3, 4"),
        (["--players", "3", "--bots", "steady,steady,nobody"], "easy, steady, sharp, random"),
        (["--players", "4", "--bots", "steady,random"], "one per seat"),
    ],
)
def test_what_is_unknown_is_refused_with_what_is_allowed(arguments, allowed):
    with pytest.raises(CommandError) as fault:
        records(*arguments)

    assert fault.value.returncode == 2
    assert allowed in str(fault.value)
    assert "\n" not in str(fault.value)


def test_a_wrong_call_ends_with_code_2_and_one_line_on_standard_error():
    done = run("--kind", "chess")

    assert done.returncode == 2
    assert done.stdout == ""
    assert len(done.stderr.splitlines()) == 1


def test_standard_output_carries_records_alone_and_nothing_is_said_without_a_terminal():
    done = run("--games", "3", "--seed", "1")

    assert done.returncode == 0
    assert done.stderr == ""
    assert [json.loads(line)["format"] for line in done.stdout.splitlines()] == ["auction-record/1"] * 3


def test_a_reader_that_goes_away_ends_the_run_quietly():
    command = [sys.executable, "manage.py", "simulate", "--games", "100000"]
    with subprocess.Popen(
        command, cwd=settings.BASE_DIR, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        first = process.stdout.readline()
        process.stdout.close()
        said = process.stderr.read()
        code = process.wait(timeout=60)

    assert json.loads(first)["format"] == "auction-record/1"
    assert said == ""
    assert code == 0


class Terminal(io.StringIO):
    def isatty(self):
        return True


def test_a_terminal_gets_a_progress_bar_that_ends_full():
    shown = Terminal()

    passed_on = list(_with_progress(iter([{"a": 1}, {"b": 2}]), 2, shown))

    assert passed_on == [{"a": 1}, {"b": 2}]
    assert shown.getvalue().endswith(f"[{'#' * 40}] 2/2\n")


def stream(games):
    kind = KINDS["for_sale"]
    rules = kind.ruleset("2015", frozenset(), Options(), 3)
    return simulate(kind, rules, names=["random"] * 3, roster=BOTS["for_sale"], games=games, seed=1)


def test_records_are_made_one_at_a_time():
    """A billion games would never end if the first record had to wait for them."""
    first = list(itertools.islice(stream(10**9), 3))

    assert len(first) == 3


MEASURED = """
import resource, sys
from django.core.management import execute_from_command_line
execute_from_command_line(["manage.py", "simulate", "--bots", "random,random,random", "--games", sys.argv[1]])
sys.stderr.write(str(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss))
"""


def most_kilobytes(games):
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, str(games)],
        cwd=settings.BASE_DIR,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "forsale_site.settings"},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        check=True,
    )
    return int(done.stderr)


def test_many_games_use_no_more_memory_than_few():
    """Five hundred records that were kept would take more than ten megabytes."""
    assert most_kilobytes(520) - most_kilobytes(20) < 5_000
