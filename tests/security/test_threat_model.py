"""docs/security.md names a test for every threat, and every test named is there."""

import re

from tests.load.processes import ROOT

PAGE = (ROOT / "docs" / "security.md").read_text()
ROWS = [line for line in PAGE.splitlines() if line.startswith("| **")]


def test_every_threat_names_a_test():
    assert len(ROWS) > 20
    assert [row for row in ROWS if "::test_" not in row] == []


def test_every_test_that_is_named_is_there():
    named = re.findall(r"`(tests/[\w/]+\.py)::(test_\w+)`", PAGE)
    missing = [
        f"{path}::{name}"
        for path, name in named
        if not (ROOT / path).exists() or not re.search(rf"def {name}\(", (ROOT / path).read_text())
    ]

    assert len(named) > 40
    assert missing == []
