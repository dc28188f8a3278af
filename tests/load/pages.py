"""What a person sees of a pushed screen: its version, its question, and the forms of the moves that are legal now."""

from __future__ import annotations

import html as entities
import json
import re
from dataclasses import dataclass, field
from functools import cache
from typing import Any

FORM = re.compile(r"<form\b(?P<head>[^>]*)>(?P<body>.*?)</form>", re.DOTALL)
INPUT = re.compile(r"<input\b(?P<attributes>[^>]*)>|<button\b(?P<button>[^>]*)>")
ATTRIBUTE = re.compile(r'([\w-]+)(?:="([^"]*)")?')
MAIN = re.compile(r'<main id="screen"(?P<attributes>[^>]*)>')


def attributes_of(text: str) -> dict[str, str]:
    """The attributes of a tag."""
    return {name: entities.unescape(value) for name, value in ATTRIBUTE.findall(text)}


@dataclass
class MoveForm:
    """A form that makes a move: its fixed fields, and what a person may choose in it."""

    fields: dict[str, str] = field(default_factory=dict)
    choices: dict[str, list[str]] = field(default_factory=dict)
    """Radio buttons and buttons with a value."""
    ranges: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Number fields with their lowest and highest value."""

    @property
    def move(self) -> str:
        """Which move it makes."""
        return self.fields.get("move", "")


def move_forms(html: str) -> list[MoveForm]:
    """The forms for moves in a page or in a part of one."""
    if "data-move" not in html:
        return []
    found = FORM.finditer(html)
    return [form_from(match["body"]) for match in found if "data-move" in attributes_of(match["head"])]


def form_from(body: str) -> MoveForm:
    """One form's fields."""
    form = MoveForm()
    for match in INPUT.finditer(body):
        tag = attributes_of(match["attributes"] or match["button"] or "")
        name, value = tag.get("name", ""), tag.get("value", "")
        if not name or name == "csrfmiddlewaretoken":
            continue
        if tag.get("type") == "number":
            form.ranges[name] = (int(tag["min"]), int(tag["max"]))
        elif tag.get("type") == "radio" or match["button"] is not None:
            form.choices.setdefault(name, []).append(value)
        else:
            form.fields[name] = value
    return form


@cache
def edges_of(tag: str) -> re.Pattern[str]:
    """Where elements of this tag begin and end."""
    return re.compile(rf"<(/?){tag}\b")


def replaced(page: str, part_id: str, part: str) -> str:
    """The page with one element put in place of the one with that id. Cheap: a thousand phones share one process."""
    start = page.rfind("<", 0, page.find(f' id="{part_id}"') + 1)
    if start < 0:
        raise ValueError(f"no element {part_id}")
    depth = 0
    for edge in edges_of(page[start + 1 : page.index(" ", start)]).finditer(page, start):
        depth += -1 if edge[1] else 1
        if depth == 0:
            end = page.index(">", edge.end()) + 1
            return page[:start] + part + page[end:]
    raise ValueError(f"element {part_id} does not end")


@dataclass
class ShownScreen:
    """The screen of one browser, kept up to date by frames like the site's own script does."""

    html: str = ""
    version: int = -1
    attributes: dict[str, str] = field(default_factory=dict)
    has_gap: bool = False
    """A part came for another version than the one shown: the whole must be asked for."""

    @property
    def decision(self) -> int:
        """The question now put to the table."""
        return int(self.attributes.get("data-decision", 0))

    @property
    def phase(self) -> str:
        """Where the game is."""
        return self.attributes.get("data-phase", "")

    @property
    def forms(self) -> list[MoveForm]:
        """The moves this person may make now."""
        return move_forms(self.html)

    def take(self, frame: str) -> dict[str, Any]:
        """Apply a frame from the server; gives it as an object."""
        message: dict[str, Any] = json.loads(frame)
        if message["type"] == "screen":
            self.show(message["html"])
        elif message["type"] == "parts":
            self.show_parts(message)
        return message

    def show(self, html: str) -> None:
        """The whole screen, unless what is shown is newer."""
        found = MAIN.search(html)
        if found is None:
            raise ValueError("no screen on this page")
        attributes = attributes_of(found["attributes"])
        if int(attributes["data-version"]) >= self.version:
            self.html, self.attributes = html, attributes
            self.version, self.has_gap = int(attributes["data-version"]), False

    def show_parts(self, message: dict[str, Any]) -> None:
        """Parts, if they follow on what is shown."""
        if message["version"] < self.version:
            return
        if message["base"] != self.version:
            self.has_gap = True
            return
        for part_id, part in message["parts"].items():
            self.html = replaced(self.html, part_id, part)
        self.attributes.update(message["screen"])
        self.version = message["version"]
