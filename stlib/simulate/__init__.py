"""Many games: compiled playouts in threads, and matches between bots.

Game *i* of a run depends on the seed and on *i* alone, so neither the number
of workers nor the size of chunks changes a result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stlib.base.lazy import load_lazily

if TYPE_CHECKING:
    from stlib.simulate.column_meanings import columns
    from stlib.simulate.matches import MatchResults
    from stlib.simulate.playing import play_match, playouts
    from stlib.simulate.results import Results
else:
    __getattr__, __dir__ = load_lazily(
        __name__,
        {
            "MatchResults": "stlib.simulate.matches",
            "Results": "stlib.simulate.results",
            "columns": "stlib.simulate.column_meanings",
            "play_match": "stlib.simulate.playing",
            "playouts": "stlib.simulate.playing",
        },
    )

__all__ = ["MatchResults", "Results", "columns", "play_match", "playouts"]
