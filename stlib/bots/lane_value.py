"""What a lane is worth: an estimated chance that one side will beat the other there.

Kernels over sets of card ids, for any deck and demand. Each card that a
player may still lay has a chance to come to this lane in time: a card of the
own hand `KEEP`, an unseen one `CHANCE`. From these follow, as if cards came
independently, the chances of each kind of formation and its mean total: a
side's *profile*. Two profiles make a *duel*; against a complete side only
formations that beat it count. `odds` holds all that depends on the player but
not on the lane, filled once a decision by `prepare`.

Only sums, products and square roots: plain Python and every machine give the
same numbers, so the bots' choices can be frozen.
"""

from __future__ import annotations

import math

from stlib.base.bits import low_bit, popcount, top_bit
from stlib.base.compiled import inner, jit
from stlib.cards.demand import Shape
from stlib.claims.card_sets import column, fold, total_of
from stlib.claims.codes import (
    COLOR,
    COLOR_RUN,
    RUN,
    SAME_VALUE,
    SUM,
    TOTALS,
    kinds_of,
    lower_wins,
    size_of,
)
from stlib.claims.strength import strength

__all__ = ["ODDS", "PROFILE", "chance", "helpful", "prepare", "profile"]

PROFILE = 10  # words of a profile: the chance of each kind, then its mean total
MEAN = 5

# Words of `odds`.
CHANCE = 0  # powers 0–4 of the chance of an unseen card
KEEP = 5  # powers 0–4 of the chance of a hand card
ABSENT = 10  # for each value the chance that no unseen card of it comes
HIGH, MIDDLE, LOW_END = 22, 23, 24  # what a free slot adds to a total, by what is wanted
SPREAD = 25  # how far totals stray for each free slot
AT_LEAST = 26  # [n, k]: of n unseen cards at least k come; n 0–12, k 0–4
ODDS = AT_LEAST + 13 * 5


@jit
def prepare(unseen, chance, keep, spread, high, colors, low, odds, player):
    """Fill `odds` for one player.

    Parameters
    ----------
    unseen : int
        Set of cards that may still come, `chance` each.
    chance, keep : float
        Chance of an unseen card and of a card in hand to be laid at a lane that wants it.
    spread : float
        How far a total strays from its mean for one free slot.
    high : float
        Share of the unseen cards that is below what comes to a lane that wants high totals.
    colors, low : int
        The deck's number of colors (5 or 6) and smallest value.
    odds : ndarray of float64, shape (2, ODDS)
        Its row `player` is overwritten.
    player : int
        0 for the one to move, 1 for the other.
    """
    odds[player, SPREAD] = spread
    odds[player, CHANCE] = odds[player, KEEP] = 1.0
    for i in range(1, 5):
        odds[player, CHANCE + i] = odds[player, CHANCE + i - 1] * chance
        odds[player, KEEP + i] = odds[player, KEEP + i - 1] * keep
    for n in range(13):
        at = AT_LEAST + 5 * n
        odds[player, at] = 1.0
        for k in range(1, 5):
            if n == 0:
                odds[player, at + k] = 0.0
            else:
                odds[player, at + k] = (
                    chance * odds[player, at + k - 6] + (1.0 - chance) * odds[player, at + k - 5]
                )
    count_values(unseen, chance, high, colors, low, odds, player)


@jit
def count_values(unseen, chance, high, colors, low, odds, player):
    """Fill the words of `odds` that come from how many unseen cards each value has."""
    row = (1 << colors) - 1
    total = popcount(unseen)
    seen = 0
    for i in range(3):
        odds[player, HIGH + i] = 0.5 * (60 // colors - 1) + low
    for v in range(60 // colors):
        n = popcount(unseen >> v * colors & row)
        odds[player, ABSENT + v] = 1.0
        for _ in range(n):
            odds[player, ABSENT + v] *= 1.0 - chance
        if n > 0:
            place = (n + 0.0) / total
            for i in range(3):
                quantile = (high, 0.5, 1.0 - high)[i]
                part = (quantile - (seen + 0.0) / total) / place
                if 0.0 < part <= 1.0:
                    odds[player, HIGH + i] = low + v - 0.5 + part
        seen += n


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


@jit
def starts_of(side, there, size, colors):
    """Lowest bits of all windows of `size` bits, `colors` apart, in `there`, that hold `side`."""
    starts = there
    for i in range(1, size):
        starts &= there >> i * colors
    if side != 0:
        first = low_bit(side)
        spare = size - 1 - (top_bit(side) - first) // colors
        if spare < 0 or side >> first & ~column(colors) != 0:
            return 0
        around = 1 << first
        for _ in range(spare):
            around |= around >> colors
        starts &= around
    return starts


@inner
def over_bar(starts, size, bar, colors, low):
    """Of these windows those whose total is above `bar`."""
    if bar < 0:
        return starts
    value = (bar - size * (size - 1) // 2) // size + 1 - low
    if value <= 0:
        return starts
    if value * colors >= 60:
        return 0
    return starts >> value * colors << value * colors


@jit
def color_run(side, free, hand, unseen, odds, player, size, bar, colors, low):
    """Chance and mean total of a color run above `bar`: any of its windows comes together.

    All windows at once: three words hold, bit by bit, how many unseen cards each still needs.
    """
    starts = starts_of(side, side | hand | unseen, size, colors)
    starts = over_bar(starts, size, bar, colors, low)
    if starts == 0:
        return 0.0, 0.0
    ones = twos = fours = 0
    for i in range(size):
        bit = unseen >> i * colors
        carry = ones & bit
        ones ^= bit
        fours |= twos & carry
        twos ^= carry
    miss = 1.0
    for j in range(free + 1):
        here = starts & (ones if j & 1 else ~ones) & (twos if j & 2 else ~twos)
        here &= fours if j & 4 else ~fours
        if here != 0:
            miss *= power(
                1.0 - odds[player, CHANCE + j] * odds[player, KEEP + free - j], popcount(here)
            )
    value = (2 * (top_bit(starts) // colors) + low_bit(starts) // colors) / 3.0
    return 1.0 - miss, size * (low + value + 0.5 * (size - 1))


@inner
def enough(cards, free, hand, unseen, odds, player):
    """Chance that `free` of these cards come, those in hand first."""
    held = min(popcount(cards & hand), free)
    n = popcount(cards & unseen)
    return odds[player, AT_LEAST + 5 * n + free - held] * odds[player, KEEP + held]


@jit
def same_value(side, free, hand, unseen, odds, player, size, bar, colors, low):
    """Chance and mean total of equal values above `bar`."""
    first = 0
    last = 60 // colors - 1
    if side != 0:
        first = low_bit(side) // colors
        last = top_bit(side) // colors
        if first != last:
            return 0.0, 0.0
    miss = 1.0
    mean = 0.0
    row = (1 << colors) - 1
    for v in range(last, first - 1, -1):
        if size * (low + v) <= bar or miss < 0.01:
            break
        p = enough(row << v * colors, free, hand, unseen, odds, player)
        mean += miss * p * (low + v)
        miss *= 1.0 - p
    return 1.0 - miss, size * mean / (1.0 - miss) if miss < 1.0 else 0.0


@jit
def one_color(side, free, hand, unseen, odds, player, bar, colors, low):
    """Chance and mean total of one color above `bar`."""
    first = 0
    last = colors - 1
    if side != 0:
        at = low_bit(side)
        if side >> at & ~column(colors) != 0:
            return 0.0, 0.0
        first = last = at % colors
    miss = 1.0
    mean = 0.0
    own = total_of(side, colors, low)
    for hue in range(first, last + 1):
        cards = (hand | unseen) & column(colors) << hue
        if cards != 0:
            top = low + top_bit(cards) // colors
            total = own + free * (2.0 * top + odds[player, MIDDLE]) / 3.0
            p = enough(cards, free, hand, unseen, odds, player)
            if bar >= 0:
                p *= tail((total - 0.5 - bar) / (odds[player, SPREAD] * math.sqrt(free)))
            mean += miss * p * total
            miss *= 1.0 - p
    return 1.0 - miss, mean / (1.0 - miss) if miss < 1.0 else 0.0


@jit
def run(side, free, hand, unseen, odds, player, size, bar, colors, low):
    """Chance and mean total of consecutive values above `bar`, highest window first."""
    values = fold(side, colors)
    if popcount(values) != size - free:
        return 0.0, 0.0
    held = fold(hand, colors)
    starts = starts_of(values, values | held | fold(unseen, colors), size, colors)
    starts = over_bar(starts, size, bar, colors, low)
    miss = 1.0
    mean = 0.0
    while starts != 0 and miss >= 0.05:
        at = top_bit(starts)
        starts ^= 1 << at
        value = at // colors
        p = 1.0
        for v in range(value, value + size):
            if values >> v * colors & 1 == 0:
                absent = odds[player, ABSENT + v]
                p *= 1.0 - (
                    absent * (1.0 - odds[player, KEEP + 1]) if held >> v * colors & 1 else absent
                )
        mean += miss * p * value
        miss *= 1.0 - p
    if miss == 1.0:
        return 0.0, 0.0
    return 1.0 - miss, size * (low + mean / (1.0 - miss) + 0.5 * (size - 1))


@jit
def points(side, free, hand, odds, player, demand, colors, low):
    """Mean total, or what it lacks to 63 where lower wins; best hand cards come if it matters."""
    lower = lower_wins(demand)
    only = kinds_of(demand) == 1
    usual = odds[player, MIDDLE]
    if only:
        usual = odds[player, LOW_END] if lower else odds[player, HIGH]
    total = total_of(side, colors, low) + 0.0
    for _ in range(free):
        value = usual
        if only and hand != 0:
            card = low_bit(hand) if lower else top_bit(hand)
            own = low + card // colors + 0.0
            if own < value if lower else own > value:
                value = own
                hand ^= 1 << card
        total += value
    return TOTALS - 1 - total if lower else total


@jit
def profile(side, hand, unseen, odds, player, demand, floor, colors, low, rows, at):
    """Estimate what an unfinished side will become; returns the chance that it beats `floor`.

    Parameters
    ----------
    side, hand, unseen : int
        Sets of cards: there, in the own hand (0 for the other player), not seen yet.
    odds, player : ndarray of float64, shape (2, ODDS), and int
        The odds, and whose side it is: 0 of the one to move, 1 of the other.
    demand : int
        Demand code.
    floor : int
        Strength to beat, or -1.
    colors, low : int
        The deck.
    rows, at : ndarray of float64, shape (more than `at`, PROFILE), and int
        Row `at` gets the chance of each kind as the side's best, then the mean total of each.
    """
    size = size_of(demand)
    kinds = kinds_of(demand)
    free = size - popcount(side)
    least = floor // TOTALS if floor >= 0 else 0
    rest = 1.0
    for kind in range(COLOR_RUN, least - 1, -1):
        bar = floor % TOTALS if floor >= 0 and kind == least else -1
        p = mean = 0.0
        if kind == SUM:
            p = 1.0
            mean = points(side, free, hand, odds, player, demand, colors, low)
            if bar >= 0:
                p = tail((mean - 0.5 - bar) / (odds[player, SPREAD] * math.sqrt(free)))
        elif kinds >> kind & 1 == 0:
            p = 0.0
        elif kind == RUN:
            p, mean = run(side, free, hand, unseen, odds, player, size, bar, colors, low)
        elif kind == COLOR:
            p, mean = one_color(side, free, hand, unseen, odds, player, bar, colors, low)
        elif kind == SAME_VALUE:
            p, mean = same_value(side, free, hand, unseen, odds, player, size, bar, colors, low)
        else:
            p, mean = color_run(side, free, hand, unseen, odds, player, size, bar, colors, low)
        rows[at, kind] = rest * p
        rows[at, MEAN + kind] = mean
        rest *= 1.0 - p
    return 1.0 - rest


@jit
def duel(rows, mine, theirs, spread):
    """Chance that one profile beats another: a better kind, or the same kind and more in total."""
    win = worse = 0.0
    for k in range(MEAN):
        if rows[mine, k] > 0.0:
            win += rows[mine, k] * worse
            if rows[theirs, k] > 0.0:
                more = tail((rows[mine, MEAN + k] - rows[theirs, MEAN + k]) / spread)
                win += rows[mine, k] * rows[theirs, k] * more
        worse += rows[theirs, k]
    return win


@jit
def chance(mine, theirs, rank, hand, unseen, odds, demand, rows, known, at, colors, low):
    """Chance that the mover's side of a lane will beat the other.

    Parameters
    ----------
    mine, theirs : int
        The two sides; if both are complete, mine was completed last.
    rank : int
        Strength of the other side, if it is complete.
    hand : int
        The mover's hand.
    unseen : int
        Cards that neither lie open nor are in that hand.
    odds : ndarray of float64, shape (2, ODDS)
        The mover's, the other's.
    demand : int
        Demand code.
    rows : ndarray of float64, shape (more than `at`, PROFILE)
        Profiles met before: row `at` of the other side; rows 0 and 1 of
        unfinished sides of the mover, empty ones in row 0; 2 is scratch.
    known : ndarray of int64, shape (more than `at`, 3)
        What each row is the profile of: side, hand, demand. At first filled with -1.
    at : int
        Which row, from 3.
    colors, low : int
        The deck.
    """
    free = size_of(demand) - popcount(mine)
    theirs_free = size_of(demand) - popcount(theirs)
    floor = rank if theirs_free == 0 else -1
    if free == 0:
        floor = strength(mine, 0, demand, Shape(colors, low, 0, 0))
        if theirs_free == 0:
            return 1.0 if floor > rank else 0.0
    beat = 0.0
    own = 0 if mine == 0 else 1
    for other in range(1, -1, -1):
        side, held, row = (mine, hand, own) if other == 0 else (theirs, 0, at)
        if (theirs_free if other else free) == 0 or (other == 1 and free > 0 and floor >= 0):
            continue
        if floor >= 0:
            row = 2
        elif known[row, 0] == side and known[row, 1] == held and known[row, 2] == demand:
            continue
        known[row, 0] = side
        known[row, 1] = held
        known[row, 2] = demand
        beat = profile(side, held, unseen, odds, other, demand, floor, colors, low, rows, row)
    if free == 0:
        return 1.0 - beat
    if theirs_free == 0:
        return beat
    return duel(rows, own, at, odds[0, SPREAD] * math.sqrt(free + theirs_free))


@jit
def helpful(side, demand, colors):
    """Cards in hand that the profile of this unfinished side may depend on."""
    if side == 0 or kinds_of(demand) == 1:
        return -1
    first = low_bit(side)
    last = top_bit(side)
    reach = size_of(demand) - 1
    out = column(colors) << first % colors if side >> first & ~column(colors) == 0 else 0
    below = max(last // colors - reach, 0)
    above = min(first // colors + reach + 1, 60 // colors)
    if above > below:
        out |= (1 << above * colors) - (1 << below * colors)
    return out
