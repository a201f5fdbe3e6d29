"""Exact counts of the draws after which one side misses a wanted kind, one function a kind.

Unseen cards are exchangeable, so the next cards drawn are a uniform subset of
them. A *miss* is a draw with which a side cannot be completed as wanted;
`misses` counts them, and their share of all draws is the chance against it.

*At hand* means drawn, or in the hand from the start. `poly` is a polynomial,
see `stlib.chances.polynomials`.
"""

from __future__ import annotations

from stlib.base.bits import low_bit, popcount, top_bit
from stlib.base.compiled import inner, jit
from stlib.base.rows import Row
from stlib.cards.demand import CardSet, DemandCode, Shape
from stlib.chances.polynomials import allow, binomial, multiply, one, with_any, zeros
from stlib.claims.card_sets import column, fold, ladder, one_color
from stlib.claims.codes import COLOR, COLOR_RUN, RUN, SAME_VALUE, SUM, is_strict, kinds_of, size_of
from stlib.claims.strength import kind_of

__all__ = ["color_run_kind", "misses", "run_span"]

LENGTH = 13  # of a polynomial for the cards of one color: there are at most 12


@jit
def misses(
    kind: int,
    side: CardSet,
    hand: CardSet,
    unseen: CardSet,
    draws: int,
    demand: DemandCode,
    shape: Shape,
) -> int:
    """Count the draws after which a side cannot be filled to exactly this kind.

    Parameters
    ----------
    kind : int
        Wanted kind, 0–4.
    side : int
        Set of the cards that lie there, at most the demand's slots.
    hand, unseen : int
        Sets of the cards that need no draw and of those that may be drawn;
        all three sets are disjoint.
    draws : int
        Cards drawn, 0 to the number of unseen cards.
    demand : int
        Demand code.
    shape : Shape
        The deck.

    Returns
    -------
    int
        Among all ``binomial(popcount(unseen), draws)`` draws.
    """
    colors = shape.colors
    free = size_of(demand) - popcount(side)
    every = binomial(popcount(unseen), draws)
    if kinds_of(demand) >> kind & 1 == 0:
        return every
    if free == 0:
        return 0 if kind_of(side, demand, colors) == kind else every
    if free == 1:
        return one_slot_misses(kind, side, hand, unseen, draws, demand, colors)
    if kind == COLOR_RUN:
        return color_run_misses(side, hand, unseen, draws, demand, colors)
    if kind == SAME_VALUE:
        return same_value_misses(side, hand, unseen, draws, demand, colors)
    if kind == COLOR:
        return color_misses(side, hand, unseen, draws, demand, colors)
    if kind == RUN:
        return run_misses(side, hand, unseen, draws, demand, colors)
    return sum_misses(side, hand, unseen, draws, demand, colors)


# --- one free slot --------------------------------------------------------------------


@jit
def one_slot_misses(
    kind: int,
    side: CardSet,
    hand: CardSet,
    unseen: CardSet,
    draws: int,
    demand: DemandCode,
    colors: int,
) -> int:
    """One free slot: a draw misses if it holds none of the outs."""
    harmless = 0
    while hand != 0:
        card = hand & -hand
        hand ^= card
        if kind_of(side | card, demand, colors) == kind:
            return 0
    rest = unseen
    while rest != 0:
        card = rest & -rest
        rest ^= card
        harmless += kind_of(side | card, demand, colors) != kind
    return binomial(harmless, draws)


# --- what several kinds need ----------------------------------------------------------


@inner
def color_run_kind(demand: DemandCode) -> int:
    """Kind that a color run of two or more cards counts as."""
    kinds = kinds_of(demand)
    if kinds >> COLOR_RUN & 1:
        return COLOR_RUN
    if is_strict(demand):
        return SUM
    if kinds >> COLOR & 1:
        return COLOR
    return RUN if kinds >> RUN & 1 else SUM


@inner
def run_span(side: CardSet, cards: CardSet, size: int, colors: int) -> tuple[int, int]:
    """First and last value, counted from 0, of the runs that hold all of `side`; (0, -1) if none.

    Any `size` consecutive values between the two make such a run.
    """
    last = top_bit(cards | side | 1) // colors
    if side == 0:
        return 0, last
    bottom = low_bit(side) // colors
    top = top_bit(side) // colors
    if top - bottom >= size or popcount(fold(side, colors)) != popcount(side):
        return 0, -1
    return max(0, top - size + 1), min(last, bottom + size - 1)


@inner
def values_between(first: int, last: int, colors: int) -> CardSet:
    """Set of all cards with values from `first` to `last`, counted from 0."""
    return (1 << (last + 1 - first) * colors) - 1 << first * colors if last >= first else 0


# --- same value -----------------------------------------------------------------------


@jit
def same_value_misses(
    side: CardSet, hand: CardSet, unseen: CardSet, draws: int, demand: DemandCode, colors: int
) -> int:
    """Miss: of no value enough cards are at hand."""
    free = size_of(demand) - popcount(side)
    poly = one(draws)
    rest = unseen
    first, last = 0, top_bit(unseen | hand | side) // colors
    if side != 0:
        first = low_bit(side) // colors
        if top_bit(side) // colors != first:
            return binomial(popcount(unseen), draws)
        last = first
    for value in range(first, last + 1):
        here = values_between(value, value, colors)
        need = free - popcount(hand & here)
        if need <= 0:
            return 0
        allow(poly, popcount(unseen & here), need, 0)
        rest &= ~here
    return with_any(poly, popcount(rest))


# --- color ----------------------------------------------------------------------------


@jit
def color_misses(
    side: CardSet, hand: CardSet, unseen: CardSet, draws: int, demand: DemandCode, colors: int
) -> int:
    """Miss: of no color enough cards are at hand, or just enough and they make a color run.

    The latter only where a color run is a kind of its own. One card more than
    enough always leaves a choice that is no run.
    """
    size = size_of(demand)
    free = size - popcount(side)
    poly = one(draws)
    rest = unseen
    first, last = 0, colors
    if side != 0:
        if not one_color(side, colors):
            return binomial(popcount(unseen), draws)
        first = low_bit(side) % colors
        last = first + 1
    for hue in range(first, last):
        here = column(colors) << hue
        need = free - popcount(hand & here)
        if need < 0:
            return 0
        runs = 0
        if color_run_kind(demand) != COLOR:
            runs = color_runs(side | hand & here, unseen & here, size, colors)
        allow(poly, popcount(unseen & here), need, runs)
        rest &= ~here
    return with_any(poly, popcount(rest))


@inner
def color_runs(held: CardSet, unseen: CardSet, size: int, colors: int) -> int:
    """Count the color runs within cards of one color that hold all of `held`."""
    there = held | unseen
    run = ladder(size, colors)
    found = 0
    while there != 0:
        at = low_bit(there)
        there &= there - 1
        if (held | unseen) >> at & run == run and held & ~(run << at) == 0:
            found += 1
    return found


# --- color run ------------------------------------------------------------------------


@jit
def color_run_misses(
    side: CardSet, hand: CardSet, unseen: CardSet, draws: int, demand: DemandCode, colors: int
) -> int:
    """Miss: no color has a run at hand."""
    size = size_of(demand)
    first, last = run_span(side, hand | unseen, size, colors)
    if last < first or (side != 0 and not one_color(side, colors)):
        return binomial(popcount(unseen), draws)
    hue, end = 0, colors
    if side != 0:
        hue = low_bit(side) % colors
        end = hue + 1
    poly = one(draws)
    ends = zeros(size * LENGTH)
    span = values_between(first, last, colors)
    rest = unseen
    for c in range(hue, end):
        here = column(colors) << c & span
        n = runless(side & here, hand & here, unseen & here, c, first, last, size, ends, colors)
        multiply(poly, ends, n)
        rest &= ~here
    return with_any(poly, popcount(rest))


@inner
def runless(
    side: CardSet,
    hand: CardSet,
    unseen: CardSet,
    hue: int,
    first: int,
    last: int,
    size: int,
    ends: Row,
    colors: int,
) -> int:
    """Count the draws from one color that leave no run; return the number of its unseen cards.

    ``ends[k * LENGTH + i]``: draws of `i` cards from the values so far that end
    in `k` consecutive values at hand. In the end the sums over all `k` are the
    first `LENGTH` numbers.
    """
    n = 0
    for k in range(size):
        ends[k * LENGTH] = 1 if k == 0 else 0
    for value in range(first, last + 1):
        card = 1 << value * colors + hue
        if card & unseen != 0:
            n += 1
            for k in range(size):
                ends[k * LENGTH + n] = 0
            lengthen(ends, size, n, 1)
        elif card & (side | hand) != 0:
            lengthen(ends, size, n, 0)
        else:
            gather(ends, size, n)
    gather(ends, size, n)
    return n


@inner
def lengthen(ends: Row, size: int, n: int, cost: int) -> None:
    """Put the next value at hand: for sure (`cost` 0), or if its card is drawn (`cost` 1)."""
    for i in range(n, -1, -1):
        without = 0
        for k in range(size):
            without += ends[k * LENGTH + i] * cost
        for k in range(size - 1, 0, -1):
            ends[k * LENGTH + i] = ends[(k - 1) * LENGTH + i - cost] if i >= cost else 0
        ends[i] = without


@inner
def gather(ends: Row, size: int, n: int) -> None:
    """Skip the next value, which ends all runs."""
    for k in range(1, size):
        for i in range(n + 1):
            ends[i] += ends[k * LENGTH + i]
            ends[k * LENGTH + i] = 0


# --- run ------------------------------------------------------------------------------


@jit
def run_misses(
    side: CardSet, hand: CardSet, unseen: CardSet, draws: int, demand: DemandCode, colors: int
) -> int:
    """Miss: no run is at hand; or, where a color run is another kind, none of several colors.

    A value with two cards at hand can always mix the colors. So a state is the
    length of the current run, and whether it could still be all of one color:
    then each of its values has a single card, and these are of one color.
    There is a polynomial for each state, all of the same length `n`:

    - ``runs[k * n]`` onward: length `k`, certainly mixed;
    - ``same[k * n]`` onward: length `k`, all of one color, for each color of the
      set ``hues[k]``;
    - ``alone[c * n]`` onward: full length or longer, all of color `c`.
    """
    size = size_of(demand)
    first, last = run_span(side, hand | unseen, size, colors)
    n = draws + 1
    runs, same, alone = zeros(size * n), zeros(size * n), zeros(colors * n)
    total, hues = zeros(n), zeros(size)
    hues[0] = hues_in_doubt(side, demand, colors)
    runs[0] = 1
    same[0] = 1
    rest = unseen
    for value in range(first, last + 1):
        held = side >> value * colors & (1 << colors) - 1
        drawn = 0
        if held == 0:
            held = hand >> value * colors & (1 << colors) - 1
            drawn = unseen >> value * colors & (1 << colors) - 1
            rest &= ~(drawn << value * colors)
        next_value(runs, same, alone, hues, held, drawn, total, size, colors)
    next_value(runs, same, alone, hues, 0, 0, total, size, colors)
    return with_any(total, popcount(rest))


@inner
def hues_in_doubt(side: CardSet, demand: DemandCode, colors: int) -> int:
    """Set of the colors that a run must not have throughout."""
    if color_run_kind(demand) == RUN:
        return 0
    if side == 0:
        return (1 << colors) - 1
    return 1 << low_bit(side) % colors if one_color(side, colors) else 0


@inner
def next_value(
    runs: Row,
    same: Row,
    alone: Row,
    hues: Row,
    held: int,
    drawn: int,
    total: Row,
    size: int,
    colors: int,
) -> None:
    """Add one value: the colors `held` are on the side already, the colors `drawn` may be drawn.

    Leaves the sum over all states before it in `total`.
    """
    n = len(total)
    longest = size - 1
    cost = 1 if held == 0 else 0
    singles = (drawn if held == 0 else held) & hues[0]
    if popcount(held) > 1:
        singles = 0
    for i in range(n):
        total[i] = runs[longest * n + i]
    for c in range(colors):
        if hues[0] >> c & 1:
            joins = hues[longest - 1] >> c & 1
            shorter = (longest - 1) * n
            keep_one_color(alone, c * n, same, shorter, joins, singles >> c & 1, cost, total)
    for k in range(longest - 1, -1, -1):
        lengthen_run(runs, same, k * n, k, popcount(drawn), cost, hues[k], singles, total)
        hues[k + 1] = hues[k] & singles
    for i in range(n):
        runs[i] = total[i] * cost
        same[i] = total[i] * cost


@inner
def keep_one_color(
    alone: Row, at: int, same: Row, shorter: int, joins: int, stays: int, cost: int, total: Row
) -> None:
    """Let the runs of full length in one color grow, if that `stays` the only color.

    Their polynomial begins at ``alone[at]``. Runs that now become so long, those at
    ``same[shorter]``, are added to them if their color `joins`. What there was
    before is added to `total`.
    """
    for i in range(len(total) - 1, -1, -1):
        total[i] += alone[at + i]
        before = 0
        if i >= cost:
            before = alone[at + i - cost] + same[shorter + i - cost] * joins
        alone[at + i] = before * stays


@inner
def lengthen_run(
    runs: Row, same: Row, at: int, k: int, n: int, cost: int, hues: int, singles: int, total: Row
) -> None:
    """Make runs of `k` values, which begin at `at`, longer by a value with `n` cards to draw.

    What there was before is added to `total`.
    """
    length = len(total)
    before = popcount(hues) if k > 0 else 0
    after = popcount(hues & singles)
    for i in range(length):
        runs[at + i] += before * same[at + i]
        total[i] += runs[at + i]
    for i in range(length):
        value = 0
        for j in range(cost, min(n, i) + 1):
            value += runs[at + i - j] * binomial(n, j)
        if i >= cost:
            value -= after * same[at + i - cost]
        runs[at + length + i] = value
        same[at + length + i] = same[at + i - cost] if i >= cost else 0


# --- sum ------------------------------------------------------------------------------


@jit
def sum_misses(
    side: CardSet, hand: CardSet, unseen: CardSet, draws: int, demand: DemandCode, colors: int
) -> int:
    """Miss: every fill at hand makes a kind above the sum.

    These are counted one by one, with sides of three or four cards only where
    at most one card more is at hand than slots are free: of more, all must be
    in one color or of one value, which a test shows for both decks.
    """
    free = size_of(demand) - popcount(side)
    if size_of(demand) > 2 and popcount(hand) + draws > free + 1 and not is_strict(demand):
        return pure_misses(side, hand, unseen, draws, demand, colors)
    if makes_sum(side, hand, free, demand, colors):
        return 0
    harmless = 0
    rest = unseen
    while rest != 0:
        card = rest & -rest
        rest ^= card
        if not makes_sum(side | card, hand, free - 1, demand, colors):
            harmless |= card
    return sumless(side, hand, harmless, draws, free, demand, colors)


@jit
def pure_misses(
    side: CardSet, hand: CardSet, unseen: CardSet, draws: int, demand: DemandCode, colors: int
) -> int:
    """Count draws after which all cards are in one color or of one value, if that counts."""
    held = side | hand
    found = 0
    if kinds_of(demand) >> COLOR & 1:
        for hue in range(colors):
            if held & ~(column(colors) << hue) == 0:
                found += binomial(popcount(unseen & column(colors) << hue), draws)
    if kinds_of(demand) >> SAME_VALUE & 1:
        for value in range(top_bit(held | unseen | 1) // colors + 1):
            here = values_between(value, value, colors)
            if held & ~here == 0:
                found += binomial(popcount(unseen & here), draws)
    return found


@jit
def makes_sum(side: CardSet, cards: CardSet, free: int, demand: DemandCode, colors: int) -> bool:
    """Whether `free` of the cards fill the side to a mere sum."""
    if free == 0:
        return kind_of(side, demand, colors) == SUM
    while popcount(cards) >= free:
        card = cards & -cards
        cards ^= card
        if makes_sum(side | card, cards, free - 1, demand, colors):
            return True
    return False


@jit
def sumless(
    side: CardSet,
    held: CardSet,
    cards: CardSet,
    draws: int,
    free: int,
    demand: DemandCode,
    colors: int,
) -> int:
    """Count the ways to add `draws` of the cards, each harmless alone, and still have no sum."""
    if draws == 0:
        return 1
    if draws == 1:
        return popcount(cards)
    found = 0
    while popcount(cards) >= draws:
        card = cards & -cards
        cards ^= card
        harmless = 0
        rest = cards
        while rest != 0:
            other = rest & -rest
            rest ^= other
            if not makes_sum(side | card | other, held, free - 2, demand, colors):
                harmless |= other
        found += sumless(side, held | card, harmless, draws - 1, free, demand, colors)
    return found
