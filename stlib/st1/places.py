"""What a stone can ask for, by name: ``stone``, or the combat mode that lies on it."""

from __future__ import annotations

from stlib.base.words import say
from stlib.cards.demand import Demand
from stlib.play.table import Lane
from stlib.st1 import rules

__all__ = ["demands", "place_of", "say_place"]

_STONE = "stone"


def demands(variant: rules.Variant) -> dict[str, Demand]:
    """Return the demands of a stone as it is and under each combat mode."""
    return {mode or _STONE: variant.demand(0, mode) for mode in rules.MODES}


def place_of(lane: Lane) -> str:
    """Return the name of what a stone asks for now."""
    return lane.mode or _STONE


def say_place(name: str, lang: str) -> str:
    """Return a place as people call it: ``Border stone``, ``Mud Fight``."""
    return say("explorer.place.stone" if name == _STONE else f"tactic.{rules.NAME}_{name}", lang)
