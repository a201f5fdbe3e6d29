"""How strong a full side is, with or without elite cards, for any deck and demand.

`strength` is the one function for kernels and Python alike.
"""

from __future__ import annotations

from stlib.base.bits import low_bit, top_bit
from stlib.base.compiled import inner
from stlib.cards.demand import CardSet, DemandCode, EliteCode, Shape, Strength
from stlib.claims.card_sets import column, fold, ladder, total_of
from stlib.claims.codes import (
    COLOR,
    COLOR_RUN,
    RUN,
    SAME_VALUE,
    SUM,
    is_strict,
    key,
    kinds_of,
    size_of,
)
from stlib.claims.elite_refutation import elite_strength

__all__ = ["kind_of", "strength"]


@inner
def strength(side: CardSet, wild: EliteCode, demand: DemandCode, shape: Shape) -> Strength:
    """Strength of a full side; elite cards take what serves best.

    Parameters
    ----------
    side, wild : int
        Set of the numbered cards that lie there; code of the elite ones.
        Together as many cards as the demand has slots.
    demand : int
        Demand code.
    shape : Shape
        The deck. Where it is a constant of the caller, its numbers are compiled in;
        where `wild` is a constant 0, nothing of elite cards is left.

    Returns
    -------
    int
        ``kind * 64 + total``, or ``kind * 64 + 63 - total`` where lower wins.
    """
    if wild != 0:
        return elite_strength(side, wild, demand, shape)
    total = total_of(side, shape.colors, shape.low)
    return key(kind_of(side, demand, shape.colors), total, demand)


@inner
def kind_of(side: CardSet, demand: DemandCode, colors: int) -> int:
    """Strongest kind that counts of a full side: a set of `size_of(demand)` cards."""
    kinds = kinds_of(demand)
    first = low_bit(side)
    shape = side >> first
    run = ladder(size_of(demand), colors)
    if shape == run:
        if kinds >> COLOR_RUN & 1:
            return COLOR_RUN
        if is_strict(demand):
            return SUM
    if kinds >> SAME_VALUE & 1 and top_bit(side) // colors == first // colors:
        return SAME_VALUE
    if kinds >> COLOR & 1 and shape & ~column(colors) == 0:
        return COLOR
    if kinds >> RUN & 1 and fold(side, colors) >> first // colors * colors == run:
        return RUN
    return SUM
