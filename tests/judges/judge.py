"""Runs every judge over every page and prints a table; ends with 1 if anything is missed (`make judge`).

    python -m tests.judges.judge [--quick] [--only axe,pa11y,nu,lighthouse,sizes] [--pages outside,lobbies,…]

The judges are installed from the npm registry into a folder outside the tracked tree; the browser is Debian's Chromium.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.judges.findings import Findings
from tests.judges.looks import LANGUAGES, Look, looks
from tests.judges.scenes import Scene, all_scenes
from tests.judges.site import judged_site
from tests.judges.sizes import measure_sizes
from tests.judges.visitors import HOST

HERE = Path(__file__).resolve().parent
TOOLS = HERE.parents[1] / "var" / "judges"
CHROMIUM = os.environ.get("CHROME_PATH", "/usr/bin/chromium")
LIGHTHOUSE = {"accessibility": "access.", "best-practices": "practices", "performance": "speed", "seo": "search"}
COLUMNS = ("axe", "pa11y", "nu", *LIGHTHOUSE.values())


def install() -> None:
    """The judges, once; Java runs the HTML checker."""
    if shutil.which("npm") is None or shutil.which("java") is None:
        raise SystemExit("Node and Java are missing: deploy/install-judges")
    TOOLS.mkdir(parents=True, exist_ok=True)
    wanted, present = (HERE / "package.json").read_text(), TOOLS / "package.json"
    if not (TOOLS / "node_modules").exists() or not present.exists() or present.read_text() != wanted:
        present.write_text(wanted)
        environment = {**os.environ, "PUPPETEER_SKIP_DOWNLOAD": "1"}
        command = ["npm", "install", "--no-audit", "--no-fund", "--loglevel=error"]
        subprocess.run(command, cwd=TOOLS, env=environment, check=True)
    for script in HERE.glob("*.mjs"):
        shutil.copy(script, TOOLS / script.name)


def in_node(script: str, jobs: Iterable[Any]) -> Iterable[Any]:
    """What a script of the tools says about each job, as it comes."""
    with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
        json.dump(list(jobs), file)
        file.flush()
        environment = {**os.environ, "CHROME_PATH": CHROMIUM}
        command = ["node", script, file.name]
        with subprocess.Popen(command, cwd=TOOLS, env=environment, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            yield from map(json.loads, process.stdout)
        if process.returncode:
            raise SystemExit(f"{script} failed with {process.returncode}")


# axe-core


def open_look(browser: Browser, look: Look) -> Page:
    """The page as this person sees it."""
    context = browser.new_context(reduced_motion="reduce", bypass_csp=True)
    url = f"http://{HOST}:{look.scene.visitor.port}"
    cookies = {**look.scene.visitor.cookies, "language": look.language}
    context.add_cookies([{"name": name, "value": value, "url": url} for name, value in cookies.items()])
    page = context.new_page()
    turn_to(page, look)
    page.goto(look.url, wait_until="load")
    if look.scene.sends is not None:
        with page.expect_navigation():
            page.evaluate(f"() => {{ {look.script} }}")
    elif look.script:
        page.evaluate(f"() => {{ {look.script} }}")
    page.wait_for_timeout(150)
    return page


def turn_to(page: Page, look: Look) -> None:
    """The window and the colours of a look, also for a page that is open already."""
    page.set_viewport_size({"width": look.size[0], "height": look.size[1]})
    page.emulate_media(color_scheme="dark" if look.is_dark else "light", reduced_motion="reduce")


def judge_with_axe(every: Sequence[Look], findings: Findings) -> None:
    """No violation of any rule, best practices included."""
    source = (TOOLS / "node_modules/axe-core/axe.min.js").read_text()
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for _page, together in groupby(every, key=lambda look: (look.scene.name, look.language)):
            alike = list(together)
            page = open_look(browser, alike[0])
            page.evaluate(source)
            for look in alike:
                turn_to(page, look)
                page.wait_for_timeout(60)
                findings.count(look.scene.name, "axe", violations(page))
            page.context.close()
        browser.close()


def violations(page: Page) -> list[str]:
    """What axe finds on the page as it stands."""
    found = page.evaluate("async () => (await axe.run(document, {resultTypes: ['violations']})).violations")
    return [
        f"{rule['id']} {node['target'][-1]} {first_line(node['failureSummary'])}"
        for rule in found
        for node in rule["nodes"]
    ]


def first_line(summary: str) -> str:
    """The first reason that axe gives."""
    return summary.partition("\n")[2].strip().partition("\n")[0]


# pa11y and the Nu HTML checker


def judge_with_pa11y(every: Sequence[Look], findings: Findings) -> None:
    """No error against WCAG 2 AA."""
    for answer in in_node("pa11y_pages.mjs", [look.job for look in every]):
        problems = [f"{issue['code'].split('.', 3)[-1]} {issue['selector']}" for issue in answer["issues"]]
        findings.count(answer["name"], "pa11y", problems)


def judge_with_nu(scenes: Sequence[Scene], findings: Findings, languages: Sequence[str]) -> None:
    """No error in the HTML as it is sent."""
    with tempfile.TemporaryDirectory() as name:
        sources = {}
        for number, scene in enumerate(scenes):
            for language in languages:
                file = Path(name) / f"{number}-{language}.html"
                file.write_text(scene.html(language))
                sources[file.name] = scene.name
        jar = str(TOOLS / "node_modules/vnu-jar/build/dist/vnu.jar")
        command = ["java", "-jar", jar, "--format", "json", "--stdout", "--exit-zero-always", "--errors-only", name]
        answer = json.loads(subprocess.run(command, capture_output=True, text=True, check=True).stdout)
    for scene in scenes:
        findings.count(scene.name, "nu", [])
    for message in answer["messages"]:
        page = sources[message["url"].rpartition("/")[2]]
        findings.count(page, "nu", [f"{message['message']} … {message.get('extract', '')[:120]!r}"])


# Lighthouse


def judge_with_lighthouse(scenes: Sequence[Scene], findings: Findings) -> None:
    """100 for access and practices everywhere, 98 for speed where people wait, 100 for search where they search."""
    wanted = {scene.name: least_scores(scene) for scene in scenes}
    jobs = [
        {
            **Look(scene).job,
            "fast": "fast" in scene.traits,
            "isOpened": scene.sends is not None or bool(scene.script) or scene.status != 200,
            "categories": list(wanted[scene.name]),
        }
        for scene in scenes
    ]
    for answer in in_node("lighthouse_pages.mjs", jobs):
        page = answer["name"]
        for category, lowest in wanted[page].items():
            why = answer["why"].get(category, [])
            findings.score(page, LIGHTHOUSE[category], answer["scores"][category], lowest, why)


def least_scores(scene: Scene) -> dict[str, int]:
    """What Lighthouse must say of a page, by category."""
    least = {"accessibility": 100, "best-practices": 100}
    if "fast" in scene.traits:
        least["performance"] = 98
    if "found" in scene.traits:
        least["seo"] = 100
    return least


def run(*, is_quick: bool, only: frozenset[str], pages: frozenset[str] = frozenset()) -> bool:
    """Everything; whether nothing was missed."""
    install()
    findings = Findings()
    with judged_site() as port:
        scenes = all_scenes(port, is_quick=is_quick, only=pages)
        every = list(looks(scenes, is_quick=is_quick))
        judges: dict[str, Callable[[], None]] = {
            # The quickest first: some pages, such as the code for another phone, are only there for a while.
            "nu": lambda: judge_with_nu(scenes, findings, LANGUAGES[:1] if is_quick else LANGUAGES),
            "axe": lambda: judge_with_axe(every, findings),
            "pa11y": lambda: judge_with_pa11y(every, findings),
            "sizes": lambda: measure_sizes(port, scenes, findings),
            "lighthouse": lambda: judge_with_lighthouse(scenes, findings),
        }
        for name, judge in judges.items():
            if not only or name in only:
                print(f"{name} …", file=sys.stderr, flush=True)
                judge()
    print(findings.table([scene.name for scene in scenes], COLUMNS))
    print(findings.sizes())
    print(findings.complaints())
    print(f"{len(every)} looks at {len(scenes)} pages, {len(findings.misses)} misses")
    return not findings.misses


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a few pages, two looks each")
    parser.add_argument("--only", default="", help="judges, separated by commas")
    parser.add_argument("--pages", default="", help="groups of pages, separated by commas")
    options = parser.parse_args()
    only, pages = (frozenset(name for name in text.split(",") if name) for text in (options.only, options.pages))
    sys.exit(0 if run(is_quick=options.quick, only=only, pages=pages) else 1)


if __name__ == "__main__":
    main()
