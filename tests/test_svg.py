"""Pictures and words of positions and views that need no kernel."""

import random
import re
import runpy
from pathlib import Path
from xml.etree import ElementTree

import pytest

from st2lib import ST2
from stlib import ST1
from stlib.cards.demand import Kind
from stlib.svg import bundle, draw, shapes, speak

GAMES = (ST1, ST2)
each_game = pytest.mark.parametrize("game", GAMES, ids=str)
each_variant = pytest.mark.parametrize(
    ("game", "variant"), [(game, name) for game in GAMES for name in ("base", "tactics")], ids=str
)
NAMES = {
    "red": "r",
    "blue": "b",
    "green": "g",
    "yellow": "y",
    "violet": "v",
    "brown": "n",
    "gray": "k",
}


def positions(game, seed=1, variant=None):
    """Yield every position of a random game."""
    chance = random.Random(seed)
    position = game.deal(seed, variant)
    yield position
    while position.outcome is None:
        position = position.apply(chance.choice(position.legal_moves))
        yield position


def cards_in(svg):
    """Return the cards that a picture's labels name, as a list."""
    labels = re.findall(r'aria-label="([^"]*)"', svg)
    found = re.findall(rf"({'|'.join(NAMES)}) (\d+)", " ".join(labels))
    return [NAMES[color] + value for color, value in found]


def on_table(position):
    return [str(card) for lane in position.lanes for side in lane.sides for card in side]


@each_variant
def test_pictures_are_well_formed(game, variant):
    """Every position of a game draws as XML, without ids, scripts, links or unfilled paints."""
    for position in positions(game, variant=variant):
        for table in (position, position.view(0), position.view(1), position.view(None)):
            svg = draw(table)
            root = ElementTree.fromstring(svg)
            assert root.tag == "{http://www.w3.org/2000/svg}svg"
            assert not re.search(r" id=|<script|href|var\(|<style", svg)


@each_game
def test_a_position_shows_what_lies_open(game):
    """A position draws every laid card once and neither hand, unless it is asked to."""
    for position in positions(game):
        assert sorted(cards_in(draw(position))) == sorted(on_table(position))
        hands = [str(card) for hand in position.hands for card in hand]
        shown = cards_in(draw(position, hands_open=True))
        assert sorted(shown) == sorted(on_table(position) + hands)


@each_game
@pytest.mark.parametrize("player", [0, 1])
def test_a_view_shows_its_own_hand(game, player):
    """A view draws what lies open and its own hand, in words and in the picture."""
    for position in positions(game):
        view = position.view(player)
        hand = [str(card) for card in position.hands[player]]
        assert sorted(cards_in(draw(view))) == sorted(on_table(position) + hand)
        assert (f"your hand {' '.join(hand)}." in speak(view)) == bool(hand)


def test_words_of_a_stone():
    """Sides are said in laying order, own side first, with who holds the stone."""
    position = ST1.setup(
        {5: ("r9 r7 r8", "b9 b8")}, claimed={5: 0}, hands=("r1 v1", None), to_move=1
    )
    words = speak(position.view(0))
    assert words.startswith("Board: your hand r1 v1. Stone 5: You r9 r7 r8, Opponent b9 b8.")
    assert "Claimed: You." in words
    assert words.endswith("Opponent to move.")
    assert "Stone 5: You b9 b8, Opponent r9 r7 r8. Claimed: Opponent." in speak(position.view(1))


def test_words_of_a_tile():
    """The words say what a tile asks for, even if it has no cards."""
    position = ST2.setup({4: ("r5 r6", "")}, damaged=(1,), cauldrons=2, discard="k0 y11")
    words = speak(position)
    assert "Tile 1, Left pit (damaged, 3 cards, Run): The attacker nothing" in words
    assert (
        "Tile 4, Gate (intact, 2 cards, all kinds): The attacker r5 r6, The defender nothing"
        in words
    )
    assert "Tile 7, Right pit (intact, 3 cards, total only, lower wins)" in words
    assert "Oil cauldrons: 2. Discard k0 y11." in words


@each_game
def test_the_end_is_said(game):
    """A finished game says how it ended, in words and in the picture."""
    *_, last = positions(game)
    assert speak(last).endswith(last.outcome.say())
    assert last.outcome.say() in draw(last)


@each_game
@pytest.mark.parametrize("lang", ["en", "de", "fr", "nl"])
def test_languages(game, lang):
    """Pictures and words come in each language, with nothing left to fill in."""
    for text in (draw(game.deal(1), lang), speak(game.deal(1), lang)):
        assert "{" not in text
    with pytest.raises(ValueError, match="unknown language"):
        draw(game.deal(1), "xx")


def test_seats():
    """Either side can lie below."""
    position = ST1.setup({1: ("r1", "b1")})
    first, second = (draw(position, seat=seat) for seat in (0, 1))
    assert first.index("Player 2: blue 1") < first.index("Player 1: red 1")
    assert second.index("Player 1: red 1") < second.index("Player 2: blue 1")


def test_the_defender_sees_the_tiles_in_the_same_order():
    """Also for the defender tile 1 is leftmost."""
    svg = draw(ST2.deal(1).view(1))
    assert svg.index("Tile 1, Left pit") < svg.index("Tile 7, Right pit")


@each_game
def test_dark_pictures(game):
    """A dark picture differs in its paints alone."""
    light, dark = draw(game.deal(1)), draw(game.deal(1), dark=True)
    assert light != dark
    colors = re.compile("#[0-9a-f]{6}")
    assert colors.sub("", light) == colors.sub("", dark)


def test_bundles():
    """A notebook gets a picture and words."""
    position = ST1.deal(7)
    shown = bundle(position)
    assert shown["image/svg+xml"] == draw(position)
    assert shown["text/plain"] == speak(position)
    assert f'alt="{speak(position)}"' in shown["text/html"]
    assert position._repr_mimebundle_() == shown


# --- readable by everyone -----------------------------------------------------------------------


def luminance(color):
    """Return the relative luminance of a hex color, as in WCAG."""
    parts = [int(color[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(a, b):
    light, dark = sorted((luminance(a), luminance(b)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", [0, 1], ids=["light", "dark"])
@pytest.mark.parametrize(
    ("ink", "ground"),
    [
        ("ink", "table"),
        ("ink", "lane"),
        ("quiet", "table"),
        ("quiet", "wall"),
        ("ink", "wall"),
        ("ink", "broken"),
        ("on_stone", "stone"),
        ("you", "table"),
        ("you", "lane"),
        ("they", "table"),
        ("they", "lane"),
        ("on_accent", "accent"),
        ("on_owner", "you"),
        ("on_owner", "they"),
        *(("white", name) for name in ("elite", "mode", "ruse")),
        ("on_back", "tactic_back"),
        *(("white", name) for name in ("red", "blue", "green", "violet", "brown", "gray")),
        ("print", "yellow"),
    ],
)
def test_contrast(ink, ground, theme):
    """All text has a contrast of at least 4.5 to 1 with its background."""
    assert contrast(shapes.PAINTS[ink][theme], shapes.PAINTS[ground][theme]) >= 4.5


@each_game
def test_every_color_has_its_own_mark_and_letter(game):
    """No two colors share a mark, and each card shows letter and value equally large."""
    marks = [shapes._MARKS[letter] for letter in game.deck.colors]
    assert len(set(marks)) == len(marks)
    for card in (game.card.from_id(number) for number in range(game.deck.size)):
        printed = [node for node in shapes.card_face(card) if node["tag"] == "text"]
        assert [node["text"] for node in printed] == [card.color.upper(), str(card.value)]
        assert {node["attrs"]["font-size"] for node in printed} == {"22"}
        assert shapes.card_width(card) >= 56


def test_every_kind_has_its_own_sign():
    """The five kinds are told apart by shape."""
    signs = [str(shapes.pictogram(kind, 0, 0)) for kind in Kind]
    assert len(set(signs)) == 5


@each_variant
def test_text_is_large(game, variant):
    """Nothing in a picture is written smaller than 17 units, a card being 66 or 72 wide."""
    for position in positions(game, variant=variant):
        sizes = map(int, re.findall(r'font-size="(\d+)"', draw(position.view(0))))
        assert min(sizes) >= 17


# --- pictures in the documentation ----------------------------------------------------------------

IMAGES = Path(__file__).parents[1] / "docs" / "images"
MAKE = runpy.run_path(str(IMAGES / "make.py"), run_name="make")


@pytest.mark.parametrize("name", MAKE["PICTURES"])
def test_pictures_in_the_docs_are_up_to_date(name):
    """A picture that differs is renewed with ``python docs/images/make.py``."""
    assert (IMAGES / name).read_text(encoding="utf-8") == MAKE["PICTURES"][name]() + "\n"


def test_no_picture_is_left_over():
    """Every picture in the folder is made by its script."""
    assert {path.name for path in IMAGES.glob("*.svg")} == set(MAKE["PICTURES"])
