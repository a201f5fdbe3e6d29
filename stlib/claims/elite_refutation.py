"""Sides with elite cards: what they can stand for, and the best they can become.

An elite card has no color and value of its own until a claim is decided;
then each takes whatever serves its owner best: a Joker any value, a Spy one
value that the rules name, a Shield-bearer 1, 2 or 3, all in any color. It may
even be a card that lies open elsewhere. Values are counted here from the
deck's lowest, as *steps*.

`best` answers for one kind; `elite_strength` and `elite_refutation` stand behind
`stlib.claims.strength.strength` and `stlib.claims.refutation.refutation`.
"""

from __future__ import annotations

from stlib.base.bits import low_bit, popcount, top_bit
from stlib.base.compiled import inner, jit
from stlib.cards.demand import CardSet, DemandCode, EliteCode, Shape, Strength
from stlib.claims.card_sets import column, fold, highest, lowest, total_of
from stlib.claims.codes import (
    COLOR,
    COLOR_RUN,
    ONE_SHIELD,
    ONE_SPY,
    RUN,
    SAME_VALUE,
    SUM,
    elites_in,
    is_strict,
    key,
    kind_in,
    kinds_of,
    lower_wins,
    size_of,
)

__all__ = ["SHIELD_VALUES", "elite_refutation", "elite_strength", "shield_steps"]

SHIELD_VALUES = 3  # a Shield-bearer stands for 1, 2 or 3


@jit
def elite_strength(side: CardSet, wild: EliteCode, demand: DemandCode, shape: Shape) -> Strength:
    """Greatest strength of a full side with elite cards; see `stlib.claims.strength.strength`."""
    for kind in range(COLOR_RUN, SUM, -1):
        if kinds_of(demand) >> kind & 1:
            total, _ = best(kind, side, wild, 0, demand, shape)
            if total >= 0:
                return key(kind, total, demand)
    total, _ = best(SUM, side, wild, 0, demand, shape)
    return key(SUM, total, demand)


@jit
def elite_refutation(
    side: CardSet,
    wild: EliteCode,
    unplayed: CardSet,
    strength: Strength,
    demand: DemandCode,
    shape: Shape,
) -> CardSet:
    """Find unplayed cards that make an unfinished side with elite cards stronger, or 0.

    See `stlib.claims.refutation.refutation`.
    """
    free = size_of(demand) - popcount(side) - elites_in(wild)
    if popcount(unplayed) < free:
        return 0
    for kind in range(kind_in(strength), COLOR_RUN + 1):
        if kinds_of(demand) >> kind & 1:
            total, fill = best(kind, side, wild, unplayed, demand, shape)
            if total >= 0 and key(kind, total, demand) > strength:
                return fill
    return 0


@inner
def best(kind, side, wild, unplayed, demand, shape):
    """Best total of a kind that a side can reach, and the unplayed cards for it.

    Returns (-1, 0) if it cannot reach the kind.
    """
    free = size_of(demand) - popcount(side) - elites_in(wild)
    if popcount(unplayed) < free:
        return -1, 0
    if kind == SUM:
        return best_sum(side, wild, unplayed, free, demand, shape)
    if kind == SAME_VALUE:
        return best_same(side, wild, unplayed, free, demand, shape)
    if kind == COLOR:
        return best_color(side, wild, unplayed, free, demand, shape)
    return best_run(kind, side, wild, unplayed, demand, shape)


@inner
def shield_steps(low: int) -> int:
    """Return the steps of a Shield-bearer's values, as bits."""
    return (1 << SHIELD_VALUES) - 1 << 1 - low


@inner
def best_sum(side, wild, unplayed, free, demand, shape):
    """Each card and each elite card as great, or as small, as it can be."""
    colors, low, top, spy = shape
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
def best_same(side, wild, unplayed, free, demand, shape):
    """Equal values: a Spy and a Shield-bearer must be able to be that value, too."""
    colors, low, top, spy = shape
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
def best_color(side, wild, unplayed, free, demand, shape):
    """One color, of the greatest total; no run where the demand is strict."""
    colors = shape.colors
    total = -1
    fill = 0
    for hue in range(colors):
        own = column(colors) << hue
        choices = unplayed & own
        if side & ~own != 0 or popcount(choices) < free:
            continue
        t, f = best_of_color(side, wild, choices, free, demand, shape)
        if t > total:
            total = t
            fill = f
    return total, fill


@inner
def best_of_color(side, wild, choices, free, demand, shape):
    """Fill from one color's cards with the greatest total; see `best_color`."""
    fill = highest(choices, free)
    rest = choices & ~fill
    total, run = greatest(side | fill, wild, demand, shape)
    if not (is_strict(demand) and run):
        return total, fill
    if wild & 3 or wild & ONE_SHIELD:
        return total - 1, fill  # one elite card stands for a step less: no run any more
    while run:
        if rest == 0 or fill == 0:
            return -1, 0
        fill = fill & fill - 1 | 1 << top_bit(rest)
        rest ^= 1 << top_bit(rest)
        total, run = greatest(side | fill, wild, demand, shape)
    return total, fill


@inner
def greatest(cards, wild, demand, shape):
    """Total with elite cards at their greatest, and whether the values are then consecutive."""
    colors, low, top, spy = shape
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
def best_run(kind, side, wild, unplayed, demand, shape):
    """Consecutive values, of one color for a color run, from the highest downward."""
    colors, low, top, _ = shape
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
            fill = run_fill(side, wild, unplayed, span & ~have, shape)
        else:
            for hue in range(colors):
                own = column(colors) << hue
                if side & ~own == 0 and fill < 0:
                    fill = run_fill(side, wild, unplayed & own, span & ~have, shape)
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
def run_fill(side, wild, cards, missing, shape):
    """Cards for the missing steps that the elite cards leave; -1 if it cannot be done.

    Every elite card takes one missing step; those that no card can fill come first.
    """
    colors, low, _, spy = shape
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
