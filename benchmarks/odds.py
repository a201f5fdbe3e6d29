"""Exact chances to complete one kind, beside a compiled simulation of a million draws."""

import random
import statistics
from collections.abc import Iterator
from typing import Any

import numpy as np

import stlib
from benchmarks.proofs import compiled
from benchmarks.table import Row
from benchmarks.timing import by_turns, effort, span
from stlib._jit import below, start, step
from stlib.counts import misses
from stlib.demands import Kind
from stlib.formations import TOTALS
from stlib.reach import refutation

SAMPLES = 1_000_000
DECK = stlib.DECK
COLORS, LOW = DECK.n_colors, DECK.low


@compiled
def count(kind: int, side: int, pool: int, draws: int, code: int, times: int, zero: int) -> int:
    """Count exactly, many times over; each depends on the last, or one would do for all."""
    found = 0
    for _ in range(times):
        found = misses(kind, side, 0, pool | found & zero, draws, code, COLORS)
    return found


@compiled
def simulate(rank: int, side: int, cards: Any, draws: int, code: int, samples: int) -> int:
    """Draw from `cards` again and again; return how often the side gets above `rank`."""
    stream = start(1, 2)
    hits = 0
    for _ in range(samples):
        drawn = 0
        for i in range(draws):
            j, _ = below(stream, len(cards) - i, 1)
            stream = step(stream)
            cards[i], cards[i + j] = cards[i + j], cards[i]
            drawn |= 1 << cards[i]
        hits += refutation(side, drawn, rank, code, COLORS, LOW) != 0
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
