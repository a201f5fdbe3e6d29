"""Numba or plain Python, under one name, and the cache of compiled code.

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
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from stlib.base.imports import hash_of

__all__ = ["COMPILED", "inner", "jit", "lower"]

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
        arguments (a deck's number of colors) reach its divisions as constants.
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


if COMPILED:

    def lower(function: Callable[..., int], generate: Callable[..., Any]) -> None:
        """Put what `generate(builder, x)` builds where kernels call `function`, int64 to int64."""
        extending.type_callable(function)(lambda context: lambda x: types.int64)

        @extending.lower_builtin(function, types.Integer)  # type: ignore[untyped-decorator]
        def _generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            x = context.cast(builder, args[0], signature.args[0], types.int64)
            return generate(builder, x)
