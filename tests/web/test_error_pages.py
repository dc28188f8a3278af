"""What pages say when something cannot be: what to do, and a way that leads out."""

import pytest
from django.test import Client

from games.services import moderating
from tests.builders import a_game
from tests.pages import Browser

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(("language", "headline"), [("en", "shutters"), ("fr", "volets"), ("de", "Läden")])
def test_a_closed_room_leads_home_and_not_back_to_itself(language, headline):
    client = Client(headers={"Accept-Language": language})
    opened = client.post("/r/", {"kind": "for_sale", "edition": "2015", "name": "Ann"})
    moderating.close_room(code=opened.headers["Location"].split("/")[2])
    answer = Client(headers={"Accept-Language": language}).post(opened.headers["Location"] + "join", {"name": "Bob"})
    page = answer.content.decode()

    assert answer.status_code == 422
    assert headline in page
    assert 'class="button is-gold is-wide" href="/"' in page
    assert f'href="{opened.headers["Location"]}"' not in page


@pytest.mark.parametrize("page", ["", "table/"])
def test_the_page_of_a_closed_room_says_so_to_its_people_and_to_strangers(page):
    evening = a_game(3)
    browsers = [Browser(evening.host), Browser("stranger")]
    moderating.close_room(code=evening.code)

    for browser in browsers:
        answer = browser.client.get(f"/r/{evening.code}/{page}")
        assert answer.status_code == 422
        assert "shutters" in answer.content.decode()
    moderating.reopen_room(code=evening.code)
    assert browsers[0].client.get(f"/r/{evening.code}/{page}").status_code == 200
