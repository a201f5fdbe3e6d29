"""Exact chances: to complete a formation, to beat a side; how many sets and hands make what.

Cards nobody has seen are exchangeable, so the next cards to come are a
uniform subset of them. `Odds` is bound to a deck; each game offers its own
under the name ``odds``. Every chance is a `fractions.Fraction`, which
``float()`` turns into a decimal number; `percent` writes it for people.
"""

from __future__ import annotations

from stlib.chances.asking import OddsError
from stlib.chances.dealt import Dealt
from stlib.chances.duel import duel_assumes
from stlib.chances.gains import Gain
from stlib.chances.percents import percent
from stlib.chances.views import LaneOdds, Views, view_assumes
from stlib.chances.waiting import Waiting

__all__ = ["Gain", "LaneOdds", "Odds", "OddsError", "Waiting", "duel_assumes", "percent"]
__all__ += ["view_assumes"]


class Odds(Views, Dealt):
    """Exact chances with cards of one deck.

    Parameters
    ----------
    deck : Deck
        Whose cards.
    demand : Demand
        What a lane asks for if a call does not say.
    """

    def __repr__(self) -> str:
        return f"Odds({self.deck!r}, {self.demand!r})"
