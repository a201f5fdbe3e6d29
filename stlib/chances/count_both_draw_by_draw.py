"""Two unfinished sides that both draw: their draws one by one, or at random.

Each draw of either side is weighed, and the disjoint pairs are counted by
inclusion and exclusion over the cards they share: for any slots and few draws;
`stlib.chances.count_cells` counts many draws at once. A `lane` is a row made by `lane_row` there.
"""

from __future__ import annotations

import numpy as np

from stlib.base.bits import low_bit, popcount
from stlib.base.compiled import inner, jit
from stlib.base.rows import Row
from stlib.base.streams import below, step
from stlib.chances.count_cells import best_fill

__all__ = ["members", "one_by_one", "simulate", "weigh"]


@jit
def weigh(side: int, held: int, pool: int, draws: int, lane: Row, best: Row) -> int:
    """Write each draw's best fill into `best`, in the order in which `next_draw` goes on."""
    cards = members(pool)
    at = np.arange(draws)
    i = 0
    while True:
        drawn = held
        for k in range(draws):
            drawn |= 1 << cards[at[k]]
        best[i] = best_fill(side, drawn, lane)
        i += 1
        if not next_draw(at, len(cards)):
            return i


@jit
def members(cards: int) -> Row:
    """List the cards of a set, rising."""
    found = np.empty(popcount(cards), np.int64)
    for i in range(len(found)):
        found[i] = low_bit(cards)
        cards &= cards - 1
    return found


@inner
def next_draw(at: Row, n: int) -> bool:
    """Step to the next combination of `n` places, the first place changing fastest."""
    for k in range(len(at)):
        last = at[k + 1] if k + 1 < len(at) else n
        if at[k] + 1 < last:
            at[k] += 1
            for j in range(k):
                at[j] = j
            return True
    return False


@inner
def unrank(number: int, at: Row, binomials: Row) -> None:
    """Write the places of combination `number`, counted as `next_draw` goes on."""
    place = len(binomials) - 1
    for k in range(len(at), 0, -1):
        while binomials[place, k] > number:
            place -= 1
        at[k - 1] = place
        number -= binomials[place, k]


@inner
def parts(at: Row, most: int, starts: Row, binomials: Row, found: Row) -> None:
    """Write the number of every part of a draw: of those of more than `most` cards -1.

    Parts of `k` cards are counted from ``starts[k]``, in the order of `next_draw`.
    """
    found[0] = 0
    for k in range(len(at)):
        for subset in range(1 << k):
            n = popcount(subset)
            if n < most and found[subset] >= 0:
                number = found[subset] - starts[n] + binomials[at[k], n + 1]
                found[subset | 1 << k] = starts[n + 1] + number
            else:
                found[subset | 1 << k] = -1


@jit
def one_by_one(
    ours: Row,
    our_order: Row,
    theirs: Row,
    their_order: Row,
    draws: int,
    others_draws: int,
    n: int,
    ties: int,
    binomials: Row,
) -> int:
    """Count the disjoint pairs of draws of which the first is stronger.

    Parameters
    ----------
    ours, theirs : ndarray of int64
        What each draw is worth, as `weigh` writes it.
    our_order, their_order : ndarray of int64
        Their indices by rising worth.
    draws, others_draws : int
        Cards that the one draws, and the other.
    n : int
        Cards to draw from.
    ties : int
        1 if equal worth is enough, else 0.
    binomials : ndarray of int64, shape (61, 61)
        Binomial coefficients.

    Notes
    -----
    ``seen[t]`` is how many of the weaker draws hold all of the set `t`. A draw
    is disjoint from the sum over its parts `t` of ``seen[t]``, negative for
    odd parts.
    """
    most = min(draws, others_draws)
    starts = np.zeros(most + 2, np.int64)
    for k in range(most + 1):
        starts[k + 1] = starts[k] + binomials[n, k]
    seen = np.zeros(starts[most + 1], np.int64)
    found = np.empty(1 << max(draws, others_draws), np.int64)
    at, others_at = np.zeros(draws, np.int64), np.zeros(others_draws, np.int64)
    total = added = 0
    for i in our_order:
        if ours[i] < 0:
            continue
        while added < len(theirs) and theirs[their_order[added]] < ours[i] + ties:
            unrank(their_order[added], others_at, binomials)
            parts(others_at, most, starts, binomials, found)
            for subset in range(1 << others_draws):
                if found[subset] >= 0:
                    seen[found[subset]] += 1
            added += 1
        unrank(i, at, binomials)
        parts(at, most, starts, binomials, found)
        for subset in range(1 << draws):
            if found[subset] >= 0:
                total += seen[found[subset]] * (1 - 2 * (popcount(subset) & 1))
    return total


# --- at random ------------------------------------------------------------------------


@jit
def simulate(
    mine: int,
    theirs: int,
    held: int,
    others_held: int,
    cards: Row,
    draws: int,
    others_draws: int,
    ties: int,
    lane: Row,
    others_lane: Row,
    stream: int,
    samples: int,
) -> int:
    """Let both sides draw from `cards` (ndarray of int64, shuffled) and count the wins."""
    wins = 0
    for _ in range(samples):
        ours, others = held, others_held
        for i in range(draws + others_draws):
            j, _ = below(stream, len(cards) - i, 1)
            stream = step(stream)
            cards[i], cards[i + j] = cards[i + j], cards[i]
            if i < draws:
                ours |= 1 << cards[i]
            else:
                others |= 1 << cards[i]
        best = best_fill(mine, ours, lane)
        if best >= 0 and best_fill(theirs, others, others_lane) < best + ties:
            wins += 1
    return wins
