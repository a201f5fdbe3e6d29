"""Variants, cards, and switches as small positions: texts in both languages, right answers."""

import json
import re
import tomllib
from dataclasses import fields
from functools import cache
from pathlib import Path

import pytest

import stlib
from st2lib import ST2, Match, Result
from stlib import LANGUAGES, ST1, Feud, Formation, Outcome, Proof, Refutation, showcase, write_cards
from stlib.widgets import Board

ROOT = Path(__file__).resolve().parents[1]
GAMES = {"ST1": ST1, "ST2": ST2}
FILES = {"ST1": ROOT / "stlib" / "st1" / "showcase.toml", "ST2": ROOT / "st2lib" / "showcase.toml"}
NOTEBOOKS = {"ST1": "12_variants.ipynb", "ST2": "22_siege_variants.ipynb"}
MARKED = re.compile(r"`([^`]*)`")

each_game = pytest.mark.parametrize("name", GAMES)


@cache
def file(name):
    """Return a game's showcase as it is written."""
    return tomllib.loads(FILES[name].read_text(encoding="utf-8"))


# --- texts ---------------------------------------------------------------------------------------


def pieces(node, path=""):
    """Yield every piece of text below a node, with its place."""
    if isinstance(node, dict):
        texts = {key: value for key, value in node.items() if key in LANGUAGES}
        if texts:
            yield path, texts
        for key, value in node.items():
            yield from pieces(value, f"{path}.{key}")
    elif isinstance(node, list):
        for number, value in enumerate(node, 1):
            yield from pieces(value, f"{path} {number}")


@each_game
def test_english_and_german_are_in_step(name):
    """Each text is there in both, names the same cards, and has the same headings."""
    found = list(pieces(file(name)))
    assert len(found) > 80
    for place, texts in found:
        assert set(texts) == {"en", "de"}, place
        en, de = texts["en"].strip(), texts["de"].strip()
        assert en and de, place
        assert MARKED.findall(en) == MARKED.findall(de), place
        assert re.findall(r"^#+ ", en, re.M) == re.findall(r"^#+ ", de, re.M), place


@each_game
def test_cards_that_a_text_names_are_in_its_position(name):
    """Every card that a scene's texts name is in the scene's position; a switch's value is none."""
    values = set().union(*GAMES[name].rules._SWITCHES.values())
    for scene, entry in file(name)["scene"].items():
        given = str({key: entry.get(key) for key in ("sides", "hands", "discard", "deck")})
        for place, texts in pieces(entry):
            for marked in set(MARKED.findall(texts["en"])) - values:
                for card in marked.split():
                    assert re.search(rf"\b{card}\b", given), (scene, place, card)


@each_game
def test_every_tactic_card_has_its_scene(name):
    """The player to move holds the card, and the scene has the card's name in each language."""
    game = GAMES[name]
    shown = {scene.card: scene for scene in scenes(name) if scene.card}
    assert list(shown) == list(dict.fromkeys(card.rstrip("12") for card in game.deck.tactics))
    for card, scene in shown.items():
        position = scene.position
        held = {c.tactic.rstrip("12") for c in position.hands[position.to_move] if c.tactic}
        assert card in held
        for lang in LANGUAGES:
            title = stlib.say(f"tactic.{name}_{card}", lang)
            assert scene.tell(lang).text.startswith(f"### {title}\n")


#: docs/rules.md section 8; a language without a published name falls back on English.
TITLES = {
    ("ST1", "de"): [
        "Trickser", "Spionin", "Schildträger", "Blinde Kuh", "Schlammschlacht", "Einberufung",
        "Strategischer Schachzug", "Banshee-Beschwörung", "Verrat",
    ],
    ("ST1", "fr"): [
        "Joker", "Espion", "Porte-Bouclier", "Colin-Maillard", "Combat de Boue",
        "Chasseur de Tête", "Stratège", "Banshee", "Traître",
    ],
    ("ST2", "de"): [
        "Joker", "Spion", "Schild", "Neueinsatz", "Rekrutierung", "Fahnenflucht", "Verrat",
        "Explosion", "Unterstützung", "Austausch",
    ],
    ("ST2", "fr"): ["Joker", "Espion", "Bouclier"],
}  # fmt: skip


@pytest.mark.parametrize(("name", "lang"), TITLES)
def test_cards_bear_their_published_names(name, lang):
    """The titles of the cards' scenes are the words on the box."""
    told = [scene.tell(lang).text.splitlines()[0] for scene in scenes(name) if scene.card]
    titles = TITLES[name, lang]
    assert told[: len(titles)] == [f"### {title}" for title in titles]


def scenes(name):
    """Return all scenes of a game."""
    return [showcase.scene(GAMES[name], scene) for scene in showcase.scenes(GAMES[name])]


# --- answers -------------------------------------------------------------------------------------


def short(what):
    """Write an answer in a few words."""
    if isinstance(what, Formation):
        stands = " ".join(f"{elite}={card}" for elite, card in what.stands_for)
        return f"{what.kind.name} {what.total} {stands}".strip()
    if isinstance(what, Refutation):
        return f"{what.reason} {write_cards(what.cards)}".strip()
    if isinstance(what, Outcome):
        return f"{what.reason} {what.winner}"
    if isinstance(what, dict):
        return "; ".join(f"{place}: {write_cards(cards)}" for place, cards in what.items())
    if isinstance(what, tuple):
        return ", ".join(map(str, what))
    if isinstance(what, Proof):
        return "holds"
    return "open" if what is None else {True: "yes", False: "no"}.get(what, str(what))


# Worked out from docs/rules.md, sections 3 and 5, not from the engine.
TOLD = {
    "ST1": {
        "expert": ["open", "yes", "adjacent 0"],
        "limit": ["draw clan, draw tactic", "no", "yes"],
        "stuck": ["pass"],
        "joker": ["COLOR_RUN 24 joker1=r7", "holds", "COLOR 14 joker1=b9", "no"],
        "spy": ["COLOR_RUN 18 spy=g7", "SAME_VALUE 21 spy=r7", "holds"],
        "shield": ["COLOR_RUN 6 shield=y1", "COLOR_RUN 12 shield=y3", "COLOR 15 shield=n3"],
        "blind_mans_bluff": ["weaker", "holds", "no"],
        "mud_fight": ["holds", "incomplete", "later"],
        "recruiter": [
            "draw clan, draw tactic",
            "return r1, return r2, return r3, return y5, return n6, return g8, return g9, "
            "return n9, return banshee",
            "7",
            "deck: r1 n6",
        ],
        "strategist": ["take r4, take r5, take r6, take b9", "no", "holds"],
        "banshee": ["later", "take r3, take r4, take r5", "holds"],
        "traitor": ["no", "holds", "yes"],
        "wild": ["fill b8", "holds"],
        "unseen": ["holds"],
    },
    "ST2": {
        "limit": ["draw siege, draw tactic", "no", "yes"],
        "end": ["draw siege, draw tactic", "held 1", "open"],
        "joker": ["COLOR_RUN 30 joker1=r11", "SUM 3 joker1=r0", "yes"],
        "spy": ["COLOR_RUN 30 spy=r10", "holds", "SUM 13 spy=r10"],
        "shield": ["SUM 24 shield=r3", "SUM 4 shield=r1", "COLOR_RUN 12 shield=r3"],
        "oil": ["COLOR_RUN 6 joker1=r3", "", "joker1"],
        "redeploy": ["take b3, take r10, take r11", "holds"],
        "recruit": ["take b3, take r11", "holds"],
        "desertion": ["later", "holds", "fill b8"],
        "betrayal": ["take k2, take b3, take y10", "holds"],
        "explosion": ["at 2, at 6", "r1, b2, g4, k9, k10, k11, explosion"],
        "support": ["holds", "fill b11", "put_back: y1 b11"],
        "exchange": [
            "give y0, give y4, give r5, give y5, give k5, give k6",
            "6",
            "their_hand: y0 y4 r5",
        ],
    },
}
CASES = [(name, scene) for name, told in TOLD.items() for scene in told]


@pytest.mark.parametrize(("name", "scene"), CASES)
def test_the_engine_answers_as_the_rules_say(name, scene):
    """Each question of a scene has the answer that follows from the rules."""
    shown = showcase.scene(GAMES[name], scene)
    numbers = range(1, len(shown.questions) + 1)
    assert [short(shown.answer(number).what) for number in numbers] == TOLD[name][scene]


@each_game
def test_every_scene_is_asked_about(name):
    """Each scene is in the table above, or is asked under each value of its switch."""
    assert list(showcase.scenes(GAMES[name])) == [*TOLD[name], *showcase.values(GAMES[name])]


@each_game
@pytest.mark.parametrize("lang", ["en", "de"])
def test_answers_are_numbered_like_the_questions(name, lang):
    """A scene's page of answers has a line for each question, with the engine's sentence."""
    for scene in scenes(name):
        lines = scene.answers(lang).text.splitlines()
        for number, line in enumerate(lines, 1):
            assert line.startswith(f"{number}. *{scene.answer(number).say(lang)}*")
            assert f"\n{number}. **" in scene.tell(lang).text
        assert len(lines) == len(scene.questions)


@each_game
def test_the_notebook_shows_every_scene(name):
    """Each scene that is no switch's is told in the game's notebook, in the file's order."""
    cells = json.loads((ROOT / "notebooks" / NOTEBOOKS[name]).read_text(encoding="utf-8"))["cells"]
    code = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")
    assert sorted(re.findall(rf'showcase\.scene\({name}, "(\w+)"\)', code)) == sorted(TOLD[name])
    assert set(re.findall(rf'showcase\.show\({name}, "(\w+)"', code)) == set(file(name)["text"])


@each_game
def test_scenes_are_playable(name):
    """A board can show every scene, with the player to move below."""
    scene = showcase.scene(GAMES[name], "spy")
    board = Board(**scene.board("de"))
    assert board.position == scene.position
    assert board.view.player == scene.position.to_move
    assert board.lang == "de"


def test_refusals_say_why():
    """The refusal says whether the card forbids the choice, or the part of the turn does."""
    ruse = showcase.scene(ST1, "traitor").position.apply("traitor")
    with pytest.raises(stlib.MoveError, match="does not allow this choice"):
        ruse.apply("take joker1")
    with pytest.raises(stlib.MoveError, match="not allowed in this part of the turn"):
        ruse.apply("put 5")
    limit = showcase.scene(ST2, "joker_limit_st2").under(joker_limit_st2="one")
    assert limit.answer(1).say("de").endswith("jeder hat nur einen Joker.")


# --- variants and switches -----------------------------------------------------------------------


@each_game
def test_defaults_come_first(name):
    """Each switch is listed with its default first, and nothing else is."""
    defaults = {f.name: f.default for f in fields(GAMES[name].rules.Variant) if f.name != "name"}
    assert {switch: choices[0] for switch, choices in showcase.values(GAMES[name]).items()} == (
        defaults
    )


@each_game
def test_each_value_of_a_switch_changes_an_answer(name):
    """No two values of a switch agree in all questions of its scene."""
    for switch, choices in showcase.values(GAMES[name]).items():
        scene = showcase.scene(GAMES[name], switch)
        answers = set()
        for value in choices:
            shown = scene.under(**{switch: value})
            asked = range(1, len(scene.questions) + 1)
            answers.add(tuple(short(shown.answer(number).what) for number in asked))
        assert len(answers) == len(choices), switch


@each_game
@pytest.mark.parametrize("lang", ["en", "de"])
def test_switches_and_variants_are_told(name, lang):
    """The tables have a line for each, and a comparison a line for each value."""
    game = GAMES[name]
    lines = showcase.switches(game, lang).text.splitlines()[2:]
    for line, (switch, choices) in zip(lines, showcase.values(game).items(), strict=True):
        told = [mark for mark in MARKED.findall(line) if mark in choices]
        assert (MARKED.findall(line)[0], told) == (switch, list(choices))
        compared = showcase.compare(game, switch, lang).text
        assert all(f"- `{value}`: " in compared for value in choices)
    named = showcase.variants(game, lang).text.splitlines()[2:]
    assert [MARKED.findall(line)[0] for line in named] == list(game.variants)


def test_a_variant_is_told_by_its_switches():
    """Early bird is tactics with claims at the start of the turn."""
    line = showcase.variants(ST1).text.splitlines()[-1]
    assert MARKED.findall(line) == ["early_bird", "claim_timing=start_of_turn", "tactics=yes"]


# --- several games -------------------------------------------------------------------------------


@each_game
def test_games_are_played_to_their_end(name):
    """A bot plays any position to the end, and equal seeds give equal games."""
    start = GAMES[name].deal(seed=4, variant="tactics")
    ends = [showcase.play_out(start, "uniform", seed).to_text() for seed in (1, 1, 2)]
    assert "outcome: " in ends[0]
    assert ends[0] == ends[1] != ends[2]


def test_more_rounds_are_not_always_enough():
    """The notebook's score sheet: 5 + 2 + 5 = 12 against 4 + 5 + 4 = 13."""
    feud = Feud(3)
    assert "not decided" in str(showcase.say_winner(feud))
    for winner, stones in ((0, (5, 4)), (1, (2, 5)), (0, (5, 4))):
        feud = feud.add(Outcome(winner, "five", stones, "ST1"))
    assert feud.totals == (12, 13)
    assert str(showcase.say_winner(feud)) == "Player 2 has won."
    drawn = Feud(1, outcomes=(Outcome(None, "count", (4, 4), "ST1"),))
    assert str(showcase.say_winner(drawn, "de")) == "Es ist unentschieden."


@pytest.mark.parametrize(
    ("winners", "deck_left", "held", "says"),
    [
        ((0, 1), (9, 12), (4, 3), "Player 2 has won."),
        ((1, 0), (0, 0), (5, 6), "Player 1 has won."),
        ((1, 0), (0, 0), (5, 5), "It is not decided yet."),
    ],
)
def test_ties_of_a_match(winners, deck_left, held, says):
    """Two attackers: more cards left; two defenders: more tiles and oil; else it stays open."""
    results = tuple(Result(i, winners[i], deck_left[i], held[i], 0) for i in range(2))
    assert str(showcase.say_winner(Match(results=results))) == says


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: showcase.show(ST1, "nothing"), "no text is called 'nothing'; there are aim"),
        (lambda: showcase.scene(ST2, "traitor"), "no scene is called 'traitor'"),
        (lambda: showcase.scene(ST1, "spy").answer(4), "spy has no question 4"),
        (lambda: showcase.show(ST1, "aim", "xx"), "unknown language 'xx'"),
    ],
)
def test_wrong_names(call, message):
    """A wrong name, number or language is named."""
    with pytest.raises(ValueError, match=message):
        call()
