"""Schotten Totten 2, the siege: the same names as in ``stlib``, for its own deck."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stlib.base.lazy import load_lazily

if TYPE_CHECKING:
    from st2lib.match import Match, Result
    from st2lib.position import ST2, Position, View
    from st2lib.rules import DECK, TILES, Variant
    from st2lib.tools import TOOLS as _TOOLS
    from stlib.cards.card import Card
    from stlib.cards.demand import Kind
    from stlib.cards.moves import Move
    from stlib.play.record import Record
    from stlib.play.table import Outcome

    formation = _TOOLS.formation
    odds = _TOOLS.odds
    parse_cards = _TOOLS.parse_cards
    prove = _TOOLS.prove
else:
    __getattr__, __dir__ = load_lazily(
        __name__,
        {
            "Card": "st2lib.tools:TOOLS",
            "DECK": "st2lib.rules",
            "Kind": "stlib.cards.demand",
            "Match": "st2lib.match",
            "Move": "stlib.cards.moves",
            "Outcome": "stlib.play.table",
            "Position": "st2lib.position",
            "Record": "stlib.play.record",
            "Result": "st2lib.match",
            "ST2": "st2lib.position",
            "TILES": "st2lib.rules",
            "Variant": "st2lib.rules",
            "View": "st2lib.position",
            "formation": "st2lib.tools:TOOLS",
            "odds": "st2lib.tools:TOOLS",
            "parse_cards": "st2lib.tools:TOOLS",
            "prove": "st2lib.tools:TOOLS",
        },
    )

__version__ = "0.1.0"

__all__ = [
    "DECK",
    "ST2",
    "TILES",
    "Card",
    "Kind",
    "Match",
    "Move",
    "Outcome",
    "Position",
    "Record",
    "Result",
    "Variant",
    "View",
    "formation",
    "odds",
    "parse_cards",
    "prove",
]
