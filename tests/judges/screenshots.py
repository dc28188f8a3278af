"""Takes the pictures of docs/screenshots: the main pages on phones, tablets and televisions (`make screenshots`).

python -m tests.judges.screenshots
"""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser, sync_playwright

from tests.judges.scenes import ROOMS, Scene, all_scenes
from tests.judges.site import judged_site
from tests.judges.visitors import HOST

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "screenshots"
CHROMIUM = os.environ.get("CHROME_PATH", "/usr/bin/chromium")
MOST_BYTES = 150_000
COLOURS = ("256", "128", "64", "32")
PHONE, TABLET, TELEVISION = (360, 740), (768, 1024), (1280, 720)
NO_HINTS = """
for (const name of ["buying", "pass", "sale", "seal", "ceiling", "square"]) localStorage.setItem(`hint:${name}`, "1");
"""


class Picture(NamedTuple):
    """One picture: its file, which page it shows, and how."""

    name: str
    scene: str
    size: tuple[int, int] = PHONE
    scale: int = 1
    is_dark: bool = False
    language: str = "en"


PICTURES = (
    Picture("home", "home", scale=2),
    Picture("buying", "buying: my turn", scale=2),
    Picture("selling", "selling: choose", scale=2),
    Picture("lobby", "lobby: host"),
    Picture("join", "join"),
    Picture("waiting", "buying: waiting"),
    Picture("buying-dark-german", "buying: my turn", is_dark=True, language="de"),
    Picture("reveal", "selling: reveal"),
    Picture("result", "result"),
    Picture("square-on-sale", "Square on Sale: turn"),
    Picture("square-on-sale-dark", "Square on Sale: turn", is_dark=True),
    Picture("rules", "rules of For Sale"),
    Picture("story", "story"),
    Picture("replay", "replay"),
    Picture("not-found", "error 404"),
    Picture("offline", "offline"),
    Picture("tablet", "buying: my turn", TABLET),
    Picture("table-screen", "buying: table screen", TELEVISION),
    Picture("table-screen-reveal", "reveal: table screen", TELEVISION),
    Picture("table-screen-square-on-sale", "Square on Sale: table", TELEVISION),
)


def take(browser: Browser, picture: Picture, scene: Scene) -> Path:
    """One picture, as the person of the scene sees the page."""
    context = browser.new_context(
        viewport={"width": picture.size[0], "height": picture.size[1]},
        device_scale_factor=picture.scale,
        color_scheme="dark" if picture.is_dark else "light",
        reduced_motion="reduce",
    )
    url = f"http://{HOST}:{scene.visitor.port}"
    cookies = {**scene.visitor.cookies, "language": picture.language}
    context.add_cookies([{"name": name, "value": value, "url": url} for name, value in cookies.items()])
    context.add_init_script(NO_HINTS)
    page = context.new_page()
    page.goto(url + scene.path, wait_until="load")
    if scene.script:
        page.evaluate(f"() => {{ {scene.script} }}")
    page.wait_for_timeout(400)
    file = FOLDER / f"{picture.name}.png"
    page.screenshot(path=file)
    context.close()
    return file


def everybody_looks() -> None:
    """People without a page open count as away."""
    for room in ROOMS:
        for person in room.people:
            person.get(room.path)


def shrink(file: Path) -> None:
    """As many colours as fit."""
    if shutil.which("pngquant") is None:
        raise SystemExit("pngquant is missing: deploy/install-judges")
    original = file.read_bytes()
    for colours in COLOURS:
        command = ["pngquant", "--force", "--strip", "--speed", "1", "--output", str(file), colours, "-"]
        subprocess.run(command, input=original, check=True)
        if file.stat().st_size <= MOST_BYTES:
            return
    raise SystemExit(f"{file.name} stays larger than {MOST_BYTES} bytes")


def taken(port: int) -> Iterator[Path]:
    """All pictures."""
    scenes = {scene.name: scene for scene in all_scenes(port, is_quick=False)}
    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for picture in PICTURES:
            if picture.scene in scenes:
                everybody_looks()
                yield take(browser, picture, scenes[picture.scene])
        browser.close()


def main() -> None:
    """The command."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with judged_site() as port:
        for file in taken(port):
            shrink(file)
            print(f"{file.name} {file.stat().st_size // 1000} kB")


if __name__ == "__main__":
    main()
