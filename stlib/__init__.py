"""Schotten Totten, and what it shares with its second part: learn, play, research.

``stlib.ST1`` is the game; ``prove``, ``formation`` and ``odds`` know its deck.
Every name loads what it needs when it is first used.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from stlib.base.lazy import load_lazily

if TYPE_CHECKING:
    from stlib import bots, exact_tables, plots, runs, simulate, svg, widgets
    from stlib.base import data_files as tables
    from stlib.base import stats, words
    from stlib.base.errors import CardError, GameError, MoveError, RecordError, SetupError
    from stlib.base.words import LANGUAGES, say
    from stlib.cards.card import Card, write_cards
    from stlib.cards.demand import ALL_KINDS, Deck, Demand, Kind
    from stlib.cards.moves import Move
    from stlib.claims.prove import Formation, Proof, Refutation
    from stlib.play.record import Record
    from stlib.play.table import Lane, Outcome
    from stlib.st1.position import ST1, Position, View
    from stlib.st1.rounds import Feud
    from stlib.st1.rules import BLIND_MANS_BLUFF, DECK, MUD_FIGHT, STONE, Variant
    from stlib.st1.tools import TOOLS as _TOOLS
    from stlib.teach import lessons, puzzles, showcase

    formation = _TOOLS.formation
    odds = _TOOLS.odds
    parse_cards = _TOOLS.parse_cards
    prove = _TOOLS.prove
else:
    __getattr__, __dir__ = load_lazily(
        __name__,
        {
            "ALL_KINDS": "stlib.cards.demand",
            "BLIND_MANS_BLUFF": "stlib.st1.rules",
            "Card": "stlib.st1.tools:TOOLS",
            "CardError": "stlib.base.errors",
            "DECK": "stlib.st1.rules",
            "Deck": "stlib.cards.demand",
            "Demand": "stlib.cards.demand",
            "Feud": "stlib.st1.rounds",
            "Formation": "stlib.claims.prove",
            "GameError": "stlib.base.errors",
            "Kind": "stlib.cards.demand",
            "LANGUAGES": "stlib.base.words",
            "Lane": "stlib.play.table",
            "MUD_FIGHT": "stlib.st1.rules",
            "Move": "stlib.cards.moves",
            "MoveError": "stlib.base.errors",
            "Outcome": "stlib.play.table",
            "Position": "stlib.st1.position",
            "Proof": "stlib.claims.prove",
            "Record": "stlib.play.record",
            "RecordError": "stlib.base.errors",
            "Refutation": "stlib.claims.prove",
            "ST1": "stlib.st1.position",
            "STONE": "stlib.st1.rules",
            "SetupError": "stlib.base.errors",
            "Variant": "stlib.st1.rules",
            "View": "stlib.st1.position",
            "bots": "stlib.bots:",
            "exact_tables": "stlib.exact_tables:",
            "formation": "stlib.st1.tools:TOOLS",
            "lessons": "stlib.teach.lessons:",
            "odds": "stlib.st1.tools:TOOLS",
            "parse_cards": "stlib.st1.tools:TOOLS",
            "plots": "stlib.plots:",
            "prove": "stlib.st1.tools:TOOLS",
            "puzzles": "stlib.teach.puzzles:",
            "runs": "stlib.runs:",
            "say": "stlib.base.words",
            "showcase": "stlib.teach.showcase:",
            "simulate": "stlib.simulate:",
            "stats": "stlib.base.stats:",
            "svg": "stlib.svg:",
            "tables": "stlib.base.data_files:",
            "widgets": "stlib.widgets:",
            "words": "stlib.base.words:",
            "write_cards": "stlib.cards.card",
        },
    )

__version__ = "0.1.0"

__all__ = [
    "ALL_KINDS",
    "BLIND_MANS_BLUFF",
    "DECK",
    "LANGUAGES",
    "MUD_FIGHT",
    "ST1",
    "STONE",
    "Card",
    "CardError",
    "Deck",
    "Demand",
    "Feud",
    "Formation",
    "GameError",
    "Kind",
    "Lane",
    "Move",
    "MoveError",
    "Outcome",
    "Position",
    "Proof",
    "Record",
    "RecordError",
    "Refutation",
    "SetupError",
    "Variant",
    "View",
    "bots",
    "exact_tables",
    "formation",
    "lessons",
    "odds",
    "parse_cards",
    "plots",
    "prove",
    "puzzles",
    "runs",
    "say",
    "showcase",
    "simulate",
    "stats",
    "svg",
    "tables",
    "widgets",
    "words",
    "write_cards",
]
