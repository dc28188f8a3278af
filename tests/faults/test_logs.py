"""What processes write is looked at from where each of them was, not from where all together were."""

import pytest

from tests.load.processes import Process, Site


@pytest.fixture
def site(tmp_path):
    """Two processes that have written something before; none of them runs."""
    site = Site(tmp_path, {})
    for number, text in enumerate(("the first began\n", "the second began\n")):
        log = tmp_path / f"daphne-{number}.log"
        log.write_text(text)
        site.processes.append(Process((), 0, {}, log))
    return site


def write(process, text):
    with process.log.open("a") as log:
        log.write(text)


@pytest.mark.parametrize("number", [0, 1])
def test_a_traceback_of_any_process_is_seen_however_little_the_others_wrote(site, number):
    before = site.log_sizes()

    write(site.processes[number], "Traceback: a fault\n")

    assert site.logged(since=before) == "Traceback: a fault\n"


def test_what_was_written_before_is_not_seen_again(site):
    before = site.log_sizes()

    write(site.processes[0], "ä\n")
    between = site.log_sizes()
    write(site.processes[1], "ö\n")

    assert site.logged(since=before) == "ä\nö\n"
    assert site.logged(since=between) == "ö\n"


def test_a_process_that_was_added_meanwhile_is_read_whole(site, tmp_path):
    before = site.log_sizes()

    log = tmp_path / "daphne-2.log"
    log.write_text("the third began\n")
    site.processes.append(Process((), 0, {}, log))

    assert site.logged(since=before) == "the third began\n"
