"""Compile the fast code once, so that the first cell need not wait: ``python -m stlib.warm``."""

import importlib
import time
from collections.abc import Callable
from functools import partial

from tqdm import tqdm

__all__ = ["warm"]

GAMES = (("stlib", "ST1"), ("st2lib", "ST2"))
"""Library and game of each; imported by name, as this library knows nothing of the second."""


def warm() -> None:
    """Call each compiled function once, with a line that shows how far it is."""
    start = time.perf_counter()
    steps = _steps()
    for _, step in tqdm(steps, desc="compiling", ncols=60, leave=False, disable=None):
        step()
    print(f"compiled code is ready ({time.perf_counter() - start:.1f} s)")


def _steps() -> list[tuple[str, Callable[[], None]]]:
    """Return what is to be called, with its name."""
    return [(library, partial(_play, library, game)) for library, game in GAMES]


def _play(library: str, name: str) -> None:
    """Play a game to its end, always by the first legal move."""
    position = getattr(importlib.import_module(library), name).deal(seed=1)
    while position.outcome is None:
        position = position.apply(position.legal_moves[0])


if __name__ == "__main__":
    warm()
