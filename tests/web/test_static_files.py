"""What `collectstatic` makes of the files: hashed names, and one stylesheet instead of many."""

import re

import pytest
from django.core.management import call_command
from django.test import Client, override_settings

HASHED = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "forsale_site.static_files.HashedFiles"},
}


@pytest.fixture(scope="module")
def collected(tmp_path_factory):
    folder = tmp_path_factory.mktemp("static")
    with override_settings(STATIC_ROOT=folder, STORAGES=HASHED):
        call_command("collectstatic", interactive=False, verbosity=0)
        call_command("collectstatic", interactive=False, verbosity=0)  # the second run finds what the first has left
    return folder


@pytest.mark.parametrize("name", ["site", "room"])
def test_a_stylesheet_holds_what_it_imports(collected, name):
    (file,) = collected.glob(f"css/{name}.????????????.css")
    text = file.read_text()

    assert "@import" not in text
    assert "font-family: Bricolage;" in text and "--wall:" in text and ".dock" in text


def test_addresses_in_a_stylesheet_that_was_taken_in_lead_to_files(collected):
    (file,) = collected.glob("css/room.????????????.css")
    addresses = re.findall(r"url\([\"']?([^)\"']+)[\"']?\)", file.read_text())

    assert any(address.endswith(".woff2") for address in addresses)
    assert all((file.parent / address).resolve().is_file() for address in addresses if not address.startswith("data:"))


@pytest.mark.django_db
def test_a_page_is_sent_compressed_to_those_who_take_it():
    answer = Client(headers={"Accept-Encoding": "gzip"}).get("/")

    assert answer.headers["Content-Encoding"] == "gzip"
    assert len(answer.content) < len(Client().get("/").content) / 2
