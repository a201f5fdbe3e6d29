"""Two unfinished sides that both draw: an exact count of the pairs of draws that one side wins.

Both draws come from the same unseen cards, so they restrict each other. All
draws with which a side stays below a strength are split into *cells*
``(must, may)``: the draws that hold all of `must` and else only cards of
`may`. How many disjoint pairs of draws lie in two cells depends on a few
numbers only, the cells' *shape*. This does for any number of draws and few
slots; `stlib.chances.count_both_draw_by_draw` goes through the draws one by one.

A strength is called `floor` where a side must reach it. *Held* cards need no draw.
`lane` is a row of numbers made by `lane_row`: what the lane asks for, of which
deck, and the elite cards that lie on the side (see `stlib.cards.demand.EliteCode`).
"""

from __future__ import annotations

import numpy as np

from stlib.base.bits import low_bit, popcount
from stlib.base.compiled import inner, jit
from stlib.base.rows import Row
from stlib.cards.demand import Shape
from stlib.chances.count_kind import binomial
from stlib.claims.codes import TOTALS, elites_in, size_of
from stlib.claims.refutation import refutation
from stlib.claims.strength import strength

__all__ = ["ABOVE_ALL", "best_fill", "cells", "in_cells", "lane_row", "pairs_of", "strengths"]
__all__ += ["tally", "worth"]

ABOVE_ALL = 5 * TOTALS  # above every strength
FREE_BITS = 6  # of each number in a shape

# Words of a `lane`.
DEMAND, COLORS, LOW, TOP, SPY, WILD = range(6)


def lane_row(demand: int, colors: int, low: int, values: int, spy: int, wild: int = 0) -> Row:
    """Pack a demand code, a deck's shape, its Spy's value and a code of elite cards."""
    return np.array([demand, colors, low, values - 1, spy - low, wild])


# --- what a side can become ---------------------------------------------------------


@inner
def free_slots(side: int, lane: Row) -> int:
    """Slots that neither numbered nor elite cards take."""
    return size_of(lane[DEMAND]) - popcount(side) - elites_in(lane[WILD])


@jit
def worth(side: int, lane: Row) -> int:
    """Strength of a full side."""
    shape = Shape(lane[COLORS], lane[LOW], lane[TOP], lane[SPY])
    return strength(side, lane[WILD], lane[DEMAND], shape)


@jit
def reaching(side: int, cards: int, floor: int, lane: Row) -> int:
    """Cards that make an unfinished side reach `floor`, at least 1; 0 if there are none."""
    shape = Shape(lane[COLORS], lane[LOW], lane[TOP], lane[SPY])
    return refutation(side, lane[WILD], cards, floor - 1, lane[DEMAND], shape)


@jit
def last_cards(side: int, cards: int, floor: int, lane: Row) -> int:
    """Cards that fill a side's last slot to `floor`."""
    found = 0
    while cards != 0:
        card = cards & -cards
        cards ^= card
        if worth(side | card, lane) >= floor:
            found |= card
    return found


@jit
def strengths(side: int, cards: int, lane: Row, found: Row) -> int:
    """Mark in `found` (ndarray of int64, shape (ABOVE_ALL,)) what fills from `cards` are worth."""
    if free_slots(side, lane) == 0:
        found[worth(side, lane)] = 1
        return 0
    while cards != 0:
        card = cards & -cards
        cards ^= card
        strengths(side | card, cards, lane, found)
    return 0


@jit
def best_fill(side: int, cards: int, lane: Row) -> int:
    """Strength of the best fill of a side from `cards`, or -1 if they are too few.

    Begins with any fill and goes from each to a better one: never many steps,
    since `reaching` finds the best of a kind.
    """
    free = free_slots(side, lane)
    if popcount(cards) < free:
        return -1
    fill = 0
    for _ in range(free):
        fill |= (cards ^ fill) & -(cards ^ fill)
    best = worth(side | fill, lane)
    while 0 < free < popcount(cards):
        fill = reaching(side, cards, best + 1, lane)
        if fill == 0:
            return best
        best = worth(side | fill, lane)
    return best


# --- cells ----------------------------------------------------------------------------


@jit
def cells(
    side: int,
    held: int,
    pool: int,
    draws: int,
    floor: int,
    lane: Row,
    must: Row,
    may: Row,
) -> int:
    """Split the draws with which a side stays below a strength into cells.

    Parameters
    ----------
    side, held, pool : int
        Sets of the cards there, of those that need no draw, and of those that may come.
    draws : int
        Cards drawn, so many that with those held all slots can be filled.
    floor : int
        Strength not to be reached, at least 1.
    lane : ndarray of int64, shape (6,)
        See `lane_row`.
    must, may : ndarray of int64, shape (n,)
        Overwritten: each cell's sets of cards.

    Returns
    -------
    int
        Number of cells, or -1 if there are more than `n`.
    """
    free = free_slots(side, lane)
    if free == 0:
        must[0], may[0] = 0, pool
        return 1 if worth(side, lane) < floor else 0
    if popcount(held) >= free and reaching(side, held, floor, lane) != 0:
        return 0
    near = np.zeros(64, np.int64)
    harmless = without_last(side, held, pool, free, floor, lane)
    if free == 2:
        neighbors(side, harmless, floor, lane, near)
    return split(side, held, harmless, draws, free, floor, lane, near, must, may)


@jit
def split(side, held, harmless, draws, free, floor, lane, near, must, may):
    """Split again and again by a card that might do harm: without it, and with it."""
    stack = np.empty((64 * 64, 2), np.int64)
    stack[0, 0], stack[0, 1] = 0, harmless
    top, found = 1, 0
    while top > 0:
        top -= 1
        inside, around = stack[top, 0], stack[top, 1]
        card = in_doubt(side, held | inside, around, free, floor, lane, near)
        if card == 0:
            if found == len(must):
                return -1
            must[found], may[found] = inside, around
            found += 1
            continue
        rest = around ^ card
        stack[top, 1] = rest
        top += 1
        if popcount(inside) < draws:
            if free == 2:
                rest &= ~near[low_bit(card)]
            else:
                rest = without_last(side | card, held | inside, rest, free - 1, floor, lane)
            stack[top, 0], stack[top, 1] = inside | card, rest
            top += 1
    return found


@inner
def in_doubt(side, there, cards, free, floor, lane, near):
    """Find a card that reaches the floor with others of `cards`; 0 if there is none."""
    if free == 1:
        return 0
    if free == 2:
        return busiest(cards, near)
    fill = reaching(side, there | cards, floor, lane) & cards
    return fill & -fill


@jit
def in_cells(must: Row, may: Row, draws: int) -> int:
    """Count the draws in some cells."""
    found = 0
    for i in range(len(must)):
        n = draws - popcount(must[i])
        if n >= 0:
            found += binomial(popcount(may[i]), n)
    return found


@jit
def without_last(side, held, cards, free, floor, lane):
    """Leave out the cards that fill a side's last slot to the floor, held ones in the others."""
    if free == 1:
        return cards & ~last_cards(side, cards, floor, lane)
    while held != 0:
        card = held & -held
        held ^= card
        cards = without_last(side | card, held, cards, free - 1, floor, lane)
    return cards


@jit
def neighbors(side, cards, floor, lane, near):
    """Of each card those with which it fills a side's two slots to the floor."""
    rest = cards
    while rest != 0:
        card = low_bit(rest)
        rest &= rest - 1
        others = cards & ~(1 << card)
        near[card] = last_cards(side | 1 << card, others, floor, lane)


@inner
def busiest(cards, near):
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


@jit
def tally(
    must: Row, may: Row, others_must: Row, others_may: Row, sign: int, shapes: Row, counts: Row
) -> int:
    """Add up by shape the pairs of cells that allow disjoint draws.

    A shape is packed from five numbers of `FREE_BITS` bits: cards that both
    may draw, that only the one may, only the other; cards that the one must, the other must.

    Parameters
    ----------
    must, may, others_must, others_may : ndarray of int64
        The cells of the two sides.
    sign : int
        What each pair adds: 1 or -1.
    shapes, counts : ndarray of int64, shape (2**k,)
        A hash table, both filled with zeros at first; shapes are kept plus one.

    Returns
    -------
    int
        0, or -1 if the table is full.
    """
    room = len(shapes) - 1
    for i in range(len(must)):
        for j in range(len(others_must)):
            if must[i] & others_must[j]:
                continue
            ours = may[i] & ~others_must[j]
            theirs = others_may[j] & ~must[i]
            both = popcount(ours & theirs)
            shape = both
            shape = shape << FREE_BITS | popcount(ours) - both
            shape = shape << FREE_BITS | popcount(theirs) - both
            shape = shape << FREE_BITS | popcount(must[i])
            shape = (shape << FREE_BITS | popcount(others_must[j])) + 1
            at = (shape * 0x9E3779B1 >> 15) & room
            tries = 0
            while shapes[at] != shape and shapes[at] != 0:
                at = at + 1 & room
                tries += 1
                if tries > 200:
                    return -1
            shapes[at] = shape
            counts[at] += sign
    return 0


@jit
def pairs_of(
    shapes: Row, counts: Row, draws: int, others_draws: int, binomials: Row, prime: int
) -> int:
    """Count the disjoint pairs of draws in all cells tallied, modulo a prime below 2**31.

    Parameters
    ----------
    shapes, counts : ndarray of int64
        The hash table of `tally`.
    draws, others_draws : int
        Cards that the one draws, and the other.
    binomials : ndarray of int64, shape (61, 61)
        Binomial coefficients modulo the prime.
    prime : int
        The modulus.
    """
    total = 0
    mask = (1 << FREE_BITS) - 1
    for at in range(len(shapes)):
        if counts[at] == 0:
            continue
        shape = shapes[at] - 1
        b = others_draws - (shape & mask)
        a = draws - (shape >> FREE_BITS & mask)
        only_theirs = shape >> 2 * FREE_BITS & mask
        only_ours = shape >> 3 * FREE_BITS & mask
        both = shape >> 4 * FREE_BITS & mask
        ways = 0
        if a >= 0 and b >= 0:
            for i in range(max(0, a - only_ours), min(a, both) + 1):
                split = binomials[both, i] * binomials[only_ours, a - i] % prime
                ways += split * binomials[only_theirs + both - i, b] % prime
        total = (total + counts[at] % prime * (ways % prime)) % prime
    return total
