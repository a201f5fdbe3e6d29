"""Exact chances: to complete a formation, to beat a side; how many sets and hands make what.

Cards that nobody has seen are exchangeable, so the next cards to come are a
uniform subset of them. `Odds` in ``odds.py`` is bound to a deck, and each game
offers its own under the name ``odds``. Every chance is a `fractions.Fraction`,
which ``float()`` turns into a decimal number; `percent` writes it for people.

The room has two layers. Files named for a question answer it (``one_side``,
``gains``, ``waiting``, ``both_draw``, ``whole_view``, ``hands``): plain functions
over a `Question`. Files named ``count_...`` hold the exact counts: of one kind
(``count_kind``), of a strength or a stronger one (``count_at_least``,
``count_cells``), where both sides draw (``count_both_...``), of sets and hands
(``count_hands``); ``count_misses`` chooses among them for one side.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stlib.base.lazy import load_lazily

if TYPE_CHECKING:
    from stlib.chances.both_draw import duel_assumes
    from stlib.chances.gains import Gain
    from stlib.chances.odds import Odds
    from stlib.chances.percents import percent
    from stlib.chances.question import OddsError
    from stlib.chances.waiting import Waiting
    from stlib.chances.whole_view import LaneOdds, view_assumes
else:
    __getattr__, __dir__ = load_lazily(
        __name__,
        {
            "Gain": "stlib.chances.gains",
            "LaneOdds": "stlib.chances.whole_view",
            "Odds": "stlib.chances.odds",
            "OddsError": "stlib.chances.question",
            "Waiting": "stlib.chances.waiting",
            "duel_assumes": "stlib.chances.both_draw",
            "percent": "stlib.chances.percents",
            "view_assumes": "stlib.chances.whole_view",
        },
    )

__all__ = [
    "Gain",
    "LaneOdds",
    "Odds",
    "OddsError",
    "Waiting",
    "duel_assumes",
    "percent",
    "view_assumes",
]
