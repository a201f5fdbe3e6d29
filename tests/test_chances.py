"""Gains of each card, waiting times, and hands of any size, compared with enumeration."""

from fractions import Fraction
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import oracle
import st2lib
import stlib
from stlib.cards.card import to_mask
from stlib.cards.demand import Deck, Demand, Kind
from stlib.chances import Odds, OddsError
from stlib.claims.refutation import refutation
from strategies import ALL_DEMANDS, DEMANDS, LIBRARIES
from test_odds import DECKS, STRONGEST_FIRST, TENS, fills_of, problems, share_that_can, some_of

# --- gains ------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(problems(most_unseen=6, full=True), st.sampled_from(Kind), st.booleans())
def test_a_gain_is_what_the_first_card_changes(problem, kind, at_least):
    """Each card's chance equals enumeration of the draws after it; gains add up to 0."""
    game, name, _, have, hand, unseen = problem
    demand, slow = DEMANDS[game][name]
    odds = LIBRARIES[game].odds
    if kind not in odds.kinds(demand):
        return

    def good(cards):
        found = oracle.KINDS.index(oracle.kind(cards, slow.kinds, slow.color_run))
        return found >= kind if at_least else found == kind

    fills = fills_of(have, hand + unseen, slow, good)
    for draws in range(1, len(unseen) + 1):
        rows = odds.gains(kind, have, unseen, draws, demand, hand, at_least)
        now = odds.complete(kind, have, unseen, draws, demand, hand, at_least)
        assert sum(row.gain for row in rows) == 0
        assert sorted(str(row.card) for row in rows) == sorted(unseen)
        for row in rows:
            card = str(row.card)
            rest = [other for other in unseen if other != card]
            assert row.chance == share_that_can(fills, [*hand, card], rest, draws - 1)
            assert row.gain == row.chance - now
            assert row.floats == {"chance": float(row.chance), "gain": float(row.gain)}


@settings(max_examples=60, deadline=None)
@given(problems(most_unseen=6))
def test_gains_to_beat_are_what_the_first_card_changes(problem):
    """The same for beating a full side."""
    game, name, theirs, mine, hand, unseen = problem
    demand, _ = DEMANDS[game][name]
    odds = LIBRARIES[game].odds
    for draws in range(1, len(unseen) + 1):
        rows = odds.gains_to_beat(mine, theirs, unseen, draws, demand, hand)
        now = odds.beats(mine, theirs, unseen, draws, demand, hand)
        for row in rows:
            rest = [other for other in unseen if other != str(row.card)]
            after = odds.beats(mine, theirs, rest, draws - 1, demand, [*hand, str(row.card)])
            assert (row.chance, row.gain) == (after, after - now)


@pytest.mark.parametrize(
    ("library", "lane", "mine", "full"),
    [
        (stlib, stlib.STONE, "r4", "b2 b4 b9"),
        (stlib, stlib.MUD_FIGHT, "r4 r6", "b3 b4 g5 y6"),
        (stlib, stlib.BLIND_MANS_BLUFF, "r4", "b9 g7 y6"),
        (st2lib, Demand(2), "", "b7 b9"),
        (st2lib, st2lib.TILES[2].damaged, "r4", "b3 b4 b9"),
        (st2lib, st2lib.TILES[3].damaged, "r4 g1", "b1 g2 y3 k4"),
    ],
)
def test_simulated_gains_and_waiting_times_fit(library, lane, mine, full):
    """A thousand shuffles of 40 cards: with the best card first, and until the side is ready."""
    deck, n, draws = library.DECK, 1_000, 5
    unseen = some_of(deck, 40, 6, f"{mine} {full}".split())
    side = to_mask(library.parse_cards(mine))
    rank = library.formation(full, lane).strength
    best, *_ = library.odds.gains_to_beat(mine, full, unseen, draws, lane)
    wait = library.odds.waiting_to_beat(mine, full, unseen, lane)
    cards = [card.id for card in library.parse_cards(" ".join(unseen))]
    rest = [card for card in cards if card != best.card.id]
    rng = np.random.default_rng(11)

    def ready(drawn):
        cards = sum(1 << card for card in drawn)
        return refutation(side, 0, cards, rank, lane.code, deck.shape) != 0

    first = sum(
        ready([best.card.id, *rng.permutation(rest)[: draws - 1].tolist()]) for _ in range(n)
    )
    within = sum(ready(rng.permutation(cards)[:draws].tolist()) for _ in range(n))
    for share, chance in ((first / n, best.chance), (within / n, wait.within(draws))):
        assert abs(share - chance) <= 4 * (float(chance * (1 - chance)) / n) ** 0.5 + 1e-9


def test_outs_are_the_cards_that_gain_all():
    """With one slot and one draw, an out has chance 1, any other card 0; the best is first."""
    unseen = some_of(stlib.DECK, 40, 4, ["r4", "r5"])
    rows = stlib.odds.gains(Kind.COLOR_RUN, "r4 r5", unseen, 1)
    outs = stlib.odds.outs(Kind.COLOR_RUN, "r4 r5", unseen)
    assert {row.card for row in rows if row.chance == 1} == set(outs)
    assert {row.chance for row in rows} == {0, 1}
    assert [row.chance for row in rows] == sorted((row.chance for row in rows), reverse=True)


# --- waiting ----------------------------------------------------------------------------


@settings(max_examples=40, deadline=None)
@given(problems(most_unseen=5, full=True), st.sampled_from(Kind), st.booleans())
def test_waiting_is_when_the_kind_is_first_possible(problem, kind, at_least):
    """Go through the unseen cards in every order and note when the side can be completed."""
    game, name, _, have, hand, unseen = problem
    demand, slow = DEMANDS[game][name]
    odds = LIBRARIES[game].odds
    if kind not in odds.kinds(demand):
        return

    def good(cards):
        found = oracle.KINDS.index(oracle.kind(cards, slow.kinds, slow.color_run))
        return found >= kind if at_least else found == kind

    fills = fills_of(have, hand + unseen, slow, good)
    times = []
    for order in permutations(unseen):
        ready = (k for k in range(len(order) + 1) if any(f <= {*hand, *order[:k]} for f in fills))
        times.append(next(ready, None))
    wait = odds.waiting(kind, have, unseen, demand, hand, at_least)
    shares = {k: Fraction(times.count(k), len(times)) for k in range(len(unseen) + 1)}
    assert wait.chances == shares
    assert wait.never == Fraction(times.count(None), len(times))
    known = sorted(time for time in times if time is not None)
    if known:
        assert wait.mean == Fraction(sum(known), len(known))
    half = (len(times) + 1) // 2
    assert wait.median == (known[half - 1] if len(known) >= half else None)


@settings(max_examples=40, deadline=None)
@given(problems(most_unseen=12))
def test_waiting_to_beat_adds_up_to_beating(problem):
    """The chance that so many draws suffice is that of `beats`."""
    game, name, theirs, mine, hand, unseen = problem
    demand, _ = DEMANDS[game][name]
    odds = LIBRARIES[game].odds
    wait = odds.waiting_to_beat(mine, theirs, unseen, demand, hand)
    assert sum(wait.chances.values()) + wait.never == 1
    for draws in range(len(unseen) + 1):
        assert wait.within(draws) == odds.beats(mine, theirs, unseen, draws, demand, hand)


def test_waiting_for_one_card_of_many():
    """For one card of 48, each number of draws is equally likely; a simulation agrees."""
    unseen = [c for c in oracle.ST1_DECK if c not in ("r8", "r9")][:48]
    wait = stlib.odds.waiting(Kind.COLOR_RUN, "r8 r9", unseen)
    assert set(wait.chances.values()) == {0, Fraction(1, 48)}
    assert (wait.mean, wait.median, wait.never) == (Fraction(49, 2), 24, 0)
    assert wait.floats[1] == float(Fraction(1, 48))


def test_waiting_times_of_a_simulation_fit():
    """Three thousand shuffles: the mean lies within four standard errors."""
    unseen = some_of(stlib.DECK, 45, 8, ["r4"])
    wait = stlib.odds.waiting(Kind.COLOR, "r4", unseen)
    rng = np.random.default_rng(2)
    times = []
    for _ in range(3_000):
        order = [unseen[i] for i in rng.permutation(45)]
        reds = [k for k, card in enumerate(order, 1) if card[0] == "r"]
        values = {int(order[k - 1][1:]) for k in reds[:2]}
        run = max(values | {4}) - min(values | {4}) == 2
        times.append(reds[2] if run else reds[1])
    mean = float(wait.mean)
    spread = (sum(n * n * float(p) for n, p in wait.chances.items()) - mean**2) ** 0.5
    assert abs(np.mean(times) - mean) < 4 * spread / 3_000**0.5
    assert wait.never == 0


def test_what_never_comes_has_no_mean():
    """The error says that there is no mean; there is no median either."""
    wait = stlib.odds.waiting(Kind.COLOR_RUN, "r1 r9", "r2 r3")
    assert (wait.never, wait.median) == (1, None)
    with pytest.raises(OddsError, match="never comes"):
        _ = wait.mean


# --- hands ------------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "name"), ALL_DEMANDS)
def test_hands_of_a_small_deck_by_class(game, name):
    """Hands of every size by the strength of the best formation equal the oracle's."""
    deck = LIBRARIES[game].DECK
    small = Deck("ST1", deck.colors[:5], 1, 3)
    demand, slow = DEMANDS[game][name]
    odds = Odds(small, demand)
    cards = [f"{color}{value}" for value in range(1, 4) for color in deck.colors[:5]][:15]
    worth = {side: oracle.key(side, slow) for side in combinations(cards, demand.size)}
    for size in {demand.size, min(demand.size + 2, 5)}:
        found = {}
        for hand in combinations(cards, size):
            best = max(worth[side] for side in combinations(hand, demand.size))
            found[best] = found.get(best, 0) + 1
        counted = {
            (int(form.kind), slow.sign * form.total): n
            for form, n in odds.hand_classes(size).items()
            if n
        }
        assert counted == found
        kinds = dict.fromkeys(STRONGEST_FIRST, 0)
        for (kind, _), n in found.items():
            kinds[Kind(kind)] += n
        assert odds.hand_kinds(size, demand) == kinds


@pytest.mark.parametrize(
    ("game", "name"), [(g, n) for g, n in ALL_DEMANDS if DEMANDS[g][n][0].size < 4]
)
def test_classes_are_the_hands_of_a_lanes_size(game, name):
    """Going through all sets, and counting those below each strength: the same numbers."""
    demand, _ = DEMANDS[game][name]
    odds = LIBRARIES[game].odds
    assert odds.strength_classes(demand) == odds.hand_classes(demand.size, demand)


def test_sixty_three_classes():
    """Three cards of ST1 make 63 different formations, six hands each where r7 r8 r9 is one."""
    found = stlib.odds.strength_classes()
    assert len(found) == 63
    assert sum(found.values()) == comb(54, 3)
    assert list(found) == sorted(found, reverse=True)
    assert found[stlib.formation("r7 r8 r9")] == 6
    kinds = dict.fromkeys(STRONGEST_FIRST, 0)
    for form, n in found.items():
        kinds[form.kind] += n
    assert kinds == stlib.odds.class_sizes(3)


@pytest.mark.parametrize("library", [stlib, st2lib])
@pytest.mark.parametrize("size", [6, 7])
def test_two_ways_of_counting_hands_agree(library, size):
    """Going through all hands, and counting those below each kind: the same numbers."""
    other = Demand(3, frozenset(Kind), color_run="above")  # equal in all but its name
    assert library.odds.hand_kinds(size) == library.odds.hand_kinds(size, other)


@pytest.mark.parametrize("size", [8, 12, 20, 54])
def test_hands_of_any_size_are_all_counted(size):
    """Kinds add up to all hands; the whole deck holds a color run."""
    found = stlib.odds.hand_kinds(size)
    assert sum(found.values()) == comb(54, size)
    assert list(found) == STRONGEST_FIRST
    if size == 54:
        assert found[Kind.COLOR_RUN] == 1


def test_classes_of_hands_add_up_to_kinds():
    """All 63 classes of the hands of six, by kind, are the figures known for the kinds."""
    kinds = dict.fromkeys(STRONGEST_FIRST, 0)
    for form, n in stlib.odds.hand_classes(6).items():
        kinds[form.kind] += n
    assert kinds == stlib.odds.hand_kinds(6)
    assert kinds[Kind.COLOR_RUN] == 829_779


@pytest.mark.parametrize(("game", "name"), ALL_DEMANDS)
def test_simulated_hands_fit(game, name):
    """Best formations of 500 random hands, two cards more than slots: four standard errors."""
    demand, slow = DEMANDS[game][name]
    size, n = demand.size + 2, 500
    exact = LIBRARIES[game].odds.hand_kinds(size, demand)
    rng = np.random.default_rng(4)
    found = dict.fromkeys(Kind, 0)
    for _ in range(n):
        hand = [DECKS[game][i] for i in rng.choice(len(DECKS[game]), size, replace=False)]
        best = max(oracle.key(side, slow) for side in combinations(sorted(hand), demand.size))
        found[Kind(best[0])] += 1
    for kind, ways in exact.items():
        chance = ways / comb(len(DECKS[game]), size)
        assert abs(found[kind] / n - chance) <= 4 * (chance * (1 - chance) / n) ** 0.5 + 1e-9


def test_class_sizes_of_a_demand():
    """A kind that the lane does not ask for counts as a sum."""
    found = st2lib.odds.class_sizes(demand=st2lib.TILES[1].damaged)
    assert found[Kind.SAME_VALUE] == 120
    assert found[Kind.SUM] == comb(60, 2) - 120
    with pytest.raises(OddsError, match=r"a set of 3 cards is asked for, .* 2: give"):
        st2lib.odds.class_sizes(3, st2lib.TILES[1].damaged)


def test_a_deck_of_tens():
    """Another deck: 10 values of 6 colors, by the same tools."""
    found = Odds(TENS, stlib.STONE).strength_classes()
    assert sum(found.values()) == comb(60, 3)
    assert sum(n for form, n in found.items() if form.kind is Kind.SUM) == 31_620


# --- bad questions ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda o: o.hand_classes(2), "hands of 3 to 54 cards are counted, not of 2"),
        (lambda o: o.hand_kinds(55), "hands of 3 to 54 cards are counted, not of 55"),
        (lambda o: o.gains(Kind.RUN, "r4", "r5 r6", 0), "draw at least one"),
        (lambda o: o.gains(Kind.RUN, "r4", "r5 r6", 3), "cannot draw 3 of 2 unseen cards"),
        (lambda o: o.gains_to_beat("r4", "b5 b6", "r5 r6", 1), "'b5 b6'"),
        (lambda o: o.waiting_to_beat("r4", "b5", "r5 r6"), "'b5'"),
        (
            lambda o: o.waiting(Kind.RUN, "r4", "r5 r6", stlib.BLIND_MANS_BLUFF),
            "RUN does not count on this lane of 3 cards; what counts there: SUM",
        ),
        (lambda o: o.outs(Kind.COLOR, "r4 r5", "r6", st2lib.TILES[0].damaged), "COLOR does not"),
        (lambda o: o.complete(9, "r4", "r5", 1), "9 is no kind"),
        (lambda o: o.complete(Kind.RUN, "r1 r2 r3 r4", "r5", 1), "r1 r2 r3 r4"),
        (lambda o: o.complete(Kind.RUN, "r4 r4", "r5", 1), "card red 4 is given twice"),
    ],
)
def test_questions_without_an_answer(ask, message):
    """Each error names the value, and what could be asked."""
    with pytest.raises(ValueError, match=message):
        ask(stlib.odds)


def test_kinds_that_count():
    """Strongest first; `above` brings the color run in, `sum` leaves it out."""
    assert stlib.odds.kinds() == tuple(STRONGEST_FIRST)
    runs = frozenset({Kind.SUM, Kind.RUN})
    assert st2lib.odds.kinds(Demand(3, runs)) == (Kind.RUN, Kind.SUM)
    above = Demand(3, runs, color_run="above")
    assert st2lib.odds.kinds(above) == (Kind.COLOR_RUN, Kind.RUN, Kind.SUM)
