"""A second reading of the rules: checks the record of a game from the first card to the last, without the engine.

It knows the numbers of the rules by heart and keeps everything in plain lists; a broken rule is an `AssertionError`.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

COINS = {
    "2015": {3: 28, 4: 21, 5: 16, 6: 14},
    "1997": {3: 15, 4: 15, 5: 15},
    "classic": {3: 18, 4: 18, 5: 14, 6: 14},
}
REMOVED = {
    ("2015", False): {3: 0, 4: 2, 5: 0, 6: 0},
    ("2015", True): {3: 10, 4: 0, 5: 3, 6: 0},
    ("1997", False): {3: 2, 4: 0, 5: 0},
    ("1997", True): {3: 4, 4: 2, 5: 0},
    ("classic", False): {3: 6, 4: 2, 5: 0, 6: 0},
}
ROUNDS = {
    ("2015", False): {3: 10, 4: 7, 5: 6, 6: 5},
    ("2015", True): {3: 10, 4: 10, 5: 7, 6: 6},
    ("1997", False): {3: 6, 4: 5, 5: 4},
    ("1997", True): {3: 8, 4: 6, 5: 5},
    ("classic", False): {3: 8, 4: 7, 5: 6, 6: 5},
}
HOUSES = {"2015": 30, "1997": 20, "classic": 30}
LOWEST_PAYING_CHEQUE = {"2015": 2, "1997": 3, "classic": 2}
HIGHEST_CHEQUE = {"2015": 15, "1997": 20, "classic": 15}


class Referee:
    """One game, followed through its record."""

    def __init__(self, edition: str, *, short: bool, players: int) -> None:
        self.edition, self.short, self.players = edition, short, players
        self.coins = [COINS[edition][players]] * players
        self.hands: list[set[int]] = [set() for _ in range(players)]
        self.cheques: list[list[int]] = [[] for _ in range(players)]

    def follow(self, setup: Any, deck: Any, events: list[Any], result: Any) -> None:
        """The whole record."""
        self._check_deck(setup, deck)
        self.houses, self.money = list(deck["houses"]), list(deck["cheques"])
        self.first = setup["first"]
        entries = iter(events)
        for number in range(1, ROUNDS[self.edition, self.short][self.players] + 1):
            self._follow_auction(number, entries)
        assert self.houses == []
        self._follow_sales(entries)
        assert next(entries, None) is None
        self._check_result(result)

    def _check_deck(self, setup: Any, deck: Any) -> None:
        removed = REMOVED[self.edition, self.short][self.players]
        copies = 1 if self.edition == "1997" else 2
        paying = range(LOWEST_PAYING_CHEQUE[self.edition], HIGHEST_CHEQUE[self.edition] + 1)
        assert setup["coins"] == self.coins
        assert setup["houses_removed"] == len(deck["houses_removed"]) == removed
        assert setup["cheques_removed"] == len(deck["cheques_removed"]) == removed
        assert sorted(deck["houses"] + deck["houses_removed"]) == list(range(1, HOUSES[self.edition] + 1))
        assert Counter(deck["cheques"] + deck["cheques_removed"]) == Counter({0: 2} | dict.fromkeys(paying, copies))

    def _follow_auction(self, number: int, entries: Any) -> None:
        size = self.players - 1 if self.short else self.players
        offer, self.houses = sorted(self.houses[:size]), self.houses[size:]
        assert next(entries) == {"e": "round", "phase": "buy", "no": number, "first": self.first, "houses": offer}
        empty = self.players - len(offer)
        stakes, inside, turn = [0] * self.players, set(range(self.players)), self.first
        while len(inside) > 1:
            while turn not in inside:
                turn = (turn + 1) % self.players
            entry = next(entries)
            assert entry["seat"] == turn
            if entry["e"] == "bid":
                self._check_bid(entry["stake"], stakes, turn)
                stakes[turn] = entry["stake"]
            else:
                house, refund = (None, stakes[turn]) if empty else (offer.pop(0), self._half(stakes[turn]))
                empty = max(0, empty - 1)
                assert entry == {"e": "pass", "seat": turn, "stake": stakes[turn], "refund": refund, "house": house}
                self._pay(turn, stakes[turn] - refund, house)
                inside.remove(turn)
            turn = (turn + 1) % self.players
        (last,) = inside
        (house,) = offer
        assert next(entries) == {"e": "last", "seat": last, "stake": stakes[last], "refund": 0, "house": house}
        self._pay(last, stakes[last], house)
        self.first = last

    def _check_bid(self, bid: int, stakes: list[int], seat: int) -> None:
        # The stakes of those who have left still count: a bid is measured against the highest of the round.
        highest = max(stakes)
        assert bid <= self.coins[seat]
        assert bid > stakes[seat]
        assert bid >= highest if self.edition == "1997" else bid > highest

    def _half(self, stake: int) -> int:
        return stake // 2 if self.edition == "classic" else stake - stake // 2

    def _pay(self, seat: int, price: int, house: int | None) -> None:
        self.coins[seat] -= price
        assert self.coins[seat] >= 0
        self.hands[seat] |= set() if house is None else {house}

    def _follow_sales(self, entries: Any) -> None:
        number = 0
        while len(sellers := [seat for seat in range(self.players) if self.hands[seat]]) > 1:
            number += 1
            offer, self.money = sorted(self.money[: len(sellers)], reverse=True), self.money[len(sellers) :]
            assert next(entries) == {"e": "round", "phase": "sale", "no": number, "cheques": offer}
            sale = next(entries)
            assert sale["e"] == "sale"
            self._check_sale(sale["results"], sellers, offer)
        if sellers:
            self._check_rest(next(entries), sellers[0])
        assert self.money == []

    def _check_sale(self, results: Any, sellers: list[int], offer: list[int]) -> None:
        assert sorted(sold["seat"] for sold in results) == sellers
        assert [sold["cheque"] for sold in results] == offer
        houses = [sold["house"] for sold in results]
        assert houses == sorted(houses, reverse=True)
        for sold in results:
            self.hands[sold["seat"]].remove(sold["house"])
            self.cheques[sold["seat"]].append(sold["cheque"])

    def _check_rest(self, entry: Any, seat: int) -> None:
        assert (entry["e"], entry["seat"]) == ("rest", seat)
        assert set(entry["houses"]) == self.hands[seat]
        assert Counter(entry["cheques"]) == Counter(self.money)
        self.cheques[seat] += entry["cheques"]
        self.money = []

    def _check_result(self, result: Any) -> None:
        totals = [sum(taken) + coins for taken, coins in zip(self.cheques, self.coins, strict=True)]
        standing = sorted(((-total, -coins) for total, coins in zip(totals, self.coins, strict=True)))
        ranks = [standing.index((-total, -coins)) + 1 for total, coins in zip(totals, self.coins, strict=True)]
        assert result["coins"] == self.coins
        assert result["cheques"] == self.cheques
        assert result["totals"] == totals
        assert result["ranks"] == ranks
        assert result["winners"] == [seat for seat, rank in enumerate(ranks) if rank == 1]
