"""What can be asked for at a lane of either game, by a name that a list can hold."""

from __future__ import annotations

from functools import cache
from typing import Any

from stlib.base.errors import SetupError
from stlib.base.words import say, whole
from stlib.cards.demand import ALL_KINDS, Demand, Kind, demanded_kind
from stlib.play.game import Game
from stlib.play.table import Lane

__all__ = ["find_place", "first_place", "name_place", "place_of", "places", "say_demand"]

_STONE = "stone"
_DAMAGED = "_damaged"
_USUAL = (3, ALL_KINDS)


@cache
def places(game: Game, variant: Any) -> dict[str, Demand]:
    """Return all demands of a game: of a stone and its combat modes, or of all tiles' faces."""
    if not hasattr(game.rules, "TILES"):
        return {mode or _STONE: variant.demand(0, mode) for mode in game.rules.MODES}
    return {
        tile.name + _DAMAGED * damaged: variant.demand(lane, bool(damaged))
        for damaged in (0, 1)
        for lane, tile in enumerate(game.rules.TILES)
    }


def first_place(game: Game, variant: Any) -> str:
    """Return the place to begin with: the first where three cards and all kinds count."""
    found = places(game, variant)
    return next(name for name, demand in found.items() if (demand.size, demand.kinds) == _USUAL)


def find_place(game: Game, variant: Any, name: str) -> Demand:
    """Return the demand of this name; SetupError names all there are."""
    known = places(game, variant)
    if name not in known:
        choices = ", ".join(known)
        raise SetupError("not_one_of", name="place", value=repr(name), choices=choices)
    return known[name]


def place_of(lane: Lane) -> str:
    """Return the name of what a lane of a table asks for now."""
    if lane.name == _STONE:
        return lane.mode or _STONE
    return lane.name + _DAMAGED * lane.damaged


@whole
def name_place(game: Game, variant: Any, name: str, lang: str) -> str:
    """Return a place as people call it: ``Gate, damaged: 4 cards, total only, lower wins``."""
    demand = find_place(game, variant, name)
    asked = say_demand(demand, game, lang)
    if not hasattr(game.rules, "TILES"):
        key = "explorer.place.stone" if name == _STONE else f"tactic.ST1_{name}"
        return say("explorer.place.named", lang, name=say(key, lang), asked=asked)
    face = say("board.damaged" if name.endswith(_DAMAGED) else "board.intact", lang)
    tile = say(f"lane.{name.removesuffix(_DAMAGED)}", lang)
    return say("explorer.place.face", lang, name=tile, face=face, asked=asked)


@whole
def say_demand(demand: Demand, game: Game, lang: str) -> str:
    """Return what is asked for: ``3 cards, all kinds``."""
    kind = demanded_kind(demand)
    if kind is None:
        what = say("board.demand.all", lang)
    elif kind == Kind.SUM:
        what = say("board.demand.higher" if demand.sign > 0 else "board.demand.lower", lang)
    else:
        what = kind.say(lang, game.name)
    return say("explorer.place.demand", lang, n=demand.size, what=what)
