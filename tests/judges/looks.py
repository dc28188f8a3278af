"""How pages are looked at: window, colours, language; and one page in one of these ways, as jobs for the judges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from tests.judges.scenes import Scene
from tests.judges.visitors import HOST

LANGUAGES = ("en", "fr", "de")
PHONE, DESKTOP, TELEVISION = (360, 740), (1280, 800), (1920, 1080)


@dataclass(frozen=True)
class Look:
    """One way to look at one page."""

    scene: Scene
    language: str = "en"
    is_dark: bool = False
    size: tuple[int, int] = PHONE

    @property
    def url(self) -> str:
        """Where the browser begins."""
        path = self.scene.path if self.scene.sends is None else self.scene.comes_from
        return f"http://{HOST}:{self.scene.visitor.port}{path}"

    @property
    def script(self) -> str:
        """What is run in the page first; a form that is sent loads another."""
        if self.scene.sends is None:
            return self.scene.script
        fields = "".join(
            f"f.append(Object.assign(document.createElement('input'),{{name:'{name}',value:'{value}'}}));"
            for name, value in self.scene.sends.items()
            if name != "csrfmiddlewaretoken"
        )
        token = "csrfmiddlewaretoken" in self.scene.sends
        if token:
            fields += (
                "f.append(Object.assign(document.createElement('input'),"
                "{name:'csrfmiddlewaretoken',value:document.body.dataset.csrf}));"
            )
        return (
            f"const f=document.createElement('form');f.method='post';f.action='{self.scene.path}';{fields}"
            "document.body.append(f);HTMLFormElement.prototype.submit.call(f)"
        )

    @property
    def job(self) -> dict[str, Any]:
        """The same for a judge of another language."""
        return {
            "name": self.scene.name,
            "url": self.url,
            "cookies": {**self.scene.visitor.cookies, "language": self.language},
            "script": self.script,
            "leaves": self.scene.sends is not None,
            "language": self.language,
            "dark": self.is_dark,
            "width": self.size[0],
            "height": self.size[1],
        }


def looks(scenes: Sequence[Scene], *, is_quick: bool) -> Iterator[Look]:
    """Every page on phone and desktop, light and dark, in three languages; table screens on a television instead."""
    for scene in scenes:
        sizes = (TELEVISION, DESKTOP) if "table" in scene.traits else (PHONE, DESKTOP)
        if is_quick:
            yield Look(scene, size=sizes[0])
            yield Look(scene, "de", True, sizes[0])
            continue
        for language in LANGUAGES:
            for size in sizes:
                yield Look(scene, language, False, size)
                yield Look(scene, language, True, size)
