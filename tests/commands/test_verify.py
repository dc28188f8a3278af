"""`manage.py verify`: one line per record, true or its first difference."""

import io
import json
import subprocess
import sys

import pytest
from django.conf import settings
from django.core.management import CommandError, call_command


def some_records(games=3):
    out = io.StringIO()
    call_command("simulate", "--players", "3", "--games", str(games), "--seed", "5", stdout=out)
    return [json.loads(line) for line in out.getvalue().splitlines()]


def verdicts(path):
    """The lines printed, and the exit code."""
    out = io.StringIO()
    try:
        call_command("verify", str(path), stdout=out)
    except SystemExit as end:
        return out.getvalue().splitlines(), end.code
    return out.getvalue().splitlines(), 0


@pytest.fixture
def file(tmp_path):
    def write(text):
        path = tmp_path / "games"
        path.write_bytes(text if isinstance(text, bytes) else text.encode())
        return path

    return write


def test_true_records_are_ok_line_by_line(file):
    lines = "\n".join(map(json.dumps, some_records()))

    assert verdicts(file(lines)) == (["record 1: ok", "record 2: ok", "record 3: ok"], 0)


def test_one_object_over_many_lines_is_read_too(file):
    (record,) = some_records(1)

    assert verdicts(file(json.dumps(record, indent=2))) == (["record 1: ok"], 0)


def test_empty_lines_are_passed_over(file):
    lines = "\n\n" + "\n\n".join(map(json.dumps, some_records(2))) + "\n\n"

    assert verdicts(file(lines)) == (["record 1: ok", "record 2: ok"], 0)


def test_the_first_difference_of_a_record_is_said_and_the_others_are_still_checked(file):
    made = some_records()
    made[1]["result"]["totals"][0] += 1
    right = made[1]["result"]["totals"][0]

    lines, code = verdicts(file("\n".join(map(json.dumps, made))))

    assert code == 1
    assert lines[0] == "record 1: ok"
    assert lines[1] == f"record 2: result.totals[0]: different (expected {right - 1}, found {right})"
    assert lines[2] == "record 3: ok"


def test_a_touched_deal_is_said(file):
    (record,) = some_records(1)
    record["opening"]["deck"]["cheques"].reverse()

    (line,), code = verdicts(file(json.dumps(record)))

    assert code == 1
    assert line.startswith("record 1: commitment: wrong_commitment")


@pytest.mark.parametrize(
    "text",
    [
        "{",
        "nonsense",
        "[" * 100_000,
        "1" * 5000,
        b"\xff\xfe\xfa",
        "[]",
        "null",
        "{}",
        '{"format": "auction-record/1"}',
        '{"format": "\\ud800\\n"}',
        '{"format": "auction-record/1", "kind": ["for_sale"], "edition": "2015", "players": 3}',
    ],
)
def test_what_is_no_record_is_said_in_one_line(file, text):
    lines, code = verdicts(file(text))

    assert code == 1
    assert len(lines) == 1
    assert lines[0].startswith("record 1: ")
    assert lines[0].isprintable()


def test_a_line_that_is_no_json_does_not_hide_the_next(file):
    one, other = map(json.dumps, some_records(2))

    lines, code = verdicts(file(f"{one}\nnonsense\n{other}"))

    assert code == 1
    assert lines[0] == "record 1: ok"
    assert lines[1].startswith("record 2: not JSON")
    assert lines[2] == "record 3: ok"


def test_a_file_without_a_record_is_not_true(file):
    assert verdicts(file("\n")) == (["no record found"], 1)


def test_a_file_that_is_not_there_is_said_in_one_line(tmp_path):
    with pytest.raises(CommandError) as fault:
        call_command("verify", str(tmp_path / "missing"))

    assert "cannot read" in str(fault.value)
    assert fault.value.returncode == 2


def test_standard_input_is_read_for_a_dash():
    lines = "\n".join(map(json.dumps, some_records(2)))

    done = subprocess.run(
        [sys.executable, "manage.py", "verify", "-"],
        cwd=settings.BASE_DIR,
        input=lines,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout, done.stderr) == (0, "record 1: ok\nrecord 2: ok\n", "")
