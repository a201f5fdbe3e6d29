"""Proofs of claims compared with trying every fill, and the sentences that tell them."""

import random
from functools import cache
from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings

import oracle
import st2lib
import stlib
from bridge import DECKS, names
from stlib import CardError
from stlib.cards.card import from_mask, parse_cards, to_mask
from stlib.claims.refutation import refutation
from strategies import ALL_DEMANDS, DEMANDS, LIBRARIES, proof_problems

# --- proof and brute force --------------------------------------------------------------


def mask(game, cards):
    """Return a set of cards as the kernels see it."""
    return to_mask(parse_cards(" ".join(cards), LIBRARIES[game].DECK))


def encoded(key, lower):
    """Write the oracle's (kind, total) as the kernels write a strength."""
    kind, total = key
    return kind * 64 + (63 + total if lower else total)


def ask(game, demand, side, unplayed, rank):
    """Ask the kernel for a refutation; two sets of card ids and a strength."""
    deck = LIBRARIES[game].DECK
    return int(refutation(side, 0, unplayed, rank, demand.code, deck.shape))


@settings(max_examples=400)
@given(proof_problems())
def test_a_claim_is_refuted_exactly_where_some_fill_beats_it(problem):
    """`prove` refuses if and only if trying every fill finds a stronger one, and names one."""
    game, name, mine, theirs, unplayed = problem
    ours, reading = DEMANDS[game][name]
    table = [card for card in DECKS[game] if card not in (*mine, *theirs, *unplayed)]
    found = LIBRARIES[game].prove(" ".join(mine), " ".join(theirs), " ".join(table), ours)
    assert bool(found) == (oracle.refutation(mine, theirs, unplayed, reading) is None)
    if not found:
        fill = names(found.cards)
        assert found.reason == "fill"
        assert set(fill) <= set(unplayed)
        assert oracle.key(theirs + fill, reading) > oracle.key(mine, reading)


@cache
def all_sides(game, name):
    """Return every full side, as a set, with the oracle's strength of it."""
    ours, reading = DEMANDS[game][name]
    bits = {card: 1 << i for i, card in enumerate(DECKS[game])}
    sides = list(combinations(DECKS[game], ours.size))
    masks = np.array([sum(bits[card] for card in side) for side in sides], np.int64)
    keys = [encoded(oracle.key(side, reading), ours.sign < 0) for side in sides]
    return masks, np.array(keys, np.int64)


def best_of_all(game, name, side, unplayed):
    """Return the best strength the side can get, -1 if it cannot be filled."""
    masks, keys = all_sides(game, name)
    fits = (masks & side == side) & (masks & ~(side | unplayed) == 0)
    return int(keys[fits].max(initial=-1))


def check_reach(game, name, side, unplayed, rng):
    """A fill beats `best` - 1, and no fill beats `best`."""
    demand = DEMANDS[game][name][0]
    best = best_of_all(game, name, side, unplayed)
    where = (game, name, *map(str, from_mask(side, LIBRARIES[game].DECK)), best)
    assert ask(game, demand, side, unplayed, max(best, 0)) == 0, where
    if best <= 0:
        return
    masks, keys = all_sides(game, name)
    for rank in (best - 1, rng.randrange(best)):
        fill = ask(game, demand, side, unplayed, rank)
        assert fill, (where, rank)
        assert fill & ~unplayed == 0, (where, rank)
        assert keys[masks == side | fill][0] > rank, (where, rank)


def some_side(rng, game, n):
    """Draw `n` cards that often belong together: one value, one color, or neighbors."""
    deck = DECKS[game]
    if n == 0:
        return []
    first = rng.choice(deck)
    color, value = first[0], int(first[1:])
    near = {
        "any": deck,
        "value": [card for card in deck if int(card[1:]) == value],
        "color": [card for card in deck if card[0] == color],
        "run": [card for card in deck if abs(int(card[1:]) - value) < 4],
        "color run": [c for c in deck if c[0] == color and abs(int(c[1:]) - value) < 4],
    }[rng.choice(("any", "value", "color", "run", "color run"))]
    others = [card for card in near if card != first]
    return [first, *rng.sample(others, min(n - 1, len(others)))]


def some_unplayed(rng, game, side):
    """Draw which cards are unplayed: a handful, a part, or all but a few."""
    rest = [card for card in DECKS[game] if card not in side]
    n = rng.choice((rng.randrange(8), rng.randrange(len(rest)), len(rest) - rng.randrange(6)))
    if rng.random() < 0.3:  # all of some colors
        letters = rng.sample("rbgyvnk", 3)
        rest = [card for card in rest if card[0] in letters]
    return rng.sample(rest, min(n, len(rest)))


def check_many(game, name, n, seed=0):
    """Check `n` unfinished sides against every fill there is."""
    rng = random.Random(f"{game} {name} {seed}")
    size = DEMANDS[game][name][0].size
    for _ in range(n):
        side = some_side(rng, game, rng.randrange(size))
        unplayed = some_unplayed(rng, game, side)
        check_reach(game, name, mask(game, side), mask(game, unplayed), rng)


THREE_SLOTS = [(g, n) for g, n in ALL_DEMANDS if DEMANDS[g][n][0].size < 4]
FOUR_SLOTS = [(g, n) for g, n in ALL_DEMANDS if DEMANDS[g][n][0].size == 4]


@pytest.mark.parametrize(("game", "name"), THREE_SLOTS)
def test_reach_is_what_all_fills_together_reach(game, name):
    """Random unfinished sides of every kind, every number of unplayed cards, all demands."""
    check_many(game, name, 150)


@pytest.mark.parametrize(("game", "name"), FOUR_SLOTS)
def test_reach_in_four_slots_with_few_unplayed_cards(game, name):
    """Four-slot lanes, with at most twelve unplayed cards so that all fills can be tried."""
    rng = random.Random(name)
    ours, reading = DEMANDS[game][name]
    for _ in range(60):
        side = some_side(rng, game, rng.randrange(4))
        near = some_side(rng, game, 6) + some_side(rng, game, 6)
        unplayed = sorted(set(near) - set(side))
        fills = combinations(unplayed, 4 - len(side))
        best = max((oracle.key([*side, *fill], reading) for fill in fills), default=None)
        a, b = mask(game, side), mask(game, unplayed)
        if best is None:
            assert ask(game, ours, a, b, 0) == 0
            continue
        rank = encoded(best, ours.sign < 0)
        assert ask(game, ours, a, b, rank) == 0, (side, unplayed)
        fill = ask(game, ours, a, b, rank - 1)
        assert fill & ~b == 0
        filled = side + names(from_mask(fill, LIBRARIES[game].DECK))
        assert oracle.key(filled, reading) == best, (side, unplayed)


@pytest.mark.slow
@pytest.mark.parametrize(("game", "name"), ALL_DEMANDS)
def test_reach_of_every_small_side(game, name):
    """Every unfinished side of no, one or two cards with all else unplayed, and many more."""
    rng = random.Random(name)
    size = DEMANDS[game][name][0].size
    for n in range(min(size, 3)):
        for side in combinations(DECKS[game], n):
            if size == 4 and n == 2 and rng.random() > 0.1:
                continue
            rest = [card for card in DECKS[game] if card not in side]
            check_reach(game, name, mask(game, side), mask(game, rest), rng)
    check_many(game, name, 1500 if size < 4 else 250, seed=1)


def test_too_few_unplayed_cards_refute_nothing():
    """With fewer unplayed cards than free slots the other side is never finished."""
    open_cards = [card for card in DECKS["ST1"] if card not in ("r9", "b9")]
    found = stlib.prove("g1 g2 y4", "", " ".join(open_cards))
    assert found
    assert found.best is None
    assert not stlib.prove("g1 g2 y4", "v9", " ".join(open_cards))


def test_a_best_fill_may_be_worth_nothing():
    """At a damaged pit only zeros are left: the best that the other side can get is 0."""
    pit = st2lib.TILES[0].damaged
    table = [c for c in DECKS["ST2"] if c not in ("k10", "b2", "k0", "r0", "g0", "y0")]
    found = st2lib.prove("k10 b2 k0", "", " ".join(table), pit)
    assert found
    assert found.best.strength == found.best.total == 0
    assert set(names(found.cards)) == {"r0", "g0", "y0"}
    assert "total 0" in str(found)


@pytest.mark.parametrize(("game", "name"), ALL_DEMANDS)
def test_a_proof_names_the_best_of_all_fills(game, name):
    """Of a handful of unplayed cards, low ones among them, the best fill is the greatest of all."""
    ours, reading = DEMANDS[game][name]
    rng = random.Random(f"best {game} {name}")
    deck = DECKS[game]
    low = [card for card in deck if int(card[1:]) < 2]
    for _ in range(12):
        some = [*rng.sample(low, min(4, len(low))), *rng.sample(deck, 3)][rng.randrange(4) :]
        side = rng.sample(deck, rng.randrange(ours.size))
        some = [card for card in dict.fromkeys(some) if card not in side]
        mine = rng.sample([c for c in deck if c not in (*some, *side)], ours.size)
        table = " ".join(card for card in deck if card not in (*some, *side))
        found = LIBRARIES[game].prove(" ".join(mine), " ".join(side), table, ours)
        rest = list(combinations(some, ours.size - len(side)))
        keys = [oracle.key([*side, *more], reading) for more in rest]
        if not found or not keys:
            assert found.cards if not found else found.best is None
            continue
        assert (int(found.best.kind), found.best.total) == (max(keys)[0], abs(max(keys)[1]))
        assert oracle.key([*side, *names(found.cards)], reading) == max(keys)


# --- ties, sentences, errors ------------------------------------------------------------

# Two sides of three equal values tie only where there are six colors.
TIES = {
    "same_value": ("r5 b5 g5", "y5 v5 n5"),
    "color_run": ("r7 r8 r9", "b7 b8 b9"),
    "color": ("r7 r5 r1", "b8 b4 b1"),
    "run": ("r7 b8 g9", "b7 g8 y9"),
    "sum": ("r2 b5 g9", "y2 v5 n9"),
}
SIEGE_TIES = {
    "color_run": ("r9 r10 r11", "b9 b10 b11"),
    "color": ("r11 r5 r1", "b11 b4 b2"),
    "run": ("r9 b10 g11", "b9 g10 y11"),
    "sum": ("r2 b5 g9", "y2 k5 r9"),
}


@pytest.mark.parametrize(
    ("library", "kind"),
    [(stlib, kind) for kind in TIES] + [(st2lib, kind) for kind in SIEGE_TIES],
)
@pytest.mark.parametrize("swap", [False, True])
@pytest.mark.parametrize("theirs_first", [False, True])
def test_ties_go_to_the_side_complete_first(library, kind, swap, theirs_first):
    """Of two equal complete sides only the earlier one can be claimed, whoever owns it."""
    mine, theirs = (TIES if library is stlib else SIEGE_TIES)[kind]
    if swap:
        mine, theirs = theirs, mine
    found = library.prove(mine, theirs, theirs_first=theirs_first)
    assert bool(found) is not theirs_first
    assert theirs_first == (getattr(found, "reason", "") == "later")
    assert found.formation.kind.name.lower() == kind


@pytest.mark.parametrize("theirs_first", [False, True])
def test_of_unequal_sides_the_stronger_wins_whoever_was_first(theirs_first):
    """The stamp matters in ties only."""
    assert stlib.prove("r7 r8 r9", "b9 g9 y9", theirs_first=theirs_first)
    assert stlib.prove("b9 g9 y9", "r7 r8 r9", theirs_first=theirs_first).reason == "weaker"
    assert stlib.prove("b9 g9 y8", "r9 v9 n7", theirs_first=theirs_first)


def test_a_tie_only_equals_and_the_sentence_says_so():
    """Against b8 b9 only b7 makes an equal side, and an equal side is not enough."""
    found = stlib.prove("r7 r8 r9", "b8 b9")
    assert found
    assert names(found.cards) == ["b7"]
    assert found.best.strength == found.formation.strength
    assert "b7, only equals" in str(found)
    assert "nur gleich" in found.say("de")


def test_the_saving_card_and_no_other_is_named():
    """If one seven is not on the table, it refutes; if all are, the claim holds."""
    shown = "r7 g7 b7"
    found = stlib.prove("r4 g4 b4", "v7 n7", shown)
    assert not found
    assert names(found.cards) == ["y7"]
    assert str(found) == "Refused: yellow 7 would make equal values with a total of 21."
    assert stlib.prove("r4 g4 b4", "v7 n7", shown + " y7")


def test_a_proof_names_the_best_the_other_side_can_get():
    """If the other side cannot even become equal, the sentence says what comes nearest."""
    found = stlib.prove("r7 r8 r9", "b1 b2")
    assert names(found.cards) == ["b3"]
    assert (found.best.kind.name, found.best.total) == ("COLOR_RUN", 6)
    assert "Color Run, total 6" in str(found)


@pytest.mark.parametrize(
    ("switch", "attacker"), [("plain", False), ("above", True), ("sum", False)]
)
def test_a_color_run_on_a_damaged_wall(switch, attacker):
    """1-2-3 in red against a blue 11-10-8, by the switch `color_run_on_restricted`."""
    wall = st2lib.Variant("own", color_run_on_restricted=switch).demand(2, damaged=True)
    assert bool(st2lib.prove("r1 r2 r3", "b11 b10 b8", demand=wall)) is attacker
    assert bool(st2lib.prove("b11 b10 b8", "r1 r2 r3", demand=wall)) is not attacker


def test_own_and_other_side_count_as_table():
    """What lies on the two sides cannot come again, and may be repeated in `table`."""
    assert stlib.prove("r9 b9 g9", "y9 v9", "n9 v8 y8 v7 y7 v6 y6")
    assert stlib.prove("r9 b9 g9", "y9 v9", "r9 b9 g9 y9 v9 n9")


def test_laying_order_does_not_matter_to_a_proof():
    """All orders of both sides give the same refutation."""
    found = {
        stlib.prove(" ".join(mine), " ".join(theirs))
        for mine in permutations(["r4", "g4", "b4"])
        for theirs in permutations(["v5", "v6"])
    }
    assert len(found) == 1


@pytest.mark.parametrize(
    ("args", "named"),
    [
        (("r7 r8", "b1 b2 b3 b4"), "b1 b2 b3 b4"),
        (("r7 r8 r9 r1", ""), "r7 r8 r9 r1"),
        (("r7 r8 r9", "r9"), "red 9"),
        (("r7 r8 r9", "x1"), "x1"),
        (("r7 r8 r9", "", "b0"), "b0"),
    ],
)
def test_bad_cards_in_a_proof_are_named(args, named):
    """Too many cards, a card on both sides, and no card at all raise CardError."""
    with pytest.raises(CardError, match=named):
        stlib.prove(*args)


def test_incomplete_sides_never_prove():
    """Two cards can claim nothing, even if the other side has no chance."""
    found = stlib.prove("r8 r9", "b1 g3 y5")
    assert not found
    assert found.reason == "incomplete"
