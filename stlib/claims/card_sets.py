"""Steps on sets of cards that strength, refutations and counts share.

Cards are ids, value-major (see `stlib.cards.demand.Deck`), so in a set of
cards, seen as bits, the cards of one color stand `colors` bits apart, and the
cards of one value side by side.
"""

from __future__ import annotations

from stlib.base.bits import low_bit, popcount, top_bit
from stlib.base.compiled import inner
from stlib.cards.demand import MOST_CARDS, CardSet

__all__ = ["column", "fold", "highest", "ladder", "lowest", "one_color", "total_of"]


@inner
def ladder(n: int, colors: int) -> CardSet:
    """Return `n` bits, `colors` apart: a color run's shape."""
    steps = 1 | 1 << colors | 1 << 2 * colors | 1 << 3 * colors
    return steps & (1 << n * colors) - 1


@inner
def column(colors: int) -> CardSet:
    """Return every card of color 0: a bit each `colors` places, below bit `MOST_CARDS`."""
    four = ladder(4, colors)
    return (four | four << 4 * colors | four << 8 * colors) & (1 << MOST_CARDS) - 1


@inner
def fold(cards: CardSet, colors: int) -> CardSet:
    """Mark each value that is present by the bit of its color 0."""
    marked = cards | cards >> 1 | cards >> 2 | cards >> 3 | cards >> 4
    if colors == 6:
        marked |= cards >> 5
    return marked & column(colors)


@inner
def total_of(cards: CardSet, colors: int, low: int) -> int:
    """Sum of the values of a set of cards."""
    total = low * popcount(cards)
    while cards != 0:
        total += low_bit(cards) // colors
        cards &= cards - 1
    return total


@inner
def one_color(cards: CardSet, colors: int) -> bool:
    """Whether all cards have one color; there must be some."""
    return cards >> low_bit(cards) & ~column(colors) == 0


@inner
def highest(cards: CardSet, n: int) -> CardSet:
    """Return the `n` cards of greatest value."""
    out = 0
    for _ in range(n):
        out |= 1 << top_bit(cards ^ out)
    return out


@inner
def lowest(cards: CardSet, n: int) -> CardSet:
    """Return the `n` cards of smallest value."""
    rest = cards
    for _ in range(n):
        rest &= rest - 1
    return cards ^ rest
