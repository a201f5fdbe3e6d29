"""Random numbers: splitmix64, counted, not drawn (Steele, Lea, Flood 2014).

Stream `index` of the experiment `key` begins at ``start(key, index)``, so a
game depends on its number alone. A stream is one int64, stepped by `step`.
"""

from __future__ import annotations

from typing import Any

from stlib.base.compiled import COMPILED, inner

__all__ = ["below", "start", "step"]

_GOLDEN = 0x9E3779B97F4A7C15
_FACTOR_1 = 0xBF58476D1CE4E5B9
_FACTOR_2 = 0x94D049BB133111EB
_LOW = (1 << 32) - 1
_MASK64 = (1 << 64) - 1


def _signed(x: int) -> int:
    return x - (1 << 64) if x >> 63 else x


def _mix(x: int) -> int:
    """Scramble 64 bits; int64 in and out."""
    z = int(x) & _MASK64
    z = ((z ^ (z >> 30)) * _FACTOR_1) & _MASK64
    z = ((z ^ (z >> 27)) * _FACTOR_2) & _MASK64
    return _signed(z ^ (z >> 31))


def step(state: int) -> int:
    """Return the next state of a stream (int64)."""
    return _signed((int(state) + _GOLDEN) & _MASK64)


if COMPILED:
    from stlib.base.compiled import ir, lower

    _WORD = ir.IntType(64)

    def _mixed(builder: Any, z: Any) -> Any:
        for shift, factor in ((30, _FACTOR_1), (27, _FACTOR_2), (31, 1)):
            z = builder.xor(z, builder.lshr(z, _WORD(shift)))
            z = builder.mul(z, _WORD(factor))
        return z

    lower(_mix, _mixed)
    lower(step, lambda builder, x: builder.add(x, _WORD(_GOLDEN)))


@inner
def below(state: int, n: int, m: int) -> tuple[int, int]:
    """Draw from a state two numbers below `n` and below `m`, each up to 2**31."""
    z = _mix(state)
    return (z >> 32 & _LOW) * n >> 32 & _LOW, (z & _LOW) * m >> 32 & _LOW


@inner
def start(key: int, index: int) -> int:
    """Return the first state of stream `index` of the experiment `key` (int64 each)."""
    return _mix(step(_mix(key) ^ index))
