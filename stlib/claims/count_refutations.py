"""All that refutes a claim: counting and listing the fills that beat a strength.

A *fill* is a set of unplayed cards, as many as a side has free slots.
`stlib.claims.refutation.refutation` finds one that makes the side strong
enough. Here every fill is tried, in one fixed order: by rising greatest card
id, then by the next greatest, and so on. As always, elite cards on the side
take the identities that serve best.
"""

from __future__ import annotations

from stlib.base.bits import popcount
from stlib.base.compiled import inner, jit
from stlib.base.rows import Row
from stlib.cards.demand import CardSet, DemandCode, EliteCode, Shape, Strength
from stlib.claims.card_sets import lowest
from stlib.claims.codes import COLOR_RUN, TOTALS, elites_in, size_of
from stlib.claims.strength import strength

__all__ = ["STRENGTHS", "next_refutation", "tally", "worth"]

STRENGTHS = (COLOR_RUN + 1) * TOTALS  # every strength is below this


@inner
def next_fill(fill: int, pool: int) -> int:
    """Return the next larger set with as many cards of `pool`; 0 after the last.

    Counts on in binary, only over the bits of `pool`: `fill | ~pool` lets a carry pass
    over all other bits. The cards that the carry clears come back as the lowest of `pool`.
    """
    moved = (fill | ~pool) + (fill & -fill) & pool
    return moved | lowest(pool, popcount(fill) - popcount(moved)) if moved != 0 else 0


@jit
def worth(side: CardSet, wild: EliteCode, demand: DemandCode, shape: Shape) -> Strength:
    """Strength of a full side of any deck; with a literal number of colors divisions are quick."""
    _, low, top, spy = shape
    if shape.colors == 6:
        return strength(side, wild, demand, Shape(6, low, top, spy))
    return strength(side, wild, demand, Shape(5, low, top, spy))


@jit
def tally(
    side: CardSet,
    wild: EliteCode,
    unplayed: CardSet,
    strength: Strength,
    demand: DemandCode,
    shape: Shape,
    out: Row,
) -> int:
    """Count the fills that make a side beat `strength`, by the strength they make.

    Parameters
    ----------
    side, wild : int
        Set of numbered cards that lie there; code of elite cards.
        A side that is full has one fill, the empty one.
    unplayed : int
        Set of the cards that could still come; disjoint from `side`.
    strength : int
        Strength to beat.
    demand : int
        Demand code.
    shape : Shape
        The deck.
    out : ndarray of int64, shape (STRENGTHS,)
        One is added at the strength that each such fill makes.

    Returns
    -------
    int
        How many there are, 0 to C(60, 4).
    """
    free = size_of(demand) - popcount(side) - elites_in(wild)
    if popcount(unplayed) < free:
        return 0
    found = 0
    fill = lowest(unplayed, free)
    while True:
        made = worth(side | fill, wild, demand, shape)
        if made > strength:
            out[made] += 1
            found += 1
        fill = next_fill(fill, unplayed)
        if fill == 0:
            return found


@jit
def next_refutation(
    fill: CardSet,
    side: CardSet,
    wild: EliteCode,
    unplayed: CardSet,
    strength: Strength,
    demand: DemandCode,
    shape: Shape,
) -> CardSet:
    """Return the first fill after `fill` that beats `strength`, the very first after 0; 0 if none.

    The other arguments are those of `tally`; the side has a free slot.
    """
    free = size_of(demand) - popcount(side) - elites_in(wild)
    if popcount(unplayed) < free:
        return 0
    fill = next_fill(fill, unplayed) if fill != 0 else lowest(unplayed, free)
    while fill != 0 and worth(side | fill, wild, demand, shape) <= strength:
        fill = next_fill(fill, unplayed)
    return fill
