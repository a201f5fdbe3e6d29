"""The table of texts: complete in two languages, consistent in all, with no unused text."""

import ast
import pickle
import random
import re
from fractions import Fraction
from functools import cache, partial
from pathlib import Path
from string import Formatter

import pytest

import st2lib
import stlib
from stlib import puzzles, showcase, words
from stlib.__main__ import COMMAND
from stlib.base.errors import Text
from stlib.chances.whole_view import LaneOdds
from stlib.cli import main
from stlib.play.named_demands import name_place
from stlib.simulate.column_meanings import meaning
from stlib.svg import speak

ROOT = Path(__file__).resolve().parents[1]
ENTRIES = words.entries()
ERRORS = ("CardError", "GameError", "MoveError", "RecordError", "SetupError")


def places(text):
    """Return the names of the places in a text."""
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_english_and_german_are_complete():
    """Every text is there in both, and none is empty."""
    for key, entry in ENTRIES.items():
        assert {"en", "de"} <= set(entry), key
        assert all(entry.values()), key


def test_only_known_languages_occur():
    """A misspelt language would never be shown."""
    assert {lang for entry in ENTRIES.values() for lang in entry} == set(words.LANGUAGES)


def test_every_translation_fills_the_same_places():
    """Every translation has the same places; a missing or extra one would lose a card or raise."""
    for key, entry in ENTRIES.items():
        for lang, text in entry.items():
            assert places(text) == places(entry["en"]), (key, lang)


def test_places_are_plain_names():
    """No text reaches into an object or counts on an order."""
    for key, entry in ENTRIES.items():
        for text in entry.values():
            assert all(re.fullmatch(r"[a-z_]+", name) for name in places(text)), key


def test_published_terms_are_in_all_four_languages():
    """Names of kinds and colors, section 8."""
    for prefix in ("kind", "color", "color_alias"):
        for name, spoken in words.terms(prefix).items():
            assert len(spoken) == 4, (prefix, name)


SECTION_8 = {
    "kind.color_run": {"de": "Königstrupp", "fr": "Suite couleur", "nl": "Gekleurde rij"},
    "kind.same_value": {"de": "Dreierspitze", "fr": "Brelan", "nl": "Drie gelijke"},
    "kind.color": {"de": "Farbwall", "fr": "Couleur", "nl": "Kleur"},
    "kind.run": {"de": "Bunter Trupp", "fr": "Suite", "nl": "Drie op een rij"},
    "kind.sum": {"de": "Wilde Horde", "fr": "Somme", "nl": "Som"},
}


@pytest.mark.parametrize("key", SECTION_8)
def test_kinds_bear_their_published_names(key):
    """The words on the box, section 8."""
    for lang, term in SECTION_8[key].items():
        assert words.say(key, lang) == term


# --- what code asks for ------------------------------------------------------------------


@cache
def sources():
    """Return the syntax trees of both libraries, by path."""
    paths = [path for library in ("stlib", "st2lib") for path in (ROOT / library).rglob("*.py")]
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(paths)}


def constant(node):
    """Return a text that stands in the source, else None."""
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None


def calls(*names):
    """Yield (where, first argument) of all calls of functions or methods of these names."""
    for path, tree in sources().items():
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and node.args:
                name = getattr(node.func, "id", getattr(node.func, "attr", None))
                if name in names and constant(node.args[0]):
                    yield f"{path.name}:{node.lineno}", constant(node.args[0])


def test_every_error_has_its_text():
    """Each key that an error is raised with is a text below `error`."""
    found = list(calls(*ERRORS))
    assert len(found) > 30
    assert [where for where, key in found if f"error.{key}" not in ENTRIES] == []


def test_every_text_that_is_said_exists():
    """Each text asked for by name is in the table; a board's names may lack their first part."""
    found = list(calls("say", "Text"))
    assert len(found) > 30
    languages = set(words.LANGUAGES)
    unknown = [
        (where, key)
        for where, key in found
        if not {key, f"board.{key}"} & set(ENTRIES) and key not in languages
    ]
    assert unknown == []


def test_errors_fill_the_places_of_their_texts():
    """Each error is raised with just the values its text has places for."""
    wrong = []
    for path, tree in sources().items():
        for node in ast.walk(tree):
            if not (isinstance(node, ast.Call) and getattr(node.func, "id", "") in ERRORS):
                continue
            key = constant(node.args[0]) if node.args else None
            names = {keyword.arg for keyword in node.keywords}
            if key and None not in names:  # no **values
                needed = places(ENTRIES[f"error.{key}"]["en"])
                if names != needed and key != "illegal_move":
                    wrong.append((path.name, node.lineno, key, names ^ needed))
    assert wrong == []


def patterns():
    """Return all texts in the sources, and f-strings as patterns."""
    plain, shaped = set(), set()
    for tree in sources().values():
        for node in ast.walk(tree):
            if text := constant(node):
                plain.add(text)
            if isinstance(node, ast.JoinedStr):
                parts = [re.escape(constant(part) or "") or ".*" for part in node.values]
                if re.search(r"[a-z]{2}", "".join(parts)):
                    shaped.add("".join(parts))
    for path in (ROOT / "stlib").rglob("*.js"):
        plain |= set(re.findall(r"[\"'`]([\w.]+)[\"'`]", path.read_text(encoding="utf-8")))
    return plain, [re.compile(pattern) for pattern in shaped]


def test_no_text_is_left_that_nobody_says():
    """Each text is named somewhere, in full, without its first part, or by a pattern."""
    plain, shaped = patterns()
    left = []
    for key in ENTRIES:
        short = key.partition(".")[2]
        if {key, short} & plain or any(p.fullmatch(key) or p.fullmatch(short) for p in shaped):
            continue
        left.append(key)
    prefixes = {"color", "color_alias", "kind", "siege_kind"}  # read as tables, by their prefix
    assert [key for key in left if key.partition(".")[0] not in prefixes] == []


# --- saying ---------------------------------------------------------------------------------


def test_a_missing_text_is_said_in_english():
    """French and Dutch fall back; English and German never do."""
    lacking = next(
        key for key, entry in ENTRIES.items() if "fr" not in entry and not places(entry["en"])
    )
    assert words.say(lacking, "fr") == ENTRIES[lacking]["en"]
    assert words.say(lacking, "de") == ENTRIES[lacking]["de"]


@pytest.mark.parametrize("lang", ["", "EN", "english", "es", None, 1])
def test_unknown_languages_are_refused_and_the_known_ones_named(lang):
    """There are four."""
    with pytest.raises(ValueError, match="choose one of en, de, fr, nl"):
        words.say("kind.run", lang)


@pytest.mark.parametrize("key", ["kind", "kind.", "kind.pair", "", "error.nothing"])
def test_unknown_texts_are_refused_by_name(key):
    """A misspelt key is a programmer's mistake and raises."""
    with pytest.raises(ValueError, match=re.escape(repr(key))):
        words.say(key)


def test_a_text_speaks_the_language_it_is_asked_in():
    """Values that can speak are spoken in the same language as the text around them."""
    text = Text("illegal.not_in_hand", {"card": stlib.Card("r", 7)})
    assert "red 7" in text.say("en")
    assert "rot 7" in text.say("de")
    assert str(text) == text.say("en")


def test_errors_survive_a_pickle_in_every_language():
    """An error from another process says the same, and carries its values."""
    with pytest.raises(stlib.MoveError) as caught:
        stlib.ST1.deal(1).apply("r1@9")
    again = pickle.loads(pickle.dumps(caught.value))
    assert type(again) is stlib.MoveError
    assert (again.key, str(again)) == (caught.value.key, str(caught.value))
    assert again.say("de") == caught.value.say("de")
    assert isinstance(again, ValueError)


# --- one sentence, one language -------------------------------------------------------------


def refused(act):
    """Return the error that an act raises."""
    with pytest.raises(stlib.GameError) as caught:
        act()
    return caught.value


def mover(game):
    """Return the view of the player who is to move after a deal."""
    deal = game.deal(1)
    return deal.view(deal.to_move)


#: What puts a sentence together from several texts: each returns a function of the language.
SENTENCES = {
    "refuted by single cards": lambda: stlib.prove("r4 g4 b4", "v5 v6").say,
    "refuted by cards of many kinds": lambda: stlib.prove("r1 g4 b2", "v5 v6").say,
    "refuted by sets of cards": lambda: stlib.prove("r4 g4 b4", "v5").say,
    "refuted with an elite card": lambda: stlib.prove("r1 g4 b2", "v5 spy").say,
    "the reason alone": lambda: stlib.prove("r4 g4 b4", "v5 v6").why,
    "which cards help": lambda: stlib.prove("r4 g4 b4", "v5 v6", "v7").say_holds_with,
    "the other side is stronger": lambda: stlib.prove("r4 g4 b3", "v5 v6 v7").say,
    "a group of refutations": lambda: stlib.prove("r4 g4 b4", "v5").groups()[0].say,
    "a proof": lambda: stlib.prove("r7 r8 r9", "b8 b9").say,
    "a formation": lambda: stlib.formation("r7 spy r9").say,
    "a move": lambda: stlib.ST1.notation.read("r7@5").say,
    "an illegal move": lambda: refused(lambda: stlib.ST1.deal(1).apply("r1@9")).say,
    "a card on two sides": lambda: refused(lambda: stlib.prove("r4", "r4")).say,
    "a full side": lambda: refused(lambda: stlib.prove("r4 r5 r6 r7", "")).say,
    "an ending": lambda: stlib.Outcome(0, "held", (2, 5), "ST2").say,
    "odds of a lane": lambda: LaneOdds(stlib.ST1.deal(1).lanes[0], "duel", {}, Fraction(1, 3)).say,
    "a bot": lambda: partial(stlib.bots.make("uniform").explain, mover(stlib.ST1)),
    "what a column means": lambda: partial(meaning, stlib.ST1, "tactics_0"),
    "a demand": lambda: partial(name_place, st2lib.ST2, st2lib.ST2.find_variant(), "gate"),
}


@pytest.mark.parametrize("name", SENTENCES)
@pytest.mark.parametrize("seed", range(4))
def test_a_sentence_is_in_one_language(name, seed, monkeypatch):
    """Whichever texts a language has, no sentence mixes it with English."""
    speak = SENTENCES[name]()
    chance = random.Random(seed)
    table = {key: {"en": "¤" + entry["en"]} for key, entry in ENTRIES.items()}
    for entry in table.values():
        if chance.random() < 0.8:
            entry["nl"] = entry["en"].replace("¤", "§")
    monkeypatch.setattr(words, "entries", lambda: table)
    assert len(set(speak("nl")) & {"¤", "§"}) == 1


def test_half_a_sentence_is_never_dutch():
    """An English sentence names its cards in English; a Dutch name alone stays Dutch."""
    found = stlib.prove("r4 g4 b4", "v5 v6")
    assert found.say("nl") == found.say("fr") == found.say("en")
    assert stlib.Card("v", 4).say("nl") == "paars 4"
    assert stlib.formation("r7 r8 r9").say("nl") == "Gekleurde rij, totaal 24"
    with pytest.raises(stlib.MoveError) as caught:
        stlib.ST1.deal(1).apply("r1@9")
    assert caught.value.say("nl") == str(caught.value)


@pytest.mark.parametrize("game", [stlib.ST1, st2lib.ST2], ids=str)
def test_answers_of_lessons_are_in_one_language(game):
    """Puzzles and scenes are there in English and German; asked in Dutch they speak English."""
    for one in puzzles.puzzles(game):
        assert one.solution("nl").text == one.solution("en").text
        assert one.check("r1", "nl").text == one.check("r1", "en").text
    asked = showcase.scene(game, "joker").answer(1)
    assert asked.say("nl") == asked.say("en")


def test_a_page_is_in_one_language(capsys):
    """A table in words and the command line are English until a language is complete."""
    for lang in ("fr", "nl"):
        if words.page_language(lang) == "en":
            assert speak(stlib.ST1.deal(1), lang) == speak(stlib.ST1.deal(1), "en")
            main(COMMAND, ["prove", "r7 r8 r9", "b8", "--lang", lang])
            main(COMMAND, ["prove", "r7 r8 r9", "b8", "--lang", "en"])
            told = capsys.readouterr().out.splitlines()
            assert told[: len(told) // 2] == told[len(told) // 2 :]
    assert words.page_language("de") == "de"
    with pytest.raises(ValueError, match="choose one of en, de, fr, nl"):
        words.page_language("es")
