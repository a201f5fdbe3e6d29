"""What a player may do now, sorted by where on the board it is done."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from stlib.cards.card import Card
from stlib.cards.moves import Move

__all__ = ["Offers", "button"]


@dataclass(frozen=True)
class Offers:
    """What a player may do now, for the live board.

    Parameters
    ----------
    places : dict of int to dict of str to int
        For each lane, the cards (as text) that may be laid there and the move's id.
    buttons : dict of (int, str) to int
        For each lane and verb the move's id.
    fresh : set of Card
        Cards laid since the player's last decision.
    touched : set of int
        Lanes where something else happened since then.
    middles : dict of int to dict of str to int
        For each lane, the cards (as text) that may be laid in its middle.
    plays : dict of str to int
        Cards that are played without a place.
    hand : dict of str to Move
        Hand cards that are chosen at once, and the move that does it.
    takes : dict of str to int
        Open cards that may be picked, at lanes or in the discard.
    puts : dict of int to int
        For each lane the move that lays the picked card there.
    decks : dict of str to int
        Decks that may be drawn from, by the word for them in moves.
    chosen : set of Card
        Cards already chosen in this decision.
    """

    places: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    buttons: Mapping[tuple[int, str], int] = field(default_factory=dict)
    fresh: frozenset[Card] = frozenset()
    touched: frozenset[int] = frozenset()
    middles: Mapping[int, Mapping[str, int]] = field(default_factory=dict)
    plays: Mapping[str, int] = field(default_factory=dict)
    hand: Mapping[str, Move] = field(default_factory=dict)
    takes: Mapping[str, int] = field(default_factory=dict)
    puts: Mapping[int, int] = field(default_factory=dict)
    decks: Mapping[str, int] = field(default_factory=dict)
    chosen: frozenset[Card] = frozenset()


def button(group: str, move: int) -> dict[str, Any]:
    """Return the attributes of what makes a move when it is pressed."""
    return {
        "role": "button",
        "tabindex": "-1",
        "css": "stb-button",
        "data_group": group,
        "data_move": move,
        "data_lm_suppress_shortcuts": "true",
    }
