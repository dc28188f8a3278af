"""The scan for known holes: one that audited nothing, or not everything, is a failure."""

import pytest

from tests.security import dependencies


@pytest.mark.parametrize(
    "found, code, word",
    [
        (([], []), 2, "NOT AUDITED"),
        (([{"name": "django", "version": "5.2", "vulns": []}], ["daphne"]), 2, "daphne"),
        (([{"name": "django", "version": "5.2", "vulns": [{"id": "CVE-1"}]}], []), 1, "CVE-1"),
        (([{"name": "django", "version": "5.2", "vulns": []}], []), 0, "1 packages audited, 0 known holes"),
    ],
)
def test_the_scan_says_what_it_did(found, code, word, monkeypatch, capsys):
    monkeypatch.setattr(dependencies, "audit", lambda: (*found, ""))

    assert dependencies.main() == code
    assert word in capsys.readouterr().out
