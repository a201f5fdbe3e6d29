"""Bots: objects that choose moves from views. The same names play both games."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stlib.base.lazy import load_lazily

if TYPE_CHECKING:
    from stlib.base.luck import Luck
    from stlib.bots.policy import Bot, PolicyBot, bot_of, check_asked, make, names
else:
    __getattr__, __dir__ = load_lazily(
        __name__,
        {
            "Bot": "stlib.bots.policy",
            "Luck": "stlib.base.luck",
            "PolicyBot": "stlib.bots.policy",
            "bot_of": "stlib.bots.policy",
            "check_asked": "stlib.bots.policy",
            "make": "stlib.bots.policy",
            "names": "stlib.bots.policy",
        },
    )

__all__ = ["Bot", "Luck", "PolicyBot", "bot_of", "check_asked", "make", "names"]
