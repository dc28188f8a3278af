"""The story of a game of For Sale: what each house cost and earned, the flips, the overbids, the cheques dodged."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from games.engine import EVERYTHING, SeatNo, Trade
from games.engine.for_sale import Bid, SaleRevealed, Seal
from games.engine.for_sale.editions import BOXES
from games.engine.for_sale.observation import ForSaleObservation
from games.screens import pieces
from games.screens.base import Scene
from games.screens.charts import Chart, Series
from games.screens.for_sale_log import row, slip_row
from games.screens.for_sale_words import money
from games.screens.markup import SafeString, format_html, format_html_join, mark_safe
from games.screens.speech import gettext, ngettext
from games.screens.story import EveningGame, Highlight, Ledger, Tale, named_seat, seat_css


def profit(trade: Trade) -> int:
    """What a house brought over what it cost."""
    return (trade.earned or 0) - trade.paid


def signed(value: int) -> str:
    """A number with its sign; a real minus."""
    return f"+{value}" if value > 0 else f"−{-value}" if value < 0 else "0"


class ForSaleStory:
    """What For Sale tells of its games."""

    slug = "for_sale"

    def highlights(self, tale: Tale) -> Sequence[Highlight]:
        sold = [trade for trade in tale.trades if trade.earned is not None]
        if not sold:
            return []
        found = [best_flip(tale, sold), worst_overbid(tale, sold), dodged(tale), for_nothing(tale, sold)]
        return [each for each in found if each is not None]

    def charts(self, tale: Tale) -> Sequence[Chart]:
        starts = tale.replay.rounds
        buying, selling = [], []
        for start, following in zip(starts, (*starts[1:], -1), strict=True):
            before = cast(ForSaleObservation, tale.seen(start))
            after = cast(ForSaleObservation, tale.seen(following))
            if before.phase == "buying":
                buying.append((str(before.round), after))
            elif before.phase == "selling":
                selling.append((str(before.round), after))
        charts = [coins_chart(tale, buying)] if buying else []
        if selling:
            charts.append(money_chart(tale, selling))
        return charts

    def ledgers(self, tale: Tale) -> Sequence[Ledger]:
        if not tale.trades:
            return []
        return [*par_ledger(tale), houses_ledger(tale)]

    def known(self, scene: Scene) -> SafeString:
        seen = cast(ForSaleObservation, scene.seen)
        if seen.phase == "over":
            return mark_safe("")
        seats = [sitter for sitter in scene.clockwise_from_me() if seen.coins[sitter.seat] is not None]
        rows = format_html_join("", "<li>{} {}</li>", ((named_seat(each), holdings(seen, each.seat)) for each in seats))
        secrets = decks(seen) if seen.viewer is EVERYTHING else mark_safe("")
        return format_html('<ul class="known__seats is-plain">{}</ul>{}', rows, secrets)

    def records(self, games: Sequence[EveningGame]) -> Sequence[Highlight]:
        trades = [(game, trade) for game in games for trade in game.trades if trade.earned is not None]
        if not trades:
            return []
        best_game, best = max(trades, key=lambda pair: profit(pair[1]))
        dear_game, dear = max(trades, key=lambda pair: pair[1].paid)
        return [
            Highlight(gettext("Best flip of the evening"), flip_words(best, best_game.names[best.seat])),
            Highlight(
                gettext("Dearest house"),
                format_html(
                    gettext("{name} paid {paid} for {house} and got {cheque}."),
                    name=dear_game.names[dear.seat],
                    paid=pieces.coins(dear.paid),
                    house=pieces.plate(int(dear.item)),
                    cheque=pieces.slip(dear.earned or 0),
                ),
            ),
        ]

    def choice(self, move: Any) -> SafeString:
        match move:
            case Bid(amount):
                return format_html(gettext("bid {coins}"), coins=pieces.coins(amount))
            case Seal(house):
                return format_html(gettext("seal {house}"), house=pieces.plate(house))
            case _:
                return format_html("{}", gettext("pass"))

    def score_words(self, score: int, edition: str) -> str:
        return money(score, BOXES[edition].unit)


FOR_SALE_STORY = ForSaleStory()


# Highlights


def flip_words(trade: Trade, name: str) -> SafeString:
    """A house bought and sold."""
    return format_html(
        gettext("{name} bought {house} for {paid} and sold it for {cheque}: {profit}."),
        name=name,
        house=pieces.plate(int(trade.item)),
        paid=pieces.coins(trade.paid),
        cheque=pieces.slip(trade.earned or 0),
        profit=signed(profit(trade)),
    )


def best_flip(tale: Tale, sold: Sequence[Trade]) -> Highlight:
    """The house with the highest profit; the cheaper one of two equal."""
    best = max(sold, key=lambda trade: (profit(trade), -trade.paid))
    return Highlight(gettext("Best flip"), flip_words(best, tale.name(best.seat)), best.seat)


def worst_overbid(tale: Tale, sold: Sequence[Trade]) -> Highlight | None:
    """The house that lost most; none if none lost anything."""
    worst = min(sold, key=profit)
    if profit(worst) >= 0:
        return None
    return Highlight(gettext("Worst overbid"), flip_words(worst, tale.name(worst.seat)), worst.seat)


def dodged(tale: Tale) -> Highlight | None:
    """Who just missed the lowest cheque where it hurt most: the biggest step between the last two of a sale."""
    sales = [event for event in tale.replay.events if isinstance(event, SaleRevealed) and len(event.results) > 1]
    if not sales:
        return None
    sale = max(sales, key=lambda each: each.results[-2].cheque - each.results[-1].cheque)
    saved, caught = sale.results[-2], sale.results[-1]
    if saved.cheque == caught.cheque:
        return None
    words = format_html(
        gettext("In sale {round} {name} got {cheque} with {house}; {other} with {lower} was left with {caught}."),
        round=sale.round,
        name=tale.name(saved.seat),
        cheque=pieces.slip(saved.cheque),
        house=pieces.plate(saved.house),
        other=tale.name(caught.seat),
        lower=pieces.plate(caught.house),
        caught=pieces.slip(caught.cheque),
    )
    return Highlight(gettext("Cheque dodged"), words, saved.seat)


def for_nothing(tale: Tale, sold: Sequence[Trade]) -> Highlight | None:
    """The best cheque for a house that cost nothing."""
    free = [trade for trade in sold if trade.paid == 0 and trade.earned]
    if not free:
        return None
    best = max(free, key=lambda trade: trade.earned or 0)
    words = format_html(
        gettext("{name} took {house} without paying and sold it for {cheque}."),
        name=tale.name(best.seat),
        house=pieces.plate(int(best.item)),
        cheque=pieces.slip(best.earned or 0),
    )
    return Highlight(gettext("For nothing"), words, best.seat)


# Charts


def coins_chart(tale: Tale, rounds: Sequence[tuple[str, ForSaleObservation]]) -> Chart:
    """Coins in hand after each buying round."""
    first = cast(ForSaleObservation, tale.seen(0))
    series = tuple(
        Series(
            sitter.name,
            seat_css(sitter),
            (first.rules.coins, *(owned(seen, sitter.seat) for _, seen in rounds)),
        )
        for sitter in tale.sitters
    )
    places = ("0", *(name for name, _ in rounds))
    return Chart("coins", gettext("Coins after each buying round"), places, series, gettext("round"))


def owned(seen: ForSaleObservation, seat: int) -> int:
    """Coins in hand and in front."""
    return (seen.coins[seat] or 0) + (seen.bids[seat] if seen.bids else 0)


def money_chart(tale: Tale, rounds: Sequence[tuple[str, ForSaleObservation]]) -> Chart:
    """Cheques and coins after each sale."""
    series = tuple(
        Series(
            sitter.name,
            seat_css(sitter),
            tuple((seen.coins[sitter.seat] or 0) + sum(seen.cheques[sitter.seat] or ()) for _, seen in rounds),
        )
        for sitter in tale.sitters
    )
    places = tuple(name for name, _ in rounds)
    return Chart("money", gettext("Money after each sale (cheques and coins)"), places, series, gettext("sale"))


# Tables


def houses_ledger(tale: Tale) -> Ledger:
    """Every house, highest first."""
    rows = tuple(
        (
            pieces.plate(int(trade.item)),
            named_seat(tale.sitters[trade.seat]),
            trade.bought,
            pieces.coins(trade.paid),
            "–" if trade.sold is None else trade.sold,
            "–" if trade.earned is None else pieces.slip(trade.earned),
            "–" if trade.earned is None else signed(profit(trade)),
        )
        for trade in sorted(tale.trades, key=lambda trade: -int(trade.item))
    )
    heads = (
        gettext("house"),
        gettext("bought by"),
        gettext("round"),
        gettext("paid"),
        gettext("sale"),
        gettext("cheque"),
        gettext("profit"),
    )
    return Ledger(gettext("Every house"), heads, rows)


def par_ledger(tale: Tale) -> list[Ledger]:
    """Buying against selling: the cheque that each house's rank would fetch, and what it fetched."""
    if tale.outcome is None or any(trade.earned is None for trade in tale.trades):
        return []
    fair = pars(tale.trades)
    coins = cast(ForSaleObservation, tale.seen(-1)).coins
    rows = []
    for sitter in sorted(tale.sitters, key=lambda each: tale.outcome.ranks[each.seat] if tale.outcome else 0):
        mine = [trade for trade in tale.trades if trade.seat == sitter.seat]
        par, earned = sum(fair[trade.item] for trade in mine), sum(trade.earned or 0 for trade in mine)
        paid = sum(trade.paid for trade in mine)
        rows.append(
            (
                named_seat(sitter),
                paid,
                par,
                signed(earned - par),
                coins[sitter.seat] or 0,
                tale.outcome.scores[sitter.seat],
            )
        )
    heads = (
        gettext("player"),
        gettext("paid"),
        gettext("houses’ worth by rank"),
        gettext("gained in the sales"),
        gettext("coins left"),
        gettext("total"),
    )
    note = gettext(
        "A house’s worth by rank is the cheque it would bring if the best house always met the best cheque, the second "
        "best the second, and so on. Everybody bought from the same deck, so buying well is play. In the sales, what "
        "is above or below that worth is play and luck together: nobody could choose which cheques came up at once."
    )
    return [Ledger(gettext("Luck and play"), heads, tuple(rows), note)]


def pars(trades: Sequence[Trade]) -> dict[str, int]:
    """House to the cheque of its rank, among the houses and cheques of this game."""
    houses = sorted((trade.item for trade in trades), key=int)
    cheques = sorted(trade.earned or 0 for trade in trades)
    return dict(zip(houses, cheques, strict=True))


# What a viewer of a replay knows


def holdings(seen: ForSaleObservation, seat: SeatNo) -> SafeString:
    """Coins, houses, cheques and the sealed house of a seat that the viewer may see."""
    hand, cheques = seen.hands[seat] or (), seen.cheques[seat] or ()
    sealed = seen.seals[seat] if seen.seals else None
    found = [pieces.coins(seen.coins[seat] or 0)]
    if hand:
        found.append(row(hand))
    if cheques:
        found.append(slip_row(tuple(sorted(cheques, reverse=True))))
    if sealed is not None:
        found.append(format_html(gettext("sealed: {house}"), house=pieces.plate(sealed)))
    return format_html('<span class="known__things">{}</span>', pieces.joined(found))


def decks(seen: ForSaleObservation) -> SafeString:
    """What is still to come, in drawing order, and what was taken out; only for the all-knowing view."""
    if seen.opened is None:
        return mark_safe("")
    houses = seen.opened.houses[len(seen.opened.houses) - seen.houses_in_deck :] if seen.houses_in_deck else ()
    cheques = seen.opened.cheques[len(seen.opened.cheques) - seen.cheques_in_deck :] if seen.cheques_in_deck else ()
    lines = []
    if houses:
        words = ngettext("House still to come: {cards}", "Houses still to come, in this order: {cards}", len(houses))
        lines.append(format_html(words, cards=row(houses)))
    if cheques:
        words = ngettext("Cheque still to come: {cards}", "Cheques still to come, in this order: {cards}", len(cheques))
        lines.append(format_html(words, cards=slip_row(cheques)))
    return format_html_join("", '<p class="known__deck">{}</p>', ((line,) for line in lines))
