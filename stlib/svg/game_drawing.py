"""What a game brings to its pictures and its board; all else is drawn alike for every game.

A game subclasses `GameDrawing` in its own ``drawing.py`` and hands out one
instance as ``game.drawing``. Nothing here, in `stlib.svg` or in
`stlib.widgets` asks which game it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

from stlib.cards.card import Card
from stlib.cards.demand import Kind
from stlib.claims.elite_identities import allowed_values
from stlib.play.table import Lane, Table
from stlib.svg.faces import ELITE, TacticClass, tactic_face
from stlib.svg.layout import Layout
from stlib.svg.shapes import CARD_HEIGHT, Node, card_face, card_width, el
from stlib.svg.viewpoint import Viewpoint

__all__ = ["GameDrawing"]


class GameDrawing:
    """What one game draws and says of its own.

    Attributes
    ----------
    tactic_classes : mapping of str to TacticClass
        Class of each tactic card, by the card's name.
    deck_word : str
        What moves call the deck of numbered cards.
    backs_at : int
        Where the backs of the other hand begin, right of the other player's name.
    claim_verb : str
        What moves call claiming a lane.
    lane_verbs : tuple of str
        Moves whose buttons stand at their lane.
    main_verbs : tuple of str
        Those of them that stand out.
    claim_phases : tuple of str
        Phases in which one may try to claim.
    """

    tactic_classes: ClassVar[Mapping[str, TacticClass]]
    deck_word: ClassVar[str]
    backs_at: ClassVar[int] = 300
    claim_verb: ClassVar[str]
    lane_verbs: ClassVar[tuple[str, ...]]
    main_verbs: ClassVar[tuple[str, ...]]
    claim_phases: ClassVar[tuple[str, ...]]

    # --- cards ------------------------------------------------------------------------------

    def class_of(self, card: Card) -> TacticClass:
        """Return the class of a tactic card."""
        return self.tactic_classes[str(card.tactic)]

    def sign(self, card: Card) -> str | Kind:
        """Return what a tactic card's strip says: an elite card's values, else nothing.

        A letter there would be read as that of a color.
        """
        if self.class_of(card) is not ELITE:
            return ""
        values = allowed_values(card, card.deck)
        return str(values[0]) if len(values) == 1 else f"{values[0]}–{values[-1]}"

    def face(
        self, card: Card, lang: str, stands_for: Card | None = None, settled: bool = True
    ) -> tuple[Node, ...]:
        """Draw a card's face; an elite card shows what it stands for, or would until settled."""
        if not card.tactic:
            return card_face(card)
        kind, sign = self.class_of(card), self.sign(card)
        return tactic_face(card, kind, sign, lang, stands_for, settled)

    def small_face(self, card: Card, lang: str, height: int = 54, **attrs: str) -> Node:
        """Return a picture of its own with one card's face."""
        w = card_width(card)
        return el(
            "svg",
            *self.face(card, lang),
            viewBox=f"0 0 {w} {CARD_HEIGHT}",
            width=round(w * height / CARD_HEIGHT),
            height=height,
            **attrs,
        )

    # --- lanes ------------------------------------------------------------------------------

    def slots(self, seen: Viewpoint) -> int:
        """Return the most cards for which a side of any lane is drawn."""
        return max(lane.demand.size for lane in seen.lanes)

    def middle_height(self, seen: Viewpoint) -> int:
        """Return the height of what lies between the two sides of a lane."""
        raise NotImplementedError

    def act_height(self, seen: Viewpoint, live: bool) -> int:
        """Return the height of the row below the own sides, for buttons or for marks."""
        return 0

    def middle(self, seen: Viewpoint, lane: Lane, at: Layout) -> list[Node | None]:
        """Draw what stands between the two sides of a lane."""
        raise NotImplementedError

    def card_mark(self, seen: Viewpoint, lane: Lane, player: int, card: Card) -> Node | None:
        """Draw a mark on a laid card, if the game has any to give."""
        return None

    def button_heights(self, seen: Viewpoint, lane: Lane, at: Layout) -> dict[str, float]:
        """Return where the button of each of `lane_verbs` begins, from the top."""
        raise NotImplementedError

    def place(self, seen: Viewpoint, lane: Lane) -> str:
        """Return a lane's name with its number: ``Stone 5``."""
        return lane.say(seen.lang)

    def asked(self, seen: Viewpoint, lane: Lane) -> str:
        """Return in words what a lane asks for; nothing where it is what every lane asks for."""
        return ""

    # --- beside the lanes -------------------------------------------------------------------

    def role(self, seen: Viewpoint, player: int) -> str:
        """Return what part a player has in this game, if the two differ."""
        return ""

    def beside_hand(
        self, seen: Viewpoint, player: int, x: float, y: float, scale: float = 1
    ) -> list[Node]:
        """Draw what a player has beside their hand, from `x` on around the height `y`."""
        return []

    def has_discard(self, seen: Viewpoint) -> bool:
        """Return whether cards can be discarded in this variant."""
        return seen.tactics

    def spoken_piles(self, seen: Viewpoint) -> list[str]:
        """Say what else lies beside the lanes, each as a sentence without its full stop."""
        return []

    # --- what the board says ----------------------------------------------------------------

    def lanes_ask(self, seen: Viewpoint) -> str:
        """Return for the player aid what lanes ask for."""
        raise NotImplementedError

    def switch(self, seen: Viewpoint, name: str, value: str) -> str:
        """Return for the player aid that a switch is not set as usual."""
        return f"{seen.say('aid.switch', name=name, value=value)}."

    def score(self, seen: Viewpoint) -> str:
        """Return how the game stands."""
        raise NotImplementedError

    def hints(self, seen: Viewpoint) -> list[str]:
        """Return what this game adds to the line about keys and marks."""
        return []

    def remark(self, seen: Viewpoint) -> str:
        """Return what is special about this turn, if anything is."""
        return ""

    def stage(self, seen: Viewpoint) -> str:
        """Return which text below ``board.turn`` tells the player to move what may be done."""
        raise NotImplementedError

    def left(self, seen: Viewpoint) -> int:
        """Return how many cards the tactic card in play still asks for."""
        return 1

    # --- what the board offers --------------------------------------------------------------

    def may_try_to_claim(self, table: Table) -> bool:
        """Return whether the player to move may try to claim now, proven or not."""
        return table.phase in self.claim_phases

    def chosen(self, table: Any) -> frozenset[Card]:
        """Return the cards already chosen in a decision for more than one."""
        return frozenset()
