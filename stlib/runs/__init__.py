"""Long runs: games written to a folder as they are played, resumed after any end."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stlib.base.lazy import load_lazily

if TYPE_CHECKING:
    from stlib.runs.running import Run, load, resume, start
else:
    __getattr__, __dir__ = load_lazily(
        __name__,
        {
            "Run": "stlib.runs.running",
            "load": "stlib.runs.running",
            "resume": "stlib.runs.running",
            "start": "stlib.runs.running",
        },
    )

__all__ = ["Run", "load", "resume", "start"]
