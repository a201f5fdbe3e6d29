"""All exact chances with cards of one deck, under one name."""

from __future__ import annotations

from stlib.chances.hands import Dealt
from stlib.chances.whole_view import Views

__all__ = ["Odds"]


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
