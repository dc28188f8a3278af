"""Rooms before and between games: opening, joining, leaving, seats, bots, options, the host."""

from random import SystemRandom

import pytest

from games.bots.roster import BOTS
from games.engine import KINDS
from games.models import Game, Player, Room
from games.services import lobby
from games.services.faults import Conflict, Forbidden, Malformed, Missing, NotAllowedNow
from games.services.lobby import checked_plan
from tests.builders import NAMES, a_game, a_room, skip_to_the_end, visitor_of

pytestmark = pytest.mark.django_db

every_kind = pytest.mark.parametrize("kind", KINDS)
PLAN = checked_plan(next(iter(KINDS)), "", (), {})


def names_of(evening):
    return [person.name for person in evening.table.seated]


# Opening


@every_kind
def test_an_empty_edition_means_the_first_of_the_game(kind):
    assert checked_plan(kind, "", (), {}).edition == next(iter(KINDS[kind].info.editions))


def test_who_opens_with_a_name_is_host_and_sits():
    evening = a_room(1)

    assert names_of(evening) == ["Ann"]
    assert evening.table.host == evening.player("Ann").pk


def test_who_opens_without_a_name_is_host_without_a_seat():
    room = lobby.open_room(visitor="tv", plan=PLAN, name="  ")
    player = Player.objects.get(room=room)

    assert (player.name, player.order) == ("", None)
    assert room.host == player


def test_a_device_without_a_seat_may_sit_down_later_and_stays_host():
    room = lobby.open_room(visitor="tv", plan=PLAN, name="")
    lobby.join_room(code=room.code, visitor="tv", name="Ann")

    assert Player.objects.get(room=room).name == "Ann"
    room.refresh_from_db()
    assert room.host_id == Player.objects.get(room=room).pk


def test_a_room_that_is_opened_with_a_bad_name_is_not_there():
    with pytest.raises(Malformed):
        lobby.open_room(visitor="x", plan=PLAN, name="\u202eAnn")

    assert not Room.objects.exists()


@pytest.mark.parametrize(
    ("plan", "code"),
    [
        (("chess", "", (), {}), "UNKNOWN_KIND"),
        (("for_sale", "1066", (), {}), "UNKNOWN_EDITION"),
        (("for_sale", "2015", ("blindfold",), {}), "UNKNOWN_VARIANT"),
        (("for_sale", "2015", (), {"clock": 45}), "UNKNOWN_CLOCK"),
    ],
)
def test_what_the_engine_does_not_know_cannot_be_planned(plan, code):
    with pytest.raises(Malformed) as refused:
        checked_plan(*plan)

    assert refused.value.code == code


def test_a_variant_that_the_edition_lacks_is_left_out():
    assert checked_plan("for_sale", "classic", ("not_enough",), {}).variants == ()


def test_an_edition_of_another_game_becomes_the_first_of_this_one():
    assert checked_plan("square_on_sale", "2015", (), {}).edition == "2009"


# Joining and leaving


def test_people_sit_in_the_order_they_come():
    assert names_of(a_room(4)) == list(NAMES[:4])


def test_everybody_gets_a_look_of_their_own():
    assert sorted(person.look for person in a_room(6, edition="2015").table.seated) == list(range(6))


def test_the_same_browser_twice_is_the_same_person():
    evening = a_room(2)
    version = evening.room.version

    again = lobby.join_room(code=evening.code, visitor=visitor_of("Bob"), name="Somebody else")

    assert again == evening.player("Bob").pk
    assert evening.room.version == version


def test_codes_are_read_in_either_case():
    evening = a_room(1)

    lobby.join_room(code=evening.code.lower(), visitor="b", name="Bob")

    assert names_of(evening) == ["Ann", "Bob"]


def test_nobody_joins_a_room_that_is_not_there():
    with pytest.raises(Missing):
        lobby.join_room(code="AAAAA", visitor="b", name="Bob")


def test_nobody_joins_a_closed_room():
    evening = a_room(1)
    Room.objects.update(is_closed=True)

    with pytest.raises(NotAllowedNow) as refused:
        lobby.join_room(code=evening.code, visitor="b", name="Bob")

    assert refused.value.code == "ROOM_CLOSED"


@every_kind
def test_a_full_table_takes_nobody_more(kind):
    edition = next(iter(KINDS[kind].info.editions.values()))
    evening = a_room(max(edition.seats), kind=kind)

    with pytest.raises(NotAllowedNow) as refused:
        lobby.join_room(code=evening.code, visitor="late", name="Late")

    assert (refused.value.code, refused.value.facts) == ("TABLE_FULL", {"most": max(edition.seats)})


@every_kind
def test_late_comers_watch(kind):
    evening = a_game(3, kind=kind)

    with pytest.raises(NotAllowedNow) as refused:
        lobby.join_room(code=evening.code, visitor="late", name="Late")

    assert refused.value.code == "GAME_RUNNING"


def test_who_leaves_the_lobby_frees_seat_look_and_name():
    evening = a_room(3)
    lobby.leave_room(code=evening.code, visitor=visitor_of("Bob"))

    lobby.join_room(code=evening.code, visitor="other", name="bob")

    assert names_of(evening) == ["Ann", "Cleo", "bob"]
    assert sorted(person.look for person in evening.table.seated) == [0, 1, 2]


def test_a_stranger_cannot_leave():
    evening = a_room(2)

    with pytest.raises(Forbidden):
        lobby.leave_room(code=evening.code, visitor="stranger")


def test_one_who_left_and_comes_back_under_the_same_name_is_the_same_player():
    evening = a_room(3)
    before = evening.player("Bob").pk
    lobby.leave_room(code=evening.code, visitor=visitor_of("Bob"))

    assert lobby.join_room(code=evening.code, visitor="new phone", name="Bob") == before
    assert evening.table.person_of("new phone").id == before
    assert evening.table.person_of(visitor_of("Bob")) is None


def test_when_everybody_has_left_the_next_to_come_is_host():
    evening = a_room(1)
    lobby.leave_room(code=evening.code, visitor=evening.host)

    player = lobby.join_room(code=evening.code, visitor="new", name="Zoe")

    assert evening.table.host == player


# The host's rights


HOST_ONLY = {
    "arrange": lambda code, visitor: lobby.arrange_seats(code=code, visitor=visitor, order=[]),
    "add a bot": lambda code, visitor: lobby.add_bot(code=code, visitor=visitor, bot="steady"),
    "remove a bot": lambda code, visitor: lobby.remove_bot(code=code, visitor=visitor, player=1),
    "options": lambda code, visitor: lobby.set_options(code=code, visitor=visitor, plan=PLAN),
    "hand over": lambda code, visitor: lobby.hand_over(code=code, visitor=visitor, player=1),
    "remove": lambda code, visitor: lobby.remove_player(code=code, visitor=visitor, player=1),
    "start": lambda code, visitor: lobby.start_game(code=code, visitor=visitor),
}


@pytest.mark.parametrize("deed", HOST_ONLY)
@pytest.mark.parametrize(
    ("who", "code"), [("visitor-Bob", "NOT_HOST"), ("stranger", "NOT_IN_ROOM"), ("", "NOT_IN_ROOM")]
)
def test_only_the_host_sets_up_the_table(deed, who, code):
    evening = a_room(3)
    version = evening.room.version

    with pytest.raises(Forbidden) as refused:
        HOST_ONLY[deed](evening.code, who)

    assert refused.value.code == code
    assert evening.room.version == version


SETTING_UP = [deed for deed in HOST_ONLY if deed != "hand over"]


@pytest.mark.parametrize("deed", SETTING_UP)
def test_nothing_is_set_up_while_a_game_runs(deed):
    evening = a_game(3)

    with pytest.raises(NotAllowedNow) as refused:
        HOST_ONLY[deed](evening.code, evening.host)

    assert refused.value.code == "GAME_RUNNING"


def test_the_host_arranges_seats_clockwise():
    evening = a_room(3, bots=["steady"])
    order = [person.id for person in reversed(evening.table.seated)]

    lobby.arrange_seats(code=evening.code, visitor=evening.host, order=order)

    assert [person.id for person in evening.table.seated] == order


@pytest.mark.parametrize("change", [lambda ids: ids[:-1], lambda ids: [*ids, ids[0]], lambda ids: [*ids[:-1], 10**8]])
def test_an_order_that_does_not_name_everybody_once_is_refused(change):
    evening = a_room(3)
    ids = [person.id for person in evening.table.seated]

    with pytest.raises(Conflict) as refused:
        lobby.arrange_seats(code=evening.code, visitor=evening.host, order=change(ids))

    assert refused.value.code == "SEATS_CHANGED"
    assert [person.id for person in evening.table.seated] == ids


@every_kind
def test_every_bot_can_be_added_and_removed(kind):
    for bot in BOTS[kind]:
        evening = a_room(1, kind=kind)
        lobby.add_bot(code=evening.code, visitor=evening.host, bot=bot)
        added = evening.table.seated[-1]
        lobby.remove_bot(code=evening.code, visitor=evening.host, player=added.id)

        assert added.bot == bot
        assert names_of(evening) == ["Ann"]


def test_bots_have_names_of_their_own():
    evening = a_room(1, edition="2015", bots=["steady"] * 5)

    assert len(set(names_of(evening))) == 6


def test_an_unknown_bot_is_refused():
    evening = a_room(1)

    with pytest.raises(Malformed):
        lobby.add_bot(code=evening.code, visitor=evening.host, bot="skynet")


def test_a_person_is_not_removed_as_a_bot():
    evening = a_room(2)

    with pytest.raises(Missing):
        lobby.remove_bot(code=evening.code, visitor=evening.host, player=evening.player("Bob").pk)


def test_the_host_removes_somebody_before_the_start():
    evening = a_room(3)

    lobby.remove_player(code=evening.code, visitor=evening.host, player=evening.player("Bob").pk)

    assert names_of(evening) == ["Ann", "Cleo"]
    assert evening.table.person_of(visitor_of("Bob")) is None


def test_the_host_cannot_be_removed():
    evening = a_room(2)

    with pytest.raises(NotAllowedNow) as refused:
        lobby.remove_player(code=evening.code, visitor=evening.host, player=evening.player("Ann").pk)

    assert refused.value.code == "HOST_STAYS"


def test_somebody_of_another_room_cannot_be_removed_or_made_host():
    evening, elsewhere = a_room(2), a_room(2)
    other = elsewhere.player("Bob").pk

    for deed in (lobby.remove_player, lobby.hand_over):
        with pytest.raises(Missing):
            deed(code=evening.code, visitor=evening.host, player=other)
    assert names_of(elsewhere) == ["Ann", "Bob"]


def test_being_host_is_handed_over():
    evening = a_room(2)

    lobby.hand_over(code=evening.code, visitor=evening.host, player=evening.player("Bob").pk)

    assert evening.table.host == evening.player("Bob").pk
    with pytest.raises(Forbidden):
        lobby.hand_over(code=evening.code, visitor=evening.host, player=evening.player("Ann").pk)


def test_a_bot_cannot_be_host():
    evening = a_room(1, bots=["steady"])

    with pytest.raises(Missing):
        lobby.hand_over(code=evening.code, visitor=evening.host, player=evening.table.seated[-1].id)


def test_when_the_host_leaves_the_next_player_is_host():
    evening = a_room(3)

    lobby.leave_room(code=evening.code, visitor=evening.host)

    assert evening.table.host == evening.player("Bob").pk


@every_kind
def test_the_host_chooses_another_game(kind):
    evening = a_room(3)
    plan = checked_plan(kind, "", (), {"clock": 60, "open_information": True})

    lobby.set_options(code=evening.code, visitor=evening.host, plan=plan)

    table = evening.table
    assert (table.kind_slug, table.edition) == (kind, plan.edition)
    assert (table.options["clock"], table.options["open_information"]) == (60, True)


def test_the_first_player_must_sit_at_the_table():
    evening, elsewhere = a_room(2), a_room(1)
    plan = checked_plan(PLAN.kind, "", (), {"first": elsewhere.player("Ann").pk})

    with pytest.raises(Missing):
        lobby.set_options(code=evening.code, visitor=evening.host, plan=plan)


@every_kind
def test_the_host_names_the_first_player(kind):
    evening = a_room(3, kind=kind)
    plan = checked_plan(kind, "", (), {"first": evening.player("Cleo").pk})
    lobby.set_options(code=evening.code, visitor=evening.host, plan=plan)

    lobby.start_game(code=evening.code, visitor=evening.host)

    assert evening.owing() == [2]


def test_a_first_player_who_left_is_nobody():
    evening = a_room(4)
    plan = checked_plan(PLAN.kind, "", (), {"first": evening.player("Dan").pk})
    lobby.set_options(code=evening.code, visitor=evening.host, plan=plan)
    lobby.leave_room(code=evening.code, visitor=visitor_of("Dan"))

    lobby.start_game(code=evening.code, visitor=evening.host)

    assert evening.play.is_running


# Starting


@every_kind
def test_start_says_how_many_are_missing(kind):
    evening = a_room(1, kind=kind)

    with pytest.raises(NotAllowedNow) as refused:
        lobby.start_game(code=evening.code, visitor=evening.host)

    least = min(next(iter(KINDS[kind].info.editions.values())).seats)
    assert (refused.value.code, refused.value.facts) == ("TOO_FEW", {"missing": least - 1, "least": least})
    assert lobby.why_not_start(evening.table) == ("TOO_FEW", refused.value.facts)
    assert not Game.objects.exists()


def test_start_says_how_many_are_too_many():
    evening = a_room(6, edition="2015")
    plan = checked_plan("for_sale", "1997", (), {})
    lobby.set_options(code=evening.code, visitor=evening.host, plan=plan)

    with pytest.raises(NotAllowedNow) as refused:
        lobby.start_game(code=evening.code, visitor=evening.host)

    assert (refused.value.code, refused.value.facts) == ("TOO_MANY_PLAYERS", {"surplus": 1, "most": 5})


@every_kind
def test_a_game_begins_with_a_commitment_and_everybody_seated(kind):
    evening = a_game(3, kind=kind)
    game = evening.game

    assert (game.number, game.players, game.length, game.status) == (1, 3, 0, Game.Status.RUNNING)
    assert len(game.commitment) == len(game.salt) == 64
    assert [chair.name for chair in evening.play.chairs] == list(NAMES[:3])
    assert game.opening == game.state


def test_two_deals_are_not_alike():
    deals = {str(a_game(3).game.opening) for _ in range(3)}

    assert len(deals) == 3


# Solo


@every_kind
def test_a_game_against_bots_begins_at_once(kind):
    seats = next(iter(KINDS[kind].info.editions.values())).seats
    room = lobby.open_solo(visitor="me", plan=checked_plan(kind, "", (), {}), name="", players=max(seats), bot="steady")

    game = Game.objects.get(room=room)
    assert game.with_bots
    assert [bool(seat.bot) for seat in game.seats.order_by("number")] == [False] + [True] * (max(seats) - 1)


@pytest.mark.parametrize(("players", "bot"), [(2, "steady"), (9, "steady"), (4, "skynet"), (0, "steady")])
def test_a_game_against_bots_that_cannot_be_leaves_no_room(players, bot):
    with pytest.raises(Malformed):
        lobby.open_solo(visitor="me", plan=PLAN, name="Me", players=players, bot=bot)

    assert not Room.objects.exists()


# The deal


def start_a_game(kind, _rng):
    a_game(3, kind=kind)


def play_again(kind, rng):
    evening = a_game(3, kind=kind)
    skip_to_the_end(evening, rng)
    lobby.rematch(code=evening.code, visitor=evening.host)


def play_alone(kind, _rng):
    players = max(next(iter(KINDS[kind].info.editions.values())).seats)
    lobby.open_solo(visitor="alone", plan=checked_plan(kind, "", (), {}), name="Ann", players=players, bot="steady")


@every_kind
@pytest.mark.parametrize(("begin", "deals"), [(start_a_game, 1), (play_again, 2), (play_alone, 1)])
def test_every_game_is_dealt_with_the_randomness_of_the_operating_system(kind, begin, deals, rng, monkeypatch):
    """Any other could be worked out from the cards that were seen."""
    dealer, used = type(KINDS[kind]), []
    deal = dealer.deal

    def watched(self, rules, chance, first=None):
        used.append(chance)
        return deal(self, rules, chance, first)

    monkeypatch.setattr(dealer, "deal", watched)

    begin(kind, rng)

    assert [type(chance) for chance in used] == [SystemRandom] * deals
