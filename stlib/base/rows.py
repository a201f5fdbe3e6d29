"""Rows: one int64 array for a position, result or scratch, opened under the names of its words."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from stlib.base import compiled
from stlib.base.compiled import COMPILED, inner

__all__ = ["Fields", "Row", "clear_row", "copy_row", "layout", "word_names"]

Row = np.ndarray[Any, np.dtype[np.int64]]
Fields = Sequence[tuple[str, tuple[int, ...]] | tuple[str, tuple[int, ...], type[float]]]
if COMPILED:
    _ROW = compiled.types.Array(compiled.types.int64, 1, "C")


def layout(fields: Fields) -> tuple[np.dtype[Any], int, Callable[[Row], Any]]:
    """Plan a row: its named fields, one int64 word each or an array of them.

    Parameters
    ----------
    fields : sequence of (name, shape) or (name, shape, float)
        Shape ``()`` is one word. With ``float`` the field is an array whose words are
        read and written as float64.

    Returns
    -------
    dtype : numpy.dtype
        The row seen as one record.
    size : int
        Words in a row.
    named : callable
        ``named(row)`` opens a writable row (ndarray of int64, shape (size,))
        under its names. Inside kernels pass the result on; open once per entry.
        It does not keep the row in memory: a kernel that made the row itself
        must still use the row after the opened one.

    Notes
    -----
    Compiled code sees a record, plain Python a small class of views: a NumPy
    record would be ten times slower there, and an unpickled one ignores writes.
    """
    dtype = np.dtype(
        [(name, kind[0] if kind else np.int64, shape) for name, shape, *kind in fields]
    )
    size = dtype.itemsize // 8
    plain = _plain_class(fields)
    if not COMPILED:
        return dtype, size, plain

    def named(row: Row) -> Any:
        return plain(row)

    record = compiled.numba.from_dtype(dtype)

    @compiled.extending.type_callable(named)  # type: ignore[untyped-decorator]
    def _type(context: Any) -> Any:
        return lambda row: record if row in (_ROW, _ROW.copy(readonly=True)) else None

    @compiled.extending.lower_builtin(named, compiled.types.Array)  # type: ignore[untyped-decorator]
    def _point(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        row = context.make_array(signature.args[0])(context, builder, args[0])
        return builder.bitcast(row.data, context.get_value_type(record))

    return dtype, size, named


@inner
def clear_row(row: Row) -> None:
    """Set every word of a row to 0."""
    for i in range(len(row)):
        row[i] = 0


@inner
def copy_row(source: Row, target: Row) -> None:
    """Copy a row into another of the same length, word by word."""
    for i in range(len(target)):
        target[i] = source[i]


def word_names(fields: Fields) -> Iterator[str]:
    """Yield a name for each word of a row; the words of an array are numbered from 1."""
    for name, shape, *_ in fields:
        if shape:
            yield from (f"{name}_{i + 1}" for i in range(int(np.prod(shape))))
        else:
            yield name


def _plain_class(fields: Fields) -> Callable[[Row], Any]:
    arrays: list[tuple[str, int, int, tuple[int, ...], type]] = []
    body: dict[str, Any] = {"__slots__": ("row", *(name for name, shape, *_ in fields if shape))}
    at = 0
    for name, shape, *kind in fields:
        words = int(np.prod(shape)) if shape else 1
        if shape:
            arrays.append((name, at, at + words, shape, kind[0] if kind else np.int64))
        else:
            body[name] = _word(at)
        at += words

    def __init__(self: Any, row: Row) -> None:
        self.row = row
        for name, first, last, shape, kind in arrays:
            setattr(self, name, row[first:last].view(kind).reshape(shape))

    body["__init__"] = __init__
    return type("State", (), body)


def _word(at: int) -> property:
    def get(self: Any) -> int:
        return self.row.item(at)  # type: ignore[no-any-return]

    def put(self: Any, value: int) -> None:
        self.row[at] = value

    return property(get, put)
