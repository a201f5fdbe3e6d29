"""Everything that refutes a claim: counts, lists, groups, sentences, and cards that end it.

The other reading tries every fill: each full side's strength comes from the oracle once, and
lies in a table that is asked for all fills of many positions at a time.
"""

import pickle
import random
from dataclasses import replace
from functools import cache, cached_property
from itertools import combinations, permutations
from math import comb

import numpy as np
import pytest

import oracle
import st2lib
import stlib
from bridge import DECKS, names, twin
from random_play import random_game
from stlib import CardError
from stlib.base.compiled import COMPILED
from stlib.claims.all_refutations import Fills
from stlib.claims.refutation import refutation
from stlib.claims.strength import strength
from strategies import ALL_DEMANDS, DEMANDS, LIBRARIES

# --- every fill, by tables ------------------------------------------------------------------------


def encoded(key, lower):
    """Write the oracle's (kind, total) as the kernels write a strength."""
    kind, total = key
    return kind * 64 + (63 + total if lower else total)


@cache
def table(game, name):
    """Return the oracle's strength of each full side, by its cards' ids in any order.

    Of the colors it only ever matters whether all are one, so the oracle is asked once for
    each choice of values, in one color and in several.
    """
    ours, reading = DEMANDS[game][name]
    deck, colors = DECKS[game], LIBRARIES[game].DECK.n_colors
    ids = np.array(list(combinations(range(len(deck)), ours.size)), np.intp)
    one = (ids % colors == ids[:, :1] % colors).all(axis=1)
    looks = (ids // colors) @ 12 ** np.arange(ours.size) * 2 + one
    _, sample, of = np.unique(looks, return_index=True, return_inverse=True)
    keys = [oracle.key([deck[i] for i in ids[k]], reading) for k in sample]
    found = np.full((len(deck),) * ours.size, -1, np.int16)
    for order in permutations(range(ours.size)):
        found[tuple(ids[:, order].T)] = np.array([encoded(k, ours.sign < 0) for k in keys])[of]
    return found


class Batch:
    """Positions with equally many cards on each side and unplayed; rows of card ids."""

    def __init__(self, game, name, theirs, unplayed, n, rng):
        self.game, self.name = game, name
        self.demand = DEMANDS[game][name][0]
        self.free = self.demand.size - theirs
        size, deck = self.demand.size, LIBRARIES[game].DECK
        near = _urge(rng, n, deck)
        taken = _first(near, theirs)
        other = _urge(rng, n, deck)
        np.put_along_axis(other, taken, 9.0, axis=1)
        self.mine, self.theirs = _first(other, size), taken
        loose = np.where(rng.random((n, 1)) < 0.5, near, rng.random(near.shape))
        np.put_along_axis(loose, np.hstack([self.mine, taken]), 9.0, axis=1)
        self.unplayed = _first(loose, unplayed)
        self.rank = table(game, name)[tuple(self.mine.T)].astype(np.int64)

    @cached_property
    def sets(self):
        """Return which places among the unplayed cards make a fill: a row a fill."""
        n = self.unplayed.shape[1]
        return np.array(list(combinations(range(n), self.free)), np.intp).reshape(-1, self.free)

    @cached_property
    def beaten(self):
        """Return for each position and fill whether it beats the claim."""
        sets = self.sets
        cards = [self.unplayed[:, sets[:, i]] for i in range(self.free)]
        there = [np.repeat(column[:, None], len(sets), axis=1) for column in self.theirs.T]
        return table(self.game, self.name)[(*there, *cards)] > self.rank[:, None]

    def masks(self):
        """Return both sides and the unplayed cards as sets of bits."""
        return [(1 << rows.astype(np.int64)).sum(axis=1) for rows in (self.mine, self.theirs)] + [
            (1 << self.unplayed.astype(np.int64)).sum(axis=1)
        ]


def _first(urge, n):
    """Return in each row the `n` cards that come first."""
    return np.argpartition(urge, max(n - 1, 0), axis=1)[:, :n]


def _urge(rng, n, deck):
    """Return how soon each card is dealt; often cards that fit together come first.

    Each position has a card and a bond: anything, its value, its color, its neighbors, or
    its neighbors in its color.
    """
    ids = np.arange(deck.size)
    first = rng.integers(deck.size, size=(n, 1))
    value = ids // deck.n_colors == first // deck.n_colors
    color = ids % deck.n_colors == first % deck.n_colors
    beside = abs(ids // deck.n_colors - first // deck.n_colors) < 4
    bond = rng.integers(5, size=(n, 1))
    suits = np.choose(bond, [np.zeros_like(value), value, color, beside, color & beside])
    return rng.random((n, deck.size)) - suits - (ids == first)


#: Free slots -> numbers of unplayed cards: mostly late in a game, when some claims hold.
LATE = {
    1: (0, 1, 2, 3, 4, 6, 9, 14, 25, 40),
    2: (1, 2, 3, 4, 5, 7, 10, 14),
    3: (2, 3, 4, 5, 6, 8, 11),
    4: (3, 4, 5, 6, 7, 9),
}


def batches(game, name, n, seed=0):
    """Yield positions, about `n` in all."""
    rng = np.random.default_rng([seed, ALL_DEMANDS.index((game, name))])
    size = DEMANDS[game][name][0].size
    shapes = [(size - free, many) for free in range(1, size + 1) for many in LATE[free]]
    for theirs, many in shapes:
        yield Batch(game, name, theirs, many, -(-n // len(shapes)), rng)


def whole(game, name, n):
    """Yield some positions in which all cards but those of the two sides are unplayed."""
    rng = np.random.default_rng([7, ALL_DEMANDS.index((game, name))])
    size, deck = DEMANDS[game][name][0].size, LIBRARIES[game].DECK
    for theirs in range(size):
        yield Batch(game, name, theirs, deck.size - size - theirs, n, rng)


def witnesses(theirs, unplayed, rank, code, shape, out):
    """Ask the kernel for a witness in each position."""
    for i in range(len(out)):
        out[i] = refutation(theirs[i], 0, unplayed[i], rank[i], code, shape)


@cache
def compiled():
    """Return `witnesses` compiled; as it is where numba is off."""
    if not COMPILED:
        return witnesses
    import numba

    return numba.njit(error_model="numpy")(witnesses)


def check_verdicts(batch):
    """The kernel refutes exactly if some fill beats the claim, and it names such a fill."""
    deck, code = LIBRARIES[batch.game].DECK, batch.demand.code
    _, theirs, unplayed = batch.masks()
    found = np.zeros(len(theirs), np.int64)
    given = (theirs, unplayed, batch.rank)
    if len(found) > 1000:
        compiled()(*given, code, deck.shape, found)
    else:
        witnesses(*(row.tolist() for row in given), code, deck.shape, found)
    beaten = batch.beaten
    assert ((found != 0) == beaten.any(axis=1)).all(), (batch.game, batch.name)
    assert (found & ~unplayed == 0).all()
    sets = (1 << batch.unplayed.astype(np.int64))[:, batch.sets].sum(axis=2)
    named = (sets == found[:, None]) & beaten
    assert (named.any(axis=1) == (found != 0)).all(), (batch.game, batch.name)
    return int((found != 0).sum()), len(found)


def check_fills(batch, n):
    """Count, list, groups and the cards that would help, of the first `n` positions."""
    deck, sets = LIBRARIES[batch.game].DECK, batch.sets
    mine, theirs, unplayed = batch.masks()
    beaten = batch.beaten
    for i in range(min(n, len(mine))):
        rank = int(strength(int(mine[i]), 0, batch.demand.code, deck.shape))
        assert rank == batch.rank[i]
        fills = Fills(int(theirs[i]), 0, int(unplayed[i]), rank, batch.demand, deck)
        where = (batch.game, batch.name, batch.mine[i], batch.theirs[i], batch.unplayed[i])
        own = {frozenset(batch.unplayed[i, places].tolist()) for places in sets[beaten[i]]}
        assert fills.count == len(own), where
        if len(own) < 40 or i < 3:
            listed = [frozenset(card.id for card in cards) for cards in fills]
            assert listed == sorted(own, key=lambda ids: sorted(ids, reverse=True)), where
        common = frozenset.intersection(*own) if own else frozenset()
        assert {card.id for card in fills.common} == common, where


each_demand = pytest.mark.parametrize(("game", "name"), ALL_DEMANDS)


@each_demand
def test_the_table_says_what_the_oracle_says(game, name):
    """The table agrees with the oracle on 300 full sides, a third of them of one color."""
    ours, reading = DEMANDS[game][name]
    rng, deck = random.Random(name), DECKS[game]
    for i in range(300):
        among = [card for card in deck if card[0] == "g"] if i % 3 == 0 else deck
        side = rng.sample(among, ours.size)
        key = encoded(oracle.key(side, reading), ours.sign < 0)
        assert table(game, name)[tuple(map(deck.index, side))] == key, side


@each_demand
def test_verdicts_of_random_positions(game, name):
    """2,000 positions of each demand: refuted just where some fill beats the claim."""
    checked = [check_verdicts(batch) for batch in batches(game, name, 2000)]
    refuted, asked = (sum(column) for column in zip(*checked, strict=True))
    assert asked >= 2000
    assert asked / 8 < refuted < asked * 7 / 8, "both verdicts must occur often"


@each_demand
def test_counts_of_random_positions(game, name):
    """Some of them again: how many refutations, which, and which open card would leave none."""
    for batch in batches(game, name, 250, seed=1):
        check_fills(batch, 20)


@pytest.mark.slow
@each_demand
def test_verdicts_of_a_hundred_thousand_positions(game, name):
    """No verdict is wrong; 5,000 are counted, too, and some have all other cards unplayed."""
    asked = 0
    for batch in batches(game, name, 100_000, seed=2):
        asked += check_verdicts(batch)[1]
        check_fills(batch, 5000 * len(batch.mine) // 100_000 + 1)
    assert asked >= 100_000
    for batch in whole(game, name, 1):
        check_verdicts(batch)
        check_fills(batch, 1)


# --- what `prove` returns -------------------------------------------------------------------------


@each_demand
def test_prove_counts_what_it_refuses(game, name):
    """`prove` itself, asked with cards as texts: its count, its list, its groups and its help."""
    deck = DECKS[game]
    for batch in batches(game, name, 60, seed=3):
        beaten, sets = batch.beaten, batch.sets
        for i in range(2):
            rows = (batch.mine[i], batch.theirs[i], batch.unplayed[i])
            mine, theirs, unplayed = ([deck[k] for k in row] for row in rows)
            open_ = " ".join(card for card in deck if card not in unplayed)
            both = (" ".join(mine), " ".join(theirs))
            found = LIBRARIES[game].prove(*both, open_, batch.demand)
            assert bool(found) is not beaten[i].any()
            assert found.count == beaten[i].sum() == sum(group.count for group in found.groups())
            own = [[deck[k] for k in batch.unplayed[i, places]] for places in sets[beaten[i]]]
            assert sorted(sorted(names(c)) for c in found.all()) == sorted(map(sorted, own))
            made = {oracle.key(theirs + fill, DEMANDS[game][name][1]) for fill in own}
            assert {(g.kind, batch.demand.sign * g.total) for g in found.groups()} == made
            for card in found.holds_with:
                assert LIBRARIES[game].prove(*both, f"{open_} {card}", batch.demand)


def test_every_card_is_named_where_one_slot_is_free():
    """A short sentence and the longest one, in English and German."""
    found = stlib.prove("r4 g4 b4", "v5 v6")
    assert str(found) == "Refused: violet 4 or violet 7 would make a color run of 15 or 18."
    assert found.say("de") == (
        "Abgelehnt: violett 4 oder violett 7 ergäbe einen Königstrupp mit Summe 15 oder 18."
    )
    assert str(stlib.prove("r1 g1 b2", "v5 v9")) == (
        "Refused: violet 1–4/6–8 would make a color of 15 to 22; "
        "red 2–9, blue 1/3–9, green 2–9, yellow 1–9 or brown 1–9 would make a sum of 15 to 23."
    )
    assert "would make equal values with a total of 22" in str(
        st2lib.prove("r5 b5", "k11", demand=st2lib.TILES[1].damaged)
    )


def test_with_more_slots_free_the_sets_are_counted_by_kind():
    """How many sets, of which kinds, and one of them; a single set is named."""
    found = stlib.prove("r4 g4 b4", "v5")
    assert found.count == 13  # v34, v46, v67 and ten pairs of the other five fives
    assert str(found) == (
        "Refused: 13 sets of 2 unplayed cards would beat the claim: 3 × Color Run (12–18) and "
        "10 × Three of a Kind (15). For instance violet 6 and violet 7: Color Run, total 18."
    )
    assert "20.795 Sätze von 3 Karten" in stlib.prove("r1 g1 b2", "").say("de")
    shown = "v3 v6 r5 g5 b5 y5"
    assert str(stlib.prove("r4 g4 b4", "v5", shown)) == "The claim holds: Three of a Kind, " + (
        "total 12. The best the other side can still get, with v8 and v9, is Color, total 22."
    )
    assert str(stlib.prove("r4 g4 b4", "v5", "v3 v7 r5 g5 b5 y5")) == (
        "Refused: violet 4 and violet 6 would make a color run of 15."
    )


@pytest.mark.parametrize(
    ("theirs", "shown", "cards", "says"),
    [
        ("v5 v6", "v4", "v7", "With violet 7 on the table the claim would hold."),
        ("v5 v6", "", "", "No single card on the table would make the claim hold."),
        ("v5", "v3 v7 r5 g5 b5 y5", "v4 v6", "With violet 4 or violet 6 on the table"),
        ("v5", "v3 r5 g5 b5 y5", "v6", "With violet 6 on the table the claim would hold."),
    ],
)
def test_which_open_cards_would_make_the_claim_hold(theirs, shown, cards, says):
    """The cards without which there is no refutation, and what is said of them."""
    found = stlib.prove("r4 g4 b4", theirs, shown)
    assert not found
    assert names(found.holds_with) == cards.split()
    assert found.say_holds_with().startswith(says)
    for card in found.holds_with:
        assert stlib.prove("r4 g4 b4", theirs, f"{shown} {card}")


def test_with_as_many_unplayed_cards_as_slots_any_of_them_ends_it():
    """With two cards left for two slots, either of them on the table makes the claim hold."""
    left = ("y1", "n9")
    shown = " ".join(card for card in DECKS["ST1"] if card not in left)
    found = stlib.prove("r1 g2 b2", "v9", shown)
    assert [names(cards) for cards in found.all()] == [list(left)]
    assert names(found.holds_with) == list(left)


def test_where_no_further_card_is_needed_there_is_nothing_to_count():
    """If no further card is needed, there are no sets to count and no cards that help."""
    for found in (
        stlib.prove("r8 r9", "b1 g3 y5"),
        stlib.prove("b9 g9 y9", "r7 r8 r9"),
        stlib.prove("r7 r8 r9", "b7 b8 b9", theirs_first=True),
        stlib.prove("r7 r8 r9", "b8 b9"),
    ):
        assert (found.count, [*found.all()], found.groups(), found.holds_with) == (0, [], (), ())
    assert str(stlib.prove("r8 r9", "")) == "Refused: your own side is not complete yet."
    assert stlib.prove("r8 r9", "").say_holds_with() == "No card on the table would change that."


def test_an_empty_lane_of_four_slots_is_counted_and_listed_lazily():
    """All 56 choose 4 sets beat a sum of 1; the first is listed without a look at the others."""
    found = st2lib.prove("r0 b0 g0 y1", "", demand=st2lib.TILES[1].intact)
    assert names(next(found.all())) == ["y0", "k0", "r1", "b1"]
    assert found.count == comb(56, 4)
    three = st2lib.prove("r0 b0 g1", "", demand=st2lib.TILES[2].intact)
    ties = 3 * 4  # two of the zeros left and one of the ones left
    assert three.count == comb(57, 3) - ties == len(set(three.all()))
    assert st2lib.prove("r0 b0 g0 y1", "", demand=st2lib.TILES[3].damaged).count == 0


def test_verdicts_can_be_kept_compared_and_pickled():
    """Equal questions give equal answers with equal hashes, counted or not."""
    one, two = (stlib.prove("r4 g4 b4", "v5 v6") for _ in range(2))
    assert one.count == 2
    assert one == two
    assert hash(one) == hash(two)
    again = pickle.loads(pickle.dumps(one))
    assert again == one
    assert (again.count, names(again.holds_with)) == (2, [])
    assert one != stlib.prove("r4 g4 b4", "v5 v6", "r1")
    with pytest.raises(AttributeError):
        one.reason = "weaker"


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("r7 r8 r7", "b9"), "your own side: card red 7 is given twice"),
        (("r7 r8 r9", "b9 b9"), "the other side: card blue 9 is given twice"),
        (("r7 r8 r9", "b9", "g1 g1"), "the table: card green 1 is given twice"),
        (("r7 r8 r9", "b9 r8"), "card red 8 lies on your own side and on the other side"),
        (("r7 r8 r9 r6", ""), "your own side holds at most 3 cards here, not 4: 'r7 r8 r9 r6'"),
        (("r7 r8", "b1 b2 b3 b4"), "the other side holds at most 3 cards here, not 4"),
        (("r7 r8 r9", None), "the other side: None is no text"),
        (("r7 r8 r9", "b1", stlib.Card("r", 1)), "the table: Card('r', 1) is no text"),
        (("r7 r8 traitor", ""), "only numbered cards and elite cards lie at a side, not traitor"),
    ],
)
def test_bad_questions_name_card_and_place(args, says):
    """Too many cards on a side, a card in two places, a card that lies at no side."""
    with pytest.raises(CardError) as caught:
        stlib.prove(*args)
    assert str(caught.value).startswith(says)
    assert caught.value.say("de") != str(caught.value)


def test_what_is_no_demand_is_named():
    """A tile and a number of slots are refused where a demand is expected."""
    for wrong in (3, "STONE", st2lib.TILES[0]):
        with pytest.raises(stlib.GameError, match="is no demand: give one such as"):
            stlib.prove("r7 r8 r9", "b1", demand=wrong)
        with pytest.raises(stlib.GameError, match="is no demand"):
            stlib.formation("r7 r8 r9", wrong)


# --- elite cards ----------------------------------------------------------------------------------


def brute(theirs, unplayed, elites, jokers, mine, reading, game):
    """Return all sets that refute, by the oracle: numbered cards, and elite ones if any count."""
    to_beat = oracle.key(mine, reading, game)
    fills = combinations([*unplayed, *elites], reading.size - len(theirs))
    return [
        fill
        for fill in fills
        if sum(map(oracle.cards.is_joker, fill)) <= jokers
        and oracle.key((*theirs, *fill), reading, game) > to_beat
    ]


@pytest.mark.parametrize(("game", "name"), [p for p in ALL_DEMANDS if " damaged" not in p[1]])
def test_elite_cards_on_either_side_take_what_serves_best(game, name):
    """Counts and help where elite cards lie on the two sides, against every fill."""
    rng = random.Random(name)
    demand, reading = DEMANDS[game][name]
    for _ in range(25):
        elites = rng.sample(oracle.cards.ELITE, rng.randint(1, min(3, 2 * demand.size - 1)))
        there = rng.randrange(demand.size)
        cards = [*elites, *rng.sample(DECKS[game], demand.size + there + 7)]
        both = rng.sample(cards[: demand.size + there], demand.size + there)
        mine, theirs = both[: demand.size], both[demand.size :]
        unplayed = [c for c in cards if c not in both and c not in elites]
        open_ = " ".join(c for c in DECKS[game] if c not in unplayed)
        found = LIBRARIES[game].prove(" ".join(mine), " ".join(theirs), open_, demand)
        own = brute(theirs, unplayed, [], 0, mine, reading, game)
        assert bool(found) is not bool(own), (mine, theirs, unplayed)
        assert sorted(map(sorted, own)) == sorted(sorted(names(c)) for c in found.all())
        common = set.intersection(*map(set, own)) if own else set()
        assert set(names(found.holds_with)) == common
        assert found.count == len(own)


# --- positions ------------------------------------------------------------------------------------


def open_questions(position):
    """Yield lane and player wherever a full side faces an unfinished one."""
    for lane in position.lanes:
        for player in range(2 if position.game.name == "ST1" else 1):
            full = len(lane.sides[player]) == lane.demand.size > len(lane.sides[1 - player])
            if full and not getattr(lane, "owner", None):
                yield lane.number - 1, player


def check_position(position):
    """Count, list and help of each claim of a position, against every fill; returns how many."""
    game, asked = twin(position), 0
    for lane, player in open_questions(position):
        mine, theirs = (game.sides[p][lane] for p in (player, 1 - player))
        reading, elites = game.demand_at(lane), game.unseen_elite()
        if comb(len(game.unplayed()) + len(elites), reading.size - len(theirs)) > 3000:
            continue
        jokers = game.jokers_left(1 - player)
        own = brute(theirs, game.unplayed(), elites, jokers, mine, reading, position.game.name)
        found = position.prove(lane, player)
        assert bool(found) is not bool(own), position.to_text()
        assert found.count == len(own), position.to_text()
        assert {frozenset(names(cards)) for cards in found.all()} == set(map(frozenset, own))
        common = set.intersection(*map(set, own)) if own else set()
        assert set(names(found.holds_with)) == common, position.to_text()
        asked += 1 + bool(own)
    return asked


@pytest.mark.parametrize(
    ("game", "variant"),
    [
        ("ST1", stlib.Variant("own", tactics="yes", unseen_tactics_block_proof="yes")),
        (
            "ST1",
            stlib.Variant(
                "own",
                tactics="yes",
                unseen_tactics_block_proof="yes",
                joker_limit_st1="ever",
            ),
        ),
        ("ST1", stlib.Variant("own", tactics="yes")),
        ("ST2", st2lib.Variant("own", tactics="yes")),
        ("ST2", st2lib.Variant("own", color_run_on_restricted="sum")),
    ],
)
def test_positions_of_random_games_know_all_that_refutes_a_claim(game, variant):
    """Late in random games, with elite cards, modes and switches: what `position.prove` counts."""
    asked = 0
    for seed in range(12):
        style = ("tactical", "narrow", "stubborn")[seed % 3]
        asked += check_position(random_game(game, variant, seed, style, 45 + 4 * seed, False))
    assert asked > 7


def test_unseen_elite_cards_are_counted_where_the_switch_lets_them():
    """A Spy as 7 and either Joker save the other side: three sets; no open card helps."""
    variant = stlib.Variant("own", tactics="yes", unseen_tactics_block_proof="yes")
    sides = {5: ("r4 g4 b4", "v5 v6")}
    found = stlib.ST1.setup(sides, discard="v4 v7", variant=variant).prove(4, 0)
    assert found.reason == "elite"
    assert [names(cards) for cards in found.all()] == [["joker1"], ["joker2"], ["spy"]]
    assert (found.count, found.holds_with) == (3, ())
    assert found.say().startswith("Refused: elite cards that nobody has seen yet could still save")
    both = stlib.ST1.setup(sides, discard="v4", variant=variant).prove(4, 0)
    assert both.reason == "fill"
    assert str(both).startswith("Refused: violet 7, Joker or Spy would make a color run of 18")
    once = replace(variant, joker_limit_st1="ever")
    barred = stlib.ST1.setup(sides, discard="v4 v7", variant=once, jokers_played=(0, 1))
    assert names(barred.prove(4, 0).holds_with) == ["spy"]
