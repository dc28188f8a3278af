"""The picture that messengers show for a link to a finished game: the podium as houses, drawn with numbers and shapes.

A PNG, because most previews show nothing else; written with the standard library, so there is no text but digits.
"""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Sequence
from functools import lru_cache

from games.models import Game
from games.services.review import seats_of

WIDTH, HEIGHT = 1200, 630

PALETTE = {
    "wall": (0xFB, 0xDF, 0xC6),
    "ink": (0x14, 0x26, 0x3A),
    "paper": (0xFF, 0xF8, 0xEE),
    "enamel": (0x1B, 0x47, 0x96),
    "window": (0xFF, 0xD6, 0x5A),
    "step": (0xC9, 0x9D, 0x76),
    "brick": (0xBC, 0x3A, 0x1E),
    "teal": (0x0A, 0x74, 0x80),
    "plum": (0x7B, 0x2D, 0x6B),
    "leaf": (0x44, 0x72, 0x0F),
    "rose": (0xC9, 0x3A, 0x72),
    "slate": (0x4A, 0x57, 0x66),
}
COLOUR = {name: number for number, name in enumerate(PALETTE)}
LOOKS = ("brick", "teal", "plum", "leaf", "rose", "slate")

DIGITS = {
    "0": "01110100011000110001100011000101110",
    "1": "00100011000010000100001000010001110",
    "2": "01110100010000100010001000100011111",
    "3": "11110000010000101110000010000111110",
    "4": "00010001100101010010111110001000010",
    "5": "11111100001111000001000011000101110",
    "6": "00110010001000011110100011000101110",
    "7": "11111000010001000100010000100001000",
    "8": "01110100011000101110100011000101110",
    "9": "01110100011000101111000010001001100",
    "-": "00000000000000011111000000000000000",
}
"""Five by seven dots each, row by row."""

HEIGHTS = (300, 230, 180, 140, 120, 100)
"""Of the houses, by rank."""


class Canvas:
    """A picture of few colours."""

    def __init__(self) -> None:
        self._rows = [bytearray([COLOUR["wall"]] * WIDTH) for _ in range(HEIGHT)]

    def box(self, left: int, top: int, width: int, height: int, colour: str) -> None:
        """A filled rectangle, cut off at the edges."""
        left, right = max(0, left), min(WIDTH, left + width)
        for y in range(max(0, top), min(HEIGHT, top + height)):
            self._rows[y][left:right] = bytes([COLOUR[colour]]) * max(0, right - left)

    def roof(self, left: int, base: int, width: int, height: int, colour: str) -> None:
        """A gable that stands on `base`."""
        for row in range(height):
            half = (width // 2) * (height - row) // height
            self.box(left + width // 2 - half, base - row - 1, 2 * half, 1, colour)

    def number(self, text: str, middle: int, top: int, dot: int, colour: str) -> None:
        """Digits around a middle."""
        left = middle - dot * (6 * len(text) - 1) // 2
        for place, char in enumerate(text):
            for at, mark in enumerate(DIGITS[char]):
                if mark == "1":
                    self.box(left + dot * (6 * place + at % 5), top + dot * (at // 5), dot, dot, colour)

    def png(self) -> bytes:
        """The file."""
        palette = bytes(part for colour in PALETTE.values() for part in colour)
        header = struct.pack(">IIBBBBB", WIDTH, HEIGHT, 8, 3, 0, 0, 0)
        body = zlib.compress(b"".join(b"\0" + bytes(row) for row in self._rows), 6)
        chunks = ((b"IHDR", header), (b"PLTE", palette), (b"IDAT", body), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(name, data) for name, data in chunks)


def _chunk(name: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def preview_of(game: Game) -> bytes:
    """The podium of a finished game, in seat order as on a street."""
    seats = [(seat.look % len(LOOKS), seat.score, seat.rank or 0) for seat in seats_of(game)]
    return preview(tuple(seats))


@lru_cache(maxsize=64)
def preview(seats: Sequence[tuple[int, int | None, int]]) -> bytes:
    """A house per seat, as high as its place; its score on its plate."""
    canvas = Canvas()
    ground = HEIGHT - 70
    canvas.box(0, ground, WIDTH, 70, "step")
    each = (WIDTH - 80) // max(1, len(seats))
    for place, (look, score, rank) in enumerate(seats):
        house(canvas, 40 + place * each, ground, each - 24, (LOOKS[look % len(LOOKS)], score, rank))
    return canvas.png()


def house(canvas: Canvas, left: int, ground: int, width: int, seat: tuple[str, int | None, int]) -> None:
    """A front in the player's colour: roof, plate, door, and lit windows for a winner."""
    colour, score, rank = seat
    height = HEIGHTS[(rank or len(HEIGHTS)) - 1]
    top = ground - height
    canvas.roof(left - 8, top, width + 16, 80, "ink")
    canvas.box(left, top, width, height, colour)
    plate = min(width - 20, 150)
    canvas.box(left + (width - plate) // 2, top + 16, plate, 64, "paper")
    canvas.box(left + (width - plate) // 2 + 4, top + 20, plate - 8, 56, "enamel")
    if score is not None:
        canvas.number(str(score), left + width // 2, top + 28, _dot(str(score), plate), "paper")
    lit = "window" if rank == 1 else "paper"
    for x in _windows(width):
        if height > 170:
            canvas.box(left + x, top + 96, 34, 42, lit)
    canvas.box(left + width // 2 - 20, ground - 62, 40, 62, "ink")
    canvas.box(left + width // 2 + 8, ground - 34, 6, 6, "window")


def _dot(text: str, plate: int) -> int:
    return max(2, min(6, (plate - 16) // (6 * len(text))))


def _windows(width: int) -> Iterable[int]:
    return (width // 5, width - width // 5 - 34)
