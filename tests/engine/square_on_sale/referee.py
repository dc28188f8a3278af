"""A second, slow and plain reading of the rules, to check records against: it shares no code with the engine."""

from __future__ import annotations

CENTRE = [column + row for column in "bcd" for row in "234"]
CORNERS = ["a1", "a5", "e1", "e5"]
BOARD = [column + row for column in "abcde" for row in "12345"]
EDGES = [space for space in BOARD if space not in CENTRE + CORNERS]


class Referee:
    """Follows a record turn by turn and asserts that each was lawful and complete."""

    def __init__(self, setup, players):
        self.players = players
        self.next = setup["first"]
        self.chips, self.blocks = list(setup["chips"]), list(setup["blocks"])
        self.lying, self.pool, self.dice = dict(setup["beans"]), setup["bean_pool"], setup["dice"]
        self.beans = [0] * players
        self.piles = {space: [] for space in BOARD}
        self.running = {}  # space -> [seat, amount, face]
        self.paid = [dict.fromkeys(BOARD, 0) for _ in range(players)]
        self.collects = 0

    def follow(self, turn):
        seat = turn["seat"]
        assert seat == self.next
        self.next = (seat + 1) % self.players
        self._take_back(seat, CENTRE, turn["collected"])
        self._resolve(seat, turn["dice"])
        self._act(seat, turn["action"])
        self._bean(turn["bean"])
        assert turn["end"] == self._end(seat)

    def _take_back(self, seat, zone, spaces):
        assert spaces == [space for space in zone if self.paid[seat][space]]
        for space in spaces:
            self.paid[seat][space] -= 1
            self.chips[seat] += 1

    def _resolve(self, seat, dice):
        mine = {space for space, (bidder, _, _) in self.running.items() if bidder == seat}
        assert {die["space"] for die in dice} == mine
        assert len(dice) == len(mine) <= 2
        for die in dice:
            bid = self.running[die["space"]]
            assert (die["from"], die["to"]) == (bid[2], bid[2] - 1)
            if die["to"]:
                bid[2] = 1
            else:
                self._win(seat, die, bid[1])

    def _win(self, seat, die, amount):
        space = die["space"]
        del self.running[space]
        self.dice += 1
        self.paid[seat][space] += amount
        assert die["beans"] == self.lying.pop(space, 0)
        self.beans[seat] += die["beans"]
        wanted = self._bracketed(seat, space)
        assert len(die["placed"]) == len(set(die["placed"])) == min(self.blocks[seat], 1 + len(wanted))
        assert die["placed"][:1] == [space][: self.blocks[seat]]
        assert set(die["placed"][1:]) <= wanted
        for at in die["placed"]:
            self.piles[at].append(seat)
            self.blocks[seat] -= 1

    def _bracketed(self, seat, space):
        found = set()
        for right in (-1, 0, 1):
            for up in (-1, 0, 1):
                found |= set(self._line(seat, space, right, up))
        return found

    def _line(self, seat, space, right, up):
        between = []
        column, row = ord(space[0]), ord(space[1])
        while (right, up) != (0, 0):
            column, row = column + right, row + up
            pile = self.piles.get(chr(column) + chr(row))
            if not pile:
                break
            if pile[-1] == seat:
                return between
            between.append(chr(column) + chr(row))
        return []

    def _act(self, seat, action):
        if action["type"] == "collect":
            self._take_back(seat, EDGES, action["spaces"])
            self.collects += 1
            return
        self.collects = 0
        space, amount = action["space"], action["amount"]
        bidder, lowest, face = self.running.get(space, (None, 0, 2))
        assert bidder != seat
        assert lowest < amount <= self.chips[seat]
        assert action["die"] == face
        assert action["returned"] == (None if bidder is None else {"seat": bidder, "chips": lowest})
        if bidder is None:
            self.dice -= 1
        else:
            self.chips[bidder] += lowest
        self.chips[seat] -= amount
        self.running[space] = [seat, amount, face]
        assert self.dice == 8 - len(self.running) >= 0

    def _bean(self, space):
        free = [at for at in CENTRE if not self.piles[at] and at not in self.running]
        if not free or not self.pool:
            assert space is None
            return
        assert space in free
        self.lying[space] = self.lying.get(space, 0) + 1
        self.pool -= 1

    def _end(self, seat):
        if not self.blocks[seat]:
            return "blocks"
        if all(self.piles.values()):
            return "full"
        return "collects" if self.collects == 2 * self.players else None

    def totals(self):
        owned = [sum(len(pile) for pile in self.piles.values() if pile[-1:] == [seat]) for seat in range(self.players)]
        return [owned[seat] + self.beans[seat] - self.blocks[seat] for seat in range(self.players)]
