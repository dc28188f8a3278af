"""Pages as an outside script without JavaScript sees them: forms that are there, and nothing else can be sent."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser
from itertools import product
from typing import Any

from django.test import Client

from games.services.visitors import signed

Fields = list[tuple[str, str]]


@dataclass
class Form:
    """A form with all the ways in which it can be sent."""

    action: str
    method: str
    id: str = ""
    fixed: Fields = field(default_factory=list)
    """Hidden fields, texts as they stand, selected options."""
    radios: dict[str, list[str]] = field(default_factory=dict)
    checked: dict[str, str] = field(default_factory=dict)
    numbers: dict[str, tuple[int, int]] = field(default_factory=dict)
    """Name -> least and most."""
    buttons: Fields = field(default_factory=list)
    """Submit buttons; an empty name sends nothing of its own."""

    @property
    def deed(self) -> str:
        """What it does: the last part of its address."""
        return self.action.rstrip("/").rpartition("/")[2]

    def ways(self, numbers_each: int = 0) -> Iterator[Fields]:
        """Everything that can be sent by it; of a number field all values, or only the least and the most."""
        choices: list[list[Fields]] = [[[(name, value)] for value in values] for name, values in self.radios.items()]
        for name, (least, most) in self.numbers.items():
            values = range(least, most + 1) if not numbers_each else sorted({least, most})
            choices.append([[(name, str(value))] for value in values])
        choices.append([[(name, value)] if name else [] for name, value in self.buttons])
        for chosen in product(*choices):
            yield [*self.fixed, *(pair for pairs in chosen for pair in pairs)]


class Page(HTMLParser):
    """The forms of a page and the attributes of its main element."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.forms: list[Form] = []
        self.main: dict[str, str] = {}
        self.links: list[str] = []
        self.ids: list[str] = []
        self.inline: list[str] = []
        """Scripts, styles and handlers that a strict policy would not run."""
        self._form: Form | None = None
        self._select = ""
        self._outside: list[tuple[str, str, dict[str, str]]] = []
        self.feed(html)
        self.close()
        for owner, tag, attributes in self._outside:
            form = next(form for form in self.forms if form.id == owner)
            self._add(form, tag, attributes)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if "id" in attributes:
            self.ids.append(attributes["id"])
        self.inline += [f"{tag} {name}" for name in attributes if name == "style" or name.startswith("on")]
        if tag == "style" or (tag == "script" and "src" not in attributes):
            self.inline.append(tag)
        match tag:
            case "form":
                self._form = Form(
                    attributes.get("action", ""), attributes.get("method", "get"), attributes.get("id", "")
                )
                self.forms.append(self._form)
            case "main":
                self.main = attributes
            case "a":
                self.links.append(attributes.get("href", ""))
            case "input" | "button" | "textarea" | "select":
                if "form" in attributes:
                    self._outside.append((attributes["form"], tag, attributes))
                elif self._form is not None:
                    self._add(self._form, tag, attributes)
                self._select = attributes.get("name", "") if tag == "select" else self._select
            case "option" if self._form is not None and self._select:
                self._form.radios.setdefault(self._select, []).append(attributes.get("value", ""))
                if "selected" in attributes:
                    self._form.checked[self._select] = attributes["value"]

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = ""

    def _add(self, form: Form, tag: str, attributes: dict[str, str]) -> None:
        name, value = attributes.get("name", ""), attributes.get("value", "")
        kind = attributes.get("type", "submit" if tag == "button" else "text")
        if "disabled" in attributes:
            return
        if tag == "button" or kind == "submit":
            if kind == "submit":
                form.buttons.append((name, value))
        elif kind == "radio":
            form.radios.setdefault(name, []).append(value)
            if "checked" in attributes:
                form.checked[name] = value
        elif kind == "number":
            form.numbers[name] = (int(attributes["min"]), int(attributes["max"]))
        elif kind == "checkbox":
            if "checked" in attributes:
                form.fixed.append((name, value or "on"))
        elif name and tag != "select":
            form.fixed.append((name, value))

    def posts(self, deed: str) -> list[Form]:
        """The forms that post to this address."""
        return [form for form in self.forms if form.method == "post" and form.deed == deed]


class Browser:
    """A person with cookies and without JavaScript, who can only send forms that the page has."""

    def __init__(self, visitor: str = "", *, language: str = "en") -> None:
        self.client = Client(enforce_csrf_checks=True, headers={"accept-language": language})
        if visitor:
            self.client.cookies["visitor"] = signed(visitor)
        self.page = Page("")
        self.status = 0
        self.bodies: list[str] = []
        """Everything this browser was ever sent."""

    def _keep(self, response: Any) -> "Browser":
        self.status = response.status_code
        body = response.content.decode()
        self.bodies.append(body)
        if response.headers.get("Content-Type", "").startswith("text/html"):
            self.page = Page(body)
        return self

    def open(self, path: str) -> "Browser":
        """Load a page."""
        return self._keep(self.client.get(path, follow=True))

    def send(self, form: Form, fields: Fields, **more: str) -> "Browser":
        """Send a form and follow its redirect."""
        fields = [(name, value) for name, value in fields if name not in more] + list(more.items())
        body: dict[str, list[str]] = {}
        for name, value in fields:
            body.setdefault(name, []).append(value)
        response = self.client.post(form.action, body)
        self.answer = response.status_code
        if response.status_code == 303:
            return self.open(response.headers["Location"])
        return self._keep(response)

    def do(self, deed: str, **more: str) -> "Browser":
        """Send the first form for this, as it stands but for what is typed into it."""
        form = self.page.posts(deed)[0]
        fields = [*form.fixed]
        for name, values in form.radios.items():
            fields.append((name, form.checked.get(name, values[0])))
        for name, (least, _) in form.numbers.items():
            fields.append((name, str(least)))
        button = form.buttons[0] if form.buttons else ("", "")
        return self.send(form, [*fields, button] if button[0] else fields, **more)
