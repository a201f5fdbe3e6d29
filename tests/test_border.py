"""Nine stones: who has won, ways to win, and what a stone is worth, compared with slow searches."""

import random
from fractions import Fraction
from itertools import combinations, permutations, product

import pytest

from stlib.base.errors import SetupError
from stlib.st1.border import Border

STONES = range(1, 10)
TRIPLES = [{n, n + 1, n + 2} for n in range(1, 8)]


def wins(stones):
    """Return why stones win, read from the rules in words; empty if they do not."""
    if any(triple <= set(stones) for triple in TRIPLES):
        return "adjacent"
    return "five" if len(set(stones)) >= 5 else ""


def borders(n, seed=4):
    """Yield borders with some stones given away and at most one winner."""
    chance = random.Random(seed)
    while n:
        owners = [chance.choice("mto") for _ in STONES]
        mine, theirs = ([s for s, o in zip(STONES, owners, strict=True) if o == w] for w in "mt")
        if not (wins(mine) and wins(theirs)):
            n -= 1
            yield mine, theirs


def test_who_has_won():
    """Winner and reason are those of the rules, for many ways to share the stones."""
    for mine, theirs in borders(300):
        border = Border(mine, theirs)
        expected = 0 if wins(mine) else 1 if wins(theirs) else None
        assert border.winner == expected
        assert border.reason == (wins(mine) or wins(theirs) or None)


def test_seven_triples():
    """On an empty border seven ways lead to three adjacent; stones 3 to 7 lie in three of them."""
    ways = [set(way.stones) for way in Border().ways(0) if way.reason == "adjacent"]
    assert sorted(map(sorted, ways)) == [[n, n + 1, n + 2] for n in range(1, 8)]
    found = {stone: sum(stone in way for way in ways) for stone in STONES}
    assert found == {1: 1, 2: 2, 3: 3, 4: 3, 5: 3, 6: 3, 7: 3, 8: 2, 9: 1}


def test_ways_are_the_sets_that_win_and_need_all_their_stones():
    """Every set of open stones is tried by the rules in words."""
    for mine, theirs in borders(60):
        border = Border(mine, theirs)
        if border.winner is not None:
            assert border.ways(0) == border.ways(1) == ()
            continue
        for player, held in enumerate((mine, theirs)):
            expected = {
                (stones, wins([*held, *stones]))
                for n in range(1, 6)
                for stones in combinations(border.open, n)
                if wins([*held, *stones])
                and not any(wins({*held, *stones} - {stone}) for stone in stones)
            }
            assert {(way.stones, way.reason) for way in border.ways(player)} == expected


def test_chance_is_that_of_tossing_coins():
    """With few open stones every order and every owner is played through."""
    for mine, theirs in [b for b in borders(200) if 1 <= 9 - len(b[0]) - len(b[1]) <= 4][:40]:
        border = Border(mine, theirs)
        games = [
            first_to_win(mine, theirs, order, owners)
            for order in permutations(border.open)
            for owners in product((0, 1), repeat=len(border.open))
        ]
        assert border.chance == Fraction(games.count(0), len(games))


def first_to_win(mine, theirs, order, owners):
    held = set(mine), set(theirs)
    for stone, owner in zip((None, *order), (0, *owners), strict=True):
        if stone:
            held[owner].add(stone)
        for player in (0, 1):
            if wins(held[player]):
                return player
    raise AssertionError("all nine stones are given away, so one player has five")


def test_what_a_stone_is_worth():
    """A stone that wins for both decides everything; swings add up to chances and mirror."""
    assert Border((1, 2, 7, 9), (4, 5, 6)[:2]).next()[3] == (
        1,
        Border((1, 2, 7, 9), (3, 4, 5)).chance,
    )
    both = Border((1, 2), (4, 5))
    assert both.swings()[3] == 1
    assert both.most == (3,)
    start = Border()
    assert start.chance == Fraction(1, 2)
    swings = start.swings()
    assert all(swings[n] == swings[10 - n] > 0 for n in STONES)
    assert min(swings, key=swings.get) in (1, 9)
    for mine, theirs in borders(40):
        border = Border(mine, theirs)
        if border.winner is None:
            sides = border.next().values()
            assert border.chance == sum(a + b for a, b in sides) / (2 * len(sides))
            mirrored = Border(theirs, mine)
            assert mirrored.swings() == border.swings()


@pytest.mark.parametrize(
    ("mine", "theirs", "key"),
    [
        ((0,), (), "no_lane_number"),
        ((10,), (), "no_lane_number"),
        ((True,), (), "no_lane_number"),
        (("3",), (), "no_lane_number"),
        ((3, 3), (), "border_twice"),
        ((3,), (3,), "border_twice"),
        ((1, 2, 3), (5, 6, 7), "border_two_winners"),
    ],
)
def test_what_cannot_be_is_refused(mine, theirs, key):
    """Numbers that are no stones, stones held twice, two winners; the message shows which."""
    with pytest.raises(SetupError) as caught:
        Border(mine, theirs)
    assert caught.value.key == key
    assert caught.value.say("de") != str(caught.value)


def test_ways_of_a_third_player():
    """There are two players."""
    with pytest.raises(SetupError, match="a player is 0 or 1"):
        Border().ways(2)
