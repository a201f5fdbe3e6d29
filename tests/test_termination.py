"""No game runs for ever, and every unfinished position has a move: `docs/termination.md`.

`measure` is the number of that page. Searches for counter-examples: players who want the game
to last, and end-games searched through to the last leaf.
"""

import random
from functools import cache
from itertools import product

import numpy as np
import pytest

import st2lib
import stlib
from bridge import GAMES

VARIANTS = {
    "ST1": [
        stlib.Variant("own", timing, deadlock, *rest)
        for timing, deadlock, rest in product(
            ("after_play", "start_of_turn"),
            ("count", "none"),
            (("no",), ("yes", "ever", "no"), ("yes", "on_border", "yes")),
        )
    ],
    "ST2": [
        st2lib.Variant("own", "plain", full, last, *rest)
        for full, last, rest in product(
            ("defender_wins", "pass_and_draw"),
            ("defender_then_last", "last_now"),
            (("no",), ("yes", "siege", "none", "yes"), ("yes", "both", "one", "no")),
        )
    ],
}
PAIRS = [(name, i) for name in GAMES for i in range(len(VARIANTS[name]))]
PAIR_IDS = ["-".join(map(str, list(vars(VARIANTS[n][i]).values())[1:])) for n, i in PAIRS]
NEUTRAL = 30  # moves in a row that leave the measure as it is: two idle turns and a bit


def measure(game, row):
    """Return the number that no move makes greater.

    A card in a deck counts 2, in a hand 1; an open stone or an intact tile 1. The card that
    brings cards back into a deck counts as much as it may bring: Recruiter 2, Support 4.
    """
    s, deck = game.engine.named(row), game.deck
    count = 2 * (deck.size - int(s.drawn))
    count += sum(int(s.hand[p]).bit_count() + int(s.tactic_hand[p]).bit_count() for p in (0, 1))
    if s.tactics:
        count += 2 * (len(deck.tactics) - int(s.tactic_drawn))
    if game.name == "ST1":
        count += 9 - int(s.claimed[0] | s.claimed[1]).bit_count()
        unplayed = s.tactics and not int(s.tactic_open) >> deck.tactics.index("recruiter") & 1
        return count + (2 if unplayed else int(s.returns))
    count += 7 - int(s.damaged).bit_count()
    support = deck.tactics.index("support")
    unplayed = s.tactics and not int(s.tactic_open) >> support & 1
    return count + 4 * bool(unplayed or s.action == deck.size + support)


@cache
def productive(game, move):
    """Say whether a move lays, plays, claims, declares or draws something."""
    verb = game.notation.move(move).verb
    neutral = ("done", "pass", "end", "retreat", "pour", "return", "take", "put", "drop", "at")
    return verb not in (*neutral, "give")


@cache
def wins_a_lane(game, move):
    """Say whether a move is a claim or a declaration."""
    return game.notation.move(move).verb in ("claim", "declare")


@cache
def plays_a_tactic(game, move):
    """Say whether a move plays a tactic card."""
    found = game.notation.move(move)
    return found.verb in game.deck.tactics or bool(
        found.verb == "play" and found.card and found.card.tactic
    )


def legal(game, row):
    """Return the ids of the legal moves."""
    out = np.zeros(game.rules.MAX_LEGAL, np.int64)
    return out[: game.engine.legal(row, out)].tolist()


def follow(game, row, move):
    """Return the row after a move, and assert that the measure has not risen."""
    after = row.copy()
    game.engine.apply(after, move)
    before, then = measure(game, row), measure(game, after)
    over = game.engine.named(after).winner >= 0
    named = game.notation.move(move)
    assert then <= before, f"{named}: {before} -> {then}"
    if productive(game, move) and not over:
        assert then < before, f"{named} leaves {before}"
    return after


def dawdle(game, row, moves, rng):
    """Choose a move that does as little as possible; now and then any."""
    if rng.random() < 0.05:
        return rng.choice(moves)
    idle = [move for move in moves if not productive(game, move)]
    open_still = [move for move in moves if not wins_a_lane(game, move)]
    return rng.choice(idle or open_still or moves)


def hurry(game, row, moves, rng):
    """Play tactic cards whenever there are any, else anything."""
    return rng.choice([move for move in moves if plays_a_tactic(game, move)] or moves)


@pytest.mark.parametrize(("name", "index"), PAIRS, ids=PAIR_IDS)
@pytest.mark.parametrize("style", [dawdle, hurry])
def test_no_player_can_make_a_game_last(name, index, style):
    """The measure falls in every turn that is not idle, and few moves leave it as it is."""
    play_on(name, index, style, range(3))


@pytest.mark.slow
@pytest.mark.parametrize(("name", "index"), PAIRS, ids=PAIR_IDS)
@pytest.mark.parametrize("style", [dawdle, hurry])
def test_no_player_can_make_many_games_last(name, index, style):
    """The same for more games."""
    play_on(name, index, style, range(3, 30))


def play_on(name, index, style, seeds):
    """Play games in a style, and compare each move with the measure."""
    game, variant = GAMES[name], VARIANTS[name][index]
    for seed in seeds:
        rng = random.Random(f"{name} {index} {seed}")
        row = game.deal(seed, variant)._row
        first = measure(game, row)
        turns, still, player = 0, 0, None
        while game.engine.named(row).winner < 0:
            moves = legal(game, row)
            assert moves, "an unfinished position has a move"
            before = measure(game, row)
            row = follow(game, row, style(game, row, moves, rng))
            still = still + 1 if measure(game, row) == before else 0
            assert still <= NEUTRAL
            turns += game.engine.named(row).turn != player
            player = game.engine.named(row).turn
        assert turns <= 2 * first + 2


@pytest.mark.parametrize(
    ("name", "variant", "value"),
    [
        ("ST1", "base", 105),
        ("ST1", "expert", 105),
        ("ST1", "tactics", 125),
        ("ST1", "early_bird", 125),
        ("ST2", "base", 115),
        ("ST2", "tactics", 139),
    ],
)
def test_the_measure_of_a_deal_is_what_the_page_says(name, variant, value):
    """Decks twice, hands once, lanes once, and what Recruiter and Support may bring back."""
    assert measure(GAMES[name], GAMES[name].deal(1, variant)._row) == value


# --- end-games, to the last leaf ---------------------------------------------------------------


def state(game, row):
    """Return what matters of a row: all but the number of moves, and when sides were complete."""
    found = row.copy()
    s = game.engine.named(found)
    s.ply = 0
    for k in range(game.rules.LANES):
        a, b = int(s.stamp[0, k]), int(s.stamp[1, k])
        s.stamp[0, k], s.stamp[1, k] = (a > 0) + (a > b > 0), (b > 0) + (b > a > 0)
    return found[: len(found) - game.engine.CACHE_WORDS].tobytes()


def search(game, row, rng, most):
    """Search a position through; returns how many states there were, `most` if given up.

    Of many cards to choose from four are tried.
    """
    done, path = set(), set()
    stack = [(state(game, row), row, None)]
    while stack and len(done) < most:
        key, row, moves = stack[-1]
        if moves is None:
            if key in done:
                stack.pop()
                continue
            assert key not in path, "a position has come back"
            path.add(key)
            moves = legal(game, row)
            assert bool(moves) == (game.engine.named(row).winner < 0)
            if len(moves) > 12:
                moves = rng.sample(moves, 4)
            stack[-1] = (key, row, moves)
        if moves:
            after = follow(game, row, moves.pop())
            stack.append((state(game, after), after, None))
        else:
            path.discard(key)
            done.add(key)
            stack.pop()
    return len(done)


def deal_out(rng, cards, sizes):
    """Take random cards for each of the sizes."""
    rng.shuffle(cards)
    return [[cards.pop() for _ in range(n)] for n in sizes]


def stones(rng, variant):
    """Return a random late position: six stones claimed, three open, a few cards left."""
    game = stlib.ST1
    clan = [f"{color}{value}" for color in "rbgyvn" for value in range(1, 10)]
    tactics = list(game.deck.tactics) if variant.tactics == "yes" else []
    claimed = {1: 0, 2: 1, 4: 0, 5: 1, 7: 0, 8: 1}
    sides = {}
    for n in range(1, 10):
        sizes = [3, rng.randrange(3)] if n in claimed else [rng.randrange(4), rng.randrange(4)]
        pair = deal_out(rng, clan, sizes)
        sides[n] = tuple(pair[:: -1 if claimed.get(n) else 1])
    hands = deal_out(rng, clan, [rng.randrange(3), rng.randrange(3)])
    deck, *held = (*deal_out(rng, clan, [rng.randrange(3)]), [], [])
    pile = []
    if tactics:
        *held, pile = deal_out(rng, tactics, [rng.randrange(3), rng.randrange(3), rng.randrange(2)])
    return game.setup(
        sides,
        [" ".join(hand + more) for hand, more in zip(hands, held, strict=True)],
        " ".join(deck),
        tactic_deck=" ".join(pile) if tactics else None,
        claimed=claimed,
        discard="rest",
        to_move=rng.randrange(2),
        variant=variant,
        seed=rng.randrange(1000),
    )


def wall(rng, variant):
    """Return a random late siege: hardly a slot free, a few cards left."""
    game = st2lib.ST2
    siege = [f"{color}{value}" for color in "rbgyk" for value in range(12)]
    tactics = list(game.deck.tactics) if variant.tactics == "yes" else []
    damaged = rng.sample(range(1, 8), rng.randrange(4))
    sides = {}
    for n in range(1, 8):
        size = variant.demand(n - 1, n in damaged).size
        attackers = size - rng.randrange(2) if n in (2, 4) else 0
        sides[n] = tuple(deal_out(rng, siege, [attackers, size - (rng.random() < 0.2)]))
    hands = deal_out(rng, siege, [rng.randrange(3), rng.randrange(3)])
    deck, *held = (*deal_out(rng, siege, [rng.randrange(3)]), [], [])
    pile = []
    if tactics:
        *held, pile = deal_out(rng, tactics, [rng.randrange(3), rng.randrange(3), rng.randrange(2)])
    return game.setup(
        sides,
        [" ".join(hand + more) for hand, more in zip(hands, held, strict=True)],
        " ".join(deck),
        tactic_deck=" ".join(pile) if tactics else None,
        damaged=damaged,
        discard="rest",
        cauldrons=rng.randrange(3),
        to_move=rng.randrange(2),
        variant=variant,
        seed=rng.randrange(1000),
    )


@pytest.mark.parametrize(("name", "index"), PAIRS, ids=PAIR_IDS)
def test_end_games_are_without_cycles_and_dead_ends(name, index):
    """From a late position, every state has a move or an outcome, and none is repeated."""
    whole, states = search_all(name, index, range(3), 1500)
    assert whole or states == 3 * 1500


@pytest.mark.slow
@pytest.mark.parametrize(("name", "index"), PAIRS, ids=PAIR_IDS)
def test_greater_end_games_are_without_cycles_and_dead_ends(name, index):
    """The same of more positions, and deeper."""
    whole, states = search_all(name, index, range(3, 13), 5000)
    assert whole or states == 10 * 5000


def search_all(name, index, seeds, most):
    """Search random late positions; return how many were searched through, and all states."""
    variant, sizes = VARIANTS[name][index], []
    for seed in seeds:
        rng = random.Random(f"{name} {index} {seed}")
        position = (stones if name == "ST1" else wall)(rng, variant)
        sizes.append(search(GAMES[name], position._row, rng, most))
    return sum(size < most for size in sizes), sum(sizes)
