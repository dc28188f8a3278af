"""Reading rendered parts back in tests: their forms, their moves, whether their tags are closed."""

from __future__ import annotations

from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = frozenset({"input", "img", "hr", "br", "use", "path", "circle", "rect"})


@dataclass
class Form:
    """A form as a script without a browser would send it."""

    action: str
    method: str
    fields: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, tuple[int, int]] = field(default_factory=dict)
    radios: dict[str, list[str]] = field(default_factory=dict)
    buttons: int = 0


class Reader(HTMLParser):
    """Collects forms and text, and complains about tags that do not match."""

    def __init__(self) -> None:
        super().__init__()
        self.forms: list[Form] = []
        self.ids: list[str] = []
        self.first: dict[str, str | None] = {}
        self.words: list[str] = []
        self._open: list[str] = []
        self._form: Form | None = None

    def handle_starttag(self, tag, attrs):
        values = dict(attrs)
        assert "style" not in values, "a strict policy allows no inline style"
        assert not [name for name in values if name.startswith("on")], "nor inline scripts"
        self.first = self.first or values
        if "id" in values:
            self.ids.append(values["id"])
        if tag not in VOID:
            self._open.append(tag)
        if tag == "form":
            self._form = Form(values["action"], values["method"])
            self.forms.append(self._form)
        elif tag == "input" and self._form is not None:
            self._read_input(values)
        elif tag == "button" and self._form is not None and values.get("type") != "button":
            self._form.buttons += 1

    def _read_input(self, values):
        name = values["name"]
        if values["type"] == "radio":
            self._form.radios.setdefault(name, []).append(values["value"])
        elif values["type"] == "number":
            self._form.numbers[name] = (int(values["min"]), int(values["max"]))
            self._form.fields[name] = values["value"]
        else:
            self._form.fields[name] = values["value"]

    def handle_endtag(self, tag):
        if tag in VOID:
            return
        assert self._open, f"</{tag}> closes nothing"
        assert self._open[-1] == tag, f"</{tag}> where <{self._open[-1]}> is open"
        self._open.pop()
        if tag == "form":
            self._form = None

    def handle_data(self, data):
        self.words.append(data)

    def close(self):
        super().close()
        assert not self._open, f"left open: {self._open}"


def read(html: str) -> Reader:
    """Parse markup and check that it is whole."""
    reader = Reader()
    reader.feed(html)
    reader.close()
    return reader


def read_parts(parts) -> Reader:
    """Parse a row of parts; each must be one element that carries its id."""
    for part in parts:
        assert read(part.html).first.get("id") == part.id
    return read("".join(part.html for part in parts))
