"""Exact chances, checked by enumeration, another count, SciPy, simulation, published figures."""

import json
import os
import subprocess
import sys
from fractions import Fraction
from itertools import combinations
from math import comb
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import hypergeom

import oracle
import st2lib
import stlib
from stlib.cards.card import from_mask, to_mask
from stlib.cards.demand import Deck, Demand, Kind
from stlib.chances import Odds, OddsError, count_at_least, count_kind, percent
from stlib.claims.prove import Formations
from stlib.claims.refutation import refutation
from strategies import ALL_DEMANDS, DEMANDS, LIBRARIES

ROOT = Path(__file__).resolve().parents[1]
TENS = Deck("tens", "rbgyvn", 1, 10)
DECKS = {"ST1": oracle.ST1_DECK, "ST2": oracle.ST2_DECK}
STRONGEST_FIRST = [Kind.COLOR_RUN, Kind.SAME_VALUE, Kind.COLOR, Kind.RUN, Kind.SUM]


# --- enumeration ----------------------------------------------------------------------


@st.composite
def problems(draw, most_unseen=7, full=False):
    """A game's demand, and cards for one side, a hand, what may come and a full other side.

    Mostly from few values and colors, so that formations are within reach. With `full`
    the first side may be complete.
    """
    game, name = draw(st.sampled_from(ALL_DEMANDS))
    size = DEMANDS[game][name][0].size
    pool = DECKS[game]
    if draw(st.integers(0, 4)):
        low = draw(st.integers(0, 8))
        wide = draw(st.integers(2, 5))
        colors = draw(st.sets(st.sampled_from(LIBRARIES[game].DECK.colors), min_size=1))
        near = [c for c in pool if low <= oracle.value_of(c) < low + wide and c[0] in colors]
        pool = near if len(near) > 2 * size else pool
    cards = draw(st.permutations(pool))
    have = draw(st.integers(0, size if full else size - 1))
    hand = draw(st.sampled_from([0, 0, 0, 1, 2, 3]))
    cuts = np.cumsum([size, have, hand, draw(st.integers(0, most_unseen))])
    return game, name, *(list(part) for part in np.split(np.array(cards), cuts)[:4])


def share_that_can(fills, hand, unseen, draws):
    """Chance that a draw, with the hand, holds one of the fills."""
    hits = sum(
        any(fill <= {*drawn, *hand} for fill in fills) for drawn in combinations(unseen, draws)
    )
    return Fraction(hits, comb(len(unseen), draws))


def fills_of(side, cards, demand, good):
    """All fills of a side that make a good formation."""
    ways = combinations(cards, demand.size - len(side))
    return [set(way) for way in ways if good((*side, *way))]


@given(problems(full=True), st.sampled_from(Kind), st.booleans())
def test_complete_is_the_share_of_all_draws(problem, kind, at_least):
    """The chance of a kind equals enumeration by the oracle, for every number of draws."""
    game, name, _, have, hand, unseen = problem
    demand, slow = DEMANDS[game][name]

    def good(cards):
        found = oracle.KINDS.index(oracle.kind(cards, slow.kinds, slow.color_run))
        return found >= kind if at_least else found == kind

    fills = fills_of(have, hand + unseen, slow, good)
    odds = LIBRARIES[game].odds
    if kind not in odds.kinds(demand):
        with pytest.raises(OddsError, match=f"{kind.name} does not count on this lane"):
            odds.complete(kind, have, unseen, 0, demand, hand, at_least)
        return
    for draws in range(len(unseen) + 1):
        assert odds.complete(kind, have, unseen, draws, demand, hand, at_least) == share_that_can(
            fills, hand, unseen, draws
        )


@given(problems())
def test_beating_a_full_side_is_the_share_of_all_draws(problem):
    """My draws must make my side strictly stronger than the full other one."""
    game, name, theirs, mine, hand, unseen = problem
    demand, slow = DEMANDS[game][name]
    to_beat = oracle.key(theirs, slow)
    fills = fills_of(mine, hand + unseen, slow, lambda cards: oracle.key(cards, slow) > to_beat)
    for draws in range(len(unseen) + 1):
        chance = LIBRARIES[game].odds.beats(mine, theirs, unseen, draws, demand, hand)
        assert chance == share_that_can(fills, hand, unseen, draws)


@given(problems())
def test_holding_a_full_side_is_what_the_others_draws_leave(problem):
    """With my side full the draws are theirs: I hold unless they get strictly stronger."""
    game, name, mine, theirs, hand, unseen = problem
    demand, _ = DEMANDS[game][name]
    odds = LIBRARIES[game].odds
    for draws in range(len(unseen) + 1):
        held = odds.beats(mine, theirs, unseen, draws, demand, hand)
        assert held == 1 - odds.beats(theirs, mine, unseen, draws, demand, hand)


@settings(max_examples=30)
@given(problems(most_unseen=30))
def test_certainty_is_a_proof(problem):
    """If all unseen cards come, a full side holds for certain exactly if its claim is proven."""
    game, name, mine, theirs, hand, unseen = problem
    demand, _ = DEMANDS[game][name]
    library = LIBRARIES[game]
    there = {*mine, *theirs, *hand, *unseen}
    table = [card for card in DECKS[game] if card not in there] + mine + theirs
    proven = bool(library.prove(mine, theirs, table, demand))
    assert library.odds.beats(mine, theirs, unseen, len(unseen), demand, hand) == proven


@given(problems(full=True))
def test_outs_are_all_cards_that_fit(problem):
    """Outs of a last slot: the cards with which the oracle sees the kind."""
    game, name, _, have, _, unseen = problem
    demand, slow = DEMANDS[game][name]
    odds = LIBRARIES[game].odds
    if len(have) != demand.size - 1:
        with pytest.raises(OddsError, match="outs are cards for one last slot"):
            odds.outs(Kind.SUM, have, unseen, demand)
        return
    kinds = {c: oracle.kind((*have, c), slow.kinds, slow.color_run) for c in unseen}
    for kind in odds.kinds(demand):
        fitting = {c for c, found in kinds.items() if oracle.KINDS.index(found) == kind}
        assert set(map(str, odds.outs(kind, have, unseen, demand))) == fitting
        fitting |= {c for c, found in kinds.items() if oracle.KINDS.index(found) > kind}
        assert set(map(str, odds.outs(kind, have, unseen, demand, at_least=True))) == fitting


@pytest.mark.parametrize("colors", ["rbgyk", "rbgyvn"])
def test_hands_of_a_small_deck(colors):
    """Hands counted by best formation equal the oracle's, one by one."""
    deck = Deck("small", colors, 1, 3)
    cards = [f"{color}{value}" for value in range(1, 4) for color in colors]
    for size in (3, 4, 5):
        found = dict.fromkeys(STRONGEST_FIRST, 0)
        for hand in combinations(cards, size):
            found[Kind(oracle.KINDS.index(oracle.best_kind_of_hand(hand)))] += 1
        assert Odds(deck, stlib.STONE).hand_kinds(size) == found


# --- whole decks ------------------------------------------------------------------------


def some_of(deck, n, seed, but=()):
    """Choose `n` cards of a deck at random, as text."""
    rest = [c for c in oracle.in_deck_order(DECKS[deck.name]) if c not in but]
    return [rest[i] for i in np.random.default_rng(seed).choice(len(rest), n, replace=False)]


@pytest.mark.parametrize("library", [stlib, st2lib])
@pytest.mark.parametrize("have", ["", "r5", "r5 r6", "r5 b6"])
@pytest.mark.parametrize("kind", [Kind.RUN, Kind.COLOR, Kind.SAME_VALUE, Kind.COLOR_RUN])
@pytest.mark.parametrize("switch", ["plain", "above", "sum"])
def test_two_ways_of_counting_agree(library, have, kind, switch):
    """Where one kind alone is asked for, counting by polynomials and value by value agree."""
    deck = library.DECK
    for size in range(len(have.split()) + 2, 5):
        demand = Demand(size, frozenset({Kind.SUM, kind}), color_run=switch)
        if kind != Kind.COLOR_RUN and switch == "above":
            demand = Demand(size, frozenset({Kind.SUM, kind, Kind.COLOR_RUN}))
        top = max(demand.kinds)
        side = to_mask(library.parse_cards(have))
        for n, draws in ((20, 5), (40, 10), (50, 25)):
            pool = to_mask(library.parse_cards(some_of(deck, n, draws, have.split())))
            code = demand.code
            fast = count_kind.misses(top, side, 0, pool, draws, code, deck.shape)
            assert fast == count_at_least.misses(side, 0, pool, draws, top * 64, demand, deck)


@pytest.mark.parametrize(
    ("library", "lane", "full"),
    [
        (stlib, stlib.STONE, "r2 r4 r9"),
        (stlib, stlib.STONE, "r2 b4 n9"),
        (stlib, stlib.MUD_FIGHT, "r2 r4 r6 r8"),
        (st2lib, Demand(2), "r3 r9"),
        (st2lib, Demand(4), "r3 b4 g5 y6"),
        (st2lib, Demand(3, frozenset({Kind.SUM, Kind.RUN}), color_run="sum"), "r2 b9 k11"),
        (st2lib, Demand(4, frozenset({Kind.SUM}), -1), "r0 b1 g3 y4"),
    ],
)
def test_simulated_rates_fit(library, lane, full):
    """An empty side against a full one: 4,000 simulated draws lie within four standard errors."""
    deck, rng, n, draws = library.DECK, np.random.default_rng(5), 4_000, 7
    theirs = to_mask(library.parse_cards(full))
    pool = np.array([i for i in range(deck.size) if not theirs >> i & 1])[:44]
    rank = stlib.formation(full, lane) if library is stlib else st2lib.formation(full, lane)
    wins = 0
    for _ in range(n):
        drawn = sum(1 << int(card) for card in rng.choice(pool, draws, replace=False))
        wins += refutation(0, 0, drawn, rank.strength, lane.code, deck.shape) != 0
    unseen = [library.Card.from_id(int(card)) for card in pool]
    exact = float(library.odds.beats("", full, unseen, draws, lane))
    assert abs(wins / n - exact) <= 4 * (exact * (1 - exact) / n) ** 0.5 + 1e-12


@pytest.mark.parametrize("draws", [0, 1, 6, 21, 48])
def test_one_slot_is_hypergeometric(draws):
    """For a last slot SciPy's hypergeometric distribution says the same."""
    have = "r4 r5"
    unseen = some_of(stlib.DECK, 48, 3, have.split())
    for kind in Kind:
        outs = len(stlib.odds.outs(kind, have, unseen))
        chance = stlib.odds.complete(kind, have, unseen, draws)
        assert float(chance) == pytest.approx(1 - hypergeom.pmf(0, 48, outs, draws), abs=1e-12)


@pytest.mark.parametrize("library", [stlib, st2lib])
def test_more_cards_never_hurt(library):
    """The chance of a kind never falls as more cards are drawn."""
    unseen = some_of(library.DECK, 40, 1)
    for kind in Kind:
        for at_least in (False, True):
            row = library.odds.by_draws(kind, "", unseen, 12, at_least=at_least)
            assert list(row) == list(range(13))
            assert list(row.values()) == sorted(row.values())
            assert row[0] == 0


def test_greatest_counts_are_exact():
    """With half of all sixty cards drawn, both ways give the same counts, near 2**57."""
    demand = Demand(4, frozenset({Kind.SUM, Kind.COLOR_RUN}))
    pool = st2lib.DECK.mask
    fast = count_kind.misses(Kind.COLOR_RUN, 0, 0, pool, 30, demand.code, st2lib.DECK.shape)
    assert fast == count_at_least.misses(0, 0, pool, 30, Kind.COLOR_RUN * 64, demand, st2lib.DECK)
    assert 2**50 < fast < comb(60, 30)


def demands_with(sizes):
    """Every choice of kinds, with these numbers of slots."""
    others = [kind for kind in Kind if kind != Kind.SUM]
    for size in sizes:
        for n in range(5):
            for kinds in combinations(others, n):
                yield Demand(size, frozenset({Kind.SUM, *kinds}))


@pytest.mark.parametrize("deck", [stlib.DECK, st2lib.DECK], ids=["ST1", "ST2"])
@pytest.mark.parametrize("size", [3, 4])
def test_few_cards_avoid_a_sum(deck, size):
    """With two cards more than free slots, only equal colors or equal values avoid a sum.

    `count_kind.sum_misses` relies on it. Sides that differ by names of colors are tried once.
    """
    for demand in demands_with([size]):
        for have in range(size - 1):
            for side in sides(deck, have):
                rest, free, code = deck.mask & ~side, size - have, demand.code
                args = (free + 2, free, code, deck.n_colors)
                slow = count_kind.sumless(side, 0, rest, *args)
                args = (free + 2, code, deck.n_colors)
                assert slow == count_kind.pure_misses(side, 0, rest, *args)


def sides(deck, n):
    """All sides of `n` cards whose colors first appear in the order of the deck."""
    for cards in combinations(range(deck.size), n):
        colors = [card % deck.n_colors for card in cards]
        if all(color <= len(set(colors[:i])) for i, color in enumerate(colors)):
            yield sum(1 << card for card in cards)


# --- figures ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("odds", "size", "numbers"),
    [
        (stlib.odds, 3, (42, 180, 462, 1_470, 22_650)),
        (st2lib.odds, 2, (55, 120, 275, 220, 1_100)),
        (st2lib.odds, 3, (50, 120, 1_050, 1_200, 31_800)),
        (Odds(TENS, stlib.STONE), 3, (48, 200, 672, 1_680, 31_620)),
    ],
)
def test_class_sizes(odds, size, numbers):
    """The sizes of the five classes, strongest kind first."""
    assert list(odds.class_sizes(size).items()) == list(zip(STRONGEST_FIRST, numbers, strict=True))


@pytest.mark.parametrize(
    ("odds", "numbers"),
    [
        (stlib.odds, (829_779, 3_190_941, 6_381_525, 8_400_540, 7_024_380)),
        (st2lib.odds, (1_392_595, 3_179_640, 19_203_825, 10_455_360, 15_832_440)),
    ],
)
def test_best_three_of_six(odds, numbers):
    """All hands of six by their best formation."""
    found = odds.hand_kinds(6)
    assert found == dict(zip(STRONGEST_FIRST, numbers, strict=True))
    assert sum(found.values()) == comb(odds.deck.size, 6)


@pytest.mark.parametrize("odds", [stlib.odds, st2lib.odds])
def test_hands_of_every_size(odds):
    """Hands of three are the classes themselves; of every size, all hands are counted."""
    assert odds.hand_kinds(3) == odds.class_sizes(3)
    for size in (4, 5, 6, 7):
        assert sum(odds.hand_kinds(size).values()) == comb(odds.deck.size, size)


@pytest.mark.parametrize(
    ("deck", "sums", "pairs"), [(stlib.DECK, 22_650, 6_480), (TENS, 31_620, 8_100)]
)
def test_pairs_inside_sums(deck, sums, pairs):
    """How many three-card sums hold two equal values; the third card may have any color."""
    rate = Formations(deck, stlib.STONE)
    odds = Odds(deck, stlib.STONE)
    cards = from_mask(deck.mask, deck)
    found = [three for three in combinations(cards, 3) if rate(three).kind is Kind.SUM]
    assert len(found) == odds.class_sizes()[Kind.SUM] == sums
    assert sum(len({card.value for card in three}) == 2 for three in found) == pairs


MIDDLE = ["1/24", "23/188", "89/376", "83/188", "259/376"]
GAP = ["1/48", "1/16", "1/8", "1/4", "7/16"]


@pytest.mark.parametrize(("have", "chances"), [("r4 r5", MIDDLE), ("r4 r6", GAP), ("r8 r9", GAP)])
def test_a_middle_against_a_gap(have, chances):
    """Two consecutive values have two outs; a pair with a gap, or at the end, has one."""
    unseen = [c for c in oracle.ST1_DECK if c not in have.split()][:52]
    unseen = [c for c in unseen if c not in ("b1", "b9", "g1", "g9")]
    assert len(unseen) == 48
    row = stlib.odds.by_draws(Kind.COLOR_RUN, have, unseen, 21)
    assert [row[n] for n in (1, 3, 6, 12, 21)] == [Fraction(c) for c in chances]


def test_percent_never_lies_about_the_edges():
    """A very small chance is not written as 0%, and a very large one not as 100%."""
    chance = Fraction(comb(40, 9), comb(52, 21))
    assert chance == Fraction(19, 13_340_621)
    assert percent(chance) == "less than 0.01%"
    assert percent(1 - chance) == "more than 99.99%"
    assert percent(chance, "de") == "weniger als 0,01\u00a0%"
    assert (percent(0), percent(1), percent(1.0)) == ("0%", "100%", "100%")


@given(st.fractions(0, 1), st.sampled_from(["en", "de", "fr", "nl"]), st.integers(1, 4))
def test_percent_reads_as_what_it_is(chance, lang, digits):
    """The number written is the chance, to the decimals given."""
    text = percent(chance, lang, digits)
    number = text.rstrip("%").strip().split()[-1].replace(",", ".")
    assert abs(Fraction(number) / 100 - chance) <= Fraction(1, 10 ** (digits + 2))
    assert (number in ("0", "100")) == (chance in (0, 1))


# --- what cannot be asked ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda odds: odds.complete(Kind.RUN, "r4", "r4 r5", 1), "own side and the unseen cards"),
        (lambda odds: odds.complete(Kind.RUN, "r4", "r5 b6", 1, hand="b6"), "hand and the unseen"),
        (lambda odds: odds.complete(Kind.RUN, "r4", "r5", 1, hand="r4"), "own side and your hand"),
        (
            lambda odds: odds.complete(Kind.RUN, "r1 r2 r3 r4", "r5", 1),
            "at most 3 cards here, not 4",
        ),
        (lambda odds: odds.complete(Kind.RUN, "r4", "r5", 2), "cannot draw 2 of 1 unseen"),
        (lambda odds: odds.complete(Kind.RUN, "r4", "r5", -1), "cannot draw -1 of 1"),
        (lambda odds: odds.complete(Kind.RUN, "r4", "r5", 0.5), "cannot draw 0.5 of 1"),
        (lambda odds: odds.complete("flush", "r4", "r5", 1), "'flush' is no kind"),
        (lambda odds: odds.by_draws(Kind.RUN, "r4", "r5", 3), "cannot draw 3 of 1"),
        (lambda odds: odds.beats("r1", "r2 b3", "g4", 1), "incomplete, 'r1' and 'r2 b3'"),
        (lambda odds: odds.beats("r1 r2 r3", "r3", "g4", 1), "own side and the other side"),
        (lambda odds: odds.beats("r1 r2 r3", "b3", "r2", 1), "card red 2 is given twice"),
        (lambda odds: odds.beats("r1 r2 r3", "b3", "g4 g4", 1), "the unseen cards: card green 4"),
        (lambda odds: odds.complete(Kind.RUN, None, "r5", 1), "your own side: None is no text"),
        (lambda odds: odds.complete(Kind.RUN, "r4", 5, 1), "the unseen cards: 5 is no text"),
        (lambda odds: odds.complete(Kind.RUN, stlib.Card("r", 4), "r5", 1), "no list of cards"),
        (lambda odds: odds.complete(Kind.RUN, "r4", "r5", 1, 3), "3 is no demand"),
        (lambda odds: odds.duel("r4", "r5", "r6", 1, 0, st2lib.TILES[0]), "Tile.* is no demand"),
        (lambda odds: odds.class_sizes(demand="STONE"), "'STONE' is no demand"),
        (lambda odds: odds.kinds(3), "3 is no demand"),
        (lambda odds: odds.outs(Kind.RUN, "r4", "r5"), "2 slots are free beside 'r4'"),
        (lambda odds: odds.hand_kinds(55), "hands of 3 to 54 cards are counted, not of 55"),
        (lambda odds: odds.class_sizes(0), "sets of 1 to 4 cards are counted, not of 0"),
        (lambda odds: percent(1.5), "between 0 and 1, unlike 1.5"),
        (lambda odds: percent(float("nan")), "between 0 and 1, unlike nan"),
    ],
)
def test_a_wrong_question_is_named(ask, message):
    """The error says what is wrong and shows the value, also in German."""
    with pytest.raises(stlib.GameError, match=message) as caught:
        ask(stlib.odds)
    assert caught.value.say("de") != caught.value.say("en")


def test_too_great_a_question_is_refused(monkeypatch):
    """Where the exact count would take too long, an error says so; nothing is guessed."""
    monkeypatch.setattr(count_at_least, "LIMIT", 10)
    unseen = [c for c in oracle.ST2_DECK if c not in ("r2", "r5", "r9")]
    with pytest.raises(OddsError, match="20 of 57 cards would take too long"):
        st2lib.odds.beats("", "r2 r5 r9", unseen, 20, Demand(3))


def test_both_sides_complete():
    """If both sides are complete, the chance is 0 or 1, and a tie goes to the other side."""
    assert stlib.odds.beats("r7 r8 r9", "b6 b7 b8", "", 0) == 1
    assert stlib.odds.beats("r7 r8 r9", "b7 b8 b9", "", 0) == 0
    low = Demand(3, frozenset({Kind.SUM}), -1)
    assert st2lib.odds.beats("r0 b1 g2", "r1 b2 g3", "k5", 1, low) == 1


def test_bound_to_its_game():
    """Each library offers the odds of its own deck."""
    assert stlib.odds.deck == stlib.DECK
    assert st2lib.odds.deck == st2lib.DECK
    assert sum(stlib.odds.class_sizes(4).values()) == comb(54, 4)


# --- what is loaded -----------------------------------------------------------------------

COMPLETES = """
import json
import sys
import stlib
unseen = [stlib.Card.from_id(card) for card in range(12, 40)]
for at_least in (False, True):
    for have in ("r1", "r1 r2"):
        stlib.odds.complete(stlib.Kind.RUN, have, unseen, 3, at_least=at_least)
    loaded = [name.rpartition(".")[2] for name in sys.modules if "stlib.chances.count_" in name]
    print(json.dumps(sorted(loaded)))
"""


def test_completing_a_side_loads_no_count_that_it_does_not_need():
    """A question about one side never loads the kernels for two sides."""
    done = subprocess.run(
        [sys.executable, "-c", COMPLETES],
        cwd=ROOT,
        env={**os.environ, "STLIB_NO_NUMBA": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    exact, or_stronger = map(json.loads, done.stdout.splitlines())
    assert exact == ["count_kind", "count_misses"]
    assert or_stronger == ["count_cells", "count_kind", "count_misses"]


# --- plain Python -------------------------------------------------------------------------

SAMPLE = """
import json
import numpy as np
import stlib
from stlib.cards.demand import Demand, Shape
from stlib.chances import both_draw, count_hands, count_kind
from stlib.chances.question import read_contest
rng = np.random.default_rng(9)
found = []
for _ in range(60):
    size, colors = int(rng.integers(2, 5)), int(rng.integers(5, 7))
    given = Demand(size).code, Shape(colors, 1, 9, 0)
    cards = rng.permutation(10 * colors)[:24].tolist()
    have, held = int(rng.integers(0, size)), int(rng.integers(0, 3))
    parts = (cards[:have], cards[have:have + held], cards[have + held:])
    sets = [sum(1 << card for card in part) for part in parts]
    for kind in range(5):
        found.append(int(count_kind.misses(kind, *sets, 9, *given)))
out = np.zeros(5, np.int64)
few = Shape(5, 1, 3, 0)
count_hands.hand_kinds(4, Demand(3).code, few, out)
count_hands.class_sizes(Demand(3).code, few, out)
cards = stlib.parse_cards("r1 r2 b4 b6 g3 g7 y5 y6 v2 v8 n5 n9 r9 b9")
one = read_contest("r7 r8", "b5", cards, 3, 2, stlib.STONE, stlib.DECK)
duels = [both_draw.count_draw_by_draw(one), both_draw.count_by_cells(one)]
rate = stlib.odds.duel_estimate("r7", "b5", cards, 3, samples=50, seed=2)
print(json.dumps([found, out.tolist(), duels, rate.wins]))
"""


def test_plain_python_counts_the_same(capsys):
    """Without numba the same source gives equal counts."""
    exec(SAMPLE, {})
    plain = subprocess.run(
        [sys.executable, "-c", SAMPLE],
        cwd=ROOT,
        env={**os.environ, "STLIB_NO_NUMBA": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(capsys.readouterr().out) == json.loads(plain.stdout)
