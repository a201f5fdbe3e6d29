"""Exact chances of one kind, of two sides that draw, of hands, of a view; and simulations."""

import random
import statistics
from collections.abc import Iterator
from typing import Any

import numpy as np

import st2lib
import stlib
from benchmarks.proofs import compiled
from benchmarks.table import Row
from benchmarks.timing import by_turns, effort, span
from stlib.base.streams import below, start, step
from stlib.cards.demand import Kind
from stlib.chances import count_hands, hands
from stlib.chances.count_kind import misses
from stlib.claims.codes import TOTALS
from stlib.claims.refutation import refutation

SAMPLES = 1_000_000
DECK = stlib.DECK
SHAPE = DECK.shape


@compiled
def count(kind: int, side: int, pool: int, draws: int, code: int, times: int, zero: int) -> int:
    """Count exactly, many times; each call depends on the last, so the compiler keeps them all."""
    found = 0
    for _ in range(times):
        found = misses(kind, side, 0, pool | found & zero, draws, code, SHAPE)
    return found


@compiled
def simulate(rank: int, side: int, cards: Any, draws: int, code: int, samples: int) -> int:
    """Draw from `cards` many times; return how often the side gets stronger than `rank`."""
    stream = start(1, 2)
    hits = 0
    for _ in range(samples):
        drawn = 0
        for i in range(draws):
            j, _ = below(stream, len(cards) - i, 1)
            stream = step(stream)
            cards[i], cards[i + j] = cards[i + j], cards[i]
            drawn |= 1 << cards[i]
        hits += refutation(side, 0, drawn, rank, code, SHAPE) != 0
    return hits


def of_one_kind(n: int = 40) -> Iterator[Row]:
    """Every kind above a sum, sides of no, one and two cards, 42 unseen cards, 12 of them drawn."""
    rng = random.Random(3)
    code = stlib.STONE.code
    for kind in list(Kind)[1:]:
        times = []
        for _ in range(n):
            cards = rng.sample(range(DECK.size), DECK.size)
            m = rng.randrange(3)
            side, pool = (sum(1 << c for c in part) for part in (cards[:m], cards[m : m + 42]))
            given = (int(kind), side, pool, 12, code)
            times += by_turns(3, lambda g=given: effort(lambda: count(*g, 500, 0)) / 500)
        drawn = np.array(cards[m : m + 42])
        rank = kind * TOTALS - 1
        simulate(rank, side, drawn, 12, code, 1)
        slow = effort(lambda r=rank: simulate(r, side, drawn, 12, code, SAMPLES))  # noqa: B023
        exact = statistics.median(times)
        name = f"odds of {kind.name.lower()}: a million draws / exact"
        yield Row(name, f"{span(slow)} / {span(exact)}, median of {n}", slow / exact, at_least=1000)
        worst = f"odds of {kind.name.lower()}: 5 µs / slowest"
        yield Row(worst, f"{span(max(times))}, of {n}", 5e-6 / max(times), at_least=1)


def of_hands() -> Iterator[Row]:
    """All hands of six and of seven cards of ST1 by best formation, one hand after the other."""
    out = np.zeros(len(Kind), np.int64)
    given = (stlib.STONE.code, SHAPE, out)
    count_hands.hand_kinds(4, *given)
    for size, target in ((6, 0.1), (7, None)):
        (took,) = by_turns(3, lambda n=size: effort(lambda: count_hands.hand_kinds(n, *given)))
        name = f"hands of {size}" + (": 0.1 s / all of them" if target else ", all of them")
        figures = f"{span(took)} for {out.sum():,}, one core"
        yield Row(name, figures, target and target / took, at_least=target and 1)


def of_classes() -> Iterator[Row]:
    """Hands of six by all 63 classes of ST1, counted without visiting each hand."""
    stlib.odds.strength_classes()

    def count() -> None:
        hands._misses.cache_clear()
        stlib.odds.hand_classes(6)

    (took,) = by_turns(3, lambda: effort(count))
    yield Row("hands of 6 by 63 classes", f"{span(took)}, afresh; kept afterwards: at once")


def of_duels(n: int = 30) -> Iterator[Row]:
    """Both sides have one or two cards and draw 12 each from 45; and a million samples of that."""
    rng = random.Random(5)
    for game, library, demand in (
        ("ST1 stone", stlib, stlib.STONE),
        ("ST2 wall", st2lib, st2lib.TILES[2].intact),
        ("ST2 pit, damaged", st2lib, st2lib.TILES[0].damaged),
    ):
        times = []
        for _ in range(n):
            cards = rng.sample(range(library.DECK.size), 49)
            drawn = [library.Card.from_id(card) for card in cards]
            mine, theirs = drawn[: rng.randrange(1, 3)], drawn[2 : rng.randrange(3, 5)]
            asked = (mine, theirs, drawn[4:], 12, 12, demand)
            times += by_turns(2, lambda a=asked, o=library.odds: effort(lambda: o.duel(*a)))
        slow = effort(lambda a=asked, o=library.odds: o.duel_estimate(*a, samples=SAMPLES))
        exact = statistics.median(times)
        figures = f"{span(slow)} / {span(exact)}, median of {n}"
        yield Row(f"duel, {game}: a million samples / exact", figures, slow / exact)
        worst = f"{span(max(times))}, of {n}"
        yield Row(f"duel, {game}: 100 ms / slowest", worst, 0.1 / max(times), at_least=1)


def of_views(n: int = 12) -> Iterator[Row]:
    """Tables of all lanes, six draws each, 40 plies into random games."""
    for library, game in ((stlib, stlib.ST1), (st2lib, st2lib.ST2)):
        times = []
        for seed in range(n):
            rng, position = random.Random(seed), game.deal(seed)
            while position.outcome is None and position.ply < 40:
                position = position.apply(rng.choice(position.legal_moves))
            if position.outcome is None:
                view = position.view(position.to_move)
                asked = (view, min(6, view.deck_size // 2))
                library.odds.of_view(*asked)
                times += by_turns(2, lambda a=asked, o=library.odds: effort(lambda: o.of_view(*a)))
        figures = f"{span(statistics.median(times))}, at most {span(max(times))}, of {len(times)}"
        yield Row(f"odds of a whole view, {game.name}", figures)
