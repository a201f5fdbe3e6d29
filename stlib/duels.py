"""Two unfinished sides that both draw: an exact count of the pairs of draws that one side wins.

Both draws come from the same unseen cards, so they restrict each other. Two
ways of counting, each for what it does well:

- *cells*. All draws with which a side stays below a strength are split into
  cells ``(must, may)``: the draws that hold all of `must` and else only cards
  of `may`. How many disjoint pairs of draws lie in two cells depends on a few
  numbers only, the cells' *shape*. Any number of draws; few slots.
- *one by one*. Each draw of either side is weighed; the disjoint pairs are
  counted by inclusion and exclusion over the cards they share. Any slots; few
  draws.

A strength is called `floor` where a side must reach it. *Held* cards need no draw.
`lane` is a row of numbers made by `lane_row`: what the lane asks for, of which
deck, and the elite cards that lie on the side (see `stlib.wild`).
"""

from __future__ import annotations

import numpy as np

from stlib._jit import Row, below, inner, jit, low_bit, popcount, step
from stlib.counts import binomial
from stlib.formations import TOTALS, size_of, strength
from stlib.reach import refutation
from stlib.wild import elites_in, wild_refutation, wild_strength

__all__ = [
    "ABOVE_ALL",
    "cells",
    "members",
    "one_by_one",
    "pairs_of",
    "simulate",
    "strengths",
    "tally",
    "weigh",
]

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
    if lane[WILD] == 0:
        return strength(side, lane[DEMAND], lane[COLORS], lane[LOW])
    return wild_strength(
        side, lane[WILD], lane[DEMAND], lane[COLORS], lane[LOW], lane[TOP], lane[SPY]
    )


@jit
def reaching(side: int, cards: int, floor: int, lane: Row) -> int:
    """Cards that make an unfinished side reach `floor`, at least 1; 0 if there are none."""
    demand, colors, low = lane[DEMAND], lane[COLORS], lane[LOW]
    if lane[WILD] == 0:
        return refutation(side, cards, floor - 1, demand, colors, low)
    top, spy = lane[TOP], lane[SPY]
    return wild_refutation(side, lane[WILD], cards, floor - 1, demand, colors, low, top, spy)


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
    while free < popcount(cards):
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
        neighbours(side, harmless, floor, lane, near)
    stack = np.empty((64 * 64, 2), np.int64)
    stack[0, 0], stack[0, 1] = 0, harmless
    top, found = 1, 0
    while top > 0:
        top -= 1
        inside, around = stack[top, 0], stack[top, 1]
        card = 0
        if free == 2:
            card = busiest(around, near)
        elif free > 2:
            fill = reaching(side, held | inside | around, floor, lane)
            card = fill & around & -(fill & around)
        if card == 0:
            if found == len(must):
                return -1
            must[found], may[found] = inside, around
            found += 1
            continue
        stack[top, 0], stack[top, 1] = inside, around ^ card
        top += 1
        if popcount(inside) < draws:
            rest = around ^ card
            if free == 2:
                rest &= ~near[low_bit(card)]
            else:
                there = held | inside
                rest = without_last(side | card, there, rest, free - 1, floor, lane)
            stack[top, 0], stack[top, 1] = inside | card, rest
            top += 1
    return found


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
def neighbours(side, cards, floor, lane, near):
    """Of each card those with which it fills a side's two slots to the floor."""
    rest = cards
    while rest != 0:
        card = low_bit(rest)
        rest &= rest - 1
        others = cards & ~(1 << card)
        near[card] = last_cards(side | 1 << card, others, floor, lane)


@inner
def busiest(cards, near):
    """Card with the most neighbours among the others, as a set; 0 if none has one."""
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


# --- one by one -----------------------------------------------------------------------


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
