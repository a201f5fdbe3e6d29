"""What a run needs so that stopping it, or a full disk, loses nothing that was done."""

from __future__ import annotations

import importlib.util
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from pathlib import Path
from typing import Any

from stlib.errors import SetupError

__all__ = ["Keeping", "RowsFile"]


class Keeping(Executor):
    """An executor whose `map` ends early when Ctrl-C is pressed, with what is done by then.

    Parameters
    ----------
    workers : int
        Processes, at most one a core; with one everything runs in this process.
    """

    def __init__(self, workers: int) -> None:
        self._n = n = min(workers, os.cpu_count() or 1)
        self._pool = ProcessPoolExecutor(n, initializer=_deaf) if n > 1 else None

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Run a call in a process, or here and now."""
        if self._pool:
            return self._pool.submit(fn, *args, **kwargs)
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future

    def map(self, fn: Callable[..., Any], *iterables: Iterable[Any], **more: Any) -> Iterator[Any]:
        """Yield the results in order; stopped before the first, the interrupt goes through."""
        begun = False
        try:
            for result in self._results(fn, zip(*iterables, strict=False)):
                yield result
                begun = True
        except KeyboardInterrupt:
            if not begun:
                raise

    def _results(self, fn: Callable[..., Any], tasks: Iterator[tuple[Any, ...]]) -> Iterator[Any]:
        """Yield results in order; no more calls wait than the processes soon take."""
        if not self._pool:
            yield from (fn(*task) for task in tasks)
            return
        waiting: deque[Future[Any]] = deque()
        for task in tasks:
            waiting.append(self._pool.submit(fn, *task))
            if len(waiting) >= 4 * self._n:
                yield waiting.popleft().result()
        yield from (future.result() for future in waiting)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the processes."""
        if self._pool:
            self._pool.shutdown(wait, cancel_futures=True)


def _deaf() -> None:
    """Leave Ctrl-C, which the terminal sends to every process, to the first one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


class RowsFile:
    """A file of rows that is there whole or not at all; found fault with before anything is played.

    Parameters
    ----------
    name : str
        Ends in ``.csv`` or ``.parquet``.

    Raises
    ------
    SetupError
        For another ending, where pyarrow is missing, or where the file cannot be written.
    """

    def __init__(self, name: str) -> None:
        self.name = name
        path = Path(name)
        if path.suffix not in (".csv", ".parquet"):
            raise SetupError("cli_rows", file=name)
        if path.suffix == ".parquet" and importlib.util.find_spec("pyarrow") is None:
            raise SetupError("cli_no_pyarrow")
        if path.is_dir():
            raise SetupError("cli_rows", file=name)
        self._part = path.with_name(f".{path.name}.{os.getpid()}.part")
        try:
            self._part.touch()
        except OSError as why:
            raise SetupError("cli_file", file=name, why=why.strerror or str(why)) from why

    def write(self, rows: Any) -> None:
        """Write a table, and only then put it in the place of what was there."""
        if self.name.endswith(".csv"):
            rows.to_csv(self._part)
        else:
            rows.to_parquet(self._part)
        os.replace(self._part, self.name)

    def drop(self) -> None:
        """Remove what is unfinished."""
        self._part.unlink(missing_ok=True)
