"""A deployment's environment passes Django's own checks without a warning."""

import os
import secrets
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from urllib.parse import urlsplit

import pytest
from django.core.exceptions import ImproperlyConfigured

from forsale_site import environment as env
from tests.load.processes import ROOT


@pytest.fixture
def environment(tmp_path):
    """As deploy/env.example has it, with a secret."""
    lines = (ROOT / "deploy" / "env.example").read_text().splitlines()
    named = dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))
    return {
        "PATH": os.environ["PATH"],
        **named,
        "SECRET_KEY": secrets.token_urlsafe(48),
        "DATA_DIR": str(tmp_path),
        "DATABASE_URL": "",
        "REDIS_URL": "",
    }


def manage(environment, *arguments):
    command = [sys.executable, "manage.py", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=60)


def test_the_deployment_check_has_no_warning(environment):
    result = manage(environment, "check", "--deploy", "--fail-level", "WARNING")

    assert result.returncode == 0, result.stdout + result.stderr
    assert "no issues" in result.stdout


def test_every_variable_of_the_example_is_one_that_settings_read(environment):
    settings = (ROOT / "forsale_site" / "settings.py").read_text()
    lines = (ROOT / "deploy" / "env.example").read_text().splitlines()
    named = {line.split("=", 1)[0] for line in lines if line and not line.startswith("#")}

    assert {name for name in named if f'"{name}"' not in settings} == set()


@pytest.mark.parametrize("name, value", [("METRICS", "perhaps"), ("TRUSTED_PROXIES", "many"), ("LOG_FORMAT", "xml")])
def test_a_wrong_value_is_said_by_name(environment, name, value):
    result = manage({**environment, name: value}, "check")

    assert result.returncode != 0
    assert name in result.stderr


def test_an_empty_folder_for_data_is_as_good_as_none(environment):
    """Else the static files would be collected into the folder they come from."""
    shown = manage({**environment, "DATA_DIR": ""}, "diffsettings", "--all")

    assert shown.returncode == 0, shown.stderr
    assert f"DATA_DIR = {str(ROOT / 'var')!r}" in shown.stdout.replace("PosixPath(", "").replace(")", "")


ANSWER = """
import django
django.setup()
from django.test import Client
from tests.security.headers import grade
answer = Client().get("/", headers={"host": "%s", "x-forwarded-proto": "%s"})
print(answer.status_code, answer.headers.get("Location", ""))
print(answer.headers.get("Strict-Transport-Security", ""))
cookies = [morsel.OutputString() for morsel in answer.cookies.values()]
print(*[morsel.key for morsel in answer.cookies.values() if morsel["secure"]])
print(grade(dict(answer.headers), cookies, is_tls=%r).letter)
"""


def first_page(environment, *, scheme="https", host="forsale.example.org"):
    """Status with target, strict transport, secure cookies and grade of the first page, asked for behind a proxy."""
    environment = {**environment, "DJANGO_SETTINGS_MODULE": "forsale_site.settings"}
    migrated = manage(environment, "migrate", "--verbosity", "0")
    assert migrated.returncode == 0, migrated.stderr
    command = [sys.executable, "-c", ANSWER % (host, scheme, scheme == "https")]
    asked = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True, timeout=60)
    status, strict, cookies, letter = asked.stdout.splitlines()
    return status, strict, set(cookies.split()), letter


def test_under_tls_all_of_it_is_asked_for(environment):
    status, strict, secure, letter = first_page(environment)

    assert (status, letter) == ("200 ", "A+")
    assert strict == "max-age=31536000"
    assert secure == {"visitor", "csrftoken"}


def test_under_tls_a_plain_request_is_sent_there(environment):
    status, *_ = first_page(environment, scheme="http")

    assert status == "301 https://forsale.example.org/"


def test_names_below_the_host_are_bound_only_if_that_is_wanted(environment):
    _, strict, *_ = first_page({**environment, "HSTS_SUBDOMAINS": "1"})

    assert strict == "max-age=31536000; includeSubDomains; preload"


@pytest.mark.parametrize("seconds, strict", [("1", "max-age=1"), ("0", "")])
def test_strict_transport_can_be_taken_back(environment, seconds, strict):
    assert first_page({**environment, "HSTS_SECONDS": seconds})[1] == strict


def test_at_home_nothing_speaks_of_tls(environment):
    home = {**environment, "PUBLIC_URL": "", "TRUSTED_PROXIES": ""}

    status, strict, secure, letter = first_page(home, scheme="http", host="192.168.0.7:8000")

    assert (status, strict, secure, letter) == ("200 ", "", set(), "A+")


def test_a_deployment_that_did_not_think_of_names_below_the_host_is_told(environment):
    del environment["HSTS_SUBDOMAINS"]

    result = manage(environment, "check", "--deploy", "--fail-level", "WARNING")

    assert "security.W005" in result.stderr


# PostgreSQL


def test_a_connection_is_checked_before_it_is_used_and_a_silent_server_is_given_up():
    settings = env.postgresql(urlsplit("postgresql://forsale@db.example/forsale"))

    assert settings["CONN_HEALTH_CHECKS"] is True
    options = settings["OPTIONS"]
    assert 0 < options["connect_timeout"] < options["pool"]["timeout"]
    silent = options["keepalives_idle"] + options["keepalives_interval"] * options["keepalives_count"]
    assert options["keepalives"] == 1
    assert silent <= 60, "a machine that is gone without a word is noticed within a minute"


def test_the_address_of_the_database_has_the_last_word():
    settings = env.postgresql(urlsplit("postgresql://forsale@db.example/forsale?connect_timeout=30&sslmode=require"))

    assert settings["OPTIONS"]["connect_timeout"] == "30"
    assert settings["OPTIONS"]["sslmode"] == "require"


# The secret key


def test_a_secret_is_made_once_and_kept_for_its_owner_alone(tmp_path):
    path = tmp_path / "data" / "secret_key"

    made = env.kept_secret(path)

    assert len(made) > 60
    assert env.kept_secret(path) == made == path.read_text().strip()
    assert path.stat().st_mode & 0o777 == 0o600
    assert [each.name for each in path.parent.iterdir()] == ["secret_key"]


def test_a_process_that_comes_while_the_secret_is_written_reads_no_half_of_it(tmp_path, monkeypatch):
    """Cookies signed with an empty key are worth nothing a moment later."""
    path, read = tmp_path / "secret_key", []
    real = env.secrets.token_urlsafe

    def slow(size):
        """Another process looks just when this one is about to write."""
        if not read:
            read.append("")
            read.append(env.kept_secret(path))
        return real(size)

    monkeypatch.setattr(env.secrets, "token_urlsafe", slow)

    mine = env.kept_secret(path)

    assert read[1] != ""
    assert mine == read[1]


def test_processes_that_start_together_agree_on_the_secret(tmp_path):
    path, together = tmp_path / "secret_key", Barrier(16)

    def start(_number):
        together.wait(10)
        return env.kept_secret(path)

    with ThreadPoolExecutor(16) as processes:
        found = set(processes.map(start, range(16)))

    assert len(found) == 1
    assert len(found.pop()) > 60


def test_a_secret_that_is_empty_is_no_secret(tmp_path):
    """What a full disk left behind: to sign with it would let anybody be anybody."""
    path = tmp_path / "secret_key"
    path.write_text("")

    with pytest.raises(ImproperlyConfigured, match="secret_key"):
        env.kept_secret(path)
