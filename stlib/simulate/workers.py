"""Games handed out in chunks to threads, processes or a cluster, and gathered again.

A chunk takes a fraction of a second, so that an interrupt is soon obeyed. No
more chunks wait than the workers can take, so memory does not grow with the
number of games. Where a pool of workers breaks or a cluster is closed, its
chunks are played again in threads: game *i* is the same wherever it is played.
Workers that have other code than this process are refused.
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

#: First game and number of games.
Span = tuple[int, int]

_CHUNK_SECONDS = 0.3  # short enough to stop soon when interrupted
_MAX_CHUNK = 100_000
_WIDTH_HOLDS = 2.0  # seconds until a cluster is asked again how large it is


def run_chunk(task: Task, first: int, n: int) -> Any:
    """Play what a task numbers `first` … `first + n - 1`."""
    return task.play(first, n)


def chunks(
    executor: Executor | None, task: Task, spans: Iterable[Span]
) -> Iterator[tuple[int, Any]]:
    """Yield (first game, rows) of chunks as they finish.

    Parameters
    ----------
    executor : Executor or None
        Where chunks run; None is this process, in threads if the task allows.
    task : Task
        What is played, see `stlib.simulate.tasks`.
    spans : iterable of (int, int)
        The games to play: first game and number. No chunk reaches over two.
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
    """Keep the workers busy; whatever ends this, what they did not finish goes back."""
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


class _Workers:
    """An executor; whatever it says when its workers are gone becomes BrokenExecutor."""

    def __init__(self, executor: Executor) -> None:
        self._executor = executor
        self._here = isinstance(executor, ThreadPoolExecutor)
        self._asked, self._width = float("-inf"), 1
        self._mark = os.urandom(8)  # Dask answers an equal call with what it knows, errors too
        self._dumps = _dumps(executor)

    @property
    def width(self) -> int:
        """How many chunks are played at a time, as far as the executor says; a cluster may grow."""
        now = time.monotonic()
        if now - self._asked >= _WIDTH_HOLDS:
            with _losses(AttributeError):  # a closed client lacks what one would ask
                self._asked, self._width = now, _width(self._executor)
        return self._width

    def hand_in(self, task: Task, span: Span) -> Future[Any]:
        """Hand in a chunk, for workers elsewhere with the version of the code."""
        work: tuple[Any, ...] = (run_chunk, task, *span)
        if not self._here:
            call = _Call(self._mark, _version_here(task.game), task, *span)
            work = (pickle.loads, self._dumps(call))
        with _losses(RuntimeError):  # a pool that is shut down says no more than this
            return self._executor.submit(*work)

    def result(self, future: Future[Any]) -> Any:
        """Return a chunk that is finished; SetupError if the worker lacks what it takes."""
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
    """When this is unpickled, a chunk is played.

    A worker that lacks this library then fails in the chunk, and says so. If it were handed the
    function itself, a worker of Dask would end, and the run wait for it for ever.
    """

    def __init__(self, *given: Any) -> None:
        self._given = given

    def __reduce__(self) -> tuple[Any, ...]:
        return _run_elsewhere, self._given


class _Failed(NamedTuple):
    """An error of the play itself that looks like one of a worker that lacks something."""

    why: Exception


def _run_elsewhere(mark: bytes, code: str, task: Task, first: int, n: int) -> Any:
    """Play a chunk in a worker, if it has the code of the process that asks for it.

    The mark means nothing: with it no two runs make the same call.
    """
    if (here := _version_here(task.game)) != code:
        raise SetupError("worker_differs", then=here, now=code)
    try:
        return run_chunk(task, first, n)
    except (ImportError, AttributeError) as why:
        return _Failed(why)


@contextmanager
def _losses(*more: type[Exception]) -> Iterator[None]:
    """Turn what says that workers are gone into BrokenExecutor.

    Dask's futures are cancelled when its client or cluster is closed or lost; a chunk on which
    worker after worker died, and a closed client, have errors of their own.
    """
    try:
        yield
    except Exception as why:
        dask = type(why).__module__.partition(".")[0] == "distributed"
        if dask or isinstance(why, (CancelledError, *more)):
            raise BrokenExecutor(str(why)) from why
        raise


def _dumps(executor: Executor) -> Callable[[Any], bytes]:
    """Return what writes a call for workers; Dask's takes along what a notebook defines."""
    dask = getattr(executor, "_client", None) is not None
    found: Callable[[Any], bytes] = importlib.import_module(
        "cloudpickle" if dask else "pickle"
    ).dumps
    return found


def _width(executor: Executor) -> int:
    """Return how many chunks an executor plays at a time, as far as it says."""
    client = getattr(executor, "_client", None)
    if client is not None:  # Dask's
        return sum(client.nthreads().values()) or cores()
    return int(getattr(executor, "_max_workers", 0)) or cores()


def code_version(game: Any) -> str:
    """Return a hash of all sources that the games depend on; compiled or plain is the same."""
    return hash_of(Path(str(game.kernels.__file__)))[:20]


_version_here = cache(code_version)


def bar(total: int, progress: bool, done: int = 0) -> Any:
    """Return a progress bar with pace and time left; it shows after a second."""
    from tqdm.auto import tqdm

    return tqdm(
        total=total, initial=done, disable=not progress, delay=1, unit="game", unit_scale=True
    )


def cores() -> int:
    """Return how many threads to play in."""
    return os.cpu_count() or 1
