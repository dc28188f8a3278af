"""What holds for every bot: it answers every question, lawfully, quickly, and from what its seat may know."""

import time
from random import Random

import pytest

from games.bots.roster import BOTS
from games.bots.simulation import play_out, seeded_chance
from games.engine import KINDS, Observation, SeatNo, told
from tests.bots.quick import QUICK
from tests.engine.tables import TABLES, Table, lively_game

EVERY_SEAT = [pytest.param(table, name, id=f"{table}-{name}") for table in TABLES for name in BOTS[table.slug]]
every_table_and_bot = pytest.mark.parametrize(("table", "name"), EVERY_SEAT)
every_bot = pytest.mark.parametrize(("slug", "name"), [(slug, name) for slug, bots in BOTS.items() for name in bots])


def some_table(slug):
    return next(table for table in TABLES if table.slug == slug and table.seats == 4)


class Watching:
    """A bot that remembers what another one was asked and how long it thought."""

    def __init__(self, bot):
        self.bot, self.asked, self.slowest = bot, [], 0.0

    def choose(self, seen, legal, rng):
        began = time.thread_time()
        move = self.bot.choose(seen, legal, rng)
        self.slowest = max(self.slowest, time.thread_time() - began)
        self.asked.append((seen, tuple(legal), move))
        return move


def test_every_kind_has_players_of_three_strengths_and_a_random_one():
    assert set(BOTS) == set(KINDS)
    assert all(set(bots) == {"easy", "steady", "sharp", "random"} for bots in BOTS.values())


@every_table_and_bot
def test_a_bot_plays_a_whole_game_with_legal_moves(table, name):
    chance = seeded_chance(3, 1)
    bot = Watching(QUICK[table.slug][name])

    played = play_out(table.kind, table.kind.deal(table.rules, chance.deal), [bot] * table.seats, chance.bots)

    assert table.kind.outcome(played.final) is not None
    assert all(move in legal for _, legal, move in bot.asked)


@every_bot
def test_a_bot_answers_every_question_that_a_lively_game_puts(slug, name):
    """Also those that its own play would never lead to."""
    bot, rng = QUICK[slug][name], Random(5)
    for table in (table for table in TABLES if table.slug == slug):
        for seed in (0, 10, 14, 52):
            events = table.kind.opening_events(lively_game(table, seed)[0].before)
            for turn in lively_game(table, seed):
                for seat in table.kind.to_act(turn.before):
                    legal = table.kind.legal_moves(turn.before, seat)
                    seen = table.kind.observe(turn.before, seat, told(table.kind, events, seat))
                    assert bot.choose(seen, legal, rng) in legal
                events += turn.events


@every_bot
def test_a_bot_sees_an_observation_of_its_own_seat_with_its_history(slug, name):
    table, chance = some_table(slug), seeded_chance(3, 2)
    bots = [Watching(QUICK[slug][name]) for _ in range(table.seats)]

    play_out(table.kind, table.kind.deal(table.rules, chance.deal), bots, chance.bots)

    for seat, bot in enumerate(bots):
        for seen, _, _ in bot.asked:
            assert isinstance(seen, Observation)
            assert seen.viewer == seat
            assert seen.history


@every_bot
def test_a_bot_with_the_same_chance_plays_the_same_game(slug, name):
    table = some_table(slug)

    def game():
        chance = seeded_chance(3, 4)
        opening = table.kind.deal(table.rules, chance.deal)
        return play_out(table.kind, opening, [QUICK[slug][name]] * table.seats, chance.bots)

    assert game() == game()


@every_bot
def test_a_bot_thinks_less_than_three_hundred_milliseconds(slug, name):
    table, chance = some_table(slug), seeded_chance(3, 3)
    bot = Watching(BOTS[slug][name])

    play_out(table.kind, table.kind.deal(table.rules, chance.deal), [bot] * table.seats, chance.bots)

    assert bot.slowest < 0.300


@pytest.mark.parametrize(
    "table",
    [
        Table("for_sale", "2015", (), 4),
        Table("for_sale", "1997", ("not_enough",), 4),
        Table("square_on_sale", "2009", (), 4),
    ],
    ids=str,
)
def test_the_steady_player_beats_three_random_ones(table):
    """By chance it would win a quarter of the games."""
    names, won = ["steady", "random", "random", "random"], 0
    for game in range(24):
        chance = seeded_chance(1, game)
        opening = table.kind.deal(table.rules, chance.deal)
        bots = [BOTS[table.slug][name] for name in names]
        won += SeatNo(0) in table.kind.outcome(play_out(table.kind, opening, bots, chance.bots).final).winners

    assert won >= 18


def test_the_random_player_makes_every_legal_move_sometimes():
    rng, legal = Random(1), ("pass", "bid 1", "bid 2")

    made = [BOTS["for_sale"]["random"].choose(None, legal, rng) for _ in range(300)]

    assert all(70 < made.count(move) < 130 for move in legal)
