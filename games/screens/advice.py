""" "Where the sharp bot would have differed": the decisions that cost most, with the way to each in the replay."""

from __future__ import annotations

from collections.abc import Sequence

from games.models import Game
from games.screens import pieces
from games.screens.markup import SafeString, format_html, format_html_join, mark_safe
from games.screens.numbers import percent
from games.screens.speech import gettext
from games.screens.stories import STORIES
from games.services.analysis import Turning
from games.services.review import seats_of


def advice_html(game: Game, turnings: Sequence[Turning] | None) -> SafeString:
    """A list of decisions; nothing where there is nothing to say yet."""
    if not turnings:
        return mark_safe("")
    story, seats = STORIES[game.kind], seats_of(game)
    base = f"/r/{game.room.code}/games/{game.number}/replay/"
    items = format_html_join(
        "",
        '<li><a href="{}?step={}&amp;view=seat-{}">{}</a><p>{}</p></li>',
        (
            (
                base,
                each.step - 1,
                each.seat,
                gettext("Step %(step)s") % {"step": each.step},
                format_html(
                    gettext("{name}: {made}. The bot: {better}. It thinks that this is {cost} more chance to win."),
                    name=format_html("{}{}", pieces.badge(seats[each.seat].look), seats[each.seat].name),
                    made=story.choice(each.made),
                    better=story.choice(each.better),
                    cost=percent(each.cost),
                ),
            )
            for each in turnings
        ),
    )
    return format_html(
        '<section class="section advice"><div class="panel"><h2>{}</h2><ol class="is-plain">{}</ol>'
        '<p class="soft">{}</p></div></section>',
        gettext("Where the sharp bot would have differed"),
        items,
        gettext("It knew what that player knew, not more, and it may be wrong too. The chances are its own estimate."),
    )
