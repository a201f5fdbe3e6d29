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
    "ALL_KINDS": "stlib.cards.demand",
    "BLIND_MANS_BLUFF": "stlib.st1.rules",
    "CardError": "stlib.base.errors",
    "DECK": "stlib.st1.rules",
    "Deck": "stlib.cards.demand",
    "Feud": "stlib.st1.rounds",
    "Demand": "stlib.cards.demand",
    "Formation": "stlib.claims.prove",
    "GameError": "stlib.base.errors",
    "Kind": "stlib.cards.demand",
    "LANGUAGES": "stlib.base.words",
    "Lane": "stlib.play.table",
    "MUD_FIGHT": "stlib.st1.rules",
    "Move": "stlib.cards.moves",
    "MoveError": "stlib.base.errors",
    "Outcome": "stlib.play.table",
    "Proof": "stlib.claims.prove",
    "Record": "stlib.play.record",
    "RecordError": "stlib.base.errors",
    "Refutation": "stlib.claims.prove",
    "ST1": "stlib.st1.position",
    "STONE": "stlib.st1.rules",
    "SetupError": "stlib.base.errors",
    "Variant": "stlib.st1.rules",
    "say": "stlib.base.words",
    "write_cards": "stlib.cards.card",
}
_MODULES = {
    "bots": "stlib.bots",
    "exact_tables": "stlib.exact_tables",
    "lessons": "stlib.teach.lessons",
    "plots": "stlib.plots",
    "puzzles": "stlib.teach.puzzles",
    "runs": "stlib.runs",
    "showcase": "stlib.teach.showcase",
    "simulate": "stlib.simulate",
    "stats": "stlib.base.stats",
    "svg": "stlib.svg",
    "tables": "stlib.base.data_files",
    "widgets": "stlib.widgets",
    "words": "stlib.base.words",
}
_BOUND = ("Card", "formation", "odds", "parse_cards", "prove")

__all__ = sorted([*_HOMES, *_MODULES, *_BOUND])


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return importlib.import_module(_MODULES[name])
    if name in _HOMES:
        value = getattr(importlib.import_module(_HOMES[name]), name)
        if name == "ST1":
            let_tables_draw_themselves()
    elif name in _BOUND:
        from stlib.chances.tools import bind
        from stlib.st1.rules import DECK, STONE

        value = getattr(bind(DECK, STONE), name)
    else:
        raise AttributeError(f"module 'stlib' has no attribute {name!r}")
    globals()[name] = value
    return value


def let_tables_draw_themselves() -> None:
    """Give positions and views their picture, which loads when the first one is shown."""
    from stlib.play.table import Table

    def picture(table: Table) -> dict[str, str]:
        from stlib import svg

        drawn: dict[str, str] = svg.bundle(table)
        return drawn

    Table.picture = staticmethod(picture)


def __dir__() -> list[str]:
    return __all__
