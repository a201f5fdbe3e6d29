"""What a side can still become: which cards fill its last slot, how strong its fills are.

*Held* cards need no draw; `needed` is a strength that a side must reach.
"""

from __future__ import annotations

from stlib.base.bits import popcount
from stlib.base.compiled import inner, jit
from stlib.base.rows import Row
from stlib.cards.demand import CardSet, DemandCode, EliteCode, Shape, Strength
from stlib.claims.codes import COLOR_RUN, TOTALS, elites_in, size_of
from stlib.claims.refutation import refutation
from stlib.claims.strength import strength

__all__ = ["ABOVE_ALL", "best_fill", "free_slots", "outs", "reaching", "strength_of", "strengths"]

ABOVE_ALL = (COLOR_RUN + 1) * TOTALS  # above every strength


@inner
def free_slots(side: CardSet, wild: EliteCode, demand: DemandCode) -> int:
    """Slots that neither numbered nor elite cards take."""
    return size_of(demand) - popcount(side) - elites_in(wild)


@jit
def strength_of(side: CardSet, wild: EliteCode, demand: DemandCode, shape: Shape) -> Strength:
    """Strength of a full side."""
    return strength(side, wild, demand, shape)


@jit
def reaching(
    side: CardSet,
    wild: EliteCode,
    cards: CardSet,
    needed: Strength,
    demand: DemandCode,
    shape: Shape,
) -> CardSet:
    """Cards that make an unfinished side reach `needed`, at least 1; 0 if there are none."""
    return refutation(side, wild, cards, needed - 1, demand, shape)


@jit
def outs(
    side: CardSet,
    wild: EliteCode,
    cards: CardSet,
    needed: Strength,
    limit: Strength,
    demand: DemandCode,
    shape: Shape,
) -> CardSet:
    """Cards that fill a side's last slot to a strength from `needed` to below `limit`."""
    found = 0
    while cards != 0:
        card = cards & -cards
        cards ^= card
        reached = strength_of(side | card, wild, demand, shape)
        if needed <= reached and reached < limit:
            found |= card
    return found


@jit
def strengths(
    side: CardSet, wild: EliteCode, cards: CardSet, demand: DemandCode, shape: Shape, found: Row
) -> int:
    """Mark in `found` (ndarray of int64, shape (ABOVE_ALL,)) the strengths of all fills.

    Returns 0, since a function that calls itself must return a number.
    """
    if free_slots(side, wild, demand) == 0:
        found[strength_of(side, wild, demand, shape)] = 1
        return 0
    while cards != 0:
        card = cards & -cards
        cards ^= card
        strengths(side | card, wild, cards, demand, shape, found)
    return 0


@jit
def best_fill(
    side: CardSet, wild: EliteCode, cards: CardSet, demand: DemandCode, shape: Shape
) -> Strength:
    """Strength of the best fill of a side from `cards`, or -1 if they are too few.

    Begins with any fill and goes from each to a better one. That never takes
    many steps, since `reaching` finds the best of a kind.
    """
    free = free_slots(side, wild, demand)
    if popcount(cards) < free:
        return -1
    fill = 0
    for _ in range(free):
        fill |= (cards ^ fill) & -(cards ^ fill)
    best = strength_of(side | fill, wild, demand, shape)
    while 0 < free < popcount(cards):
        fill = reaching(side, wild, cards, best + 1, demand, shape)
        if fill == 0:
            return best
        best = strength_of(side | fill, wild, demand, shape)
    return best
