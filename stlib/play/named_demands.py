"""What can be asked for at a lane, by a name that a list can hold, and in words.

Each game names its own demands in its ``places.py``; `say_demand` says any of them.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any, Protocol

from stlib.base.checks import shown
from stlib.base.errors import SetupError
from stlib.base.words import say, whole
from stlib.cards.demand import ALL_KINDS, Demand, Kind, demanded_kind
from stlib.play.table import Lane

if TYPE_CHECKING:
    from stlib.play.game import Game

__all__ = ["Places", "find_place", "first_place", "name_place", "places", "say_demand"]

_USUAL = (3, ALL_KINDS)


class Places(Protocol):
    """What a game's ``places.py`` holds."""

    def demands(self, variant: Any, /) -> dict[str, Demand]:
        """Return all demands of a variant by name."""

    def place_of(self, lane: Lane, /) -> str:
        """Return the name of what a lane of a table asks for now."""

    def say_place(self, name: str, lang: str, /) -> str:
        """Return a place as people call it: ``Gate, damaged``."""


@cache
def places(game: Game, variant: Any) -> dict[str, Demand]:
    """Return all demands of a game's variant by name."""
    return game.places.demands(variant)


def first_place(game: Game, variant: Any) -> str:
    """Return the place to begin with: the first where three cards and all kinds count."""
    found = places(game, variant)
    return next(name for name, demand in found.items() if (demand.size, demand.kinds) == _USUAL)


def find_place(game: Game, variant: Any, name: str) -> Demand:
    """Return the demand of this name; SetupError names all there are."""
    known = places(game, variant)
    if name not in known:
        choices = ", ".join(known)
        raise SetupError("not_one_of", name="place", value=shown(name), choices=choices)
    return known[name]


@whole
def name_place(game: Game, variant: Any, name: str, lang: str) -> str:
    """Return a place with its demand: ``Gate, damaged: 4 cards, total only, lower wins``."""
    asked = say_demand(find_place(game, variant, name), game.name, lang)
    return say("explorer.place.named", lang, name=game.places.say_place(name, lang), asked=asked)


@whole
def say_demand(demand: Demand, game: str, lang: str = "en") -> str:
    """Return a demand in words.

    Parameters
    ----------
    demand : Demand
        What is asked for.
    game : str
        The game's name; kinds are called as in its player aid.
    lang : {"en", "de", "fr", "nl"}
        Language.

    Examples
    --------
    >>> say_demand(Demand(3), "ST1")
    '3 cards, all kinds'
    """
    kind = demanded_kind(demand)
    if kind is None:
        what = say("demand.all", lang)
    elif kind == Kind.SUM:
        what = say("demand.higher" if demand.sign > 0 else "demand.lower", lang)
    else:
        what = kind.say(lang, game)
    return say("demand.asks", lang, n=demand.size, what=what)
