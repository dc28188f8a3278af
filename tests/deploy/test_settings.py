"""A deployment's environment passes Django's own checks without a warning."""

import os
import secrets
import subprocess
import sys

import pytest

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
