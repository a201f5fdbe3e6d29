"""The board fits: into the windows of small laptops, a narrow page, and a page that is zoomed.

The pages are drawn by the board's own script from the tree that Python sends, in a frame as
large as JupyterLab leaves for a cell; no kernel is needed to measure them.
"""

import json

import pytest

from st2lib import ST2
from stlib import ST1, showcase
from stlib.widgets import Board
from stlib.widgets.page_widget import script, styles

#: What JupyterLab leaves of a window, its side bar closed: width of a cell, height of all cells.
LAB = {(1366, 768): (1186, 647), (1024, 768): (844, 647)}
GAP = 27  # nobody scrolls to the pixel
VARIANTS = [(game, name) for game in (ST1, ST2) for name in game.variants]
PAGE = """<!doctype html><meta charset="utf-8"><style>%s</style>
<body style="margin: 0"><div id="host" style="width: %s"></div>
<script type="module">
  const model = { get: () => (%s), on() {}, off() {}, send() {} };
  const code = new Blob([%s], { type: "text/javascript" });
  const module = await import(URL.createObjectURL(code));
  module.default.render({ model, el: document.getElementById("host") });
  document.body.dataset.ready = "true";
</script>"""
CSS, CODE = styles("board"), script("board")
#: Boxes of what must be seen at once, and the smallest letters, in pixels of the page.
MEASURE = """() => {
  const box = (element) => element.getBoundingClientRect();
  const seen = [...document.querySelectorAll(".stb-head, .stb-bar, .stb-table > svg")].map(box);
  const letters = [...document.querySelectorAll(".stb-table text")].map((text) => {
    const size = Number(text.getAttribute("font-size"));
    return [size * text.getScreenCTM().d, text.textContent];
  });
  const width = document.querySelector("#host").scrollWidth;
  return {
    bottom: Math.max(...seen.map((one) => one.bottom)),
    table: seen.map((one) => one.height),
    right: Math.max(...[...document.querySelectorAll(".stb-page > *")].map((e) => box(e).right)),
    letters: letters.sort((a, b) => a[0] - b[0])[0],
    height: document.querySelector(".stb-table > svg").getBoundingClientRect().height,
    width,
  };
}"""


#: Writings that run under each other, and those that touch the edge of what they stand in.
CLASHES = """() => {
  const inked = (element) => {  // where ink is: from the height of capitals to the baseline
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const high = bottom - top;
    return { left, right, top: top + 0.3 * high, bottom: bottom - 0.25 * high };
  };
  const texts = [...document.querySelectorAll(".stb-table > svg text")];
  const shown = texts.filter((text) => text.getBoundingClientRect().width && !isCovered(text));
  function isCovered(text) {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return over !== text && !over?.contains(text) && !over?.parentNode.contains(text);
  }
  const meet = (a, b) =>
    a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
  const found = [];
  const LINES = ":scope > path[transform], :scope > path[fill=none], :scope > g > path";
  shown.forEach((text, i) => {
    for (const other of shown.slice(i + 1)) {
      if (meet(inked(text), inked(other))) found.push([text.textContent, other.textContent]);
    }
    for (const mark of text.parentNode.querySelectorAll(LINES)) {
      const { left, right, top, bottom } = mark.getBoundingClientRect();
      const wide = { left: left - 2, right: right + 2, top, bottom };
      if (meet(inked(text), wide)) found.push([text.textContent, "a mark"]);
    }
    const pill = text.closest(".stb-button")?.querySelector("rect").getBoundingClientRect();
    const box = text.getBoundingClientRect();
    if (pill && box.width > pill.width - 8) found.push([text.textContent, "its pill"]);
    const svg = text.closest(".stb-table > svg").getBoundingClientRect();
    if (box.right > svg.right || box.left < svg.left || inked(text).bottom > svg.bottom)
      found.push([text.textContent, "the edge"]);
  });
  return found;
}"""


def crowded(lang):
    """Return boards with much on them: claims, damaged tiles, open and closed hands, elites."""
    hands = ("g5 g6 g7 g8 g9 b10", "r8 r7 k6 k5 k9 k1")
    walls = {1: ("r1 b2", "k0"), 2: ("r4 g4 b4 k4", "r5"), 4: ("r10 k11", "b7 b8")}
    walls |= {5: ("y1 y2 y3", "b6"), 7: ("g1", "")}
    siege = {
        seat: ST2.setup(walls, hands=hands, damaged=(1, 3, (5, 6)[seat]), to_move=seat)
        for seat in (0, 1)
    }
    stones = {1: ("r4 g4 b4", "v5 v6"), 2: ("r1 g2 b3", "y9 y8 n5"), 5: ("r7 r8 r9", "b8 b9")}
    border = ST1.setup(stones, hands=("v7 y1 y2 y3 n1 n2", "g5 g6 g7 g8 g9 y4"), claimed={2: 1})
    both = {0: "uniform", 1: "uniform"}
    watched = [Board(game, variant="tactics", bots=both, seed=11, lang=lang) for game in (ST1, ST2)]
    for board in watched:
        for _ in range(12):
            board.next_move()
    scenes = [(ST1, "joker"), (ST1, "mud_fight"), (ST2, "joker"), (ST2, "oil"), (ST2, "support")]
    return [
        Board(border, lang=lang),
        *(Board(position, player=seat, lang=lang) for seat, position in siege.items()),
        *watched,
        *(Board(**showcase.scene(game, name).board(lang)) for game, name in scenes),
    ]


def boards(lang="en"):
    """Return a board of each game and variant, and one for each seat of the siege."""
    seats = [(game, name, seat) for game, name in VARIANTS for seat in (0, 1)[: 1 + (game is ST2)]]
    return [Board(game, variant=name, seed=3, player=p, lang=lang) for game, name, p in seats]


def show(page, board, window, width):
    """Draw a board in a window; the cell is so wide (CSS)."""
    page.set_viewport_size({"width": window[0], "height": window[1]})
    state = json.dumps(board.state).replace("</", "<\\/")
    code = json.dumps(CODE).replace("</", "<\\/")
    page.set_content(PAGE % (CSS, width, state, code))
    page.locator("body[data-ready]").wait_for()


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("window", LAB, ids=lambda size: f"{size[0]}x{size[1]}")
def test_status_table_hand_and_buttons_are_seen_at_once(page, window, lang):
    """In every variant they fit into what JupyterLab leaves of the window, with room to spare."""
    width, height = LAB[window]
    for board in boards(lang):
        show(page, board, window, f"{width}px")
        found = page.evaluate(MEASURE)
        told = (board.position.game.name, board.position.variant.name, found)
        assert found["bottom"] <= height - GAP, told
        assert found["right"] <= width, told
        assert found["letters"][0] >= 11, told


@pytest.mark.parametrize("window", [(400, 800), (683, 384)], ids=["narrow", "zoomed"])
def test_hand_and_lanes_are_seen_together(page, window):
    """On a narrow page, and at 200 % on a small laptop, the table is no higher than the window."""
    for board in boards():
        show(page, board, window, "100%")
        found = page.evaluate(MEASURE)
        told = (board.position.game.name, board.position.variant.name, found)
        assert found["height"] <= window[1], told
        assert found["letters"][0] >= 11, told
        assert found["width"] <= window[0], told


@pytest.mark.parametrize("lang", ["en", "de"])
def test_nothing_runs_under_anything_else(page, lang):
    """Writings on cards, tiles, pills, and beside hands keep apart, however much lies there."""
    for number, board in enumerate([*crowded(lang), *boards(lang)]):
        show(page, board, (1366, 768), "1186px")
        assert page.evaluate(CLASHES) == [], (number, board.position.game.name)
