"""The manifest, the worker and the offline page: right headers, real files, and never a page of a room in the cache."""

import json
import re

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

pytestmark = pytest.mark.django_db


def test_the_manifest_names_the_site_in_the_visitors_language():
    answer = Client(headers={"Accept-Language": "de"}).get("/manifest.webmanifest")

    assert answer.headers["Content-Type"] == "application/manifest+json"
    assert json.loads(answer.content)["lang"] == "de"


def test_every_icon_of_the_manifest_is_there():
    icons = json.loads(Client().get("/manifest.webmanifest").content)["icons"]

    assert {icon["sizes"] for icon in icons} >= {"192x192", "512x512"}
    assert any(icon["purpose"] == "maskable" for icon in icons)
    for icon in icons:
        name = re.sub(r"\.[0-9a-f]{12}(\.\w+)$", r"\1", icon["src"].removeprefix("/static/"))
        assert finders.find(name) is not None


def test_pages_point_to_the_manifest():
    assert b'rel="manifest" href="/manifest.webmanifest"' in Client().get("/").content


def test_the_worker_may_answer_for_the_whole_site_and_is_asked_for_again():
    answer = Client().get("/sw.js")

    assert answer.headers["Content-Type"].startswith("text/javascript")
    assert answer.headers["Service-Worker-Allowed"] == "/"
    assert answer.headers["Cache-Control"] == "no-cache"


def test_the_worker_keeps_the_offline_page_and_static_files_only():
    text = Client().get("/sw.js").content.decode()
    kept = json.loads(re.search(r"KEPT = (\[.*?\]);", text)[1].replace("\\u002D", "-"))

    assert kept[0] == "/offline/"
    assert all(path.startswith("/static/") for path in kept[1:])
    assert 'request.mode === "navigate") event.respondWith(fetch(request)' in text


def test_asking_for_the_worker_makes_nobody_a_visitor():
    assert "visitor" not in Client().get("/sw.js").cookies


@pytest.mark.parametrize("language", ["en", "fr", "de"])
def test_the_offline_page_has_no_form_that_could_fail(language):
    answer = Client(headers={"Accept-Language": language}).get("/offline/")

    assert answer.status_code == 200
    assert b"<form" not in answer.content
    assert b'href="/"' in answer.content
