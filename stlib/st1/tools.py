"""Proofs, odds and card reading with the cards of Schotten Totten."""

from __future__ import annotations

from stlib.chances.tools import bind
from stlib.st1.rules import DECK, STONE

__all__ = ["TOOLS"]

TOOLS = bind(DECK, STONE)
