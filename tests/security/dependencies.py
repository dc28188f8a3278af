"""Looks for known holes in what the site is installed with. A scan that could not ask the database is a failure.

python -m tests.security.dependencies
"""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from tests.load.processes import ROOT


def audit() -> tuple[list[dict[str, Any]], list[str], str]:
    """Every dependency with its known holes, those that could not be looked up, and what the scanner said."""
    command = ["pip_audit", "--requirement", "constraints.txt", "--no-deps", "--disable-pip", "--format", "json"]
    result = subprocess.run(
        [sys.executable, "-m", *command], cwd=ROOT, capture_output=True, text=True, check=False, timeout=300
    )
    try:
        found: list[dict[str, Any]] = json.loads(result.stdout)["dependencies"]
    except (ValueError, KeyError):
        found = []
    audited = [each for each in found if "skip_reason" not in each]
    return audited, [each["name"] for each in found if "skip_reason" in each], result.stderr


def main() -> int:
    """Name every hole; exit code 1 for a hole, 2 if nothing was audited."""
    audited, skipped, said = audit()
    if skipped or not audited:
        names = ", ".join(skipped) or "everything"
        sys.stdout.write(f"NOT AUDITED, the scanner's database did not answer for: {names}\n{said[-600:]}\n")
        return 2
    holes = [(each["name"], each["version"], hole["id"]) for each in audited for hole in each["vulns"]]
    for name, version, hole in holes:
        sys.stdout.write(f"{name} {version}: {hole}\n")
    sys.stdout.write(f"{len(audited)} packages audited, {len(holes)} known holes\n")
    return 1 if holes else 0


if __name__ == "__main__":
    sys.exit(main())
