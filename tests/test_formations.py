"""What cards are worth: class sizes, the order of the kinds, and what must not matter."""

import random
from itertools import combinations, permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import oracle
import st2lib
import stlib
from bridge import DECKS
from stlib import CardError, Kind
from stlib.cards.card import from_mask
from stlib.cards.demand import Deck, Demand
from stlib.claims.prove import Formations, rate
from strategies import ALL_DEMANDS, DEMANDS, LIBRARIES, color_orders, full_sides

KINDS = list(Kind)


def rate_all(deck, demand):
    """Return the formation of every side of as many cards as the demand asks for."""
    sides = combinations([1 << card for card in range(deck.size)], demand.size)
    return [rate(from_mask(sum(side), deck), demand, deck) for side in sides]


@pytest.mark.parametrize(
    ("deck", "size", "counts"),
    [
        (stlib.DECK, 3, (22650, 1470, 462, 180, 42)),
        (st2lib.DECK, 2, (1100, 220, 275, 120, 55)),
        (st2lib.DECK, 3, (31800, 1200, 1050, 120, 50)),
        (Deck("six colors, ten values", "rbgyvn", 1, 10), 3, (31620, 1680, 672, 200, 48)),
    ],
)
def test_class_sizes(deck, size, counts):
    """How many sides are of each kind: section 1, and a deck of 6 × 1–10."""
    found = [formation.kind for formation in rate_all(deck, Demand(size))]
    assert tuple(found.count(kind) for kind in KINDS) == counts


@pytest.mark.parametrize(("high", "pairs"), [(9, 6480), (10, 8100)])
def test_pairs_among_the_sums(high, pairs):
    """Sums that hold a pair, 6,480 of 22,650; the third card has six colors, too."""
    deck = Deck("six colors", "rbgyvn", 1, high)
    found = 0
    for side in combinations(range(deck.size), 3):
        if len({card // 6 for card in side}) == 2:
            found += (
                rate(from_mask(sum(1 << card for card in side), deck), Demand(3), deck).kind
                is Kind.SUM
            )
    assert found == pairs


FULL_DEMANDS = [
    (stlib.DECK, stlib.STONE),
    (st2lib.DECK, Demand(2)),
    (st2lib.DECK, Demand(3)),
]


@pytest.mark.parametrize(("deck", "demand"), FULL_DEMANDS)
def test_the_weakest_of_a_kind_beats_the_strongest_of_any_lower_kind(deck, demand):
    """All ten pairs of kinds, over every side there is."""
    found = rate_all(deck, demand)
    for low, high in combinations(KINDS, 2):
        weakest = min(f.strength for f in found if f.kind is high)
        strongest = max(f.strength for f in found if f.kind is low)
        assert weakest > strongest, (high, low)


@pytest.mark.parametrize(("low", "high"), list(combinations(KINDS, 2)))
def test_the_order_of_kinds_in_four_slots(low, high):
    """At a tower the weakest side of a kind beats the strongest of each lower kind."""
    least = {
        Kind.RUN: "r0 b1 g2 y3",
        Kind.COLOR: "r0 r1 r2 r4",
        Kind.SAME_VALUE: "r0 b0 g0 y0",
        Kind.COLOR_RUN: "r0 r1 r2 r3",
    }
    most = {
        Kind.SUM: "r11 b11 g11 y10",
        Kind.RUN: "r8 b9 g10 y11",
        Kind.COLOR: "r11 r10 r9 r7",
        Kind.SAME_VALUE: "r11 b11 g11 y11",
    }
    tower = st2lib.TILES[1].intact
    weak, strong = (st2lib.formation(c[k], tower) for c, k in ((most, low), (least, high)))
    assert (weak.kind, strong.kind) == (low, high)
    assert strong > weak


def test_within_a_kind_the_total_decides():
    """Of two formations of one kind the greater total wins, equal totals are equally strong."""
    found = {}
    for formation in rate_all(stlib.DECK, stlib.STONE):
        found.setdefault((formation.kind, formation.total), set()).add(formation.strength)
    assert all(len(strengths) == 1 for strengths in found.values())
    ranked = sorted(found, key=lambda worth: min(found[worth]))
    assert ranked == sorted(found)


@pytest.mark.parametrize(("game", "name"), ALL_DEMANDS)
def test_both_readings_rank_sides_alike(game, name):
    """Under every demand of both games the engine orders random sides as the oracle does."""
    rng = random.Random(name)
    ours, reading = DEMANDS[game][name]
    families = [DECKS[game]]
    families += [[c for c in DECKS[game] if c[0] == color] for color in "rbg"]
    families += [[c for c in DECKS[game] if int(c[1:]) in range(v, v + 4)] for v in range(1, 9)]
    worth = {}
    for _ in range(60):
        for family in families:
            cards = rng.sample(family, ours.size)
            found = LIBRARIES[game].formation(" ".join(cards), ours)
            kind = oracle.kind(cards, reading.kinds, reading.color_run)
            assert (found.kind.name.lower(), found.total) == (kind, oracle.total(cards)), cards
            worth[oracle.key(cards, reading)] = found.strength
    keys = sorted(worth)
    assert len(keys) > 20
    assert [worth[key] for key in keys] == sorted(set(worth.values()))


@given(full_sides(), st.data())
def test_laying_order_never_matters(side, data):
    """Cards laid in any order make the same formation."""
    game, name, cards = side
    demand = DEMANDS[game][name][0]
    shuffled = data.draw(st.permutations(cards))
    rate_text = LIBRARIES[game].formation
    assert rate_text(" ".join(cards), demand) == rate_text(" ".join(shuffled), demand)


@pytest.mark.parametrize("cards", ["r4 b5 g6", "r4 r5 r6", "r4 r5 r9", "r4 b4 g4", "r4 b5 g9"])
def test_all_six_orders_of_each_kind(cards):
    """Runs are seen in every order, not only in the rising one."""
    found = {stlib.formation(" ".join(order)) for order in permutations(cards.split())}
    assert len(found) == 1


@given(full_sides(), st.data())
def test_renaming_colors_changes_nothing(side, data):
    """Colors are only names: any renaming leaves every formation as strong as it was."""
    game, name, cards = side
    demand = DEMANDS[game][name][0]
    letters = LIBRARIES[game].DECK.colors
    to = dict(zip(letters, data.draw(color_orders(game)), strict=True))
    renamed = [to[card[0]] + card[1:] for card in cards]
    rate_text = LIBRARIES[game].formation
    assert rate_text(" ".join(cards), demand) == rate_text(" ".join(renamed), demand)


@pytest.mark.parametrize("cards", ["r8 r9 r1", "r9 r1 r2", "r9 b1 g2", "n8 v9 g1"])
def test_nine_and_one_are_no_neighbors(cards):
    """There is no wrap from nine to one."""
    assert stlib.formation(cards).kind in (Kind.COLOR, Kind.SUM)


@pytest.mark.parametrize("cards", ["r11 r0", "r10 r11 r0", "b11 g0 y1", "r9 r10 r11 r0"])
def test_eleven_and_zero_are_no_neighbors(cards):
    """There is no wrap from eleven to zero, in two, three or four slots."""
    demand = Demand(len(cards.split()))
    assert st2lib.formation(cards, demand).kind in (Kind.COLOR, Kind.SUM)


@pytest.mark.parametrize(("odd", "kind"), list(product("rbgyk", ["run", "same", "color"])))
def test_three_of_four_fitting_are_not_enough(odd, kind):
    """In four slots all four cards must fit."""
    others = [letter for letter in "rbgyk" if letter != odd]
    sides = {
        "run": f"{others[0]}4 {others[1]}5 {others[2]}6 {odd}8",
        "same": f"{others[0]}4 {others[1]}4 {others[2]}4 {odd}5",
        "color": f"{others[0]}4 {others[0]}5 {others[0]}6 {odd}7",
    }
    found = st2lib.formation(sides[kind], st2lib.TILES[1].intact).kind
    assert found is (Kind.RUN if kind == "color" else Kind.SUM)


@pytest.mark.parametrize("cards", ["", "r7", "r7 r8", "r7 r8 r9 r6"])
def test_a_wrong_number_of_cards_is_no_formation(cards):
    """Fewer or more cards than the demand has slots raise CardError naming both numbers."""
    with pytest.raises(CardError, match=f"needs 3 cards, not {len(cards.split())}"):
        stlib.formation(cards)


@pytest.mark.parametrize("cards", [None, 5, stlib.Card("r", 7)], ids=repr)
def test_what_is_no_list_of_cards_is_no_formation(cards):
    """Neither nothing, nor a number, nor a single card is taken for a list of cards."""
    with pytest.raises(CardError, match=r"(None|5|Card\('r', 7\)) is no text such as 'r7 r8'"):
        stlib.formation(cards)


def test_formations_say_what_they_are():
    """A formation reads out in each language, with its total."""
    found = stlib.formation("b5 r6 g7")
    assert str(found) == "Run, total 18"
    assert found.say("de") == "Bunter Trupp, Summe 18"
    assert found.say("fr") == "Suite, total 18"
    assert found.say("nl") == "Drie op een rij, totaal 18"


def test_lower_wins_keeps_the_total_readable():
    """At a lower-wins tile the smaller total is stronger, and the total is still the sum."""
    pit = st2lib.TILES[6].intact
    small, great = (st2lib.formation(cards, pit) for cards in ("r0 b0 g1", "r9 r10 r11"))
    assert small > great
    assert (small.total, great.total) == (1, 30)
    assert small.kind is great.kind is Kind.SUM


def test_each_tile_asks_for_what_section_4_says():
    """The wall's fourteen faces: slots, kinds and which total wins, against the oracle's table."""
    for number, faces in oracle.TILES.items():
        tile = st2lib.TILES[number - 1]
        for ours, (slots, kinds, sign) in zip((tile.intact, tile.damaged), faces, strict=True):
            found = (ours.size, {kind.name.lower() for kind in ours.kinds}, ours.sign)
            assert found == (slots, set(kinds), sign), tile.name


@pytest.mark.parametrize(
    "wrong",
    [
        {"size": 0},
        {"size": 5},
        {"size": 3, "kinds": frozenset({Kind.RUN})},
        {"size": 3, "sign": 2},
        {"size": 3, "sign": -1},
        {"size": 3, "color_run": "better"},
    ],
)
def test_demands_that_cannot_be_are_refused(wrong):
    """A demand has one to four slots, always counts sums, and lower wins only with sums alone."""
    with pytest.raises(ValueError, match=r"slots|sum|sign|lower|color_run"):
        Demand(**wrong)


def test_formations_are_bound_to_their_deck():
    """Only the siege has a card with the value 0."""
    assert Formations(st2lib.DECK, Demand(3))("r0 r1 r2").total == 3
    with pytest.raises(CardError, match="r0"):
        stlib.formation("r0 r1 r2")
