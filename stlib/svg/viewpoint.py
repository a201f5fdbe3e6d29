"""Who looks at a table and what they are shown.

All words of a picture are asked of a `Viewpoint`, so that the picture and the
spoken table say the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from stlib.base.words import entries, page_language, say
from stlib.cards.card import Card
from stlib.cards.demand import Deck, Kind
from stlib.claims.prove import Formation
from stlib.play.game import Position
from stlib.play.table import Lane, Table
from stlib.play.view import View
from stlib.svg.shapes import card_width

if TYPE_CHECKING:
    from stlib.svg.game_drawing import GameDrawing

__all__ = ["Viewpoint", "say_letters"]


@dataclass(frozen=True)
class Viewpoint:
    """Who looks at a table, and what is shown.

    Parameters
    ----------
    table : Table
        A view, or a position for a spectator.
    lang : str
        Language of all words.
    seat : {0, 1}
        Whose side lies below.
    you : {0, 1} or None
        Who is called *you*; None for a spectator.
    hands : tuple of (tuple of Card or None)
        Both hands; None is shown by its backs.
    names : tuple of str
        What each seat is called beyond *you* and *they*; may be empty.
    """

    table: Table
    lang: str = "en"
    seat: int = 0
    you: int | None = None
    hands: tuple[tuple[Card, ...] | None, tuple[Card, ...] | None] = (None, None)
    names: tuple[str, str] = ("", "")

    @classmethod
    def of(
        cls, table: Table, lang: str = "en", hands_open: bool = False, seat: int | None = None
    ) -> Viewpoint:
        """Return what a table shows by itself: a view its own hand, a position none unless asked.

        Parameters
        ----------
        table : Table
            A view or a position.
        lang : str
            Language of all words.
        hands_open : bool
            Whether to show both hands of a position.
        seat : {0, 1}, optional
            Whose side lies below; by default the viewer's, else player 0's.
        """
        hands: list[tuple[Card, ...] | None] = [None, None]
        you = table.player
        if isinstance(table, View) and you is not None:
            hands[you] = table.hand
        if isinstance(table, Position) and hands_open:
            hands = list(table.hands)
        return cls(
            table,
            page_language(lang),
            (you or 0) if seat is None else seat,
            you,
            (hands[0], hands[1]),
        )

    @property
    def drawing(self) -> GameDrawing:
        """What the game draws and says of its own."""
        drawing: GameDrawing = self.table.game.drawing
        return drawing

    @cached_property
    def lanes(self) -> tuple[Lane, ...]:
        """The table's lanes, worked out once."""
        return self.table.lanes

    @property
    def width(self) -> int:
        """Width of a card."""
        return card_width(self.table.game.card)

    @property
    def tactics(self) -> bool:
        """Whether tactic cards are in play."""
        return bool(self.table.variant.tactics == "yes")

    @property
    def step(self) -> int:
        """From one card of a hand to the next."""
        return self.width + (4 if self.tactics else 8)

    @property
    def title(self) -> str:
        """The game's name, and its variant if it is not the base game."""
        name, variant = self.table.game.name, self.table.variant.name
        game = self.say(f"game.{name}")
        if variant == "base":
            return game
        key = f"board.variant.{name}_{variant}"
        known = say(key, self.lang) if key in entries() else variant
        return self.say("game.variant", game=game, variant=known)

    def who(self, player: int) -> str:
        """Return what a player is called: you, the opponent, or their role for a spectator."""
        if self.you is None:
            return self.say(f"player.{self.table.game.name}_{player}", own=False)
        return self.say("you" if player == self.you else "they")

    def say(self, key: str, own: bool = True, **values: object) -> str:
        """Return a text of the board, or any other if not `own`."""
        return say(f"board.{key}" if own else key, self.lang, **values)

    def kind(self, kind: Kind) -> str:
        """Return a kind's name in this game."""
        return kind.say(self.lang, self.table.game.name)

    def worth(self, formation: Formation) -> str:
        """Return a formation in words."""
        return formation.say(self.lang)

    def cards(self, cards: Iterable[Card]) -> str:
        """Write cards shortly: ``r7 r8``, tactic cards by name."""
        cards = tuple(cards)
        names = [card.say(self.lang) if card.tactic else str(card) for card in cards]
        return (", " if any(card.tactic for card in cards) else " ").join(names)

    def stands_for(self, lane: Lane, player: int) -> dict[Card, Card]:
        """Return for each elite card of a complete side what it stands for there."""
        formation = lane.formations[player]
        return dict(formation.stands_for) if formation is not None else {}

    @property
    def turn(self) -> str:
        """How the game ended, or whose turn it is, in words."""
        if (end := self.table.outcome) is not None:
            return end.say(self.lang)
        assert self.table.to_move is not None
        return self.say("speak.to_move", who=self.who(self.table.to_move))


def say_letters(deck: Deck, lang: str) -> str:
    """Say which letter stands for which color: ``r red, b blue, …``."""
    colors = ((letter, say(f"color.{letter}", lang)) for letter in deck.colors)
    return ", ".join(say("color_letter", lang, letter=a, color=color) for a, color in colors)
