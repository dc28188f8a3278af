"""The measure of bots: fair seats, honest intervals."""

from collections import Counter

import pytest

from games.bots.random_bot import RandomBot
from games.bots.tournament import Entrant, PlayerFault, mean_interval, seating, share_interval, tournament
from games.engine import KINDS, Options

KIND = KINDS["for_sale"]
RULES = KIND.ruleset("2015", frozenset(), Options(), 3)


def played(*entrants, games=6, seed=1):
    assert [*tournament(KIND, RULES, entrants, seats=3, games=games, seed=seed)] == list(range(1, games + 1))
    return entrants


def test_the_first_bot_sits_once_and_the_others_share_what_is_left():
    assert [seating(2, 4, game) for game in range(4)] == [[0, 1, 1, 1], [1, 0, 1, 1], [1, 1, 0, 1], [1, 1, 1, 0]]
    assert seating(3, 4, 0) == [0, 1, 2, 1]
    assert seating(1, 3, 2) == [0, 0, 0]


def test_everybody_has_every_seat_equally_often():
    seats = Counter((seat, who) for game in range(8) for seat, who in enumerate(seating(4, 4, game)))

    assert set(seats.values()) == {2}


def test_every_deal_is_played_from_every_seat():
    class Noting(RandomBot):
        def __init__(self):
            self.first_houses = []

        def choose(self, seen, legal, rng):
            if seen.phase == "buying" and seen.round == 1 and not seen.taken and not seen.highest:
                self.first_houses.append(seen.houses)
            return super().choose(seen, legal, rng)

    bot = Noting()
    played(Entrant("noting", bot), games=6)

    assert len(set(bot.first_houses)) == 2


def test_victories_are_shared_out_among_all_seats():
    one, others = played(Entrant("one", RandomBot()), Entrant("others", RandomBot()), games=30)

    assert one.games == others.games == 30
    assert sum(one.shares) + 2 * sum(others.shares) == pytest.approx(30)
    assert one.rank.mean + 2 * others.rank.mean <= 6
    assert len(one.seconds) < len(others.seconds)


def test_the_same_seed_gives_the_same_results():
    first, second = (played(Entrant("one", RandomBot()), games=5, seed=9)[0] for _ in range(2))

    assert (first.shares, first.scores) == (second.shares, second.scores)


def test_intervals_hold_their_mean_and_narrow_with_more_games():
    few, many = share_interval(0.4, 100), share_interval(0.4, 400)

    assert few.low < many.low < 0.4 < many.high < few.high
    assert share_interval(1.0, 20).low < 0.9
    assert (mean_interval([2.0]).low, mean_interval([1.0, 3.0]).mean) == (2.0, 2.0)


def test_a_player_that_breaks_down_is_named():
    class Broken:
        def choose(self, seen, legal, rng):
            raise ZeroDivisionError("no coins")

    with pytest.raises(PlayerFault, match="broken in seat 0 raised ZeroDivisionError: no coins"):
        played(Entrant("broken", Broken()))


def test_a_player_that_makes_an_illegal_move_is_named():
    class Cheat:
        def choose(self, seen, legal, rng):
            return "all the houses"

    with pytest.raises(PlayerFault, match="cheat in seat 0 made an illegal move: 'all the houses'"):
        played(Entrant("cheat", Cheat()))
