"""The end of a game of For Sale: the podium, the counts, why ties fell as they did, and how to check the deal."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from games.engine import Outcome, SeatNo
from games.engine.for_sale.observation import ForSaleObservation
from games.screens import pieces
from games.screens.base import Part, Scene
from games.screens.for_sale_log import row, slip_row
from games.screens.for_sale_pieces import slips
from games.screens.for_sale_reveal import reveal_parts
from games.screens.for_sale_sign import seen_by, sign
from games.screens.for_sale_street import open_holdings
from games.screens.for_sale_words import listed, money
from games.screens.markup import SafeString, escape, format_html, format_html_join, mark_safe
from games.screens.speech import gettext

PLACES_SHOWN = 3


def result_parts(scene: Scene) -> list[Part]:
    """Podium and counts of a finished game; what was known of an abandoned one."""
    seen = seen_by(scene)
    if seen.result is None:
        return [headline_part(scene), known_part(scene, seen), shared_deal(scene, seen)]
    return [
        headline_part(scene),
        podium_part(scene, seen, seen.result),
        score_part(scene, seen, seen.result),
        shared_deal(scene, seen),
        *reveal_parts((scene,)),
    ]


def headline_part(scene: Scene) -> Part:
    """Who won, for table screens; phones have it on their sign."""
    words = sign(scene)
    html = format_html(
        '<header id="verdict" class="verdict"><h1>{}</h1><p>{}</p></header>', words.headline, words.sentence
    )
    return Part("verdict", html)


def ranking(result: Outcome) -> list[SeatNo]:
    """Seats from best to last."""
    return sorted((SeatNo(seat) for seat in range(len(result.ranks))), key=lambda seat: (result.ranks[seat], seat))


def called(scene: Scene, seat: SeatNo) -> str:
    """A seat's name on this screen."""
    return gettext("You") if seat == scene.me else scene.name(seat)


# The podium


def podium_part(scene: Scene, seen: ForSaleObservation, result: Outcome) -> Part:
    """A house per place, as high as the place."""
    places = [
        podium_place(result.ranks[seat], seat, scene.sitters[seat].look, called(scene, seat), total)
        for seat in ranking(result)
        if result.ranks[seat] <= PLACES_SHOWN
        for total in [money(result.scores[seat], seen.rules.unit)]
    ]
    return Part("podium", mark_safe(f'<ol id="podium" class="podium">{"".join(places)}</ol>'))


@lru_cache(maxsize=2048)
def podium_place(rank: int, seat: SeatNo, look: int, name: str, total: str) -> SafeString:
    """One of the first; all but that one see the same."""
    return format_html(
        '<li class="podium__place is-rank-{rank} {colour}" data-seat="{seat}"><span class="podium__house">'
        '<span class="podium__roof">{shape}</span><b class="podium__rank">{rank}</b></span>'
        '<span class="podium__name">{name}</span><b class="podium__total">{total}</b></li>',
        rank=rank,
        colour=pieces.colour_class(look),
        seat=seat,
        shape=pieces.sprite(f"shape-{pieces.shape_of(look)}", "podium__shape"),
        name=name,
        total=total,
    )


# The counts


def score_part(scene: Scene, seen: ForSaleObservation, result: Outcome) -> Part:
    """Cheques, coins and totals; under them what needs saying."""
    order = ranking(result)
    rows = "".join([score_row(scene, seen, result, seat) for seat in order])
    notes = [*tie_words(scene, seen, result), *replaced_words(scene)]
    html = format_html(
        '<section id="score" class="score section"><div class="panel"><table class="table"><thead><tr>'
        '<th scope="col">{player}</th><th scope="col">{cheques}</th><th scope="col">{coins}</th>'
        '<th scope="col">{total}</th></tr></thead><tbody>{rows}</tbody></table>{notes}{all}</div></section>',
        player=gettext("player"),
        cheques=gettext("cheques"),
        coins=gettext("coins"),
        total=gettext("total"),
        rows=mark_safe(rows),
        notes=format_html_join("", '<p class="score__note soft">{}</p>', ((note,) for note in notes)),
        all=every_cheque(scene, seen, order),
    )
    return Part("score", html)


def score_row(scene: Scene, seen: ForSaleObservation, result: Outcome, seat: SeatNo) -> str:
    """One player's money."""
    mine = ' class="is-mine"' if seat == scene.me else ""
    return (
        f'<tr{mine} data-seat="{seat}"><th scope="row">{pieces.badge(scene.sitters[seat].look)}'
        f"{escape(called(scene, seat))}</th><td>{sum(seen.cheques[seat] or ())}</td><td>{seen.coins[seat]}</td>"
        f'<td class="is-total">{result.scores[seat]}</td></tr>'
    )


def every_cheque(scene: Scene, seen: ForSaleObservation, order: list[SeatNo]) -> SafeString:
    """Each player's cheques one by one."""
    rows = [cheques_of(scene.sitters[seat].look, called(scene, seat), seen.cheques[seat] or ()) for seat in order]
    return format_html(
        '<details class="fold" id="every-cheque"><summary>{}</summary>'
        '<ul class="open-table is-plain">{}</ul></details>',
        gettext("Every cheque"),
        pieces.joined(rows),
    )


@lru_cache(maxsize=2048)
def cheques_of(look: int, name: str, cheques: tuple[int, ...]) -> SafeString:
    """One player's; all but that one see the same."""
    return format_html(
        '<li><span class="open-table__who">{} {}</span>{}</li>', pieces.badge(look), name, slips(cheques)
    )


def tie_words(scene: Scene, seen: ForSaleObservation, result: Outcome) -> list[str]:
    """Why seats with the same total stand as they do: more coins come first, then the place is shared (FS-15)."""
    words = []
    for total, group in groupby(ranking(result), key=lambda seat: result.scores[seat]):
        seats = list(group)
        if len(seats) > 1:
            words.append(tie_sentence(scene, seen, seats, money(total, seen.rules.unit)))
    return words


def tie_sentence(scene: Scene, seen: ForSaleObservation, seats: list[SeatNo], total: str) -> str:
    """One group of equal totals, best first."""
    coins = [seen.coins[seat] or 0 for seat in seats]
    names = [scene.name(seat) for seat in seats]
    if len(set(coins)) == 1:
        words = gettext("%(names)s have %(total)s each and equally many coins: they share the place.")
        return words % {"names": listed(names), "total": total}
    if len(seats) > 2:
        counts = [f"{name} {count}" for name, count in zip(names, coins, strict=True)]
        words = gettext("%(names)s have %(total)s each; the coins left decide: %(counts)s.")
        return words % {"names": listed(names), "total": total, "counts": ", ".join(counts)}
    facts = {"total": total, "first": names[0], "second": names[1], "more": coins[0], "fewer": coins[1]}
    if seats[0] == scene.me:
        return gettext("%(total)s each: you kept more coins than %(second)s (%(more)s to %(fewer)s).") % facts
    if seats[1] == scene.me:
        return gettext("%(total)s each: %(first)s kept more coins than you (%(more)s to %(fewer)s).") % facts
    return gettext("%(total)s each: %(first)s kept more coins than %(second)s (%(more)s to %(fewer)s).") % facts


def replaced_words(scene: Scene) -> list[str]:
    """For whom a bot played."""
    return [
        gettext("A bot played for %(name)s for a while.") % {"name": sitter.name}
        for sitter in scene.sitters
        if sitter.was_replaced
    ]


# A game that was ended early


def known_part(scene: Scene, seen: ForSaleObservation) -> Part:
    """What the viewer may see of everybody's things at the end."""
    hidden = escape(gettext("hidden"))
    rows = "".join(
        [
            f'<li><span class="open-table__who">{pieces.badge(sitter.look)} {escape(called(scene, sitter.seat))}</span>'
            f"{open_holdings(seen, sitter.seat) or hidden}</li>"
            for sitter in scene.clockwise_from_me()
        ]
    )
    html = format_html(
        '<section id="score" class="score section"><div class="panel"><p class="label">{}</p>'
        '<ul class="open-table is-plain">{}</ul></div></section>',
        gettext("What you could see when it ended"),
        mark_safe(rows),
    )
    return Part("score", html)


# The deal


def shared_deal(scene: Scene, seen: ForSaleObservation) -> Part:
    """A finished game is open to everybody alike."""
    return scene.shared(("deal", seen.opened is None), lambda: deal_part(scene, seen))


def deal_part(scene: Scene, seen: ForSaleObservation) -> Part:
    """The deal is open now, and can be checked against what was shown at the start."""
    removed = removed_words(seen)
    record = f"/r/{scene.code}/games/{scene.game_number}/record.json" if scene.status == "over" else ""
    link = (
        format_html('<p><a href="{}">{}</a></p>', record, gettext("The whole game as a file (JSON)")) if record else ""
    )
    html = format_html(
        '<section id="deal" class="deal section"><details class="fold" id="deal-check"><summary>{}</summary>'
        '<div class="stack"><p>{}</p>{}{}{}</div></details></section>',
        gettext("How this deal can be checked"),
        gettext(
            "Before the first card was shown, the site showed a fingerprint (SHA-256) of both shuffled decks. "
            "Now the decks are open: who computes the fingerprint again sees that no card was touched."
        ),
        format_html('<p><code class="fingerprint">{}</code></p>', scene.commitment) if scene.commitment else "",
        removed,
        link,
    )
    return Part("deal", html)


def removed_words(seen: ForSaleObservation) -> SafeString:
    """The cards that were taken out unseen (FS-4)."""
    if seen.opened is None or not seen.opened.houses_removed:
        return mark_safe("")
    houses = tuple(sorted(seen.opened.houses_removed))
    cheques = tuple(sorted(seen.opened.cheques_removed, reverse=True))
    words = gettext("Taken out unseen: houses {houses}, cheques {cheques}.")
    return format_html("<p>{}</p>", format_html(words, houses=row(houses), cheques=slip_row(cheques)))
