"""Two unfinished sides that both draw: exact counts of many draws at once, by cells.

Both draws come from the same unseen cards, so they restrict each other. Each
side's draws are split into cells, see `stlib.chances.count_cells`. How many
disjoint pairs of draws lie in two cells depends on a few numbers only, their
*overlap*. It does for any number of draws and few free slots;
`stlib.chances.count_both_draw_by_draw` does for more slots and few draws.
"""

from __future__ import annotations

from stlib.base.bits import popcount
from stlib.base.compiled import jit
from stlib.base.rows import Row

__all__ = ["pairs_of", "tally"]

BITS = 6  # of each number in an overlap


@jit
def tally(
    must: Row, may: Row, others_must: Row, others_may: Row, sign: int, overlaps: Row, counts: Row
) -> int:
    """Add up by overlap the pairs of cells that allow disjoint draws.

    An overlap is packed from five numbers of `BITS` bits: how many cards both
    sides may draw, only the one may, only the other may, the one must, the other must.

    Parameters
    ----------
    must, may, others_must, others_may : ndarray of int64
        The cells of the two sides.
    sign : int
        What each pair adds: 1 or -1.
    overlaps, counts : ndarray of int64, shape (2**k,)
        A hash table, both filled with zeros at first; overlaps are kept plus one.

    Returns
    -------
    int
        0, or -1 if the table is full.
    """
    room = len(overlaps) - 1
    for i in range(len(must)):
        for j in range(len(others_must)):
            if must[i] & others_must[j]:
                continue
            ours = may[i] & ~others_must[j]
            theirs = others_may[j] & ~must[i]
            both = popcount(ours & theirs)
            overlap = both
            overlap = overlap << BITS | popcount(ours) - both
            overlap = overlap << BITS | popcount(theirs) - both
            overlap = overlap << BITS | popcount(must[i])
            overlap = (overlap << BITS | popcount(others_must[j])) + 1
            at = (overlap * 0x9E3779B1 >> 15) & room
            tries = 0
            while overlaps[at] != overlap and overlaps[at] != 0:
                at = at + 1 & room
                tries += 1
                if tries > 200:
                    return -1
            overlaps[at] = overlap
            counts[at] += sign
    return 0


@jit
def pairs_of(
    overlaps: Row, counts: Row, draws: int, others_draws: int, binomials: Row, prime: int
) -> int:
    """Count the disjoint pairs of draws in all cells tallied, modulo a prime below 2**31.

    Parameters
    ----------
    overlaps, counts : ndarray of int64
        The hash table of `tally`.
    draws, others_draws : int
        Cards that the one draws, and the other.
    binomials : ndarray of int64, shape (61, 61)
        Binomial coefficients modulo the prime.
    prime : int
        The modulus.
    """
    total = 0
    mask = (1 << BITS) - 1
    for at in range(len(overlaps)):
        if counts[at] == 0:
            continue
        overlap = overlaps[at] - 1
        b = others_draws - (overlap & mask)
        a = draws - (overlap >> BITS & mask)
        only_theirs = overlap >> 2 * BITS & mask
        only_ours = overlap >> 3 * BITS & mask
        both = overlap >> 4 * BITS & mask
        ways = 0
        if a >= 0 and b >= 0:
            for i in range(max(0, a - only_ours), min(a, both) + 1):
                split = binomials[both, i] * binomials[only_ours, a - i] % prime
                ways += split * binomials[only_theirs + both - i, b] % prime
        total = (total + counts[at] % prime * (ways % prime)) % prime
    return total
