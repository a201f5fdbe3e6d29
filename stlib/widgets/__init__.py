"""Boards to play on in a notebook, and explorers to ask things of. Each loads when first used."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stlib.base.lazy import load_lazily

if TYPE_CHECKING:
    from st2lib.wall_explorer import WallExplorer
    from stlib.st1.border_explorer import BorderExplorer
    from stlib.widgets.board import Board
    from stlib.widgets.claim_checker import ClaimChecker
    from stlib.widgets.odds_explorer import OddsExplorer
else:
    __getattr__, __dir__ = load_lazily(
        __name__,
        {
            "Board": "stlib.widgets.board",
            "BorderExplorer": "stlib.st1.border_explorer",
            "ClaimChecker": "stlib.widgets.claim_checker",
            "OddsExplorer": "stlib.widgets.odds_explorer",
            "WallExplorer": "st2lib.wall_explorer",
        },
    )

__all__ = ["Board", "BorderExplorer", "ClaimChecker", "OddsExplorer", "WallExplorer"]
