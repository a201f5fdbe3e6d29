"""The fifteen puzzles about proofs: the engine's answers, brute force, and the texts."""

import json
from itertools import combinations
from pathlib import Path

import pytest

import oracle
from bridge import DECKS, GAMES, names
from stlib import LANGUAGES, puzzles

ALL = {one.number: one for game in GAMES.values() for one in puzzles.puzzles(game)}
DEMANDS = {
    7: oracle.BLIND_MANS_BLUFF,
    8: oracle.MUD_FIGHT,
    10: oracle.tile_demand(4, False),
    11: oracle.tile_demand(4, True),
    12: oracle.tile_demand(2, False),
    13: oracle.tile_demand(6, True),
    14: oracle.tile_demand(7, True),
    15: oracle.tile_demand(5, False),
}
# Worked out by hand from docs/rules.md, not from the engine.
TOLD = {
    1: True,  # b7 makes 24 as well, later
    2: False,  # v7: 5-6-7 in violet
    3: "y7 v7",  # the gap; r7, b7, n7 lie open, g7 is the claimer's
    4: "r2 r7 g7",  # color 19, color run 24, run 24 first; y8 and n9 are sums, b1 too
    5: "v6",  # v4 v6 and v6 v7
    6: 5,  # v6 v7, v7 v9; b8 y8, b8 n8, y8 n8
    7: "b8 g9",  # more than 24 - 17 = 7
    8: "b9",  # 30 against 26
    9: "v3 v4 v7",  # 3-4-5, 4-5-6 (or 3-4-5), 5-6-7
    10: 4,  # 10-11 in b, g, y, k
    11: "b0 g1 y1",  # less than 5 - 3 = 2
    12: "b11",  # b7 ties
    13: "b9 k9",
    14: 10,  # five 0 and five 3
    15: False,
}
each_puzzle = pytest.mark.parametrize("number", TOLD)
FORMS = {
    "holds": ("yes", "no"),
    "count": ("3", "0"),
    "cards": ("r5", "none"),
    "helps": ("r5", "none"),
    "lays": ("b1", "none"),
}


def told(number):
    """Return the answer worked out by hand, cards as a set of texts."""
    answer = TOLD[number]
    return set(answer.split()) if isinstance(answer, str) else answer


def plain(answer):
    """Return the engine's answer in the same form."""
    return set(names(answer)) if isinstance(answer, frozenset) else answer


def fills(one, mine, theirs, gone=()):
    """Return all sets of unplayed cards that beat the claim, by the oracle."""
    demand = DEMANDS.get(one.number, oracle.ST1_STONE)
    unplayed = [card for card in names(one.position.unplayed) if card not in gone]
    to_beat = oracle.key(mine, demand, one.game.name)
    return [
        set(fill)
        for fill in combinations(unplayed, demand.size - len(theirs))
        if oracle.key((*theirs, *fill), demand, one.game.name) > to_beat
    ]


def by_brute_force(one):
    """Answer a puzzle by trying every fill."""
    mine, theirs = map(names, one.position.lanes[one.lane - 1].sides)
    if one.asks == "lays":
        hand = names(one.position.hands[0])
        return {card for card in hand if not fills(one, [*mine, card], theirs, [card])}
    found = fills(one, mine, theirs)
    if one.asks == "holds":
        stamps = one.position.lanes[one.lane - 1].stamps
        full = len(mine) == len(theirs)
        return not found and not (full and stamps[1] < stamps[0])
    if one.asks == "count":
        return len(found)
    return set.union(*found) if one.asks == "cards" else set.intersection(*found)


def test_there_are_fifteen_of_both_games():
    """The puzzles are numbered from 1 to 15, and every kind of question and both games occur."""
    assert list(ALL) == list(TOLD) == list(range(1, 16))
    assert {one.asks for one in ALL.values()} == set(FORMS)
    assert [one.game.name for one in ALL.values()] == ["ST1"] * 9 + ["ST2"] * 6


@each_puzzle
def test_the_engine_answers_as_worked_out(number):
    """The engine, every fill tried by the oracle, and a person with paper agree."""
    assert plain(ALL[number].answer) == told(number)
    assert by_brute_force(ALL[number]) == told(number)


@each_puzzle
def test_a_readers_answer_is_checked(number):
    """Open, a hint, right, wrong: each is said in both languages, and wrong gives nothing away."""
    one, answer = ALL[number], TOLD[number]
    typed = {True: "yes", False: "no"}[answer] if isinstance(answer, bool) else str(answer)
    wrong = next(form for form in FORMS[one.asks] if form != typed)
    for lang in ("en", "de"):
        assert one.check(lang=lang).state == "open"
        assert one.check("hint", lang).text == one.hint(lang).text
        assert one.check(typed, lang).state == "right"
        assert one.check(wrong, lang).state == "wrong"
        assert one.solution(lang).text.count("`") or one.asks in ("holds", "count")
        for card in told(number) if isinstance(answer, str) else ():
            assert f"`{card}`" not in one.check(wrong, lang).text
    assert one.check(one.answer).state == "right"
    assert one.check("Hinweis").state == "hint"


@each_puzzle
@pytest.mark.parametrize("answer", ["x99", "maybe", "", [], 3.5, object(), "..."])
def test_what_cannot_be_read_leaves_a_puzzle_open(number, answer):
    """An answer that cannot be read is not a wrong answer, and it raises nothing."""
    state = ALL[number].check(answer).state
    cards = ALL[number].asks in ("cards", "helps", "lays")
    assert state == ("wrong" if cards and answer == [] else "open")


@each_puzzle
def test_questions_are_told_in_both_languages(number):
    """Title, question and hint; the claim's lane is named, and its cards lie where it says."""
    one = ALL[number]
    assert one.tell("en").text != one.tell("de").text
    assert one.hint("en").text != one.hint("de").text
    assert f"Puzzle {number}" in one.tell().text
    for lang in LANGUAGES:
        lane = one.position.lanes[one.lane - 1]
        for side in lane.sides:
            numbered = [card for card in names(side) if card in DECKS[one.game.name]]
            assert all(card in one.tell(lang).text for card in numbered)


@pytest.mark.parametrize(
    ("answer", "said", "german"),
    [
        ("none", "2 cards are missing.", "2 Karten fehlen."),
        (
            "v7 r1",
            "1 of your cards is right, 1 of your cards is wrong and 1 card is missing.",
            "1 deiner Karten stimmt, 1 deiner Karten stimmt nicht und 1 Karte fehlt.",
        ),
        (
            "v7 y7 r1 r2",
            "2 of your cards are right and 2 of your cards are wrong.",
            "2 deiner Karten stimmen und 2 deiner Karten stimmen nicht.",
        ),
    ],
)
def test_how_cards_are_wrong_is_said_in_a_sentence(answer, said, german):
    """One card is counted as one, and what there is none of is not mentioned."""
    one = ALL[3]
    assert set(names(one.answer)) == {"v7", "y7"}
    assert one.check(answer).text == f"**Wrong**, look again. {said}"
    assert one.check(answer, "de").text == f"**Falsch**, sieh noch einmal hin. {german}"


def test_an_unknown_number_is_refused():
    """The message says which there are."""
    with pytest.raises(ValueError, match="count from 10 to 15"):
        puzzles.puzzle(GAMES["ST2"], 9)


def test_the_notebook_asks_all_of_them_and_gives_nothing_away():
    """Each has its question, an open answer to check, and a solution in a cell of its own."""
    path = Path(__file__).parents[1] / "notebooks" / "13_proving_a_claim.ipynb"
    cells = [c for c in json.loads(path.read_text("utf-8"))["cells"] if c["cell_type"] == "code"]
    sources = ["".join(cell["source"]) for cell in cells]
    for number, one in ALL.items():
        at = next(i for i, s in enumerate(sources) if f"puzzle({one.game.name}, {number})" in s)
        assert sources[at + 1] == "answer = None\npuzzle.check(answer, lang)"
        assert sources[at + 2] == "puzzle.solution(lang)"
        assert "solution" in cells[at + 2]["metadata"]["tags"]
    tagged = [c for c in cells if "solution" in c["metadata"].get("tags", ())]
    assert len(tagged) == len(ALL) == sum("solution(" in source for source in sources)
