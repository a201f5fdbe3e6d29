"""Boards to play on in a notebook."""

from stlib.widgets.board import Board

__all__ = ["Board"]
