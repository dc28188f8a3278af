"""When a push arrives, nothing jumps: whole games on screens of all sizes, and the browser counts what moved."""

from random import Random

import pytest

from tests.browser.people import TABLE, Party, for_sale_moves, square_on_sale_moves

pytestmark = pytest.mark.browser

ALL_SIZES = (("de", 360, 740), ("de", 320, 640), ("en", 768, 1024), ("fr", 1920, 1080), ("de", 1280, 800))
SMALLEST = (("de", 320, 640),)
MOST = 0.1
"""What browsers call good for all that a page does, here for each push."""
MOST_BY_A_TURN = 0.07
"""Square on Sale tells a turn above or below the board and again in its lists, of which pages show more or less."""
WATCH = """
window.jumps = [];
window.moved = []; // parts that have moved twice
let tops = {};
let moves = {};
let phase = "";
let begun = 0;
document.addEventListener("screen:shown", () => {
  const shown = document.getElementById("screen")?.dataset.phase;
  if (shown !== phase) { // another screen, and meant to be one
    [phase, begun, tops, moves] = [shown, Infinity, {}, {}];
    requestAnimationFrame(() => requestAnimationFrame(() => phase === shown && (begun = performance.now())));
  }
  requestAnimationFrame(() => {
    for (const { id, offsetTop } of document.querySelectorAll("#sign, #offer, #strip, #players, #board, #street")) {
      if (Math.abs(offsetTop - (tops[id] ?? offsetTop)) > 2) moves[id] = [...(moves[id] ?? []), offsetTop];
      if (moves[id]?.length > 1) window.moved.push(`${innerWidth}: ${id} to ${moves[id]}`);
      tops[id] = offsetTop;
    }
  });
});
const name = (node) => node && (node.closest?.("[id]") ?? node.parentElement?.closest("[id]"))?.id;
const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
new PerformanceObserver((list) => {
  for (const { value, hadRecentInput, startTime, sources } of list.getEntries())
    if (!hadRecentInput && startTime > begun)
      window.jumps.push({ value, moved: sources.map((each) =>
        `${name(each.node)}: ${box(each.previousRect)} -> ${box(each.currentRect)}`) });
}).observe({ type: "layout-shift", buffered: true });
"""


class Watched(Party):
    """Players on screens of different sizes, all of which note what moves by itself."""

    def phone(self, **how):
        if how.get("viewport") == TABLE:
            how |= {"viewport": {"width": 1920, "height": 1080}, "has_fingers": False}
        phone = super().phone(**how)
        phone.context.add_init_script(WATCH)
        return phone

    def worst_jumps(self, most: float = MOST) -> list[object]:
        """What moved most on each screen, where it is too much."""
        worst = [max(screen.page.evaluate("jumps"), key=lambda jump: jump["value"]) for screen in self.screens]
        return [jump for jump in worst if jump["value"] > most]

    def moved_parts(self) -> list[str]:
        """Parts of the table that did not stay where they were. A sign with many names may push them down, once."""
        return [part for screen in self.screens for part in screen.page.evaluate("moved")]


@pytest.fixture
def watched(chromium, site, request):
    party = Watched(chromium, site, getattr(request, "param", ALL_SIZES))
    yield party
    party.go_home()


@pytest.mark.parametrize("watched", [ALL_SIZES, SMALLEST], ids=["all sizes", "smallest"], indirect=True)
def test_nothing_jumps_in_a_game_of_for_sale(watched):
    watched.sit_down(5, with_table=True, kind="for_sale", edition="2015")

    watched.play(for_sale_moves(Random(5)))

    assert watched.moved_parts() == []
    assert watched.worst_jumps() == []


def test_nothing_jumps_in_a_game_of_square_on_sale(watched):
    watched.sit_down(4, with_table=True, kind="square_on_sale")

    watched.play(square_on_sale_moves(Random(4), bids=30))

    assert watched.moved_parts() == []
    assert watched.worst_jumps(MOST_BY_A_TURN) == []
