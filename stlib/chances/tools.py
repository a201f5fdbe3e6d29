"""The tools each library offers under the same names, bound to its own deck."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from stlib.cards import card
from stlib.cards.card import Cards, card_class, parse_cards
from stlib.cards.demand import Deck, Demand
from stlib.claims.prove import Formations, Prover

if TYPE_CHECKING:
    from stlib.chances.odds import Odds

__all__ = ["Tools", "bind"]


@dataclass(frozen=True)
class Tools:
    """Everything that needs to know a deck.

    Parameters
    ----------
    deck : Deck
        Whose cards.
    demand : Demand
        What a lane asks for where a call does not say.
    """

    deck: Deck
    demand: Demand

    @property
    def Card(self) -> type[card.Card]:
        """Class of the deck's cards."""
        return card_class(self.deck)

    @property
    def formation(self) -> Formations:
        """Rate cards."""
        return Formations(self.deck, self.demand)

    @property
    def prove(self) -> Prover:
        """Prove or refute a claim."""
        return Prover(self.deck, self.demand)

    @property
    def odds(self) -> Odds:
        """Exact chances."""
        from stlib.chances.odds import Odds

        return Odds(self.deck, self.demand)

    def parse_cards(self, text: Cards) -> tuple[card.Card, ...]:
        """Read cards of this deck, ``"r7 r8, blue 9"``; CardError names what is none."""
        return parse_cards(text, self.deck)


def bind(deck: Deck, demand: Demand) -> Tools:
    """Return the tools for a deck."""
    return Tools(deck, demand)
