"""Schotten Totten 2, the siege: the same names as in ``stlib``, for its own deck."""

from __future__ import annotations

import importlib
from typing import Any

import stlib

__version__ = "0.1.0"

#: Public name -> module it lives in.
_HOMES = {
    "DECK": "st2lib.rules",
    "ST2": "st2lib.position",
    "TILES": "st2lib.rules",
    "Variant": "st2lib.rules",
    "Kind": "stlib.cards.demand",
    "Match": "st2lib.match",
    "Result": "st2lib.match",
}
_BOUND = ("Card", "formation", "odds", "parse_cards", "prove")

__all__ = sorted([*_HOMES, *_BOUND])


def __getattr__(name: str) -> Any:
    if name in _HOMES:
        value = getattr(importlib.import_module(_HOMES[name]), name)
        if name == "ST2":
            stlib.let_tables_draw_themselves()
    elif name in _BOUND:
        from st2lib.rules import DECK, WALL
        from stlib.chances.tools import bind

        value = getattr(bind(DECK, WALL), name)
    else:
        raise AttributeError(f"module 'st2lib' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return __all__
