"""Bots: objects that choose moves from views. The same names play both games."""

from stlib.bots.policy import Bot, PolicyBot, make, names

__all__ = ["Bot", "PolicyBot", "make", "names"]
