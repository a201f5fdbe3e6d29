"""Exact counts of the draws after which one side stays below a strength, by cells.

All draws after which a side stays below a strength are split into *cells*
``(must, may)``: the draws that hold all cards of `must`, and else only cards
of `may`. `in_cells` counts the draws in them. It does for many draws and few
free slots. `stlib.chances.count_both_by_cells` counts with the cells of two sides.

`needed` is a strength that a side must reach, *held* cards need no draw.
"""

from __future__ import annotations

from stlib.base.bits import low_bit, popcount
from stlib.base.compiled import inner, jit
from stlib.base.rows import Row
from stlib.cards.demand import CardSet, DemandCode, EliteCode, Shape, Strength
from stlib.chances.fills import ABOVE_ALL, free_slots, outs, reaching, strength_of
from stlib.chances.polynomials import MOST_CARDS, binomial, zeros

__all__ = ["cells", "in_cells"]


@jit
def cells(
    side: CardSet,
    wild: EliteCode,
    held: CardSet,
    pool: CardSet,
    draws: int,
    needed: Strength,
    demand: DemandCode,
    shape: Shape,
    must: Row,
    may: Row,
    room: int,
) -> int:
    """Split the draws after which a side stays below a strength into cells.

    Parameters
    ----------
    side, wild : int
        Set of the numbered cards there, code of the elite ones.
    held, pool : int
        Sets of the cards that need no draw, and of those that may come.
    draws : int
        Cards drawn. With those held they must be enough for all slots.
    needed : int
        Strength not to be reached, at least 1.
    demand, shape
        What the lane asks for; the deck.
    must, may : ndarray of int64
        Overwritten: each cell's sets of cards.
    room : int
        Most cells to write.

    Returns
    -------
    int
        Number of cells, or -1 if there are more than `room`.
    """
    free = free_slots(side, wild, demand)
    if free == 0:
        must[0] = 0
        may[0] = pool
        return 1 if strength_of(side, wild, demand, shape) < needed else 0
    if popcount(held) >= free and reaching(side, wild, held, needed, demand, shape) != 0:
        return 0
    near = zeros(MOST_CARDS)
    harmless = without_last(side, wild, held, pool, free, needed, demand, shape)
    if free == 2:
        mark_neighbors(side, wild, harmless, needed, demand, shape, near)
    return split(
        side, wild, held, harmless, draws, free, needed, demand, shape, near, must, may, room
    )


@jit
def split(side, wild, held, harmless, draws, free, needed, demand, shape, near, must, may, room):
    """Split again and again by a card that might do harm: without it, and with it.

    The two parts of each split have fewer cards in `around` than before, so no
    more than one part a card waits at a time.
    """
    waiting_must, waiting_may = zeros(MOST_CARDS + 2), zeros(MOST_CARDS + 2)
    waiting_may[0] = harmless
    waiting, found = 1, 0
    while waiting > 0:
        waiting -= 1
        inside, around = waiting_must[waiting], waiting_may[waiting]
        there = held | inside
        card = in_doubt(side, wild, there, around, free, needed, demand, shape, near)
        if card == 0:
            if found == room:
                return -1
            must[found] = inside
            may[found] = around
            found += 1
            continue
        rest = around ^ card
        waiting_may[waiting] = rest
        waiting += 1
        if popcount(inside) < draws:
            if free == 2:
                rest &= ~near[low_bit(card)]
            else:
                grown = side | card
                rest = without_last(grown, wild, there, rest, free - 1, needed, demand, shape)
            waiting_must[waiting] = inside | card
            waiting_may[waiting] = rest
            waiting += 1
    return found


@inner
def in_doubt(side, wild, there, cards, free, needed, demand, shape, near):
    """Find a card that reaches the strength needed with others of `cards`; 0 if there is none."""
    if free == 1:
        return 0
    if free == 2:
        return busiest(cards, near)
    fill = reaching(side, wild, there | cards, needed, demand, shape) & cards
    return fill & -fill


@jit
def in_cells(must: Row, may: Row, n: int, draws: int) -> int:
    """Count the draws in the first `n` cells."""
    found = 0
    for i in range(n):
        more = draws - popcount(must[i])
        if more >= 0:
            found += binomial(popcount(may[i]), more)
    return found


@jit
def without_last(side, wild, held, cards, free, needed, demand, shape):
    """Leave out the cards that fill a side's last slot to `needed`, held ones in the others."""
    if free == 1:
        return cards & ~outs(side, wild, cards, needed, ABOVE_ALL, demand, shape)
    while held != 0:
        card = held & -held
        held ^= card
        cards = without_last(side | card, wild, held, cards, free - 1, needed, demand, shape)
    return cards


@jit
def mark_neighbors(side, wild, cards, needed, demand, shape, near):
    """Write for each card those with which it fills a side's two slots to `needed`."""
    rest = cards
    while rest != 0:
        card = low_bit(rest)
        rest &= rest - 1
        others = cards & ~(1 << card)
        near[card] = outs(side | 1 << card, wild, others, needed, ABOVE_ALL, demand, shape)


@inner
def busiest(cards: CardSet, near: Row) -> CardSet:
    """Card with the most neighbors among the others, as a set; 0 if none has one."""
    best = 0
    most = 0
    rest = cards
    while rest != 0:
        card = low_bit(rest)
        rest &= rest - 1
        n = popcount(near[card] & cards)
        if n > most:
            most = n
            best = 1 << card
    return best
