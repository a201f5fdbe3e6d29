"""Sets of cards as the bits of one integer: lowest, highest, how many, which."""

from __future__ import annotations

from typing import Any

from stlib.base.compiled import COMPILED, inner

__all__ = ["list_bits", "low_bit", "pick", "popcount", "top_bit"]


def low_bit(mask: int) -> int:
    """Index of the lowest set bit; `mask` must not be 0."""
    mask = int(mask)
    return (mask & -mask).bit_length() - 1


def top_bit(mask: int) -> int:
    """Index of the highest set bit; `mask` must not be 0."""
    return int(mask).bit_length() - 1


def popcount(mask: int) -> int:
    """Count the set bits of a mask that is not negative."""
    return int(mask).bit_count()


if COMPILED:
    from stlib.base.compiled import ir, lower

    _WORD = ir.IntType(64)
    _NOT_ZERO = ir.Constant(ir.IntType(1), 1)
    lower(low_bit, lambda builder, x: builder.cttz(x, _NOT_ZERO))
    lower(top_bit, lambda builder, x: builder.xor(_WORD(63), builder.ctlz(x, _NOT_ZERO)))
    lower(popcount, lambda builder, x: builder.ctpop(x))


@inner
def pick(mask: int, k: int, at_most: int) -> int:
    """Return the index of set bit number `k` (from 0, lowest first); `k` is below `at_most`.

    The fixed number of steps is deliberate: a variable loop slows the processor's branch
    prediction.
    """
    for i in range(at_most - 1):
        mask &= mask - 1 if i < k else mask
    return low_bit(mask)


@inner
def list_bits(mask: int, base: int, out: Any, n: int) -> int:
    """Write `base` + index of each set bit, lowest first, into `out` from place `n` on.

    Returns the place after the last one.
    """
    while mask != 0:
        out[n] = base + low_bit(mask)
        mask &= mask - 1
        n += 1
    return n
