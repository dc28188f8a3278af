"""What a phone loads: the first load of a game page, its scripts, and the median push of a whole game."""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Sequence
from random import Random
from statistics import median
from typing import Any

from playwright.sync_api import sync_playwright
from websockets.sync.client import connect

from tests.judges.findings import Findings
from tests.judges.scenes import Scene, lively, open_room
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
        sizes, how = pushes(port, kind, edition)
        name = f"median of {len(sizes)} pushes of {kind} ({how})"
        findings.measure(name, median(sizes) / KB, PUSH, "kB")


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


def pushes(port: int, kind: str, edition: str) -> tuple[list[int], str]:
    """The bytes on the wire of every push that one player gets in a whole lively game of three, and how they come.

    Compression is offered as browsers do. If the server takes it, each push costs what it adds to one deflated stream.
    """
    room = open_room(port, 3, kind, edition)
    cookie = "; ".join(f"{name}={value}" for name, value in room.people[0].cookies.items())
    origin: Any = f"http://{HOST}:{port}"
    url = f"ws://{HOST}:{port}{room.path}live"
    choose = lively(Random(8))
    found: list[str] = []
    with connect(url, origin=origin, additional_headers={"Cookie": cookie}) as socket:
        is_deflated = bool(socket.protocol.extensions)
        socket.recv()
        while room.phase() != "over":
            room.step(choose)
            found += heard(socket)
    if not is_deflated:
        return [len(frame.encode()) for frame in found], "no compression"
    stream = zlib.compressobj(wbits=-15)
    return [len(stream.compress(frame.encode()) + stream.flush(zlib.Z_SYNC_FLUSH)) for frame in found], "compressed"


def heard(socket: Any) -> list[str]:
    """The pushes that have come."""
    found: list[str] = []
    while True:
        try:
            frame = socket.recv(timeout=0.15)
        except TimeoutError:
            return found
        if json.loads(frame)["type"] in ("parts", "screen"):
            found.append(frame)
