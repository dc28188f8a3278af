"""The pictures and the font: present, small, self-contained, and true to the drawing rules."""

import gzip
import re
import struct
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ART = ROOT / "static" / "art"
FONTS = ROOT / "static" / "fonts"
SVG = "{http://www.w3.org/2000/svg}"
LIT = "#FFD65A"

HOUSES = range(1, 31)
SHAPES = ("circle", "square", "diamond", "triangle", "star", "hexagon")
PER_SHAPE = (
    "door-{}",
    "door-{}-shut",
    "door-{}-bot",
    "door-{}-bot-shut",
    "badge-{}",
    "shape-{}",
    "chip-{}",
    "envelope-{}",
    "block-{}",
    "block-{}-2",
    "block-{}-3",
    "block-{}-4",
    "block-{}-5",
    "front-{}",
    "front-{}-shut",
)
SINGLE = [
    "antenna",
    "door-free",
    "shutter",
    "envelope",
    "lamp",
    "lamp-glow",
    "coin",
    "coin-stack",
    "die-1",
    "die-2",
    "bean",
]
ICONS = [
    "eye",
    "eye-off",
    "sound",
    "mute",
    "menu",
    "lock",
    "check",
    "share",
    "copy",
    "arrow-right",
    "arrow-left",
    "bot",
    "book",
    "plus",
    "minus",
    "close",
    "crown",
    "clock",
    "up",
    "down",
    "hand",
    "tv",
    "play",
    "pause",
    "skip",
    "flag",
    "language",
    "warning",
    "wifi-off",
    "phone",
    "trophy",
    "settings",
    "link",
    "help",
]
PLAYER_SYMBOLS = [name.format(shape) for name in PER_SHAPE for shape in SHAPES]
SYMBOLS = PLAYER_SYMBOLS + SINGLE + ICONS
PICTURES = [
    "back",
    "cheque",
    "cheque-bounced",
    "cheque-mini",
    "cheque-mini-bounced",
    "coin",
    "icon",
    "favicon",
    "wordmark",
    "home-street",
]
PNGS = {
    "icon-192.png": 192,
    "icon-512.png": 512,
    "icon-maskable-512.png": 512,
    "apple-touch-icon.png": 180,
}


def zipped(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 9))


def local(element) -> str:
    return element.tag.removeprefix(SVG)


def classes(element) -> list[str]:
    return element.get("class", "").split()


def assert_self_contained(root) -> None:
    ids = {e.get("id") for e in root.iter() if e.get("id")}
    for element in root.iter():
        assert local(element) not in {"script", "image", "foreignObject", "style", "text"}
        for name, value in element.attrib.items():
            plain = name.rsplit("}", 1)[-1].lower()
            assert not plain.startswith("on"), f"event handler {name}"
            assert plain != "style", "inline style would need a looser content policy"
            if plain == "href":
                assert value.startswith("#"), f"outside reference {value}"
            for target in re.findall(r"url\(([^)]*)\)", value):
                assert target.strip("'\"").lstrip("#") in ids, f"outside reference {target}"
            assert "data:" not in value
            assert "NaN" not in value and "undefined" not in value


@pytest.fixture(scope="module")
def symbols():
    root = ET.parse(ART / "sprite.svg").getroot()
    return {e.get("id"): e for e in root if e.tag == SVG + "symbol"}


@pytest.mark.parametrize("value", HOUSES)
def test_house_is_a_small_self_contained_picture(value):
    path = ART / "houses" / f"{value}.svg"
    root = ET.parse(path).getroot()
    assert root.tag == SVG + "svg"
    assert root.get("viewBox") == "0 0 100 140"
    assert root.get("preserveAspectRatio") == "xMidYMid slice"
    assert zipped(path) <= 4096
    assert_self_contained(root)


@pytest.mark.parametrize("value", HOUSES)
def test_house_has_one_lit_window_and_one_cat(value):
    root = ET.parse(ART / "houses" / f"{value}.svg").getroot()
    lit = [e for e in root.iter() if "lit" in classes(e)]
    cats = [e for e in root.iter() if "cat" in classes(e)]
    assert len(lit) == 1, "exactly one lit window"
    assert lit[0].get("fill") == LIT
    assert len(cats) == 1, "exactly one cat"
    eyes = {id(e) for e in cats[0].iter()}
    elsewhere = [
        e
        for e in root.iter()
        if LIT in (e.get("fill", "").upper(), e.get("stroke", "").upper()) and id(e) not in eyes and e is not lit[0]
    ]
    assert elsewhere == [], "the light of the window belongs to the window and the cat's eyes"
    assert any(e.get("fill", "").upper() == LIT for e in cats[0].iter()), "the cat looks at us"


def test_there_are_thirty_different_houses():
    files = sorted((ART / "houses").glob("*.svg"), key=lambda p: int(p.stem))
    assert [int(p.stem) for p in files] == list(HOUSES)
    assert len({p.read_bytes() for p in files}) == 30


def test_cat_is_always_somewhere_else():
    places = set()
    for value in HOUSES:
        root = ET.parse(ART / "houses" / f"{value}.svg").getroot()
        (cat,) = [e for e in root.iter() if "cat" in classes(e)]
        places.add(cat.get("transform"))
    assert len(places) == 30


def test_sprite_holds_exactly_the_named_symbols(symbols):
    assert set(symbols) == set(SYMBOLS)
    assert len(SYMBOLS) == len(set(SYMBOLS))
    assert zipped(ART / "sprite.svg") < 8192


def test_sprite_symbols_stand_alone(symbols):
    for name, symbol in symbols.items():
        box = [float(x) for x in symbol.get("viewBox").split()]
        assert len(box) == 4 and box[2] > 0 and box[3] > 0, name
        assert len(symbol) > 0, name
        assert not list(symbol.iter(SVG + "use")), f"{name}: one use must be enough"
        assert_self_contained(symbol)


@pytest.mark.parametrize("name", ICONS)
def test_icon_takes_the_colour_of_the_text(symbols, name):
    icon = symbols[name]
    assert icon.get("viewBox") == "0 0 24 24"
    assert icon.get("stroke") == "currentColor"
    assert icon.get("fill") == "none"
    inner = [e.get(k) for e in icon.iter() if e is not icon for k in ("fill", "stroke")]
    assert set(inner) == {None}


@pytest.mark.parametrize("name", [n for n in PLAYER_SYMBOLS if not n.startswith("shape-")])
def test_player_symbol_takes_the_colour_of_the_player(symbols, name):
    fills = [e.get("fill", "") for e in symbols[name].iter()]
    assert any(f.startswith("var(--c,") for f in fills)
    for fill in fills:
        if fill.startswith("var("):
            assert re.fullmatch(r"var\(--[a-z]+,#[0-9A-Fa-f]{3,6}\)", fill), "needs a fallback"


def test_doors_and_fronts_have_the_sizes_the_pages_rely_on(symbols):
    for shape in SHAPES:
        for tail in ("", "-shut", "-bot", "-bot-shut"):
            assert symbols[f"door-{shape}{tail}"].get("viewBox") == "0 0 44 54"
        for tail in ("", "-shut"):
            assert symbols[f"front-{shape}{tail}"].get("viewBox") == "0 0 320 284"
        assert symbols[f"badge-{shape}"].get("viewBox") == "0 0 28 28"


@pytest.mark.parametrize("name", PICTURES)
def test_picture_is_small_and_self_contained(name):
    path = ART / f"{name}.svg"
    root = ET.parse(path).getroot()
    assert root.tag == SVG + "svg"
    assert root.get("viewBox")
    assert zipped(path) <= (6144 if name == "home-street" else 1024)
    assert_self_contained(root)


@pytest.mark.parametrize(
    ("name", "ratio"),
    [
        ("back", 100 / 140),
        ("cheque", 2),
        ("cheque-bounced", 2),
        ("cheque-mini", 50 / 39),
        ("cheque-mini-bounced", 50 / 39),
    ],
)
def test_picture_has_the_ratio_of_its_card(name, ratio):
    box = [float(x) for x in ET.parse(ART / f"{name}.svg").getroot().get("viewBox").split()]
    assert box[2] / box[3] == pytest.approx(ratio, abs=0.001)


@pytest.mark.parametrize(("name", "size"), PNGS.items())
def test_icon_png_has_its_size(name, size):
    data = (ART / name).read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (size, size)
    assert len(data) < 20_000


def test_fonts_named_in_the_stylesheet_exist_and_are_small():
    css = (FONTS / "fonts.css").read_text()
    files = re.findall(r"url\(([^)]+)\)", css)
    assert len(files) == 2
    for name in files:
        data = (FONTS / name).read_bytes()
        assert data[:4] == b"wOF2"
        assert len(data) <= 66_000
    assert css.count("font-display: swap") == 2
    assert "SIL OPEN FONT LICENSE" in (FONTS / "OFL.txt").read_text().upper()


def in_ranges(css_ranges: str, char: str) -> bool:
    for part in css_ranges.split(","):
        low, _, high = part.strip().removeprefix("U+").partition("-")
        if int(low, 16) <= ord(char) <= int(high or low, 16):
            return True
    return False


def test_the_first_font_file_covers_three_languages():
    css = (FONTS / "fonts.css").read_text()
    first, second = re.findall(r"unicode-range: ([^;]+);", css)
    wanted = "AZaz09$€äöüÄÖÜßéèêëàâçîïôùûÿœŒÆæ«»„“”‘’–—…×−·•\u00a0\u202f"
    assert [c for c in wanted if not in_ranges(first, c)] == []
    assert [c for c in "łőşčžẞĀ" if not in_ranges(second, c)] == []
    assert not any(in_ranges(second, c) for c in wanted), "the second file loads on demand only"
