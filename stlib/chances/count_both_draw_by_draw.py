"""Two unfinished sides that both draw: an exact count that goes through the draws one by one.

Each draw of either side is judged by its best fill. The disjoint pairs of draws
are then counted by inclusion and exclusion over the cards they share. It does for
any slots and few draws; `stlib.chances.count_both_by_cells` does for many draws.
"""

from __future__ import annotations

from stlib.base.bits import low_bit, popcount
from stlib.base.compiled import inner, jit
from stlib.base.rows import Row
from stlib.cards.demand import CardSet, DemandCode, EliteCode, Shape
from stlib.chances.fills import best_fill
from stlib.chances.polynomials import MOST_CARDS, binomial, zeros

__all__ = ["best_fills", "members", "one_by_one"]


@jit
def best_fills(
    side: CardSet,
    wild: EliteCode,
    held: CardSet,
    pool: CardSet,
    draws: int,
    demand: DemandCode,
    shape: Shape,
    best: Row,
) -> int:
    """Write into `best` the strength of each draw's best fill, draws as `next_draw` orders them.

    Returns the number of draws. Of cards too few to fill the side the strength is -1.
    """
    cards = members(pool)
    at = zeros(draws)
    for k in range(draws):
        at[k] = k
    i = 0
    while True:
        drawn = held
        for k in range(draws):
            drawn |= 1 << cards[at[k]]
        best[i] = best_fill(side, wild, drawn, demand, shape)
        i += 1
        if not next_draw(at, len(cards)):
            return i


@jit
def members(cards: CardSet) -> Row:
    """List the cards of a set, rising."""
    found = zeros(popcount(cards))
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
def unrank(number: int, at: Row) -> None:
    """Write the places of combination `number`, counted as `next_draw` goes on."""
    place = MOST_CARDS
    for k in range(len(at), 0, -1):
        while binomial(place, k) > number:
            place -= 1
        at[k - 1] = place
        number -= binomial(place, k)


@inner
def parts(at: Row, most: int, starts: Row, found: Row) -> None:
    """Write the number of every part of a draw: -1 for parts of more than `most` cards.

    Parts of `k` cards are counted from ``starts[k]``, in the order of `next_draw`.
    """
    found[0] = 0
    for k in range(len(at)):
        for subset in range(1 << k):
            n = popcount(subset)
            if n < most and found[subset] >= 0:
                number = found[subset] - starts[n] + binomial(at[k], n + 1)
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
) -> int:
    """Count the disjoint pairs of draws of which the first is stronger.

    Parameters
    ----------
    ours, theirs : ndarray of int64
        Strength of each draw, as `best_fills` writes it.
    our_order, their_order : ndarray of int64
        Their indices by rising strength.
    draws, others_draws : int
        Cards that the one draws, and the other.
    n : int
        Cards to draw from.
    ties : int
        1 if an equal strength is enough, else 0.

    Notes
    -----
    ``seen[t]`` is how many of the weaker draws hold all of the set `t`. The weaker
    draws that are disjoint from a draw are the sum of ``seen[t]`` over its parts `t`,
    negative for odd parts.
    """
    most = min(draws, others_draws)
    starts = zeros(most + 2)
    for k in range(most + 1):
        starts[k + 1] = starts[k] + binomial(n, k)
    seen = zeros(starts[most + 1])
    found = zeros(1 << max(draws, others_draws))
    at, others_at = zeros(draws), zeros(others_draws)
    total = added = 0
    for i in our_order:
        if ours[i] < 0:
            continue
        while added < len(theirs) and theirs[their_order[added]] < ours[i] + ties:
            unrank(their_order[added], others_at)
            parts(others_at, most, starts, found)
            for subset in range(1 << others_draws):
                if found[subset] >= 0:
                    seen[found[subset]] += 1
            added += 1
        unrank(i, at)
        parts(at, most, starts, found)
        for subset in range(1 << draws):
            if found[subset] >= 0:
                total += seen[found[subset]] * (1 - 2 * (popcount(subset) & 1))
    return total
