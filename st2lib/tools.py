"""Proofs, odds and card reading with the cards of Schotten Totten 2."""

from __future__ import annotations

from st2lib.rules import DECK, WALL
from stlib.chances.tools import bind

__all__ = ["TOOLS"]

TOOLS = bind(DECK, WALL)
