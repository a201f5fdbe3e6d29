"""Polynomials that count draws, and the binomial coefficients in them.

Coefficient *i* of a polynomial is a number of draws of *i* cards. Cards of
different colors, or of different values, restrict each other only through the
number of cards, so their polynomials are multiplied. A polynomial is a row of
numbers that ends at the number of draws asked for. No count passes
C(60, 30) < 2**63, so all are exact.
"""

from __future__ import annotations

from math import comb
from typing import Any

import numpy as np

from stlib.base.compiled import COMPILED, inner, jit
from stlib.base.rows import Row
from stlib.cards.demand import MOST_CARDS

__all__ = ["MOST_CARDS", "allow", "binomial", "binomials", "multiply", "one", "with_any", "zeros"]

_WIDTH = MOST_CARDS + 1
_TABLE = tuple(comb(n, k) for n in range(_WIDTH) for k in range(_WIDTH))

# Plain Python counts faster with its own numbers and lists than with NumPy's.
_BINOMIALS: Any = np.array(_TABLE, np.int64) if COMPILED else _TABLE

if COMPILED:

    @jit
    def zeros(n: int) -> Any:
        """Return `n` zeros: an array in compiled code, a list in plain Python."""
        return np.zeros(n, np.int64)

else:

    def zeros(n: int) -> Any:
        """Return `n` zeros: an array in compiled code, a list in plain Python."""
        return [0] * n


def binomials() -> Row:
    """Return all binomial coefficients up to C(60, 60): ndarray of int64, shape (61, 61)."""
    return np.array(_TABLE, np.int64).reshape(_WIDTH, _WIDTH)


@inner
def binomial(n: int, k: int) -> int:
    """Ways to choose `k` of `n` cards, each 0 to 60."""
    return _BINOMIALS[n * _WIDTH + k]


@jit
def one(draws: int) -> Row:
    """Return the polynomial 1."""
    poly = zeros(draws + 1)
    poly[0] = 1
    return poly


@inner
def multiply(poly: Row, factor: Row, degree: int) -> None:
    """Multiply in place by a polynomial of this degree."""
    for i in range(len(poly) - 1, -1, -1):
        value = 0
        for j in range(min(i, degree) + 1):
            value += poly[i - j] * factor[j]
        poly[i] = value


@inner
def allow(poly: Row, n: int, below: int, more: int) -> None:
    """Multiply in place by fewer than `below` of `n` cards, or one of `more` sets of `below`."""
    for i in range(len(poly) - 1, -1, -1):
        value = 0
        for j in range(min(i + 1, below)):
            value += poly[i - j] * binomial(n, j)
        if i >= below:
            value += poly[i - below] * more
        poly[i] = value


@inner
def with_any(poly: Row, n: int) -> int:
    """Coefficient of the last degree after multiplication by any of `n` more cards."""
    count = 0
    last = len(poly) - 1
    for i in range(max(0, last - n), last + 1):
        count += poly[i] * binomial(n, last - i)
    return count
