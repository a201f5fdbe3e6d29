"""The explorers in Python: what they answer, what they send to the page, and what they refuse."""

import ast
import json
import random
import re
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import ipywidgets
import pytest
import traitlets

import st2lib
import stlib
from boards import shown
from st2lib import ST2
from stlib import LANGUAGES, ST1, CardError, GameError, Kind, SetupError
from stlib.base.words import entries, page_language
from stlib.chances import OddsError, duel_assumes, percent
from stlib.claims.prove import Prover
from stlib.widgets import Board, BorderExplorer, ClaimChecker, OddsExplorer, WallExplorer

LIBRARIES = {"ST1": stlib, "ST2": st2lib}
GAMES = (ST1, ST2)
each_game = pytest.mark.parametrize("game", GAMES, ids=str)
MAKERS = {
    "claim ST1": lambda **kw: ClaimChecker(ST1, mine="r7 r8 r9", theirs="b8 b9", **kw),
    "claim ST2": lambda **kw: ClaimChecker(ST2, mine="r7 r8 r9", table="k0 k11", **kw),
    "claim elite": lambda **kw: ClaimChecker(ST1, mine="r7 joker1", variant="tactics", **kw),
    "odds ST1": lambda **kw: OddsExplorer(ST1, mine="r8", hand="r7 b2", **kw),
    "odds ST2": lambda **kw: OddsExplorer(ST2, place="gate_damaged", hand="k0 k1", **kw),
    "border": lambda **kw: BorderExplorer(mine=(4, 5), theirs=(1, 2), **kw),
    "wall": lambda **kw: WallExplorer(ST2, tile=4, damaged=True, **kw),
    "wall whole": lambda **kw: WallExplorer(ST2, tile=2, **kw),
    "border won": lambda **kw: BorderExplorer(mine=(3, 4, 5), **kw),
}
each_explorer = pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)


def nodes(tree):
    """Yield every node of a tree."""
    yield tree
    for kid in tree.get("kids", ()):
        yield from nodes(kid)


def page(explorer):
    """Return all nodes of a page, drawings that are sent once in their places."""
    parts = explorer.parts
    whole = (nodes(parts[n["part"]]) if "part" in n else [n] for n in nodes(explorer.state["tree"]))
    return [node for several in whole for node in several]


def texts(explorer):
    """Return every text of the page, names for screen readers included."""
    names = [node.get("attrs", {}).get("aria-label") for node in page(explorer)]
    return [node["text"] for node in page(explorer) if "text" in node] + list(filter(None, names))


def live(explorer):
    """Return what stands in the part that a screen reader reads at once."""
    (region,) = [n for n in page(explorer) if n.get("attrs", {}).get("role") == "status"]
    assert region["attrs"]["aria-live"] == "polite"
    return " ".join(node["text"] for node in nodes(region) if "text" in node)


def send(explorer, **message):
    """Send what the page would."""
    explorer._receive(explorer, message, [])


def asked(explorer):
    return {name: getattr(explorer, name) for name in explorer._asks}


# --- every explorer ---------------------------------------------------------------------------


@each_explorer
def test_pages_can_share_a_notebook(make):
    """No element has an id, siblings of one tag have different keys, all is plain JSON."""
    explorer = make()
    for node in page(explorer):
        assert "id" not in node.get("attrs", {})
        slots = [(kid["tag"], kid["key"]) for kid in node.get("kids", ()) if "key" in kid]
        assert len(slots) == len(set(slots))
    assert json.loads(json.dumps(explorer.state)) == explorer.state


@each_explorer
def test_controls_have_names_and_keep_their_keys(make):
    """All that can have the focus has a name, and suppresses the notebook's shortcuts itself."""
    explorer = make()
    tree = explorer.state["tree"]
    labeled = [kid for n in nodes(tree) if n["tag"] == "label" for kid in n["kids"]]
    controls = [n for n in page(explorer) if n["tag"] in ("button", "select", "input", "summary")]
    assert len(controls) > 9
    for node in controls:
        attrs = node["attrs"]
        assert attrs["data-lm-suppress-shortcuts"] == "true"
        assert node.get("text") or attrs.get("aria-label") or node in labeled
        if node["tag"] == "button":
            assert attrs["data-group"]
            assert ("data-act" in attrs) != ("data-trait" in attrs)


@each_explorer
def test_pictures_are_named_or_hidden(make):
    """A screen reader reads the name of a drawing, or passes over the drawing."""
    for node in page(make()):
        if node["tag"] == "svg":
            assert {"aria-label", "aria-hidden"} & node["attrs"].keys()


@each_explorer
def test_every_language(make):
    """All four can be chosen, also later; German and English differ, and no place stays open.

    A language that lacks texts is shown in English, and the page says that it is English.
    """
    explorer = make()
    told = {}
    for lang in LANGUAGES:
        explorer.lang = lang
        assert explorer.lang == page_language(lang)
        assert explorer.state["tree"]["attrs"]["lang"] == page_language(lang)
        assert explorer.state == {**make(lang=lang).state, "n": explorer.state["n"]}
        told[lang] = texts(explorer)
        assert not [text for text in told[lang] if "{" in text]
    same = [text for text in set(told["en"]) & set(told["de"]) if re.search(r"[a-z]{5}", text)]
    assert same == []
    english = [lang for lang in LANGUAGES if page_language(lang) == "en"]
    assert all(told[lang] == told["en"] for lang in english)


@each_explorer
def test_without_a_widget_picture_and_words_are_shown(make):
    """The output holds a picture, the answer in words, and how to get the live explorer."""
    explorer = make()
    data, _ = explorer._repr_mimebundle_()
    assert data["image/svg+xml"].startswith("<svg")
    assert " id=" not in data["image/svg+xml"]
    assert "var(" not in data["image/svg+xml"]
    assert explorer._headline() in data["text/plain"]
    assert "make lab" in data["text/plain"]
    assert "application/vnd.jupyter.widget-view+json" in data


@each_explorer
def test_a_still_picture_follows_the_live_explorer(make, monkeypatch):
    """In a notebook the picture is a separate output, which the live explorer hides."""
    explorer = make()
    live, still = shown(explorer, monkeypatch)
    assert "application/vnd.jupyter.widget-view+json" in live["data"]
    assert still["data"]["image/svg+xml"].startswith("<svg")
    assert 'class="stb-still"' in still["data"]["text/html"]
    before = dict(still["data"])
    explorer.lang = "de"
    assert still["data"]["image/svg+xml"] == explorer._picture()
    assert still["data"]["text/plain"].startswith(explorer._words())
    assert all(still["data"][form] != before[form] for form in before)


def test_a_saved_notebook_shows_the_last_question(monkeypatch):
    """What the page asks, and what Python asks, is in the still picture at once."""
    checker = MAKERS["claim ST1"]()
    _, still = shown(checker, monkeypatch)
    send(checker, act="take", value="r7")
    assert checker.mine == "r8 r9"
    assert still["data"]["image/svg+xml"] == checker._picture()
    checker.table = "y1"
    assert still["data"]["image/svg+xml"] == checker._picture()


@pytest.mark.parametrize("exporter", ["HTMLExporter", "SlidesExporter"])
def test_exports_hold_the_picture(exporter, monkeypatch):
    """A notebook with the widget's state, made into HTML or slides, shows the explorer offline."""
    nbconvert = pytest.importorskip("nbconvert")
    nbformat = pytest.importorskip("nbformat")
    explorer = MAKERS["claim ST1"]()
    cell = nbformat.v4.new_code_cell("explorer")
    outputs = shown(explorer, monkeypatch)
    cell.outputs = [nbformat.v4.new_output("display_data", **output) for output in outputs]
    saved = {"model_name": "AnyModel", "model_module": "anywidget", "state": {}}
    kind = "application/vnd.jupyter.widget-state+json"
    state = {explorer.model_id: saved}
    widgets = {kind: {"version_major": 2, "version_minor": 0, "state": state}}
    notebook = nbformat.v4.new_notebook(cells=[cell], metadata={"widgets": widgets})
    exported, _ = getattr(nbconvert, exporter)().from_notebook_node(notebook)
    assert 'class="stb-still"' in exported
    assert "The claim holds: Color Run, total 24" in exported


GARBAGE = [
    None,
    7,
    "put",
    [],
    {},
    {"act": "put"},
    {"act": "put", "value": None},
    {"act": "put", "value": "r77"},
    {"act": "win", "value": "r7"},
    {"act": ["put"], "value": "r7"},
    {"act": "press", "value": "eleven"},
    {"act": "press", "value": "11"},
]


@pytest.mark.parametrize("message", GARBAGE, ids=repr)
@each_explorer
def test_garbage_is_answered_on_the_page(make, message):
    """Nonsense from the page raises nothing and changes nothing, and the page says so."""
    explorer = make()
    before = asked(explorer)
    explorer._receive(explorer, message, [])
    assert asked(explorer) == before
    assert "Nothing has changed." in live(explorer)
    explorer.lang = "de"
    assert "Nichts" not in live(explorer)


BAD = [
    ("claim ST1", {"mine": "r1 r2 r3 r4"}, "A side here holds at most 3 cards, not 4"),
    ("claim ST1", {"table": "b8"}, "Card blue 8 is given twice"),
    ("claim ST1", {"theirs": "r7"}, "given twice"),
    ("claim ST1", {"mine": "r7 r10"}, "'r10' is no card of ST1"),
    ("claim ST1", {"mine": "spy banshee"}, "numbered cards"),
    ("claim ST1", {"place": "gate"}, "stone, blind_mans_bluff, mud_fight"),
    ("claim ST1", {"zone": "hand"}, "mine, theirs, table"),
    ("claim ST1", {"theirs_first": "perhaps"}, "could not be read"),
    ("claim ST2", {"place": "gate"}, "holds at most 2 cards, not 3"),
    ("odds ST1", {"draws": 52}, "Cannot draw 52 of 51 unseen cards"),
    ("odds ST1", {"draws": -1}, "Cannot draw -1 of 51 unseen cards"),
    ("odds ST1", {"draws": 2.5}, "could not be read"),
    ("odds ST1", {"hand": "r8"}, "given twice"),
    ("odds ST1", {"hand": "spy"}, "numbered cards"),
    ("odds ST1", {"goal": "sum"}, "run, color, same_value, color_run, beat"),
    ("odds ST1", {"goal": "win"}, "run, color, same_value, color_run, beat"),
    ("wall", {"tile": 8}, "There is no lane 8"),
    ("wall", {"tile": 0}, "There is no lane 0"),
    ("wall", {"tile": 2.5}, "could not be read"),
    ("wall", {"damaged": "perhaps"}, "could not be read"),
    ("border", {"mine": [4, 1]}, "Stone 1 is given twice"),
    ("border", {"mine": [0]}, "There is no lane 0"),
    ("border", {"mine": "45"}, "could not be read"),
    ("border", {"mine": [5, 6, 7], "theirs": [1, 2, 3]}, "Both players would have won"),
]


@pytest.mark.parametrize(("name", "state", "text"), BAD)
def test_bad_input_is_a_gentle_sentence(name, state, text):
    """Bad input from the page or a linked widget is refused in words, and the old value stays."""
    explorer = MAKERS[name]()
    before, sent = asked(explorer), []
    explorer.send_state = lambda key=None: sent.append(key)
    explorer.set_state(dict(state))
    assert asked(explorer) == before
    assert text in live(explorer)
    assert live(explorer).count("Nothing has changed.") == 1
    assert list(state) in sent
    explorer.set_state({key: before[key] for key in state})
    explorer._set(**{key: before[key] for key in state})
    assert "Nothing has changed." not in live(explorer)


@pytest.mark.parametrize(("name", "state", "text"), BAD)
def test_bad_input_from_python_raises(name, state, text):
    """In code the same input raises a ValueError or a TraitError, at construction and later."""
    explorer = MAKERS[name]()
    before = asked(explorer)
    for trait, value in state.items():
        if len(state) == 1:
            with pytest.raises((GameError, traitlets.TraitError)):
                setattr(explorer, trait, value)
    assert asked(explorer) == before


@each_game
def test_bad_input_at_construction(game):
    """The library's errors, which name the value."""
    with pytest.raises(CardError, match="given twice"):
        ClaimChecker(game, mine="r7", theirs="r7")
    with pytest.raises(SetupError, match="place"):
        ClaimChecker(game, place="moat")
    with pytest.raises(OddsError, match="cannot draw 99"):
        OddsExplorer(game, draws=99)
    with pytest.raises(ValueError, match="no variant"):
        ClaimChecker(game, variant="chess")
    with pytest.raises(SetupError, match="given twice"):
        BorderExplorer(mine=(1,), theirs=(1,))
    with pytest.raises(SetupError, match="there is no lane 8"):
        WallExplorer(ST2, tile=8)
    for wrong in (ST1, None):
        with pytest.raises(TypeError, match=r"give it st2lib\.ST2"):
            WallExplorer(wrong)


@each_explorer
def test_explorers_live_beside_other_widgets(make):
    """In a box, and linked to sliders and lines of text by the page or by the kernel."""
    explorer = make()
    line = ipywidgets.Text()
    box = ipywidgets.HBox([explorer, line])
    assert box.children[0] is explorer
    first = explorer._asks[0]
    link = ipywidgets.jslink((explorer, first), (line, "value"))
    assert link.source == (explorer, first)
    link.unlink()


def test_linked_in_the_kernel():
    """A slider of the kernel moves the draws, and shows them."""
    explorer, bar = OddsExplorer(ST1, mine="r7"), ipywidgets.IntSlider(max=40)
    traitlets.link((explorer, "draws"), (bar, "value"))
    bar.value = 12
    assert explorer.answers.draws == 12
    explorer.set_state({"draws": 20})
    assert bar.value == 20


def test_widgets_load_when_they_are_used():
    """The package names them all, and knows no others."""
    import stlib.widgets as widgets

    assert set(widgets.__all__) >= {"Board", "ClaimChecker", "OddsExplorer", "BorderExplorer"}
    assert widgets.Board is Board
    with pytest.raises(AttributeError, match="Oracle"):
        widgets.Oracle  # noqa: B018


def test_every_text_exists():
    """Each text that an explorer asks for by its whole name is in the table."""
    folder = Path(stlib.__file__).parent / "widgets"
    keys = {
        node.args[0].value
        for path in folder.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
        and getattr(node.func, "attr", "") == "_say"
        and node.args
        and isinstance(node.args[0], ast.Constant)
    }
    assert len(keys) > 20
    assert [key for key in keys if f"explorer.{key}" not in entries()] == []


# --- the claim checker ------------------------------------------------------------------------


def click(explorer, zone, cards):
    """Choose a zone and press cards, as on the page."""
    explorer.set_state({"zone": zone})
    for card in cards.split():
        send(explorer, act="put", value=card)


VERDICTS = [
    (ST1, "stone", "r7 r8 r9", "b8 b9", "", True, "b7, only equals it"),
    (ST1, "stone", "r4 g4 b4", "v7 n7", "r7 g7 b7 y7", True, ""),
    (ST1, "stone", "r4 g4 b4", "v7 n7", "r7 g7 b7", False, ""),
    (ST1, "stone", "r4 g4 b4", "v5 v6", "v4", False, ""),
    (ST1, "stone", "r4 g4 b4", "v5 v6", "v4 v7", True, ""),
    (ST1, "stone", "r7 r8", "", "", False, "own side is not complete"),
    (ST1, "mud_fight", "r7 r8 r9", "", "", False, "own side is not complete"),
    (ST1, "blind_mans_bluff", "b9 g5 y2", "r1 r2 r3", "", True, ""),
    (ST2, "gate", "r10 r11", "", "", True, ""),
    (ST2, "gate", "r9 r10", "", "", False, ""),
    (ST2, "left_pit_damaged", "r9 b9 g9", "r1 b2 g3", "", False, ""),
    (ST2, "left_tower", "r8 r9 r10 r11", "b8 b9 b10", "", True, ""),
]


@pytest.mark.parametrize(("game", "place", "mine", "theirs", "table", "holds", "text"), VERDICTS)
def test_worked_claims_by_clicking(game, place, mine, theirs, table, holds, text):
    """Worked verdicts of the rules, the cards clicked one by one; the sentence stands at once."""
    checker = ClaimChecker(game)
    checker.set_state({"place": place})
    for zone, cards in (("mine", mine), ("theirs", theirs), ("table", table)):
        click(checker, zone, cards)
    assert (checker.mine, checker.theirs, checker.table) == (mine, theirs, table)
    assert bool(checker.verdict) is holds
    assert checker.verdict.say() in live(checker)
    assert text in live(checker)
    assert (f"stx-{'yes' if holds else 'no'}") in json.dumps(checker.state)


@each_game
def test_the_verdict_is_the_library_s(game):
    """For random cards at random places page and `prove` agree."""
    chance = random.Random(8)
    checker = ClaimChecker(game)
    places = list(dict.fromkeys(re.findall(r'"value": "(\w+)"', json.dumps(checker.state))))
    for place in [place for place in places if place in str(entries()) or "_" in place][:6]:
        deck = [str(game.card.from_id(n)) for n in range(game.deck.size)]
        chance.shuffle(deck)
        checker.clear()
        checker.set_state({"place": place})
        size = checker.demand.size
        mine, theirs = " ".join(deck[:size]), " ".join(deck[size : size + chance.randrange(size)])
        checker._set(mine=mine, theirs=theirs, table=" ".join(deck[10:30]))
        prove = Prover(game.deck, checker.demand)
        expected = prove(mine, theirs, checker.table)
        assert live(checker) == expected.say()


def drawn_faces(explorer, key):
    """Return the names of the cards drawn in the row of this key."""
    found = [
        n
        for n in nodes(explorer.state["tree"])
        if "stx-faces" in n.get("attrs", {}).get("class", "")
    ]
    (row,) = [node for node in found if node["key"] == key]
    return [node["attrs"]["aria-label"] for node in row["kids"]]


def test_every_card_that_refutes_alone_is_drawn():
    """With one free slot all of these cards are drawn; with two, an example of two cards."""
    checker = ClaimChecker(ST1, mine="r4 g4 b4", theirs="v5 v6")
    assert drawn_faces(checker, "cards") == ["violet 4", "violet 7"]
    assert "Each of these cards would refute it:" in texts(checker)
    checker.set_state({"theirs": "v5"})
    assert len(drawn_faces(checker, "cards")) == 2
    assert "Cards that would refute it, for instance:" in texts(checker)


def test_equal_sides_and_who_was_first():
    """A tie goes to whoever was complete first, and that can be ticked."""
    checker = ClaimChecker(ST1, mine="r7 r8 r9", theirs="b7 b8 b9")
    assert checker.verdict
    checker.set_state({"theirs_first": True})
    assert not checker.verdict
    assert "complete first" in live(checker)


def test_cards_move_and_go_back():
    """A card goes to the chosen zone from wherever it lies; pressed again it is taken back."""
    checker = ClaimChecker(ST1)
    click(checker, "mine", "r7 r8")
    click(checker, "table", "r8")
    assert (checker.mine, checker.table) == ("r7", "r8")
    click(checker, "table", "r8")
    assert checker.table == ""
    send(checker, act="take", value="r7")
    assert checker.mine == ""
    send(checker, act="rest", value="")
    assert len(checker.cards("table")) == 54
    assert checker.unseen == ()
    send(checker, act="clear", value="")
    assert checker.table == ""


def test_a_full_side_takes_no_more():
    """A fourth card is refused in words; the three stay."""
    checker = ClaimChecker(ST1)
    click(checker, "mine", "r7 r8 r9 b1")
    assert checker.mine == "r7 r8 r9"
    assert "at most 3 cards, not 4" in live(checker)
    click(checker, "theirs", "b1")
    assert "Nothing" not in live(checker)


def test_typed_cards_are_written_anew():
    """Whatever a person types for cards is read, in four languages."""
    checker = ClaimChecker(ST1)
    checker.set_state({"mine": "R7,red 8  rot 9"})
    assert checker.mine == "r7 r8 r9"


def test_each_card_says_where_it_lies():
    """Words on the card and its name say where it lies, and not only its color."""
    checker = ClaimChecker(ST1, mine="r7", theirs="b8", table="g1")
    cells = {
        node["attrs"]["data-value"]: node
        for node in page(checker)
        if node.get("attrs", {}).get("data-act") == "put"
    }
    assert len(cells) == 54
    named = {card: node["attrs"]["aria-label"] for card, node in cells.items()}
    assert named["r7"] == "red 7, Your side"
    assert named["b8"] == "blue 8, The other side"
    assert named["g1"] == "green 1, Elsewhere on the table"
    assert named["y1"] == "yellow 1"
    marks = {card: node["kids"][-1]["text"] for card, node in cells.items()}
    assert [marks[card] for card in ("r7", "b8", "g1", "y1")] == ["you", "other", "open", ""]


def test_elite_cards_can_be_laid_where_tactics_are_played():
    """Elite cards are listed below the clan cards, and count as what is best for their owner."""
    checker = ClaimChecker(ST1, variant="tactics")
    click(checker, "mine", "r8 joker1 r9")
    assert checker.verdict.formation.kind == Kind.COLOR_RUN
    plain = ClaimChecker(ST1)
    assert "joker1" not in json.dumps(plain.state)
    send(plain, act="put", value="banshee")
    assert plain.mine == ""


def test_a_checker_of_a_position():
    """A lane of a real table: both sides, its demand, who was first, and all that lies open."""
    position = ST1.setup({5: ("r7 r8 r9", "b7 b8 b9"), 1: ("g1", "v2 v3")}, to_move=0)
    for player in (0, 1):
        checker = ClaimChecker.of(position, 5, player)
        assert bool(checker.verdict) == bool(position.prove(4, player))
        assert checker.table == "g1 v2 v3"
        assert checker.verdict.say() == position.prove(4, player).say()
    damaged = ST2.setup({4: ("r1 b2 g3", "k4")}, damaged=(4,))
    checker = ClaimChecker.of(damaged, 4)
    assert checker.place == "gate_damaged"
    assert ClaimChecker.of(damaged.view(1), 4).mine == "k4"
    with pytest.raises(SetupError, match="there is no lane 8"):
        ClaimChecker.of(damaged, 8)
    with pytest.raises(SetupError, match="a player is 0 or 1"):
        ClaimChecker.of(damaged, 4, player=2)


# --- the odds explorer ------------------------------------------------------------------------


@each_game
def test_the_chances_are_the_library_s(game):
    """All five kinds, exactly and at least, for some lanes; one that does not count says so."""
    odds = LIBRARIES[game.name].odds
    explorer = OddsExplorer(game, mine="r8", hand="r6 b2", table="g8", theirs="y1", draws=5)
    for draws in (0, 5, 12):
        explorer.set_state({"draws": draws})
        for kind, (exact, more) in explorer.answers.chances.items():
            ask = (kind, "r8", explorer.unseen, draws)
            assert exact == odds.complete(*ask, hand="r6 b2")
            assert more == odds.complete(*ask, hand="r6 b2", at_least=True)
            assert percent(exact) in texts(explorer)
            assert percent(more) in texts(explorer)
    assert set(explorer.unseen) == {game.card.from_id(n) for n in range(game.deck.size)} - set(
        LIBRARIES[game.name].parse_cards("r8 r6 b2 g8 y1")
    )


def test_a_kind_that_does_not_count():
    """Where only totals count, a wanted run is answered in words and the table says why."""
    explorer = OddsExplorer(ST2, place="left_pit", goal="run")
    assert explorer.goal == "run"
    assert "that kind does not count here" in live(explorer)
    assert texts(explorer).count("does not count here") == 4
    explorer.set_state({"place": "left_wall"})
    assert "does not count" not in live(explorer)


def test_beating_the_other_side():
    """The chance to beat a complete side, or an open one if both draw; else what it needs."""
    explorer = OddsExplorer(ST1, mine="r7 r8", goal="beat")
    assert "must be complete" in live(explorer)
    assert duel_assumes(6, 6, 52) not in texts(explorer)
    click(explorer, "theirs", "b7 b8")
    assert explorer.answers.chance == stlib.odds.duel("r7 r8", "b7 b8", explorer.unseen, 6)
    assert duel_assumes(6, 6, 50) in texts(explorer)
    explorer.set_state({"draws": 26})
    assert "both sides draw as many cards, so 25 at most" in live(explorer)
    click(explorer, "theirs", "b9")
    expected = stlib.odds.beats("r7 r8", "b7 b8 b9", explorer.unseen, explorer.draws)
    assert explorer.answers.chance == expected == 0


def test_what_to_keep():
    """The card whose loss costs most is named first; cards that cost nothing are marked."""
    explorer = OddsExplorer(ST1, mine="r8 r9", hand="b2 r7 b9", draws=0, goal="color_run")
    assert "Best keep: red 7." in live(explorer)
    assert str(explorer.answers.keeps[0].card) == "r7"
    assert f"{percent(1)}, no loss" in texts(explorer)
    empty = OddsExplorer(ST1, hand="r7 r8 b2", draws=0, goal="color_run")
    assert "The best card to lay here first" in live(empty)


def test_fewer_unseen_cards_than_draws():
    """If fewer cards are unseen than draws were asked for, the number of draws is lowered."""
    explorer = OddsExplorer(ST1, mine="r7", draws=53)
    click(explorer, "table", "b1")
    assert explorer.draws == 52
    send(explorer, act="rest", value="")
    assert explorer.draws == 0
    assert explorer.unseen == ()


def test_an_explorer_of_a_view():
    """A lane as a player sees it: the hand, the cards on the table, half of the deck to draw."""
    view = ST1.setup({5: ("r7 r8", "b8"), 1: ("", "v2")}, hands=("g1 g2 g3 y4 y5 n6", None)).view(0)
    explorer = OddsExplorer.of(view, 5)
    assert (explorer.mine, explorer.theirs, explorer.table) == ("r7 r8", "b8", "v2")
    assert explorer.cards("hand") == view.hand
    assert set(explorer.unseen) == set(view.unseen)
    assert explorer.draws == (view.deck_size + 1) // 2
    assert OddsExplorer.of(view, 5, draws=3).draws == 3
    with pytest.raises(SetupError, match="there is no lane 0"):
        OddsExplorer.of(view, 0)


# --- the border explorer ----------------------------------------------------------------------


def test_stones_by_pressing():
    """A stone goes to you, to the other, and is open again; names say whose it is."""
    explorer = BorderExplorer()
    names = []
    for _ in range(4):
        names += [text for text in texts(explorer) if text.startswith("Stone 5: ")]
        send(explorer, act="press", value="5")
    assert names == ["Stone 5: open", "Stone 5: you", "Stone 5: other", "Stone 5: open"]


def test_winning_is_told():
    """Three adjacent, or five; then no way is left and no stone matters."""
    explorer = BorderExplorer()
    for number in "345":
        send(explorer, act="press", value=number)
    assert live(explorer) == "You: won, with three adjacent stones."
    send(explorer, act="clear", value="")
    for number in "1245777":
        send(explorer, act="press", value=number)
    explorer._set(mine=[1, 2, 4, 5, 7])
    assert live(explorer) == "You: won, with five stones."
    explorer._set(mine=[], theirs=[1, 2, 3])
    assert live(explorer) == "Other: won, with three adjacent stones."


def test_a_second_winner_is_refused():
    """A game has one winner, so the stone stays as it was."""
    explorer = BorderExplorer(mine=(1, 2), theirs=(5, 6, 7))
    send(explorer, act="press", value="3")
    assert explorer.mine == [1, 2]
    assert "a game ends with the first" in live(explorer)


def test_what_matters_most_is_said():
    """The headline names the stone of the greatest swing, with both chances."""
    explorer = BorderExplorer(mine=(4, 5), theirs=(1, 2))
    assert f"Stone 3 matters most: with it your chance to win is {percent(1)}" in live(explorer)
    assert "ways left to three adjacent: 3" in "".join(texts(explorer))
    assert "3 ★" in texts(explorer)


def test_a_border_of_a_position():
    """The stones of a real table, for the viewer or whoever is named."""
    position = ST1.setup({4: ("y7 y8 y9", ""), 6: ("", "r7 r8 r9")}, claimed={4: 0, 6: 1})
    assert BorderExplorer.of(position, 0).mine == [4]
    assert BorderExplorer.of(position.view(1)).mine == [6]
    with pytest.raises(TypeError, match="ST2 has none"):
        BorderExplorer.of(ST2.deal(1))


# --- the wall explorer ------------------------------------------------------------------------

FACES = [(lane, damaged) for lane in range(7) for damaged in (False, True)]


@pytest.mark.parametrize(("lane", "damaged"), FACES)
def test_every_face_by_pressing(lane, damaged):
    """Each face says what it asks for, and its examples stand as the engine ranks them."""
    wall = WallExplorer(ST2)
    demand = st2lib.TILES[lane].damaged if damaged else st2lib.TILES[lane].intact
    send(wall, act="damaged" if damaged else "intact", value=lane + 1)
    assert (wall.tile, wall.damaged, wall.demand) == (lane + 1, damaged, demand)
    assert f"Tile {lane + 1}, " in live(wall)
    assert f"{demand.size} cards" in live(wall)
    formations = [st2lib.formation(example.cards, demand) for example in wall.face.examples]
    assert formations == [example.formation for example in wall.face.examples]
    assert formations == sorted(formations, reverse=True)
    assert {made.kind for made in formations} == set(st2lib.odds.kinds(demand))
    for example in wall.face.examples:
        assert example.formation.say() in texts(wall)
        assert percent(example.beaten, digits=1) in texts(wall)
    pressed = [n["attrs"]["aria-label"] for n in page(wall) if is_pressed(n)]
    assert len(pressed) == 1
    assert pressed[0] in live(wall)


def is_pressed(node):
    return node.get("attrs", {}).get("aria-pressed") == "true"


def test_how_rare_a_kind_is_on_a_tile():
    """Shares of all sets and of hands, compared with counts from other sources."""
    wall = WallExplorer(ST2, tile=3)
    assert wall.face.sets[Kind.COLOR_RUN] == Fraction(50, 34220)
    assert wall.face.hands[Kind.COLOR] == Fraction(19203825, 50063860)
    wall.show_face(4)
    assert wall.face.sets[Kind.RUN] == Fraction(220, 1770)
    for lane, damaged in FACES:
        wall.show_face(lane + 1, damaged)
        assert sum(wall.face.sets.values()) == sum(wall.face.hands.values()) == 1
        assert all(percent(share) in texts(wall) for share in wall.face.sets.values())


def test_beaten_by_counts_every_set_of_the_other_cards():
    """At the gate all pairs of other cards are compared one by one."""
    deck = [ST2.card.from_id(n) for n in range(60)]
    wall = WallExplorer(ST2, tile=4)
    for example in wall.face.examples:
        others = [card for card in deck if card not in example.cards]
        pairs = list(combinations(others, 2))
        stronger = sum(st2lib.formation(p, wall.demand) > example.formation for p in pairs)
        assert example.beaten == Fraction(stronger, len(pairs))


def test_a_switch_changes_what_a_color_run_is_worth():
    """On a damaged wall a color run fulfils the demand, beats all, or is a sum."""
    worth = {}
    for switch in ("plain", "above", "sum"):
        variant = st2lib.Variant(color_run_on_restricted=switch)
        wall = WallExplorer(ST2, tile=3, damaged=True, variant=variant)
        (run,) = [e for e in wall.face.examples if " ".join(map(str, e.cards)) == "b5 b6 b7"]
        worth[switch] = run.formation.kind
    assert worth == {"plain": Kind.COLOR, "above": Kind.COLOR_RUN, "sum": Kind.SUM}


def test_a_wall_of_a_position():
    """The tile of a position, with the face that is up."""
    position = ST2.setup({}, damaged=(4,))
    assert WallExplorer.of(position, 4).damaged
    assert not WallExplorer.of(position.view(0), 5).damaged
    with pytest.raises(SetupError, match="there is no lane 9"):
        WallExplorer.of(position, 9)


@pytest.mark.parametrize(
    ("sides", "zone"),
    [
        ({}, "mine"),
        ({"mine": "r7 r8"}, "mine"),
        ({"mine": "r7 r8 r9"}, "theirs"),
        ({"mine": "r7 r8 r9", "theirs": "b8"}, "theirs"),
        ({"mine": "r7 r8 r9", "theirs": "b8 b9 v1"}, "mine"),
    ],
)
@pytest.mark.parametrize("kind", [ClaimChecker, OddsExplorer])
def test_it_opens_with_a_side_that_has_room(kind, sides, zone):
    """The first card one presses goes where a slot is free."""
    assert kind(ST1, **sides).zone == zone


@pytest.mark.parametrize("lang", ["en", "de"])
@pytest.mark.parametrize("kind", [ClaimChecker, OddsExplorer])
@each_game
def test_the_letters_of_cards_are_explained(kind, game, lang):
    """The page says each color's letter, in its own language."""
    explorer = kind(game, lang=lang)
    (told,) = [text for text in texts(explorer) if re.search("y (gelb|yellow)", text)]
    assert ("y gelb" in told) == (lang == "de")
    assert all(f"{letter} " in told for letter in game.deck.colors)
