"""Who may see what in the admin, and that nobody changes a played game there."""

import pytest
from django.contrib.auth.models import Permission, User

from games.models import Game, PlayedMove, Player, ReviewNote, Room, Seat
from games.services.moderating import HIDDEN_NAME
from tests.review.games import KIND_TABLES, finished, running

pytestmark = pytest.mark.django_db

LISTS = ("game", "runninggame", "bid", "salechoice", "incident")


def staff(*permissions: str) -> User:
    user = User.objects.create(username="reviewer", is_staff=True)
    user.user_permissions.set(Permission.objects.filter(codename__in=permissions))
    return user


def pages(game: Game) -> list[str]:
    own = [f"/admin/games/game/{game.pk}/{tail}" for tail in ("change/", "history/", "replay/", "export/records/")]
    return [*(f"/admin/games/{name}/" for name in LISTS), "/admin/games/game/dashboard/", *own]


@pytest.fixture(params=KIND_TABLES, ids=str)
def game(request) -> Game:
    return finished(request.param)


def test_strangers_are_asked_to_log_in(client, game):
    for page in pages(game):
        assert client.get(page).status_code == 302


def test_staff_without_the_permission_sees_nothing(client, game):
    client.force_login(staff())

    for page in pages(game):
        assert client.get(page).status_code == 403


def test_the_permission_to_view_games_is_enough_to_review(client, game):
    client.force_login(staff("view_game"))

    for page in pages(game):
        assert client.get(page).status_code == 200


def test_a_reviewer_cannot_moderate(client, game):
    client.force_login(staff("view_game", "view_room", "view_player"))
    room = game.room

    for name, action, pk in (
        ("room", "close_rooms", room.pk),
        ("room", "purge_rooms", room.pk),
        ("player", "hide_names", room.players.first().pk),
    ):
        client.post(f"/admin/games/{name}/", {"action": action, "_selected_action": pk, "confirmed": "1"})

    assert not Room.objects.get(pk=room.pk).is_closed
    assert not Player.objects.filter(name=HIDDEN_NAME).exists()


@pytest.mark.parametrize("tail", ["add/", "{pk}/change/", "{pk}/delete/"])
def test_not_even_a_superuser_changes_deletes_or_adds_a_game(admin_client, game, tail):
    before = [list(model.objects.order_by("pk").values()) for model in (Game, Seat, PlayedMove, Room)]

    for name in (*LISTS, "room", "player"):
        address = f"/admin/games/{name}/{tail.format(pk=game.pk)}"
        response = admin_client.post(address, {"status": "running", "post": "yes", "number": 9, "name": "x"})
        assert response.status_code in (302, 403, 404), address

    assert [list(model.objects.order_by("pk").values()) for model in (Game, Seat, PlayedMove, Room)] == before


def test_no_list_offers_to_delete(admin_client, game):
    for name in (*LISTS, "room", "player"):
        page = admin_client.get(f"/admin/games/{name}/").content.decode()
        assert "delete_selected" not in page


def test_a_note_with_a_flag_is_written_and_shown(admin_client, game):
    admin_client.post("/admin/games/reviewnote/add/", {"game": game.pk, "text": "Strange bid", "is_flagged": "on"})

    note = ReviewNote.objects.get()
    page = admin_client.get(f"/admin/games/game/{game.pk}/change/").content.decode()
    listed = admin_client.get("/admin/games/game/?flagged=yes").content.decode()
    assert note.author.username == "admin"
    assert "Strange bid" in page
    assert game.room.code in listed
    assert game.room.code not in admin_client.get("/admin/games/game/?flagged=no").content.decode()


def test_no_note_can_be_put_on_a_running_game(admin_client):
    game = running(KIND_TABLES[0], 1, 12)

    admin_client.post("/admin/games/reviewnote/add/", {"game": game.pk, "text": "x"})

    assert not ReviewNote.objects.exists()


def test_rooms_are_closed_reopened_and_purged_after_a_question(admin_client, game):
    room = game.room

    def act(action: str, **fields: str):
        return admin_client.post("/admin/games/room/", {"action": action, "_selected_action": room.pk, **fields})

    act("close_rooms")
    assert Room.objects.get(pk=room.pk).is_closed
    act("reopen_rooms")
    assert not Room.objects.get(pk=room.pk).is_closed
    question = act("purge_rooms")
    assert question.status_code == 200
    assert room.code in question.content.decode()
    assert Room.objects.filter(pk=room.pk).exists()
    act("purge_rooms", confirmed="1")
    assert not Room.objects.filter(pk=room.pk).exists()
    assert not Game.objects.filter(pk=game.pk).exists()


def test_a_hidden_name_leaves_no_trace_in_the_admin(admin_client):
    game = finished(KIND_TABLES[0], names=("Rude Name", "Jonas", "Mia", "Otto"))
    player = Player.objects.get(room=game.room, name="Rude Name")

    admin_client.post("/admin/games/player/", {"action": "hide_names", "_selected_action": player.pk})

    for page in (*pages(game), "/admin/", "/admin/games/player/", f"/admin/games/room/{game.room_id}/change/"):
        response = admin_client.get(page)
        body = b"".join(response.streaming_content) if response.streaming else response.content
        assert b"Rude Name" not in body, page


def test_a_hostile_name_is_escaped_on_every_page(admin_client):
    game = finished(KIND_TABLES[0], names=("<script>x</script>", "\"'><b>loud", "{{7*7}}", "Otto"))

    for page in (*pages(game), "/admin/games/player/", f"/admin/games/room/{game.room_id}/change/"):
        response = admin_client.get(page)
        if not response.streaming:
            assert b"<script>x" not in response.content, page
            assert b"<b>loud" not in response.content, page
