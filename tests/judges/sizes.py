"""What a phone loads: the first load of a game page, its scripts, and the median push of a whole game."""

from __future__ import annotations

import os
from collections.abc import Sequence
from statistics import median
from typing import Any

from playwright.sync_api import sync_playwright
from websockets.sync.client import connect

from tests.judges.findings import Findings
from tests.judges.scenes import Scene, first_move, open_room
from tests.judges.visitors import HOST

CHROMIUM = os.environ.get("CHROME_PATH", "/usr/bin/chromium")
KB = 1000
FIRST_LOAD, SCRIPT, PUSH = 200, 40, 8


def measure_sizes(port: int, scenes: Sequence[Scene], findings: Findings) -> None:
    """All of it, on the wire."""
    for scene in scenes:
        if "fast" in scene.traits:
            total, script = first_load(scene)
            findings.measure(f"first load of {scene.name}", total / KB, FIRST_LOAD, "kB")
            findings.measure(f"script of {scene.name}", script / KB, SCRIPT, "kB")
    for kind, edition in (("for_sale", "2015"), ("square_on_sale", "2009")):
        findings.measure(f"median push of {kind}", median(pushes(port, kind, edition)) / KB, PUSH, "kB")


def first_load(scene: Scene) -> tuple[int, int]:
    """Bytes on the wire of a page with an empty cache: all, and those of scripts."""
    kinds: dict[str, str] = {}
    sizes: dict[str, int] = {}
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        context = browser.new_context(viewport={"width": 360, "height": 740})
        url = f"http://{HOST}:{scene.visitor.port}"
        context.add_cookies([{"name": n, "value": v, "url": url} for n, v in scene.visitor.cookies.items()])
        page = context.new_page()
        wire = context.new_cdp_session(page)
        wire.on("Network.responseReceived", lambda event: kinds.__setitem__(event["requestId"], event["type"]))
        wire.on("Network.loadingFinished", lambda event: add(sizes, event))
        wire.send("Network.enable")
        page.goto(url + scene.path, wait_until="load")
        page.wait_for_timeout(500)
        browser.close()
    return sum(sizes.values()), sum(size for request, size in sizes.items() if kinds.get(request) == "Script")


def add(sizes: dict[str, int], event: dict[str, Any]) -> None:
    """One answer has arrived."""
    sizes[event["requestId"]] = int(event["encodedDataLength"])


def pushes(port: int, kind: str, edition: str) -> list[int]:
    """The bytes of every push that one player gets in a game of three."""
    room = open_room(port, 3, kind, edition)
    person = room.people[0]
    cookie = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
    found: list[int] = []
    origin: Any = f"http://{HOST}:{port}"
    with connect(
        f"ws://{HOST}:{port}{room.path}live", origin=origin, additional_headers={"Cookie": cookie}, compression=None
    ) as socket:
        socket.recv()
        for _ in range(60):
            if room.phase() == "over":
                break
            room.step(first_move)
            found += heard(socket)
    return found


def heard(socket: Any) -> list[int]:
    """The pushes that have come."""
    found: list[int] = []
    while True:
        try:
            frame = socket.recv(timeout=0.15)
        except TimeoutError:
            return found
        if '"type":"parts"' in frame[:40].replace(" ", "") or '"type":"screen"' in frame[:40].replace(" ", ""):
            found.append(len(frame.encode()))
