"""Grades the security headers of a page, in the manner of public graders: 100 to begin with, points off and on.

    python -m tests.security.headers https://forsale.example.org/

prints the findings and the grade; exit code 1 below A.
"""

from __future__ import annotations

import sys
import urllib.request
from collections.abc import Mapping
from dataclasses import dataclass

LETTERS = ((100, "A+"), (90, "A"), (80, "B"), (65, "C"), (50, "D"), (0, "F"))
HALF_A_YEAR = 15_768_000


@dataclass(frozen=True)
class Grade:
    """What a page got, and why."""

    points: int
    findings: tuple[str, ...]

    @property
    def letter(self) -> str:
        """A+ to F."""
        return next(letter for least, letter in LETTERS if max(0, self.points) >= least)


def directives(policy: str) -> dict[str, list[str]]:
    """A content policy by directive."""
    parts = (part.split() for part in policy.split(";") if part.strip())
    return {name.lower(): values for name, *values in parts}


def grade(headers: Mapping[str, str], cookies: list[str], *, is_tls: bool) -> Grade:
    """Judge the headers of one answer."""
    named = {name.lower(): value for name, value in headers.items()}
    found = [
        *policy_findings(directives(named.get("content-security-policy", ""))),
        *plain_findings(named),
        *cookie_findings(cookies, is_tls=is_tls),
        *(transport_findings(named) if is_tls else []),
    ]
    return Grade(100 + sum(points for points, _ in found), tuple(f"{points:+d} {why}" for points, why in found))


def policy_findings(policy: Mapping[str, list[str]]) -> list[tuple[int, str]]:
    """The content policy: scripts and styles from here alone, no inline, no frames, no plugins."""
    if not policy:
        return [(-25, "no content policy")]
    found = []
    default = policy.get("default-src", [])
    for name in ("script-src", "style-src"):
        sources = policy.get(name, default)
        if not sources or "*" in sources or "http:" in sources or "https:" in sources:
            found.append((-25, f"{name} is open"))
        if "'unsafe-inline'" in sources or "'unsafe-eval'" in sources:
            found.append((-20, f"{name} allows inline code"))
    if policy.get("object-src", default) != ["'none'"]:
        found.append((-5, "plugins are not forbidden"))
    for name, wanted in (("frame-ancestors", "'none'"), ("base-uri", "'none'"), ("form-action", "'self'")):
        if policy.get(name) != [wanted]:
            found.append((-5, f"{name} is not {wanted}"))
    return found


def plain_findings(named: Mapping[str, str]) -> list[tuple[int, str]]:
    """Sniffing, frames, referrers, what the page may use of the device, and who serves it."""
    wanted = {
        "x-content-type-options": ("nosniff",),
        "x-frame-options": ("DENY",),
        "referrer-policy": ("same-origin", "no-referrer", "strict-origin-when-cross-origin"),
    }
    found = [(-5, f"{name} is {named.get(name)!r}") for name, good in wanted.items() if named.get(name) not in good]
    if "permissions-policy" not in named:
        found.append((-5, "no permissions policy"))
    found += [
        (-5, f"{name} is told") for name in ("server", "x-powered-by") if any(map(str.isdigit, named.get(name, "")))
    ]
    return found


def cookie_findings(cookies: list[str], *, is_tls: bool) -> list[tuple[int, str]]:
    """Cookies: out of reach of scripts and of other sites, and secure under TLS."""
    found = []
    for cookie in cookies:
        name, attributes = cookie.split("=", 1)[0], cookie.lower()
        if "httponly" not in attributes:
            found.append((-10, f"cookie {name} can be read by scripts"))
        if "samesite=lax" not in attributes and "samesite=strict" not in attributes:
            found.append((-10, f"cookie {name} goes to other sites' requests"))
        if is_tls and "secure" not in attributes:
            found.append((-20, f"cookie {name} is not secure"))
    return found


def transport_findings(named: Mapping[str, str]) -> list[tuple[int, str]]:
    """Only under TLS from the first visit on."""
    value = named.get("strict-transport-security", "")
    age = next((part.strip()[8:] for part in value.split(";") if part.strip().startswith("max-age=")), "0")
    return [] if int(age) >= HALF_A_YEAR else [(-20, "no strict transport for half a year")]


def main(url: str) -> int:
    """Grade a page of a running site."""
    with urllib.request.urlopen(url, timeout=20) as answer:
        cookies = answer.headers.get_all("Set-Cookie") or []
        result = grade(dict(answer.headers), cookies, is_tls=url.startswith("https:"))
    sys.stdout.write("".join(f"{finding}\n" for finding in result.findings) + f"{result.points} {result.letter}\n")
    return 0 if result.letter.startswith("A") else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
