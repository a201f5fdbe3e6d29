"""Schotten Totten, and what it shares with its second part: learn, play, research.

``stlib.ST1`` is the game; ``prove``, ``formation`` and ``odds`` are bound to
its deck. Heavy parts load when they are first used.
"""

from __future__ import annotations

import importlib
from typing import Any

__version__ = "0.1.0"

#: Public name -> where it lives.
_HOMES = {
    "ALL_KINDS": "demands",
    "BLIND_MANS_BLUFF": "rules",
    "CardError": "errors",
    "DECK": "rules",
    "Deck": "demands",
    "Feud": "feud",
    "Demand": "demands",
    "Formation": "claims",
    "GameError": "errors",
    "Kind": "demands",
    "LANGUAGES": "words",
    "Lane": "table",
    "MUD_FIGHT": "rules",
    "Move": "notation",
    "MoveError": "errors",
    "Outcome": "table",
    "Proof": "claims",
    "Record": "record",
    "RecordError": "errors",
    "Refutation": "claims",
    "ST1": "position",
    "STONE": "rules",
    "SetupError": "errors",
    "Variant": "rules",
    "say": "words",
    "write_cards": "cards",
}
_MODULES = (
    "bots",
    "exact_tables",
    "lessons",
    "plots",
    "puzzles",
    "runs",
    "showcase",
    "simulate",
    "stats",
    "svg",
    "tables",
    "widgets",
    "words",
)
_BOUND = ("Card", "formation", "odds", "parse_cards", "prove")

__all__ = sorted([*_HOMES, *_MODULES, *_BOUND])


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(f"stlib.{name}")
    if name in _HOMES:
        value = getattr(importlib.import_module(f"stlib.{_HOMES[name]}"), name)
        if name == "ST1":
            let_tables_draw_themselves()
    elif name in _BOUND:
        from stlib.binding import bind
        from stlib.rules import DECK, STONE

        value = getattr(bind(DECK, STONE), name)
    else:
        raise AttributeError(f"module 'stlib' has no attribute {name!r}")
    globals()[name] = value
    return value


def let_tables_draw_themselves() -> None:
    """Give positions and views their picture, which loads when the first one is shown."""
    from stlib.table import Table

    def picture(table: Table) -> dict[str, str]:
        from stlib import svg

        drawn: dict[str, str] = svg.bundle(table)
        return drawn

    Table.picture = staticmethod(picture)


def __dir__() -> list[str]:
    return __all__
