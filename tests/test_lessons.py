"""Lessons: texts in both languages, examples that show what the texts say, and true rules."""

import itertools
import json
import re
from dataclasses import fields
from math import comb
from pathlib import Path

import pytest

import st2lib
import stlib
from stlib import lessons
from stlib.simulate.playing import playouts
from stlib.teach.lessons import worked_opening

ROOT = Path(__file__).resolve().parents[1]
CARD = re.compile(r"`([^`]*)`")


def cards_named(text: str) -> list[str]:
    """Return what stands in code marks."""
    return CARD.findall(text)


# --- texts -----------------------------------------------------------------------------------


def test_the_order_of_telling():
    """First goal, turn, formations, claim; later ties, early claims, the empty deck."""
    told = [name for name in lessons.names() if not name.endswith("_seen")]
    first = ["aim", "goal", "turn", "formations", "claim"]
    assert told[:9] == [*first, "later", "ties", "early", "empty_deck"]


def every_text() -> list[tuple[str, dict[str, str]]]:
    """Return all texts and phrases, those of the opening's steps too."""
    found = lessons._lessons()
    named = [(f"{part}.{k}", v) for part in ("text", "phrase") for k, v in found[part].items()]
    steps = enumerate(found["opening"]["step"], 1)
    return named + [(f"step {i}", {"en": s["en"], "de": s["de"]}) for i, s in steps]


@pytest.mark.parametrize(
    ("name", "texts"), every_text(), ids=lambda v: v if isinstance(v, str) else ""
)
def test_english_and_german_are_in_step(name, texts):
    """Both languages are there, name the same cards and places, and have the same headings."""
    assert set(texts) == {"en", "de"}
    en, de = texts["en"].strip(), texts["de"].strip()
    assert en and de
    assert cards_named(en) == cards_named(de)
    assert re.findall(r"{\w+}", en) == re.findall(r"{\w+}", de)
    assert re.findall(r"^#+ ", en, re.M) == re.findall(r"^#+ ", de, re.M)


def test_a_page_is_markdown_and_text():
    """A page shows itself in a notebook and in a terminal, and French falls back on English."""
    page = lessons.show("goal", "de")
    assert page._repr_markdown_() == str(page) == repr(page)
    assert "fünf" in page.text
    assert lessons.show("goal", "fr") == lessons.show("goal")


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: lessons.show("nothing"), "no text is called 'nothing'; there are aim, goal"),
        (lambda: lessons.show("goal", "xx"), "unknown language 'xx'"),
        (lambda: lessons.example("nothing"), "no example is called 'nothing'"),
        (lambda: worked_opening().tell(11), "there is no step 11; they count from 1 to 10"),
        (lambda: worked_opening().position(-1), "there is no step -1"),
        (lambda: worked_opening().answer(1), "step 1 asks nothing"),
    ],
)
def test_wrong_names(call, message):
    """A wrong name, language or step is named, with what there is."""
    with pytest.raises(ValueError, match=message):
        call()


# --- example positions --------------------------------------------------------------------------


def test_goal_example():
    """Player 1 has won with three stones side by side, player 2 holds two far apart."""
    position = lessons.example("goal")
    assert (position.outcome.winner, position.outcome.reason) == (0, "adjacent")
    assert position.outcome.lanes == (3, 2)
    stones = [lane for lane in position.lanes if lane.owner is not None]
    assert all(position.prove(lane.number - 1, lane.owner) for lane in stones)


def test_formations_example():
    """The examples of the player aid show the five kinds, strongest first."""
    lanes = lessons.example("formations").lanes[:5]
    kinds = [lane.formations[0].kind for lane in lanes]
    assert kinds == sorted(stlib.Kind, reverse=True)


def test_claim_examples():
    """What the texts say of them is what the engine says."""
    claim, ties, early = map(lessons.example, ("claim", "ties", "early"))
    assert [f.total for f in claim.lanes[4].formations] == [12, 22]
    assert claim.prove(4, 0) and not claim.prove(4, 1)
    assert ties.lanes[4].formations[0].strength == ties.lanes[4].formations[1].strength
    assert ties.prove(4, 0) and ties.prove(4, 1).reason == "later"
    proof = early.prove(4, 0)
    assert proof and proof.best.kind == stlib.Kind.SUM
    assert "only equals" not in str(lessons.answer(early, 5))


@pytest.mark.parametrize("lang", ["en", "de"])
def test_answers_are_the_engines_sentences(lang):
    """An answer quotes the proof or the refutation in the lesson's language."""
    ties = lessons.example("ties")
    assert lessons.answer(ties, 5, lang).text == f"> {ties.prove(4, 0).say(lang)}"
    assert lessons.answer(ties, 5, lang, player=1).text == f"> {ties.prove(4, 1).say(lang)}"


@pytest.mark.parametrize("lang", ["en", "de"])
def test_the_board_says_what_the_lesson_says(lang):
    """The buttons that the lesson names are labeled so on the board."""
    assert stlib.say("board.do.claim", lang) in lessons.show("claim_seen", lang).text
    assert stlib.say("board.press.next", lang) in lessons.show("next", lang).text


def test_player_aid():
    """The aid has one line for each kind in each language, with real cards as examples."""
    for lang in stlib.LANGUAGES:
        lines = lessons.player_aid(lang).text.splitlines()
        assert len(lines) == 2 + len(stlib.Kind)
        for kind, line in zip(sorted(stlib.Kind, reverse=True), lines[2:], strict=True):
            assert kind.say(lang) in line
            assert stlib.formation(cards_named(line)[0]).kind == kind


# --- the worked opening -------------------------------------------------------------------------

OPENING = worked_opening()


def test_opening_starts_as_told():
    """Six cards each, the rest in the deck, player 1 to move."""
    start = OPENING.start
    assert stlib.write_cards(sorted(start.hands[0])) == "v2 b4 g4 b6 r8 r9"
    assert [len(hand) for hand in start.hands] == [6, 6]
    assert (start.deck_size, start.to_move, start.phase) == (42, 0, "PLAY")
    assert cards_named(OPENING.steps[0].texts["en"])[0] == "r8 r9 b4 g4 v2 b6"


@pytest.mark.parametrize(
    ("after", "drawn"),
    [(1, "r7"), (2, "r4"), (4, "v7"), (5, "y2"), (6, "n3"), (8, "v4")],
)
def test_opening_draws_as_told(after, drawn):
    """The card that a text says is drawn has just come into player 1's hand."""
    card = stlib.Card(drawn[0], int(drawn[1]))
    assert card in OPENING.position(after).hands[0]
    assert card not in OPENING.position(after - 1).hands[0]
    told = OPENING.steps[after - 1 if after < 8 else after].texts["en"]
    assert drawn in cards_named(told)


def test_opening_names_only_cards_in_sight():
    """A card laid in a step is named in its text, or in the one before."""
    for step, later in zip(OPENING.steps, (*OPENING.steps[1:], OPENING.steps[-1]), strict=True):
        told = " ".join(cards_named(step.texts["en"] + later.texts["en"]))
        mine = step.moves[0]
        if "@" in mine:
            assert mine.split("@")[0] in told


@pytest.mark.parametrize(
    ("number", "holds", "cards"),
    [(3, True, "b7"), (7, False, "v7"), (8, False, "v4"), (9, True, "v9")],
)
def test_opening_verdicts(number, holds, cards):
    """The engine proves and refuses the claims as section 6 of the rules says."""
    verdict = OPENING.verdict(number)
    assert bool(verdict) == holds
    assert stlib.write_cards(verdict.cards) == cards
    for lang in ("en", "de"):
        assert verdict.say(lang) in OPENING.answer(number, lang).text
        assert str(OPENING.steps[number - 1].ask) in OPENING.tell(number, lang).text


def test_the_own_hand_proves_nothing():
    """In step 7 the card that refutes is in the claimer's hand, and v4 would do as well."""
    before = OPENING.position(6)
    assert OPENING.verdict(7).cards[0] in before.hands[0]
    table = "v7 b9 b8 r7 r8 r9 y1"
    assert not stlib.prove("r4 g4 b4", "v5 v6", table)
    assert stlib.prove("r4 g4 b4", "v5 v6", table + " v4")


def test_only_what_holds_is_claimed():
    """Each claim that is made was asked about and held; the last step leaves two neighbors."""
    for before, step in itertools.pairwise(OPENING.steps):
        if step.moves[0].startswith("claim"):
            assert step.moves[0] == f"claim {before.ask}"
    end = OPENING.position(len(OPENING.steps))
    assert [lane.number for lane in end.lanes if lane.owner == 0] == [4, 5]
    assert end.outcome is None


# --- runs ---------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def runs():
    """Return two short runs of the siege."""
    return [
        playouts(st2lib.ST2, 200, 7, policy, progress=False)
        for policy in ("uniform", "uniform_moves")
    ]


def test_runs_are_read_back_as_written(runs, tmp_path, monkeypatch):
    """A table of runs gives the same games, rates and intervals; the longest runs by default."""
    short = playouts(st2lib.ST2, 50, 7, "uniform", progress=False)
    monkeypatch.setattr(stlib.tables, "_folders", lambda: [tmp_path])
    lessons.write_runs([short, *runs], tmp_path / "runs.csv")
    found = lessons.read_runs(st2lib.ST2, "runs.csv")
    assert list(found) == [run.policies for run in runs]
    for run in runs:
        back = found[run.policies]
        assert (back.tally, back.seed, back.n) == (run.tally, run.seed, run.n)
        assert (back.rate, back.interval, back.label) == (run.rate, run.interval, run.label)
    (begun,) = lessons.read_runs(st2lib.ST2, "runs.csv", n=50).values()
    assert begun.tally == short.tally


@pytest.mark.parametrize("lang", stlib.LANGUAGES)
def test_endings_are_shares_of_all_games(runs, lang):
    """Each column of the endings adds up to 100%, and is in step with the run's wins."""
    table = lessons.endings(runs, lang)
    assert table.columns.tolist() == [run.label for run in runs]
    assert table.sum().tolist() == pytest.approx([100, 100])
    attacker = table.loc[stlib.say("player.ST2_0", lang)].sum()
    assert attacker.tolist() == pytest.approx([100 * run.rate for run in runs])


def test_all_pairs_play(monkeypatch):
    """Each policy plays against each, and a short run is the beginning of the long one."""
    monkeypatch.setattr(stlib.bots, "names", lambda: ("uniform", "uniform_moves"))
    found = list(lessons.play_all_pairs(st2lib.ST2, n=40, seed=3, first=10))
    assert [run.n for run in found] == [40, 10] * 4
    assert len({run.policies for run in found}) == 4
    again = playouts(st2lib.ST2, 40, 3, found[0].policies, progress=False, rows=True)
    assert again.tally == found[0].tally
    assert (again.rows["winner"][:10] == 0).sum() == found[1].wins[0]


def test_the_siege_table_is_whole():
    """Every pair of policies is in the committed table with 100,000 games and with fewer."""
    for n in (None, 2_000):
        table = lessons.read_runs(st2lib.ST2, "siege_win_rates.csv", n)
        assert len(table) == len(stlib.bots.names()) ** 2
        assert {run.n for run in table.values()} == {n or 100_000}


# --- docs/rules.md tells what the engine does --------------------------------------------------

RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
NOTEBOOKS = ROOT / "notebooks"


def section(number: int) -> str:
    """Return the text of a section."""
    return re.split(r"^## ", RULES, flags=re.M)[number].partition("\n")[2]


def table_rows(text: str, head: str) -> list[list[str]]:
    """Return the cells of the table whose first line begins with `head`."""
    lines = text[text.index(head) :].split("\n\n")[0].splitlines()
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def test_sections_keep_their_numbers():
    """Docstrings and tests cite sections 1 to 8 by number."""
    assert re.findall(r"^## (\d+)\.", RULES, re.M) == list("12345678")


def demand_named(text: str) -> tuple[object, stlib.Demand]:
    """Return library and demand of a cell like ``ST2 tile 1 damaged``."""
    if text == "ST1 stone":
        return stlib, stlib.STONE
    number, _, damaged = text.removeprefix("ST2 tile ").partition(" ")
    tile = st2lib.TILES[int(number) - 1]
    return st2lib, tile.damaged if damaged else tile.intact


EXAMPLES = table_rows(section(6), "| # | game")


@pytest.mark.parametrize("row", EXAMPLES, ids=lambda row: row[0])
def test_worked_examples(row):
    """Each row's claim holds or is refused as the page says, and the named cards are among them."""
    _, where, mine, theirs, table, verdict = row
    library, demand = demand_named(where)
    found = library.prove(mine.strip("`"), theirs.strip("`"), table.strip("`"), demand=demand)
    assert verdict.split(":")[0].split(",")[0] == ("holds" if found else "refused")
    if not found and found.cards and cards_named(verdict):
        assert stlib.write_cards(found.cards) in cards_named(verdict)


def test_the_notebook_tells_the_worked_examples_as_the_page_does():
    """In the notebook on proofs a position has the number, the sides and the owner of its row."""
    notebook = json.loads((NOTEBOOKS / "13_proving_a_claim.ipynb").read_text(encoding="utf-8"))
    sources = ("".join(cell["source"]) for cell in notebook["cells"])
    source = next(text for text in sources if "worked = {" in text)
    told = re.findall(r'"(\d+\w?)": \(\w+, "([^"]*)", "([^"]*)"', source)
    rows = {row[0]: row for row in EXAMPLES}
    assert len(told) > 5
    for number, mine, theirs in told:
        row = rows.get(number) or rows[f"{number}a"]
        assert (row[2].strip("`"), row[3].strip("`")) == (mine, theirs)


def test_class_sizes():
    """The numbers of sets of each kind are those of an enumeration."""
    rows = table_rows(section(1), "| | sum")
    for (_, *numbers), library, size in zip(rows, (stlib, st2lib, st2lib), (3, 2, 3), strict=True):
        told = [int(number.replace(",", "")) for number in numbers]
        assert told[:5] == [count_kind(library, size, kind) for kind in stlib.Kind]
        assert sum(told[:5]) == told[5] == comb(library.DECK.size, size)


def count_kind(library: object, size: int, kind: stlib.Kind) -> int:
    """Count the sets of `size` cards of a kind by values and colors alone."""
    deck = library.DECK
    m, n = deck.n_colors, deck.n_values
    runs = n - size + 1
    counts = {
        stlib.Kind.COLOR_RUN: runs * m,
        stlib.Kind.SAME_VALUE: n * comb(m, size),
        stlib.Kind.COLOR: m * (comb(n, size) - runs),
        stlib.Kind.RUN: runs * (m**size - m),
    }
    return counts.get(kind, comb(deck.size, size) - sum(counts.values()))


def test_tiles():
    """The page's tiles are the engine's, and the lesson's table says the same."""
    rows = table_rows(section(4), "| # | name")
    lines = lessons.wall(st2lib.TILES).text.splitlines()[2:]
    for (number, name, *faces), tile, line in zip(rows, st2lib.TILES, lines, strict=True):
        assert name == stlib.say(f"lane.{tile.name}").lower()
        assert line.startswith(f"| {number} | {name.capitalize()} |")
        for told, demand in zip(faces, (tile.intact, tile.damaged), strict=True):
            assert told == told_demand(demand)
            assert lessons.say_demand(demand) in line


def told_demand(demand: stlib.Demand) -> str:
    """Return a demand as the page writes it."""
    words = {frozenset(stlib.Kind): "all kinds", frozenset({stlib.Kind.SUM}): "total only, "}
    what = words.get(demand.kinds) or max(demand.kinds).name.lower().replace("_", " ")
    if demand.kinds == {stlib.Kind.SUM}:
        what += f"**{'higher' if demand.sign > 0 else 'lower'}** wins"
    return f"{demand.size}, {what}"


def test_switches():
    """Every switch is in the table with its values, the default first."""
    rows = table_rows(section(7), "| game | switch")
    for game, library in (("ST1", stlib.ST1), ("ST2", st2lib.ST2)):
        told = {row[1].strip("`"): cards_named(row[2]) for row in rows if row[0] == game}
        switches = [f for f in fields(library.rules.Variant) if f.name != "name"]
        assert list(told) == [f.name for f in switches]
        for switch in switches:
            assert told[switch.name][0] == switch.default
            for value in told[switch.name]:
                library.rules.Variant("one", **{switch.name: value})
            with pytest.raises(ValueError, match=", ".join(map(repr, told[switch.name]))):
                library.rules.Variant("one", **{switch.name: "?"})


@pytest.mark.parametrize("game", [stlib.ST1, st2lib.ST2], ids=str)
def test_variants_are_named(game):
    """The page names the variants there are."""
    line = next(text for text in section(7).splitlines() if text.startswith("Variants:"))
    told = line.split(f"{game.name} ")[1].split(";")[0].split(".")[0]
    assert cards_named(told) == list(game.variants)


# --- the map of notebooks ----------------------------------------------------------------------


def test_start_links_every_notebook():
    """The first notebook's map names each notebook there is, and no other."""
    cells = json.loads((NOTEBOOKS / "00_start.ipynb").read_text(encoding="utf-8"))["cells"]
    text = "".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
    linked = set(re.findall(r"\]\((\d\d_\w+\.ipynb)\)", text))
    assert linked == {path.name for path in NOTEBOOKS.glob("*.ipynb")} - {"00_start.ipynb"}
