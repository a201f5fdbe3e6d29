"""Every picture in a notebook has its words: as it is shown, and in a page made of the notebook."""

import base64
import json
import re
from html.parser import HTMLParser
from pathlib import Path

import nbformat
import pytest

nbconvert = pytest.importorskip("nbconvert")
nbclient = pytest.importorskip("nbclient")

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
KERNEL = {"kernelspec": {"name": "python3", "display_name": "Python 3"}}

#: One of each thing that draws itself; each cell shows at least one picture.
CELLS = (
    "import matplotlib.pyplot as plt, st2lib, stlib\n"
    "from stlib import plots\n"
    "from stlib.widgets import *\n"
    "sides = {1: ('r7 r8', 'b2 b3 b4'), 2: ('g1', '')}\n"
    "stlib.ST1.setup(sides)",
    "stlib.ST1.deal(seed=7).view(0)",
    "st2lib.ST2.deal(seed=7, variant='tactics').view(1)",
    "Board(stlib.ST1, variant='tactics', seed=7, lang='de')",
    "Board(st2lib.ST2, seed=7)",
    "ClaimChecker(stlib.ST1)",
    "OddsExplorer(stlib.ST1, mine='r4', hand='r5 b4', goal='color')",
    "BorderExplorer()",
    "WallExplorer(st2lib.ST2)",
    "sets = stlib.odds.class_sizes(3)\nplots.plot_kinds(sets, title='Sets of \"three\"');",
    "plots.plot_ranks({'three': sets}, title='Ranks');",
    "plots.plot_classes(stlib.odds.strength_classes(), title='Klassen', lang='de');",
    "plots.plot_odds({'r4 r5': {1: 0.25, 3: 0.5}}, title='Lines');",
    "pool = stlib.parse_cards('r3 r6 r7 b4')\n"
    "plots.plot_waiting(stlib.odds.waiting(stlib.Kind.COLOR_RUN, 'r4 r5', pool), title='Wait');",
    "plots.plot_outs(stlib.odds.gains(stlib.Kind.COLOR, 'r5', pool, 3), title='Outs');",
    "plots.plot_starts({(pool[0], pool[1]): 0.5}, title='Starts');",
    "rows = stlib.odds.of_view(stlib.ST1.setup(sides).view(0), draws=1, samples=50)\n"
    "plots.plot_lanes(rows, title='Lanes');",
    "figure, two = plt.subplots(1, 2)\n"
    "plots.plot_kinds(sets, ax=two[0], title='Left')\n"
    "plots.plot_win_rates([('greedy', 6, 9)], ax=two[1], title='Right');",
)


class Pictures(HTMLParser):
    """Finds the pictures of a page, and those without words.

    Attributes
    ----------
    told : list of str
        The text alternatives, in order.
    mute : list of str
        The tags of pictures that have none and are not hidden from a screen reader.
    """

    def __init__(self, page: str):
        super().__init__()
        self.told: list[str] = []
        self.mute: list[str] = []
        self._inside = 0  # depth of svg elements
        self.feed(page)

    def handle_starttag(self, tag, attrs):
        """Look at an image, or at the outermost of nested drawings."""
        if tag == "svg":
            self._inside += 1
        if tag == "img" or (tag == "svg" and self._inside == 1):
            self._look(tag, dict(attrs))

    def handle_endtag(self, tag):
        """Leave a drawing."""
        self._inside -= tag == "svg"

    def _look(self, tag, attrs):
        text = attrs.get("alt") if tag == "img" else attrs.get("aria-label")
        if text and text.strip() and not text.startswith("No description"):
            self.told.append(text)
        elif attrs.get("aria-hidden") != "true":
            self.mute.append(self.get_starttag_text()[:200])


def outputs_of(notebook):
    """Return the outputs of all cells, in order, with the number of their cell."""
    return [
        (number, output)
        for number, cell in enumerate(notebook.cells)
        for output in cell.get("outputs", [])
        if "data" in output
    ]


@pytest.fixture(scope="module")
def shown():
    """Run a notebook that shows one of each thing that draws itself."""
    cells = [nbformat.v4.new_code_cell(source) for source in CELLS]
    notebook = nbformat.v4.new_notebook(cells=cells, metadata=KERNEL)
    nbclient.NotebookClient(notebook, timeout=300).execute()
    return notebook


def test_every_kind_of_picture_has_words_in_an_export(shown):
    """Positions, views, boards, explorers and charts, made into HTML, all have a text."""
    page, _ = nbconvert.HTMLExporter().from_notebook_node(shown)
    found = Pictures(page)
    assert found.mute == []
    assert len(found.told) == len(CELLS)


def test_the_words_say_what_is_drawn(shown):
    """They name title, axes and data; two charts in one figure are both told."""
    page, _ = nbconvert.HTMLExporter().from_notebook_node(shown)
    told = Pictures(page).told
    assert told[0].startswith("Board: Stone 1: Player 1 r7 r8, Player 2 b2 b3 b4")
    kinds = told[9].replace("\xa0", " ")
    assert kinds.startswith('Chart: Sets of "three". From left to right: number of card sets.')
    assert "Color Run: 42 (0.17%)" in kinds
    assert told[11].startswith("Diagramm: Klassen. Von links nach rechts: ")
    assert "Chart: Left." in told[-1]
    assert "Chart: Right." in told[-1]


def test_every_kind_of_picture_has_words_in_the_lab(shown):
    """JupyterLab prefers HTML to a bare image, so whatever has an image has HTML with words."""
    drawn = set()
    for number, output in outputs_of(shown):
        if any(form.startswith("image/") for form in output.data):
            drawn.add(number)
            found = Pictures(output.data["text/html"])
            assert (len(found.told), found.mute) == (1, []), CELLS[number]
    assert drawn == set(range(len(CELLS)))


def test_a_chart_is_the_same_image_in_both_forms(shown):
    """The image with words shows what the bare image shows."""
    data = outputs_of(shown)[-1][1].data
    source = re.search(r"base64,([^\"]+)", data["text/html"])[1]
    assert base64.b64decode(source) == base64.b64decode(data["image/png"])


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_notebooks_draw_only_what_brings_its_words(path):
    """Each notebook's pictures come from this library; those in its text have words."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    assert not re.search(r"matplotlib|pyplot|\bplt\b|\.plot\(|\bSVG\(|\bImage\(|figure\(", code)
    text = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    assert not re.search(r"!\[\s*\]", text)
    assert Pictures(text).mute == []


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_no_output_shows_the_code_of_a_blank(path):
    """A percentage stands there as one reads it, not with the code of its no-break space."""
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    outputs = [cell.get("outputs") for cell in cells]
    assert r"\xa0" not in json.dumps(outputs, ensure_ascii=False)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["00_start", "13_proving_a_claim"])
def test_a_notebook_made_into_a_page_has_words_for_every_picture(name):
    """Run from top to bottom and made into HTML, no picture is without words."""
    notebook = nbformat.read(ROOT / "notebooks" / f"{name}.ipynb", 4)
    place = {"metadata": {"path": str(ROOT / "notebooks")}}
    nbclient.NotebookClient(notebook, timeout=300, resources=place).execute()
    page, _ = nbconvert.HTMLExporter().from_notebook_node(notebook)
    found = Pictures(page)
    assert found.mute == []
    assert found.told
