"""A browser without scripts: one cookie jar, plain HTTP, and the forms of the page it is on."""

from __future__ import annotations

import http.client
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from urllib.parse import urlencode

from tests.load.pages import MoveForm, move_forms

HOST = "127.0.0.1"
TOKEN = "a" * 32  # any value will do: the form must only repeat what the cookie says
SECONDS = 30.0


@dataclass(frozen=True)
class Answer:
    """What the site answered."""

    status: int
    location: str
    text: str


@dataclass
class Visitor:
    """One person's browser."""

    port: int
    cookies: dict[str, str] = field(default_factory=lambda: {"csrftoken": TOKEN})

    def get(self, path: str, language: str = "en") -> Answer:
        """Load a page in a language."""
        return self._request("GET", path, language, "")

    def post(self, path: str, language: str = "en", **fields: object) -> Answer:
        """Send a form with its token."""
        return self.send(path, {"csrfmiddlewaretoken": TOKEN, **fields}, language)

    def send(self, path: str, fields: Mapping[str, object], language: str = "en") -> Answer:
        """Send fields as they are."""
        return self._request("POST", path, language, urlencode(fields, doseq=True))

    def _request(self, method: str, path: str, language: str, body: str) -> Answer:
        cookies = {**self.cookies, "language": language}
        headers = {"Cookie": "; ".join(f"{name}={value}" for name, value in cookies.items())}
        if method == "POST":
            headers["Content-Type"] = "application/x-www-form-urlencoded"
        connection = http.client.HTTPConnection(HOST, self.port, timeout=SECONDS)
        try:
            connection.request(method, path, body or None, headers)
            response = connection.getresponse()
            text = response.read().decode()
        finally:
            connection.close()
        jar: SimpleCookie = SimpleCookie()
        for header in response.headers.get_all("Set-Cookie") or ():
            jar.load(header)
        self.cookies.update({name: morsel.value for name, morsel in jar.items() if name == "visitor"})
        return Answer(response.status, response.headers.get("Location", ""), text)

    def moves(self, code: str) -> list[MoveForm]:
        """The moves this person may make now."""
        return move_forms(self.get(f"/r/{code}/").text)

    def move(self, code: str, form: MoveForm, **chosen: object) -> None:
        """Make one, with the lowest number and the first choice where nothing else is said."""
        fields: dict[str, object] = dict(form.fields)
        fields.update({name: values[0] for name, values in form.choices.items()})
        fields.update({name: low for name, (low, _high) in form.ranges.items()})
        answer = self.send(f"/r/{code}/move", {"csrfmiddlewaretoken": TOKEN, **fields, **chosen})
        if answer.status >= 400:
            raise RuntimeError(f"a move from the page was refused with {answer.status}: {fields}")
