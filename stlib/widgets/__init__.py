"""Boards to play on in a notebook, and explorers to ask things of. Each loads when first used."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from stlib.widgets.board import Board
    from stlib.widgets.border_explorer import BorderExplorer
    from stlib.widgets.claim_checker import ClaimChecker
    from stlib.widgets.odds_explorer import OddsExplorer
    from stlib.widgets.wall_explorer import WallExplorer

_HOMES = {
    "Board": "board",
    "BorderExplorer": "border_explorer",
    "ClaimChecker": "claim_checker",
    "OddsExplorer": "odds_explorer",
    "WallExplorer": "wall_explorer",
}

__all__ = ["Board", "BorderExplorer", "ClaimChecker", "OddsExplorer", "WallExplorer"]


def __getattr__(name: str) -> Any:
    if name not in _HOMES:
        raise AttributeError(f"module 'stlib.widgets' has no attribute {name!r}")
    value = getattr(importlib.import_module(f"stlib.widgets.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
