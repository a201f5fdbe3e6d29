"""How many draws miss what one side wants: each question goes to the quickest exact count.

One kind alone is counted by `count_kind`. A kind or a stronger one, and any
other strength, is counted by the outs where one slot is free, by `count_cells`
where two are free or elite cards lie there, else by `count_at_least`. A count is
loaded when it is first needed.
"""

from __future__ import annotations

from math import comb

from stlib.cards.demand import CardSet, Kind, Strength
from stlib.chances.question import OddsError, Question, kinds_that_count
from stlib.claims.codes import TOTALS

__all__ = ["below", "last_cards", "misses", "strength_of"]

SOME_CELLS = 20_000  # to count by more cells takes longer than by values


def misses(q: Question, kind: Kind, at_least: bool, fewest: int, most: int) -> list[int]:
    """Count the draws of `fewest` to `most` cards after which a side cannot become a kind.

    With `at_least`, stronger kinds serve too.
    """
    if at_least and kind != kinds_that_count(q.demand)[0]:
        return below(q, kind * TOTALS, fewest, most)
    return [_misses_kind(q, kind, draws) for draws in range(fewest, most + 1)]


def below(q: Question, needed: Strength, fewest: int, most: int) -> list[int]:
    """Count the draws of `fewest` to `most` cards after which a side is below a strength."""
    numbers = range(fewest, most + 1)
    if q.free == 0:
        lost = strength_of(q) < needed
        return [comb(q.n, draws) * lost for draws in numbers]
    if needed == 0:
        to_draw = q.free - q.held.bit_count()
        return [comb(q.n, draws) * (draws < to_draw) for draws in numbers]
    if q.free == 1:
        good = last_cards(q, q.held | q.pool, needed)
        bad = q.n - good.bit_count()
        return [0 if good & q.held else comb(bad, draws) for draws in numbers]
    found = _below_by_cells(q, needed, numbers) if q.free == 2 or q.wild else None
    return _below_by_values(q, needed, numbers) if found is None else found


def strength_of(q: Question) -> Strength:
    """Return the strength of a full side."""
    from stlib.chances import fills

    return int(fills.strength_of(q.side, q.wild, q.demand.code, q.deck.shape))


def last_cards(
    q: Question, cards: CardSet, needed: Strength, limit: Strength | None = None
) -> CardSet:
    """Return the cards that fill the last slot to a strength from `needed` to below `limit`."""
    from stlib.chances.fills import ABOVE_ALL, outs

    limit = ABOVE_ALL if limit is None else limit
    return int(outs(q.side, q.wild, cards, needed, limit, q.demand.code, q.deck.shape))


def _misses_kind(q: Question, kind: Kind, draws: int) -> int:
    from stlib.chances import count_kind

    given = (q.side, q.held, q.pool, draws, q.demand.code, q.deck.shape)
    return int(count_kind.misses(kind, *given))


def _below_by_cells(q: Question, needed: Strength, numbers: range) -> list[int] | None:
    """Count by cells; None if there are too many."""
    from stlib.chances.count_cells import cells, in_cells
    from stlib.chances.polynomials import zeros

    most = numbers[-1]
    if most + q.held.bit_count() < q.free:
        return [comb(q.n, draws) for draws in numbers]
    must, may = zeros(SOME_CELLS), zeros(SOME_CELLS)
    given = (q.side, q.wild, q.held, q.pool, most, needed, q.demand.code, q.deck.shape)
    n = cells(*given, must, may, SOME_CELLS)
    return None if n < 0 else [int(in_cells(must, may, n, draws)) for draws in numbers]


def _below_by_values(q: Question, needed: Strength, numbers: range) -> list[int]:
    """Count value by value; OddsError if that takes too long, or elite cards lie there."""
    from stlib.chances import count_at_least

    fewest, most = numbers[0], numbers[-1]
    too_many = OddsError("odds_too_many", n=q.n, draws=most, free=q.free)
    if q.wild:
        raise too_many
    given = (q.side, q.held, q.pool)
    try:
        if fewest == most:
            return [count_at_least.misses(*given, most, needed, q.demand, q.deck)]
        return count_at_least.by_draws(*given, most, needed, q.demand, q.deck)[fewest:]
    except count_at_least.TooManyStates:
        raise too_many from None
