"""What a lane is worth: an estimated chance that one side will beat the other there.

Kernels over sets of cards, for any deck and demand. Each card that a player may
still lay has a chance to come to this lane in time: an unseen card one chance,
a card of the own hand another. If cards came independently, these would give
the chance of each kind of formation and its mean total: the *profile* of a
side. Two profiles are compared kind by kind; against a full side only those
formations count that beat it. What depends on a player but not on a lane is
prepared once a decision. All of it stands in the scratch `e` of the decision
(`stlib.bots.scratch`).

Only sums, products and square roots are used, so plain Python and every
machine compute the same numbers, and the choices of the bots can be frozen.
"""

from __future__ import annotations

import math

from stlib.base.bits import low_bit, popcount, top_bit
from stlib.base.compiled import inner, jit
from stlib.bots.scratch import (
    KINDS,
    MOST_CARDS,
    MOST_VALUES,
    OTHERS,
    OWN,
    OWN_EMPTY,
    PASSING,
    POWERS,
    PROFILES,
)
from stlib.claims.card_sets import column, fold, one_color, total_of
from stlib.claims.codes import (
    COLOR,
    COLOR_RUN,
    RUN,
    SAME_VALUE,
    SUM,
    TOTALS,
    kind_in,
    kinds_of,
    lower_wins,
    size_of,
    total_in,
)
from stlib.claims.strength import strength

__all__ = ["begin", "chance", "helpful", "prepare", "profile"]


# --- once a decision ----------------------------------------------------------------------------


@inner
def begin(e, unseen):
    """Start a decision: these cards are unseen, and no profile is known."""
    e.unseen = unseen
    for row in range(PROFILES):
        e.known_side[row] = e.known_hand[row] = e.known_demand[row] = -1


@jit
def prepare(e, player, chance, keep, spread, high, shape):
    """Prepare what one player may expect of the cards to come.

    Parameters
    ----------
    e : opened scratch
        Its words of this player are overwritten.
    player : int
        0 for the one to move, 1 for the other.
    chance, keep : float
        Chance of an unseen card and of a card in hand to be laid at a lane that wants it.
    spread : float
        How far a total strays from its mean for one free slot.
    high : float
        Share of the unseen cards that is below what comes to a lane where high totals win.
    shape : Shape
        The deck.
    """
    e.spread[player] = spread
    e.coming[player, 0] = e.kept[player, 0] = 1.0
    for n in range(1, POWERS):
        e.coming[player, n] = e.coming[player, n - 1] * chance
        e.kept[player, n] = e.kept[player, n - 1] * keep
    e.at_least[player, 0, 0] = 1.0
    for k in range(1, POWERS):
        e.at_least[player, 0, k] = 0.0
    for n in range(1, MOST_VALUES + 1):
        e.at_least[player, n, 0] = 1.0
        for k in range(1, POWERS):
            e.at_least[player, n, k] = (
                chance * e.at_least[player, n - 1, k - 1]
                + (1.0 - chance) * e.at_least[player, n - 1, k]
            )
    expect_values(e, player, chance, high, shape)


@jit
def expect_values(e, player, chance, high, shape):
    """Prepare what follows from how many unseen cards each value has.

    If no card is unseen, a free slot adds the middle of the values that a set of cards has
    room for. In a deck of 54 cards this is half a point too much; the bots' choices are frozen.
    """
    colors, low = shape.colors, shape.low
    values = MOST_CARDS // colors
    row = (1 << colors) - 1
    total = popcount(e.unseen)
    below = 0
    e.high[player] = e.middle[player] = e.low[player] = 0.5 * (values - 1) + low
    for step in range(values):
        n = popcount(e.unseen >> step * colors & row)
        e.absent[player, step] = 1.0
        for _ in range(n):
            e.absent[player, step] *= 1.0 - chance
        if n > 0:
            share = float(n) / total
            before = float(below) / total
            value = low + step - 0.5
            part = (high - before) / share
            if 0.0 < part <= 1.0:
                e.high[player] = value + part
            part = (0.5 - before) / share
            if 0.0 < part <= 1.0:
                e.middle[player] = value + part
            part = (1.0 - high - before) / share
            if 0.0 < part <= 1.0:
                e.low[player] = value + part
        below += n


# --- steps --------------------------------------------------------------------------------------


@inner
def power(x, n):
    """Return x to the n-th, by squaring: the same bits in plain Python."""
    out = 1.0
    while n > 0:
        if n & 1:
            out *= x
        x *= x
        n >>= 1
    return out


@inner
def tail(z):
    """Rise from 0 to 1 about z = 0, like a normal distribution with thicker tails."""
    return 0.5 + 0.5 * z / math.sqrt(1.0 + z * z)


@inner
def enough(e, player, cards, free, hand):
    """Chance that `free` of these cards come, those in hand first."""
    held = min(popcount(cards & hand), free)
    n = popcount(cards & e.unseen)
    return e.at_least[player, n, free - held] * e.kept[player, held]


@jit
def windows_around(side, there, size, colors):
    """Return the lowest cards of all windows of `size` consecutive cards that hold `side`.

    A window is of one color, and all its cards are among `there`.
    """
    starts = there
    for i in range(1, size):
        starts &= there >> i * colors
    if side != 0:
        first = low_bit(side)
        spare = size - 1 - (top_bit(side) - first) // colors
        if spare < 0 or not one_color(side, colors):
            return 0
        around = 1 << first
        for _ in range(spare):
            around |= around >> colors
        starts &= around
    return starts


@inner
def windows_above(starts, size, total, shape):
    """Return those of these windows whose total is above `total`."""
    if total < 0:
        return starts
    step = (total - size * (size - 1) // 2) // size + 1 - shape.low
    if step <= 0:
        return starts
    if step * shape.colors >= MOST_CARDS:
        return 0
    return starts >> step * shape.colors << step * shape.colors


# --- the chance of each kind --------------------------------------------------------------------
#
# Each returns the chance that the side becomes the kind with a total above `total` (-1: any),
# and its mean total then. `free` of its `size` slots are empty, at least one.


@jit
def color_run(e, player, side, free, hand, size, total, shape):
    """Estimate a color run: any of its windows comes together.

    All windows are counted at once: three words hold, bit by bit, how many unseen cards each
    of them still needs.
    """
    colors = shape.colors
    starts = windows_around(side, side | hand | e.unseen, size, colors)
    starts = windows_above(starts, size, total, shape)
    if starts == 0:
        return 0.0, 0.0
    ones = twos = fours = 0
    for i in range(size):
        bit = e.unseen >> i * colors
        carry = ones & bit
        ones ^= bit
        fours |= twos & carry
        twos ^= carry
    miss = 1.0
    for j in range(free + 1):
        here = starts & (ones if j & 1 else ~ones) & (twos if j & 2 else ~twos)
        here &= fours if j & 4 else ~fours
        if here != 0:
            miss *= power(1.0 - e.coming[player, j] * e.kept[player, free - j], popcount(here))
    step = (2 * (top_bit(starts) // colors) + low_bit(starts) // colors) / 3.0
    return 1.0 - miss, size * (shape.low + step + 0.5 * (size - 1))


@jit
def same_value(e, player, side, free, hand, size, total, shape):
    """Estimate equal values, the highest first."""
    colors, low = shape.colors, shape.low
    first = 0
    last = shape.top
    if side != 0:
        first = low_bit(side) // colors
        last = top_bit(side) // colors
        if first != last:
            return 0.0, 0.0
    miss = 1.0
    mean = 0.0
    row = (1 << colors) - 1
    for step in range(last, first - 1, -1):
        if size * (low + step) <= total or miss < 0.01:
            break
        p = enough(e, player, row << step * colors, free, hand)
        mean += miss * p * (low + step)
        miss *= 1.0 - p
    return 1.0 - miss, size * mean / (1.0 - miss) if miss < 1.0 else 0.0


@jit
def color(e, player, side, free, hand, total, shape):
    """Estimate one color, any of those the side still can be."""
    colors, low = shape.colors, shape.low
    first = 0
    last = colors - 1
    if side != 0:
        if not one_color(side, colors):
            return 0.0, 0.0
        first = last = low_bit(side) % colors
    miss = 1.0
    mean = 0.0
    own = total_of(side, colors, low)
    for hue in range(first, last + 1):
        cards = (hand | e.unseen) & column(colors) << hue
        if cards != 0:
            best = low + top_bit(cards) // colors
            sum_then = own + free * (2.0 * best + e.middle[player]) / 3.0
            p = enough(e, player, cards, free, hand)
            if total >= 0:
                p *= tail((sum_then - 0.5 - total) / (e.spread[player] * math.sqrt(free)))
            mean += miss * p * sum_then
            miss *= 1.0 - p
    return 1.0 - miss, mean / (1.0 - miss) if miss < 1.0 else 0.0


@jit
def run(e, player, side, free, hand, size, total, shape):
    """Estimate consecutive values, the highest window first."""
    colors = shape.colors
    values = fold(side, colors)
    if popcount(values) != size - free:
        return 0.0, 0.0
    held = fold(hand, colors)
    starts = windows_around(values, values | held | fold(e.unseen, colors), size, colors)
    starts = windows_above(starts, size, total, shape)
    miss = 1.0
    mean = 0.0
    while starts != 0 and miss >= 0.05:
        at = top_bit(starts)
        starts ^= 1 << at
        first = at // colors
        p = 1.0
        for step in range(first, first + size):
            if values >> step * colors & 1 == 0:
                absent = e.absent[player, step]
                p *= 1.0 - (
                    absent * (1.0 - e.kept[player, 1]) if held >> step * colors & 1 else absent
                )
        mean += miss * p * first
        miss *= 1.0 - p
    if miss == 1.0:
        return 0.0, 0.0
    return 1.0 - miss, size * (shape.low + mean / (1.0 - miss) + 0.5 * (size - 1))


@jit
def mean_sum(e, player, side, free, hand, demand, shape):
    """Mean total of whatever comes, or 63 less that where lower wins.

    Where sums alone count, the best cards in hand come.
    """
    colors, low = shape.colors, shape.low
    lower = lower_wins(demand)
    only = kinds_of(demand) == 1 << SUM
    usual = e.middle[player]
    if only:
        usual = e.low[player] if lower else e.high[player]
    total = float(total_of(side, colors, low))
    for _ in range(free):
        value = usual
        if only and hand != 0:
            card = low_bit(hand) if lower else top_bit(hand)
            own = float(low + card // colors)
            if own < value if lower else own > value:
                value = own
                hand ^= 1 << card
        total += value
    return TOTALS - 1 - total if lower else total


# --- sides and lanes ----------------------------------------------------------------------------


@jit
def profile(e, row, player, side, hand, demand, to_beat, shape):
    """Estimate what an unfinished side will become; returns the chance that it beats a strength.

    Parameters
    ----------
    e : opened scratch
    row : int
        Which row of ``e.kind_chance`` and ``e.kind_total`` to fill.
    player : int
        Whose side it is: 0 of the one to move, 1 of the other.
    side, hand : CardSet
        The cards that lie there, and those in the own hand (0 for the other player).
    demand : DemandCode
    to_beat : Strength
        The strength to beat, or -1.
    shape : Shape
        The deck.
    """
    size = size_of(demand)
    kinds = kinds_of(demand)
    free = size - popcount(side)
    weakest = kind_in(to_beat) if to_beat >= 0 else SUM
    rest = 1.0
    for kind in range(COLOR_RUN, weakest - 1, -1):
        total = total_in(to_beat) if to_beat >= 0 and kind == weakest else -1
        p = mean = 0.0
        if kind == SUM:
            p = 1.0
            mean = mean_sum(e, player, side, free, hand, demand, shape)
            if total >= 0:
                p = tail((mean - 0.5 - total) / (e.spread[player] * math.sqrt(free)))
        elif kinds >> kind & 1 == 0:
            p = 0.0
        elif kind == RUN:
            p, mean = run(e, player, side, free, hand, size, total, shape)
        elif kind == COLOR:
            p, mean = color(e, player, side, free, hand, total, shape)
        elif kind == SAME_VALUE:
            p, mean = same_value(e, player, side, free, hand, size, total, shape)
        else:
            p, mean = color_run(e, player, side, free, hand, size, total, shape)
        e.kind_chance[row, kind] = rest * p
        e.kind_total[row, kind] = mean
        rest *= 1.0 - p
    return 1.0 - rest


@jit
def compare(e, mine, theirs, spread):
    """Chance that the profile in row `mine` beats that in row `theirs`.

    A better kind wins, or the same kind and more in total.
    """
    win = worse = 0.0
    for kind in range(KINDS):
        p, q = e.kind_chance[mine, kind], e.kind_chance[theirs, kind]
        if p > 0.0:
            win += p * worse
            if q > 0.0:
                win += (
                    p * q * tail((e.kind_total[mine, kind] - e.kind_total[theirs, kind]) / spread)
                )
        worse += q
    return win


@jit
def chance(e, lane, mine, theirs, their_strength, hand, demand, shape):
    """Chance that the side of the player to move will beat the other at a lane.

    Parameters
    ----------
    e : opened scratch
        Made ready by `begin` and `prepare`. Keeps the profiles met, for the next call.
    lane : int
    mine, theirs : CardSet
        The two sides; if both are full, mine was completed last.
    their_strength : Strength
        Strength of the other side, if it is full.
    hand : CardSet
        The hand of the player to move.
    demand : DemandCode
    shape : Shape
        The deck.
    """
    free = size_of(demand) - popcount(mine)
    their_free = size_of(demand) - popcount(theirs)
    to_beat = -1
    if free == 0:
        to_beat = strength(mine, 0, demand, shape)
        if their_free == 0:
            return 1.0 if to_beat > their_strength else 0.0
    elif their_free == 0:
        to_beat = their_strength
    own = OWN_EMPTY if mine == 0 else OWN
    beaten = 0.0
    # One call of `profile` in a loop: for each constant among its arguments numba would compile
    # it again.
    for player in range(1, -1, -1):
        side, held, row = (theirs, 0, OTHERS + lane) if player else (mine, hand, own)
        if (their_free if player else free) == 0:
            continue
        if to_beat >= 0:
            row = PASSING
        elif is_known(e, row, side, held, demand):
            continue
        e.known_side[row] = side
        e.known_hand[row] = held
        e.known_demand[row] = demand
        beaten = profile(e, row, player, side, held, demand, to_beat, shape)
    if free == 0:
        return 1.0 - beaten
    if their_free == 0:
        return beaten
    return compare(e, own, OTHERS + lane, e.spread[0] * math.sqrt(free + their_free))


@inner
def is_known(e, row, side, hand, demand):
    """Whether a row holds the profile of this side already."""
    return e.known_side[row] == side and e.known_hand[row] == hand and e.known_demand[row] == demand


@jit
def helpful(side, demand, shape):
    """Return the hand cards on which the profile of this unfinished side may depend.

    Those of its color, and those of values near enough for a run.
    """
    if side == 0 or kinds_of(demand) == 1 << SUM:
        return -1
    colors = shape.colors
    first = low_bit(side)
    last = top_bit(side)
    reach = size_of(demand) - 1
    out = column(colors) << first % colors if one_color(side, colors) else 0
    below = max(last // colors - reach, 0)
    above = min(first // colors + reach, shape.top) + 1
    if above > below:
        out |= (1 << above * colors) - (1 << below * colors)
    return out
