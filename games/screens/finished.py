"""The page of a finished game: its result, its story, the deal proven, and the game as plain text."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import unescape

from django.utils.html import strip_tags
from django.utils.translation import get_language

from games.engine import canonical
from games.models import Game
from games.screens import pieces
from games.screens.base import Scene
from games.screens.catalogue import SCREENS
from games.screens.markup import SafeString, format_html, format_html_join, mark_safe
from games.screens.replay import ALL, Spot, scene_at, sentences, sitters_of
from games.screens.speech import gettext, ngettext
from games.screens.stories import STORIES
from games.screens.story import Tale, story_html, winner_words
from games.services.figures import trades_from
from games.services.review import Replay, replay_of, seats_of


@dataclass(frozen=True, slots=True)
class FinishedPage:
    """What the page's template shows."""

    title: str
    description: str
    result: SafeString
    story: SafeString
    proof: SafeString
    facts: SafeString
    text: str


def finished_page(game: Game) -> FinishedPage:
    """Everything about a finished game that everybody with the link may see."""
    replay = replay_of(game)
    tale = tale_of(game, replay)
    scene = scene_at(game, replay, tale.sitters, Spot(replay.length, ALL))
    is_whole = replay.difference is None
    return FinishedPage(
        title=headline(game, tale),
        description=description(game, tale),
        result=result_html(game, scene) if is_whole else stored_result(game, tale),
        story=story_html(STORIES[game.kind], tale) if is_whole else mark_safe(""),
        proof=proof_html(game, replay) if replay.stages else mark_safe(""),
        facts=facts_html(game),
        text=plain_text(game, replay, tale),
    )


SAID_ELSEWHERE = ("verdict", "deal", "reveal")
"""Parts of a result that this page has in words of its own."""


def result_html(game: Game, scene: Scene) -> SafeString:
    """The result as the room's screen shows it."""
    parts = SCREENS[game.kind].result_parts(scene)
    return pieces.joined(part.html for part in parts if part.id not in SAID_ELSEWHERE)


def tale_of(game: Game, replay: Replay) -> Tale:
    """The game opened to the last card."""
    outcome = replay.kind.outcome(replay.final) if replay.stages and replay.difference is None else None
    return Tale(
        kind=replay.kind,
        replay=replay,
        trades=trades_from(game.trades) or replay.kind.trades(replay.events),
        sitters=sitters_of(seats_of(game)),
        outcome=outcome,
        language=get_language() or "en",
    )


def ranked(game: Game) -> list[tuple[str, int, int]]:
    """Name, score and rank per seat, best first, as stored."""
    rows = [(seat.name, seat.score or 0, seat.rank or 0) for seat in seats_of(game) if seat.rank is not None]
    return sorted(rows, key=lambda row: (row[2], row[0]))


def headline(game: Game, tale: Tale) -> str:
    """Who won what."""
    winners = [name for name, _, rank in ranked(game) if rank == 1]
    name = SCREENS[game.kind].name()
    if not winners:
        return gettext("%(game)s: ended early") % {"game": name}
    return f"{name}: {winner_words(winners)}"


def description(game: Game, tale: Tale) -> str:
    """The result in one line, for link previews."""
    story = STORIES[game.kind]
    scores = [f"{name} {story.score_words(score, game.edition)}" for name, score, _ in ranked(game)]
    return ", ".join(scores) or ", ".join(sitter.name for sitter in tale.sitters)


def stored_result(game: Game, tale: Tale) -> SafeString:
    """The result as it was stored, where the game can no longer be played again."""
    story = STORIES[game.kind]
    rows = format_html_join(
        "",
        '<tr><td>{}</td><th scope="row">{}</th><td class="is-total">{}</td></tr>',
        ((rank, name, story.score_words(score, game.edition)) for name, score, rank in ranked(game)),
    )
    return format_html(
        '<section class="section"><div class="panel"><h2>{}</h2><table class="table">{}</table></div></section>',
        headline(game, tale),
        rows,
    )


def facts_html(game: Game) -> SafeString:
    """What was played, when, how long."""
    screen = SCREENS[game.kind]
    words = [
        screen.edition_name(game.edition),
        *(screen.variant_name(game.edition, variant) for variant in game.variants),
        ngettext("%(count)s player", "%(count)s players", game.players) % {"count": game.players},
        ngettext("%(count)s move", "%(count)s moves", game.length) % {"count": game.length},
    ]
    if game.ended_at is not None:
        minutes = max(1, round((game.ended_at - game.started_at).total_seconds() / 60))
        words.append(ngettext("%(count)s minute", "%(count)s minutes", minutes) % {"count": minutes})
    if game.is_imported:
        words.append(gettext("imported"))
    return format_html('<p class="section soft">{}</p>', " · ".join(words))


# The deal proven


def proof_html(game: Game, replay: Replay) -> SafeString:
    """The commitment opened, and a button that checks it in the browser."""
    deck = canonical(replay.kind.deck(replay.stages[0].state)).decode()
    what = (
        gettext(
            "Before the first card was shown, this page showed the fingerprint below: the SHA-256 of a secret number "
            "and of both shuffled decks. Now both are open. If the fingerprint fits, the decks were fixed before "
            "anybody moved and no card was touched since."
        )
        if replay.kind.info.dealt
        else gettext(
            "Before the first move, this page showed the fingerprint below: the SHA-256 of a secret number and of who "
            "begins. Now both are open. If the fingerprint fits, who begins was fixed before anybody moved. There is "
            "no other chance in this game."
        )
    )
    return format_html(
        '<section class="section proof" id="proof"><div class="panel stack"><h2>{title}</h2><p>{what}</p>'
        '<dl class="proof__values"><dt>{fingerprint}</dt><dd><code id="proof-commitment">{commitment}</code></dd>'
        "<dt>{salt_word}</dt><dd><code>{salt}</code></dd><dt>{deck_word}</dt><dd><code>{deck}</code></dd></dl>"
        '<div class="row is-wrapping"><button type="button" class="button is-outline is-small" hidden data-proof '
        'data-salt="{salt}" data-deck="{deck}" data-commitment="{commitment}" data-good="{good}" data-bad="{bad}">'
        '{check}</button><p class="proof__verdict" role="status"></p></div>'
        '<p class="soft">{by_hand}</p></div></section>',
        title=gettext("The deal, proven"),
        what=what,
        fingerprint=gettext("Fingerprint shown at the start"),
        commitment=game.commitment,
        salt_word=gettext("Secret number"),
        salt=game.salt,
        deck_word=gettext("Deal"),
        deck=deck,
        good=gettext("It fits: this is the deal that was fixed at the start."),
        bad=gettext("It does not fit: this is not the deal that was fixed at the start."),
        check=gettext("Check it on this device"),
        by_hand=gettext(
            "By hand: SHA-256 over the bytes of the secret number, followed by the deal as it stands here."
        ),
    )


# As text


def plain_text(game: Game, replay: Replay, tale: Tale) -> str:
    """The game for a message or a diary: result, highlights, and everything that happened."""
    story = STORIES[game.kind]
    scene = scene_at(game, replay, tale.sitters, Spot(replay.length, ALL))
    lines = [headline(game, tale), plain(facts_html(game)), ""]
    lines += [f"{rank}. {name}: {story.score_words(score, game.edition)}" for name, score, rank in ranked(game)]
    if replay.difference is None:
        lines += ["", *(f"{each.title}: {plain(each.words)}" for each in story.highlights(tale))]
    told = sentences(replay, scene, [*replay.events, *(event for events in replay.stored for event in events)])
    lines += ["", *numbered(told)]
    return "\n".join(lines)


def numbered(told: Sequence[SafeString]) -> list[str]:
    """Sentences without markup."""
    return [plain(sentence) for sentence in told]


def plain(markup: SafeString) -> str:
    """Markup as people read it."""
    return " ".join(unescape(strip_tags(markup.replace("</b><b", "</b> <b"))).split())
