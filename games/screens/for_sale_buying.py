"""The dock while houses are bought: pass and bid with their consequences, and the secret ceiling."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache
from typing import NamedTuple

from games.engine.for_sale.observation import Bidding, ForSaleObservation
from games.screens import pieces
from games.screens.base import NOT_DRAWN, Part, Scene
from games.screens.for_sale_pieces import move_form, plates
from games.screens.for_sale_sign import seen_by
from games.screens.for_sale_words import coins_in_hand
from games.screens.markup import SafeString, escape, format_html, mark_safe
from games.screens.speech import gettext, ngettext, pgettext

USUAL_SHARE = 3
"""A ceiling is proposed at this part of the purse: it stays the same while others bid, and so does the dock."""
MOST_PLATES = 4
"""More houses than this are shown smaller beside the coins."""


def buying_docks(scenes: Sequence[Scene]) -> list[Part]:
    """Lit on the viewer's turn; quiet while waiting, with the ceiling as the only offer."""
    first = scenes[0]
    quiet = first.memo.setdefault(("quiet docks", first.language), {})
    docks = []
    for scene in scenes:
        seen = seen_by(scene)
        offer = ceiling_offer(scene, seen)
        if seen.bidding is not None:
            docks.append(lit_dock(scene, seen, seen.bidding, offer))
            continue
        # The same while others bid, so it is not sent again.
        sources = (seen.coins, seen.hands, offer, seen.round, scene.code)
        known, dock = quiet.get(scene.me, NOT_DRAWN)
        if known != sources:
            dock = quiet_dock(scene, seen, offer)
            quiet[scene.me] = (sources, dock)
        docks.append(dock)
    return docks


def lit_dock(scene: Scene, seen: ForSaleObservation, bidding: Bidding, offer: Offer | None) -> Part:
    """The viewer's turn."""
    choices = f"{pass_form(scene, bidding)}{bid_form(scene, seen, bidding)}"
    html = f'<section id="dock" class="dock">{above_choices(scene, seen, offer)}{choices}</section>'
    return Part("dock", mark_safe(html))


def quiet_dock(scene: Scene, seen: ForSaleObservation, offer: Offer | None) -> Part:
    """Nothing is asked."""
    html = f'<section id="dock" class="dock is-quiet">{above_choices(scene, seen, offer)}</section>'
    return Part("dock", mark_safe(html))


def above_choices(scene: Scene, seen: ForSaleObservation, offer: Offer | None) -> str:
    """What the viewer has, and the secret ceiling."""
    panel = "" if offer is None else ceiling_panel(scene.language, scene.code, seen.round, offer)
    return f"{purse(scene.language, seen.my_coins or 0, seen.my_hand or ())}{panel}"


def purse(language: str, coins: int, hand: tuple[int, ...]) -> str:
    """The viewer's coins in hand and houses."""
    many = " is-many" if len(hand) > MOST_PLATES else ""
    return f'{coins_of(language, coins)}<span class="purse__houses{many} is-private">{plates(hand)}</span></div>'


@cache
def coins_of(language: str, coins: int) -> SafeString:
    """The beginning of a purse."""
    return format_html(
        '<div class="purse"><span class="purse__coins is-private">{}</span><span class="soft">{}</span>',
        pieces.coins(coins),
        coins_in_hand(coins),
    )


# Pass and bid


def pass_form(scene: Scene, bidding: Bidding) -> str:
    """The other choice, with its whole consequence on the button."""
    return f"{move_form(scene, 'pass', 'pass')}{pass_button(scene.language, bidding[2:])}</form>"


@lru_cache(maxsize=4096)
def pass_button(language: str, consequence: tuple[int | None, int, int]) -> SafeString:
    """What passing gives and costs (FS-8, FS-30)."""
    house, refund, lost = consequence
    if house is None:
        words = gettext("Pass: no house")
        plate = mark_safe("")
    else:
        words = gettext("Pass: take house %(house)s") % {"house": house}
        plate = pieces.plate(house)
    return format_html(
        '<button class="button is-ghost is-consequence is-wide">{}<span><b>{}</b><small>{}</small></span></button>',
        plate,
        words,
        price_of_passing(house, refund, lost),
    )


def price_of_passing(house: int | None, refund: int, lost: int) -> str:
    """Where the coins in front go."""
    if refund == lost == 0:
        return gettext("it costs you nothing")
    if house is None:
        return ngettext("your %(count)s coin comes back", "all %(count)s coins back", refund) % {"count": refund}
    if lost == 0:
        return ngettext("get %(count)s coin back, none is lost", "get %(count)s coins back, none is lost", refund) % {
            "count": refund
        }
    if refund == 0:
        return ngettext("%(count)s coin is lost", "%(count)s coins are lost", lost) % {"count": lost}
    if lost == 1:
        words = ngettext("get %(count)s coin back, 1 is lost", "get %(count)s coins back, 1 is lost", refund)
    else:
        words = ngettext(
            "get %(count)s coin back, %(lost)s are lost", "get %(count)s coins back, %(lost)s are lost", refund
        )
    return words % {"count": refund, "lost": lost}


def bid_form(scene: Scene, seen: ForSaleObservation, bidding: Bidding) -> str:
    """The stepper; without a script it is a number field and a button."""
    if bidding.minimum is None or bidding.maximum is None:
        words = escape(gettext("You cannot pay a higher bid: pass is all that is left."))
        return f'<p class="dock__note soft">{words}</p>'
    stake, highest = seen.bids[seen.queue[0]], seen.highest
    bar = bid_bar(scene.language, stake, highest, bidding.minimum, bidding.maximum)
    return f'<hr class="perforation">{move_form(scene, "bid", "bid-bar")}{bar}</form>'


def bid_bar(language: str, stake: int, highest: int, minimum: int, maximum: int) -> str:
    """[−] [Bid 6] [+]: the words for every amount come along, so that the script only has to show them."""
    sayings = bid_sayings(language, stake, maximum)
    says = "|".join(sayings[minimum:])
    if 0 < highest == minimum:  # the highest bid itself is going along (FS-43)
        says = f"{go_along(language, minimum)}{says.removeprefix(bid_words(language, minimum))}"
    return stepper(language).format(minimum=minimum, maximum=maximum, says=says)


@lru_cache(maxsize=2048)
def bid_sayings(language: str, stake: int, maximum: int) -> tuple[str, ...]:
    """The words for every amount from 0 on."""
    return tuple(
        [
            f"{bid_words(language, amount)}~{added_words(language, amount - stake, stake)}"
            for amount in range(maximum + 1)
        ]
    )


@cache
def stepper(language: str) -> str:
    """The controls, with places for the numbers and their words."""
    return format_html(
        '<button type="button" class="button is-step" data-step="-1" aria-label="{less}">−</button>'
        '<input class="input" id="bid" type="number" inputmode="numeric" name="amount" min="{minimum}" max="{maximum}"'
        ' value="{minimum}" required aria-label="{label}" data-says="{says}">'
        '<button class="button is-gold"><span>{bid}</span><small>{small}</small></button>'
        '<button type="button" class="button is-step" data-step="1" aria-label="{more}">+</button>',
        less=gettext("less"),
        more=gettext("more"),
        label=gettext("Your bid"),
        minimum="{minimum}",
        maximum="{maximum}",
        says="{says}",
        bid=gettext("Bid"),
        small=gettext("%(minimum)s or more") % {"minimum": "{minimum}"},
    )


@cache
def bid_words(language: str, amount: int) -> SafeString:
    """The button's verb and number."""
    return escape(gettext("Bid %(amount)s") % {"amount": amount})


@cache
def go_along(language: str, amount: int) -> SafeString:
    """The same for a bid that is no higher than the highest."""
    return escape(gettext("Go along: %(amount)s") % {"amount": amount})


@lru_cache(maxsize=4096)
def added_words(language: str, added: int, stake: int) -> SafeString:
    """What a bid adds to the coins in front; nothing to say before the first."""
    if stake == 0:
        return mark_safe("")
    words = ngettext("adds %(added)s coin to your %(stake)s", "adds %(added)s coins to your %(stake)s", added)
    return escape(words % {"added": added, "stake": stake})


# The secret ceiling


class Offer(NamedTuple):
    """What the form proposes."""

    amount: int
    maximum: int
    then: str
    standing: int
    """The ceiling that is set; 0 for none."""


def ceiling_offer(scene: Scene, seen: ForSaleObservation) -> Offer | None:
    """Only for those still in who could bid."""
    if scene.me not in seen.queue:
        return None
    purse_size = seen.my_purse or 0
    if purse_size <= seen.highest:
        return None
    ceiling = scene.ceiling if scene.ceiling and scene.ceiling.round == seen.round else None
    amount = min(ceiling.amount, purse_size) if ceiling else max(seen.highest + 1, purse_size // USUAL_SHARE)
    then = ceiling.then if ceiling else "pass"
    return Offer(amount, purse_size, then, ceiling.amount if ceiling else 0)


def ceiling_panel(language: str, code: str, round_number: int, offer: Offer) -> str:
    """Bid for me up to so much; shown to its owner alone."""
    start, between, end = around_numbers(language, code, round_number, offer.then, offer.standing)
    return f"{start}{offer.maximum}{between}{offer.amount}{end}"


@lru_cache(maxsize=4096)
def around_numbers(language: str, code: str, round_number: int, then: str, standing: int) -> list[str]:
    """The panel without its two numbers: every bid changes these for somebody, and the words for nobody."""
    summary = _summary(language, standing)
    form = ceiling_form(code, round_number, then)
    foot = ceiling_foot(language, code, round_number, is_set=bool(standing))
    return f'<details id="ceiling" class="ceiling is-private">{summary}{form}{foot}</details>'.split(NUMBER)


NUMBER = "\0"
"""Where a number goes."""


@lru_cache(maxsize=256)
def _summary(language: str, amount: int) -> SafeString:
    if amount:
        state = format_html(
            '<span class="ceiling__set">{}{}</span>', pieces.icon("check"), gettext("up to %(n)s") % {"n": amount}
        )
    else:
        state = mark_safe("")
    return format_html("<summary>{}<b>{}</b>{}</summary>", pieces.icon("lock"), gettext("My secret ceiling"), state)


def ceiling_form(code: str, round_number: int, then: str) -> SafeString:
    """Amount, and what happens above it. A new round gets a new field, so that no old amount lives on."""
    return format_html(
        '<form class="ceiling__form" method="post" action="/r/{code}/ceiling">{csrf}{round}'
        '<div class="ceiling__row"><label for="ceiling-{number}">{label}</label>'
        '<button type="button" class="button is-step" data-step="-1" aria-label="{less}">−</button>'
        '<input id="ceiling-{number}" class="input" type="number" inputmode="numeric" name="amount" min="1"'
        ' max="{maximum}" value="{amount}" required>'
        '<button type="button" class="button is-step" data-step="1" aria-label="{more}">+</button></div>'
        '<div class="ceiling__row"><div class="switch"><label><input type="radio" name="then" value="pass"{passing}>'
        '<span>{then_pass}</span></label><label><input type="radio" name="then" value="ask"{asking}>'
        "<span>{then_ask}</span></label></div>"
        '<button class="button is-outline is-small" aria-label="{set_ceiling}">{set}</button></div></form>',
        code=code,
        csrf=pieces.CSRF,
        round=pieces.hidden("round", round_number),
        number=round_number,
        label=gettext("Bid for me up to"),
        less=gettext("less"),
        more=gettext("more"),
        maximum=NUMBER,
        amount=NUMBER,
        passing=mark_safe(" checked") if then == "pass" else "",
        asking=mark_safe(" checked") if then == "ask" else "",
        then_pass=gettext("then pass"),
        then_ask=gettext("then ask me"),
        set=pgettext("ceiling", "Set"),
        set_ceiling=gettext("Set ceiling"),
    )


@lru_cache(maxsize=2048)
def ceiling_foot(language: str, code: str, round_number: int, *, is_set: bool) -> SafeString:
    """Who sees it, and the way to take it back."""
    words = format_html('<span class="soft">{}</span>', gettext("Nobody else sees this."))
    if not is_set:
        return format_html('<div class="ceiling__foot">{}</div>', words)
    return format_html(
        '<div class="ceiling__foot">{}<form method="post" action="/r/{}/ceiling">{}{}{}{}'
        '<button class="button is-text">{}</button></form></div>',
        words,
        code,
        pieces.CSRF,
        pieces.hidden("round", round_number),
        pieces.hidden("amount", 0),
        pieces.hidden("then", "ask"),
        gettext("Remove ceiling"),
    )
