"""Numba or plain Python, under one name, and the cache of compiled code.

Kernels are written once. Where numba works they are compiled and cached on
disk; where it is absent, switched off (``NUMBA_DISABLE_JIT=1`` or
``STLIB_NO_NUMBA=1``) or cannot be used, the same functions run as plain
Python, some 300 times slower, with equal results.

Each kernel file has a cache folder (`stlib.base.code_cache` says where), named by
a hash of that file and of all it imports from our libraries, because numba's own
cache does not notice a change in the file of a called function.
"""

from __future__ import annotations

import contextlib
import functools
import hashlib
import importlib
import os
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from stlib.base import code_cache
from stlib.base.imports import hash_of

__all__ = ["COMPILED", "inner", "jit", "lower"]

_F = TypeVar("_F", bound=Callable[..., Any])

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


def _folder_name(file: str) -> str:
    """Return the name of the cache folder for what is compiled from a file."""
    return f"kernels-{Path(file).stem}-{_digest(Path(file))}"


class _Cache:
    """The disk cache of one function, which no damaged file and no full disk can break.

    Parameters
    ----------
    caches : list of numba caches
        Where compiled code is looked for, in this order.
    writes : bool
        Whether the last of them is written to; else nothing is.
    """

    def __init__(self, caches: list[Any], writes: bool) -> None:
        self._caches = caches
        self._writer = caches[-1] if writes else None

    @property
    def cache_path(self) -> str | None:
        """The folder that is written to."""
        return None if self._writer is None else self._writer.cache_path

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """Return the code compiled for a signature, or None."""
        for cache in self._caches:
            try:
                found = cache.load_overload(sig, target_context)
            except Exception as why:
                warnings.warn(
                    f"damaged compiled code is made anew ({type(why).__name__}: {why})",
                    RuntimeWarning,
                    stacklevel=3,
                )
                self._forget(cache)
                continue
            if found is not None:
                return found
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code compiled for a signature, if that is possible."""
        if self._writer is None:
            code_cache.warn_that_nothing_is_kept()
            return
        try:
            with code_cache.only_owner_writes():
                self._writer.save_overload(sig, data)
        except Exception as why:
            warnings.warn(
                f"compiled code cannot be kept ({type(why).__name__}: {why})",
                RuntimeWarning,
                stacklevel=3,
            )
            self._forget(self._writer)

    def flush(self) -> None:
        """Forget what was kept."""
        if self._writer is not None:
            self._forget(self._writer)

    def _forget(self, cache: Any) -> None:
        writer = self._writer
        if writer is not None and cache is writer:
            with contextlib.suppress(OSError):
                writer.flush()


if COMPILED:
    caching: Any = importlib.import_module("numba.core.caching")

    @functools.cache
    def _numba_cache(folder: str) -> Any:
        """Return numba's class of caches, made to look into one folder whatever its permissions."""

        class Locator(caching._CacheLocator):  # type: ignore[misc]
            def __init__(self, function: Any, file: str) -> None:
                self._py_file, self._line = file, function.__code__.co_firstlineno

            @classmethod
            def from_function(cls, function: Any, file: str) -> Any:
                return cls(function, file)

            def ensure_cache_path(self) -> None:
                pass

            def get_cache_path(self) -> str:
                return folder

            def get_source_stamp(self) -> str:
                return ""  # the folder's name holds a hash of the sources

            def get_disambiguator(self) -> str:
                return str(self._line)

        class Implementation(caching.CompileResultCacheImpl):  # type: ignore[misc]
            _locator_classes = (Locator,)

        class Found(caching.FunctionCache):  # type: ignore[misc]
            _impl_class = Implementation

        return Found

    def _cache_of(function: Callable[..., Any]) -> _Cache:
        """Return the disk cache of a function."""
        read, write = code_cache.folders(_folder_name(function.__code__.co_filename))
        caches = [_numba_cache(str(folder))(function) for folder in read]
        return _Cache(caches, write is not None)


# Every option is set on both: one that is left out is taken over from whichever caller
# happens to be compiled first. With Python's error model each `//` would test for zero.
_OPTIONS = {"nogil": True, "error_model": "numpy", "no_cfunc_wrapper": True}

if COMPILED:

    def jit(function: _F) -> _F:
        """Compile `function` with numba, cached on disk, without the interpreter lock.

        Use it for functions that Python calls, and for large kernels. When another kernel
        calls the function, compiled code makes a real call.
        """
        options = dict(_OPTIONS, no_cpython_wrapper=False, forceinline=False, _nrt=True)
        compiled = numba.njit(**options)(function)
        compiled._cache = _cache_of(function)
        return compiled  # type: ignore[no-any-return]

    def inner(function: _F) -> _F:
        """Make `function` a part of every compiled kernel that calls it.

        Use it for the small steps of a kernel. The compiler copies the function into its
        caller, so literal arguments (the number of colors of a deck) become constants in
        its divisions. It must not create arrays, because reference counting is off.
        Called from Python it runs as plain Python.
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
        """Let kernels use `generate(builder, x)` for `function`, which maps int64 to int64."""
        extending.type_callable(function)(lambda context: lambda x: types.int64)

        @extending.lower_builtin(function, types.Integer)  # type: ignore[untyped-decorator]
        def _generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            x = context.cast(builder, args[0], signature.args[0], types.int64)
            return generate(builder, x)
