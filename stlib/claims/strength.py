"""How strong a side is: kernels over sets of card ids, for any deck and demand.

Cards are ids, value-major (see `stlib.cards.demand.Deck`), so a set of cards is a
mask in which one color's cards stand `colors` bits apart. A demand is one
integer, ``size | kinds << 3 | lower << 8 | strict << 9`` (see `Demand.code`):
bit `k` of *kinds* says whether kind `k` counts, *lower* that the lower total
wins, *strict* that a color run is only a sum. A strength is one integer,
``kind << 6 | total`` (or ``63 - total`` where lower wins): of two strengths
on one demand the greater wins, and equal ones go to the earlier stamp.
"""

from __future__ import annotations

from stlib.base.bits import low_bit, popcount, top_bit
from stlib.base.compiled import inner

__all__ = [
    "column",
    "fold",
    "is_strict",
    "key",
    "kinds_of",
    "ladder",
    "lower_wins",
    "size_of",
    "strength",
    "total_of",
]

SUM, RUN, COLOR, SAME_VALUE, COLOR_RUN = 0, 1, 2, 3, 4
TOTAL_BITS = 6
TOTALS = 1 << TOTAL_BITS  # no total reaches this: four elevens are 44


@inner
def size_of(demand: int) -> int:
    """Slots of a side under `demand`."""
    return demand & 7


@inner
def kinds_of(demand: int) -> int:
    """Kinds that count under `demand`, one bit each."""
    return demand >> 3 & 31


@inner
def lower_wins(demand: int) -> int:
    """1 where the lower total wins."""
    return demand >> 8 & 1


@inner
def is_strict(demand: int) -> int:
    """1 where a color run is only a sum."""
    return demand >> 9 & 1


@inner
def ladder(n: int, colors: int) -> int:
    """Return `n` bits, `colors` apart: a color run's shape."""
    steps = 1 | 1 << colors | 1 << 2 * colors | 1 << 3 * colors
    return steps & (1 << n * colors) - 1


@inner
def column(colors: int) -> int:
    """Return every card of color 0: a bit each `colors` places, below bit 60."""
    four = ladder(4, colors)
    return (four | four << 4 * colors | four << 8 * colors) & (1 << 60) - 1


@inner
def fold(cards: int, colors: int) -> int:
    """Mark each value that is present by the bit of its color 0."""
    marked = cards | cards >> 1 | cards >> 2 | cards >> 3 | cards >> 4
    if colors == 6:
        marked |= cards >> 5
    return marked & column(colors)


@inner
def total_of(cards: int, colors: int, low: int) -> int:
    """Sum of the values of a set of cards."""
    total = low * popcount(cards)
    while cards != 0:
        total += low_bit(cards) // colors
        cards &= cards - 1
    return total


@inner
def kind_of(side: int, demand: int, colors: int) -> int:
    """Strongest kind that counts of a full side: a set of `size_of(demand)` cards."""
    kinds = kinds_of(demand)
    first = low_bit(side)
    shape = side >> first
    run = ladder(size_of(demand), colors)
    if shape == run:
        if kinds >> COLOR_RUN & 1:
            return COLOR_RUN
        if is_strict(demand):
            return SUM
    if kinds >> SAME_VALUE & 1 and top_bit(side) // colors == first // colors:
        return SAME_VALUE
    if kinds >> COLOR & 1 and shape & ~column(colors) == 0:
        return COLOR
    if kinds >> RUN & 1 and fold(side, colors) >> first // colors * colors == run:
        return RUN
    return SUM


@inner
def kind_in(strength):
    """Kind within a strength."""
    return strength >> TOTAL_BITS


@inner
def total_in(strength):
    """Total within a strength, turned round where lower wins."""
    return strength & TOTALS - 1


@inner
def key(kind: int, total: int, demand: int) -> int:
    """One sortable integer of kind and total: greater wins."""
    return kind * TOTALS + (TOTALS - 1 - total if lower_wins(demand) else total)


@inner
def strength(side: int, demand: int, colors: int, low: int) -> int:
    """Strength of a full side.

    Parameters
    ----------
    side : int
        Set of exactly `size_of(demand)` cards.
    demand : int
        Demand code.
    colors, low : int
        The deck's number of colors (5 or 6) and smallest value.

    Returns
    -------
    int
        ``kind * 64 + total``, or ``kind * 64 + 63 - total`` where lower wins.
    """
    return key(kind_of(side, demand, colors), total_of(side, colors, low), demand)
