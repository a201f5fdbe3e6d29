"""Chunks of games in two processes and on two Dask workers, compared with one thread."""

import logging
import os
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context

import stlib
from benchmarks.table import Row
from benchmarks.timing import by_turns, seconds, span
from stlib import simulate
from stlib.simulate import tasks, workers

GAMES = 2_000_000
CHUNKS = 400
HALF_A_SECOND = 0.5  # what a chunk should take at least


def in_processes() -> Iterator[Row]:
    """Two processes of `concurrent.futures`, newly started and not forked."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        yield from _beside_a_thread("processes", pool, at_least=1.6)


def on_dask() -> Iterator[Row]:
    """Two worker processes of a Dask cluster on this machine."""
    try:
        import distributed  # noqa: F401
    except ImportError:
        yield Row("Dask", "not installed here: pip install 'schotten-totten-lab[cluster]'")
        return
    with dask_workers() as pool:
        yield from _beside_a_thread("Dask workers", pool, at_least=1.6)


@contextmanager
def dask_workers(n: int = 2) -> Iterator[Executor]:
    """Start a cluster of `n` processes and yield its executor."""
    from distributed import Client, LocalCluster

    options = {"threads_per_worker": 1, "dashboard_address": ":0", "silence_logs": logging.ERROR}
    with LocalCluster(n_workers=n, processes=True, **options) as cluster, Client(cluster) as client:
        yield client.get_executor()


def _beside_a_thread(name: str, pool: Executor, at_least: float) -> Iterator[Row]:
    """Two rows: how much faster two workers are than one thread, and what handing out costs."""
    if (os.cpu_count() or 1) < 2:
        yield Row(f"two {name}", "one processor here")
        return
    seeds = iter(range(1, 1000))  # Dask would return a stored result for the same chunk
    with ThreadPoolExecutor(1) as thread:
        _play(pool, GAMES // 4, next(seeds))
        one, two = by_turns(
            3, lambda: _play(thread, GAMES, next(seeds)), lambda: _play(pool, GAMES, next(seeds))
        )
    figures = f"{span(one)} / {span(two)} for {GAMES:,} games"
    if hasattr(os, "getloadavg"):
        figures += f"; {os.getloadavg()[0]:.1f} processes at work here"
    yield Row(f"ST1 uniform: one thread / two {name}", figures, one / two, at_least=at_least)
    (took,) = by_turns(3, lambda: seconds(lambda: _hand_out(pool, next(seeds))) / CHUNKS)
    figures = f"{span(took)}, {CHUNKS} chunks of one game each"
    ratio = HALF_A_SECOND / took
    yield Row(f"{name}: half a second / handing out a chunk", figures, ratio, at_least=100)


def _play(pool: Executor, n: int, seed: int) -> float:
    """Return the seconds that `n` games take."""
    options = {"executor": pool, "rows": False, "progress": False}
    return seconds(lambda: simulate.playouts(stlib.ST1, n, seed, **options))


def _hand_out(pool: Executor, seed: int) -> None:
    task = tasks.Playouts.of(stlib.ST1, stlib.ST1.variants["base"], ("uniform",) * 2, seed, None)
    for _ in workers.chunks(pool, task, [(i, 1) for i in range(CHUNKS)]):
        pass
