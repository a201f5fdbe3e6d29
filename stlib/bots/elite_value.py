"""Numbered cards in place of elite ones, so that a side can be judged before it is decided.

What an elite card stands for is fixed only when a claim is decided. Until
then the estimate of `stlib.bots.lane_value`, which knows numbered cards alone, takes
it for the card that serves its owner best as the lane lies now.
"""

from __future__ import annotations

from stlib.base.bits import low_bit, popcount
from stlib.base.compiled import jit
from stlib.bots.lane_value import chance, helpful
from stlib.cards.demand import Shape
from stlib.claims.codes import ONE_SHIELD, ONE_SPY, elites_in, size_of
from stlib.claims.elite_refutation import shield_steps
from stlib.claims.strength import strength

__all__ = ["outlook", "settle"]


@jit
def settle(mine, theirs, my_wild, their_wild, hand, unseen, odds, demand, rows, known, at, deck):
    """Return both sides of a lane with numbered cards for elite ones, and theirs' strength if full.

    Parameters
    ----------
    mine, theirs : int
        The numbered cards of the two sides, the mover's first.
    my_wild, their_wild : int
        Their elite cards, see `stlib.cards.demand.EliteCode`.
    hand, unseen, odds, demand, rows, known, at
        As for `equity.chance`.
    deck : tuple of int
        Colors, lowest value, number of steps less one, the Spy's step.
    """
    colors, low, top, spy = deck
    rank = 0
    if popcount(theirs) + elites_in(their_wild) == size_of(demand):
        rank = strength(theirs, their_wild, demand, Shape(colors, low, top, spy))
    lane = (rank, hand, unseen, demand, at)
    for owner in range(1, -1, -1):
        wild = their_wild if owner else my_wild
        while wild != 0:
            steps = (1 << top + 1) - 1
            if wild & ONE_SPY:
                steps = 1 << spy
                wild ^= ONE_SPY
            elif wild & ONE_SHIELD:
                steps = shield_steps(low)
                wild ^= ONE_SHIELD
            else:
                wild -= 1
            card = best_card(owner, steps, mine, theirs, lane, odds, rows, known, deck)
            if owner:
                theirs |= card
            else:
                mine |= card
    return mine, theirs, rank


@jit
def outlook(mine, theirs, my_wild, their_wild, hand, unseen, odds, demand, rows, known, at, deck):
    """Chance that the mover's side of a lane will beat the other; see `settle`."""
    a, b, rank = settle(
        mine, theirs, my_wild, their_wild, hand, unseen, odds, demand, rows, known, at, deck
    )
    colors, low, _, _ = deck
    return chance(a, b, rank, hand, unseen, odds, demand, rows, known, at, colors, low)


@jit
def best_card(owner, steps, mine, theirs, lane, odds, rows, known, deck):
    """Return the card of one of these steps that serves the `owner` (0 the mover) best, as a set.

    Tried are the color of the side's lowest card and one other color.
    """
    colors, low, top, _ = deck
    rank, hand, unseen, demand, at = lane
    side = theirs if owner else mine
    helps = helpful(side, demand, colors)
    first = low_bit(side) % colors if side != 0 else 0
    best = 0
    best_value = -1.0
    for step in range(top, -1, -1):
        if steps >> step & 1 == 0:
            continue
        for other in range(2):
            free = (1 << colors) - 1 & ~(side >> step * colors)
            free &= ~(1 << first) if other else 1 << first
            bit = (free & -free) << step * colors
            if bit == 0 or (best != 0 and helps & bit == 0):
                continue
            a = mine if owner else mine | bit
            b = theirs | bit if owner else theirs
            r = rank
            if owner and popcount(b) == size_of(demand):
                r = strength(b, 0, demand, Shape(*deck))
            value = chance(a, b, r, hand, unseen, odds, demand, rows, known, at, colors, low)
            if owner:
                value = 1.0 - value
            if value > best_value:
                best_value = value
                best = bit
    return best
