"""Numba or plain Python, under one name; rows opened under names; bit tricks; random numbers.

Kernels are written once. Where numba works they are compiled and cached on
disk; where it is absent, switched off (``NUMBA_DISABLE_JIT=1`` or
``STLIB_NO_NUMBA=1``) or cannot be used, the same functions run as plain
Python, some 300 times slower, with equal results.

The cache folder is named by a hash of everything compiled code depends on:
numba's own cache does not see a change in a callee's file.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import tempfile
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

__all__ = [
    "COMPILED",
    "Row",
    "below",
    "jit",
    "layout",
    "low_bit",
    "pick",
    "popcount",
    "start",
    "step",
    "top_bit",
]

Row = np.ndarray[Any, np.dtype[np.int64]]
_F = TypeVar("_F", bound=Callable[..., Any])

#: Files compiled code depends on, in either library: changing one renews the cache.
KERNEL_FILES = (
    "_jit.py",
    "demands.py",
    "rules.py",
    "formations.py",
    "reach.py",
    "counts.py",
    "engine.py",
    "equity.py",
    "greedy.py",
    "policies.py",
)
_KEEP_DAYS = 14

COMPILED: bool = False
if not os.environ.get("STLIB_NO_NUMBA"):
    try:
        import numba
        from numba.core import types
        from numba.extending import intrinsic, overload

        COMPILED = not numba.config.DISABLE_JIT
    except Exception as why:  # a numba too old for this numpy raises at import
        warnings.warn(
            f"numba cannot be used ({why}); games run as plain Python, some 300 times slower",
            RuntimeWarning,
            stacklevel=2,
        )


# --- the cache ------------------------------------------------------------------


def _digest() -> str:
    """Hash of numba's version and flags and of every kernel file of both libraries."""
    seen = hashlib.sha256()
    flags = (numba.__version__, np.__version__, numba.config.BOUNDSCHECK, numba.config.OPT)
    seen.update(repr(flags).encode())
    for library in ("stlib", "st2lib"):
        spec = importlib.util.find_spec(library)
        for folder in (spec.submodule_search_locations or ()) if spec else ():
            for name in KERNEL_FILES:
                path = Path(folder, name)
                if path.exists():
                    seen.update(f"{library}/{name}".encode() + path.read_bytes())
    return seen.hexdigest()[:20]


def _cache_folder() -> str | None:
    """Return a writable folder for compiled code, or None after one warning."""
    base = os.environ.get("NUMBA_CACHE_DIR")
    try:
        if base:
            root = Path(base)
        else:
            import platformdirs

            root = Path(platformdirs.user_cache_dir("stlib", appauthor=False))
        folder = root / f"kernels-{_digest()}"
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        os.utime(folder)
        _prune(root, folder)
        return str(folder)
    except Exception as why:
        warnings.warn(
            f"no folder for compiled code can be written ({why}); each start compiles anew",
            RuntimeWarning,
            stacklevel=2,
        )
        return None


def _prune(root: Path, keep: Path) -> None:
    """Remove folders of older sources that nobody used for two weeks."""
    limit = time.time() - _KEEP_DAYS * 86_400
    for old in root.glob("kernels-*"):
        if old != keep and old.stat().st_mtime < limit:
            shutil.rmtree(old, ignore_errors=True)


class _MendingCache:
    """Numba's disk cache of one function, which a damaged file cannot break."""

    def __init__(self, cache: Any) -> None:
        self._cache = cache

    def __getattr__(self, name: str) -> Any:
        return getattr(self._cache, name)

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        try:
            return self._cache.load_overload(sig, target_context)
        except Exception as why:
            return self._start_afresh(why)

    def save_overload(self, sig: Any, data: Any) -> None:
        try:
            self._cache.save_overload(sig, data)
        except Exception as why:
            self._start_afresh(why)

    def _start_afresh(self, why: Exception) -> None:
        warnings.warn(
            f"damaged compiled code is made anew ({type(why).__name__}: {why})",
            RuntimeWarning,
            stacklevel=4,
        )
        try:
            self._cache.flush()
        except OSError:
            pass


if COMPILED:
    _FOLDER = _cache_folder()

    def jit(function: _F) -> _F:
        """Compile `function` with numba, cached on disk, without the interpreter lock."""
        if _FOLDER is None:
            return numba.njit(nogil=True)(function)  # type: ignore[no-any-return]
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = _FOLDER
        try:
            compiled = numba.njit(cache=True, nogil=True)(function)
        finally:
            numba.config.CACHE_DIR = before
        compiled._cache = _MendingCache(compiled._cache)
        return compiled  # type: ignore[no-any-return]

else:

    def jit(function: _F) -> _F:
        """Return `function` itself: numba is absent or off."""
        return function


# --- rows under names ---------------------------------------------------------------

Fields = Sequence[tuple[str, tuple[int, ...]]]


def layout(fields: Fields) -> tuple[np.dtype[Any], int, Callable[[Row], Any]]:
    """Plan a state row: its named fields, one int64 word each or an array of them.

    Parameters
    ----------
    fields : sequence of (name, shape)
        Shape ``()`` is one word.

    Returns
    -------
    dtype : numpy.dtype
        The row seen as one record.
    size : int
        Words in a row.
    named : callable
        ``named(row)`` opens a writable row (ndarray of int64, shape (size,))
        under its names. Inside kernels pass the result on; open once per entry.

    Notes
    -----
    Compiled code sees a record, plain Python a small class of views: a NumPy
    record would be ten times slower there, and an unpickled one ignores writes.
    """
    dtype = np.dtype([(name, np.int64, shape) for name, shape in fields])
    size = dtype.itemsize // 8
    plain = _plain_class(fields)
    if not COMPILED:
        return dtype, size, plain

    def named(row: Row) -> Any:
        return plain(row)

    tag = hashlib.sha256(repr(list(fields)).encode()).hexdigest()[:12]

    @overload(named, inline="never", strict=False)
    def _compiled(row: Any) -> Any:
        def opened(row: Any) -> Any:
            return row.view(dtype)[0]

        # Two closures of one name would share a symbol in the disk cache.
        opened.__qualname__ = opened.__name__ = f"named_{tag}"
        return opened

    return dtype, size, named


def _plain_class(fields: Fields) -> Callable[[Row], Any]:
    arrays: list[tuple[str, int, int, tuple[int, ...]]] = []
    body: dict[str, Any] = {"__slots__": ("row", *(name for name, shape in fields if shape))}
    at = 0
    for name, shape in fields:
        words = int(np.prod(shape)) if shape else 1
        if shape:
            arrays.append((name, at, at + words, shape))
        else:
            body[name] = _word(at)
        at += words

    def __init__(self: Any, row: Row) -> None:
        self.row = row
        for name, first, last, shape in arrays:
            setattr(self, name, row[first:last].reshape(shape))

    body["__init__"] = __init__
    return type("State", (), body)


def _word(at: int) -> property:
    def get(self: Any) -> int:
        return self.row.item(at)  # type: ignore[no-any-return]

    def put(self: Any, value: int) -> None:
        self.row[at] = value

    return property(get, put)


# --- bits ---------------------------------------------------------------------------


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


# --- random numbers: splitmix64, counted, not drawn (Steele, Lea, Flood 2014) -----------

_GOLDEN = 0x9E3779B97F4A7C15
_MASK64 = (1 << 64) - 1


def _signed(x: int) -> int:
    return x - (1 << 64) if x >> 63 else x


def _mix(x: int) -> int:
    """Scramble 64 bits; int64 in and out."""
    z = int(x) & _MASK64
    z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK64
    z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK64
    return _signed(z ^ (z >> 31))


def step(state: int) -> int:
    """Return the next state of a stream (int64)."""
    return _signed((int(state) + _GOLDEN) & _MASK64)


def below(state: int, n: int, m: int) -> tuple[int, int]:
    """Draw from a state two numbers below `n` and below `m`, each up to 2**31."""
    z = _mix(state) & _MASK64
    return (z >> 32) * int(n) >> 32, (z & 0xFFFFFFFF) * int(m) >> 32


if COMPILED:

    @intrinsic
    def _ctlz(typing_context: Any, x: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            from llvmlite import ir

            return builder.ctlz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), generate

    @intrinsic
    def _cttz(typing_context: Any, x: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            from llvmlite import ir

            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), generate

    @intrinsic
    def _ctpop(typing_context: Any, x: Any) -> Any:
        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.ctpop(args[0])

        return types.int64(types.int64), generate

    @overload(low_bit, strict=False)
    def _low_bit(mask: Any) -> Any:
        return lambda mask: _cttz(mask)

    @overload(top_bit, strict=False)
    def _top_bit(mask: Any) -> Any:
        return lambda mask: 63 - _ctlz(mask)

    @overload(popcount, strict=False)
    def _popcount(mask: Any) -> Any:
        return lambda mask: _ctpop(mask)

    @overload(_mix, strict=False)
    def _compiled_mix(x: Any) -> Any:
        def impl(x: Any) -> Any:
            z = np.uint64(x)
            z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
            return np.int64(z ^ (z >> np.uint64(31)))

        return impl

    @overload(step, strict=False)
    def _compiled_step(state: Any) -> Any:
        golden = _signed(_GOLDEN)
        return lambda state: np.int64(state) + golden

    @overload(below, strict=False)
    def _compiled_below(state: Any, n: Any, m: Any) -> Any:
        def impl(state: Any, n: Any, m: Any) -> Any:
            z = np.uint64(_mix(state))
            high = np.int64(z >> np.uint64(32))
            low = np.int64(z & np.uint64(0xFFFFFFFF))
            return high * n >> 32, low * m >> 32

        return impl


@jit
def start(key: int, index: int) -> int:
    """Return the first state of stream `index` of the experiment `key` (int64 each)."""
    return _mix(step(_mix(key) ^ index))


@jit
def pick(mask: int, k: int, at_most: int) -> int:
    """Index of set bit number `k` (from 0, lowest first); `k` is below `at_most`.

    The loop has a fixed length on purpose: one of random length mispredicts.
    """
    for i in range(at_most - 1):
        mask &= mask - 1 if i < k else mask
    return low_bit(mask)
