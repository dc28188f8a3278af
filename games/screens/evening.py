"""An evening in a room: its games, who won what, the running totals and the records of the evening."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.formats import date_format

from games.models import Game, Seat
from games.screens import pieces
from games.screens.catalogue import SCREENS
from games.screens.charts import Chart, Series, line_chart
from games.screens.markup import SafeString, format_html, format_html_join, mark_safe
from games.screens.speech import gettext
from games.screens.stories import STORIES
from games.screens.story import EveningGame, Highlight, highlights_html, winner_words
from games.services.figures import trades_from
from games.services.review import seats_of


@dataclass(frozen=True, slots=True)
class Regular:
    """Somebody who plays in this room, over all its games."""

    name: str
    look: int
    scores: tuple[int | None, ...]
    """Per finished game; None for one without them."""
    wins: int


def evening_html(games: Sequence[Game]) -> SafeString:
    """The page's inside; `games` are the room's finished games with their seats, the first first."""
    over = [game for game in games if game.status == Game.Status.OVER]
    return pieces.joined([totals_html(over), chart_html(over), records_html(over), games_html(games)])


def person_key(seat: Seat) -> str:
    """The same player in several games of the room."""
    return f"p{seat.player_id}" if seat.player_id else f"n{seat.name}"


def regulars(games: Sequence[Game]) -> list[Regular]:
    """Everybody with their scores game by game, most wins first."""
    scores: dict[str, dict[int, int]] = defaultdict(dict)
    known: dict[str, Seat] = {}
    wins: dict[str, int] = defaultdict(int)
    for place, game in enumerate(games):
        for seat in seats_of(game):
            key = person_key(seat)
            known[key] = seat
            scores[key][place] = seat.score or 0
            wins[key] += seat.rank == 1
    found = [
        Regular(seat.name, seat.look, tuple(scores[key].get(place) for place in range(len(games))), wins[key])
        for key, seat in known.items()
    ]
    return sorted(found, key=lambda each: (-each.wins, -sum(score or 0 for score in each.scores), each.name))


def totals_html(games: Sequence[Game]) -> SafeString:
    """Who has played how many, won how many, and the running total."""
    rows = format_html_join(
        "",
        '<tr><th scope="row">{}{}</th><td>{}</td><td>{}</td><td class="is-total">{}</td></tr>',
        (
            (
                pieces.badge(each.look),
                each.name,
                sum(score is not None for score in each.scores),
                each.wins,
                sum(score or 0 for score in each.scores),
            )
            for each in regulars(games)
        ),
    )
    if not rows:
        return format_html('<p class="section">{}</p>', gettext("No game has been finished here yet."))
    heads = format_html_join(
        "", '<th scope="col">{}</th>', ((head,) for head in (gettext("games"), gettext("wins"), gettext("total")))
    )
    return format_html(
        '<section class="section"><div class="panel"><h2>{}</h2><table class="table"><thead><tr>'
        '<th scope="col">{}</th>{}</tr></thead><tbody>{}</tbody></table></div></section>',
        gettext("Running total"),
        gettext("player"),
        heads,
        rows,
    )


def chart_html(games: Sequence[Game]) -> SafeString:
    """The running totals game by game, from the second game on."""
    if len(games) < 2:
        return mark_safe("")
    series = tuple(
        Series(each.name, pieces.colour_class(each.look), _running(each.scores)) for each in regulars(games)[:8]
    )
    places = tuple(str(game.number) for game in games)
    chart = Chart("totals", gettext("Running total after each game"), places, series, gettext("game"))
    return format_html('<section class="section"><div class="panel">{}</div></section>', line_chart(chart))


def _running(scores: Sequence[int | None]) -> tuple[float | None, ...]:
    total, found = 0, []
    for score in scores:
        total += score or 0
        found.append(float(total))
    return tuple(found)


def records_html(games: Sequence[Game]) -> SafeString:
    """The best of the evening, over all kinds and for each kind."""
    if not games:
        return mark_safe("")
    remembered = [(game, remember(game)) for game in games]
    highlights = [*common_records(remembered)]
    for slug, story in STORIES.items():
        highlights += story.records([each for game, each in remembered if game.kind == slug])
    return format_html(
        '<section><h2 class="section">{}</h2>{}</section>',
        gettext("Records of the evening"),
        highlights_html(highlights, None),
    )


def remember(game: Game) -> EveningGame:
    """A game as an evening remembers it."""
    seats = seats_of(game)
    return EveningGame(
        number=game.number,
        edition=game.edition,
        trades=trades_from(game.trades),
        names=tuple(seat.name for seat in seats),
        scores=tuple(seat.score or 0 for seat in seats),
        ranks=tuple(seat.rank or 0 for seat in seats),
    )


def common_records(games: Sequence[tuple[Game, EveningGame]]) -> list[Highlight]:
    """Highest score of each kind, and the closest finish."""
    found = []
    for slug in dict.fromkeys(game.kind for game, _ in games):
        scores = [
            (score, each.names[seat], game)
            for game, each in games
            if game.kind == slug
            for seat, score in enumerate(each.scores)
        ]
        score, name, game = max(scores, key=lambda row: row[0])
        words = format_html(
            gettext("{name} with {score} in game {number}."),
            name=name,
            score=STORIES[slug].score_words(score, game.edition),
            number=game.number,
        )
        title = gettext("Highest result in %(game)s") % {"game": SCREENS[slug].name()}
        found.append(Highlight(title, words))
    gap, closest = min(((margin(each), each) for _, each in games), key=lambda pair: pair[0])
    if len(games) > 1:
        words = format_html(
            gettext("Game {number}: {gap} between first and second."),
            number=closest.number,
            gap=gap,
        )
        found.append(Highlight(gettext("Closest finish"), words))
    return found


def margin(game: EveningGame) -> int:
    """What lies between the first and the second."""
    best = sorted(game.scores, reverse=True)
    return best[0] - best[1]


def games_html(games: Sequence[Game]) -> SafeString:
    """Every finished game with the way to its story and its replay."""
    items = format_html_join("", "{}", ((game_item(game),) for game in reversed(games)))
    if not items:
        return mark_safe("")
    return format_html(
        '<section class="section"><div class="panel"><h2>{}</h2><ol class="evening is-plain">{}</ol></div></section>',
        gettext("Games"),
        items,
    )


def game_item(game: Game) -> SafeString:
    """One line of the list."""
    base = f"/r/{game.room.code}/games/{game.number}/"
    winners = [seat.name for seat in seats_of(game) if seat.rank == 1]
    words = winner_words(winners) if winners else gettext("ended early")
    when = date_format(game.ended_at, "SHORT_DATETIME_FORMAT") if game.ended_at else ""
    return format_html(
        '<li><a class="evening__game" href="{}"><b>{}</b><span>{} · {}</span><small class="soft">{}</small></a>'
        '<a class="button is-text is-small" href="{}replay/">{}</a></li>',
        base,
        game.number,
        SCREENS[game.kind].name(),
        words,
        when,
        base,
        gettext("Replay"),
    )
