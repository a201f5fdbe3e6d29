"""How many sets of cards make what: whole classes of formations, hands by their best formation."""

from __future__ import annotations

import numpy as np

from stlib.base.bits import low_bit, popcount
from stlib.base.compiled import inner, jit
from stlib.base.rows import Row
from stlib.cards.demand import DemandCode, Shape
from stlib.claims.codes import COLOR_RUN, size_of
from stlib.claims.strength import kind_of, strength

__all__ = ["class_sizes", "hand_kinds", "strength_sizes"]

KINDS = COLOR_RUN + 1


@inner
def cards_in(shape: Shape) -> int:
    """Return the number of cards of a deck."""
    return shape.colors * (shape.top + 1)


@inner
def next_set(cards: int) -> int:
    """Return the next greater set of as many cards."""
    moved = cards + (cards & -cards)
    return moved | (cards ^ moved) >> 2 + low_bit(cards)


@jit
def class_sizes(demand: DemandCode, shape: Shape, out: Row) -> None:
    """Count all sets of a demand's size by kind into `out` (ndarray of int64, shape (5,))."""
    for kind in range(KINDS):
        out[kind] = 0
    side = (1 << size_of(demand)) - 1
    while side >> cards_in(shape) == 0:
        out[kind_of(side, demand, shape.colors)] += 1
        side = next_set(side)


@jit
def strength_sizes(demand: DemandCode, shape: Shape, out: Row) -> None:
    """Count all sets of a demand's size by strength into `out` (ndarray of int64)."""
    for i in range(len(out)):
        out[i] = 0
    side = (1 << size_of(demand)) - 1
    while side >> cards_in(shape) == 0:
        out[strength(side, 0, demand, shape)] += 1
        side = next_set(side)


@jit
def hand_kinds(size: int, demand: DemandCode, shape: Shape, out: Row) -> None:
    """Count all hands by their best three-card formation.

    Parameters
    ----------
    size : int
        Cards in a hand, 3 to 7.
    demand : int
        Code of the three-card demand.
    shape : Shape
        The deck.
    out : ndarray of int64, shape (5,)
        Overwritten: hands whose best formation is of kind 0–4.

    Notes
    -----
    Goes through all hands less their last card, which is not tried but
    counted. Sets hold the third cards that would make kind `k` or a stronger
    one: ``third[i, k]`` with two of the first `i` cards of the hand (all cards
    once the hand has that kind), ``second[i, x, k]`` with one of these and
    card `x`. So the innermost loop has no branch.
    """
    out[:] = 0
    n_cards = cards_in(shape)
    pairs = third_cards(n_cards, demand, shape.colors)
    cards = np.zeros(size, np.int64)
    third = np.zeros((size, KINDS), np.int64)
    second = np.zeros((size, n_cards, KINDS), np.int64)
    at = 0
    while at >= 0:
        card = cards[at]
        if card > n_cards - size + at:
            at -= 1
        elif at == size - 2:
            last_two(card, third[at], second[at], out)
            at -= 1
        else:
            add_card(card, third[at], second[at], third[at + 1])
            add_pairs(card, pairs[card], second[at], second[at + 1])
            cards[at + 1] = card
            at += 1
        cards[max(at, 0)] += 1
    for kind in range(KINDS - 1):
        out[kind] -= out[kind + 1]


@jit
def third_cards(n_cards: int, demand: DemandCode, colors: int) -> Row:
    """Set of the cards that make kind `k` or a stronger one of cards `a`, `b`: ``[a, b, k]``."""
    thirds = np.zeros((n_cards, n_cards, KINDS), np.int64)
    for a in range(n_cards):
        for b in range(n_cards):
            for c in range(n_cards):
                if a != b and a != c and b != c:
                    kind = kind_of(1 << a | 1 << b | 1 << c, demand, colors)
                    for k in range(kind + 1):
                        thirds[a, b, k] |= 1 << c
    return thirds


@inner
def add_card(card: int, third: Row, second: Row, new: Row) -> None:
    """Write the third cards wanted after `card` has come to the hand."""
    for k in range(KINDS):
        new[k] = third[k] | second[card, k] | -(third[k] >> card & 1)


@inner
def add_pairs(card: int, pairs: Row, old: Row, new: Row) -> None:
    """Join what `card` makes with each later card to what earlier cards of the hand make."""
    for x in range(card + 1, len(pairs)):
        for k in range(KINDS):
            new[x, k] = old[x, k] | pairs[x, k]


@inner
def last_two(first: int, third: Row, second: Row, out: Row) -> None:
    """Count all hands whose last card but one is `first` or a later one, by kind or stronger."""
    n_cards = len(second)
    for card in range(first, n_cards - 1):
        rest = (1 << n_cards) - (2 << card)
        for k in range(KINDS):
            out[k] += popcount(rest & (third[k] | second[card, k] | -(third[k] >> card & 1)))
