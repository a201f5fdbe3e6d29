"""Numba or plain Python, under one name; rows opened under names; bit tricks; random numbers.

Kernels are written once. Where numba works they are compiled and cached on
disk; where it is absent, switched off (``NUMBA_DISABLE_JIT=1`` or
``STLIB_NO_NUMBA=1``) or cannot be used, the same functions run as plain
Python, some 300 times slower, with equal results.

Each kernel file has a cache folder, named by a hash of that file and of all it
imports from our libraries: numba's own cache does not see a change in a
callee's file.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib
import os
import shutil
import tempfile
import time
import warnings
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from stlib.imports import hash_of

__all__ = [
    "COMPILED",
    "Row",
    "below",
    "inner",
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

_KEEP_DAYS = 14

COMPILED: bool = False
if not os.environ.get("STLIB_NO_NUMBA"):
    try:
        # Imported so that type checkers see `Any`: numba's own types come and go.
        numba: Any = importlib.import_module("numba")
        extending: Any = importlib.import_module("numba.extending")
        ir: Any = importlib.import_module("llvmlite.ir")
        types: Any = numba.types
        COMPILED = not numba.config.DISABLE_JIT
    except Exception as why:  # a numba too old for this numpy raises at import
        warnings.warn(
            f"numba cannot be used ({why}); games run as plain Python, some 300 times slower",
            RuntimeWarning,
            stacklevel=2,
        )


# --- the cache ------------------------------------------------------------------


def _digest(path: Path) -> str:
    """Hash of numba's version and flags and of everything that the code of a file depends on."""
    flags = (numba.__version__, np.__version__, numba.config.BOUNDSCHECK, numba.config.OPT)
    return hashlib.sha256(f"{flags} {hash_of(path)}".encode()).hexdigest()[:20]


@functools.cache
def _cache_root() -> Path | None:
    """Return a writable folder for compiled code, or None after one warning."""
    base = os.environ.get("NUMBA_CACHE_DIR")
    try:
        if base:
            root = Path(base)
        else:
            import platformdirs

            root = Path(platformdirs.user_cache_dir("stlib", appauthor=False))
        root.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=root):
            pass
        _prune(root)
        return root
    except Exception as why:
        warnings.warn(
            f"no folder for compiled code can be written ({why}); each start compiles anew",
            RuntimeWarning,
            stacklevel=2,
        )
        return None


@functools.cache
def _cache_folder(file: str) -> str | None:
    """Return the folder for what is compiled from a file, or None if none can be written."""
    root = _cache_root()
    if root is None:
        return None
    folder = root / f"kernels-{Path(file).stem}-{_digest(Path(file))}"
    folder.mkdir(parents=True, exist_ok=True)
    os.utime(folder)
    return str(folder)


def _prune(root: Path) -> None:
    """Remove folders that nobody used for two weeks."""
    limit = time.time() - _KEEP_DAYS * 86_400
    for old in root.glob("kernels-*"):
        with contextlib.suppress(OSError):
            if old.stat().st_mtime < limit:
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
        with contextlib.suppress(OSError):
            self._cache.flush()


# Every option is set on both: one that is left out is taken over from whichever caller
# happens to be compiled first. With Python's error model each `//` would test for zero.
_OPTIONS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}

if COMPILED:

    def jit(function: _F) -> _F:
        """Compile `function` with numba, cached on disk, without the interpreter lock.

        For what Python calls, and for large kernels: a call from another kernel stays a call.
        """
        options = dict(_OPTIONS, no_cpython_wrapper=False, forceinline=False, _nrt=True)
        folder = _cache_folder(function.__code__.co_filename)
        if folder is None:
            return numba.njit(**options)(function)  # type: ignore[no-any-return]
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = folder
        try:
            compiled = numba.njit(cache=True, **options)(function)
        finally:
            numba.config.CACHE_DIR = before
        compiled._cache = _MendingCache(compiled._cache)
        return compiled  # type: ignore[no-any-return]

    def inner(function: _F) -> _F:
        """Make `function` a part of every compiled kernel that calls it.

        For the small steps of a kernel: there is no call left, so that literal
        arguments (a deck's number of colours) reach its divisions as constants.
        It must not allocate: no references are counted. Called from Python it
        runs as plain Python.
        """
        options = dict(_OPTIONS, no_cpython_wrapper=True, forceinline=True, _nrt=False)
        return extending.register_jitable(**options)(function)  # type: ignore[no-any-return]

else:

    def jit(function: _F) -> _F:
        """Return `function` itself: numba is absent or off."""
        return function

    inner = jit


# --- rows under names ---------------------------------------------------------------

Fields = Sequence[tuple[str, tuple[int, ...]]]
if COMPILED:
    _ROW = types.Array(types.int64, 1, "C")


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

    record = numba.from_dtype(dtype)

    @extending.type_callable(named)  # type: ignore[untyped-decorator]
    def _type(context: Any) -> Any:
        return lambda row: record if row in (_ROW, _ROW.copy(readonly=True)) else None

    @extending.lower_builtin(named, types.Array)  # type: ignore[untyped-decorator]
    def _point(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        row = context.make_array(signature.args[0])(context, builder, args[0])
        return builder.bitcast(row.data, context.get_value_type(record))

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

    def _lower(function: Callable[..., int], generate: Callable[..., Any]) -> None:
        """Put what `generate(builder, x)` builds where kernels call `function`, int64 to int64."""
        extending.type_callable(function)(lambda context: lambda x: types.int64)

        @extending.lower_builtin(function, types.Integer)  # type: ignore[untyped-decorator]
        def _generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            x = context.cast(builder, args[0], signature.args[0], types.int64)
            return generate(builder, x)

    _WORD = ir.IntType(64)
    _NOT_ZERO = ir.Constant(ir.IntType(1), 1)

    def _mixed(builder: Any, z: Any) -> Any:
        for shift, factor in ((30, _FACTOR_1), (27, _FACTOR_2), (31, 1)):
            z = builder.xor(z, builder.lshr(z, _WORD(shift)))
            z = builder.mul(z, _WORD(factor))
        return z

    _lower(low_bit, lambda builder, x: builder.cttz(x, _NOT_ZERO))
    _lower(top_bit, lambda builder, x: builder.xor(_WORD(63), builder.ctlz(x, _NOT_ZERO)))
    _lower(popcount, lambda builder, x: builder.ctpop(x))
    _lower(_mix, _mixed)
    _lower(step, lambda builder, x: builder.add(x, _WORD(_GOLDEN)))


@inner
def below(state: int, n: int, m: int) -> tuple[int, int]:
    """Draw from a state two numbers below `n` and below `m`, each up to 2**31."""
    z = _mix(state)
    return (z >> 32 & _LOW) * n >> 32 & _LOW, (z & _LOW) * m >> 32 & _LOW


@inner
def start(key: int, index: int) -> int:
    """Return the first state of stream `index` of the experiment `key` (int64 each)."""
    return _mix(step(_mix(key) ^ index))


@inner
def pick(mask: int, k: int, at_most: int) -> int:
    """Index of set bit number `k` (from 0, lowest first); `k` is below `at_most`.

    The loop has a fixed length on purpose: one of random length mispredicts.
    """
    for i in range(at_most - 1):
        mask &= mask - 1 if i < k else mask
    return low_bit(mask)
