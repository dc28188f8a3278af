"""Every command that the texts name is there."""

import re

import pytest
from django.core.management import get_commands

from tests.load.processes import ROOT

TEXTS = sorted([ROOT / "README.md", *(ROOT / "docs").glob("*.md")])
CODE = re.compile(r"`([^`\n]+)`|^ {4,}(\S.*)$", re.MULTILINE)
"""What stands as code: between ticks, or in lines of its own."""


def commands(text: str, pattern: str) -> set[str]:
    """What the code in a text calls."""
    code = "\n".join(ticked or line for ticked, line in CODE.findall(text))
    return set(re.findall(pattern, code))


def targets() -> set[str]:
    """What the Makefile can make."""
    return set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_every_target_that_a_text_names_is_in_the_makefile(path):
    assert commands(path.read_text(), r"(?:^|[^\w.])make ([a-z][a-z-]*)") <= targets()


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: path.name)
def test_every_command_that_a_text_names_is_one_of_the_site(path):
    assert commands(path.read_text(), r"manage\.py ([a-z_]+)") <= set(get_commands())


def test_the_texts_name_the_two_commands_that_are_enough():
    named = commands((ROOT / "README.md").read_text(), r"(?:^|[^\w.])make ([a-z][a-z-]*)")

    assert {"run", "test"} <= named
