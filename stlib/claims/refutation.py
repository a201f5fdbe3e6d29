"""What a side can still become: the search behind every claim proof.

A claim against an unfinished side is proven when no set of unplayed cards
makes that side strictly stronger. `refutation`, the one function for kernels
and Python alike, returns such a set, the *witness*, or 0. For each kind it
looks for the *fill* (cards for the free slots) that makes this kind with the
greatest total. Any fill of a stronger kind than the claim's will do; among
fills of the claim's own kind only the total matters.
"""

from __future__ import annotations

from stlib.base.bits import low_bit, popcount, top_bit
from stlib.base.compiled import inner
from stlib.cards.demand import CardSet, DemandCode, EliteCode, Shape, Strength
from stlib.claims.card_sets import column, fold, highest, ladder, lowest, one_color, total_of
from stlib.claims.codes import (
    COLOR,
    COLOR_RUN,
    RUN,
    SAME_VALUE,
    SUM,
    is_strict,
    kind_in,
    kinds_of,
    lower_wins,
    size_of,
    total_in,
    turned,
)
from stlib.claims.elite_refutation import elite_refutation

__all__ = ["refutation"]


@inner
def refutation(
    side: CardSet,
    wild: EliteCode,
    unplayed: CardSet,
    strength: Strength,
    demand: DemandCode,
    shape: Shape,
) -> CardSet:
    """Find unplayed cards that make an unfinished side stronger than `strength`.

    Parameters
    ----------
    side, wild : int
        Set of the numbered cards that lie there; code of the elite ones.
        Together fewer cards than the demand's slots.
    unplayed : int
        Set of the cards that could still come; disjoint from `side`.
    strength : int
        Strength to beat, of a full side under the same demand.
    demand : int
        Demand code.
    shape : Shape
        The deck. Where it is a constant of the caller, its numbers are compiled in;
        where `wild` is a constant 0, nothing of elite cards is left.

    Returns
    -------
    int
        Set of cards that fill the side and beat `strength`; 0 if there are none.
        Equal strength does not refute: the full side's stamp is earlier.
    """
    if wild != 0:
        return elite_refutation(side, wild, unplayed, strength, demand, shape)
    return plain_refutation(side, unplayed, strength, demand, shape)


@inner
def plain_refutation(
    side: CardSet, unplayed: CardSet, strength: Strength, demand: DemandCode, shape: Shape
) -> CardSet:
    """Find unplayed cards that make an unfinished side without elite cards stronger, or 0."""
    colors = shape.colors
    free = size_of(demand) - popcount(side)
    if popcount(unplayed) < free:
        return 0
    kinds = kinds_of(demand)
    kind = kind_in(strength)
    if kind == SUM:
        fill = sum_fill(unplayed, free, demand)
        if better_total(side | fill, strength, demand, shape):
            return fill
    fill = 0
    if kinds >> COLOR_RUN & 1:
        fill = color_run_fill(side, unplayed, demand, colors)
        if fill != 0 and kind < COLOR_RUN:
            return fill
    if kind <= SAME_VALUE and kinds >> SAME_VALUE & 1:
        fill = same_value_fill(side, unplayed, free, colors)
        if fill != 0 and kind < SAME_VALUE:
            return fill
    if kind <= COLOR and kinds >> COLOR & 1:
        fill = color_fill(side, unplayed, free, demand, colors)
        if fill != 0 and kind < COLOR:
            return fill
    if kind <= RUN and kinds >> RUN & 1:
        fill = run_fill(side, unplayed, demand, colors)
        if fill != 0 and kind < RUN:
            return fill
    # What is left is the best fill of the claim's own kind.
    return fill if fill != 0 and better_total(side | fill, strength, demand, shape) else 0


@inner
def better_total(side: CardSet, strength: Strength, demand: DemandCode, shape: Shape) -> bool:
    """Whether a full side's total alone beats that within `strength`."""
    total = total_of(side, shape.colors, shape.low)
    return turned(total, demand) > total_in(strength)


@inner
def sum_fill(unplayed: CardSet, free: int, demand: DemandCode) -> CardSet:
    """Fill with the total that serves best."""
    return lowest(unplayed, free) if lower_wins(demand) else highest(unplayed, free)


@inner
def window(side: CardSet, there: CardSet, size: int, colors: int) -> int:
    """Find the highest `size` bits, `colors` apart, all in `there`, that hold all of `side`.

    Returns the place of the lowest of them, or -1. `side` is a part of `there`.
    """
    starts = there
    for i in range(1, size):
        starts &= there >> i * colors
    if side != 0:
        first = low_bit(side)
        spare = size - 1 - (top_bit(side) - first) // colors
        if spare < 0 or side >> first & ~column(colors) != 0:
            return -1
        around = 1 << first
        for _ in range(spare):
            around |= around >> colors
        starts &= around
    return top_bit(starts) if starts != 0 else -1


@inner
def color_run_fill(side: CardSet, unplayed: CardSet, demand: DemandCode, colors: int) -> CardSet:
    """Best fill to a color run, or 0."""
    size = size_of(demand)
    at = window(side, side | unplayed, size, colors)
    return ladder(size, colors) << at & ~side if at >= 0 else 0


@inner
def run_fill(side: CardSet, unplayed: CardSet, demand: DemandCode, colors: int) -> CardSet:
    """Best fill to consecutive values, or 0; not of one color where the demand is strict."""
    values = fold(side, colors)
    if popcount(values) != popcount(side):
        return 0
    there = values | fold(unplayed, colors)
    size = size_of(demand)
    at = window(values, there, size, colors)
    while at >= 0:
        fill = window_fill(values, unplayed, at, size, colors)
        if not is_strict(demand):
            return fill
        fill = mixed(side, fill, unplayed, colors)
        if fill != 0:
            return fill
        top = 1 << at + (size - 1) * colors
        if values & top:
            return 0
        there &= ~top
        at = window(values, there, size, colors)
    return 0


@inner
def window_fill(values: CardSet, unplayed: CardSet, at: int, size: int, colors: int) -> CardSet:
    """One unplayed card for each value of the window at `at` that is not yet there."""
    fill = 0
    for _ in range(size):
        if values >> at & 1 == 0:
            here = unplayed & (1 << colors) - 1 << at
            fill |= here & -here
        at += colors
    return fill


@inner
def mixed(side: CardSet, fill: CardSet, unplayed: CardSet, colors: int) -> CardSet:
    """The fill, one card exchanged if need be, so that not all has one color; or 0."""
    if not one_color(side | fill, colors):
        return fill
    rest = fill
    while rest != 0:
        card = low_bit(rest)
        rest &= rest - 1
        others = unplayed & (1 << colors) - 1 << card // colors * colors & ~(1 << card)
        if others != 0:
            return fill & ~(1 << card) | others & -others
    return 0


@inner
def color_fill(
    side: CardSet, unplayed: CardSet, free: int, demand: DemandCode, colors: int
) -> CardSet:
    """Fill of one color with the greatest total, or 0; no run where the demand is strict."""
    if side != 0:
        if not one_color(side, colors):
            return 0
        choices = unplayed & column(colors) << low_bit(side) % colors
        return one_color_fill(side, choices, free, demand, colors)
    best = 0
    best_total = -1
    for hue in range(colors):
        fill = one_color_fill(0, unplayed & column(colors) << hue, free, demand, colors)
        total = total_of(fill, colors, 0)
        if fill != 0 and total > best_total:
            best = fill
            best_total = total
    return best


@inner
def one_color_fill(
    side: CardSet, choices: CardSet, free: int, demand: DemandCode, colors: int
) -> CardSet:
    """The `free` greatest of the choices, all of one color; or 0.

    Where the demand is strict, the smallest gives way until the side is no run.
    """
    if popcount(choices) < free:
        return 0
    fill = highest(choices, free)
    if is_strict(demand):
        run = ladder(size_of(demand), colors)
        rest = choices & (fill & -fill) - 1
        while (side | fill) >> low_bit(side | fill) == run:
            if rest == 0:
                return 0
            fill = fill & fill - 1 | 1 << top_bit(rest)
            rest ^= 1 << top_bit(rest)
    return fill


@inner
def same_value_fill(side: CardSet, unplayed: CardSet, free: int, colors: int) -> CardSet:
    """Fill of equal values, the greatest there are, or 0."""
    row = (1 << colors) - 1
    if side != 0:
        at = low_bit(side) // colors * colors
        here = unplayed & row << at
        if side & ~(row << at) != 0 or popcount(here) < free:
            return 0
        return lowest(here, free)
    while unplayed != 0:
        at = top_bit(unplayed) // colors * colors
        here = unplayed & row << at
        if popcount(here) >= free:
            return lowest(here, free)
        unplayed ^= here
    return 0
