"""Every page gets the best grade, at home and under TLS."""

import pytest
from django.test import Client

from games.services import lobby
from tests.security.headers import grade

pytestmark = pytest.mark.django_db

PATHS = ("/", "/rules/for_sale/", "/nowhere", "/r/{code}/", "/r/{code}/table/", "/healthz", "/admin/login/")


@pytest.fixture
def code():
    plan = lobby.checked_plan("for_sale", "2015", [], {})
    return lobby.open_room(visitor="somebody", plan=plan, name="Ada").code


def graded(client, path, *, is_tls):
    answer = client.get(path, secure=is_tls)
    cookies = [morsel.OutputString() for morsel in answer.cookies.values()]
    return grade(dict(answer.headers), cookies, is_tls=is_tls)


@pytest.mark.parametrize("path", PATHS)
def test_every_page_at_home_gets_the_best_grade(path, code):
    result = graded(Client(), path.format(code=code), is_tls=False)

    assert (result.letter, result.findings) == ("A+", ())


@pytest.mark.parametrize("path", PATHS)
def test_every_page_under_tls_gets_the_best_grade(path, code, settings):
    settings.UNDER_TLS = True
    settings.SESSION_COOKIE_SECURE = settings.CSRF_COOKIE_SECURE = True
    settings.SECURE_HSTS_SECONDS = 31_536_000

    result = graded(Client(), path.format(code=code), is_tls=True)

    assert (result.letter, result.findings) == ("A+", ())


def test_the_grader_sees_what_is_missing():
    bad = grade({"Server": "nginx/1.22"}, ["visitor=x; Path=/"], is_tls=True)

    assert bad.letter == "F"
    assert any("no content policy" in finding for finding in bad.findings)
    assert any("not secure" in finding for finding in bad.findings)
