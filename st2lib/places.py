"""What a wall tile can ask for, by name: the tile's, with ``_damaged`` for its other face."""

from __future__ import annotations

from st2lib import rules
from stlib.base.words import say
from stlib.cards.demand import Demand
from stlib.play.table import Lane

__all__ = ["demands", "place_of", "say_place"]

_DAMAGED = "_damaged"


def demands(variant: rules.Variant) -> dict[str, Demand]:
    """Return the demands of all tiles, first the intact faces, then the damaged ones."""
    return {
        tile.name + _DAMAGED * damaged: variant.demand(lane, damaged)
        for damaged in (False, True)
        for lane, tile in enumerate(rules.TILES)
    }


def place_of(lane: Lane) -> str:
    """Return the name of the face that a tile shows now."""
    return lane.name + _DAMAGED * lane.damaged


def say_place(name: str, lang: str) -> str:
    """Return a place as people call it: ``Gate, damaged``."""
    face = say("board.damaged" if name.endswith(_DAMAGED) else "board.intact", lang)
    tile = say(f"lane.{name.removesuffix(_DAMAGED)}", lang)
    return say("explorer.place.face", lang, name=tile, face=face)
