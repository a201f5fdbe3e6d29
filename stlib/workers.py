"""Games handed out in chunks to threads, processes or a cluster, and gathered again.

A chunk takes a fraction of a second, so that an interrupt is soon obeyed. No
more chunks wait than the workers can take, so memory does not grow with the
number of games. Where a pool of workers breaks, its chunks are played again
in threads: game *i* is the same wherever it is played.
"""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from typing import Any

import numpy as np

from stlib import words

__all__ = ["Span", "bar", "chunks", "cores", "run_chunk"]

#: First game and number of games.
Span = tuple[int, int]

_CHUNK_SECONDS = 0.3  # short enough to stop soon when interrupted
_MAX_CHUNK = 100_000
_TRIED = (16, 64)  # the first compiles, in this thread alone; the second shows the pace


def run_chunk(task: tuple[Any, ...], first: int, n: int) -> np.ndarray:
    """Play games `first` … `first + n - 1`; returns ndarray of int64, shape (n, columns)."""
    game, key, codes, numbers = task
    out = np.zeros((n, len(game.kernels.COLUMNS)), np.int64)
    game.kernels.playouts(key, first, n, *codes, *numbers, out)
    return out


def chunks(
    executor: Executor | None, task: tuple[Any, ...], spans: Iterable[Span]
) -> Iterator[tuple[int, np.ndarray]]:
    """Yield (first game, rows) of chunks as they finish.

    Parameters
    ----------
    executor : Executor or None
        Where chunks run; None is threads of this process.
    task : tuple
        Game, key, codes of the deal, numbers of the policies.
    spans : iterable of (int, int)
        The games to play: first game and number. No chunk reaches over two.
    """
    todo = _Todo(spans)
    pace = 1.0
    for most in _TRIED:
        if (span := todo.take(most)) is None:
            return
        begun = time.perf_counter()
        out = run_chunk(task, *span)
        pace = (time.perf_counter() - begun) / span[1]
        yield span[0], out
    size = int(min(max(_CHUNK_SECONDS / max(pace, 1e-9), 1), _MAX_CHUNK))
    if executor is not None:
        try:
            yield from _spread(executor, task, todo, size)
            return
        except BrokenExecutor:
            warnings.warn(words.say("run.worker_lost"), RuntimeWarning, stacklevel=2)
    with ThreadPoolExecutor(cores()) as threads:
        yield from _spread(threads, task, todo, size)


def _spread(
    executor: Executor, task: tuple[Any, ...], todo: _Todo, size: int
) -> Iterator[tuple[int, np.ndarray]]:
    """Keep the workers busy; whatever ends this, what they did not finish goes back."""
    waiting: dict[Future[np.ndarray], Span] = {}
    broken = False
    try:
        while True:
            while len(waiting) < 2 * _width(executor) and (span := todo.take(size)):
                with todo.held(span):
                    waiting[executor.submit(run_chunk, task, *span)] = span
            if not waiting:
                return
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                out = future.result()
                yield waiting.pop(future)[0], out
    except BrokenExecutor:
        broken = True  # its own thread fails what waits, and stumbles over what is cancelled
        raise
    finally:
        for future, span in waiting.items():
            if not broken:
                future.cancel()
            todo.give_back(span)


class _Todo:
    """Games still to hand out."""

    def __init__(self, spans: Iterable[Span]) -> None:
        self._spans = iter(spans)
        self._back: list[Span] = []

    def take(self, most: int) -> Span | None:
        """Return the next games, at most so many, or None when all are handed out."""
        span = self._back.pop() if self._back else next(self._spans, None)
        if span is None:
            return None
        first, n = span
        if n > most:
            self._back.append((first + most, n - most))
        return first, min(n, most)

    def give_back(self, span: Span) -> None:
        """Take back games that nobody played."""
        self._back.append(span)

    @contextmanager
    def held(self, span: Span) -> Iterator[None]:
        """Take these games back if they cannot be handed out."""
        try:
            yield
        except BaseException:
            self.give_back(span)
            raise


def _width(executor: Executor) -> int:
    """Return how many chunks an executor plays at a time, as far as it says."""
    return int(getattr(executor, "_max_workers", 0)) or cores()


def bar(total: int, progress: bool, done: int = 0) -> Any:
    """Return a progress bar with pace and time left; it shows after a second."""
    from tqdm.auto import tqdm

    return tqdm(
        total=total, initial=done, disable=not progress, delay=1, unit="game", unit_scale=True
    )


def cores() -> int:
    """Return how many threads to play in."""
    return os.cpu_count() or 1
