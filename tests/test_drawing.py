"""What a game draws and says itself; no other file asks which game it is."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

import st2lib
from st2lib import ST2
from stlib import ST1, lessons
from stlib.play.named_demands import name_place, places, say_demand
from stlib.svg import draw, speak
from stlib.svg.game_drawing import GameDrawing
from stlib.svg.shapes import words
from stlib.svg.viewpoint import say_letters
from stlib.widgets import Board

ROOT = Path(__file__).resolve().parents[1]
GAMES = (ST1, ST2)
ROOMS = [path for room in ("svg", "widgets") for path in sorted((ROOT / "stlib" / room).iterdir())]
SOURCES = [path for path in ROOMS if path.suffix in (".py", ".js", ".css")]
#: What only one of the games has; a file that names it asks which game it is.
OWN = {
    "siege", "cauldron", "cauldrons", "oil", "oil_takes", "damaged", "TILES", "Tile", "retreat",
    "pour", "stones", "mode", "to_draw", "to_return", "WIN_STONES", "MODES", "ST1", "ST2",
    "declare", "attacker", "defender", "hasattr",
}  # fmt: skip
#: What may be called so all the same: a paint.
ALLOWED = {"shapes.py": {"oil", "mode"}, "faces.py": {"mode"}}

each_game = pytest.mark.parametrize("game", GAMES, ids=str)


# --- nobody asks which game it is ---------------------------------------------------------------


def used(path):
    """Yield the names, attributes and short texts in a file's code, docstrings left out."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield from node.value.split() if "\n" not in node.value else ()


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.name)
def test_pictures_and_boards_ask_no_game_what_it_is(path):
    """The code of pictures and boards names nothing that only one game has."""
    text = path.read_text(encoding="utf-8")
    assert "siege" not in text.lower()
    if path.suffix == ".py":
        assert set(used(path)) & OWN <= ALLOWED.get(path.name, set())


class Plain(GameDrawing):
    """A game that draws only what it must."""

    tactic_classes = ST1.drawing.tactic_classes
    deck_word = "clan"
    claim_verb = "claim"
    lane_verbs = main_verbs = ("claim",)
    claim_phases = ("PLAY", "CLAIM")

    def middle_height(self, seen):
        return 30

    def middle(self, seen, lane, at):
        return [words(0, at.middle + 20, f"the middle of {lane.number}")]

    def button_heights(self, seen, lane, at):
        return {"claim": at.act}

    def lanes_ask(self, seen):
        return "Three cards each."

    def score(self, seen):
        return "Nobody counts."

    def stage(self, seen):
        return "PLAY"


def test_a_game_that_draws_little_is_drawn(monkeypatch):
    """A game must bring little, and pictures and boards show what it brings."""
    monkeypatch.setattr(type(ST1), "drawing", Plain())
    position = ST1.setup({3: ("r7 r8 r9", "b1")}, phase="CLAIM")
    assert "the middle of 9" in draw(position.view(0))
    assert "Stone 3: Player 1 r7 r8 r9, Player 2 b1." in speak(position)
    board = Board(position, bots={}, hands_open=True)
    page = str(board.state["tree"])
    assert "Three cards each." in page and "Nobody counts." in page
    assert "Claim stone 3" in page


@pytest.mark.parametrize("game", GAMES, ids=str)
def test_every_tactic_card_has_a_class(game):
    """Every tactic card has a class, also one that a game gets later."""
    assert list(game.drawing.tactic_classes) == list(game.deck.tactics)


# --- a demand in words --------------------------------------------------------------------------


@each_game
@pytest.mark.parametrize("lang", ["en", "de", "fr", "nl"])
def test_a_demand_is_said_alike_everywhere(game, lang):
    """Lists to choose from, spoken tables and pictures say a demand in the same words."""
    variant = game.find_variant("tactics")
    for name, demand in places(game, variant).items():
        said = say_demand(demand, game.name, lang)
        assert name_place(game, variant, name, lang).endswith(f": {said}")
        if (table := showing(game, name)) is not None:
            assert said in speak(table, lang)
            assert said in draw(table, lang)


def showing(game, name):
    """Return a position in which a lane asks for this, None where nothing needs to be said."""
    if game is ST2:
        tiles = [tile.name for tile in ST2.rules.TILES]
        number = tiles.index(name.removesuffix("_damaged")) + 1
        return ST2.setup(damaged=(number,) if name.endswith("_damaged") else ())
    return (
        None if name == "stone" else ST1.setup({5: ("r1", "")}, modes={5: name}, variant="tactics")
    )


def test_the_lesson_says_demands_alike():
    """The table of the wall says what each face asks for as the board does."""
    told = lessons.wall(st2lib.TILES).text
    for tile in st2lib.TILES:
        for demand in (tile.intact, tile.damaged):
            assert say_demand(demand, "ST2") == lessons.say_demand(demand)
            assert f"| {say_demand(demand, 'ST2')} |" in told


COMMAND = """
import sys
from stlib.__main__ import COMMAND
from stlib.cli import main
main(COMMAND, ["prove", "r4 g4 b4 y4", "r9", "--demand", "mud_fight", "--lang", "de"])
print([name for name in sys.modules if name.startswith(("stlib.svg", "stlib.widgets"))])
"""


def test_a_command_needs_no_drawings():
    """To read a demand's name and say the answer the command line loads no picture."""
    done = subprocess.run(
        [sys.executable, "-c", COMMAND], capture_output=True, text=True, cwd=ROOT, check=True
    )
    *said, loaded = done.stdout.splitlines()
    assert said
    assert loaded == "[]"


# --- what stands on a card ----------------------------------------------------------------------


@each_game
def test_a_tactic_card_bears_no_color_letter(game):
    """Its face has no letter that could be read as a color's, before it stands for a card."""
    for name in game.deck.tactics:
        face = game.drawing.face(game.card(name), "en")
        signs = [node["text"] for node in walk(face) if "text" in node]
        assert not {sign.lower() for sign in signs} & set(game.deck.colors), name


@pytest.mark.parametrize("lang", ["en", "de"])
@each_game
def test_a_board_explains_the_letters_of_its_cards(game, lang):
    """It names the color of every letter in its own language."""
    told = [
        node["text"]
        for node in walk([Board(game, seed=1, lang=lang).state["tree"]])
        if "text" in node
    ]
    expected = say_letters(game.deck, lang)
    assert ("y gelb" in expected) == (lang == "de")
    assert any(expected in text for text in told)


def walk(nodes):
    """Yield all nodes of trees."""
    for node in nodes:
        yield node
        yield from walk(node.get("kids", ()))
