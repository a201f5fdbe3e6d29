"""Sides with elite cards: what they can stand for, and the best they can become.

An elite card has no color and value of its own until a claim is decided;
then each takes whatever serves its owner best: a Joker any value, a Spy one
value of the deck's rules, a Shield-bearer 1, 2 or 3, all in any color, also
the identity of a card that lies open. A side's elite cards are one integer,
``jokers | spies << 2 | shields << 3``. Values are counted here from the
deck's lowest, as *steps*.

`best_total` answers for one kind; `wild_strength` and `wild_refutation` are
`formations.strength` and `reach.refutation` for sides with elite cards.
"""

from __future__ import annotations

from stlib.base.bits import low_bit, popcount, top_bit
from stlib.base.compiled import inner, jit
from stlib.claims.refutation import highest, lowest
from stlib.claims.strength import (
    COLOR,
    COLOR_RUN,
    RUN,
    SAME_VALUE,
    SUM,
    column,
    fold,
    is_strict,
    key,
    kind_in,
    kinds_of,
    lower_wins,
    size_of,
    total_of,
)

__all__ = ["ONE_JOKER", "ONE_SHIELD", "ONE_SPY", "elites_in", "wild_refutation", "wild_strength"]

ONE_JOKER, ONE_SPY, ONE_SHIELD = 1, 1 << 2, 1 << 3
SHIELD_VALUES = 3  # a Shield-bearer stands for 1, 2 or 3


@inner
def elites_in(wild: int) -> int:
    """Count the elite cards in a code."""
    return (wild & 3) + (wild >> 2 & 1) + (wild >> 3 & 1)


@jit
def wild_strength(
    side: int, wild: int, demand: int, colors: int, low: int, top: int, spy: int
) -> int:
    """Greatest strength of a full side of numbered cards `side` and elite cards `wild`.

    Parameters
    ----------
    side, wild : int
        Set of card ids; code of elite cards. Together as many as the demand's slots.
    demand : int
        Demand code.
    colors, low, top : int
        The deck's number of colors, lowest value and number of steps less one.
    spy : int
        Step of the Spy's value.
    """
    for kind in range(COLOR_RUN, SUM, -1):
        if kinds_of(demand) >> kind & 1:
            total, _ = best(kind, side, wild, 0, demand, colors, low, top, spy)
            if total >= 0:
                return key(kind, total, demand)
    total, _ = best(SUM, side, wild, 0, demand, colors, low, top, spy)
    return key(SUM, total, demand)


@jit
def wild_refutation(
    side: int,
    wild: int,
    unplayed: int,
    rank: int,
    demand: int,
    colors: int,
    low: int,
    top: int,
    spy: int,
) -> int:
    """Find unplayed cards that make an unfinished side with elite cards beat `rank`, or 0."""
    free = size_of(demand) - popcount(side) - elites_in(wild)
    if popcount(unplayed) < free:
        return 0
    for kind in range(kind_in(rank), COLOR_RUN + 1):
        if kinds_of(demand) >> kind & 1:
            total, fill = best(kind, side, wild, unplayed, demand, colors, low, top, spy)
            if total >= 0 and key(kind, total, demand) > rank:
                return fill
    return 0


@inner
def best(kind, side, wild, unplayed, demand, colors, low, top, spy):
    """Best total of a kind that a side can reach, and the unplayed cards for it.

    Returns (-1, 0) if it cannot reach the kind.
    """
    free = size_of(demand) - popcount(side) - elites_in(wild)
    if popcount(unplayed) < free:
        return -1, 0
    if kind == SUM:
        return best_sum(side, wild, unplayed, free, demand, colors, low, top, spy)
    if kind == SAME_VALUE:
        return best_same(side, wild, unplayed, free, demand, colors, low, top, spy)
    if kind == COLOR:
        return best_color(side, wild, unplayed, free, demand, colors, low, top, spy)
    return best_run(kind, side, wild, unplayed, demand, colors, low, top, spy)


@inner
def shield_steps(low: int) -> int:
    """Return the steps of a Shield-bearer's values, as bits."""
    return (1 << SHIELD_VALUES) - 1 << 1 - low


@inner
def best_sum(side, wild, unplayed, free, demand, colors, low, top, spy):
    """Each card and each elite card as great, or as small, as it can be."""
    jokers = wild & 3
    total = (spy + low) * (wild >> 2 & 1)
    if lower_wins(demand):
        fill = lowest(unplayed, free)
        total += jokers * low + (wild >> 3 & 1)
    else:
        fill = highest(unplayed, free)
        total += jokers * (top + low) + SHIELD_VALUES * (wild >> 3 & 1)
    return total + total_of(side | fill, colors, low), fill


@inner
def best_same(side, wild, unplayed, free, demand, colors, low, top, spy):
    """Equal values: a Spy and a Shield-bearer must be able to be that value, too."""
    row = (1 << colors) - 1
    for step in range(top, -1, -1):
        here = unplayed & row << step * colors
        if side & ~(row << step * colors) != 0 or popcount(here) < free:
            continue
        if wild & ONE_SPY and step != spy:
            continue
        if wild & ONE_SHIELD and shield_steps(low) >> step & 1 == 0:
            continue
        return size_of(demand) * (step + low), lowest(here, free)
    return -1, 0


@inner
def best_color(side, wild, unplayed, free, demand, colors, low, top, spy):
    """One color, of the greatest total; no run where the demand is strict."""
    total = -1
    fill = 0
    for hue in range(colors):
        own = column(colors) << hue
        choices = unplayed & own
        if side & ~own != 0 or popcount(choices) < free:
            continue
        t, f = one_color(side, wild, choices, free, demand, colors, low, top, spy)
        if t > total:
            total = t
            fill = f
    return total, fill


@inner
def one_color(side, wild, choices, free, demand, colors, low, top, spy):
    """Fill from one color's cards with the greatest total; see `best_color`."""
    fill = highest(choices, free)
    rest = choices & ~fill
    total, run = greatest(side | fill, wild, demand, colors, low, top, spy)
    if not (is_strict(demand) and run):
        return total, fill
    if wild & 3 or wild & ONE_SHIELD:
        return total - 1, fill  # one elite card stands for a step less: no run any more
    while run:
        if rest == 0 or fill == 0:
            return -1, 0
        fill = fill & fill - 1 | 1 << top_bit(rest)
        rest ^= 1 << top_bit(rest)
        total, run = greatest(side | fill, wild, demand, colors, low, top, spy)
    return total, fill


@inner
def greatest(cards, wild, demand, colors, low, top, spy):
    """Total with elite cards at their greatest, and whether the values are then consecutive."""
    steps = 0
    total = total_of(cards, colors, low)
    while cards != 0:
        steps |= 1 << low_bit(cards) // colors
        cards &= cards - 1
    if wild & ONE_SPY:
        steps |= 1 << spy
        total += spy + low
    if wild & ONE_SHIELD:
        steps |= 1 << SHIELD_VALUES - low
        total += SHIELD_VALUES
    if wild & 3:
        steps |= 1 << top
        total += (wild & 3) * (top + low)
    return total, steps == (steps & -steps) * ((1 << size_of(demand)) - 1)


@inner
def best_run(kind, side, wild, unplayed, demand, colors, low, top, spy):
    """Consecutive values, of one color for a color run, from the highest downward."""
    have = steps_of(side, colors)
    if popcount(have) != popcount(side):
        return -1, 0
    size = size_of(demand)
    for at in range(top - size + 1, -1, -1):
        span = (1 << size) - 1 << at
        if have & ~span != 0:
            continue
        fill = -1
        if kind == RUN:
            fill = run_fill(side, wild, unplayed, span & ~have, colors, low, spy)
        else:
            for hue in range(colors):
                own = column(colors) << hue
                if side & ~own == 0 and fill < 0:
                    fill = run_fill(side, wild, unplayed & own, span & ~have, colors, low, spy)
        if fill >= 0:
            return size * (at + low) + size * (size - 1) // 2, fill
    return -1, 0


@inner
def steps_of(cards: int, colors: int) -> int:
    """Return the steps of a set of cards, as bits."""
    steps = 0
    while cards != 0:
        steps |= 1 << low_bit(cards) // colors
        cards &= cards - 1
    return steps


@inner
def run_fill(side, wild, cards, missing, colors, low, spy):
    """Cards for the missing steps that the elite cards leave; -1 if it cannot be done.

    Every elite card takes one missing step; those that no card can fill come first.
    """
    there = steps_of(fold(cards, colors), colors)
    if wild & ONE_SPY:
        if missing >> spy & 1 == 0:
            return -1
        missing &= ~(1 << spy)
    if wild & ONE_SHIELD:
        can = missing & shield_steps(low)
        if can & ~there:
            can &= ~there
        if can == 0:
            return -1
        missing ^= can & -can
    for _ in range(wild & 3):
        can = missing & ~there if missing & ~there else missing
        if can == 0:
            return -1
        missing ^= can & -can
    if missing & ~there:
        return -1
    fill = 0
    while missing != 0:
        here = cards & (1 << colors) - 1 << low_bit(missing) * colors
        fill |= here & -here
        missing &= missing - 1
    return fill
