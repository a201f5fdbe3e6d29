"""Sharing out games: chunks of them go to threads, processes or a cluster, and rows come back.

A chunk takes a fraction of a second, so an interrupt is obeyed soon. Only a few
chunks for each worker wait at a time, so memory does not grow with the number
of games. If a pool of workers breaks or a cluster is closed, its chunks are
played again in this process: game *i* is the same wherever it is played.
Workers whose code differs from that of this process are refused.
"""

from __future__ import annotations

import importlib
import os
import pickle
import time
import warnings
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from stlib.base import words
from stlib.base.errors import SetupError
from stlib.base.imports import hash_of

if TYPE_CHECKING:
    from stlib.simulate.tasks import Task

__all__ = ["Span", "bar", "chunks", "code_version", "cores", "run_chunk"]

#: Number of the first game, and how many games.
Span = tuple[int, int]

_CHUNK_SECONDS = 0.3  # how long a chunk should take: an interrupt waits for it
_MAX_CHUNK = 100_000  # games
_WIDTH_HOLDS = 2.0  # seconds until a cluster is asked again how many workers it has


def run_chunk(task: Task, first: int, n: int) -> Any:
    """Play the games of a task with the numbers `first` to `first + n - 1`."""
    return task.play(first, n)


def chunks(
    executor: Executor | None, task: Task, spans: Iterable[Span]
) -> Iterator[tuple[int, Any]]:
    """Yield (first game, rows) of chunks as they finish.

    Parameters
    ----------
    executor : Executor or None
        Where chunks are played. None means this process, in threads if the
        task allows it.
    task : Task
        What is played, see `stlib.simulate.tasks`.
    spans : iterable of (int, int)
        The games to play: number of the first game, and how many. A chunk
        never holds games of two spans.
    """
    todo = _Todo(spans)
    pace = 1.0
    for most in task.tried:
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
    yield from _here(task, todo, size)


def _here(task: Task, todo: _Todo, size: int) -> Iterator[tuple[int, Any]]:
    """Play in this process."""
    if task.in_threads:
        with ThreadPoolExecutor(cores()) as threads:
            yield from _spread(threads, task, todo, size)
        return
    while span := todo.take(1):
        yield span[0], run_chunk(task, *span)


def _spread(executor: Executor, task: Task, todo: _Todo, size: int) -> Iterator[tuple[int, Any]]:
    """Keep the workers busy; on any exit, give back the games they did not finish."""
    waiting: dict[Future[Any], Span] = {}
    workers = _Workers(executor)
    broken = False
    try:
        while True:
            while len(waiting) < 2 * workers.width and (span := todo.take(size)):
                with todo.held(span):
                    waiting[workers.hand_in(task, span)] = span
            if not waiting:
                return
            done, _ = wait(waiting, return_when=FIRST_COMPLETED)
            for future in done:
                out = workers.result(future)
                yield waiting.pop(future)[0], out
    except BrokenExecutor:
        # Do not cancel: the broken pool's own thread fails the pending futures and crashes
        # on cancelled ones.
        broken = True
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
        """Return the next games, at most `most`, or None if all are handed out."""
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
        """Take these games back if the block fails to hand them out."""
        try:
            yield
        except BaseException:
            self.give_back(span)
            raise


class _Workers:
    """An executor. Every error that means its workers are gone becomes BrokenExecutor."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._here = isinstance(executor, ThreadPoolExecutor)
        self._asked, self._width = float("-inf"), 1
        # Dask caches results by call; an identical later call would return the cached result, or
        # the cached error, so each run adds a random mark.
        self._mark = os.urandom(8)
        self._dumps = _dumps(executor)

    @property
    def width(self) -> int:
        """How many chunks are played at a time; asked again now and then, as a cluster may grow."""
        now = time.monotonic()
        if now - self._asked >= _WIDTH_HOLDS:
            with _losses(AttributeError):  # a closed client has lost the attributes asked for
                self._asked, self._width = now, _width(self._executor)
        return self._width

    def hand_in(self, task: Task, span: Span) -> Future[Any]:
        """Submit a chunk; for workers in other processes with the hash of our code."""
        work: tuple[Any, ...] = (run_chunk, task, *span)
        if not self._here:
            call = _Call(self._mark, _version_here(task.game), task, *span)
            work = (pickle.loads, self._dumps(call))
        with _losses(RuntimeError):  # what a pool raises that was shut down
            return self._executor.submit(*work)

    def result(self, future: Future[Any]) -> Any:
        """Return a finished chunk; SetupError if the worker lacks a package."""
        try:
            with _losses():
                out = future.result()
        except (ImportError, AttributeError) as why:
            if self._here:
                raise
            raise SetupError("worker_lacks", why=str(why)) from why
        if isinstance(out, _Failed):
            raise out.why
        return out


class _Call:
    """Bytes that play a chunk when they are unpickled.

    A worker that lacks this library then fails inside the chunk, and the error comes back. If
    it were sent the function itself, a worker of Dask would end, and the run would wait for it
    for ever.
    """

    def __init__(self, *given: Any) -> None:
        self._given = given

    def __reduce__(self) -> tuple[Any, ...]:
        return _run_elsewhere, self._given


class _Failed(NamedTuple):
    """Wraps an error raised by the game or a bot.

    Unwrapped, an ImportError would be mistaken for a missing package on the worker.
    """

    why: Exception


def _run_elsewhere(mark: bytes, code: str, task: Task, first: int, n: int) -> Any:
    """Play a chunk in a worker, if its code is that of the process that asks.

    The mark is not used: it makes the calls of two runs differ.
    """
    if (here := _version_here(task.game)) != code:
        raise SetupError("worker_differs", then=here, now=code)
    try:
        return run_chunk(task, first, n)
    except (ImportError, AttributeError) as why:
        return _Failed(why)


@contextmanager
def _losses(*more: type[Exception]) -> Iterator[None]:
    """Turn the errors that mean "the workers are gone" into BrokenExecutor.

    Dask cancels its futures when the client or the cluster is closed or lost. It has errors of
    its own for a closed client and for a chunk on which several workers died.
    """
    try:
        yield
    except Exception as why:
        dask = type(why).__module__.partition(".")[0] == "distributed"
        if dask or isinstance(why, (CancelledError, *more)):
            raise BrokenExecutor(str(why)) from why
        raise


def _dumps(executor: Executor) -> Callable[[Any], bytes]:
    """Return the function that pickles a call; for Dask it includes what a notebook defines."""
    dask = getattr(executor, "_client", None) is not None
    found: Callable[[Any], bytes] = importlib.import_module(
        "cloudpickle" if dask else "pickle"
    ).dumps
    return found


def _width(executor: Executor) -> int:
    """Return how many chunks an executor plays at a time; our cores if it does not say."""
    client = getattr(executor, "_client", None)  # Dask has one
    if client is not None:
        return sum(client.nthreads().values()) or cores()
    return int(getattr(executor, "_max_workers", 0)) or cores()


def code_version(game: Any) -> str:
    """Return a hash of all sources that the games depend on.

    It does not depend on whether numba compiles them.
    """
    return hash_of(Path(str(game.kernels.__file__)))[:20]


_version_here = cache(code_version)


def bar(total: int, progress: bool, done: int = 0) -> Any:
    """Return a progress bar with speed and time left; it appears after one second."""
    from tqdm.auto import tqdm

    return tqdm(
        total=total, initial=done, disable=not progress, delay=1, unit="game", unit_scale=True
    )


def cores() -> int:
    """Return the number of processor cores."""
    return os.cpu_count() or 1
