"""The greedy bots play legally, do not use hidden cards, are strong enough, and never change.

That plain Python and compiled code choose alike is tested with all policies in
`test_same_games`. ``PYTHONPATH=. python tests/test_greedy.py`` writes the golden file anew;
everything measured against these bots must then be measured again.
"""

import csv
import json
import sys
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

import st2lib
import stlib
from benchmarks import ablation
from stlib import tables
from stlib.base.compiled import COMPILED
from stlib.base.streams import below, start, step

GAMES = {"ST1": stlib.ST1, "ST2": st2lib.ST2}
GREEDY = 2
GOLDEN = Path(__file__).parent / "data" / "greedy_choices.json"
each_game = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)


def walk(game, key, n, policy=GREEDY, noise=4, variant="base"):
    """Yield the rows met in `n` games in which every so many moves are uniform ones."""
    engine, kernels = game.engine, game.kernels
    for i in range(n):
        row = np.zeros(engine.SIZE, np.int64)
        stream = engine.new(row, start(key, i), *game.deal_codes(game.find_variant(variant), None))
        s = engine.named(row)
        while s.winner < 0:
            yield row
            a, _ = below(stream, noise, 1)
            stream = step(stream)
            engine.apply(row, kernels.decide(row, 0 if a == 0 else policy, stream))


def hide_anew(game, row, rng):
    """Return a copy in which the other hand and the deck are dealt anew from the unseen cards."""
    out = row.copy()
    s = game.engine.named(out)
    p = int(s.turn)
    unseen = int(s.unplayed) & ~int(s.hand[p])
    cards = [card for card in range(game.rules.CARDS) if unseen >> card & 1]
    rng.shuffle(cards)
    held = int(s.hand[1 - p]).bit_count()
    s.hand[1 - p] = sum(1 << card for card in cards[:held])
    for i, card in enumerate(cards[held:]):
        s.deck[game.rules.CARDS - 1 - i] = card
    if s.tactics:
        hide_tactics_anew(game, s, rng)
    return out


def hide_tactics_anew(game, s, rng):
    """Deal the other hand's tactic cards and their deck anew, too."""
    p = int(s.turn)
    hidden = ~int(s.tactic_open) & ~int(s.tactic_hand[p])
    tactics = [i for i in range(game.rules.TACTICS) if hidden >> i & 1]
    rng.shuffle(tactics)
    held = int(s.tactic_hand[1 - p]).bit_count()
    s.tactic_hand[1 - p] = sum(1 << i for i in tactics[:held])
    for i, card in enumerate(tactics[held:]):
        s.tactic_deck[game.rules.TACTICS - 1 - i] = game.rules.CARDS + card


def always_legal(game, key, n, policy, other):
    """Play `n` games, checking every move of both; returns moves that are not legal."""
    engine, kernels = game.engine, game.kernels
    moves = np.zeros(game.rules.MAX_LEGAL, np.int64)
    wrong = []
    for i in range(n):
        row = np.zeros(engine.SIZE, np.int64)
        variants = list(game.variants.values())
        codes = game.deal_codes(variants[i % len(variants)], None)
        stream = engine.new(row, start(key, i), *codes)
        s = engine.named(row)
        while s.winner < 0:
            move = kernels.decide(row, other if s.turn == i % 2 else policy, stream)
            stream = step(stream)
            if move not in moves[: engine.legal(row, moves)]:
                wrong.append((i, move))
                break
            engine.apply(row, move)
    return wrong


@each_game
@pytest.mark.parametrize("n", [300, pytest.param(10_000, marks=pytest.mark.slow)])
def test_never_an_illegal_move(game, n):
    """Each move of `greedy`, and of its ablations in turn, is among the legal ones."""
    if not COMPILED:
        n = 2
    per = n // 2
    assert always_legal(game, 31, per, GREEDY, GREEDY) == []
    for policy in range(GREEDY, len(game.kernels.POLICIES)):
        others = len(game.kernels.POLICIES) - GREEDY
        assert always_legal(game, 32 + policy, max(1, per // others), policy, 0) == []


@each_game
@pytest.mark.parametrize("variant", ["base", "tactics"])
def test_hidden_cards_do_not_matter(game, variant):
    """Dealing the other hand and the decks anew changes no choice."""
    rng = np.random.default_rng(5)
    for k, row in enumerate(walk(game, 41, 30 if COMPILED else 1, variant=variant)):
        if k % 5 == 0:
            choice = game.kernels.decide(row, GREEDY, 1)
            for _ in range(3):
                other = hide_anew(game, row, rng)
                assert game.kernels.decide(other, GREEDY, 2) == choice


@pytest.mark.parametrize(
    ("n", "least"), [(200, 0.96), pytest.param(2_000, 0.995, marks=pytest.mark.slow)]
)
@pytest.mark.skipif(not COMPILED, reason="takes too long in plain Python")
@pytest.mark.parametrize("variant", ["base", "tactics"])
def test_beats_uniform(n, least, variant):
    """`greedy` hardly ever loses to `uniform`: both games, any seat, with tactics or without."""
    assert ablation.stones("greedy", "uniform", n, 8, variant).mean() >= least
    for seat in range(2):
        won = ablation.walls("greedy", "uniform", seat, n, 8, variant)[:, 0] == seat
        assert won.mean() >= least


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="takes too long in plain Python")
def test_oil_and_retreat_are_used_with_purpose():
    """Greedy defenders pour most of the oil, and late; without their patience it is gone early."""
    columns = st2lib.ST2.kernels.COLUMNS
    left = columns.index("cauldrons_left")
    held = ablation.walls("greedy", "greedy", 1, 1_000, seed=9)[:, left].mean()
    poured = ablation.walls("greedy_without_hold_oil", "greedy", 1, 1_000, seed=9)[:, left].mean()
    assert poured < 0.2 < held < 2.0


def ablations():
    """Return the committed lines about bots with a part left out."""
    with open(tables.path(ablation.FILE), encoding="utf-8") as file:
        return [line for line in csv.DictReader(file) if "_without_" in line["bot"]]


def test_every_part_earns_its_place():
    """In the committed table each part is worth wins in every seat: no interval reaches zero."""
    lines = ablations()
    for game, module in (("ST1", ablation.greedy), ("ST2", ablation.siege)):
        parts = {line["bot"] for line in lines if line["game"] == game}
        assert parts == {f"greedy_without_{part}" for part in module.PARTS}
    assert [line["bot"] for line in lines if float(line["cost_low"]) <= 0] == []


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="takes too long in plain Python")
@pytest.mark.parametrize("line", ablations(), ids=lambda line: f"{line['seat']}-{line['bot']}")
def test_ablations_again(line):
    """With other deals the bot without the part scores about what the table says."""
    n = 1_000
    if line["game"] == "ST1":
        rate = ablation.stones(line["bot"], line["opponent"], n, 77, line["variant"]).mean()
    else:
        seat = ("attacker", "defender").index(line["seat"])
        out = ablation.walls(line["bot"], line["opponent"], seat, n, 77, line["variant"])
        rate = (out[:, 0] == seat).mean()
    assert abs(rate - float(line["rate"])) < 4 * 0.5 / n**0.5


def choices(game):
    """Return the choices in some positions, as text, by policy; with tactic cards by two."""
    policies = game.kernels.POLICIES
    frozen = game.variants["tactics"]
    if game.name == "ST1":
        frozen = replace(frozen, joker_limit_st1="ever")
    rows = {
        variant: [
            row.copy() for k, row in enumerate(walk(game, 51, 24, variant=rule)) if k % 4 == 0
        ]
        for variant, rule in (("base", "base"), ("tactics", frozen))
    }
    asked = [("base", name) for name in policies[GREEDY:]]
    asked += [("tactics", name) for name in ("greedy", "greedy_without_tactics")]
    return {
        name if variant == "base" else f"{name}, {variant}": [
            str(game.notation.move(int(game.kernels.decide(row, policies.index(name), 0))))
            for row in rows[variant]
        ]
        for variant, name in asked
    }


@each_game
@pytest.mark.skipif(not COMPILED, reason="takes too long in plain Python")
def test_choices_are_frozen(game):
    """In the positions of the golden file the bots choose as they always did.

    The games of that file were played while a player had one Joker in a whole game, so this is
    said here.
    """
    assert choices(game) == json.loads(GOLDEN.read_text(encoding="utf-8"))[game.name]


def write_golden():
    """Write the golden file."""
    found = {name: choices(game) for name, game in GAMES.items()}
    lines = [
        json.dumps(name)
        + ": {\n"
        + ",\n".join(
            f"  {json.dumps(policy)}: {json.dumps(moves)}" for policy, moves in policies.items()
        )
        + "\n}"
        for name, policies in found.items()
    ]
    GOLDEN.write_text("{" + ",\n".join(lines) + "}\n", encoding="utf-8")


if __name__ == "__main__":
    sys.exit(write_golden())
