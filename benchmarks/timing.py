"""Timing on a machine that others use too: take turns and keep the shortest of many rounds."""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def seconds(work: Callable[[], object]) -> float:
    """Return how many seconds `work` takes by the clock."""
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def effort(work: Callable[[], object]) -> float:
    """Return the processor seconds of `work`, which other work on the machine changes little."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def by_turns(rounds: int, *works: Callable[[], float]) -> list[float]:
    """Let each of `works` measure itself in every round; return the lowest figure of each."""
    least = [float("inf")] * len(works)
    for _ in range(rounds):
        for i, work in enumerate(works):
            least[i] = min(least[i], work())
    return least


def child(code: str, **environment: str) -> str:
    """Run Python code in a process of its own and return what it prints."""
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=ROOT,
        env=dict(os.environ, **environment),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout


def span(time_in_seconds: float) -> str:
    """Write a time in a fitting unit."""
    for unit, size in (("s", 1), ("ms", 1e-3), ("µs", 1e-6)):
        if time_in_seconds >= size:
            return f"{time_in_seconds / size:.3g} {unit}"
    return f"{time_in_seconds * 1e9:.3g} ns"
