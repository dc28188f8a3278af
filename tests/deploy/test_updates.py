"""An update with one process after the other: every page keeps its stylesheets and scripts."""

import http.client
import os
import re
import time

import pytest

from tests.deploy.proxied import BEHIND_NGINX, HOST, ask, nginx
from tests.load.processes import ROOT, running_site

EACH = 4
"""Times that each file is asked for: the two processes take turns."""


def collect(site):
    """What the update does before it restarts anything."""
    collected = site.manage("collectstatic", "--noinput", "--verbosity", "0")
    assert collected.returncode == 0, collected.stderr


def named_by(process):
    """The files that a page of this process names."""
    connection = http.client.HTTPConnection("127.0.0.1", process.port, timeout=20)
    connection.request("GET", "/", headers={"Host": HOST, "X-Forwarded-Proto": "https"})
    page = connection.getresponse().read().decode()
    connection.close()
    return set(re.findall(r"/static/[^\"' )#]+", page))


@pytest.fixture(scope="module")
def half_updated(tmp_path_factory):
    """New files are collected, the first process has been restarted, the second not yet."""
    changed = tmp_path_factory.mktemp("restyled")
    settings = {"DJANGO_SETTINGS_MODULE": "tests.deploy.restyled_settings", "RESTYLED": str(changed)}
    with running_site(2, **settings, **BEHIND_NGINX) as site:
        collect(site)
        for process in site.processes:
            process.restart()
        style = changed / "css" / "site.css"
        style.parent.mkdir()
        style.write_text((ROOT / "static" / "css" / "site.css").read_text() + "\nbody { color: black }\n")
        later = time.time() + 2  # a file as old as the one collected would not be taken
        os.utime(style, (later, later))
        collect(site)
        site.processes[0].restart()
        yield site


@pytest.mark.parametrize("number", [0, 1])
def test_in_the_middle_of_an_update_every_file_of_every_page_is_there(half_updated, number):
    files = named_by(half_updated.processes[number])
    others = named_by(half_updated.processes[1 - number])

    with nginx(half_updated) as proxied:
        statuses = {file: {ask(proxied, "GET", file)[0].status for _time in range(EACH)} for file in files}

    assert any("css/site." in file for file in files - others), "the two processes serve the same version"
    assert {file: found for file, found in statuses.items() if found != {200}} == {}


def test_a_file_that_nobody_has_is_not_found(half_updated):
    with nginx(half_updated) as proxied:
        answer, _ = ask(proxied, "GET", "/static/css/site.0123456789ab.css")

    assert answer.status == 404
