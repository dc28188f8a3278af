"""The commands that install and prepare: what they leave behind, and what they say where something is missing."""

import os
import re
import shutil
import stat
import subprocess

import pytest

from tests.load.processes import ROOT

PYTHON = """#!/bin/sh
# As Debian's python3: without python3-venv it leaves half an environment.
test "$2" = venv || exit 0
mkdir -p .venv/bin && cp "$0" .venv/bin/python
test -e "$VENV_THERE" && touch .venv/bin/pip && chmod +x .venv/bin/pip
"""
APT = """#!/bin/sh
test "$1" = install || exit 0
{ echo "$@"; ls -l "$POLICY_RC_D"; "$POLICY_RC_D"; echo "policy $?"; } >>"$SEEN" 2>&1
test "${APT_FAILS:-0}" = 0 && touch "$VENV_THERE"
exit "${APT_FAILS:-0}"
"""


def program(folder, name, text):
    """A program that stands in for another."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(text)
    (folder / name).chmod(0o755)


@pytest.fixture
def machine(tmp_path):
    """A machine whose packages are made up: its environment."""
    programs = tmp_path / "bin"
    program(programs, "apt-get", APT)
    program(programs, "id", '#!/bin/sh\necho "${USER_ID:-0}"\n')
    program(programs, "sudo", '#!/bin/sh\nshift\nUSER_ID=0 exec "$@"\n')
    program(programs, "python3", PYTHON)
    return {
        "PATH": f"{programs}:{os.environ['PATH']}",
        "POLICY_RC_D": str(tmp_path / "policy-rc.d"),
        "SEEN": str(tmp_path / "seen"),
        "VENV_THERE": str(tmp_path / "venv-there"),
    }


# make run


@pytest.fixture
def checkout(tmp_path):
    folder = tmp_path / "checkout"
    (folder / "deploy").mkdir(parents=True)
    for name in ("Makefile", "pyproject.toml", "constraints.txt", "deploy/apt-install"):
        shutil.copy(ROOT / name, folder / name)
    return folder


def make(checkout, environment, *arguments):
    return subprocess.run(
        ["make", *arguments], cwd=checkout, env=environment, capture_output=True, text=True, check=False, timeout=60
    )


def test_without_venv_make_installs_it(checkout, machine):
    done = make(checkout, machine, "install")

    assert done.returncode == 0, done.stderr
    assert "python3-venv" in (checkout.parent / "seen").read_text()
    assert (checkout / ".venv" / ".installed").exists()


def test_where_venv_cannot_be_installed_make_says_what_is_missing_also_at_the_second_try(checkout, machine):
    tries = [make(checkout, {**machine, "APT_FAILS": "100"}, "install") for _try in range(2)]

    assert (checkout / ".venv" / "bin" / "python").exists()
    assert all(tried.returncode for tried in tries)
    assert [tried.stdout.strip().splitlines()[-1] for tried in tries] == [
        "Python's venv is missing. On Debian: apt install python3-venv"
    ] * 2


# apt-install


def install(machine, *packages, **more):
    command = [str(ROOT / "deploy" / "apt-install"), *packages]
    done = subprocess.run(command, env={**machine, **more}, capture_output=True, text=True, check=False, timeout=60)
    with open(machine["SEEN"]) as seen:
        return done.returncode, seen.read()


@pytest.mark.parametrize("user", ["0", "1000"])
@pytest.mark.parametrize("fails", ["0", "100"])
def test_servers_are_not_started_and_nothing_is_left(machine, user, fails):
    code, seen = install(machine, "redis-server", "postgresql", USER_ID=user, APT_FAILS=fails)

    assert code == int(fails)
    assert "install -y -qq --no-install-recommends redis-server postgresql" in seen
    assert "policy 101" in seen
    assert not os.path.exists(machine["POLICY_RC_D"])


def test_a_policy_that_is_there_stays_as_it_is(machine, tmp_path):
    program(tmp_path, "policy-rc.d", "#!/bin/sh\nexit 7\n")

    code, seen = install(machine, "redis-server")

    assert code == 0
    assert "policy 7" in seen
    assert (tmp_path / "policy-rc.d").read_text() == "#!/bin/sh\nexit 7\n"


# compose


@pytest.fixture
def deploy(tmp_path):
    (tmp_path / "deploy").mkdir()
    shutil.copy(ROOT / "deploy" / "make-env", tmp_path / "deploy")
    return tmp_path / "deploy"


def make_env(deploy, host):
    subprocess.run([str(deploy / "make-env"), host], check=True, capture_output=True, timeout=60)
    lines = (deploy / ".env").read_text().splitlines()
    return dict(line.split("=", 1) for line in lines if line and not line.startswith("#"))


def test_secrets_of_the_containers_are_made_once_and_for_the_owner_alone(deploy):
    first = make_env(deploy, "forsale.example.org")
    again = make_env(deploy, "elsewhere.example.org")

    assert again == first
    assert first["PUBLIC_URL"] == "https://forsale.example.org"
    assert len(first["SECRET_KEY"]) >= 64 and len(first["POSTGRES_PASSWORD"]) >= 32
    assert stat.S_IMODE((deploy / ".env").stat().st_mode) == 0o600
    assert [path.name for path in sorted(deploy.iterdir())] == [".env", "make-env"]


def test_secrets_of_the_containers_go_neither_into_the_repository_nor_into_the_image():
    for name in (".gitignore", ".dockerignore"):
        assert "deploy/.env" in (ROOT / name).read_text().splitlines()


def test_containers_are_told_everything_that_the_example_names(deploy):
    compose = (ROOT / "deploy" / "compose.yaml").read_text()
    told = set(re.findall(r"^    ([A-Z_]+):", compose.partition("services:")[0], re.MULTILINE))
    asked = set(re.findall(r"\$\{([A-Z_]+)", compose))
    example = (ROOT / "deploy" / "env.example").read_text()
    named = set(re.findall(r"^([A-Z_]+)=", example, re.MULTILINE))

    assert named - {"DATA_DIR"} <= told, "DATA_DIR is the image's"
    assert "ALLOWED_HOSTS" in told
    assert asked == set(make_env(deploy, "forsale.example.org"))
