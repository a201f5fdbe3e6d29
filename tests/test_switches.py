"""Every switch and every value of it: positions in which the value decides.

Each case of `CASES` asks a position one question; its answers differ by the switch's value.
"""

import re
from dataclasses import fields

import pytest

import st2lib
import stlib
from bridge import names

LIBRARIES = {"ST1": stlib, "ST2": st2lib}
GAMES = {"ST1": stlib.ST1, "ST2": st2lib.ST2}


def legal(position):
    """Return the legal moves as texts."""
    return names(position.legal_moves)


def play(position, *moves):
    """Return the position after these moves."""
    for move in moves:
        position = position.apply(move)
    return position


# --- ST1 ------------------------------------------------------------------------------------


def claim_timing(variant):
    """Say when the stone that r9 completes is claimed."""
    position = stlib.ST1.setup(
        {5: ("r7 r8", "")},
        ("r9 b1 b2 b3 b4 b5", "g1 g2 g3 g4 g5 g6"),
        phase="PLAY",
        variant=variant,
    ).apply("r9@5")
    if "claim 5" in legal(position):
        return "in the same turn"
    position = position.apply("g1@1")
    assert position.phase == "CLAIM" and "claim 5" in legal(position)
    return "in the next turn, before laying"


def deadlock(variant):
    """Say how a game ends if nobody has a card, and the one complete side was not claimed."""
    position = stlib.ST1.setup(
        {1: ("r1 b5 g9", "n1")}, ("", ""), deck="", discard="rest", variant=variant
    )
    while position.outcome is None:
        position = position.apply("pass" if position.phase == "PLAY" else "done")
    return position.outcome.reason, position.outcome.winner is None


def tactics_st1(variant):
    """Count the cards of a hand and of the two decks just after the deal."""
    deal = stlib.ST1.deal(1, variant)
    return len(deal.hands[0]), len(deal.deck), len(deal.tactic_deck)


def joker_limit_st1(variant):
    """Say whether a second Joker may be laid: the first at the border, and discarded."""
    hands = ("joker2 b1 b2 b3 b4 b5 b6", None)
    options = {"variant": variant, "tactics_played": (1, 1)}
    lies = stlib.ST1.setup({1: ("joker1", "")}, hands, **options)
    gone = stlib.ST1.setup({}, hands, discard="joker1", jokers_played=(1, 0), **options)
    return "joker2@2" in legal(lies), "joker2@2" in legal(gone)


def unseen_tactics_block_proof(variant):
    """Say whether a claim holds that only an unseen elite card could spoil."""
    position = stlib.ST1.setup(
        {5: ("r4 g4 b4", "v5 v6")},
        ("r9 b9 g9", None),
        discard="v4 v7",
        variant=variant,
    ).apply("r9@1")
    return "claim 5" in legal(position)


# --- ST2 ------------------------------------------------------------------------------------


def color_run_on_restricted(variant):
    """Say whether the attacker's r1 r2 r3 beats b8 b10 b11 and r1 r5 r6 on the damaged wall."""
    found = []
    for mine, theirs in (("r1 r2 r3", "b8 b10 b11"), ("r9 r10 r11", "b1 b2 b4")):
        position = st2lib.ST2.setup({3: (mine, theirs)}, damaged=(3,), variant=variant)
        found.append("declare 3" in legal(position))
    return tuple(found)


def defender_full(variant):
    """Say what happens when a defender without a free slot has the turn."""
    sides = {
        1: ("", "g1 g2 g4"),
        2: ("", "g5 g6 g7 g9"),
        3: ("", "y1 y2 y4"),
        4: ("", "y5 y9"),
        5: ("", "k1 k2 k4"),
        6: ("", "k5 k6 k7 k9"),
        7: ("", "k10 k11 y11"),
    }
    position = st2lib.ST2.setup(sides, ("r1 r2 r3 r4 r5 r6", None), variant=variant)
    position = position.apply("r1@1")
    if position.outcome:
        return position.outcome.winner, position.outcome.reason
    assert legal(position) == ["pour 1", "pass"]
    after = position.apply("pass")
    return "passes", len(after.hands[1])


def attacker_draws_last(variant):
    """Say who has the turn after the attacker drew the last card."""
    position = st2lib.ST2.setup(
        {}, ("r1 r2", "b1 b2"), "g1", discard="rest", variant=variant
    ).apply("r1@1")
    if position.outcome:
        return position.outcome.reason
    return position.to_move


def tactics_st2(variant):
    """Count the cards of a hand and of the two decks just after the deal."""
    deal = st2lib.ST2.deal(1, variant)
    return len(deal.hands[0]), len(deal.deck), len(deal.tactic_deck)


def tactic_end(variant):
    """Say whether the end begins with the last siege card, a tactic card being left."""
    position = st2lib.ST2.setup(
        {},
        ("r1 r2 r3", "b1 b2 b3"),
        "g1",
        tactic_deck="spy joker1",
        discard="rest",
        to_move=1,
        variant=variant,
    )
    return play(position, "b1@1", "draw siege").last_turn


def joker_limit_st2(variant):
    """Say whether a player may lay the other Joker, too."""
    position = st2lib.ST2.setup(
        {1: ("joker1", "")},
        ("joker2 r1 r2", None),
        tactics_played=(1, 1),
        variant=variant,
    )
    return "joker2@2" in legal(position)


def zero_eleven_by_actions(variant):
    """Count what lies at a tile after Redeploy has laid r0 opposite r11; and by hand r0 alone."""
    found = []
    for hands, moves in (
        (("redeploy b1", None), ("redeploy", "take r0", "put 3")),
        (("r0 b1", None), ("r0@3",)),
    ):
        sides = {1: ("" if "r0" in hands[0] else "r0", ""), 3: ("", "r11")}
        position = play(st2lib.ST2.setup(sides, hands, variant=variant), *moves)
        found.append(tuple(map(len, position.lanes[2].sides)))
    return tuple(found)


# --- the table ------------------------------------------------------------------------------

CASES = {
    ("ST1", "claim_timing"): (
        claim_timing,
        {
            "after_play": "in the same turn",
            "start_of_turn": "in the next turn, before laying",
        },
    ),
    ("ST1", "deadlock"): (deadlock, {"count": ("count", False), "none": ("deadlock", True)}),
    ("ST1", "tactics"): (tactics_st1, {"no": (6, 42, 0), "yes": (7, 40, 10)}),
    ("ST1", "joker_limit_st1"): (
        joker_limit_st1,
        {"on_border": (False, True), "ever": (False, False)},
    ),
    ("ST1", "unseen_tactics_block_proof"): (
        unseen_tactics_block_proof,
        {"no": True, "yes": False},
    ),
    ("ST2", "color_run_on_restricted"): (
        color_run_on_restricted,
        {"plain": (False, True), "above": (True, True), "sum": (False, False)},
    ),
    ("ST2", "defender_full"): (
        defender_full,
        {"defender_wins": (1, "full"), "pass_and_draw": ("passes", 7)},
    ),
    ("ST2", "attacker_draws_last"): (
        attacker_draws_last,
        {"defender_then_last": 1, "last_now": "held"},
    ),
    ("ST2", "tactics"): (tactics_st2, {"no": (6, 48, 0), "yes": (7, 46, 11)}),
    ("ST2", "tactic_end"): (tactic_end, {"siege": True, "both": False}),
    ("ST2", "joker_limit_st2"): (joker_limit_st2, {"none": True, "one": False}),
    ("ST2", "zero_eleven_by_actions"): (
        zero_eleven_by_actions,
        {"yes": ((0, 0), (0, 0)), "no": ((1, 1), (0, 0))},
    ),
}
TACTIC_SWITCHES = {
    "joker_limit_st1",
    "unseen_tactics_block_proof",
    "tactic_end",
    "joker_limit_st2",
    "zero_eleven_by_actions",
}
ASKED = [(*key, value) for key, (_, answers) in CASES.items() for value in answers]


def switches(game):
    """Return a game's switches with their values, the default first, as its docstring has them."""
    text = LIBRARIES[game].Variant.__doc__
    return {
        name: re.findall(r'"(\w+)"', values)
        for name, values in re.findall(r"^    (\w+) : \{(.+)\}$", text, re.MULTILINE)
    }


@pytest.mark.parametrize(("game", "switch", "value"), ASKED)
def test_each_value_of_each_switch_decides_a_position(game, switch, value):
    """The answer is that of this value and of no other."""
    ask, answers = CASES[game, switch]
    assert len(set(answers.values())) == len(answers)
    options = {switch: value} | ({"tactics": "yes"} if switch in TACTIC_SWITCHES else {})
    assert ask(LIBRARIES[game].Variant("own", **options)) == answers[value]


@pytest.mark.parametrize("game", list(GAMES))
def test_no_switch_and_no_value_is_left_out(game):
    """Fields of `Variant`, its docstring and the table above name the same switches and values."""
    names_ = [field.name for field in fields(LIBRARIES[game].Variant) if field.name != "name"]
    found = {switch: list(answers) for (g, switch), (_, answers) in CASES.items() if g == game}
    assert list(found) == names_
    assert found == switches(game)


@pytest.mark.parametrize("game", list(GAMES))
def test_defaults_come_first_and_are_given_a_reason(game):
    """What a bare `Variant()` means is listed first, and its docstring says why."""
    usual = LIBRARIES[game].Variant()
    for name, values in switches(game).items():
        assert getattr(usual, name) == values[0]
        paragraph = re.search(rf"    {name} : .*\n((?:        .*\n)+)", type(usual).__doc__)
        told = " ".join(paragraph.group(1).split())
        assert "default" in told, name
        for value in values:
            assert f"``{value}``" in told, (name, value)


def test_expert_and_tactics_are_independent():
    """Claims at the start of the turn, with and without tactic cards: four variants."""
    kinds = {name: (v.claim_timing, v.tactics) for name, v in stlib.ST1.variants.items()}
    assert kinds == {
        "base": ("after_play", "no"),
        "expert": ("start_of_turn", "no"),
        "tactics": ("after_play", "yes"),
        "early_bird": ("start_of_turn", "yes"),
    }
    assert {name: v.tactics for name, v in st2lib.ST2.variants.items()} == {
        "base": "no",
        "tactics": "yes",
    }


@pytest.mark.parametrize("game", list(GAMES))
def test_named_variants_differ_in_nothing_else(game):
    """All other switches are at their default in every named variant."""
    usual = LIBRARIES[game].Variant()
    for variant in GAMES[game].variants.values():
        for name in switches(game):
            if name not in ("claim_timing", "tactics"):
                assert getattr(variant, name) == getattr(usual, name)
